"""Turning an index towards a centre: the distance of every value, or of every tuple of numbers, to it."""

from __future__ import annotations

import numpy as np

from kinonym.kernels.columns import TABLE, pair_distance, rounded
from kinonym.kernels.compile import compiled

__all__ = ["aim"]


@compiled
def _fill(columns, index, j, middle):
    """Distance of each value of column j, rounded as the tables are, so that sums are exact in any order."""
    first = columns.value_start[j]
    size = columns.value_start[j + 1] - first
    if columns.kind[j] == TABLE and columns.weight[j] == 1.0:
        row = columns.table_start[j] + np.int64(middle) * size
        for v in range(size):
            index.rows[first + v] = index.across[row + v]
        return
    for v in range(size):
        index.rows[first + v] = rounded(columns.weight[j] * pair_distance(columns, j, v, middle))


@compiled
def _measure(columns, index, middle):
    """Euclidean distance of every position to the centre."""
    size = index.size[0]
    rows = index.rows
    rows[:size] = 0.0
    for j in range(len(columns.kind)):
        spot = index.spot[j]
        unit, far, weight, c = columns.unit[j], columns.far[j], columns.weight[j], middle[j]
        if np.isnan(c):
            for i in range(size):
                if not np.isnan(spot[i]):
                    rows[i] += weight * (far * far)
            continue
        for i in range(size):
            d = abs(spot[i] - c) / unit
            if np.isnan(d):
                d = far
            rows[i] += weight * (d * d)
    for i in range(size):
        rows[i] = np.sqrt(rows[i])


@compiled
def aim(columns, index, middle):
    """Turn the search towards a centre."""
    if len(index.spot) > 0:
        _measure(columns, index, middle)
        return
    for j in range(len(columns.kind)):
        _fill(columns, index, j, middle[j])
    rows, value, cut = index.rows, index.value, index.cut[0]
    for g in range(index.size[2]):
        i = index.family[index.group[g]]
        d = 0.0
        for l in range(cut):
            d += rows[value[i, l]]
        index.near[g] = d
