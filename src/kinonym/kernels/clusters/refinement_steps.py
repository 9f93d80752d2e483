"""The steps of refinement: each is taken only if it lowers the squared error and keeps every promise.

Tuples move, change places, whole clusters dissolve; how they are cut in two is in `halved_clusters`, the clusters'
state in `refined_clusters`, the order of the steps in `kinonym.methods`.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.arrays import Codes, Numbers
from kinonym.kernels.clusters.candidate_centres import TINY
from kinonym.kernels.clusters.halved_clusters import halve_all
from kinonym.kernels.clusters.refined_clusters import (
    NONE,
    Refinement,
    members_cost,
    new_refinement,
    put,
    take_out,
    touch,
    without,
)
from kinonym.kernels.clusters.squared_error import centre_distance
from kinonym.kernels.compile import compiled
from kinonym.kernels.demands.class_demands import Promise, holds
from kinonym.kernels.distances.flat_columns import Columns

__all__ = ["dissolve", "exchange", "halve", "start_refinement"]

SETTLE, EXCHANGE, DISSOLVE, HALVE = 0, 1, 2, 3
NOTHING = np.empty(0, dtype=np.int64)
SLACK = 0.5  # how much worse, in shares of a member's cost, an exchange may look before its centres move


@compiled
def _clusters_near(state, t):
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


@compiled(inlined=True)
def _exchange_all(columns, state, k, promise, first, last):
    """Let each item from ``first`` to ``last`` move or change places once; returns how many did."""
    moves = 0
    for t in range(first, last):
        own = state.cluster_of[t]
        if state.cost[own] <= TINY:
            continue
        number = _clusters_near(state, t)
        if not _is_news(state, t, number):
            continue
        state.looked[t] = state.clock[0]
        goal, partner = _best_exchange(columns, state, t, number, k, promise)
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


@compiled(inlined=True)
def _nearest_home(columns, state, t, number, promise):
    """The cluster that an item can join at the least cost, and that cost; −1 if there is none."""
    best = NONE
    least = np.inf
    for i in range(number):
        g = state.found[i]
        n = without(state, g, NONE, state.there)
        state.there[n] = t
        rise = members_cost(columns, state, state.there, n + 1) - state.cost[g]
        if rise < least and holds(promise, state.there, n + 1):
            least = rise
            best = g
    return best, least


@compiled(inlined=True)
def _scatter(columns, state, g, promise):
    """Send the members of a cluster to their nearest homes while that costs less than before; how many went."""
    before, homes, costs = state.before, state.homes, state.costs
    n = without(state, g, NONE, before)
    budget = state.cost[g]
    for i in range(n):
        t = before[i]
        home, rise = _nearest_home(columns, state, t, _clusters_near(state, t), promise)
        budget -= rise
        if budget <= TINY:
            return i, n
        homes[i] = home
        costs[i] = state.cost[home]
        take_out(state, t)
        put(state, t, home)
        state.cost[home] += rise
    return n, n


@compiled(inlined=True)
def _dissolve_all(columns, state, promise, order):
    """Scatter clusters, in the order given, over those of their members' neighbours; returns how many went."""
    room = len(state.here)
    before, homes, costs = state.before, state.homes, state.costs
    gone = 0
    for g in order:
        if state.cost[g] <= TINY or state.number[g] >= room:
            continue
        went, n = _scatter(columns, state, g, promise)
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


@compiled(inlined=True)
def _settle_all(columns, state):
    """Put every item into its cluster and reckon what the clusters cost."""
    for t in range(len(state.cluster_of) - 1, -1, -1):
        put(state, t, state.cluster_of[t])
    for g in range(len(state.head)):
        touch(columns, state, g)
    return 0


@compiled
def take_step(columns, state, step, k, promise, order, first, last):
    """Take one of the steps; one kernel for all, as they share what is long to compile."""
    if step == SETTLE:
        return _settle_all(columns, state)
    if step == EXCHANGE:
        return _exchange_all(columns, state, k, promise, first, last)
    if step == DISSOLVE:
        return _dissolve_all(columns, state, promise, order)
    return halve_all(columns, state, k, promise)


def start_refinement(
    columns: Columns,
    codes: Codes,
    counts: Numbers,
    near: Codes,
    cluster_of: Numbers,
    clusters: int,
    room: int,
    promise: Promise | None,
) -> Refinement:
    """The clusters as they are; those of more than ``room`` − 1 items are left alone."""
    state = new_refinement(columns, codes, counts, near, cluster_of, clusters, room)
    take_step(columns, state, SETTLE, 0, promise, NOTHING, 0, 0)
    return state


def exchange(columns: Columns, state: Refinement, k: int, promise: Promise | None, first: int, last: int) -> int:
    """Let each item from ``first`` to ``last`` move or change places once; returns how many did."""
    return take_step(columns, state, EXCHANGE, k, promise, NOTHING, first, last)


def dissolve(columns: Columns, state: Refinement, promise: Promise | None, order: Numbers) -> int:
    """Scatter clusters, in the order given, over those of their members' neighbours; returns how many went."""
    return take_step(columns, state, DISSOLVE, 0, promise, order, 0, 0)


def halve(columns: Columns, state: Refinement, k: int, promise: Promise | None) -> int:
    """Cut clusters of at least 2k records in two, between their most distant members; returns how many were cut."""
    return take_step(columns, state, HALVE, k, promise, NOTHING, 0, 0)
