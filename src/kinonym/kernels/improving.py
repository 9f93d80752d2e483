"""The steps of refinement: each is taken only if it lowers the squared error and keeps every promise."""

from __future__ import annotations

import numpy as np

from kinonym.kernels.compile import compiled
from kinonym.kernels.cost import centre_distance
from kinonym.kernels.promise import holds
from kinonym.kernels.refining import members_cost, put, take_out, touch, without
from kinonym.kernels.trial import TINY

__all__ = ["dissolve", "exchange"]

CLUSTERS = 12  # how many clusters of neighbours are tried for an item
SLACK = 0.5  # how much worse, in shares of a member's cost, an exchange may look before its centres move


@compiled
def _clusters_near(state, t, found):
    """The clusters of an item's neighbours that may still grow; returns how many."""
    own = state.cluster_of[t]
    number = 0
    for u in state.near[t]:
        if u < 0 or number == len(found):
            break
        g = state.cluster_of[u]
        fresh = g != own and state.number[g] + 1 < len(state.here)
        for i in range(number):
            if found[i] == g:
                fresh = False
        if fresh:
            found[number] = g
            number += 1
    return number


@compiled
def _is_news(state, t, found, number):
    """Whether something changed around an item since it was last looked at."""
    if state.changed[state.cluster_of[t]] > state.looked[t]:
        return True
    for i in range(number):
        if state.changed[found[i]] > state.looked[t]:
            return True
    return False


@compiled
def _best_exchange(columns, state, t, found, number, k, promise):
    """The cluster to go to and the item to change places with (−1: none) that lower the error most."""
    own = state.cluster_of[t]
    codes, weight, share = state.codes, state.weight, state.trial.share
    here, there = state.here, state.there
    left = without(state, own, t, here)
    alone = -1.0
    leaves = weight[t] * centre_distance(columns, codes, t, state.centre[own], share)
    best, goal, partner = -TINY, -1, -1
    for i in range(number):
        g = found[i]
        n = without(state, g, -1, there)
        before = state.cost[own] + state.cost[g]
        slack = SLACK * (state.cost[own] / state.number[own] + state.cost[g] / n)
        joins = weight[t] * centre_distance(columns, codes, t, state.centre[g], share) - leaves
        if state.size[own] - weight[t] >= k and joins < slack:
            if alone < 0:
                alone = members_cost(columns, state, here, left)
            there[n] = t
            change = alone + members_cost(columns, state, there, n + 1) - before
            if change < best and holds(promise, here, left) and holds(promise, there, n + 1):
                best, goal, partner = change, g, -1
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


@compiled
def exchange(columns, state, k, promise, first, last):
    """Let each item from ``first`` to ``last`` move or change places once; returns how many did."""
    found = np.empty(CLUSTERS, dtype=np.int64)
    moves = 0
    for t in range(first, last):
        own = state.cluster_of[t]
        if state.cost[own] <= TINY:
            continue
        number = _clusters_near(state, t, found)
        if not _is_news(state, t, found, number):
            continue
        state.looked[t] = state.clock[0]
        goal, partner = _best_exchange(columns, state, t, found, number, k, promise)
        if goal < 0:
            continue
        take_out(state, t)
        put(state, t, goal)
        if partner >= 0:
            take_out(state, partner)
            put(state, partner, own)
        touch(columns, state, own)
        touch(columns, state, goal)
        moves += 1
    return moves


@compiled
def _nearest_home(columns, state, t, found, number, promise):
    """The cluster that an item can join at the least cost, and that cost; −1 if there is none."""
    best = -1
    least = np.inf
    for i in range(number):
        g = found[i]
        n = without(state, g, -1, state.there)
        state.there[n] = t
        rise = members_cost(columns, state, state.there, n + 1) - state.cost[g]
        if rise < least and holds(promise, state.there, n + 1):
            least = rise
            best = g
    return best, least


@compiled
def _scatter(columns, state, g, promise, found, before, homes, costs):
    """Send the members of a cluster to their nearest homes while that costs less than ``before``; how many went."""
    n = without(state, g, -1, before)
    budget = state.cost[g]
    for i in range(n):
        t = before[i]
        home, rise = _nearest_home(columns, state, t, found, _clusters_near(state, t, found), promise)
        budget -= rise
        if budget <= TINY:
            return i, n
        homes[i] = home
        costs[i] = state.cost[home]
        take_out(state, t)
        put(state, t, home)
        state.cost[home] += rise
    return n, n


@compiled
def dissolve(columns, state, promise, order):
    """Scatter clusters, in the order given, over those of their members' neighbours; returns how many went."""
    room = len(state.here)
    found = np.empty(CLUSTERS, dtype=np.int64)
    before, homes, costs = np.empty(room, dtype=np.int64), np.empty(room, dtype=np.int64), np.empty(room)
    gone = 0
    for g in order:
        if state.cost[g] <= TINY or state.number[g] >= room:
            continue
        went, n = _scatter(columns, state, g, promise, found, before, homes, costs)
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
