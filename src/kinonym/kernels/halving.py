"""A step of refinement: clusters that have grown to 2k records are cut in two where that lowers the squared error."""

from __future__ import annotations

import numpy as np

from kinonym.kernels.columns import own_centre
from kinonym.kernels.compile import compiled
from kinonym.kernels.cost import centre_distance
from kinonym.kernels.promise import holds
from kinonym.kernels.refining import members_cost, put, take_out, touch, without
from kinonym.kernels.trial import TINY

__all__ = ["halve"]


@compiled
def _farthest_member(columns, state, members, n, centre):
    best = 0
    most = -1.0
    for i in range(n):
        d = centre_distance(columns, state.codes, members[i], centre, state.trial.share)
        if d > most:
            most = d
            best = i
    return members[best]


@compiled
def _lean(columns, state, members, n, ends):
    """How much nearer each member is to the second of two centres."""
    leaning = np.empty(n)
    for i in range(n):
        one = centre_distance(columns, state.codes, members[i], ends[0], state.trial.share)
        two = centre_distance(columns, state.codes, members[i], ends[1], state.trial.share)
        leaning[i] = one - two
    return leaning


@compiled
def _best_cut(columns, state, members, n, k, promise, least):
    """Where to cut a list of members so that both parts hold k records and cost less than ``least``; 0: nowhere."""
    cut = 0
    held = 0.0
    for i in range(1, n):
        held += state.weight[members[i - 1]]
        if held < k or state.size[state.cluster_of[members[0]]] - held < k:
            continue
        cost = members_cost(columns, state, members[:i], i)
        if cost < least:
            cost += members_cost(columns, state, members[i:n], n - i)
        if cost < least and holds(promise, members, i) and holds(promise, members[i:], n - i):
            least = cost
            cut = i
    return cut


@compiled
def halve(columns, state, k, promise):
    """Cut clusters of at least 2k records in two, between their most distant members; returns how many were cut."""
    room, m = len(state.here), len(columns.kind)
    ends = np.empty((2, m))
    empty = 0
    cuts = 0
    for g in range(len(state.number)):
        if state.size[g] < 2 * k or state.number[g] < 2 or state.number[g] >= room or state.cost[g] <= TINY:
            continue
        while empty < len(state.number) and state.number[empty] > 0:
            empty += 1
        if empty == len(state.number):
            return cuts
        n = without(state, g, -1, state.there)
        r = _farthest_member(columns, state, state.there, n, state.centre[g])
        own_centre(columns, state.codes, r, ends[0])
        own_centre(columns, state.codes, _farthest_member(columns, state, state.there, n, ends[0]), ends[1])
        order = np.argsort(_lean(columns, state, state.there, n, ends), kind="mergesort")
        members = state.there[:n][order]
        for i in range(_best_cut(columns, state, members, n, k, promise, state.cost[g] - TINY)):
            take_out(state, members[i])
            put(state, members[i], empty)
        if state.number[empty] > 0:
            touch(columns, state, g)
            touch(columns, state, empty)
            cuts += 1
    return cuts
