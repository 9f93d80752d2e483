"""The table that a method plans, and how its masked records become the rows of a release.

A record is a row of the source, or a person's history if the recipe gathers the rows of persons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Protocol

from kinonym.engines.contract import Assignment, Masked, Source, Tally
from kinonym.pipeline.run import Run
from kinonym.recipe import Recipe
from kinonym.release.checks import Check
from kinonym.release.gate import Expected
from kinonym.release.joined_tables import JoinedTables
from kinonym.release.private import Row
from kinonym.release.sample_size import SampleSize

__all__ = ["AppliedPlan", "Arrange", "PlannedTable", "Release", "make_planned_table"]


class Apply(Protocol):
    """Masks the records of the planned table."""

    def __call__(self, *, shuffle: bool) -> Masked:
        """Mask the records, in random order or in the order of the table."""


@dataclass(frozen=True, eq=False, kw_only=True)
class AppliedPlan:
    """A verified plan with what is needed to apply it to the rows of the planned table."""

    run: Run
    assignment: Assignment
    columns: tuple[str, ...]
    """The columns to release, by the recipe."""
    marked: bool
    """Whether the first column marks a test."""
    missing_text: str | None
    """The text of a missing value in a written file."""
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
    """The checks of the released rows."""
    record_checks: tuple[Check, ...] = ()
    """The checks of the planned records, if these are not the rows; one of ``checks`` runs them."""
    combinations: Sequence[tuple[str, ...]] = ()
    """Sets of columns to recount besides those of the checks, also by person."""
    nobody: tuple[str, ...] | None = None
    """The texts that name no person; None if the recipe names no person column."""
    ordered: bool
    """Whether the source has an order, which the release must not have."""
    expect: Callable[[], Expected]


@dataclass(frozen=True, eq=False, kw_only=True)
class PlannedTable:
    """A table with rows that are masked one by one."""

    source: Source
    recipe: Recipe
    given: Recipe | None = None
    """The recipe that repeats the run, if it differs from the planned one."""
    notices: tuple[str, ...] = ()
    sample: SampleSize | None = None
    """How much of the opened table was drawn; None if all of it is masked."""
    joined: JoinedTables | None = None
    """The tables that are released, if there are several."""

    def name(self, release: str) -> str:
        """Return the name of this release in claims, such as "the written file"."""
        return release

    def list_rows(self, masked: Masked) -> Iterator[Row]:
        """Yield the number of each record in the opened table, from 1, its planned tuple and its target."""
        batches = self.source.read_rows(self.source.columns[:1])
        drawn = (number for numbers, _ in batches for number in (numbers + 1).tolist())
        for number, (planned, target) in zip(count(1) if self.sample is None else drawn, masked.trail(), strict=False):
            yield number, planned, target

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
        """Turn the recounted rows into counts of planned records."""
        return rows


Arrange = Callable[[Source, Recipe, tuple[str, ...]], PlannedTable]
"""(source, recipe, notices): makes the table to plan."""


def make_planned_table(source: Source, recipe: Recipe, notices: tuple[str, ...] = ()) -> PlannedTable:
    """Return the table to plan: the source, or one record per person if the recipe gathers rows."""
    if not recipe.table.gather:
        return PlannedTable(source=source, recipe=recipe, notices=notices)
    from kinonym.pipeline.person_histories import gather_histories

    return gather_histories(source, recipe, notices)
