"""A step of refinement: move an item to a cluster of its neighbours, or exchange it with a member of that cluster.

The other steps are in `refinement_steps`. Exact costs are expensive, as the centres change with the members. A move is
therefore estimated first with the present centres, and measured exactly only if the estimate is good enough.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.clusters.candidate_centres import TINY
from kinonym.kernels.clusters.refined_clusters import (
    NONE,
    compute_cost,
    insert_item,
    list_items,
    remove_item,
    update_cluster,
)
from kinonym.kernels.clusters.squared_error import measure_squared_distance
from kinonym.kernels.compile import compiled
from kinonym.kernels.demands.class_demands import meets_demands

__all__ = ["check_demands", "exchange_item", "find_cheapest_cluster", "list_nearby_clusters"]

DEMAND_WORK = 20  # work per member for a check of the demands, relative to the work of a cost


@compiled(inner=True)
def list_nearby_clusters(state, t):
    """List the other clusters of an item's neighbours that have room in the workspace; returns their number."""
    current, nearby_clusters, listed_for = state.cluster_of[t], state.nearby_clusters, state.listed_for
    state.listed_for_number[0] += 1
    number = state.listed_for_number[0]
    cluster_count = 0
    for i in range(state.neighbours.shape[1]):
        u = state.neighbours[t, i]
        if u < 0 or cluster_count == len(nearby_clusters):
            break
        g = state.cluster_of[u]
        if g != current and listed_for[g] != number and state.item_count[g] + 1 < len(state.own_members):
            listed_for[g] = number
            nearby_clusters[cluster_count] = g
            cluster_count += 1
    return cluster_count


@compiled(inlined=True)
def _drop_unchanged_clusters(state, t, cluster_count):
    """Drop the nearby clusters that did not change since the item was last examined; returns the number of the rest.

    None is dropped if the item's own cluster changed.
    """
    examined_at, nearby_clusters = state.examined_at[t], state.nearby_clusters
    if state.changed_at[state.cluster_of[t]] > examined_at:
        return cluster_count
    changed = 0
    for i in range(cluster_count):
        if state.changed_at[nearby_clusters[i]] > examined_at:
            nearby_clusters[changed] = nearby_clusters[i]
            changed += 1
    return changed


@compiled(inlined=True)
def _find_best_exchange(columns, state, t, cluster_count, k, demands):
    """The move or exchange that lowers the squared error most: (target cluster, exchanged item or −1).

    Both clusters must keep k records and meet the demands. (−1, −1) if nothing lowers the error. Cost: an estimate per
    member of the nearby clusters, and two cluster costs for each good estimate.
    """
    current = state.cluster_of[t]
    codes, weight, share = state.codes, state.weight, state.candidates.share
    own_members, other_members = state.own_members, state.other_members
    own_count = list_items(state, current, t, own_members)
    reduced_cost = -1.0
    leave_gain = weight[t] * state.square[t]
    best, target, partner = -TINY, NONE, NONE
    for i in range(cluster_count):
        g = state.nearby_clusters[i]
        n = list_items(state, g, NONE, other_members)
        cost_before = state.cost[current] + state.cost[g]
        tolerance = state.tolerance[0] * (state.cost[current] / state.item_count[current] + state.cost[g] / n)
        move_estimate = (
            weight[t] * measure_squared_distance(columns, codes, t, state.centre[g], share, np.inf) - leave_gain
        )
        if state.record_count[current] - weight[t] >= k and move_estimate < tolerance:
            if reduced_cost < 0:
                reduced_cost = compute_cost(columns, state, own_members, own_count)
            other_members[n] = t
            cost_change = reduced_cost + compute_cost(columns, state, other_members, n + 1) - cost_before
            if (
                cost_change < best
                and meets_demands(demands, own_members, own_count)
                and meets_demands(demands, other_members, n + 1)
            ):
                best, target, partner = cost_change, g, NONE
        if move_estimate - state.cost[g] - TINY >= tolerance:
            continue  # no member can return that much
        for at in range(n):
            v = other_members[at]
            most = (tolerance - move_estimate) / weight[v] + state.square[v]
            if (
                state.record_count[current] - weight[t] + weight[v] < k
                or state.record_count[g] - weight[v] + weight[t] < k
            ):
                continue
            if most <= 0.0 or measure_squared_distance(columns, codes, v, state.centre[current], share, most) >= most:
                continue
            own_members[own_count] = v
            cost_change = compute_cost(columns, state, own_members, own_count + 1) - cost_before
            if cost_change >= best:
                continue
            other_members[at] = t
            cost_change += compute_cost(columns, state, other_members, n)
            if (
                cost_change < best
                and meets_demands(demands, own_members, own_count + 1)
                and meets_demands(demands, other_members, n)
            ):
                best, target, partner = cost_change, g, v
            other_members[at] = v
    return target, partner


@compiled(inner=True)
def exchange_item(columns, state, k, demands, t):
    """Move or exchange an item if that pays; returns 1 if it did, else 0. Skipped if nothing changed nearby."""
    current = state.cluster_of[t]
    if state.cost[current] <= TINY:
        return 0
    cluster_count = _drop_unchanged_clusters(state, t, list_nearby_clusters(state, t))
    if cluster_count == 0:
        return 0
    state.examined_at[t] = state.clock[0]
    target, partner = _find_best_exchange(columns, state, t, cluster_count, k, demands)
    if target < 0:
        return 0
    remove_item(state, t)
    insert_item(state, t, target)
    if partner >= 0:
        remove_item(state, partner)
        insert_item(state, partner, current)
    update_cluster(columns, state, current)
    update_cluster(columns, state, target)
    return 1


@compiled(inner=True)
def check_demands(state, demands, members, n):
    """Whether a cluster of the first n members meets the demands; counted as work."""
    if demands is None:
        return True
    state.work[0] += DEMAND_WORK * n
    return meets_demands(demands, members, n)


@compiled(inner=True)
def find_cheapest_cluster(columns, state, t, cluster_count, demands):
    """The nearby cluster with the least increase of cost if the item joins, and the increase; −1 if there is none."""
    best = NONE
    least = np.inf
    for i in range(cluster_count):
        g = state.nearby_clusters[i]
        n = list_items(state, g, NONE, state.other_members)
        state.other_members[n] = t
        increase = compute_cost(columns, state, state.other_members, n + 1) - state.cost[g]
        if increase < least and check_demands(state, demands, state.other_members, n + 1):
            least = increase
            best = g
    return best, least
