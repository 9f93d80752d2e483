"""Rank swapping along one ranking (T SRS-Algorithm1): which rank receives the value of which.

The unswapped ranks are kept in a tree of counts, so that a step costs O(log n) whatever k is. Swaps in clusters
are in `cluster_swaps`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.bundles import Bundle
from kinonym.kernels.compile import compiled
from kinonym.kernels.uniform_draws import below

__all__ = ["Walk", "start_walk", "walk"]


@dataclass(frozen=True, eq=False)
class Walk(Bundle):
    """The state between two calls."""

    tree: Any  # counts of unswapped ranks, as a binary indexed tree; position 0 is not used
    swapped: Any
    source: Any  # source[i]: the rank whose value rank i receives
    at: Any  # the rank to look at next, how many are unswapped, how many found no partner
    rest: Any  # the unswapped ranks at the end


def start_walk(n: int) -> Walk:
    """No rank is swapped, each holds its own value."""
    place = np.arange(n + 1, dtype=np.int32)
    return Walk(
        tree=place & -place, swapped=np.zeros(n, dtype=np.bool_), source=np.arange(n, dtype=np.int32),
        at=np.array([0, n, 0]), rest=np.empty(n, dtype=np.int64),
    )  # fmt: skip


@compiled(inlined=True)
def _up_to(tree, rank):
    """How many of the ranks 0..rank are unswapped."""
    total = 0
    i = rank + 1
    while i > 0:
        total += tree[i]
        i -= i & -i
    return total


@compiled
def _take(state, rank):
    """Label a rank swapped."""
    state.swapped[rank] = True
    state.at[1] -= 1
    i = rank + 1
    while i < len(state.tree):
        state.tree[i] -= 1
        i += i & -i


@compiled(inlined=True)
def _select(tree, number):
    """The rank of the unswapped value with this number, counted from 1."""
    step = 1
    while 2 * step < len(tree):
        step *= 2
    place = 0
    while step > 0:
        if place + step < len(tree) and tree[place + step] < number:
            place += step
            number -= tree[place]
        step //= 2
    return place


@compiled(inlined=True)
def _permute_rest(state, rng):
    """Give the unswapped ranks a uniform permutation of their values."""
    rest = state.rest
    size = 0
    for rank in range(len(state.swapped)):
        if not state.swapped[rank]:
            rest[size] = rank
            size += 1
        state.swapped[rank] = True
    for i in range(size - 1, 0, -1):
        j = below(rng, i + 1)
        a, b = rest[i], rest[j]
        state.source[a], state.source[b] = state.source[b], state.source[a]
    state.at[1] = 0


@compiled(allocates=True)
def walk(state, k, published, rng, budget):
    """Look at up to ``budget`` ranks; True while some are left.

    Published: the partner is one of the unswapped among the next k ranks, if there is any. Else: one of the
    next k unswapped ranks; and once fewer than 2k are unswapped, they are permuted uniformly. All ranks before
    the one looked at are swapped, so that it is the first unswapped one.
    """
    n = len(state.source)
    for _ in range(budget):
        rank = state.at[0]
        if rank == n or state.at[1] == 0:
            return False
        state.at[0] += 1
        if state.swapped[rank]:
            continue
        if published:
            partners = _up_to(state.tree, min(rank + k, n - 1)) - 1
        elif state.at[1] < 2 * k:
            _permute_rest(state, rng)
            return False
        else:
            partners = k
        if partners > 0:
            other = _select(state.tree, 2 + below(rng, partners))
            state.source[rank], state.source[other] = other, rank
            _take(state, other)
        else:
            state.at[2] += 1
        _take(state, rank)
    return True
