"""Which tuple alive is nearest to a centre, which is farthest: an exact search that leaves most tuples out.

The tuples stand in lexicographic order of their values. Distances add up column by column, so a sum that is
already too great after some columns rules out every tuple that begins with the same values.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kinonym.kernels.columns import LINE, ROUNDING, TABLE, line_distance, pair_distance
from kinonym.kernels.compile import compiled

__all__ = ["Index", "aim", "farthest", "nearest", "nearest_records", "new_index", "remove", "tidy"]


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
def new_index(columns, codes, counts, room):
    """All tuples are alive; ``room`` is the greatest number of records asked for at once."""
    p, m = codes.shape
    level = _levels(columns, p)
    order = _sorted(codes, level) if not columns.euclidean[0] else np.arange(p)
    place = np.empty(p, dtype=np.int64)
    place[order] = np.arange(p)
    value = np.empty((p, len(level)), dtype=np.int32)
    for i in range(p):
        for l in range(len(level)):
            value[i, l] = i if columns.euclidean[0] else columns.value_start[level[l]] + codes[order[i], level[l]]
    index = Index(
        order, counts[order], place, value, np.empty((p, len(level)), dtype=np.int32), np.zeros(p, dtype=np.int8),
        np.zeros(p, dtype=np.int64), np.array([p, p]), level, _turned(columns),
        np.empty(max(p, columns.value_start[-1])), np.zeros(len(level) + 1), np.zeros(len(level) + 1),
        np.empty(room + 1, dtype=np.int64), np.empty(room + 1),
    )  # fmt: skip
    tidy(columns, codes, index)
    return index


@compiled
def remove(index, t, number):
    """Take records of a tuple away."""
    i = index.place[t]
    index.weight[i] -= number
    if index.weight[i] == 0:
        index.size[1] += 1


@compiled
def tidy(columns, codes, index):
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
            kept += 1
    index.size[0] = kept
    index.size[1] = 0
    _mark(index, kept, depth)


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
    if size > 0:
        index.differs[0] = 0


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
        d = columns.weight[j] * pair_distance(columns, j, v, middle)
        index.rows[first + v] = np.rint(d / ROUNDING) * ROUNDING


@compiled
def _measure(columns, codes, index, middle):
    """Euclidean distance of every position to the centre."""
    size = index.size[0]
    rows = index.rows
    rows[:size] = 0.0
    for j in range(len(columns.kind)):
        first = columns.value_start[j]
        for i in range(size):
            d = line_distance(columns, j, columns.position[first + codes[index.tuple_of[i], j]], middle[j])
            rows[i] += columns.weight[j] * (d * d)
    for i in range(size):
        rows[i] = np.sqrt(rows[i])


@compiled
def aim(columns, codes, index, middle):
    """Turn the search towards a centre."""
    if columns.euclidean[0]:
        _measure(columns, codes, index, middle)
        return
    for j in range(len(columns.kind)):
        _fill(columns, index, j, middle[j])


@compiled
def _descend(index, i, level, bound):
    """Add up the levels of a position from ``level`` on; stop where the sum exceeds the bound."""
    d = index.partial[level]
    for l in range(level, len(index.level)):
        d += index.rows[index.value[i, l]]
        if d > bound:
            return l, d
        index.partial[l + 1] = d
    return len(index.level), d


@compiled
def _nearest_group(index):
    """Where the tuples begin whose first value is nearest."""
    best = 0
    i = 0
    while i < index.size[0]:
        if index.rows[index.value[i, 0]] < index.rows[index.value[best, 0]]:
            best = i
        i = index.skip[i, 0]
    return best


@compiled
def nearest(index, weighted):
    """The tuple with the least w·sd to the centre aimed at; ties: the first tuple."""
    depth = len(index.level)
    best = -1
    least = np.inf
    begin = _nearest_group(index)
    end = index.skip[begin, 0]
    for part in range(2):  # the group of the nearest first value, then everything
        i = begin if part == 0 else 0
        stop = end if part == 0 else index.size[0]
        level = 0
        while i < stop:
            reached, d = _descend(index, i, level, least)
            if reached == depth and index.weight[i] > 0:
                score = d * index.weight[i] if weighted else d
                t = index.tuple_of[i]
                if score < least or (score == least and t < best):
                    least = score
                    best = t
            i = index.skip[i, min(reached, depth - 1)]
            level = index.differs[i] if i < stop else 0
    return best


@compiled
def _limits(index):
    """The greatest sum that the levels from each one on can add."""
    depth = len(index.level)
    index.rest[:] = 0.0
    most = np.zeros(depth)
    for i in range(index.size[0]):
        for l in range(index.differs[i], depth):
            most[l] = max(most[l], index.rows[index.value[i, l]])
    for l in range(depth - 1, -1, -1):
        index.rest[l] = index.rest[l + 1] + most[l]


@compiled
def farthest(index, weighted, last):
    """The tuple with the greatest w·sd to the centre aimed at; ties: the first tuple, or the last."""
    depth = len(index.level)
    best = -1
    most = -1.0
    for i in range(index.size[0]):
        if index.weight[i] > 0:
            d = 0.0
            for l in range(depth):
                d += index.rows[index.value[i, l]]
            score = d * index.weight[i] if weighted else d
            t = index.tuple_of[i]
            if score > most or (score == most and (t > best) == last):
                most = score
                best = t
    return best
