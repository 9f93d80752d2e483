"""The table that a method plans on, and how its masked records become the rows of a release.

A record is a row of the source; where the recipe gathers the rows of persons, it is a person's history.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from kinonym.engines.contract import Assignment, Masked, Source, Tally
from kinonym.pipeline.run import Run
from kinonym.recipe import Recipe
from kinonym.release.checks import Check
from kinonym.release.gate import Expected

__all__ = ["AppliedPlan", "PlannedTable", "Release", "make_planned_table"]


class Apply(Protocol):
    """Masks the records of the planned table."""

    def __call__(self, *, shuffle: bool) -> Masked:
        """Mask them, in random order or in that of the table."""


@dataclass(frozen=True, eq=False, kw_only=True)
class AppliedPlan:
    """A verified plan, and what follows from it for one record per row of the planned table."""

    run: Run
    assignment: Assignment
    columns: tuple[str, ...]
    """The columns to release, by the recipe."""
    marked: bool
    """Whether the first of them marks a test."""
    missing_text: str | None
    """The text that a written file has for a missing value."""
    shuffled: bool
    """Whether the rows are released in random order."""
    apply: Apply
    expect: Callable[[], Expected]
    """Works out what the masked records must add up to."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Release:
    """What a sink writes and verifies."""

    masked: Masked
    columns: tuple[str, ...]
    checks: tuple[Check, ...]
    """What must hold for the released rows."""
    record_checks: tuple[Check, ...] = ()
    """What must hold for the planned records, if they are not the rows; verified by one of ``checks``."""
    combinations: Sequence[tuple[str, ...]] = ()
    """Columns whose combinations are recounted besides those of the checks, also by person."""
    nobody: tuple[str, ...] | None = None
    """Where rows belong to persons: the texts that name none."""
    ordered: bool
    """Whether the source has an order, which the release must not have."""
    expect: Callable[[], Expected]


@dataclass(frozen=True, eq=False, kw_only=True)
class PlannedTable:
    """A table of which each row is masked by itself."""

    source: Source
    recipe: Recipe
    given: Recipe | None = None
    """The recipe that repeats the run, if the planned one differs from it."""
    notices: tuple[str, ...] = ()

    def name(self, release: str) -> str:
        """What a claim calls this release, such as "the written file"."""
        return release

    def make_release(self, plan: AppliedPlan) -> Release:
        """Mask the table; the records are the rows to release."""
        return Release(
            masked=plan.apply(shuffle=plan.shuffled),
            columns=plan.columns,
            checks=tuple(plan.run.checks(plan.missing_text)),
            combinations=plan.run.combinations(),
            nobody=plan.run.nobody,
            ordered=self.source.ordered,
            expect=plan.expect,
        )

    def count_records(self, rows: Tally) -> Tally:
        """What was recounted of the released rows, as counts of planned records."""
        return rows


def make_planned_table(source: Source, recipe: Recipe, notices: tuple[str, ...] = ()) -> PlannedTable:
    """The table that a method plans on: the source, or one record per person where the recipe gathers rows."""
    if not recipe.table.gather:
        return PlannedTable(source=source, recipe=recipe, notices=notices)
    from kinonym.pipeline.person_histories import gather_histories

    return gather_histories(source, recipe, notices)
