"""The plan that replaces the members of clusters by their centres."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import ConceptSets, Points, Space
from kinonym.domains.centre_of_sets import may_be_centre
from kinonym.kernels.clusters.centroids import group_centres
from kinonym.kernels.distances.flat_columns import Columns
from kinonym.methods.clusters import Clusters, Floats
from kinonym.metrics.plan_changes import record_distances
from kinonym.tuples import Plan, Tuples

__all__ = ["centre_points", "plan_from_clusters", "with_set_centres", "within_members"]


def plan_from_clusters(
    tuples: Tuples, operators: tuple[Columns, list[Space]], clusters: Clusters, centres: Floats | None = None
) -> Plan:
    """Replace the members of each cluster by its centre (E eq. 6, A eq. 8: column by column), if it is not given."""
    flat, spaces = operators
    if centres is None:
        centres = group_centres(flat, tuples.codes, *clusters, clusters.number)
    centres = within_members(tuples, clusters, centres)
    return Plan(tuples, *clusters[:2], clusters.records, centre_points(spaces, centres))


def within_members(tuples: Tuples, clusters: Clusters, centres: Floats) -> Floats:
    """The centres with rounding undone: a mean lies between its numbers, and the mean of equal ones is that one."""
    for j, column in enumerate(tuples.columns):
        if column.domain.traits.scale == "interval":
            numbers = column.points[tuples.codes[clusters.source, j]]
            low, high = np.full(len(centres), np.inf), np.full(len(centres), -np.inf)
            np.fmin.at(low, clusters.group, numbers)
            np.fmax.at(high, clusters.group, numbers)
            centres[:, j] = np.clip(centres[:, j], low, high)
    return centres


def centre_points(spaces: list[Space], centres: NDArray[np.float64]) -> Points:
    """Centres in the kernels' terms → points of the domains."""
    return np.column_stack([space.points(centres[:, j]) for j, space in enumerate(spaces)])


def with_set_centres(plan: Plan, rule: str, *, squared: bool = False) -> Plan:
    """Return the plan with the centres of sets computed, because classes grew around one of the sets of the column.

    With ``squared`` only where the squared error of the class falls (E eq. 7), or where that set may not be a centre.
    """
    targets, barred = plan.targets.copy(), np.zeros(len(plan.targets), dtype=bool)
    order = np.argsort(plan.target, kind="stable")
    start = np.searchsorted(plan.target[order], np.arange(len(targets) + 1))
    for j, column in enumerate(plan.tuples.columns):
        if isinstance(column.domain, ConceptSets):
            originals = column.points[plan.tuples.codes[plan.source, j]]
            for g in range(len(targets)):
                rows = order[start[g] : start[g + 1]]
                targets[g, j] = column.domain.centre(originals[rows], plan.count[rows], rule)
                members = column.domain, plan.targets[g, j], originals[rows], plan.count[rows]
                barred[g] |= squared and rule == "semantic" and not may_be_centre(*members)
    centred = replace(plan, targets=targets)
    return _better_classes(plan, centred, barred) if squared else centred


def _better_classes(plan: Plan, other: Plan, barred: NDArray[np.bool_]) -> Plan:
    """Of each class the target with the smaller squared error; of some the other one whatever it costs."""
    mine, others = (
        np.bincount(p.target, weights=p.count * record_distances(p) ** 2, minlength=len(p.targets))
        for p in (plan, other)
    )
    return replace(plan, targets=np.where((barred | (others < mine))[:, None], other.targets, plan.targets))
