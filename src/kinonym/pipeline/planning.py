"""A run up to its plan: what was prepared, what was decided, how it was attacked, and what follows from that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kinonym.domains import Dates, Numeric
from kinonym.engines.contract import Assignment, Source, Tally
from kinonym.engines.fingerprint import Fingerprint
from kinonym.files.layout import Form
from kinonym.grouped import Plan
from kinonym.methods import Method, Progress
from kinonym.methods.blocks import planned_by
from kinonym.methods.contract import within
from kinonym.pipeline.checking import linking_columns
from kinonym.pipeline.checkpoint import Checkpoint
from kinonym.pipeline.preparing import Prepared, prepare
from kinonym.pipeline.verbatim import verbatim_numbers
from kinonym.privacy.attacks import Linkage, WorstCase, attack, worst_case
from kinonym.random import RunKey, generator
from kinonym.recipe import Recipe
from kinonym.release.checks import Check, Planned
from kinonym.release.policy import TEST_MARK, Claim, Facts, checks_for, claims_for

__all__ = ["Run", "as_written", "plan_run"]

_PLANNED = 0.8  # share of the work that is done when the plan is made; the attacks are the rest


@dataclass(frozen=True, eq=False, kw_only=True)
class Run:
    """Everything that is settled before a table is masked."""

    recipe: Recipe
    method: Method
    prepared: Prepared
    plan: Plan
    attacks: tuple[Linkage, ...]
    worst: WorstCase | None
    linking: tuple[str, ...]
    key: RunKey
    seeded: bool
    written: dict[str, list[str | float | None]]
    """Column → what is written for each masked tuple."""

    @property
    def names(self) -> tuple[str, ...]:
        """The masked columns."""
        return tuple(column.name for column in self.prepared.columns)

    def assignment(self, *, marked: bool = False, form: Form | None = None) -> Assignment:
        """The plan as an engine carries it out; ``marked``: a seed shows in the table itself; ``form``: of a file."""
        return Assignment(
            counted=self.prepared.counted,
            place=self.prepared.place,
            source=self.plan.source,
            target=self.plan.target,
            count=self.plan.count,
            written=self.written if form is None else form.written(self.written),
            drop=tuple(self.recipe.with_role("identifier")),
            person=self.recipe.table.person,
            mark=TEST_MARK if self.seeded and marked else None,
        )

    def combinations(self) -> list[tuple[str, ...]]:
        """What is recounted: the masked columns, and each confidential column that stays beside them."""
        return [self.names, *((*self.names, name) for name in self.recipe.confidential_kept)]

    def fingerprint(self, columns: Sequence[str], missing_text: str | None = None) -> Fingerprint:
        """What is added up over the rows of the release, and over their persons where they are known."""
        nobody = None if self.recipe.table.person is None else self.recipe.table.missing
        return Fingerprint(self.key, columns, missing_text, nobody=nobody)

    def checks(self, missing_text: str | None = None) -> list[Check]:
        """What a release must pass; ``missing_text`` stands for a missing value in a text file."""
        return checks_for(
            Planned(
                method=self.method,
                plan=self.plan,
                written=self.written,
                missing_text=missing_text,
                ties=tuple((self.names.index(first), self.names.index(last)) for first, last in self.recipe.ordered),
                following={name: leaders[0] for name, leaders in self.recipe.following.items() if len(leaders) == 1},
                mixed=frozenset(name for name in self.names if self.recipe.columns[name].ontology_by),
            )
        )

    def claims(self, tally: Tally, place: str, *, shuffled: bool) -> tuple[Claim, ...]:
        """What may be said of what was recounted."""
        columns = self.recipe.columns
        return claims_for(
            Facts(
                method=self.method,
                plan=self.plan,
                tally=tally,
                place=place,
                attacks=self.attacks,
                worst=self.worst,
                shuffled=shuffled,
                seeded=self.seeded,
                context=self.prepared.context,
                linking=self.linking,
                confidential=tuple(self.recipe.confidential_masked),
                by_habit=tuple(n for n in self.names if columns[n].kind == "nominal" and columns[n].write is None),
                drops_missing=self.recipe.table.missing_values == "drop",
            )
        )


def as_written(recipe: Recipe, method: Method, plan: Plan) -> Plan:
    """The plan as it is written, so that what is measured is what is released."""
    if method.traits.keeps_marginals:
        return plan
    targets, domains = plan.targets.copy(), [column.domain for column in plan.tuples.columns]
    for j, domain in enumerate(domains):
        if isinstance(domain, Numeric):
            targets[:, j] = domain.rounded(targets[:, j])
    rounded = replace(plan, targets=targets)
    if not recipe.ordered and not any(isinstance(domain, Dates) for domain in domains):
        return rounded
    from kinonym.pipeline.tied import mended

    return mended(recipe, method, rounded)


def _returning(source: Source, recipe: Recipe, prepared: Prepared, plan: Plan) -> tuple[str, ...]:
    """What should be said if persons seem to come back and the recipe does not name them."""
    if recipe.table.person is not None or not recipe.resolved_method.traits.k_anonymous:
        return ()
    if not recipe.with_role("identifier"):
        return ()
    from kinonym.pipeline.returning import told_of_returning

    return tuple(told_of_returning(source, recipe, prepared, plan))


def plan_run(
    source: Source, recipe: Recipe, key: RunKey, progress: Progress, checkpoint: Checkpoint | None = None
) -> Run:
    """Count, prepare, plan (or take up the plan that was kept), and attack the plan."""
    rng, method = generator(key.seed), recipe.resolved_method
    prepared = prepare(source, recipe)

    def make() -> Plan:
        with planned_by(source.planner):
            plan = method.plan(prepared.tuples, rng, within(progress, 0.0, _PLANNED))
        return as_written(recipe, method, plan)

    plan = make() if checkpoint is None else checkpoint.plan(prepared.tuples, make)
    prepared = replace(prepared, notices=(*prepared.notices, *_returning(source, recipe, prepared, plan)))
    written = plan.written()
    if method.traits.keeps_marginals:
        written |= verbatim_numbers(source, plan)
    if recipe.following:
        from kinonym.pipeline.tied import followed

        written |= followed(source, recipe, prepared.columns, plan)
    return Run(
        recipe=recipe,
        method=method,
        prepared=prepared,
        plan=plan,
        attacks=attack(method, plan, rng, within(progress, _PLANNED, 1.0)),
        worst=worst_case(method, plan, rng),
        linking=linking_columns(source, recipe),
        key=key,
        seeded=key.seed is not None,
        written=written,
    )
