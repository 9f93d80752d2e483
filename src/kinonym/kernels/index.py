"""The tuples alive, in lexicographic order, with where a search may leap; the search itself is in `search`.

Distances add up column by column, so a sum that is already too great after some columns rules out every
tuple that begins with the same values.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kinonym.kernels.columns import TABLE, pair_distance, rounded
from kinonym.kernels.compile import compiled

__all__ = ["Index", "aim", "new_index", "remove", "tidy"]


class Index(NamedTuple):
    """Tuples alive and where the search may leap; a table of numbers has one level, its distances to the centre."""

    tuple_of: Any  # the tuple at each position
    weight: Any  # its records that are left; 0: it is gone
    place: Any  # position of each tuple
    value: Any  # positions × levels: where its distance stands in ``rows``
    skip: Any  # positions × levels: the next position that begins differently
    differs: Any  # first level at which a position differs from the one before
    heaviest: Any  # greatest weight among those with the same first value
    size: Any  # positions, positions that are gone
    level: Any  # column of each level
    across: Any  # the tables turned round: candidates × values
    rows: Any  # weighted distance of each value (each position) to the centre aimed at
    partial: Any
    rest: Any  # greatest sum of the levels from each one on
    values_of: Any  # values that were alive when the index was last tidied, level by level
    values_start: Any
    spot: Any  # columns × positions, on a table of numbers
    heap: Any
    reach: Any  # distance of each tuple in the heap


@compiled
def _levels(columns, p):
    """Columns with most values first: they rule out most; what hardly repeats comes last."""
    m = len(columns.kind)
    if columns.euclidean[0]:
        return np.zeros(1, dtype=np.int64)
    sizes = columns.value_start[1:] - columns.value_start[:-1]
    key = np.where(4 * sizes > p, sizes, -sizes)
    return np.argsort(key, kind="mergesort")[:m]


@compiled
def _sorted(codes, level):
    order = np.arange(len(codes))
    for l in level[::-1]:
        order = order[np.argsort(codes[order, l], kind="mergesort")]
    return order


@compiled
def _turned(columns):
    """Every table as candidates × values, so that the distances to one candidate lie together."""
    across = np.empty_like(columns.table)
    for j in range(len(columns.kind)):
        if columns.kind[j] == TABLE:
            part = columns.table[columns.table_start[j] : columns.table_start[j + 1]]
            size = columns.candidate_start[j + 1] - columns.candidate_start[j]
            across[columns.table_start[j] : columns.table_start[j + 1]] = part.reshape(-1, size).T.copy().reshape(-1)
    return across


@compiled
def _spots(columns, codes):
    """The numbers of the tuples, column by column."""
    if not columns.euclidean[0]:
        return np.empty((0, 0))
    spot = np.empty((codes.shape[1], codes.shape[0]))
    for j in range(codes.shape[1]):
        for t in range(codes.shape[0]):
            spot[j, t] = columns.position[columns.value_start[j] + codes[t, j]]
    return spot


@compiled
def new_index(columns, codes, counts, room):
    """All tuples are alive; ``room`` is the greatest number of records asked for at once."""
    p = len(codes)
    level = _levels(columns, p)
    order = _sorted(codes, level) if not columns.euclidean[0] else np.arange(p)
    place = np.empty(p, dtype=np.int64)
    place[order] = np.arange(p)
    value = np.empty((p, len(level)), dtype=np.int32)
    for i in range(p):
        for l in range(len(level)):
            value[i, l] = i if columns.euclidean[0] else columns.value_start[level[l]] + codes[order[i], level[l]]
    index = Index(
        order, counts[order], place, value, np.empty((p, len(level)), dtype=np.int32), np.zeros(p + 1, dtype=np.int8),
        np.zeros(p, dtype=np.int64), np.array([p, p]), level, _turned(columns),
        np.empty(max(p, columns.value_start[-1])), np.zeros(len(level) + 1), np.zeros(len(level) + 1),
        np.empty(columns.value_start[-1], dtype=np.int32), np.zeros(len(level) + 1, dtype=np.int64),
        _spots(columns, codes),
        np.empty(room + 1, dtype=np.int64), np.empty(room + 1),
    )  # fmt: skip
    tidy(columns, index)
    return index


@compiled
def remove(index, t, number):
    """Take records of a tuple away."""
    i = index.place[t]
    index.weight[i] -= number
    if index.weight[i] == 0:
        index.size[1] += 1


@compiled
def tidy(columns, index):
    """Close the gaps once a tuple in 32 is gone, and mark again where the search may leap."""
    if 32 * index.size[1] <= index.size[0]:
        return
    kept = 0
    depth = len(index.level)
    for i in range(index.size[0]):
        if index.weight[i] > 0:
            index.tuple_of[kept] = index.tuple_of[i]
            index.weight[kept] = index.weight[i]
            index.place[index.tuple_of[i]] = kept
            for l in range(depth):
                index.value[kept, l] = kept if columns.euclidean[0] else index.value[i, l]
            for j in range(len(index.spot)):
                index.spot[j, kept] = index.spot[j, i]
            kept += 1
    index.size[0] = kept
    index.size[1] = 0
    _mark(index, kept, depth)
    _list_values(index, depth)


@compiled
def _mark(index, size, depth):
    """Where positions begin to differ, and the heaviest tuple of each first value."""
    for i in range(size - 1, -1, -1):
        same = i + 1 < size
        for l in range(depth):
            if same and index.value[i, l] != index.value[i + 1, l]:
                index.differs[i + 1] = l
                same = False
            index.skip[i, l] = index.skip[i + 1, l] if same else i + 1
        begun = index.skip[i, 0] > i + 1
        index.heaviest[i] = max(index.weight[i], index.heaviest[i + 1]) if begun else index.weight[i]
    index.differs[0] = index.differs[size] = 0


@compiled
def _list_values(index, depth):
    """Which values are alive at each level but the first."""
    seen = np.zeros(len(index.rows), dtype=np.int8)
    number = 0
    for l in range(1, depth):
        index.values_start[l] = number
        for i in range(index.size[0]):
            at = index.value[i, l]
            if seen[at] == 0:
                seen[at] = 1
                index.values_of[number] = at
                number += 1
    index.values_start[depth] = number


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
    if columns.euclidean[0]:
        _measure(columns, index, middle)
        return
    for j in range(len(columns.kind)):
        _fill(columns, index, j, middle[j])
