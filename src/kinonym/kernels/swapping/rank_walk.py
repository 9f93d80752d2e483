"""Rank swapping along one ranking (T SRS-Algorithm1): which rank receives the value of which.

The unswapped ranks are counted in a binary indexed tree (Fenwick tree), so that a step costs O(log n) for any k. Swaps
in clusters are in `cluster_swaps`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.bundles import Bundle
from kinonym.kernels.compile import compiled
from kinonym.kernels.uniform_draws import draw_below

__all__ = ["Walk", "start_walk", "walk"]


@dataclass(frozen=True, eq=False)
class Walk(Bundle):
    """The state between two calls."""

    tree: Any  # counts of unswapped ranks, as a binary indexed tree; position 0 is not used
    swapped: Any
    source: Any  # rank i receives the value of rank source[i]
    counters: Any  # the next rank, number of unswapped ranks, number of ranks without a partner
    rest: Any  # workspace: the unswapped ranks at the end


def start_walk(n: int) -> Walk:
    """No rank is swapped; each has its own value."""
    position = np.arange(n + 1, dtype=np.int32)
    return Walk(
        tree=position & -position, swapped=np.zeros(n, dtype=np.bool_), source=np.arange(n, dtype=np.int32),
        counters=np.array([0, n, 0]), rest=np.empty(n, dtype=np.int64),
    )  # fmt: skip


@compiled(inlined=True)
def _count_up_to(tree, rank):
    """The number of unswapped ranks among 0..rank."""
    total = 0
    i = rank + 1
    while i > 0:
        total += tree[i]
        i -= i & -i
    return total


@compiled
def _mark_swapped(state, rank):
    """Mark a rank as swapped."""
    state.swapped[rank] = True
    state.counters[1] -= 1
    i = rank + 1
    while i < len(state.tree):
        state.tree[i] -= 1
        i += i & -i


@compiled(inlined=True)
def _find_unswapped(tree, number):
    """The unswapped rank with this number, counted from 1: descend the tree."""
    step = 1
    while 2 * step < len(tree):
        step *= 2
    position = 0
    while step > 0:
        if position + step < len(tree) and tree[position + step] < number:
            position += step
            number -= tree[position]
        step //= 2
    return position


@compiled(inlined=True)
def _permute_rest(state, rng):
    """Permute the values of the unswapped ranks uniformly (Fisher and Yates)."""
    rest = state.rest
    size = 0
    for rank in range(len(state.swapped)):
        if not state.swapped[rank]:
            rest[size] = rank
            size += 1
        state.swapped[rank] = True
    for i in range(size - 1, 0, -1):
        j = draw_below(rng, i + 1)
        a, b = rest[i], rest[j]
        state.source[a], state.source[b] = state.source[b], state.source[a]
    state.counters[1] = 0


@compiled(allocates=True)
def walk(state, k, published, rng, budget):
    """Process up to ``budget`` ranks; True while some remain.

    ``published``: as in the thesis, the partner is one of the unswapped among the next k ranks, if there is any.
    Otherwise, it is one of the next k unswapped ranks, and once fewer than 2k are unswapped, they are permuted
    uniformly. Invariant: all ranks before the current one are swapped, so that it is the first unswapped one.
    """
    n = len(state.source)
    for _ in range(budget):
        rank = state.counters[0]
        if rank == n or state.counters[1] == 0:
            return False
        state.counters[0] += 1
        if state.swapped[rank]:
            continue
        if published:
            partners = _count_up_to(state.tree, min(rank + k, n - 1)) - 1
        elif state.counters[1] < 2 * k:
            _permute_rest(state, rng)
            return False
        else:
            partners = k
        if partners > 0:
            other = _find_unswapped(state.tree, 2 + draw_below(rng, partners))
            state.source[rank], state.source[other] = other, rank
            _mark_swapped(state, other)
        else:
            state.counters[2] += 1
        _mark_swapped(state, rank)
    return True
