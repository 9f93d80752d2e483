"""Verifies that the targets of a plan are the centres of their classes, each by its definition."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kinonym.domains import ConceptSets, Dates, Nominal, Points
from kinonym.kernels.clusters.centroids import group_centres
from kinonym.methods.cluster_plans import centre_points
from kinonym.methods.clusters import Numbers
from kinonym.metrics.plan_changes import combine_distances
from kinonym.tuples import Plan
from kinonym.tuples.tuples import tuple_points

__all__ = ["off_centre"]

_CLASSES, _MEMBERS = 64, 4
"""How many classes are looked at once more, and how many of their members are tried as centres."""
_ROUNDED = 1e-6
"""What rounding may do to the distance of one record."""


def off_centre(plan: Plan, rule: str) -> str | None:
    """Which column has a target that is not the centre of its class, by its definition; of many classes a sample.

    A semantic centre costs its class no more than any of its members (E eq. 5), the mode is the commonest value, what
    subsumes a class subsumes each member, a mean is the mean, a date is the median, or the nearest date that it may
    be; a set costs no more than the centre that is computed anew. The squared error of a refined class of concepts is
    at most that of its centroid; its numbers, dates and sets are verified like others. Values without a concept are
    left out.
    """
    from kinonym.methods.class_centres import Classes, off_date, off_mean, off_refined_sets, off_set

    rows, start = _some_classes(plan)
    if rule == "squared" and (_badly_refined(plan, rows, start) or off_refined_sets(plan, rows, start)):
        return "the target of a class is not its centre"
    for j, column in enumerate(plan.tuples.columns):
        domain, classes = column.domain, Classes.of(plan, j, rows, start)
        if domain.concepts is not None:
            off = rule != "squared" and _off_concept(
                domain.concepts, rule, classes.own, classes.centre, classes.records, start
            )
        elif isinstance(domain, Dates):
            off = off_date(plan, j, domain, classes)
        elif isinstance(domain, ConceptSets):
            off = rule != "squared" and off_set(domain, rule, classes)
        else:
            off = domain.traits.averages and off_mean(domain, classes)
        if off:
            return f"the target of a class in column {column.name!r} is not its centre"
    return None


def _some_classes(plan: Plan) -> tuple[Numbers, Numbers]:
    """The plan's rows of some classes, class after class, and where each begins."""
    order = np.argsort(plan.target, kind="stable")
    begins = np.flatnonzero(np.diff(plan.target[order], prepend=-2))
    ends = np.r_[begins[1:], len(order)]
    some = np.unique(np.linspace(0, len(begins) - 1, _CLASSES).astype(np.int64))
    rows = np.concatenate([order[begins[g] : ends[g]] for g in some.tolist()])
    return rows, np.r_[0, np.cumsum(ends[some] - begins[some])]


def _members(start: Numbers) -> Iterator[Numbers]:
    """Yield members of the classes: for every row, the row of one member of its class."""
    sizes = np.diff(start)
    for i in range(_MEMBERS):
        yield np.repeat(start[:-1] + i % sizes, sizes)


def _off_concept(domain: Nominal, rule: str, members: Points, centre: Points, records: Numbers, start: Numbers) -> bool:
    """Whether a class has a concept that is not its centre."""
    size = len(domain.tau)
    known = np.logical_and.reduceat((members < size) & (centre < size), start[:-1])
    if rule == "lcs":
        looked_at = np.repeat(known, np.diff(start))
        pairs = set(zip(members[looked_at].astype(np.int64).tolist(), centre[looked_at].tolist(), strict=True))
        return any(above not in domain.tau.above(concept) for concept, above in pairs)
    others = centre, *(members[member] for member in _members(start))
    apart = (members != other if rule == "mode" else domain.between(members, other) for other in others)
    costs = [np.add.reduceat(records * distance, start[:-1]) for distance in apart]
    least = np.min(costs[1:], axis=0)
    return bool((known & (costs[0] > least + _ROUNDED * np.add.reduceat(records, start[:-1]))).any())


def _badly_refined(plan: Plan, rows: Numbers, start: Numbers) -> bool:
    """Whether the centroid of a class of concepts, from which refinement begins, has a smaller squared error."""
    tuples, group = plan.tuples, np.repeat(np.arange(len(start) - 1), np.diff(start))
    spaces = [column.space for column in tuples.columns]
    centroids = group_centres(
        tuples.kernel_columns, tuples.codes, plan.source[rows], group, plan.count[rows], len(start) - 1
    )
    members, known, errors = tuple_points(tuples)[plan.source[rows]], np.ones(len(rows), dtype=bool), []
    for centres in (plan.targets[plan.target[rows]], centre_points(spaces, centroids)[group]):
        for j, column in enumerate(tuples.columns):
            if column.domain.concepts is None:  # a point is then no number of a concept, and may be negative
                known[:] = False
            else:
                concepts = len(column.domain.concepts.tau)
                known &= (members[:, j] < concepts) & (centres[:, j] < concepts)
        changes = [column.domain.between(members[:, j], centres[:, j]) for j, column in enumerate(tuples.columns)]
        squares = plan.count[rows] * combine_distances(tuples, np.column_stack(changes)) ** 2
        errors.append(np.add.reduceat(squares, start[:-1]))
    slack = _ROUNDED * np.add.reduceat(plan.count[rows], start[:-1])
    return bool((np.logical_and.reduceat(known, start[:-1]) & (errors[0] > errors[1] + slack)).any())
