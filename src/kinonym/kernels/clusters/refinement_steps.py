"""The steps of refinement: each is taken only if it lowers the squared error and keeps every promise.

Clusters dissolve here; items change places in `moved_items`; clusters are cut in two in `halved_clusters`, rebuilt in
`rebuilt_clusters`; their state is in `refined_clusters`, the order of the steps in `kinonym.methods`.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.arrays import Codes, Numbers
from kinonym.kernels.clusters.candidate_centres import TINY
from kinonym.kernels.clusters.halved_clusters import halve_all
from kinonym.kernels.clusters.moved_items import cheapest_cluster, clusters_near, exchange_item
from kinonym.kernels.clusters.rebuilt_clusters import OPEN, OPEN_WITH_GAPS, SCATTER, rebuild_all
from kinonym.kernels.clusters.refined_clusters import (
    NONE,
    Refinement,
    new_refinement,
    put,
    take_out,
    touch,
    without,
)
from kinonym.kernels.compile import compiled
from kinonym.kernels.demands.class_demands import Promise
from kinonym.kernels.distances.flat_columns import Columns

__all__ = ["WAYS", "dissolve", "exchange", "halve", "rebuild", "start_refinement"]

SETTLE, EXCHANGE, DISSOLVE, HALVE = 0, 1, 2, 3
WAYS = (OPEN, SCATTER, OPEN_WITH_GAPS)
NOTHING = np.empty(0, dtype=np.int64)


@compiled(inlined=True)
def _exchange_all(columns, state, k, promise, first, last):
    """Let each item from ``first`` to ``last`` move or change places once; returns how many did."""
    moves = 0
    for t in range(first, last):
        moves += exchange_item(columns, state, k, promise, t)
    return moves


@compiled(inlined=True)
def _scatter(columns, state, g, promise):
    """Send the members of a cluster to their nearest homes while that costs less than before; how many went."""
    before, homes, costs = state.before, state.homes, state.costs
    n = without(state, g, NONE, before)
    budget = state.cost[g]
    for i in range(n):
        t = before[i]
        home, rise = cheapest_cluster(columns, state, t, clusters_near(state, t), promise)
        budget -= rise
        if budget <= TINY:
            return i, n
        homes[i] = home
        costs[i] = state.cost[home]
        take_out(state, t)
        put(state, t, home)
        state.cost[home] += rise
    return n, n


@compiled(inlined=True)
def _dissolve_all(columns, state, promise, order):
    """Scatter clusters, in the order given, over those of their members' neighbours; returns how many went."""
    room = len(state.here)
    before, homes, costs = state.before, state.homes, state.costs
    gone = 0
    for g in order:
        if state.cost[g] <= TINY or state.number[g] >= room:
            continue
        went, n = _scatter(columns, state, g, promise)
        if went == n:
            for i in range(n):
                touch(columns, state, homes[i])
            touch(columns, state, g)
            gone += 1
        else:
            for i in range(went - 1, -1, -1):
                take_out(state, before[i])
                put(state, before[i], g)
                state.cost[homes[i]] = costs[i]
    return gone


@compiled(inlined=True)
def _settle_all(columns, state):
    """Put every item into its cluster and reckon what the clusters cost."""
    for t in range(len(state.cluster_of) - 1, -1, -1):
        put(state, t, state.cluster_of[t])
    for g in range(len(state.head)):
        touch(columns, state, g)
    return 0


@compiled
def take_step(columns, state, step, k, promise, order, first, last):
    """Take one of the steps; one kernel for all, as they share what is long to compile."""
    if step == SETTLE:
        return _settle_all(columns, state)
    if step == EXCHANGE:
        return _exchange_all(columns, state, k, promise, first, last)
    if step == DISSOLVE:
        return _dissolve_all(columns, state, promise, order)
    if step == HALVE:
        return halve_all(columns, state, k, promise)
    return rebuild_all(columns, state, k, promise, order, step, last)


def start_refinement(
    columns: Columns,
    codes: Codes,
    counts: Numbers,
    near: Codes,
    cluster_of: Numbers,
    clusters: int,
    room: int,
    promise: Promise | None,
) -> Refinement:
    """The clusters as they are; those of more than ``room`` − 1 items are left alone."""
    state = new_refinement(columns, codes, counts, near, cluster_of, clusters, room)
    take_step(columns, state, SETTLE, 0, promise, NOTHING, 0, 0)
    return state


def exchange(columns: Columns, state: Refinement, k: int, promise: Promise | None, first: int, last: int) -> int:
    """Let each item from ``first`` to ``last`` move or change places once; returns how many did."""
    return take_step(columns, state, EXCHANGE, k, promise, NOTHING, first, last)


def dissolve(columns: Columns, state: Refinement, promise: Promise | None, order: Numbers) -> int:
    """Scatter clusters, in the order given, over those of their members' neighbours; returns how many went."""
    return take_step(columns, state, DISSOLVE, 0, promise, order, 0, 0)


def halve(columns: Columns, state: Refinement, k: int, promise: Promise | None) -> int:
    """Cut clusters of at least 2k records in two, between their most distant members; returns how many were cut."""
    return take_step(columns, state, HALVE, k, promise, NOTHING, 0, 0)


def rebuild(
    columns: Columns, state: Refinement, k: int, promise: Promise | None, order: Numbers, way: int, last: int
) -> int:
    """Break up and rebuild clusters around some items while there is work left; returns how often it paid."""
    return take_step(columns, state, way, k, promise, order, 0, last)
