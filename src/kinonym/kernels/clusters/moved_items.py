"""A step of refinement: an item moves to a cluster of its neighbours, or changes places with a member of it.

The other steps are in `refinement_steps`.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.clusters.candidate_centres import TINY
from kinonym.kernels.clusters.refined_clusters import NONE, members_cost, put, take_out, touch, without
from kinonym.kernels.clusters.squared_error import centre_distance
from kinonym.kernels.compile import compiled
from kinonym.kernels.demands.class_demands import holds

__all__ = ["cheapest_cluster", "clusters_near", "exchange_item", "keeps"]

HOLDING = 20  # how much more work than its cost the demands on a member are thought to be
SLACK = 0.5  # how much worse, in shares of a member's cost, an exchange may look before its centres move


@compiled(inner=True)
def clusters_near(state, t):
    """Find the clusters of an item's neighbours that may still grow; returns how many."""
    own, found = state.cluster_of[t], state.found
    number = 0
    for i in range(state.near.shape[1]):
        u = state.near[t, i]
        if u < 0 or number == len(found):
            break
        g = state.cluster_of[u]
        fresh = g != own and state.number[g] + 1 < len(state.here)
        for at in range(number):
            if found[at] == g:
                fresh = False
        if fresh:
            found[number] = g
            number += 1
    return number


@compiled(inlined=True)
def _is_news(state, t, number):
    """Whether something changed around an item since it was last looked at."""
    if state.changed[state.cluster_of[t]] > state.looked[t]:
        return True
    for i in range(number):
        if state.changed[state.found[i]] > state.looked[t]:
            return True
    return False


@compiled(inlined=True)
def _best_exchange(columns, state, t, number, k, promise):
    """The cluster to go to and the item to change places with (−1: none) that lower the error most."""
    own = state.cluster_of[t]
    codes, weight, share = state.codes, state.weight, state.candidates.share
    here, there = state.here, state.there
    left = without(state, own, t, here)
    alone = -1.0
    leaves = weight[t] * centre_distance(columns, codes, t, state.centre[own], share)
    best, goal, partner = -TINY, NONE, NONE
    for i in range(number):
        g = state.found[i]
        n = without(state, g, NONE, there)
        before = state.cost[own] + state.cost[g]
        slack = SLACK * (state.cost[own] / state.number[own] + state.cost[g] / n)
        joins = weight[t] * centre_distance(columns, codes, t, state.centre[g], share) - leaves
        if state.size[own] - weight[t] >= k and joins < slack:
            if alone < 0:
                alone = members_cost(columns, state, here, left)
            there[n] = t
            change = alone + members_cost(columns, state, there, n + 1) - before
            if change < best and holds(promise, here, left) and holds(promise, there, n + 1):
                best, goal, partner = change, g, NONE
        for at in range(n):
            v = there[at]
            if state.size[own] - weight[t] + weight[v] < k or state.size[g] - weight[v] + weight[t] < k:
                continue
            comes = centre_distance(columns, codes, v, state.centre[own], share)
            comes -= centre_distance(columns, codes, v, state.centre[g], share)
            if joins + weight[v] * comes >= slack:
                continue
            here[left] = v
            change = members_cost(columns, state, here, left + 1) - before
            if change >= best:
                continue
            there[at] = t
            change += members_cost(columns, state, there, n)
            if change < best and holds(promise, here, left + 1) and holds(promise, there, n):
                best, goal, partner = change, g, v
            there[at] = v
    return goal, partner


@compiled(inner=True)
def exchange_item(columns, state, k, promise, t):
    """Let an item move or change places if something changed around it; returns how many did (0 or 1)."""
    own = state.cluster_of[t]
    if state.cost[own] <= TINY:
        return 0
    number = clusters_near(state, t)
    if not _is_news(state, t, number):
        return 0
    state.looked[t] = state.clock[0]
    goal, partner = _best_exchange(columns, state, t, number, k, promise)
    if goal < 0:
        return 0
    take_out(state, t)
    put(state, t, goal)
    if partner >= 0:
        take_out(state, partner)
        put(state, partner, own)
    touch(columns, state, own)
    touch(columns, state, goal)
    return 1


@compiled(inner=True)
def keeps(state, promise, members, n):
    """Whether a cluster of the first n members keeps every demand, which counts as work."""
    if promise is None:
        return True
    state.work[0] += HOLDING * n
    return holds(promise, members, n)


@compiled(inner=True)
def cheapest_cluster(columns, state, t, number, promise):
    """The cluster that an item can join at the least cost, and that cost; −1 if there is none."""
    best = NONE
    least = np.inf
    for i in range(number):
        g = state.found[i]
        n = without(state, g, NONE, state.there)
        state.there[n] = t
        rise = members_cost(columns, state, state.there, n + 1) - state.cost[g]
        if rise < least and keeps(state, promise, state.there, n + 1):
            least = rise
            best = g
    return best, least
