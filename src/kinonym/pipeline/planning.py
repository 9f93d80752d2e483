"""A run up to its plan: what was prepared, what was decided, how it was attacked, and what follows from that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from kinonym.domains import Dates, Numeric
from kinonym.drafting.role_rules import names_persons
from kinonym.engines.contract import Assignment, RunKey, Source, Tally
from kinonym.files.output_form import Form
from kinonym.grouped import Persons, Plan
from kinonym.grouped.tuples import DROPPED, distinct_rows
from kinonym.methods import Method, Progress
from kinonym.methods.blocks import planned_by
from kinonym.methods.contract import within
from kinonym.pipeline.checkpoint import Checkpoint
from kinonym.pipeline.preparing import PreparedTable, count_persons, prepare
from kinonym.pipeline.role_checks import linking_columns
from kinonym.pipeline.unmasked import unique_rows_check
from kinonym.pipeline.verbatim import verbatim_numbers
from kinonym.privacy.attacks import Linkage, WorstCase, attack, worst_case
from kinonym.recipe import Recipe
from kinonym.release.checks import Check, ColumnTexts, PlannedRelease, refuse
from kinonym.release.gate import verify_plan
from kinonym.release.policy import TEST_MARK, Claim, Facts, checks_for, claims_for
from kinonym.release.uniqueness import UniqueRows

__all__ = ["Run", "as_written", "assign_plan", "plan_run", "released_columns", "verify_assignment"]

_NEARLY_ONCE = 0.98  # where nearly every value occurs once, persons do not come back
_PREPARED, _PLANNED = 0.2, 0.8  # shares of the work that are done when values are mapped, and when the plan is made


@dataclass(frozen=True, eq=False, kw_only=True)
class Run:
    """Everything that is settled before a table is masked."""

    recipe: Recipe
    method: Method
    prepared: PreparedTable
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
            planned_of_counted=self.prepared.planned_of_counted,
            source=self.plan.source,
            target=self.plan.target,
            count=self.plan.count,
            written=self.written if form is None else form.written(self.written),
            drop=tuple(self.recipe.with_role("identifier")),
            person=self.recipe.table.person,
            mark=TEST_MARK if self.seeded and marked else None,
        )

    def combinations(self) -> list[tuple[str, ...]]:
        """What is recounted: the masked columns, each unmasked confidential column with them, and what is unique."""
        check = self.unique_rows
        unique = [check.columns] if check is not None and check.counted else []
        return [self.names, *((*self.names, name) for name in self.recipe.confidential_kept), *unique]

    @cached_property
    def unique_rows(self) -> UniqueRows | None:
        """The check for rows that are unique together with the unmasked columns; None if there are none of these."""
        return unique_rows_check(self.recipe, self.prepared.tuples.records)

    @property
    def nobody(self) -> tuple[str, ...] | None:
        """Where the records are those of persons: the texts that name none."""
        return None if self.recipe.table.person is None else tuple(self.recipe.table.missing)

    def checks(self, missing_text: str | None = None) -> list[Check]:
        """What a release must pass, of a plan that holds; ``missing_text``: for a missing value in a text file."""
        planned = self._planned(missing_text)
        verify_plan(planned)
        unique = [] if self.unique_rows is None or not self.unique_rows.counted else [self.unique_rows]
        return [*checks_for(planned), *unique]

    def _planned(self, missing_text: str | None) -> PlannedRelease:
        return PlannedRelease(
            method=self.method,
            plan=self.plan,
            written=self.written,
            counted=self.prepared.counted,
            planned_of_counted=self.prepared.planned_of_counted,
            understood=tuple(ColumnTexts(c.texts, c.points, c.codes) for c in self.prepared.columns),
            missing_text=missing_text,
            ties=tuple((self.names.index(first), self.names.index(last)) for first, last in self.recipe.ordered),
            following={name: leaders[0] for name, leaders in self.recipe.following.items() if len(leaders) == 1},
            mixed=frozenset(name for name in self.names if self.recipe.columns[name].ontology_by),
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
                uniqueness=None if self.unique_rows is None else self.unique_rows.measure(tally),
            )
        )


def released_columns(run: Run, columns: Sequence[str], *, marked: bool) -> tuple[str, ...]:
    """The columns of a release by the roles of the recipe, given those of the table; the mark of a seed comes first."""
    roles, person = run.recipe.columns, run.recipe.table.person
    kept = (name for name in columns if name != person and roles[name].role != "identifier")
    return (*((TEST_MARK,) if marked and run.key.seed is not None else ()), *kept)


def assign_plan(run: Run, columns: Sequence[str], *, marked: bool = False, form: Form | None = None) -> Assignment:
    """The run's assignment, held against the recipe and the plan: what is written and what is expected rest on it.

    Raises
    ------
    PrivacyError
        If it leaves out, keeps, marks or masks other columns than the recipe, or is not the plan.
    """
    assignment = run.assignment(marked=marked, form=form)
    verify_assignment(run, assignment, columns, marked=marked, form=form)
    return assignment


def verify_assignment(
    run: Run, assignment: Assignment, columns: Sequence[str], *, marked: bool = False, form: Form | None = None
) -> None:
    """Raise `PrivacyError` unless an assignment is what the recipe, the key and the plan ask for."""
    plan, recipe = run.plan, run.recipe
    if assignment.released(columns) != released_columns(run, columns, marked=marked):
        refuse("the columns to be released are not those that the recipe releases")
    if assignment.person != recipe.table.person or set(assignment.written) != {*run.names, *recipe.following}:
        refuse("the columns to be masked are not those that the recipe masks")
    texts = run.written if form is None else form.written(run.written)
    planned = (run.prepared.planned_of_counted, plan.source, plan.target, plan.count)
    settled = (assignment.planned_of_counted, assignment.source, assignment.target, assignment.count)
    same = all(np.array_equal(ours, theirs) for ours, theirs in zip(settled, planned, strict=True))
    if not same or any(assignment.written[name] != texts[name] for name in texts):
        refuse("what is to be written is not the plan")


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
    from kinonym.pipeline.tied import repair_order

    return repair_order(recipe, method, rounded)


def _returning(source: Source, recipe: Recipe, prepared: PreparedTable, plan: Plan) -> Iterator[str]:
    """What should be said if persons seem to come back and the recipe does not name them."""
    method = recipe.resolved_method
    if recipe.table.person is not None or not method.traits.k_anonymous:
        return
    k = method.k_or_none or 1
    for name in recipe.with_role("identifier"):
        if not names_persons(name):
            continue
        looks = source.profile(name)
        if not 1 < looks.distinct < _NEARLY_ONCE * looks.present:
            continue
        held = _most_persons(plan, count_persons(source, recipe.masked, name, prepared.planned_of_counted))
        yield (
            f"column {name!r} looks like one that tells persons apart, and persons come back: k counts records, and "
            f"{int((held < k).sum()):,} of {len(held):,} groups belong to fewer than {k} persons; [table] person = "
            f'"{name}" protects persons'
        )


def _most_persons(plan: Plan, persons: Persons) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The persons of each class; where the records of a tuple are divided, as many as it can have."""
    kept = plan.target != DROPPED
    _, group = np.unique(distinct_rows(plan.targets)[1][plan.target[kept]], return_inverse=True)
    source, lengths = plan.source[kept], persons.of_tuples[plan.source[kept]]
    begin = np.cumsum(lengths) - lengths
    entry = np.repeat(persons.start[source] - begin, lengths) + np.arange(int(lengths.sum()))
    pairs = np.unique(np.repeat(group, lengths) * persons.number + persons.person[entry])
    return np.bincount(pairs // persons.number, minlength=int(group.max(initial=-1)) + 1)


def plan_run(
    source: Source, recipe: Recipe, key: RunKey, progress: Progress, checkpoint: Checkpoint | None = None
) -> Run:
    """Count, prepare, plan (or take up the plan that was kept), and attack the plan."""
    rng, method = key.planning(), recipe.resolved_method
    prepared = prepare(source, recipe)
    progress(_PREPARED)

    def make() -> Plan:
        if recipe.release.reuse is not None:
            from kinonym.pipeline.reuse import reuse_groups

            return as_written(recipe, method, reuse_groups(recipe, method, prepared))
        with nullcontext() if source.planner is None else planned_by(source.planner):
            plan = method.plan(prepared.tuples, rng, within(progress, _PREPARED, _PLANNED))
        if recipe.release.whole_groups and not plan.whole:
            from kinonym.pipeline.reuse import make_groups_whole

            plan = make_groups_whole(method, plan)
        return as_written(recipe, method, plan)

    plan = make() if checkpoint is None else checkpoint.plan(prepared.tuples, make)
    prepared = replace(prepared, notices=(*prepared.notices, *_returning(source, recipe, prepared, plan)))
    written = plan.written()
    if method.traits.keeps_marginals:
        written |= verbatim_numbers(source, plan)
    if recipe.following:
        from kinonym.pipeline.tied import followed, verify_followers

        written |= followed(source, recipe, prepared.columns, plan)
        verify_followers(source, recipe, prepared.columns, plan, written)
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
