"""A step of refinement: around an item clusters are broken up and find themselves again; undone unless that pays.

It leaves the local optima in which single moves end. The other steps are in `refinement_steps`.
"""

from __future__ import annotations

from kinonym.kernels.clusters.candidate_centres import TINY
from kinonym.kernels.clusters.halved_clusters import halve_one, may_be_halved, next_empty
from kinonym.kernels.clusters.moved_items import cheapest_cluster, clusters_near, exchange_item, keeps
from kinonym.kernels.clusters.refined_clusters import NONE, begin_try, end_try, put, take_out, touch, undo, without
from kinonym.kernels.compile import compiled

__all__ = ["OPEN", "OPEN_WITH_GAPS", "SCATTER", "rebuild_all"]

ROUNDS = 6
OPEN, SCATTER, OPEN_WITH_GAPS = 4, 5, 6  # the numbers that follow those of the other steps


@compiled(inlined=True)
def _left_out(t, i, number):
    """Whether a neighbour is passed over, for about three of ten: the same in every run, another for every try."""
    return ((t * 7919 + i * 104729 + number * 1299709) >> 3) % 10 < 3


@compiled(inlined=True)
def _open_around(columns, state, t, k, gaps):
    """Let an item and its nearest ones leave for a cluster of their own; returns whether they are k records."""
    new = next_empty(state, 0)
    if new == len(state.number):
        return False
    take_out(state, t)
    put(state, t, new)
    for i in range(state.near.shape[1]):
        v = state.near[t, i]
        if state.size[new] >= k or v < 0:
            break
        g = state.cluster_of[v]
        if (
            state.weight[v] >= k
            or g == new
            or state.number[g] >= len(state.here)
            or (gaps and _left_out(t, i, state.trial[1]))
        ):
            continue
        take_out(state, v)
        put(state, v, new)
    for at in range(state.trial[2]):
        touch(columns, state, state.old[at])
    return state.size[new] >= k


@compiled(inner=True)
def _send_home(columns, state, g, promise):
    """Let the members of a cluster join the clusters where they cost least; returns whether all could."""
    before = state.before
    n = without(state, g, NONE, before)
    for i in range(n):
        t = before[i]
        home, _ = cheapest_cluster(columns, state, t, clusters_near(state, t), promise)
        if home < 0:
            return False
        take_out(state, t)
        put(state, t, home)
        touch(columns, state, home)
    touch(columns, state, g)
    return True


@compiled(inlined=True)
def _mend(columns, state, k, promise):
    """Dissolve what has become too small or breaks a promise; returns whether that was possible."""
    at = 0
    while at < state.trial[2]:  # grows on the way
        g = state.old[at]
        at += 1
        n = without(state, g, NONE, state.here)
        sound = n == 0 or (state.size[g] >= k and keeps(state, promise, state.here, n))
        if not sound and not _send_home(columns, state, g, promise):
            return False
    return True


@compiled(inlined=True)
def _queue_around(state, stamp):
    """List the members of all changed clusters and their neighbours; returns how many."""
    n = 0
    for at in range(state.trial[2]):
        g = state.old[at]
        t = state.head[g] if state.number[g] < len(state.here) else NONE
        while t >= 0:
            if state.queued[t] != stamp:
                state.queued[t] = stamp
                state.queue[n] = t
                n += 1
            for i in range(state.near.shape[1]):
                v = state.near[t, i]
                if v < 0:
                    break
                if state.queued[v] != stamp:
                    state.queued[v] = stamp
                    state.queue[n] = v
                    n += 1
            t = state.next[t]
    return n


@compiled(inlined=True)
def _find_places(columns, state, k, promise):
    """Let items move and change places around what changed, and cut clusters in two, while that pays."""
    for turn in range(ROUNDS):
        moves = 0
        for i in range(_queue_around(state, state.trial[1] * ROUNDS + turn)):
            moves += exchange_item(columns, state, k, promise, state.queue[i])
        for at in range(state.trial[2]):
            if may_be_halved(state, state.old[at], k):
                empty = next_empty(state, 0)
                if empty < len(state.number) and halve_one(columns, state, k, promise, state.old[at], empty):
                    moves += 1
        if moves == 0:
            break


@compiled(inlined=True)
def rebuild_all(columns, state, k, promise, order, way, last):
    """Break up and rebuild clusters around some items while there is work left; returns how often it paid."""
    gains = 0
    for t in order:
        if state.work[0] >= last:
            break
        g = state.cluster_of[t]
        if state.cost[g] <= TINY or state.number[g] >= len(state.here):
            continue
        begin_try(state)
        if way == SCATTER:
            sound = _send_home(columns, state, g, promise)
        else:
            sound = _open_around(columns, state, t, k, way == OPEN_WITH_GAPS)
        sound = sound and _mend(columns, state, k, promise)
        if sound:
            _find_places(columns, state, k, promise)
        if end_try(state) < -TINY and sound:
            gains += 1
        else:
            undo(state)
    return gains
