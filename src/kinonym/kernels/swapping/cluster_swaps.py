"""Swapping in clusters at opposite ends (T SRS-Algorithm2 and 3): which record receives which values.

Algorithm 2 is for one column, Algorithm 3 for several. A reference record exchanges its values with records of the
cluster of its nearest ones; the next reference is a record farthest from it. The state is in `swapped_records`, the
search in `nearest_records`. Cost of a reference: O(p·m) distances.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.tuple_distances import measure_values
from kinonym.kernels.swapping.nearest_records import (
    count_at,
    count_inside,
    count_others,
    equalise_ties,
    find_border,
    find_farthest,
    list_within,
    measure_tuples,
)
from kinonym.kernels.swapping.swapped_records import (
    close_record,
    drop_swapped_tuples,
    exchange_values,
    is_unswapped,
    permute_rest,
)
from kinonym.kernels.uniform_draws import draw_below

__all__ = ["swap"]


@compiled(inlined=True)
def _select_record(listed, inside, border, number, state, c, own_tuple, reference):
    """The unswapped record with index ``number`` among those inside, or at, the border, without the reference."""
    distance, unswapped, pool_position = state.distance, state.unswapped[c], state.pool_position[c]
    for u in listed:
        if distance[u] > border or (distance[u] < border) != inside:
            continue
        others = count_others(unswapped, u, own_tuple)
        if number < others:
            at = state.first[u] + number
            if u == own_tuple and at >= pool_position[reference]:
                at += 1
            return state.pool[c, at]
        number -= others
    return np.int32(-1)


@compiled(inlined=True)
def _draw_partner(listed, state, c, reference, k, rng):
    """Draw uniformly among the k nearest unswapped records; ties at the border share the remaining probability."""
    own_tuple = np.int64(state.tuple_of[reference])
    state.single_column[0] = c
    border = find_border(listed, state.distance, state.unswapped, state.single_column, own_tuple, k, state.heap)
    equalise_ties(listed, state.distance, border, state.slack[0])
    number = draw_below(rng, k)
    records = count_inside(listed, state.distance, state.unswapped[c], own_tuple, border)
    inside = number < records
    if not inside:
        number = draw_below(rng, count_at(listed, state.distance, state.unswapped[c], own_tuple, border))
    return _select_record(listed, inside, border, number, state, c, own_tuple, reference)


@compiled(inlined=True)
def _list_open_columns(state, reference, k, rng):
    """List the columns where the reference is unswapped; a column with fewer than 2k unswapped values is permuted."""
    size = 0
    for c in range(len(state.without_partner)):
        if not is_unswapped(state.first, state.tuple_of, state.pool_position[c], state.unswapped[c], reference):
            continue
        if state.unswapped_total[c] < 2 * k:
            permute_rest(state, c, rng)
        else:
            state.open_columns[size] = c
            size += 1
    return size


@compiled(inlined=True)
def _swap_repaired(columns, codes, state, k, rng):
    """Exchange each unswapped value of the reference with one of the k nearest unswapped, or permute the column."""
    reference = state.counters[1]
    own_tuple = np.int64(state.tuple_of[reference])
    scope = state.active[: state.counters[0]]
    measure_values(columns, codes, own_tuple, state.value_distance)
    measure_tuples(state.value_index, scope, state.value_distance, state.distance)
    open_columns = state.open_columns[: _list_open_columns(state, reference, k, rng)]
    if len(open_columns) > 0:
        border = find_border(scope, state.distance, state.unswapped, open_columns, own_tuple, k, state.heap)
        listed = state.near_tuples[: list_within(scope, state.distance, border + state.slack[0], state.near_tuples)]
        equalise_ties(listed, state.distance, border, state.slack[0])
        for c in open_columns:
            exchange_values(state, c, reference, np.int64(_draw_partner(listed, state, c, reference, k, rng)))
    close_record(state, reference)


@compiled(inlined=True)
def _find_first_beyond(cumulative, size, number):
    """The index of the first of ascending ``cumulative`` that is greater than a number: binary search."""
    low, high = 0, size
    while low < high:
        middle = (low + high) // 2
        if cumulative[middle] <= number:
            low = middle + 1
        else:
            high = middle
    return low


@compiled(inlined=True)
def _draw_cluster(state, counts, reference, k, rng, members):
    """Draw the cluster of T def. 10 and 14: the k records nearest to the reference; ties at the border are random.

    Tied records are drawn by rejection of those already in the cluster.
    """
    own_tuple = np.int64(state.tuple_of[reference])
    first, stamp, distance = state.first, state.stamp, state.distance
    weights = counts.reshape((1, len(counts)))
    state.single_column[0] = 0
    border = find_border(state.all_tuples, distance, weights, state.single_column, own_tuple, k, state.heap)
    size = list_within(state.all_tuples, distance, border + state.slack[0], state.near_tuples)
    equalise_ties(state.near_tuples[:size], distance, border, state.slack[0])
    drawn = 0
    ties = 0
    for u in state.near_tuples[:size]:
        if distance[u] == border:
            state.near_tuples[ties] = u
            ties += 1
            continue
        for record in range(first[u], first[u + 1]):
            if record != reference:
                members[drawn] = record
                drawn += 1
    cumulative, records = state.cumulative, 0
    for i in range(ties):
        records += counts[state.near_tuples[i]]
        cumulative[i] = records
    stamp[reference] = reference
    while drawn < k:
        number = draw_below(rng, records)
        i = _find_first_beyond(cumulative, ties, number)
        record = first[state.near_tuples[i] + 1] - (cumulative[i] - number)
        if stamp[record] != reference:
            stamp[record] = reference
            members[drawn] = record
            drawn += 1


@compiled(inlined=True)
def _swap_published(columns, codes, counts, state, k, rng):
    """Exchange each unswapped value of the reference with an unswapped one of its cluster, if there is any."""
    reference = state.counters[1]
    measure_values(columns, codes, np.int64(state.tuple_of[reference]), state.value_distance)
    measure_tuples(state.value_index, state.all_tuples, state.value_distance, state.distance)
    members, partners = state.members, state.partners
    _draw_cluster(state, counts, reference, k, rng, members)
    first, tuple_of = state.first, state.tuple_of
    for c in range(len(state.without_partner)):
        pool_position, unswapped = state.pool_position[c], state.unswapped[c]
        if not is_unswapped(first, tuple_of, pool_position, unswapped, reference):
            continue
        size = 0
        for record in members:
            if is_unswapped(first, tuple_of, pool_position, unswapped, record):
                partners[size] = record
                size += 1
        if size > 0:
            exchange_values(state, c, reference, partners[draw_below(rng, size)])
        else:
            state.without_partner[c] += 1
            exchange_values(state, c, reference, reference)
    close_record(state, reference)


@compiled(inlined=True)
def _draw_opposite(state, rng):
    """Draw the next reference (T eq. 5.3 and 5.8): an unswapped record farthest from the reference; ties: random."""
    unswapped, distance = state.unswapped[-1], state.distance
    scope = state.active[: state.counters[0]]
    threshold, start, records = find_farthest(scope, distance, unswapped, state.slack[0])
    number = draw_below(rng, records)
    for u in scope[start:]:
        if distance[u] >= threshold:
            if number < unswapped[u]:
                return state.pool[-1, state.first[u] + number]
            number -= unswapped[u]
    return np.int32(-1)


@compiled(allocates=True)
def swap(columns, codes, counts, state, k, published, rng, budget):
    """Swap the values of up to ``budget`` references; True while unswapped records remain.

    ``published``: as in the thesis, the cluster is the k nearest records, and the partner one of the unswapped among
    them, if there is any. Otherwise, the cluster of each column is the k nearest unswapped records, and once fewer than
    2k values are unswapped in a column, they are permuted uniformly.
    """
    for _ in range(budget):
        if published:
            _swap_published(columns, codes, counts, state, k, rng)
        else:
            _swap_repaired(columns, codes, state, k, rng)
        if state.unswapped_total[-1] == 0:
            return False
        drop_swapped_tuples(state)
        state.counters[1] = _draw_opposite(state, rng)
    return True
