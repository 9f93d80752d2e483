"""Refinement of clusters: tuples move, change places, and whole clusters dissolve while the squared error falls.

The state and its changes; `exchange` and `dissolve` in `improving` and `halve` in `halving` decide.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kinonym.kernels.compile import compiled
from kinonym.kernels.cost import cluster_cost, copy_centre
from kinonym.kernels.trial import Trial, new_trial

__all__ = ["Refinement", "members_cost", "put", "start_refinement", "take_out", "touch", "without"]


class Refinement(NamedTuple):
    """Clusters as linked lists of items; an item is a tuple, or a part of a tuple's records."""

    codes: Any  # of each item
    weight: Any  # records of each item
    near: Any  # items × neighbours, nearest first; −1 where there are fewer
    cluster_of: Any
    head: Any  # first item of each cluster, −1 if it is empty
    next: Any
    last: Any  # the item before
    number: Any  # items of each cluster
    size: Any  # records of each cluster
    cost: Any
    centre: Any
    changed: Any  # when each cluster last changed
    looked: Any  # when each item was last looked at
    clock: Any
    trial: Trial
    here: Any  # members of a cluster that is tried
    there: Any


@compiled
def start_refinement(columns, codes, counts, near, cluster_of, clusters, room):
    """The clusters as they are; those of more than ``room`` − 1 items are left alone."""
    n, m = codes.shape
    state = Refinement(
        codes, counts.astype(np.float64), near, cluster_of, np.full(clusters, -1, dtype=np.int64),
        np.full(n, -1, dtype=np.int64), np.full(n, -1, dtype=np.int64), np.zeros(clusters, dtype=np.int64),
        np.zeros(clusters), np.zeros(clusters), np.empty((clusters, m)), np.ones(clusters, dtype=np.int64),
        np.zeros(n, dtype=np.int64), np.ones(1, dtype=np.int64), new_trial(columns, room),
        np.empty(room, dtype=np.int64), np.empty(room, dtype=np.int64),
    )  # fmt: skip
    for t in range(n - 1, -1, -1):
        put(state, t, cluster_of[t])
    for g in range(clusters):
        touch(columns, state, g)
    return state


@compiled
def put(state, t, g):
    """Let an item join a cluster."""
    first = state.head[g]
    state.next[t] = first
    state.last[t] = -1
    if first >= 0:
        state.last[first] = t
    state.head[g] = t
    state.cluster_of[t] = g
    state.number[g] += 1
    state.size[g] += state.weight[t]


@compiled
def take_out(state, t):
    """Let an item leave its cluster."""
    g = state.cluster_of[t]
    before, after = state.last[t], state.next[t]
    if before >= 0:
        state.next[before] = after
    else:
        state.head[g] = after
    if after >= 0:
        state.last[after] = before
    state.number[g] -= 1
    state.size[g] -= state.weight[t]


@compiled
def without(state, g, t, members):
    """List the items of a cluster but one (−1: all); returns how many."""
    n = 0
    at = state.head[g]
    while at >= 0:
        if at != t:
            members[n] = at
            n += 1
        at = state.next[at]
    return n


@compiled
def touch(columns, state, g):
    """Reckon the cost and the centre of a cluster again, and note that it changed."""
    state.clock[0] += 1
    state.changed[g] = state.clock[0]
    if state.number[g] == 0 or state.number[g] >= len(state.here):
        state.cost[g] = 0.0
        return
    n = without(state, g, -1, state.here)
    state.cost[g] = cluster_cost(columns, state.codes, state.weight, state.here, n, state.trial)
    copy_centre(columns, state.trial, state.centre[g])


@compiled
def members_cost(columns, state, members, n):
    """Squared error of the first n members around the best centre they have; 0 of none."""
    if n == 0:
        return 0.0
    return cluster_cost(columns, state.codes, state.weight, members, n, state.trial)
