"""Distances of whole tuples: to centres, to the values of another tuple, and to all records of the table.

Distances in one column are in `flat_columns`. Searches that skip most distances are in ``clusters``.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.arrays import Codes, Floats, Numbers
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import EQUAL, LINE, TABLE, Columns, pair_distance, round_distance

__all__ = ["marginalities", "measure_values", "row_distances", "tuple_distance"]


@compiled(inner=True)
def tuple_distance(columns, codes, t, centre):
    """Weighted mean over the columns of the distance to a centre (T eq. 5.5); Euclidean if all columns are numbers."""
    total = 0.0
    weights = 0.0
    for j in range(len(columns.kind)):
        d = pair_distance(columns, j, np.int64(codes[t, j]), centre[j])
        if columns.euclidean[0]:
            d = d * d
        total += columns.weight[j] * d
        weights += columns.weight[j]
    mean = total / weights
    return np.sqrt(mean) if columns.euclidean[0] else mean


@compiled
def measure_rows(columns, codes, source, target, centres, out):
    """`row_distances`, written to ``out``."""
    for i in range(len(source)):
        out[i] = tuple_distance(columns, codes, source[i], centres[target[i]])


def row_distances(columns: Columns, codes: Codes, source: Numbers, target: Numbers, centres: Floats) -> Floats:
    """Distance of each source tuple to its target centre. Cost: O(rows × m)."""
    out = np.empty(len(source))
    measure_rows(columns, codes, source, target, centres, out)
    return out


@compiled(inner=True)
def measure_values(columns, codes, t, distances):
    """distances[v] = weighted distance of value v to the value of tuple t in the same column; squared if Euclidean.

    One pass over all values of all columns. The arrays are read from the bundle outside the loops, as reading them
    costs more than a distance.
    """
    position, candidate_of, table = columns.position, columns.candidate_of, columns.table
    squared = columns.euclidean[0]
    for j in range(len(columns.kind)):
        first, last = columns.value_start[j], columns.value_start[j + 1]
        kind, weight, unit, far = columns.kind[j], columns.weight[j], columns.unit[j], columns.far[j]
        value = codes[t, j]
        x = position[first + value]
        row = columns.table_start[j] + np.int64(value) * (columns.candidate_start[j + 1] - columns.candidate_start[j])
        for at in range(first, last):
            if kind == TABLE:
                d = np.float64(table[row + candidate_of[at]])
            elif kind == EQUAL:
                d = 0.0 if at == first + value else 1.0
            elif np.isnan(x) or np.isnan(position[at]):
                d = 0.0 if at == first + value else far
            else:
                d = abs(position[at] - x) / unit
            distances[at] = weight * (d * d) if squared else round_distance(weight * d)


@compiled(inlined=True)
def _sum_numbers(columns, j, weight, sums):
    """Weighted Σ w·|x − x_i| for the ascending positions x of one column, from running sums. Cost: O(values)."""
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
        distance = (x * below - below_moment + (moment - below_moment) - x * above) / columns.unit[j]
        sums[at] = columns.weight[j] * (distance + missing * columns.far[j])
        below += weight[at]
        below_moment += weight[at] * x


@compiled(inlined=True)
def _sum_values_of_column(columns, j, codes, weight, sums, representative, distances):
    """Weighted Σ w·sd for every value that occurs in one column. Cost: O(values²), O(values) for numbers."""
    if columns.kind[j] == LINE:
        _sum_numbers(columns, j, weight, sums)
        return
    first, last = columns.value_start[j], columns.value_start[j + 1]
    for at in range(first, last):
        if representative[at] < 0:
            continue
        measure_values(columns, codes, representative[at], distances)
        total = 0.0
        for other in range(first, last):
            total += weight[other] * distances[other]
        sums[at] = total


@compiled
def sum_values(columns, codes, counts, weight, representative, sums, distances, out):
    """`marginalities` column by column: add up the sums of the values. ``weight`` to ``distances``: workspaces."""
    m = len(columns.kind)
    for t in range(len(counts)):
        for j in range(m):
            weight[columns.value_start[j] + codes[t, j]] += counts[t]
            representative[columns.value_start[j] + codes[t, j]] = t
    for j in range(m):
        _sum_values_of_column(columns, j, codes, weight, sums, representative, distances)
        for t in range(len(counts)):
            out[t] += sums[columns.value_start[j] + codes[t, j]]


@compiled
def sum_pairs(columns, codes, counts, distances, out):
    """`marginalities` of tuples of numbers, pair by pair. ``distances``: workspace."""
    for t in range(len(counts)):
        measure_values(columns, codes, t, distances)
        for u in range(len(counts)):
            d = 0.0
            for j in range(len(columns.kind)):
                d += distances[columns.value_start[j] + codes[u, j]]
            out[t] += counts[u] * np.sqrt(d)


def marginalities(columns: Columns, codes: Codes, counts: Numbers) -> Floats:
    """Σ w·sd from each tuple to all records, up to a common factor (T eq. 5.1 and 5.6).

    The distance of tuples is a mean over the columns, so the sums per value are added. Only Euclidean distances over
    several columns need every pair of tuples. Cost: O(values²) per column, or O(p²·m).
    """
    size = columns.value_start[-1]
    distances, out = np.empty(size), np.zeros(len(counts))
    if columns.euclidean[0] and len(columns.kind) > 1:
        sum_pairs(columns, codes, counts, distances, out)
    else:
        representative = np.full(size, -1, dtype=np.int64)
        sum_values(columns, codes, counts, np.zeros(size), representative, np.zeros(size), distances, out)
    return out
