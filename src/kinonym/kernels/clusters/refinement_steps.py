"""The steps of refinement. Each is taken only if the squared error falls and every demand is still met.

Clusters are dissolved here, items moved in `moved_items`, clusters halved in `halved_clusters` and rebuilt in
`rebuilt_clusters`. The state is in `refined_clusters`; `kinonym.methods` decides on the order of the steps.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.arrays import Codes, Numbers
from kinonym.kernels.clusters.candidate_centres import TINY
from kinonym.kernels.clusters.halved_clusters import halve_clusters
from kinonym.kernels.clusters.moved_items import exchange_item, find_cheapest_cluster, list_nearby_clusters
from kinonym.kernels.clusters.rebuilt_clusters import DISPERSE, GATHER, GATHER_SOME, rebuild_clusters
from kinonym.kernels.clusters.refined_clusters import (
    NONE,
    Refinement,
    insert_item,
    list_items,
    new_refinement,
    remove_item,
    update_cluster,
)
from kinonym.kernels.compile import compiled
from kinonym.kernels.demands.class_demands import ClassDemands
from kinonym.kernels.distances.flat_columns import Columns

__all__ = ["REBUILD_STEPS", "dissolve", "exchange", "halve", "rebuild", "start_refinement"]

INSERT, EXCHANGE, DISSOLVE, HALVE = 0, 1, 2, 3
REBUILD_STEPS = (GATHER, DISPERSE, GATHER_SOME)
NO_ORDER = np.empty(0, dtype=np.int64)


@compiled(inlined=True)
def _exchange_items(columns, state, k, demands, first, last):
    """Move or exchange each item from ``first`` to ``last`` at most once; returns how many did."""
    moves = 0
    for t in range(first, last):
        moves += exchange_item(columns, state, k, demands, t)
    return moves


@compiled(inlined=True)
def _disperse_while_cheaper(columns, state, g, demands):
    """Move the members of a cluster to nearby clusters while the increase stays below its cost.

    Returns (members moved, members). If they differ, the caller undoes the moves. Costs of the targets are updated,
    but not their centres.
    """
    dissolved_items, new_clusters, previous_costs = state.dissolved_items, state.new_clusters, state.previous_costs
    n = list_items(state, g, NONE, dissolved_items)
    budget = state.cost[g]
    for i in range(n):
        t = dissolved_items[i]
        target, increase = find_cheapest_cluster(columns, state, t, list_nearby_clusters(state, t), demands)
        budget -= increase
        if budget <= TINY:
            return i, n
        new_clusters[i] = target
        previous_costs[i] = state.cost[target]
        remove_item(state, t)
        insert_item(state, t, target)
        state.cost[target] += increase
    return n, n


@compiled(inlined=True)
def _dissolve_clusters(columns, state, demands, order):
    """Dissolve clusters, in the given order, into those of their members' neighbours; returns the number dissolved."""
    capacity = len(state.own_members)
    dissolved_items, new_clusters, previous_costs = state.dissolved_items, state.new_clusters, state.previous_costs
    dissolved = 0
    for g in order:
        if state.cost[g] <= TINY or state.item_count[g] >= capacity:
            continue
        moved, n = _disperse_while_cheaper(columns, state, g, demands)
        if moved == n:
            for i in range(n):
                update_cluster(columns, state, new_clusters[i])
            update_cluster(columns, state, g)
            dissolved += 1
        else:
            for i in range(moved - 1, -1, -1):
                remove_item(state, dissolved_items[i])
                insert_item(state, dissolved_items[i], g)
                state.cost[new_clusters[i]] = previous_costs[i]
    return dissolved


@compiled(inlined=True)
def _insert_all(columns, state):
    """Insert every item in its cluster and compute all costs."""
    for t in range(len(state.cluster_of) - 1, -1, -1):
        insert_item(state, t, state.cluster_of[t])
    for g in range(len(state.head)):
        update_cluster(columns, state, g)
    return 0


@compiled
def take_step(columns, state, step, k, demands, order, first, last):
    """Take one of the steps. One kernel for all, because they share the code that compiles slowly."""
    if step == INSERT:
        return _insert_all(columns, state)
    if step == EXCHANGE:
        return _exchange_items(columns, state, k, demands, first, last)
    if step == DISSOLVE:
        return _dissolve_clusters(columns, state, demands, order)
    if step == HALVE:
        return halve_clusters(columns, state, k, demands)
    return rebuild_clusters(columns, state, k, demands, order, step, last)


def start_refinement(
    columns: Columns,
    codes: Codes,
    counts: Numbers,
    neighbours: Codes,
    cluster_of: Numbers,
    clusters: int,
    capacity: int,
    demands: ClassDemands | None,
) -> Refinement:
    """The state for given clusters; those of ``capacity`` items or more will not be changed."""
    state = new_refinement(columns, codes, counts, neighbours, cluster_of, clusters, capacity)
    take_step(columns, state, INSERT, 0, demands, NO_ORDER, 0, 0)
    return state


def exchange(columns: Columns, state: Refinement, k: int, demands: ClassDemands | None, first: int, last: int) -> int:
    """Move or exchange each item from ``first`` to ``last`` at most once; returns how many did."""
    return take_step(columns, state, EXCHANGE, k, demands, NO_ORDER, first, last)


def dissolve(columns: Columns, state: Refinement, demands: ClassDemands | None, order: Numbers) -> int:
    """Dissolve clusters, in the given order, into those of their members' neighbours; returns the number dissolved."""
    return take_step(columns, state, DISSOLVE, 0, demands, order, 0, 0)


def halve(columns: Columns, state: Refinement, k: int, demands: ClassDemands | None) -> int:
    """Halve clusters of at least 2k records, between their most distant members; returns how many were halved."""
    return take_step(columns, state, HALVE, k, demands, NO_ORDER, 0, 0)


def rebuild(
    columns: Columns, state: Refinement, k: int, demands: ClassDemands | None, order: Numbers, step: int, last: int
) -> int:
    """Rebuild clusters around some items until ``last`` units of work are done; returns how often the error fell."""
    return take_step(columns, state, step, k, demands, order, 0, last)
