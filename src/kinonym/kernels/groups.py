"""Groups of tuples: their centres, the distance of tuples to centres, and the nearest of several centres."""

from __future__ import annotations

import numpy as np

from kinonym.kernels.columns import pair_distance, rounded
from kinonym.kernels.compile import compiled
from kinonym.kernels.tally import add, centre, clear, new_tally

__all__ = ["group_centres", "nearest_centre", "row_distances", "tuple_distance"]


@compiled
def tuple_distance(columns, codes, t, middle):
    """Mean over the columns of the distance to a centre (T eq. 5.5); Euclidean if all columns are numbers."""
    total = 0.0
    for j in range(len(columns.kind)):
        d = pair_distance(columns, j, codes[t, j], middle[j])
        if columns.euclidean[0]:
            d = d * d
        total += columns.weight[j] * d
    mean = total / columns.weight.sum()
    return np.sqrt(mean) if columns.euclidean[0] else mean


@compiled
def row_distances(columns, codes, source, target, centres):
    """Distance of each source tuple to its target centre."""
    out = np.empty(len(source))
    for i in range(len(source)):
        out[i] = tuple_distance(columns, codes, source[i], centres[target[i]])
    return out


@compiled
def nearest_centre(columns, codes, t, centres):
    """The nearest centre of a tuple; ties: the first."""
    best = 0
    least = np.inf
    for g in range(len(centres)):
        d = 0.0
        for j in range(len(columns.kind)):
            apart = pair_distance(columns, j, codes[t, j], centres[g, j])
            if columns.euclidean[0]:
                d += columns.weight[j] * (apart * apart)
            else:
                d += rounded(columns.weight[j] * apart)
        if d < least:
            least = d
            best = g
    return best


@compiled
def group_centres(columns, codes, source, group, count, groups):
    """The centre of each group, from its members: rows (source tuple, group, count)."""
    m = len(columns.kind)
    centres = np.empty((groups, m))
    start = np.zeros(groups + 1, dtype=np.int64)
    for g in group:
        start[g + 1] += 1
    start = np.cumsum(start)
    fill = start[:-1].copy()
    members = np.empty(len(source), dtype=np.int64)
    for i in range(len(source)):
        members[fill[group[i]]] = i
        fill[group[i]] += 1
    tally = new_tally(columns)
    for g in range(groups):
        rows = members[start[g] : start[g + 1]]
        for i in rows:
            for j in range(m):
                add(columns, tally, j, codes[source[i], j], np.float64(count[i]))
        for j in range(m):
            centres[g, j] = centre(columns, tally, j)
        clear(columns, tally, codes, source[rows])
    return centres
