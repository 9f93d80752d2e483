"""A step of refinement: clusters that have grown to 2k records are cut in two where that lowers the squared error.

The other steps are in `refinement_steps`.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.clusters.candidate_centres import TINY
from kinonym.kernels.clusters.refined_clusters import NONE, members_cost, put, take_out, touch, without
from kinonym.kernels.clusters.squared_error import centre_distance
from kinonym.kernels.compile import compiled
from kinonym.kernels.demands.class_demands import holds
from kinonym.kernels.distances.flat_columns import own_centre

__all__ = ["halve_all", "halve_one", "may_be_halved", "next_empty"]


@compiled
def _farthest_member(columns, state, members, n, centre):
    best = 0
    most = -1.0
    for i in range(n):
        d = centre_distance(columns, state.codes, members[i], centre, state.candidates.share)
        if d > most:
            most = d
            best = i
    return members[best]


@compiled(inlined=True)
def _sort_between(columns, state, members, n):
    """Sort the members of a cluster by how much nearer they are to the second of two ends than to the first."""
    lean, share = state.lean, state.candidates.share
    for i in range(n):
        t = members[i]
        nearer = centre_distance(columns, state.codes, t, state.ends[0], share)
        nearer -= centre_distance(columns, state.codes, t, state.ends[1], share)
        at = i
        while at > 0 and lean[at - 1] > nearer:
            lean[at] = lean[at - 1]
            members[at] = members[at - 1]
            at -= 1
        lean[at] = nearer
        members[at] = t


@compiled(inlined=True)
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


@compiled(inner=True)
def halve_one(columns, state, k, promise, g, empty):
    """Cut a cluster in two, between its most distant members, if that costs less; returns whether it was cut."""
    members = state.there
    n = without(state, g, NONE, members)
    r = _farthest_member(columns, state, members, n, state.centre[g])
    own_centre(columns, state.codes, r, state.ends[0])
    own_centre(columns, state.codes, _farthest_member(columns, state, members, n, state.ends[0]), state.ends[1])
    _sort_between(columns, state, members, n)
    for i in range(_best_cut(columns, state, members, n, k, promise, state.cost[g] - TINY)):
        take_out(state, members[i])
        put(state, members[i], empty)
    if state.number[empty] == 0:
        return False
    touch(columns, state, g)
    touch(columns, state, empty)
    return True


@compiled(inlined=True)
def may_be_halved(state, g, k):
    """Whether a cluster is large enough to be cut, costs something and is not left alone."""
    number = state.number[g]
    return state.size[g] >= 2 * k and 2 <= number < len(state.here) and state.cost[g] > TINY


@compiled(inner=True)
def next_empty(state, first):
    """The first empty cluster from a given one on; the number of all if there is none."""
    while first < len(state.number) and state.number[first] > 0:
        first += 1
    return first


@compiled(inlined=True)
def halve_all(columns, state, k, promise):
    """Cut clusters of at least 2k records in two, between their most distant members; returns how many were cut."""
    empty = np.int64(0)
    cuts = 0
    for g in range(len(state.number)):
        if not may_be_halved(state, g, k):
            continue
        empty = next_empty(state, empty)
        if empty == len(state.number):
            return cuts
        if halve_one(columns, state, k, promise, g, empty):
            cuts += 1
    return cuts
