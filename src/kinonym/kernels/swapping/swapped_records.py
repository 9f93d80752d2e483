"""Which values of which records are swapped: the state of swapping in clusters, and how it changes.

Records are numbered tuple by tuple; the records of a tuple are alike until one of their values is swapped. Who
is swapped with whom is decided in `cluster_swaps`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.arrays import Codes, Numbers
from kinonym.kernels.bundles import Bundle
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import Columns, slack_of_sums
from kinonym.kernels.swapping.nearest_records import slots_of
from kinonym.kernels.uniform_draws import below

__all__ = ["Swap", "close", "drop_swapped", "exchange", "is_free", "permute_rest", "start_swap"]


@dataclass(frozen=True, eq=False)
class Swap(Bundle):
    """The state between two calls. Row c of ``pool`` and ``free`` is column c; the last row: any column."""

    first: Any  # first record of each tuple, and n at the end
    tuple_of: Any  # of each record
    pool: Any  # records; those of a tuple that are unswapped come first in the tuple's part
    place: Any  # of each record in the pool
    free: Any  # how many records of each tuple are unswapped
    left: Any  # unswapped records in all
    stuck: Any  # values that found no partner, per column
    slots: Any  # of each tuple in the rows of all columns
    every: Any  # all tuples
    alive: Any  # tuples with an unswapped record, in order, and a few without
    numbers: Any  # tuples listed as alive, the present reference, those of them without unswapped records
    source: Any  # source[c, i]: the record whose value record i receives
    rows: Any
    distance: Any
    slack: Any  # what rounding may do to a distance
    heap: Any
    tied: Any
    stamp: Any  # the reference for which a record was last put into the cluster
    needed: Any  # columns where the reference is unswapped
    alone: Any  # one column of them
    members: Any  # of the cluster
    partners: Any  # unswapped ones among them
    ends: Any  # running sums of the records tied at the border
    rest: Any  # records whose values are permuted at the end


def start_swap(columns: Columns, codes: Codes, counts: Numbers, k: int, reference: int) -> Swap:
    """Nothing is swapped; the walk begins at a record of tuple ``reference``."""
    m, p, n = len(columns.kind), len(counts), counts.sum()
    first = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    pool = np.tile(np.arange(n, dtype=np.int32), (m + 1, 1))
    return Swap(
        first=first, tuple_of=np.repeat(np.arange(p, dtype=np.int32), counts), pool=pool, place=pool.copy(),
        free=np.tile(counts, (m + 1, 1)), left=np.full(m + 1, n), stuck=np.zeros(m, dtype=np.int64),
        slots=slots_of(columns, codes), every=np.arange(p, dtype=np.uint32), alive=np.arange(p, dtype=np.uint32),
        numbers=np.array([p, first[reference], 0]), source=pool[:m].copy(), rows=np.empty(columns.value_start[-1]),
        distance=np.empty(p), slack=np.array([slack_of_sums(columns) if m > 1 else 0.0]),
        heap=np.empty(min(p, k) + 1, dtype=np.uint32), tied=np.empty(p, dtype=np.uint32),
        stamp=np.full(n, -1, dtype=np.int64), needed=np.empty(m, dtype=np.int64), alone=np.empty(1, dtype=np.int64),
        members=np.empty(k, dtype=np.int64), partners=np.empty(k, dtype=np.int64), ends=np.empty(p, dtype=np.int64),
        rest=np.empty(n, dtype=np.int64),
    )  # fmt: skip


@compiled(inner=True)
def is_free(first, tuple_of, place, free, record):
    """Whether the value of a record is unswapped; ``place`` and ``free`` are a column's."""
    t = tuple_of[record]
    return place[record] < first[t] + free[t]


@compiled
def _take(state, c, record):
    """Label the value of a record in column c swapped."""
    t = state.tuple_of[record]
    pool, place = state.pool[c], state.place[c]
    last = state.first[t] + state.free[c, t] - 1
    at = place[record]
    other = pool[last]
    pool[at], pool[last] = other, record
    place[other], place[record] = at, last
    state.free[c, t] -= 1
    state.left[c] -= 1


@compiled(inner=True)
def close(state, record):
    """Label a record swapped if all its values are."""
    anything = len(state.stuck)
    for c in range(anything):
        if is_free(state.first, state.tuple_of, state.place[c], state.free[c], record):
            return
    if not is_free(state.first, state.tuple_of, state.place[anything], state.free[anything], record):
        return
    _take(state, anything, record)
    if state.free[anything, state.tuple_of[record]] == 0:
        state.numbers[2] += 1


@compiled(inlined=True)
def drop_swapped(state):
    """Drop the tuples without unswapped records from the living once they are one in eight, keeping the order."""
    if 8 * state.numbers[2] < state.numbers[0]:
        return
    kept = 0
    free, alive = state.free[-1], state.alive
    for u in alive[: state.numbers[0]]:
        if free[u] > 0:
            alive[kept] = u
            kept += 1
    state.numbers[0] = kept
    state.numbers[2] = 0


@compiled(inner=True)
def exchange(state, c, a, b):
    """Let two records exchange their values in column c; the first may be the second."""
    source = state.source[c]
    source[a], source[b] = source[b], source[a]
    _take(state, c, a)
    if b != a:
        _take(state, c, b)
        close(state, b)


@compiled(inlined=True)
def permute_rest(state, c, rng):
    """Give the unswapped records of column c a uniform permutation of their values."""
    rest = state.rest
    size = 0
    for i in range(state.numbers[0]):
        t = state.alive[i]
        for at in range(state.first[t], state.first[t] + state.free[c, t]):
            rest[size] = state.pool[c, at]
            size += 1
    source = state.source[c]
    for i in range(size - 1, 0, -1):
        a, b = rest[i], rest[below(rng, i + 1)]
        source[a], source[b] = source[b], source[a]
    for i in range(size):
        _take(state, c, rest[i])
        close(state, rest[i])
