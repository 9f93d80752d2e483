"""Nearest and farthest records for swapping, on distinct tuples with counts.

The kernels take arrays, not the state of `swapped_records`. ``scope`` lists the tuples to search, ``own_tuple`` is the
tuple of the reference, ``weight`` the number of records of each tuple that count. The *border* is the distance of the
k-th nearest record. `cluster_swaps` chooses the partners. Each search costs O(tuples in scope), times O(log k) for a
heap.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinonym.kernels.arrays import Codes
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import Columns

__all__ = [
    "count_at",
    "count_inside",
    "count_others",
    "equalise_ties",
    "find_border",
    "find_farthest",
    "index_values",
    "list_within",
    "measure_tuples",
]


def index_values(columns: Columns, codes: Codes) -> NDArray[np.uint32]:
    """Index of each value across all columns; unsigned, so that numba does not check for negative indices."""
    return (columns.value_start[:-1] + codes).astype(np.uint32)


@compiled(inner=True)
def measure_tuples(value_index, scope, rows, distance):
    """Sum the distances of the values in ``rows`` for each tuple; if Euclidean, the sum is the squared distance."""
    m = value_index.shape[1]
    for u in scope:
        d = rows[value_index[u, 0]]
        for j in range(1, m):
            d += rows[value_index[u, j]]
        distance[u] = d


@compiled(inner=True)
def count_others(weight, u, own_tuple):
    """Records of a tuple without the reference."""
    return weight[u] - 1 if u == own_tuple else weight[u]


@compiled
def _count_fewest_others(weights, rows, u, own_tuple):
    """Records of a tuple without the reference, in the one of several rows of ``weights`` where they are fewest."""
    fewest = count_others(weights[rows[0]], u, own_tuple)
    for i in range(1, len(rows)):
        fewest = min(fewest, count_others(weights[rows[i]], u, own_tuple))
    return fewest


@compiled(inlined=True)
def _sift_down(heap, distance, size):
    """Restore the heap, farthest on top, after its top was replaced."""
    i = 0
    while True:
        child = 2 * i + 1
        if child >= size:
            return
        if child + 1 < size and distance[heap[child + 1]] > distance[heap[child]]:
            child += 1
        if distance[heap[child]] <= distance[heap[i]]:
            return
        heap[i], heap[child] = heap[child], heap[i]
        i = child


@compiled(inlined=True)
def _sift_up(heap, distance, i):
    """Restore the heap after a tuple was inserted at position i."""
    while i > 0 and distance[heap[i]] > distance[heap[(i - 1) // 2]]:
        heap[i], heap[(i - 1) // 2] = heap[(i - 1) // 2], heap[i]
        i = (i - 1) // 2


@compiled(inner=True)
def find_border(scope, distance, weights, rows, own_tuple, k, heap):
    """The distance within which each given row of ``weights`` has k records besides the reference.

    For one row this is the border of the cluster of the k nearest records; for several, no border is farther. Infinite
    if there are fewer than k.
    """
    size = 0
    records = 0
    for u in scope:
        if records >= k and distance[u] >= distance[heap[0]]:
            continue
        others = _count_fewest_others(weights, rows, u, own_tuple)
        if others <= 0:
            continue
        heap[size] = u
        _sift_up(heap, distance, size)
        size += 1
        records += others
        while True:
            others = _count_fewest_others(weights, rows, heap[0], own_tuple)
            if records - others < k:
                break
            records -= others
            size -= 1
            heap[0] = heap[size]
            _sift_down(heap, distance, size)
    return distance[heap[0]] if records >= k else np.inf


@compiled(inner=True)
def equalise_ties(scope, distance, at, slack):
    """Set distances that differ from ``at`` by rounding alone to ``at``: 1/3 + 1/3 and 2/3 + 0 are a tie."""
    if slack == 0.0:
        return
    for u in scope:
        if abs(distance[u] - at) <= slack:
            distance[u] = at


@compiled(inner=True)
def list_within(scope, distance, border, listed):
    """List the tuples of ``scope`` up to the border; returns their number."""
    size = 0
    for u in scope:
        if distance[u] <= border:
            listed[size] = u
            size += 1
    return size


@compiled(inner=True)
def count_inside(listed, distance, weight, own_tuple, border):
    """Number of records nearer than the border, without the reference."""
    records = 0
    for u in listed:
        if distance[u] < border:
            records += count_others(weight, u, own_tuple)
    return records


@compiled(inner=True)
def count_at(listed, distance, weight, own_tuple, border):
    """Number of records exactly at the border, without the reference."""
    records = 0
    for u in listed:
        if distance[u] == border:
            records += count_others(weight, u, own_tuple)
    return records


@compiled(inner=True)
def find_farthest(scope, distance, weight, slack):
    """(least distance that ties with the greatest, index of the first such tuple, number of such records)."""
    greatest = -1.0
    for u in scope:
        if distance[u] > greatest and weight[u] > 0:
            greatest = distance[u]
    threshold = greatest - slack
    at = len(scope)
    records = 0
    for i in range(len(scope)):
        u = scope[i]
        if distance[u] >= threshold and weight[u] > 0:
            at = min(at, i)
            records += weight[u]
    return threshold, at, records
