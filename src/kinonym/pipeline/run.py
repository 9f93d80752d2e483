"""A planned run: what was prepared and decided, the checks of its release, and the claims about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from kinonym.engines.contract import RunKey, Source, Tally
from kinonym.methods import Method
from kinonym.pipeline.preparing import PreparedTable
from kinonym.pipeline.unmasked import make_unique_rows_check
from kinonym.privacy.attacks import Linkage, WorstCase
from kinonym.recipe import Recipe
from kinonym.release.checks import Check
from kinonym.release.earlier_persons import GroupsWithEarlier
from kinonym.release.facts import Claim, Facts
from kinonym.release.joined_tables import JoinedTables
from kinonym.release.learnt_combinations import TrainingClasses
from kinonym.release.plan_check import verify_plan
from kinonym.release.planned_release import ColumnTexts, PlannedRelease
from kinonym.release.policy import checks_for, claims_for
from kinonym.release.population_checks import FoundInPopulation, PopulationTexts, count_fewest_in_population
from kinonym.release.sample_size import SampleSize
from kinonym.release.uniqueness import UniqueRows
from kinonym.tuples import Plan

__all__ = ["Run"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Run:
    """Everything that is decided before a table is masked."""

    recipe: Recipe
    method: Method
    prepared: PreparedTable
    plan: Plan
    attacks: tuple[Linkage, ...]
    worst: WorstCase | None
    linking: tuple[str, ...]
    key: RunKey
    seeded: bool
    written: Mapping[str, Sequence[str | float | None]]
    """Column → what is written for each masked tuple."""
    sample: SampleSize | None = None
    """How much of the opened table was drawn; None if all of it is masked."""
    population: PopulationTexts | None = None
    """The population that the table is a sample of, read again; None if the recipe does not describe it."""
    learnt: TrainingClasses | None = None
    """The classes that were learnt from a training table; None if the table was planned by itself."""

    @property
    def names(self) -> tuple[str, ...]:
        """The masked columns."""
        return tuple(column.name for column in self.prepared.columns)

    def combinations(self) -> list[tuple[str, ...]]:
        """List the columns to recount: the masked ones, these with each unmasked confidential one, and all together."""
        check = self.unique_rows
        unique = [check.columns] if check is not None and check.counted else []
        return [self.names, *((*self.names, name) for name in self.recipe.confidential_unmasked), *unique]

    @cached_property
    def unique_rows(self) -> UniqueRows | None:
        """The check for rows that are unique in combination with the unmasked columns; None if there are none."""
        return make_unique_rows_check(self.recipe, self.prepared.tuples.records, learnt=self.learnt is not None)

    @property
    def nobody(self) -> tuple[str, ...] | None:
        """The texts that name no person; None if the recipe names no person column."""
        return None if self.recipe.table.person is None else tuple(self.recipe.table.missing)

    def verify_plan(self, source: Source) -> None:
        """Verify the plan and the texts to write against the input; nothing may be applied before.

        Raises
        ------
        PrivacyError
            If the method cannot have made this plan for these tuples, or a text does not mean what was planned.
        """
        verify_plan(self._make_planned_release())
        if self.recipe.followers:
            from kinonym.pipeline.followers import verify_followers

            verify_followers(source, self.recipe, self.prepared.columns, self.plan, self.written)

    def checks(self, missing_text: str | None = None) -> list[Check]:
        """List the checks of a release; ``missing_text`` is the text of a missing value in a written file."""
        unique = [] if self.unique_rows is None or not self.unique_rows.counted else [self.unique_rows]
        together = [] if self.earlier_check is None else [self.earlier_check]
        return [*checks_for(self._make_planned_release(missing_text)), *unique, *together]

    @cached_property
    def earlier_check(self) -> GroupsWithEarlier | None:
        """The check of this release together with the earlier ones; None if it follows none of them."""
        returning = self.prepared.returning
        return None if returning is None else returning.check(self.recipe)

    def _make_planned_release(self, missing_text: str | None = None) -> PlannedRelease:
        return PlannedRelease(
            method=self.method,
            plan=self.plan,
            written=self.written,
            counted=self.prepared.counted,
            planned_of_counted=self.prepared.planned_of_counted,
            understood=tuple(ColumnTexts(c.texts, c.points, c.codes) for c in self.prepared.columns),
            missing_text=missing_text,
            ties=tuple((self.names.index(first), self.names.index(last)) for first, last in self.recipe.ordered_pairs),
            following={name: leaders[0] for name, leaders in self.recipe.followers.items() if len(leaders) == 1},
            mixed=frozenset(name for name in self.names if self.recipe.columns[name].ontology_by),
            population=self.population,
        )

    @cached_property
    def found_in_population(self) -> FoundInPopulation | None:
        """How many persons of the population each class stands for; None if unknown, or if there are no classes."""
        fewest = count_fewest_in_population(self._make_planned_release()) if self.method.traits.k_anonymous else None
        if fewest is None or self.population is None:
            return None
        return FoundInPopulation(fewest=fewest, known=self.population.known)

    def claims(
        self, tally: Tally, release: str, *, shuffled: bool, joined: JoinedTables | None = None
    ) -> tuple[Claim, ...]:
        """Return the claims about a release, such as "the written file", from what was recounted of it.

        ``joined``: the tables of the release, if there are several.
        """
        columns = self.recipe.columns
        return claims_for(
            Facts(
                method=self.method,
                plan=self.plan,
                tally=tally,
                where=release,
                attacks=self.attacks,
                worst=self.worst,
                shuffled=shuffled,
                seeded=self.seeded,
                context=self.prepared.context,
                linking=self.linking,
                confidential=tuple(self.recipe.confidential_masked),
                spelled_by_data=tuple(
                    n for n in self.names if columns[n].kind == "nominal" and columns[n].write is None
                ),
                scenarios=self.recipe.list_scenarios(),
                sample=self.sample,
                population=self.found_in_population,
                joined=joined,
                learnt=self.learnt,
                drops_missing=self.recipe.table.missing_values == "drop",
                uniqueness=None if self.unique_rows is None else self.unique_rows.measure(tally),
                earlier=None if self.earlier_check is None else self.earlier_check.measure(tally),
            )
        )
