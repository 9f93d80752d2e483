"""The nearest several tuples of a centre, in a heap with the farthest on top, and the neighbours of every tuple.

The nearest single tuple is in `growing_clusters`, the index that both search in `tuple_index`.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.clusters.growing_clusters import nearest_group
from kinonym.kernels.clusters.tuple_index import measure_from
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import own_centre

__all__ = ["fill_neighbours", "nearest_records"]


@compiled
def _after(heap, reach, a, b):
    """Whether entry a of the heap comes after b: farther away, or equally far and a later tuple."""
    return reach[a] > reach[b] or (reach[a] == reach[b] and heap[a] > heap[b])


@compiled
def _exchange(heap, reach, a, b):
    heap[a], heap[b] = heap[b], heap[a]
    reach[a], reach[b] = reach[b], reach[a]


@compiled
def _push(heap, reach, size, t, d):
    """Put a tuple into the heap, farthest on top."""
    heap[size] = t
    reach[size] = d
    i = size
    while i > 0 and _after(heap, reach, i, (i - 1) // 2):
        _exchange(heap, reach, i, (i - 1) // 2)
        i = (i - 1) // 2


@compiled
def _pop(heap, reach, size):
    """Drop the top of the heap."""
    _exchange(heap, reach, 0, size - 1)
    i = 0
    while True:
        child = 2 * i + 1
        if child >= size - 1:
            return
        if child + 1 < size - 1 and _after(heap, reach, child + 1, child):
            child += 1
        if not _after(heap, reach, child, i):
            return
        _exchange(heap, reach, i, child)
        i = child


@compiled
def _offer(heap, reach, weight, place, t, d, size, held, k):
    """Put a tuple into the heap and drop what k records do not need; returns the new size and records."""
    _push(heap, reach, size, t, d)
    size += 1
    held += weight[place[t]]
    while held - weight[place[heap[0]]] >= k:
        held -= weight[place[heap[0]]]
        _pop(heap, reach, size)
        size -= 1
    return size, held


@compiled(inlined=True)
def _nearest_numbers(index, k):
    """`nearest_records` on a table of numbers."""
    rows, weight, place, tuple_of = index.rows, index.weight, index.place, index.tuple_of
    heap, reach = index.heap, index.reach
    size = 0
    held = 0
    least = np.inf
    for i in range(index.size[0]):
        if rows[i] <= least and weight[i] > 0 and (rows[i] < least or tuple_of[i] < heap[0]):
            size, held = _offer(heap, reach, weight, place, tuple_of[i], rows[i], size, held, k)
            if held >= k:
                least = reach[0]
    return size


@compiled(inner=True)
def nearest_records(index, k):
    """Fill the heap with the nearest tuples that hold at least k records, the last of them on top; returns how many."""
    if len(index.spot) > 0:
        return _nearest_numbers(index, k)
    rows, value, weight, place, tuple_of = index.rows, index.value, index.weight, index.place, index.tuple_of
    groups, group, family, shared, near = index.size[2], index.group, index.family, index.shared, index.near
    heap, reach = index.heap, index.reach
    depth, common, two = value.shape[1], shared.shape[1], index.cut[1]
    start = nearest_group(near, groups)
    size = 0
    held = 0
    least = np.inf
    for turn in range(-1, groups):  # the group that begins nearest, then the others
        g = start if turn < 0 else turn
        if near[g] > least or turn == start:
            continue
        for f in range(group[g], group[g + 1]):
            begun = near[g]
            for l in range(common):
                begun += rows[shared[f, l]]
            if begun > least:
                continue
            for i in range(family[f], family[f + 1]):
                d = begun
                for l in range(two, depth):
                    d += rows[value[i, l]]
                if d <= least and weight[i] > 0 and (d < least or tuple_of[i] < heap[0]):
                    size, held = _offer(heap, reach, weight, place, tuple_of[i], d, size, held, k)
                    if held >= k:
                        least = reach[0]
    return size


@compiled
def fill_neighbours(columns, codes, index, near, first, last):
    """Write the nearest other tuples of each tuple from ``first`` to ``last``, nearest first; −1 where none is left.

    Every tuple of the index must weigh 1.
    """
    width = near.shape[1]
    middle, heap, reach = index.middle, index.heap, index.reach
    for t in range(first, last):
        own_centre(columns, codes, t, middle)
        measure_from(columns, index, middle)
        size = nearest_records(index, width + 1)
        at = size - 2  # one of them is the tuple itself
        while size > 0:
            u = heap[0]
            _pop(heap, reach, size)
            size -= 1
            if u != t and at >= 0:
                near[t, at] = u
                at -= 1
