"""The cost of a cluster: the sum of squared record distances (E eq. 7) around a centre chosen to minimise it.

The distance of a record is a mean over the columns, so its square does not separate by column. The search begins with
the best candidate of each column alone and improves one column at a time (coordinate descent), so the cost is a local
minimum. The candidates are in `candidate_centres`, the steps that lower the total error in `refinement_steps`.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.clusters.candidate_centres import TINY, measure_concept_column, measure_line_column
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import EQUAL, LINE

__all__ = ["compute_cluster_cost", "copy_centre", "measure_squared_distance"]


@compiled(inlined=True)
def _improve_column(weight, members, n, distance, value, candidate_count, current, member_distance, cost):
    """Choose the candidate of one column that lowers the squared error most; returns it and the cost.

    ``member_distance`` is updated. A candidate is abandoned once its cost exceeds the best. Cost: O(candidates ×
    members).
    """
    best = current
    for c in range(candidate_count):
        if c == current:
            continue
        s = 0.0
        for i in range(n):
            d = member_distance[i] - distance[current, value[i]] + distance[c, value[i]]
            s += weight[members[i]] * d * d
            if s >= cost:
                break
        if s < cost - TINY:
            cost = s
            best = c
    if best != current:
        for i in range(n):
            member_distance[i] += distance[best, value[i]] - distance[current, value[i]]
    return best, cost


@compiled(inner=True)
def compute_cluster_cost(columns, codes, weight, members, n, candidates):
    """Squared error of the first n members around their best centre, which `copy_centre` then copies.

    At most four passes over the columns after the first choice.
    """
    m = len(columns.kind)
    for j in range(m):
        if columns.kind[j] == LINE:
            measure_line_column(columns, codes, weight, members, n, candidates, j)
            candidates.chosen[j] = 0
        else:
            measure_concept_column(columns, codes, weight, members, n, candidates, j)
    cost = 0.0
    for i in range(n):
        candidates.member_distance[i] = 0.0
        for j in range(m):
            candidates.member_distance[i] += candidates.distance[j, candidates.chosen[j], candidates.value[j, i]]
        cost += weight[members[i]] * (
            candidates.member_distance[i] if columns.euclidean[0] else candidates.member_distance[i] ** 2
        )
    if columns.euclidean[0] or m == 1 or cost < TINY:
        return cost
    for _ in range(4):
        before = cost
        for j in range(m):
            distance, value, candidate_count = (
                candidates.distance[j],
                candidates.value[j],
                candidates.candidate_count[j],
            )
            candidates.chosen[j], cost = _improve_column(
                weight,
                members,
                n,
                distance,
                value,
                candidate_count,
                candidates.chosen[j],
                candidates.member_distance,
                cost,
            )
        if cost == before:
            break
    return cost


@compiled(inlined=True)
def copy_centre(columns, candidates, centre):
    """Copy the centre of the cluster that was measured last."""
    for j in range(len(columns.kind)):
        centre[j] = candidates.centre[j] if columns.kind[j] == LINE else candidates.candidate[j, candidates.chosen[j]]


@compiled(inner=True)
def measure_squared_distance(columns, codes, t, centre, share, most):
    """Squared distance of a record of tuple t to a centre: what it adds to the cost. Cost: O(m).

    Columns are left out once the sum has reached ``most``.
    """
    mean = 0.0
    for j in range(len(columns.kind)):
        value = columns.value_start[j] + codes[t, j]
        if columns.kind[j] == LINE:
            d = abs(columns.position[value] - centre[j]) / columns.unit[j]
            if np.isnan(d):
                both = np.isnan(columns.position[value]) and np.isnan(centre[j])
                d = 0.0 if both else columns.far[j]
            if columns.euclidean[0]:
                d *= d
        elif columns.kind[j] == EQUAL:
            d = 0.0 if columns.candidate_of[value] == centre[j] else 1.0
        else:
            size = columns.candidate_start[j + 1] - columns.candidate_start[j]
            d = columns.table[columns.table_start[j] + np.int64(codes[t, j]) * size + np.int64(centre[j])]
        mean += share[j] * d
        if (mean if columns.euclidean[0] else mean * mean) >= most:
            break
    return mean if columns.euclidean[0] else mean * mean
