"""The several tuples nearest to a centre, in a heap with the farthest on top, and the neighbours of every tuple.

The search for a single tuple is in `growing_clusters`; both use the index of `tuple_index`.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.clusters.growing_clusters import find_nearest_group
from kinonym.kernels.clusters.tuple_index import measure_distances
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import copy_to_centre

__all__ = ["fill_neighbours", "find_nearest_records"]


@compiled
def _is_farther(heap, heap_distance, a, b):
    """Whether entry a of the heap is farther than b, or equally far and a later tuple."""
    return heap_distance[a] > heap_distance[b] or (heap_distance[a] == heap_distance[b] and heap[a] > heap[b])


@compiled
def _swap_entries(heap, heap_distance, a, b):
    """Swap two entries of the heap."""
    heap[a], heap[b] = heap[b], heap[a]
    heap_distance[a], heap_distance[b] = heap_distance[b], heap_distance[a]


@compiled
def _push(heap, heap_distance, size, t, d):
    """Push a tuple to the heap. Cost: O(log size)."""
    heap[size] = t
    heap_distance[size] = d
    i = size
    while i > 0 and _is_farther(heap, heap_distance, i, (i - 1) // 2):
        _swap_entries(heap, heap_distance, i, (i - 1) // 2)
        i = (i - 1) // 2


@compiled
def _pop(heap, heap_distance, size):
    """Pop the farthest tuple; it is then behind the last entry. Cost: O(log size)."""
    _swap_entries(heap, heap_distance, 0, size - 1)
    i = 0
    while True:
        child = 2 * i + 1
        if child >= size - 1:
            return
        if child + 1 < size - 1 and _is_farther(heap, heap_distance, child + 1, child):
            child += 1
        if not _is_farther(heap, heap_distance, child, i):
            return
        _swap_entries(heap, heap_distance, i, child)
        i = child


@compiled
def _push_and_trim(heap, heap_distance, weight, position_of, t, d, size, records, k):
    """Push a tuple, and pop tuples while the rest has k records; returns the new size and number of records."""
    _push(heap, heap_distance, size, t, d)
    size += 1
    records += weight[position_of[t]]
    while records - weight[position_of[heap[0]]] >= k:
        records -= weight[position_of[heap[0]]]
        _pop(heap, heap_distance, size)
        size -= 1
    return size, records


@compiled(inlined=True)
def _find_nearest_numbers(index, k):
    """`find_nearest_records` in a table of numbers: look at every position."""
    distance, weight, position_of, tuple_of = index.distance, index.weight, index.position_of, index.tuple_of
    heap, heap_distance = index.heap, index.heap_distance
    size = 0
    records = 0
    bound = np.inf
    for i in range(index.sizes[0]):
        if distance[i] <= bound and weight[i] > 0 and (distance[i] < bound or tuple_of[i] < heap[0]):
            size, records = _push_and_trim(
                heap, heap_distance, weight, position_of, tuple_of[i], distance[i], size, records, k
            )
            if records >= k:
                bound = heap_distance[0]
    return size


@compiled(inner=True)
def find_nearest_records(index, k):
    """Fill the heap with the nearest tuples that have at least k records together; returns the number of tuples.

    Ties: the first tuple. Invariant: without the top, the heap has fewer than k records. Once it has k, the distance
    of the top is the bound beyond which groups and families are skipped.
    """
    if len(index.coordinate) > 0:
        return _find_nearest_numbers(index, k)
    distance, value, weight, position_of, tuple_of = (
        index.distance,
        index.value,
        index.weight,
        index.position_of,
        index.tuple_of,
    )
    groups, group_start, family_start, family_values, group_distance = (
        index.sizes[2],
        index.group_start,
        index.family_start,
        index.family_values,
        index.group_distance,
    )
    heap, heap_distance = index.heap, index.heap_distance
    levels, further_levels, family_levels = value.shape[1], family_values.shape[1], index.level_counts[1]
    first_group = find_nearest_group(group_distance, groups)
    size = 0
    records = 0
    bound = np.inf
    for step in range(-1, groups):  # the nearest group first, then all others
        g = first_group if step < 0 else step
        if group_distance[g] > bound or step == first_group:
            continue
        for f in range(group_start[g], group_start[g + 1]):
            partial = group_distance[g]
            for level in range(further_levels):
                partial += distance[family_values[f, level]]
            if partial > bound:
                continue
            for i in range(family_start[f], family_start[f + 1]):
                d = partial
                for level in range(family_levels, levels):
                    d += distance[value[i, level]]
                if d <= bound and weight[i] > 0 and (d < bound or tuple_of[i] < heap[0]):
                    size, records = _push_and_trim(
                        heap, heap_distance, weight, position_of, tuple_of[i], d, size, records, k
                    )
                    if records >= k:
                        bound = heap_distance[0]
    return size


@compiled
def fill_neighbours(columns, codes, index, near, first, last):
    """Write the nearest other tuples of each tuple from ``first`` to ``last``, nearest first; −1 if there are fewer.

    Every tuple of the index must have the weight 1. Cost: a search per tuple.
    """
    width = near.shape[1]
    centre, heap, heap_distance = index.centre, index.heap, index.heap_distance
    for t in range(first, last):
        copy_to_centre(columns, codes, t, centre)
        measure_distances(columns, index, centre)
        size = find_nearest_records(index, width + 1)
        slot = size - 2  # one of them is the tuple itself
        while size > 0:
            u = heap[0]
            _pop(heap, heap_distance, size)
            size -= 1
            if u != t and slot >= 0:
                near[t, slot] = u
                slot -= 1
