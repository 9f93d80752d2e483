"""Nearest and farthest records, found on distinct tuples with counts: plain arrays in, numbers out.

The functions take arrays, not the state. What is swapped with whom is in `cluster_swaps`; the search of the
clustering methods is another one, among the clusters.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinonym.kernels.arrays import Codes
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import Columns

__all__ = ["count_at", "count_inside", "farthest", "level", "measure", "nearest", "others", "slots_of", "within"]


def slots_of(columns: Columns, codes: Codes) -> NDArray[np.uint32]:
    """Codes as places in the rows of all columns; unsigned, so that no index is checked for its sign."""
    return (columns.value_start[:-1] + codes).astype(np.uint32)


@compiled(inner=True)
def measure(slots, scope, rows, distance):
    """Sum over the columns of each tuple's distances in ``rows``; where Euclidean, the square of the distance."""
    m = slots.shape[1]
    for u in scope:
        d = rows[slots[u, 0]]
        for j in range(1, m):
            d += rows[slots[u, j]]
        distance[u] = d


@compiled(inner=True)
def others(weight, u, own):
    """Records of a tuple besides the reference, which belongs to tuple ``own``."""
    return weight[u] - 1 if u == own else weight[u]


@compiled
def _least(weights, rows, u, own):
    """Records of a tuple besides the reference, in that of the given rows where they are fewest."""
    least = others(weights[rows[0]], u, own)
    for i in range(1, len(rows)):
        least = min(least, others(weights[rows[i]], u, own))
    return least


@compiled(inlined=True)
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


@compiled(inlined=True)
def _rise(heap, distance, i):
    """Restore the heap after a tuple was put at position i."""
    while i > 0 and distance[heap[i]] > distance[heap[(i - 1) // 2]]:
        heap[i], heap[(i - 1) // 2] = heap[(i - 1) // 2], heap[i]
        i = (i - 1) // 2


@compiled(inner=True)
def nearest(scope, distance, weights, rows, own, k, heap):
    """The distance within which k records besides the reference lie, in each of the rows of ``weights``.

    For one row it is the border of the cluster of the k nearest; for several no border is farther. Infinite if
    there are fewer than k.
    """
    size = 0
    held = 0
    for u in scope:
        if held >= k and distance[u] >= distance[heap[0]]:
            continue
        w = _least(weights, rows, u, own)
        if w <= 0:
            continue
        heap[size] = u
        _rise(heap, distance, size)
        size += 1
        held += w
        while True:
            w = _least(weights, rows, heap[0], own)
            if held - w < k:
                break
            held -= w
            size -= 1
            heap[0] = heap[size]
            _sink(heap, distance, size)
    return distance[heap[0]] if held >= k else np.inf


@compiled(inner=True)
def level(scope, distance, at, slack):
    """Make equal what differs from a distance by rounding alone: as fractions 1/3 + 1/3 and 2/3 + 0 are a tie."""
    if slack == 0.0:
        return
    for u in scope:
        if abs(distance[u] - at) <= slack:
            distance[u] = at


@compiled(inner=True)
def within(scope, distance, border, listed):
    """List the tuples of ``scope`` no farther than the border; returns how many."""
    size = 0
    for u in scope:
        if distance[u] <= border:
            listed[size] = u
            size += 1
    return size


@compiled(inner=True)
def count_inside(listed, distance, weight, own, border):
    """Records besides the reference nearer than the border."""
    held = 0
    for u in listed:
        if distance[u] < border:
            held += others(weight, u, own)
    return held


@compiled(inner=True)
def count_at(listed, distance, weight, own, border):
    """Records besides the reference at the border."""
    held = 0
    for u in listed:
        if distance[u] == border:
            held += others(weight, u, own)
    return held


@compiled(inner=True)
def farthest(scope, distance, weight, slack):
    """The least distance that rounding may have made of the greatest, where it is first met, the records beyond it."""
    most = -1.0
    for u in scope:
        if distance[u] > most and weight[u] > 0:
            most = distance[u]
    least = most - slack
    at = len(scope)
    held = 0
    for i in range(len(scope)):
        u = scope[i]
        if distance[u] >= least and weight[u] > 0:
            at = min(at, i)
            held += weight[u]
    return least, at, held
