"""Verifies the centres of classes from their members: means, medians of dates, sets.

Concepts are verified in `centre_check`. Nothing here uses the code that planned the classes, except for the centre of
sets, which is computed again for the members.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import ConceptSets, Dates, Domain, Points
from kinonym.domains.numbered_sets import MISSING
from kinonym.metrics.plan_changes import combine_distances
from kinonym.tuples import Plan
from kinonym.tuples.tuples import tuple_points

__all__ = ["Classes", "off_date", "off_mean", "off_refined_sets", "off_set"]

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]

_ROUNDED = 1e-6
"""What rounding may do to the distance of one record."""
_REFINED = 1.05
"""What rounding of numbers may do to the squared error of refined classes."""


@dataclass(frozen=True, eq=False)
class Classes:
    """One column of some classes: rows of the plan, class after class."""

    own: Points
    """The original points of each row."""
    centre: Points
    """The masked points of each row."""
    records: Numbers
    start: Numbers
    """Where each class begins."""
    others: Points
    """The masked points of each row in the other columns."""

    @classmethod
    def of(cls, plan: Plan, j: int, rows: Numbers, start: Numbers) -> Self:
        """Column ``j`` of the classes of some rows."""
        column, targets = plan.tuples.columns[j], plan.targets[plan.target[rows]]
        members = column.points[plan.tuples.codes[plan.source[rows], j]]
        others = np.delete(targets, j, axis=1)
        return cls(members, targets[:, j], plan.count[rows], start, others)

    def each(self) -> list[slice]:
        """The rows of each class."""
        return [slice(int(a), int(b)) for a, b in zip(self.start[:-1], self.start[1:], strict=True)]


def off_mean(domain: Domain, classes: Classes) -> bool:
    """Whether a class has a number that is neither its mean, as it is rounded, nor that of a linked column.

    Where a column must not come before another, its number may have been raised to the other's.
    """
    first, records = classes.start[:-1], classes.records
    means = np.add.reduceat(records * classes.own, first) / np.add.reduceat(records, first)
    centre = classes.centre[first]
    wrong = np.abs(means - centre) > domain.step(classes.own) + _ROUNDED * (
        domain.unit + np.abs(means)
    )  # False where one is missing
    raised = (centre > means) & (classes.others[first] == centre[:, None]).any(axis=1)
    return bool((wrong & ~raised).any())


def off_date(plan: Plan, j: int, domain: Dates, classes: Classes) -> bool:
    """Whether a class has a date that is neither its median nor the nearest to it that may be written.

    A date that fewer than k records had is never written: the next free one stands for it, so that between the median
    and what is written every period is a rare one of the table. A date that would come before that of a linked column
    is raised to it, and a date that never differs from that of a linked column stays equal to it.
    """
    rare, equal = _rare(plan, j), _always_equal(plan, j)
    for rows in classes.each():
        members, records, centre = classes.own[rows], classes.records[rows], float(classes.centre[rows.start])
        present = ~np.isnan(members)
        if not present.any() or np.isnan(centre) or centre in domain.intervals:
            continue
        low, high = _medians(members[present], records[present])
        starts = [(domain.find_period(float(domain.days(np.array([low]))[0])), high)]
        others = classes.others[rows.start]
        starts += [(x, x) for x in others.tolist() if low <= x <= centre]
        starts += [(x, x) for x in others[equal].tolist()]
        if not any(_reaches(domain, rare, centre, *bounds) for bounds in starts):
            return True
    return False


def _always_equal(plan: Plan, j: int) -> NDArray[np.bool_]:
    """Which of the other columns are dates that no record of the table has different from those of column ``j``."""
    columns, points = plan.tuples.columns, tuple_points(plan.tuples)

    def comes_after(first: int, second: int) -> bool:
        domains = columns[first].domain, columns[second].domain
        return bool(domains[0].comes_after(points[:, first], domains[1], points[:, second]).any())

    others = [i for i in range(len(columns)) if i != j]
    return np.array(
        [columns[i].domain.traits.has_periods and not comes_after(i, j) and not comes_after(j, i) for i in others],
        dtype=bool,
    )


def _rare(plan: Plan, j: int) -> Points:
    """The dates that fewer records (persons) of the table have than the smallest class."""
    points = plan.tuples.columns[j].points
    units = plan.tuples.count_units(plan.tuples.codes[:, j].astype(np.int64), len(points))
    rare: Points = points[(units < plan.class_units.min(initial=plan.tuples.records)) & ~np.isnan(points)]
    return rare


def _medians(values: Points, records: Numbers) -> tuple[float, float]:
    """The least and the greatest number with half of the records on either side."""
    order = np.argsort(values)
    ends = np.cumsum(records[order])
    half = ends[-1] / 2
    first, last = np.searchsorted(ends, half), np.searchsorted(ends, half, side="right")
    return float(values[order][first]), float(values[order][min(last, len(order) - 1)])


def _reaches(domain: Dates, rare: Points, centre: float, low: float, high: float) -> bool:
    """Whether a date lies between two others, or only so far outside as rare dates lie in between."""
    if low <= centre <= high:
        return True
    near = high if centre > high else low
    begin, end = sorted((near, centre))
    between = int(((rare >= begin) & (rare <= end)).sum())
    steps = abs(centre - near) / _longest(domain, near)
    return steps <= between + 1


def _longest(domain: Dates, point: float) -> float:
    """The length of a period, at most, on the line of the points."""
    start = np.array([domain.round(np.array([point]))[0]])
    days = float((domain.days(start, end=True) - domain.days(start))[0])
    unit = 1.0 if domain.period in ("day", "month", "quarter", "year") else 86_400.0
    return max(days * 1.12 * unit, 1.0)  # a month may have 28 to 31 days


def off_set(domain: ConceptSets, rule: str, classes: Classes) -> bool:
    """Whether a class has a set that costs more than the centre of its members, computed anew."""
    for rows in classes.each():
        members, records, centre = classes.own[rows], classes.records[rows], float(classes.centre[rows.start])
        anew = domain.centre(members, records, rule)
        if not _of_concepts(domain, anew, centre):
            continue
        costs = [float(records @ _apart(domain, rule, members, point)) for point in (centre, anew)]
        if (rule == "lcs" and centre != anew) or costs[0] > costs[1] + _ROUNDED * records.sum():
            return True
    return False


def off_refined_sets(plan: Plan, rows: Numbers, start: Numbers) -> bool:
    """Whether classes that were refined have a larger squared error than with the centres of their sets (E eq. 7)."""
    tuples, targets = plan.tuples, plan.targets[plan.target[rows]]
    members, anew, known = tuple_points(tuples)[plan.source[rows]], targets.copy(), np.ones(len(rows), dtype=bool)
    for j, column in enumerate(tuples.columns):
        if isinstance(column.domain, ConceptSets):
            for part in Classes.of(plan, j, rows, start).each():
                anew[part, j] = column.domain.centre(members[part, j], plan.count[rows[part]], "semantic")
                known[part] &= _of_concepts(column.domain, float(anew[part.start, j]), float(targets[part.start, j]))
    errors = []
    for centres in (targets, anew):
        changes = [column.domain.between(members[:, j], centres[:, j]) for j, column in enumerate(tuples.columns)]
        errors.append(float((plan.count[rows] * combine_distances(tuples, np.column_stack(changes)) ** 2)[known].sum()))
    return errors[0] > _REFINED * errors[1] + _ROUNDED * int(plan.count[rows].sum())


def _of_concepts(domain: ConceptSets, *points: float) -> bool:
    """Whether all are sets of concepts: a text without a concept may have been left out."""
    members = domain.numbered.members(np.array(points))
    return all(x < MISSING for x in points) and all(x < len(domain.elements.tau) for side in members for x in side)


def _apart(domain: ConceptSets, rule: str, members: Points, point: float) -> Floats:
    other = np.full(len(members), point)
    return np.asarray(members != other if rule == "mode" else domain.between(members, other), dtype=np.float64)
