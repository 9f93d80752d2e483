"""Swapping in clusters at opposite ends (T SRS-Algorithm2 and 3): which record receives which values.

One column is Algorithm 2, several are Algorithm 3.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.compile import compiled
from kinonym.kernels.swap_nearest import farthest, inner, measure, nearest, ties
from kinonym.kernels.swap_state import close, exchange, is_free, permute_rest

__all__ = ["swap"]


@compiled
def _among(state, c, tuples, number, reference):
    """The unswapped record with this number (from 0) in a list of tuples; the reference does not count."""
    own = state.tuple_of[reference]
    for u in tuples:
        w = state.free[c, u] - 1 if u == own else state.free[c, u]
        if number < w:
            at = state.first[u] + number
            if u == own and at >= state.place[c, reference]:
                at += 1
            return state.pool[c, at]
        number -= w
    return np.int32(-1)


@compiled
def _partner(state, c, reference, k, rng):
    """A uniform choice among the k nearest unswapped records; ties at the border share what room is left."""
    own = state.tuple_of[reference]
    size = nearest(state, state.free[c], own, k, False)
    border = state.distance[state.heap[0]]
    inside, held = inner(state, state.free[c], own, size)
    number = rng.integers(0, k)
    if number < held:
        return _among(state, c, state.heap[:inside], number, reference)
    size, held = ties(state, state.free[c], own, border, False)
    return _among(state, c, state.tied[:size], rng.integers(0, held), reference)


@compiled
def _swap_repaired(columns, codes, state, k, rng):
    reference = state.numbers[1]
    measure(columns, codes, state, state.tuple_of[reference], False)
    for c in range(len(state.stuck)):
        if not is_free(state, c, reference):
            continue
        if state.left[c] < 2 * k:
            permute_rest(state, c, rng)
        else:
            exchange(state, c, reference, _partner(state, c, reference, k, rng))
    close(state, reference)


@compiled
def _cluster(state, counts, reference, k, rng, members):
    """T def. 10 and 14: the k records nearest to the reference, itself excluded; ties at the border: random."""
    own = state.tuple_of[reference]
    size = nearest(state, counts, own, k, True)
    border = state.distance[state.heap[0]]
    inside = inner(state, counts, own, size)[0]
    found = 0
    state.stamp[reference] = reference
    for u in state.heap[:inside]:
        for record in range(state.first[u], state.first[u + 1]):
            if record != reference:
                members[found] = record
                found += 1
    size = ties(state, counts, own, border, True)[0]
    ends = np.cumsum(counts[state.tied[:size]])
    while found < k:
        number = rng.integers(0, ends[-1])
        i = np.searchsorted(ends, number, side="right")
        record = state.first[state.tied[i] + 1] - (ends[i] - number)
        if state.stamp[record] != reference:
            state.stamp[record] = reference
            members[found] = record
            found += 1


@compiled
def _swap_published(columns, codes, counts, state, k, rng):
    reference = state.numbers[1]
    measure(columns, codes, state, state.tuple_of[reference], True)
    members = np.empty(k, dtype=np.int64)
    _cluster(state, counts, reference, k, rng, members)
    for c in range(len(state.stuck)):
        if not is_free(state, c, reference):
            continue
        size = 0
        for record in members:
            if is_free(state, c, record):
                size += 1
        if size == 0:
            state.stuck[c] += 1
            exchange(state, c, reference, reference)
            continue
        number = rng.integers(0, size)
        for record in members:
            if is_free(state, c, record):
                if number == 0:
                    exchange(state, c, reference, record)
                    break
                number -= 1
    close(state, reference)


@compiled
def swap(columns, codes, counts, state, k, published, rng, budget):
    """Swap the values of up to ``budget`` references; True while records are left.

    Published: the cluster is the k nearest records, the partner one of its unswapped ones, if there is any.
    Else: the cluster of each column is its k nearest unswapped records; and once fewer than 2k are unswapped
    in a column, they are permuted uniformly.
    """
    for _ in range(budget):
        if published:
            _swap_published(columns, codes, counts, state, k, rng)
        else:
            _swap_repaired(columns, codes, state, k, rng)
        if state.numbers[0] == 0:
            return False
        state.numbers[1] = farthest(state, rng)
    return True
