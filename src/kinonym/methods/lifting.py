"""Classes in which every value becomes what subsumes all values of its class in the column."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kinonym.domains import Points
from kinonym.methods.cluster_plans import plan_from_clusters, with_set_centres
from kinonym.methods.clusters import Clusters
from kinonym.metrics.distribution import point_ncp
from kinonym.tuples import Column, Plan, Tuples

__all__ = ["lift_classes", "lift_clusters", "sum_ncp"]


def lift_classes(tuples: Tuples, classes: Plan) -> Plan:
    """Replace the members of each class of a plan by what subsumes them."""
    lifted = lift_clusters(tuples, Clusters(classes.source, classes.target, classes.count))
    return replace(lifted, notices=classes.notices)


def lift_clusters(tuples: Tuples, clusters: Clusters) -> Plan:
    """Replace the members of each cluster by what subsumes them."""
    plan = with_set_centres(plan_from_clusters(tuples, tuples.operators("equality", "lcs"), clusters), "lcs")
    targets = [_find_subsumers(column, plan, j) for j, column in enumerate(tuples.columns)]
    return replace(plan, targets=np.column_stack(targets))


def sum_ncp(plan: Plan) -> float:
    """The NCP of all records, summed over the columns by their weights."""
    records = np.bincount(plan.target, weights=plan.count, minlength=len(plan.targets))
    columns = enumerate(plan.tuples.columns)
    return sum(float(c.weight * (records @ point_ncp(replace(c, points=plan.targets[:, j])))) for j, c in columns)


def _find_subsumers(column: Column, plan: Plan, j: int) -> Points:
    """What subsumes all values of each cluster: their LCS; without a taxonomy their one value, or missing."""
    domain, targets = column.domain, plan.targets[:, j]
    if domain.traits.is_set or (domain.concepts and (column.points < len(domain.concepts.tau)).any()):
        return targets
    codes = plan.tuples.codes[plan.source, j]
    first, last = np.full(len(targets), len(column.points)), np.full(len(targets), -1)
    np.minimum.at(first, plan.target, codes)
    np.maximum.at(last, plan.target, codes)
    _, *levels, top = domain.generalise(column.points)
    lifted = np.full(len(targets), top[0])
    for level in reversed(levels):
        lifted = np.where(level[first] == level[last], level[first], lifted)
    return np.where(first == last, column.points[first], lifted)
