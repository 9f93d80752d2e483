"""Checks of columns that are linked: by their order, or because one takes its text from the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain, Points
from kinonym.engines.contract import Tally
from kinonym.files.texts import format_value
from kinonym.release.checks import Check, refuse, text_in_file
from kinonym.release.planned_release import PlannedRelease
from kinonym.tuples.index_arrays import DROPPED
from kinonym.tuples.tuples import tuple_points

__all__ = ["check_followers", "check_orders", "verify_linked_order"]


@dataclass(frozen=True, eq=False)
class InOrder:
    """No more records than planned have the first column after the second."""

    columns: tuple[str, str]
    domains: tuple[Domain, Domain]
    late: int
    """How many records are planned in this order; they have it in the original too."""

    def verify(self, tally: Tally) -> None:
        """Raise if more rows than planned are in the wrong order."""
        counted = tally.count(self.columns)
        points = [domain.encode(texts) for domain, texts in zip(self.domains, counted.values, strict=True)]
        values = [points[j][counted.codes[:, j]] for j in (0, 1)]
        late = self.domains[0].comes_after(values[0], self.domains[1], values[1])
        records = int(counted.counts[late].sum())
        if records > self.late:
            first, second = map(repr, self.columns)
            refuse(f"{first} comes after {second} in {records:,} rows, planned were {self.late:,}")


@dataclass(frozen=True, eq=False)
class Follows:
    """Every value of the first column occurs with the text of the second column that belongs to it."""

    columns: tuple[str, str]
    pairs: frozenset[tuple[str | None, str | None]]
    """The pairs that may occur together."""
    single: bool = True
    """Whether equal values must have equal texts; codes of two systems may have the same texts."""

    def verify(self, tally: Tally) -> None:
        """Raise if a row contradicts another, or what was planned."""
        counted = tally.count(self.columns)
        leader, follower = (list(map(text_in_file, texts)) for texts in counted.values)
        follower_of: dict[str | None, str | None] = {}
        wrong = 0
        for (i, j), records in zip(counted.codes.tolist(), counted.counts.tolist(), strict=True):
            known = (leader[i], follower[j]) in self.pairs
            other = self.single and follower_of.setdefault(leader[i], follower[j]) != follower[j]
            wrong += records if other or not known else 0
        if wrong:
            refuse(f"column {self.columns[1]!r} does not follow from {self.columns[0]!r} in {wrong:,} rows")


def check_orders(planned: PlannedRelease) -> Iterator[Check]:
    """Columns that the recipe links by their order."""
    plan = planned.plan
    released = plan.target != DROPPED
    for first, second in planned.ties:
        columns = planned.plan.tuples.columns[first], planned.plan.tuples.columns[second]
        late = _late_rows(planned, plan.targets, first, second)[plan.target[released]]
        names, domains = (columns[0].name, columns[1].name), (columns[0].domain, columns[1].domain)
        yield InOrder(names, domains, int(plan.count[released][late].sum()))


def verify_linked_order(planned: PlannedRelease) -> None:
    """Raise `PrivacyError` if the plan reverses linked columns in a record that has them in order."""
    plan, tuples = planned.plan, planned.plan.tuples
    released = plan.target != DROPPED
    for first, second in planned.ties:
        late_before = _late_rows(planned, tuple_points(tuples), first, second)[plan.source[released]]
        late_after = _late_rows(planned, plan.targets, first, second)[plan.target[released]]
        reversed_rows = int(plan.count[released][late_after & ~late_before].sum())
        if reversed_rows:
            names = tuples.columns[first].name, tuples.columns[second].name
            refuse(f"{names[0]!r} comes after {names[1]!r} in {reversed_rows:,} rows that are in order in the original")


def _late_rows(planned: PlannedRelease, points: Points, first: int, second: int) -> NDArray[np.bool_]:
    """Which rows of points have the first column after the second."""
    columns = planned.plan.tuples.columns
    return columns[first].domain.comes_after(points[:, first], columns[second].domain, points[:, second])


def check_followers(planned: PlannedRelease) -> Iterator[Check]:
    """Columns that take their text from a masked one."""
    for name, leader in planned.following.items():
        values, texts = ([text_in_file(format_value(x)) for x in planned.written[n]] for n in (leader, name))
        yield Follows((leader, name), frozenset(zip(values, texts, strict=True)), leader not in planned.mixed)
