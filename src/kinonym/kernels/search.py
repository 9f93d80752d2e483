"""Which tuple alive is nearest to a centre, which is farthest: an exact search that leaves most tuples out.

The tuples stand in lexicographic order of their values. Distances add up column by column, so a sum that is
already too great after some columns rules out every tuple that begins with the same values.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kinonym.kernels.columns import TABLE, pair_distance, rounded
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
def _scan(index, i, stop, best, least, weighted):
    """The best of the positions from i to ``stop`` and of what was best before."""
    rows, value, skip, differs = index.rows, index.value, index.skip, index.differs
    weight, tuple_of, partial = index.weight, index.tuple_of, index.partial
    last = value.shape[1] - 1
    l = 0
    while i < stop:
        d = partial[l] + rows[value[i, l]]
        while d <= least and l < last:  # w ≥ 1: the sum so far never exceeds w·sd
            l += 1
            partial[l] = d
            d += rows[value[i, l]]
        if d <= least and weight[i] > 0:
            score = d * weight[i] if weighted else d
            if score < least or (score == least and tuple_of[i] < best):
                least = score
                best = tuple_of[i]
        i = skip[i, l]
        l = differs[i]
    return best, least


@compiled
def _nearest_number(index, weighted):
    """`nearest` on a table of numbers, where the distances stand in the order of positions."""
    rows, weight, tuple_of = index.rows, index.weight, index.tuple_of
    best = -1
    least = np.inf
    for i in range(index.size[0]):
        if rows[i] <= least and weight[i] > 0:
            score = rows[i] * weight[i] if weighted else rows[i]
            if score < least or (score == least and tuple_of[i] < best):
                least = score
                best = tuple_of[i]
    return best


@compiled
def nearest(index, weighted):
    """The tuple with the least w·sd to the centre aimed at; ties: the first tuple."""
    if len(index.spot) > 0:
        return _nearest_number(index, weighted)
    begin = _nearest_group(index)
    best, least = _scan(index, begin, index.skip[begin, 0], -1, np.inf, weighted)
    best, least = _scan(index, 0, index.size[0], best, least, weighted)
    return best


@compiled
def _scan_far(index, i, stop, best, most, weighted, last):
    """The farthest of the positions from i to ``stop`` and of what was farthest before."""
    rows, value, skip, heaviest = index.rows, index.value, index.skip, index.heaviest
    weight, tuple_of, rest = index.weight, index.tuple_of, index.rest[1]
    depth = value.shape[1]
    while i < stop:
        first = rows[value[i, 0]]
        end = skip[i, 0]
        if (first + rest) * (heaviest[i] if weighted else 1) >= most:
            for at in range(i, end):
                d = first
                for l in range(1, depth):
                    d += rows[value[at, l]]
                score = d * weight[at] if weighted else d
                if score >= most and weight[at] > 0:
                    if score > most or (tuple_of[at] > best) == last:
                        most = score
                        best = tuple_of[at]
        i = end
    return best, most


@compiled
def _farthest_number(index, weighted, last):
    """`farthest` on a table of numbers, where the distances stand in the order of positions."""
    rows, weight, tuple_of = index.rows, index.weight, index.tuple_of
    best = -1
    most = -1.0
    for i in range(index.size[0]):
        score = rows[i] * weight[i] if weighted else rows[i]
        if score >= most and weight[i] > 0:
            if score > most or (tuple_of[i] > best) == last:
                most = score
                best = tuple_of[i]
    return best


@compiled
def farthest(index, weighted, last):
    """The tuple with the greatest w·sd to the centre aimed at; ties: the first tuple, or the last."""
    if len(index.spot) > 0:
        return _farthest_number(index, weighted, last)
    _limit(index)
    begin = _farthest_group(index, weighted)
    best, most = _scan_far(index, begin, index.skip[begin, 0], -1, -1.0, weighted, last)
    best, most = _scan_far(index, 0, index.size[0], best, most, weighted, last)
    return best


@compiled
def _limit(index):
    """The greatest sum that the levels from each one on can add."""
    depth = len(index.level)
    index.rest[:] = 0.0
    for l in range(depth - 1, 0, -1):
        most = 0.0
        for at in index.values_of[index.values_start[l] : index.values_start[l + 1]]:
            most = max(most, index.rows[at])
        index.rest[l] = index.rest[l + 1] + most


@compiled
def _farthest_group(index, weighted):
    """Where the tuples begin that may be farthest by their first value."""
    best = 0
    most = -1.0
    i = 0
    while i < index.size[0]:
        bound = index.rows[index.value[i, 0]] + index.rest[1]
        if weighted:
            bound *= index.heaviest[i]
        if bound > most:
            best = i
            most = bound
        i = index.skip[i, 0]
    return best


@compiled
def _after(index, a, b):
    """Whether entry a of the heap comes after b: farther away, or equally far and a later tuple."""
    if index.reach[a] != index.reach[b]:
        return index.reach[a] > index.reach[b]
    return index.heap[a] > index.heap[b]


@compiled
def _exchange(index, a, b):
    index.heap[a], index.heap[b] = index.heap[b], index.heap[a]
    index.reach[a], index.reach[b] = index.reach[b], index.reach[a]


@compiled
def _push(index, size, t, d):
    """Put a tuple into the heap, farthest on top."""
    index.heap[size] = t
    index.reach[size] = d
    i = size
    while i > 0 and _after(index, i, (i - 1) // 2):
        _exchange(index, i, (i - 1) // 2)
        i = (i - 1) // 2


@compiled
def _pop(index, size):
    """Drop the top of the heap."""
    _exchange(index, 0, size - 1)
    i = 0
    while True:
        child = 2 * i + 1
        if child >= size - 1:
            return
        if child + 1 < size - 1 and _after(index, child + 1, child):
            child += 1
        if not _after(index, child, i):
            return
        _exchange(index, i, child)
        i = child


@compiled
def _offer(index, i, d, size, held, k):
    """Put position i into the heap and drop what is not needed for k records; returns the new size and records."""
    _push(index, size, index.tuple_of[i], d)
    size += 1
    held += index.weight[i]
    while held - index.weight[index.place[index.heap[0]]] >= k:
        held -= index.weight[index.place[index.heap[0]]]
        _pop(index, size)
        size -= 1
    return size, held


@compiled
def _nearest_numbers(index, k):
    """`nearest_records` on a table of numbers, where the distances stand in the order of positions."""
    rows, weight = index.rows, index.weight
    size = 0
    held = 0
    least = np.inf
    for i in range(index.size[0]):
        if rows[i] <= least and weight[i] > 0 and (rows[i] < least or index.tuple_of[i] < index.heap[0]):
            size, held = _offer(index, i, rows[i], size, held, k)
            if held >= k:
                least = index.reach[0]
    return size


@compiled
def nearest_records(index, k):
    """Fill the heap with the nearest tuples that hold at least k records, the last of them on top; returns how many."""
    if len(index.spot) > 0:
        return _nearest_numbers(index, k)
    rows, value, skip, differs = index.rows, index.value, index.skip, index.differs
    weight, tuple_of, partial = index.weight, index.tuple_of, index.partial
    last = value.shape[1] - 1
    size = 0
    held = 0
    least = np.inf
    begin = _nearest_group(index)
    end = skip[begin, 0]
    for part in range(3):  # the group of the nearest first value, then what is before and after it
        i = begin if part == 0 else (0 if part == 1 else end)
        stop = end if part == 0 else (begin if part == 1 else index.size[0])
        l = 0
        while i < stop:
            d = partial[l] + rows[value[i, l]]
            while d <= least and l < last:
                l += 1
                partial[l] = d
                d += rows[value[i, l]]
            if d <= least and weight[i] > 0 and (d < least or tuple_of[i] < index.heap[0]):
                size, held = _offer(index, i, d, size, held, k)
                if held >= k:
                    least = index.reach[0]
            i = skip[i, l]
            l = differs[i]
    return size
