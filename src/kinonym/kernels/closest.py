"""The nearest several tuples of a centre, in a heap with the farthest on top, and the neighbours of every tuple."""

from __future__ import annotations

import numpy as np

from kinonym.kernels.columns import own_centre
from kinonym.kernels.compile import compiled
from kinonym.kernels.index import aim
from kinonym.kernels.search import nearest_group

__all__ = ["fill_neighbours", "nearest_records"]


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
    begin = nearest_group(index)
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


@compiled
def fill_neighbours(columns, codes, index, near, first, last):
    """Write the nearest other tuples of each tuple from ``first`` to ``last``, nearest first; −1 where none is left.

    Every tuple of the index must weigh 1.
    """
    middle = np.empty(codes.shape[1])
    width = near.shape[1]
    for t in range(first, last):
        own_centre(columns, codes, t, middle)
        aim(columns, index, middle)
        size = nearest_records(index, width + 1)
        at = size - 2  # one of them is the tuple itself
        while size > 0:
            u = index.heap[0]
            _pop(index, size)
            size -= 1
            if u != t and at >= 0:
                near[t, at] = u
                at -= 1
