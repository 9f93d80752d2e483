"""A step of refinement: halve clusters of at least 2k records if that lowers the squared error.

The other steps are in `refinement_steps`.
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
from kinonym.kernels.distances.flat_columns import copy_to_centre

__all__ = ["can_be_halved", "find_empty_cluster", "halve_cluster", "halve_clusters"]


@compiled
def _find_farthest_member(columns, state, members, n, centre):
    """The member farthest from a centre; ties: the first."""
    best = 0
    most = -1.0
    for i in range(n):
        d = measure_squared_distance(columns, state.codes, members[i], centre, state.candidates.share, np.inf)
        if d > most:
            most = d
            best = i
    return members[best]


@compiled(inlined=True)
def _sort_by_side(columns, state, members, n):
    """Sort members by how much nearer they are to the second end than to the first. Insertion sort: O(n²)."""
    side_score, share = state.side_score, state.candidates.share
    for i in range(n):
        t = members[i]
        score = measure_squared_distance(columns, state.codes, t, state.end_centres[0], share, np.inf)
        score -= measure_squared_distance(columns, state.codes, t, state.end_centres[1], share, np.inf)
        at = i
        while at > 0 and side_score[at - 1] > score:
            side_score[at] = side_score[at - 1]
            members[at] = members[at - 1]
            at -= 1
        side_score[at] = score
        members[at] = t


@compiled(inlined=True)
def _find_best_cut(columns, state, members, n, k, demands, least):
    """The cut of a list of members with the least cost below ``least``; 0 if there is none.

    Both parts must have k records and meet the demands. Cost: O(n) cluster costs.
    """
    cut = 0
    records = 0.0
    for i in range(1, n):
        records += state.weight[members[i - 1]]
        if records < k or state.record_count[state.cluster_of[members[0]]] - records < k:
            continue
        cost = compute_cost(columns, state, members[:i], i)
        if cost < least:
            cost += compute_cost(columns, state, members[i:n], n - i)
        if cost < least and meets_demands(demands, members, i) and meets_demands(demands, members[i:], n - i):
            least = cost
            cut = i
    return cut


@compiled(inner=True)
def halve_cluster(columns, state, k, demands, g, empty):
    """Halve a cluster between its most distant members if that lowers the cost; returns whether it was halved.

    The ends are the member farthest from the centre and the member farthest from that.
    """
    members = state.other_members
    n = list_items(state, g, NONE, members)
    r = _find_farthest_member(columns, state, members, n, state.centre[g])
    copy_to_centre(columns, state.codes, r, state.end_centres[0])
    copy_to_centre(
        columns,
        state.codes,
        _find_farthest_member(columns, state, members, n, state.end_centres[0]),
        state.end_centres[1],
    )
    _sort_by_side(columns, state, members, n)
    for i in range(_find_best_cut(columns, state, members, n, k, demands, state.cost[g] - TINY)):
        remove_item(state, members[i])
        insert_item(state, members[i], empty)
    if state.item_count[empty] == 0:
        return False
    update_cluster(columns, state, g)
    update_cluster(columns, state, empty)
    return True


@compiled(inlined=True)
def can_be_halved(state, g, k):
    """Whether a cluster has 2k records, a cost above 0, and fits into the workspace."""
    item_count = state.item_count[g]
    return state.record_count[g] >= 2 * k and 2 <= item_count < len(state.own_members) and state.cost[g] > TINY


@compiled(inner=True)
def find_empty_cluster(state, first):
    """The first empty cluster from ``first`` on; the number of clusters if there is none."""
    while first < len(state.item_count) and state.item_count[first] > 0:
        first += 1
    return first


@compiled(inlined=True)
def halve_clusters(columns, state, k, demands):
    """Halve all clusters for which that pays; returns how many were halved."""
    empty = np.int64(0)
    cuts = 0
    for g in range(len(state.item_count)):
        if not can_be_halved(state, g, k):
            continue
        empty = find_empty_cluster(state, empty)
        if empty == len(state.item_count):
            return cuts
        if halve_cluster(columns, state, k, demands, g, empty):
            cuts += 1
    return cuts
