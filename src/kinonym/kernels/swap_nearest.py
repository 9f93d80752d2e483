"""Nearest and farthest unswapped records, found on distinct tuples with counts."""

from __future__ import annotations

import numpy as np

from kinonym.kernels.compile import compiled
from kinonym.kernels.swap_order import tuple_rows

__all__ = ["farthest", "inner", "measure", "nearest", "ties"]


@compiled
def measure(columns, codes, state, t, everything):
    """Distances from tuple t to the tuples alive, or to all; squared where Euclidean, the order is the same."""
    tuple_rows(columns, codes, t, state.rows)
    scope = len(codes) if everything else state.numbers[0]
    for i in range(scope):
        u = i if everything else state.alive[i]
        d = 0.0
        for j in range(len(columns.kind)):
            d += state.rows[columns.value_start[j] + codes[u, j]]
        state.distance[u] = d


@compiled
def _sink(state, size, i):
    """Restore the heap, farthest on top, below position i."""
    while True:
        child = 2 * i + 1
        if child >= size:
            return
        if child + 1 < size and state.distance[state.heap[child + 1]] > state.distance[state.heap[child]]:
            child += 1
        if state.distance[state.heap[child]] <= state.distance[state.heap[i]]:
            return
        state.heap[i], state.heap[child] = state.heap[child], state.heap[i]
        i = child


@compiled
def nearest(state, weight, own, k, everything):
    """Fill the heap with nearest tuples that hold at least k records besides the reference; returns how many.

    ``weight`` counts the records of each tuple, ``own`` is the tuple of the reference.
    """
    size = 0
    held = 0
    scope = len(weight) if everything else state.numbers[0]
    for i in range(scope):
        u = i if everything else state.alive[i]
        w = weight[u] - 1 if u == own else weight[u]
        if w <= 0 or (held >= k and state.distance[u] >= state.distance[state.heap[0]]):
            continue
        state.heap[size] = u
        size += 1
        held += w
        j = size - 1
        while j > 0 and state.distance[state.heap[j]] > state.distance[state.heap[(j - 1) // 2]]:
            state.heap[j], state.heap[(j - 1) // 2] = state.heap[(j - 1) // 2], state.heap[j]
            j = (j - 1) // 2
        while True:
            top = state.heap[0]
            w = weight[top] - 1 if top == own else weight[top]
            if held - w < k:
                break
            held -= w
            size -= 1
            state.heap[0] = state.heap[size]
            _sink(state, size, 0)
    return size


@compiled
def inner(state, weight, own, size):
    """Put the tuples nearer than the border first in the heap; returns how many and the records they hold."""
    border = state.distance[state.heap[0]]
    inside = 0
    held = 0
    for i in range(size):
        u = state.heap[i]
        if state.distance[u] < border:
            state.heap[i], state.heap[inside] = state.heap[inside], u
            inside += 1
            held += weight[u] - 1 if u == own else weight[u]
    return inside, held


@compiled
def ties(state, weight, own, border, everything):
    """List the tuples at the border; returns how many and the records they hold."""
    size = 0
    held = 0
    scope = len(weight) if everything else state.numbers[0]
    for i in range(scope):
        u = i if everything else state.alive[i]
        if state.distance[u] == border and weight[u] > 0:
            state.tied[size] = u
            size += 1
            held += weight[u] - 1 if u == own else weight[u]
    return size, held


@compiled
def farthest(state, rng):
    """An unswapped record most distant from what was measured last; ties at random."""
    anything = len(state.stuck)
    most = -1.0
    held = 0
    for i in range(state.numbers[0]):
        u = state.alive[i]
        if state.distance[u] > most:
            most = state.distance[u]
            held = 0
        if state.distance[u] == most:
            held += state.free[anything, u]
    number = rng.integers(0, held)
    for i in range(state.numbers[0]):
        u = state.alive[i]
        if state.distance[u] == most:
            if number < state.free[anything, u]:
                return state.pool[anything, state.first[u] + number]
            number -= state.free[anything, u]
    return np.int32(-1)
