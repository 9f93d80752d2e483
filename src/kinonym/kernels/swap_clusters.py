"""Swapping in clusters at opposite ends (T SRS-Algorithm2 and 3): which record receives which values.

One column is Algorithm 2, several are Algorithm 3.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.compile import compiled
from kinonym.kernels.swap_nearest import farthest, inner, measure, nearest, others, ties
from kinonym.kernels.swap_state import close, exchange, is_free, permute_rest

__all__ = ["swap"]


@compiled
def _among(tuples, number, first, free, pool, place, own, reference):
    """The unswapped record with this number (from 0) in a list of tuples; the reference does not count."""
    for u in tuples:
        w = others(free, u, own)
        if number < w:
            at = first[u] + number
            if u == own and at >= place[reference]:
                at += 1
            return pool[at]
        number -= w
    return np.int32(-1)


@compiled
def _partner(state, c, reference, k, rng):
    """A uniform choice among the k nearest unswapped records; ties at the border share the room that is left."""
    own = state.tuple_of[reference]
    scope, distance, free = state.alive[: state.numbers[0]], state.distance, state.free[c]
    pool, place = state.pool[c], state.place[c]
    size = nearest(scope, distance, free, own, k, state.heap)
    border = distance[state.heap[0]]
    inside, held = inner(state.heap, size, distance, free, own)
    number = rng.integers(0, k)
    if number < held:
        return _among(state.heap[:inside], number, state.first, free, pool, place, own, reference)
    size, held = ties(scope, distance, free, own, border, state.tied)
    number = rng.integers(0, held)
    return _among(state.tied[:size], number, state.first, free, pool, place, own, reference)


@compiled
def _swap_repaired(columns, codes, state, k, rng):
    """Exchange each unswapped value of the reference with one of the k nearest unswapped, or end the column."""
    reference = state.numbers[1]
    t = state.tuple_of[reference]
    measure(columns, codes, t, state.alive[: state.numbers[0]], state.rows, state.distance)
    for c in range(len(state.stuck)):
        if not is_free(state.first, state.tuple_of, state.place[c], state.free[c], reference):
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
    size = nearest(state.every, state.distance, counts, own, k, state.heap)
    border = state.distance[state.heap[0]]
    inside = inner(state.heap, size, state.distance, counts, own)[0]
    first, stamp = state.first, state.stamp
    found = 0
    for u in state.heap[:inside]:
        for record in range(first[u], first[u + 1]):
            if record != reference:
                members[found] = record
                found += 1
    tied = state.tied[: ties(state.every, state.distance, counts, own, border, state.tied)[0]]
    ends = np.cumsum(counts[tied])
    stamp[reference] = reference
    while found < k:
        number = rng.integers(0, ends[-1])
        i = np.searchsorted(ends, number, side="right")
        record = first[tied[i] + 1] - (ends[i] - number)
        if stamp[record] != reference:
            stamp[record] = reference
            members[found] = record
            found += 1


@compiled
def _swap_published(columns, codes, counts, state, k, rng):
    """Exchange each unswapped value of the reference with an unswapped one of its cluster, if there is any."""
    reference = state.numbers[1]
    measure(columns, codes, state.tuple_of[reference], state.every, state.rows, state.distance)
    members = np.empty(k, dtype=np.int64)
    _cluster(state, counts, reference, k, rng, members)
    partners = np.empty(k, dtype=np.int64)
    first, tuple_of = state.first, state.tuple_of
    for c in range(len(state.stuck)):
        place, free = state.place[c], state.free[c]
        if not is_free(first, tuple_of, place, free, reference):
            continue
        size = 0
        for record in members:
            if is_free(first, tuple_of, place, free, record):
                partners[size] = record
                size += 1
        if size > 0:
            exchange(state, c, reference, partners[rng.integers(0, size)])
        else:
            state.stuck[c] += 1
            exchange(state, c, reference, reference)
    close(state, reference)


@compiled
def _opposite(state, rng):
    """T eq. 5.3 and 5.8: an unswapped record most distant from what was measured last; ties: random."""
    free, pool = state.free[-1], state.pool[-1]
    scope, distance = state.alive[: state.numbers[0]], state.distance
    most, held = farthest(scope, distance, free)
    number = rng.integers(0, held)
    for u in scope:
        if distance[u] == most:
            if number < free[u]:
                return pool[state.first[u] + number]
            number -= free[u]
    return np.int32(-1)


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
        state.numbers[1] = _opposite(state, rng)
    return True
