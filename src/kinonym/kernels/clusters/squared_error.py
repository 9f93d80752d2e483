"""What a cluster costs: the least sum of squared record distances (E eq. 7) over centres of its own.

The centre is chosen for the squared error, column after column until nothing falls any more. Its candidates are in
`candidate_centres`, the steps that lower the error in `refinement_steps`.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.clusters.candidate_centres import TINY, measure_concepts, measure_line
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import EQUAL, LINE

__all__ = ["centre_distance", "cluster_cost", "copy_centre"]


@compiled(inlined=True)
def _improve(weight, members, n, apart, value, number, old, total, cost):
    """Another candidate for a column where it lowers the squared error; returns it and the cost."""
    best = old
    for c in range(number):
        if c == old:
            continue
        s = 0.0
        for i in range(n):
            d = total[i] - apart[old, value[i]] + apart[c, value[i]]
            s += weight[members[i]] * d * d
            if s >= cost:
                break
        if s < cost - TINY:
            cost = s
            best = c
    if best != old:
        for i in range(n):
            total[i] += apart[best, value[i]] - apart[old, value[i]]
    return best, cost


@compiled(inner=True)
def cluster_cost(columns, codes, weight, members, n, candidates):
    """Squared error of the first n members around their centre, which `copy_centre` then gives."""
    m = len(columns.kind)
    for j in range(m):
        if columns.kind[j] == LINE:
            measure_line(columns, codes, weight, members, n, candidates, j)
            candidates.chosen[j] = 0
        else:
            measure_concepts(columns, codes, weight, members, n, candidates, j)
    cost = 0.0
    for i in range(n):
        candidates.total[i] = 0.0
        for j in range(m):
            candidates.total[i] += candidates.apart[j, candidates.chosen[j], candidates.value[j, i]]
        cost += weight[members[i]] * (candidates.total[i] if columns.euclidean[0] else candidates.total[i] ** 2)
    if columns.euclidean[0] or m == 1 or cost < TINY:
        return cost
    for _ in range(4):
        before = cost
        for j in range(m):
            apart, value, number = candidates.apart[j], candidates.value[j], candidates.number[j]
            candidates.chosen[j], cost = _improve(
                weight, members, n, apart, value, number, candidates.chosen[j], candidates.total, cost
            )
        if cost == before:
            break
    return cost


@compiled(inlined=True)
def copy_centre(columns, candidates, centre):
    """The centre of the cluster whose cost was asked for last."""
    for j in range(len(columns.kind)):
        centre[j] = candidates.centre[j] if columns.kind[j] == LINE else candidates.candidate[j, candidates.chosen[j]]


@compiled(inner=True)
def centre_distance(columns, codes, t, centre, share):
    """What one record of a tuple adds to the cost at a given centre."""
    total = 0.0
    for j in range(len(columns.kind)):
        at = columns.value_start[j] + codes[t, j]
        if columns.kind[j] == LINE:
            d = abs(columns.position[at] - centre[j]) / columns.unit[j]
            if np.isnan(d):
                both = np.isnan(columns.position[at]) and np.isnan(centre[j])
                d = 0.0 if both else columns.far[j]
            if columns.euclidean[0]:
                d *= d
        elif columns.kind[j] == EQUAL:
            d = 0.0 if columns.candidate_of[at] == centre[j] else 1.0
        else:
            size = columns.candidate_start[j + 1] - columns.candidate_start[j]
            d = columns.table[columns.table_start[j] + np.int64(codes[t, j]) * size + np.int64(centre[j])]
        total += share[j] * d
    return total if columns.euclidean[0] else total * total
