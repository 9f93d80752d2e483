"""A step of refinement: dissolve clusters around an item and rebuild them; undo it unless the squared error falls.

This escapes from local optima of single moves (ruin and recreate). The other steps are in `refinement_steps`.
"""

from __future__ import annotations

from kinonym.kernels.clusters.candidate_centres import TINY
from kinonym.kernels.clusters.halved_clusters import can_be_halved, find_empty_cluster, halve_cluster
from kinonym.kernels.clusters.moved_items import (
    check_demands,
    exchange_item,
    find_cheapest_cluster,
    list_nearby_clusters,
)
from kinonym.kernels.clusters.refined_clusters import (
    NONE,
    begin_trial,
    end_trial,
    insert_item,
    list_items,
    remove_item,
    undo_trial,
    update_cluster,
)
from kinonym.kernels.compile import compiled

__all__ = ["DISPERSE", "GATHER", "GATHER_SOME", "rebuild_clusters"]

ROUNDS = 6  # of local improvements after a change
GATHER, DISPERSE, GATHER_SOME = 4, 5, 6  # step numbers, after those in `refinement_steps`


@compiled(inlined=True)
def _is_skipped(t, i, trial):
    """Whether to skip a neighbour: pseudorandom for three of ten, the same in every run, different in every trial."""
    return ((t * 7919 + i * 104729 + trial * 1299709) >> 3) % 10 < 3


@compiled(inlined=True)
def _gather_around(columns, state, t, k, some_only):
    """Move an item and its nearest neighbours to a new cluster; returns whether it has k records.

    Neighbours with k records or more stay. With ``some_only`` some neighbours are skipped.
    """
    new = find_empty_cluster(state, 0)
    if new == len(state.item_count):
        return False
    remove_item(state, t)
    insert_item(state, t, new)
    for i in range(state.neighbours.shape[1]):
        v = state.neighbours[t, i]
        if state.record_count[new] >= k or v < 0:
            break
        g = state.cluster_of[v]
        if (
            state.weight[v] >= k
            or g == new
            or state.item_count[g] >= len(state.own_members)
            or (some_only and _is_skipped(t, i, state.trial[1]))
        ):
            continue
        remove_item(state, v)
        insert_item(state, v, new)
    for at in range(state.trial[2]):
        update_cluster(columns, state, state.saved_cluster[at])
    return state.record_count[new] >= k


@compiled(inner=True)
def _disperse_cluster(columns, state, g, demands):
    """Move each member of a cluster to the nearby cluster with the least increase; returns whether all could move."""
    dissolved_items = state.dissolved_items
    n = list_items(state, g, NONE, dissolved_items)
    for i in range(n):
        t = dissolved_items[i]
        target, _ = find_cheapest_cluster(columns, state, t, list_nearby_clusters(state, t), demands)
        if target < 0:
            return False
        remove_item(state, t)
        insert_item(state, t, target)
        update_cluster(columns, state, target)
    update_cluster(columns, state, g)
    return True


@compiled(inlined=True)
def _disperse_invalid(columns, state, k, demands):
    """Disperse changed clusters with fewer than k records or unmet demands; returns whether that was possible."""
    at = 0
    while at < state.trial[2]:  # grows in the loop
        g = state.saved_cluster[at]
        at += 1
        n = list_items(state, g, NONE, state.own_members)
        valid = n == 0 or (state.record_count[g] >= k and check_demands(state, demands, state.own_members, n))
        if not valid and not _disperse_cluster(columns, state, g, demands):
            return False
    return True


@compiled(inlined=True)
def _queue_affected_items(state, queue_number, since):
    """List the members of clusters that changed after ``since``, and their neighbours; returns their number."""
    n = 0
    for at in range(state.trial[2]):
        g = state.saved_cluster[at]
        if state.changed_at[g] <= since:
            continue
        t = state.head[g] if state.item_count[g] < len(state.own_members) else NONE
        while t >= 0:
            if state.queued_at[t] != queue_number:
                state.queued_at[t] = queue_number
                state.queue[n] = t
                n += 1
            for i in range(state.neighbours.shape[1]):
                v = state.neighbours[t, i]
                if v < 0:
                    break
                if state.queued_at[v] != queue_number:
                    state.queued_at[v] = queue_number
                    state.queue[n] = v
                    n += 1
            t = state.next[t]
    return n


@compiled(inlined=True)
def _improve_nearby(columns, state, k, demands):
    """Move and exchange items near the changes and halve changed clusters, while that pays."""
    since = NONE
    for turn in range(ROUNDS):
        moves = 0
        affected = _queue_affected_items(state, state.trial[1] * ROUNDS + turn, since)
        since = state.clock[0]
        for i in range(affected):
            moves += exchange_item(columns, state, k, demands, state.queue[i])
        for at in range(state.trial[2]):
            if can_be_halved(state, state.saved_cluster[at], k):
                empty = find_empty_cluster(state, 0)
                if empty < len(state.item_count) and halve_cluster(
                    columns, state, k, demands, state.saved_cluster[at], empty
                ):
                    moves += 1
        if moves == 0:
            break


@compiled(inlined=True)
def rebuild_clusters(columns, state, k, demands, order, step, last):
    """Rebuild clusters around some items until ``last`` units of work are done; returns how often the error fell.

    Each item is one trial: gather its neighbours in a new cluster, or disperse its cluster; disperse what became
    invalid; improve nearby; keep the result if the squared error fell, else undo it.
    """
    gains = 0
    for t in order:
        if state.work[0] >= last:
            break
        g = state.cluster_of[t]
        if state.cost[g] <= TINY or state.item_count[g] >= len(state.own_members):
            continue
        begin_trial(state)
        if step == DISPERSE:
            valid = _disperse_cluster(columns, state, g, demands)
        else:
            valid = _gather_around(columns, state, t, k, step == GATHER_SOME)
        valid = valid and _disperse_invalid(columns, state, k, demands)
        if valid:
            _improve_nearby(columns, state, k, demands)
        if end_trial(state) < -TINY and valid:
            gains += 1
        else:
            undo_trial(state)
    return gains
