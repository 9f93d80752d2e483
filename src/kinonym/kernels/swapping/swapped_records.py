"""The state of swapping in clusters: which values of which records are swapped, and how an exchange changes it.

Records are numbered tuple by tuple; the records of a tuple are equal until one of their values is swapped.
`cluster_swaps` chooses the partners.

Invariant: in each row of ``pool``, the unswapped records of tuple t are at the positions from ``first[t]`` to
``first[t] + free[t]``; a record is unswapped exactly if its position is among them. All changes cost O(1) per value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.arrays import Codes, Numbers
from kinonym.kernels.bundles import Bundle
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import Columns, slack_of_sums
from kinonym.kernels.swapping.nearest_records import index_values
from kinonym.kernels.uniform_draws import draw_below

__all__ = [
    "Swap",
    "close_record",
    "drop_swapped_tuples",
    "exchange_values",
    "is_unswapped",
    "permute_rest",
    "start_swap",
]


@dataclass(frozen=True, eq=False)
class Swap(Bundle):
    """The state between two calls. Row c of ``pool`` and ``unswapped`` is column c.

    The last row is for records: unswapped until all values are swapped.
    """

    first: Any  # first record of each tuple, and n at the end
    tuple_of: Any  # of each record
    pool: Any  # records by tuple, the unswapped ones of a tuple first
    pool_position: Any  # position of each record in the pool
    unswapped: Any  # number of unswapped records of each tuple
    unswapped_total: Any  # number of unswapped records in total
    without_partner: Any  # number of values without a partner, per column
    value_index: Any  # tuples × columns: index of the value in ``value_distance``
    all_tuples: Any  # all tuples
    active: Any  # tuples with an unswapped record, in order, and a few without
    counters: Any  # length of that list, current reference, tuples in the list without an unswapped record
    source: Any  # in column c, record i receives the value of record source[c, i]
    value_distance: Any  # distance of each value to the reference
    distance: Any  # distance of each tuple to the reference
    slack: Any  # the greatest error that rounding can cause in a distance
    heap: Any  # workspace: tuples
    near_tuples: Any  # workspace: tuples up to the border of the cluster
    stamp: Any  # the reference for which a record was last put into the cluster
    open_columns: Any  # workspace: columns where the reference is unswapped
    single_column: Any  # workspace: one of these columns
    members: Any  # workspace: records of the cluster
    partners: Any  # workspace: the unswapped ones among them
    cumulative: Any  # workspace: cumulative numbers of records at the border
    rest: Any  # workspace: records with values that are permuted at the end


def start_swap(columns: Columns, codes: Codes, counts: Numbers, k: int, reference: int) -> Swap:
    """Nothing is swapped; the first reference is a record of tuple ``reference``."""
    m, p, n = len(columns.kind), len(counts), counts.sum()
    first = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    pool = np.tile(np.arange(n, dtype=np.int32), (m + 1, 1))
    return Swap(
        first=first, tuple_of=np.repeat(np.arange(p, dtype=np.int32), counts), pool=pool, pool_position=pool.copy(),
        unswapped=np.tile(counts, (m + 1, 1)), unswapped_total=np.full(m + 1, n),
        without_partner=np.zeros(m, dtype=np.int64),
        value_index=index_values(columns, codes), all_tuples=np.arange(p, dtype=np.uint32),
        active=np.arange(p, dtype=np.uint32),
        counters=np.array([p, first[reference], 0]), source=pool[:m].copy(),
        value_distance=np.empty(columns.value_start[-1]),
        distance=np.empty(p), slack=np.array([slack_of_sums(columns) if m > 1 else 0.0]),
        heap=np.empty(min(p, k) + 1, dtype=np.uint32), near_tuples=np.empty(p, dtype=np.uint32),
        stamp=np.full(n, -1, dtype=np.int64), open_columns=np.empty(m, dtype=np.int64),
        single_column=np.empty(1, dtype=np.int64),
        members=np.empty(k, dtype=np.int64), partners=np.empty(k, dtype=np.int64),
        cumulative=np.empty(p, dtype=np.int64),
        rest=np.empty(n, dtype=np.int64),
    )  # fmt: skip


@compiled(inner=True)
def is_unswapped(first, tuple_of, pool_position, unswapped, record):
    """Whether the value of a record is unswapped; ``pool_position`` and ``unswapped`` are those of a column."""
    t = tuple_of[record]
    return pool_position[record] < first[t] + unswapped[t]


@compiled
def _mark_swapped(state, c, record):
    """Mark the value of a record in column c as swapped: move the record behind the unswapped ones of its tuple."""
    t = state.tuple_of[record]
    pool, pool_position = state.pool[c], state.pool_position[c]
    last = state.first[t] + state.unswapped[c, t] - 1
    at = pool_position[record]
    other = pool[last]
    pool[at], pool[last] = other, record
    pool_position[other], pool_position[record] = at, last
    state.unswapped[c, t] -= 1
    state.unswapped_total[c] -= 1


@compiled(inner=True)
def close_record(state, record):
    """Mark a record as swapped if all its values are."""
    any_column = len(state.without_partner)
    for c in range(any_column):
        if is_unswapped(state.first, state.tuple_of, state.pool_position[c], state.unswapped[c], record):
            return
    if not is_unswapped(
        state.first, state.tuple_of, state.pool_position[any_column], state.unswapped[any_column], record
    ):
        return
    _mark_swapped(state, any_column, record)
    if state.unswapped[any_column, state.tuple_of[record]] == 0:
        state.counters[2] += 1


@compiled(inlined=True)
def drop_swapped_tuples(state):
    """Drop tuples without unswapped records from the list once they are one in eight; the order stays."""
    if 8 * state.counters[2] < state.counters[0]:
        return
    position = 0
    unswapped, active = state.unswapped[-1], state.active
    for u in active[: state.counters[0]]:
        if unswapped[u] > 0:
            active[position] = u
            position += 1
    state.counters[0] = position
    state.counters[2] = 0


@compiled(inner=True)
def exchange_values(state, c, a, b):
    """Exchange the values of two records in column c; a record may be exchanged with itself."""
    source = state.source[c]
    source[a], source[b] = source[b], source[a]
    _mark_swapped(state, c, a)
    if b != a:
        _mark_swapped(state, c, b)
        close_record(state, b)


@compiled(inlined=True)
def permute_rest(state, c, rng):
    """Permute the values of the unswapped records in column c uniformly (Fisher and Yates)."""
    rest = state.rest
    size = 0
    for i in range(state.counters[0]):
        t = state.active[i]
        for at in range(state.first[t], state.first[t] + state.unswapped[c, t]):
            rest[size] = state.pool[c, at]
            size += 1
    source = state.source[c]
    for i in range(size - 1, 0, -1):
        a, b = rest[i], rest[draw_below(rng, i + 1)]
        source[a], source[b] = source[b], source[a]
    for i in range(size):
        _mark_swapped(state, c, rest[i])
        close_record(state, rest[i])
