"""Swapping in clusters at opposite ends (T SRS-Algorithm2 and 3): which record receives which values.

One column is Algorithm 2, several are Algorithm 3. The state is in `swapped_records`, the search in `nearest_records`.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.tuple_distances import tuple_rows
from kinonym.kernels.swapping.nearest_records import (
    count_at,
    count_inside,
    farthest,
    level,
    measure,
    nearest,
    others,
    within,
)
from kinonym.kernels.swapping.swapped_records import close, drop_swapped, exchange, is_free, permute_rest
from kinonym.kernels.uniform_draws import below

__all__ = ["swap"]


@compiled(inlined=True)
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


@compiled(inlined=True)
def _partner(listed, state, c, reference, k, rng):
    """A uniform choice among the k nearest unswapped records; ties at the border share the room that is left."""
    own = np.int64(state.tuple_of[reference])
    state.alone[0] = c
    border = nearest(listed, state.distance, state.free, state.alone, own, k, state.heap)
    level(listed, state.distance, border, state.slack[0])
    number = below(rng, k)
    held = count_inside(listed, state.distance, state.free[c], own, border)
    inside = number < held
    if not inside:
        number = below(rng, count_at(listed, state.distance, state.free[c], own, border))
    return _among(listed, inside, border, number, state, c, own, reference)


@compiled(inlined=True)
def _open_columns(state, reference, k, rng):
    """End the columns with fewer than 2k unswapped values; list those of the others that the reference needs."""
    size = 0
    for c in range(len(state.stuck)):
        if not is_free(state.first, state.tuple_of, state.place[c], state.free[c], reference):
            continue
        if state.left[c] < 2 * k:
            permute_rest(state, c, rng)
        else:
            state.needed[size] = c
            size += 1
    return size


@compiled(inlined=True)
def _swap_repaired(columns, codes, state, k, rng):
    """Exchange each unswapped value of the reference with one of the k nearest unswapped, or end the column."""
    reference = state.numbers[1]
    own = np.int64(state.tuple_of[reference])
    scope = state.alive[: state.numbers[0]]
    tuple_rows(columns, codes, own, state.rows)
    measure(state.slots, scope, state.rows, state.distance)
    needed = state.needed[: _open_columns(state, reference, k, rng)]
    if len(needed) > 0:
        border = nearest(scope, state.distance, state.free, needed, own, k, state.heap)
        listed = state.tied[: within(scope, state.distance, border + state.slack[0], state.tied)]
        level(listed, state.distance, border, state.slack[0])
        for c in needed:
            exchange(state, c, reference, np.int64(_partner(listed, state, c, reference, k, rng)))
    close(state, reference)


@compiled(inlined=True)
def _first_beyond(ends, size, number):
    """The first of ascending ends that is greater than a number."""
    low, high = 0, size
    while low < high:
        middle = (low + high) // 2
        if ends[middle] <= number:
            low = middle + 1
        else:
            high = middle
    return low


@compiled(inlined=True)
def _cluster(state, counts, reference, k, rng, members):
    """T def. 10 and 14: the k records nearest to the reference, itself excluded; ties at the border: random."""
    own = np.int64(state.tuple_of[reference])
    first, stamp, distance = state.first, state.stamp, state.distance
    weights = counts.reshape((1, len(counts)))
    state.alone[0] = 0
    border = nearest(state.every, distance, weights, state.alone, own, k, state.heap)
    size = within(state.every, distance, border + state.slack[0], state.tied)
    level(state.tied[:size], distance, border, state.slack[0])
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
    ends, held = state.ends, 0
    for i in range(ties):
        held += counts[state.tied[i]]
        ends[i] = held
    stamp[reference] = reference
    while found < k:
        number = below(rng, held)
        i = _first_beyond(ends, ties, number)
        record = first[state.tied[i] + 1] - (ends[i] - number)
        if stamp[record] != reference:
            stamp[record] = reference
            members[found] = record
            found += 1


@compiled(inlined=True)
def _swap_published(columns, codes, counts, state, k, rng):
    """Exchange each unswapped value of the reference with an unswapped one of its cluster, if there is any."""
    reference = state.numbers[1]
    tuple_rows(columns, codes, np.int64(state.tuple_of[reference]), state.rows)
    measure(state.slots, state.every, state.rows, state.distance)
    members, partners = state.members, state.partners
    _cluster(state, counts, reference, k, rng, members)
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
            exchange(state, c, reference, partners[below(rng, size)])
        else:
            state.stuck[c] += 1
            exchange(state, c, reference, reference)
    close(state, reference)


@compiled(inlined=True)
def _opposite(state, rng):
    """T eq. 5.3 and 5.8: an unswapped record most distant from what was measured last; ties: random."""
    free, distance = state.free[-1], state.distance
    scope = state.alive[: state.numbers[0]]
    least, at, held = farthest(scope, distance, free, state.slack[0])
    number = below(rng, held)
    for u in scope[at:]:
        if distance[u] >= least:
            if number < free[u]:
                return state.pool[-1, state.first[u] + number]
            number -= free[u]
    return np.int32(-1)


@compiled(allocates=True)
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
        drop_swapped(state)
        state.numbers[1] = _opposite(state, rng)
    return True
