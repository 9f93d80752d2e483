"""How outlying each value or tuple is: the sum of its distances to all records (T eq. 5.1 and 5.6)."""

from __future__ import annotations

import numpy as np

from kinonym.kernels.columns import EQUAL, LINE, TABLE, rounded
from kinonym.kernels.compile import compiled

__all__ = ["marginalities", "tuple_rows"]


@compiled
def tuple_rows(columns, codes, t, rows):
    """rows[v] = weighted distance of each value to tuple t's value of its column (squared where Euclidean).

    The arrays are named outside the loops: to hand a tuple of arrays to a function costs more than a distance.
    """
    position, candidate_of, table = columns.position, columns.candidate_of, columns.table
    squared = columns.euclidean[0]
    for j in range(len(columns.kind)):
        first, last = columns.value_start[j], columns.value_start[j + 1]
        kind, weight, unit, far = columns.kind[j], columns.weight[j], columns.unit[j], columns.far[j]
        own = codes[t, j]
        x = position[first + own]
        row = columns.table_start[j] + np.int64(own) * (columns.candidate_start[j + 1] - columns.candidate_start[j])
        for at in range(first, last):
            if kind == TABLE:
                d = np.float64(table[row + candidate_of[at]])
            elif kind == EQUAL:
                d = 0.0 if at == first + own else 1.0
            elif np.isnan(x) or np.isnan(position[at]):
                d = 0.0 if at == first + own else far
            else:
                d = abs(position[at] - x) / unit
            rows[at] = weight * (d * d) if squared else rounded(weight * d)


@compiled
def _line_sums(columns, j, weight, sums):
    """Weighted Σ w·|x − x_i| for the ascending positions of one column, from running sums."""
    first, last = columns.value_start[j], columns.value_start[j + 1]
    total = 0.0
    moment = 0.0
    missing = 0.0
    for at in range(first, last):
        if np.isnan(columns.position[at]):
            missing += weight[at]
        else:
            total += weight[at]
            moment += weight[at] * columns.position[at]
    below = 0.0
    below_moment = 0.0
    for at in range(first, last):
        x = columns.position[at]
        if np.isnan(x):
            sums[at] = columns.weight[j] * total * columns.far[j]
            continue
        above = total - below
        apart = (x * below - below_moment + (moment - below_moment) - x * above) / columns.unit[j]
        sums[at] = columns.weight[j] * (apart + missing * columns.far[j])
        below += weight[at]
        below_moment += weight[at] * x


@compiled
def _value_sums(columns, j, codes, weight, sums, representative, rows):
    """Weighted Σ w·sd for every value of one column that occurs."""
    if columns.kind[j] == LINE:
        _line_sums(columns, j, weight, sums)
        return
    first, last = columns.value_start[j], columns.value_start[j + 1]
    for at in range(first, last):
        if representative[at] < 0:
            continue
        tuple_rows(columns, codes, representative[at], rows)
        total = 0.0
        for other in range(first, last):
            total += weight[other] * rows[other]
        sums[at] = total


@compiled
def _euclidean_sums(columns, codes, counts):
    """The sums for tuples of numbers, pair by pair."""
    rows = np.empty(columns.value_start[-1])
    out = np.zeros(len(counts))
    for t in range(len(counts)):
        tuple_rows(columns, codes, t, rows)
        for u in range(len(counts)):
            d = 0.0
            for j in range(len(columns.kind)):
                d += rows[columns.value_start[j] + codes[u, j]]
            out[t] += counts[u] * np.sqrt(d)
    return out


@compiled
def marginalities(columns, codes, counts):
    """Σ w·sd from each tuple to all records, up to a common factor.

    The distance of tuples is a mean over the columns, so the sums of the columns' values are added; only for
    several columns of nothing but numbers every pair of tuples has to be looked at.
    """
    m = len(columns.kind)
    if columns.euclidean[0] and m > 1:
        return _euclidean_sums(columns, codes, counts)
    size = columns.value_start[-1]
    weight = np.zeros(size)
    representative = np.full(size, -1, dtype=np.int64)
    for t in range(len(counts)):
        for j in range(m):
            weight[columns.value_start[j] + codes[t, j]] += counts[t]
            representative[columns.value_start[j] + codes[t, j]] = t
    sums = np.zeros(size)
    rows = np.empty(size)
    out = np.zeros(len(counts))
    for j in range(m):
        _value_sums(columns, j, codes, weight, sums, representative, rows)
        for t in range(len(counts)):
            out[t] += sums[columns.value_start[j] + codes[t, j]]
    return out
