"""MDAV (A alg. 1) on records: groups of exactly k, the last of k to 2k − 1.

Records with equal values are interchangeable, so the algorithm runs on distinct tuples and takes as many
of a tuple's records as a group has room for.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kinonym.kernels.columns import add, centre, fill_rows, new_tally, own_centre
from kinonym.kernels.compile import compiled

__all__ = ["Partition", "split", "start_partition"]


class Partition(NamedTuple):
    """The state between two calls; rows (source, group, count) are written as groups are made."""

    alive: Any
    room: Any  # records left of each tuple
    left: Any  # tuples alive, records left, groups made, rows written
    source: Any
    group: Any
    count: Any
    data: Any
    rows: Any
    distance: Any
    heap: Any


@compiled
def start_partition(columns, codes, counts, k):
    """All records are left, no group is made."""
    data = new_tally(columns)
    for t in range(len(counts)):
        for j in range(len(columns.kind)):
            add(columns, data, j, codes[t, j], np.float64(counts[t]))
    p = len(counts)
    most = min(p + counts.sum() // k + 1, counts.sum())  # each group splits at most one tuple
    return Partition(
        np.arange(p), counts.copy(), np.array([p, counts.sum(), 0, 0]),
        np.empty(most, dtype=np.int64), np.empty(most, dtype=np.int64), np.empty(most, dtype=np.int64),
        data, np.empty(columns.value_start[-1]), np.empty(p), np.empty(p, dtype=np.int64),
    )  # fmt: skip


@compiled
def _measure(columns, codes, state, middle):
    """Distance of every tuple alive to ``middle``; returns the farthest, ties: the last tuple.

    The nearest are taken from the first, so what is farthest from r is never used up by the group around r.
    """
    fill_rows(columns, middle, state.rows)
    best = -1
    for i in range(state.left[0]):
        t = state.alive[i]
        d = 0.0
        for j in range(len(columns.kind)):
            d += state.rows[columns.value_start[j] + codes[t, j]]
        state.distance[t] = d
        if best < 0 or d > state.distance[best] or (d == state.distance[best] and t > best):
            best = t
    return best


@compiled
def _after(state, a, b):
    """Whether tuple a comes after b: farther away, or equally far and later."""
    return state.distance[a] > state.distance[b] or (state.distance[a] == state.distance[b] and a > b)


@compiled
def _sink(state, size, i):
    """Restore the heap, farthest on top, below position i."""
    while True:
        child = 2 * i + 1
        if child >= size:
            return
        if child + 1 < size and _after(state, state.heap[child + 1], state.heap[child]):
            child += 1
        if not _after(state, state.heap[child], state.heap[i]):
            return
        state.heap[i], state.heap[child] = state.heap[child], state.heap[i]
        i = child


@compiled
def _nearest(state, k):
    """Fill the heap with the nearest tuples that hold at least k records; returns how many."""
    size = 0
    held = 0
    for i in range(state.left[0]):
        t = state.alive[i]
        if held >= k and not _after(state, state.heap[0], t):
            continue
        state.heap[size] = t
        size += 1
        held += state.room[t]
        j = size - 1
        while j > 0 and _after(state, state.heap[j], state.heap[(j - 1) // 2]):
            state.heap[j], state.heap[(j - 1) // 2] = state.heap[(j - 1) // 2], state.heap[j]
            j = (j - 1) // 2
        while held - state.room[state.heap[0]] >= k:
            held -= state.room[state.heap[0]]
            size -= 1
            state.heap[0] = state.heap[size]
            _sink(state, size, 0)
    return size


@compiled
def _take(columns, codes, state, t, number):
    """Put ``number`` records of a tuple into the current group."""
    at = state.left[3]
    state.source[at] = t
    state.group[at] = state.left[2]
    state.count[at] = number
    state.left[3] += 1
    state.left[1] -= number
    state.room[t] -= number
    for j in range(len(columns.kind)):
        add(columns, state.data, j, codes[t, j], -np.float64(number))


@compiled
def _bury(state):
    """Drop tuples without records from the living, keeping their order."""
    kept = 0
    for i in range(state.left[0]):
        if state.room[state.alive[i]] > 0:
            state.alive[kept] = state.alive[i]
            kept += 1
    state.left[0] = kept


@compiled
def _group_around(columns, codes, state, k):
    """A group of the k records nearest to what was measured last; the farthest tuple may be split."""
    size = _nearest(state, k)
    room = k
    for i in range(size - 1, -1, -1):  # all but the top, which is the farthest
        if i > 0:
            room -= state.room[state.heap[i]]
            _take(columns, codes, state, state.heap[i], state.room[state.heap[i]])
    _take(columns, codes, state, state.heap[0], room)
    state.left[2] += 1
    _bury(state)


@compiled
def _farthest_from_centre(columns, codes, state, middle):
    for j in range(len(columns.kind)):
        middle[j] = centre(columns, state.data, j)
    return _measure(columns, codes, state, middle)


@compiled
def split(columns, codes, state, k, budget):
    """Make up to ``budget`` rounds of two groups; True while records are left."""
    middle = np.empty(len(columns.kind))
    for _ in range(budget):
        if state.left[1] >= 3 * k:
            r = _farthest_from_centre(columns, codes, state, middle)
            own_centre(columns, codes, r, middle)
            s = _measure(columns, codes, state, middle)
            _group_around(columns, codes, state, k)
            own_centre(columns, codes, s, middle)
            _measure(columns, codes, state, middle)
            _group_around(columns, codes, state, k)
        elif state.left[1] >= 2 * k:
            r = _farthest_from_centre(columns, codes, state, middle)
            own_centre(columns, codes, r, middle)
            _measure(columns, codes, state, middle)
            _group_around(columns, codes, state, k)
        else:
            for i in range(state.left[0]):
                _take(columns, codes, state, state.alive[i], state.room[state.alive[i]])
            state.left[2] += 1
            state.left[0] = 0
            return False
    return True
