"""Repairs the order of linked columns (``before``) and avoids rare dates in a plan (specification 13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kinonym.column_types.date_columns import find_rare_dates
from kinonym.column_types.read_column import choose_least_count
from kinonym.domains import Points
from kinonym.domains.points import as_points
from kinonym.methods import Method
from kinonym.recipe import Recipe
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.equal_rows import distinct_rows
from kinonym.tuples.index_arrays import DROPPED
from kinonym.tuples.tuples import tuple_points

__all__ = ["repair_order"]

Link = tuple[int, int]
"""Positions of two masked columns; the first never comes after the second."""


def repair_order(recipe: Recipe, method: Method, plan: Plan) -> Plan:
    """Return the plan with linked columns in order, and without dates that fewer than k records share."""
    targets, notices = plan.targets.copy(), list(plan.notices)
    rare = _find_rare(method, plan.tuples)
    for j, column in enumerate(plan.tuples.columns):
        targets[:, j] = column.domain.avoid(targets[:, j], rare[j])
    position = {column.name: j for j, column in enumerate(plan.tuples.columns)}
    if links := [(position[first], position[last]) for first, last in recipe.ordered_pairs]:
        public = method.traits.differentially_private  # nothing may depend on the original
        notices += [] if public else _describe_order(recipe, plan.tuples)
        targets = _order_targets(replace(plan, targets=targets), links, rare, always=public)
    return replace(plan, targets=targets, notices=tuple(notices))


def _describe_order(recipe: Recipe, tuples: Tuples) -> Iterator[str]:
    """Yield notices about records of the original that have linked columns in the wrong order."""
    position = {column.name: j for j, column in enumerate(tuples.columns)}
    for name, column in recipe.columns.items():
        for other in column.successors:
            late = int(tuples.counts[_find_late(tuples, tuple_points(tuples), position[name], position[other])].sum())
            if late:
                yield f"{late:,} records have {name!r} after {other!r} in the original: their order was not repaired"


def _find_rare(method: Method, tuples: Tuples) -> list[frozenset[float]]:
    """Find the dates of each column that fewer than k persons or records share."""
    k = choose_least_count(method) if method.traits.k_anonymous else 0
    return [
        find_rare_dates(column.points, tuples.count_units(tuples.codes[:, j].astype(np.int64), len(column.points)), k)
        if column.domain.traits.has_periods
        else frozenset()
        for j, column in enumerate(tuples.columns)
    ]


def _find_late(tuples: Tuples, points: Points, first: int, second: int) -> NDArray[np.bool_]:
    """Find the rows of points that have the first column after the second."""
    domains = tuples.columns[first].domain, tuples.columns[second].domain
    return domains[0].comes_after(points[:, first], domains[1], points[:, second])


def _order_targets(plan: Plan, links: Sequence[Link], rare: Sequence[frozenset[float]], *, always: bool) -> Points:
    """Move values that are too early to the nearest one that is late enough, if a record of the class was in order.

    ``links`` has every pair of a chain, so that a missing value in the middle does not hide the order of its ends.
    ``always``: even if no record of the class was in order.
    """
    _, class_of_target = distinct_rows(plan.targets)
    released, originals = plan.target != DROPPED, tuple_points(plan.tuples)
    targets = plan.targets.copy() if always else _equate_targets(plan, links, rare)
    earlier = Counter(second for _, second in links)
    for first, second in sorted(links, key=lambda link: earlier[link[1]]):  # each column after all that precede it
        ordered = np.full(len(targets), always)
        late = _find_late(plan.tuples, originals, first, second)
        np.logical_or.at(ordered, class_of_target[plan.target[released]], ~late[plan.source[released]])
        wrong = np.flatnonzero(_find_late(plan.tuples, targets, first, second) & ordered[class_of_target])
        domain, other = plan.tuples.columns[second].domain, plan.tuples.columns[first].domain
        targets[wrong, second] = domain.find_not_before(other, targets[wrong, first], rare[second])
    return targets


def _equate_targets(plan: Plan, links: Sequence[Link], rare: Sequence[frozenset[float]]) -> Points:
    """Give two linked columns equal dates in all targets if they are equal in all records of the original.

    A date that is rare in the second column is allowed there if it is not rare in the first.
    """
    targets, originals = plan.targets.copy(), tuple_points(plan.tuples)
    for first, second in links:
        domains = plan.tuples.columns[first].domain, plan.tuples.columns[second].domain
        if not all(domain.traits.has_periods for domain in domains):
            continue
        if any(_find_late(plan.tuples, originals, *pair).any() for pair in ((first, second), (second, first))):
            continue
        differ = _find_late(plan.tuples, targets, first, second) | _find_late(plan.tuples, targets, second, first)
        shared = as_points(sorted(set(plan.tuples.columns[first].points.tolist()) - rare[first]))
        avoided = rare[second] - set(domains[1].find_same(domains[0], shared).tolist())
        targets[differ, second] = domains[1].find_not_before(domains[0], targets[differ, first], avoided)
    return targets
