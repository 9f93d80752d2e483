"""Swapping in clusters at opposite ends (T SRS-Algorithm2 and 3): which record receives which values.

One column is Algorithm 2, several are Algorithm 3.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.compile import compiled
from kinonym.kernels.swap_nearest import farthest, held_at, held_inside, measure, nearest, others, within
from kinonym.kernels.swap_order import tuple_rows
from kinonym.kernels.swap_state import bury, close, exchange, is_free, permute_rest

__all__ = ["swap"]


@compiled
def _among(listed, inside, border, number, state, c, own, reference):
    """The unswapped record with this number (from 0) inside or at the border; the reference does not count."""
    distance, free, place = state.distance, state.free[c], state.place[c]
    for u in listed:
        if distance[u] > border or (distance[u] < border) != inside:
            continue
        w = others(free, u, own)
        if number < w:
            at = state.first[u] + number
            if u == own and at >= place[reference]:
                at += 1
            return state.pool[c, at]
        number -= w
    return np.int32(-1)


@compiled
def _partner(listed, state, c, reference, k, rng):
    """A uniform choice among the k nearest unswapped records; ties at the border share the room that is left."""
    own = state.tuple_of[reference]
    border = nearest(listed, state.distance, state.free, np.array([c]), own, k, state.heap)
    number = rng.integers(0, k)
    held = held_inside(listed, state.distance, state.free[c], own, border)
    inside = number < held
    if not inside:
        number = rng.integers(0, held_at(listed, state.distance, state.free[c], own, border))
    return _among(listed, inside, border, number, state, c, own, reference)


@compiled
def _open_columns(state, reference, k, rng):
    """End the columns with fewer than 2k unswapped values; returns the others where the reference is unswapped."""
    found = np.empty(len(state.stuck), dtype=np.int64)
    size = 0
    for c in range(len(state.stuck)):
        if not is_free(state.first, state.tuple_of, state.place[c], state.free[c], reference):
            continue
        if state.left[c] < 2 * k:
            permute_rest(state, c, rng)
        else:
            found[size] = c
            size += 1
    return found[:size]


@compiled
def _swap_repaired(columns, codes, state, k, rng):
    """Exchange each unswapped value of the reference with one of the k nearest unswapped, or end the column."""
    reference = state.numbers[1]
    own = state.tuple_of[reference]
    scope = state.alive[: state.numbers[0]]
    tuple_rows(columns, codes, own, state.rows)
    measure(state.slots, scope, state.rows, state.distance)
    needed = _open_columns(state, reference, k, rng)
    if len(needed) > 0:
        border = nearest(scope, state.distance, state.free, needed, own, k, state.heap)
        listed = state.tied[: within(scope, state.distance, border, state.tied)]
        for c in needed:
            exchange(state, c, reference, _partner(listed, state, c, reference, k, rng))
    close(state, reference)


@compiled
def _cluster(state, counts, reference, k, rng, members):
    """T def. 10 and 14: the k records nearest to the reference, itself excluded; ties at the border: random."""
    own = state.tuple_of[reference]
    first, stamp, distance = state.first, state.stamp, state.distance
    weights = counts.reshape((1, len(counts)))
    border = nearest(state.every, distance, weights, np.zeros(1, dtype=np.int64), own, k, state.heap)
    size = within(state.every, distance, border, state.tied)
    found = 0
    ties = 0
    for u in state.tied[:size]:
        if distance[u] == border:
            state.tied[ties] = u
            ties += 1
            continue
        for record in range(first[u], first[u + 1]):
            if record != reference:
                members[found] = record
                found += 1
    tied = state.tied[:ties]
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
    tuple_rows(columns, codes, state.tuple_of[reference], state.rows)
    measure(state.slots, state.every, state.rows, state.distance)
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
    free, distance = state.free[-1], state.distance
    scope = state.alive[: state.numbers[0]]
    most, at, held = farthest(scope, distance, free)
    number = rng.integers(0, held)
    for u in scope[at:]:
        if distance[u] == most:
            if number < free[u]:
                return state.pool[-1, state.first[u] + number]
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
        if state.left[-1] == 0:
            return False
        bury(state)
        state.numbers[1] = _opposite(state, rng)
    return True
