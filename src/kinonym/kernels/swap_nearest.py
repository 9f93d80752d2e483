"""Nearest and farthest records, found on distinct tuples with counts: plain arrays in, numbers out.

The functions take arrays, not the state: an array fetched from a tuple inside a loop is counted each time.
"""

from __future__ import annotations

from kinonym.kernels.compile import compiled
from kinonym.kernels.swap_order import tuple_rows

__all__ = ["farthest", "inner", "measure", "nearest", "others", "ties"]


@compiled
def measure(columns, codes, t, scope, rows, distance):
    """Distances from tuple t to the tuples of ``scope``; squared where Euclidean, the order is the same."""
    tuple_rows(columns, codes, t, rows)
    start = columns.value_start
    m = codes.shape[1]
    for u in scope:
        d = 0.0
        for j in range(m):
            d += rows[start[j] + codes[u, j]]
        distance[u] = d


@compiled
def others(weight, u, own):
    """Records of a tuple besides the reference, which belongs to tuple ``own``."""
    return weight[u] - 1 if u == own else weight[u]


@compiled
def _sink(heap, distance, size):
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


@compiled
def _rise(heap, distance, i):
    """Restore the heap after a tuple was put at position i."""
    while i > 0 and distance[heap[i]] > distance[heap[(i - 1) // 2]]:
        heap[i], heap[(i - 1) // 2] = heap[(i - 1) // 2], heap[i]
        i = (i - 1) // 2


@compiled
def nearest(scope, distance, weight, own, k, heap):
    """Fill the heap with nearest tuples that hold at least k records besides the reference; returns how many.

    ``weight`` counts the records of each tuple. The top of the heap is the farthest: the border of the cluster.
    """
    size = 0
    held = 0
    for u in scope:
        w = others(weight, u, own)
        if w <= 0 or (held >= k and distance[u] >= distance[heap[0]]):
            continue
        heap[size] = u
        _rise(heap, distance, size)
        size += 1
        held += w
        while held - others(weight, heap[0], own) >= k:
            held -= others(weight, heap[0], own)
            size -= 1
            heap[0] = heap[size]
            _sink(heap, distance, size)
    return size


@compiled
def inner(heap, size, distance, weight, own):
    """Put the tuples nearer than the border first in the heap; returns how many and the records they hold."""
    border = distance[heap[0]]
    inside = 0
    held = 0
    for i in range(size):
        u = heap[i]
        if distance[u] < border:
            heap[i], heap[inside] = heap[inside], u
            inside += 1
            held += others(weight, u, own)
    return inside, held


@compiled
def ties(scope, distance, weight, own, border, tied):
    """List the tuples at the border; returns how many and the records they hold."""
    size = 0
    held = 0
    for u in scope:
        if distance[u] == border and weight[u] > 0:
            tied[size] = u
            size += 1
            held += others(weight, u, own)
    return size, held


@compiled
def farthest(scope, distance, weight):
    """The greatest distance of a tuple, and the records at that distance."""
    most = -1.0
    held = 0
    for u in scope:
        if distance[u] > most:
            most = distance[u]
            held = 0
        if distance[u] == most:
            held += weight[u]
    return most, held
