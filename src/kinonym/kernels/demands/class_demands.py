"""Whether a cluster keeps what was promised of the confidential columns: l-diversity, p-sensitivity, t-closeness.

Distances for t-closeness are in `earth_movers`; what is done about a broken promise in `merging`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.bundles import Bundle
from kinonym.kernels.compile import compiled
from kinonym.kernels.demands.earth_movers import (
    equal_distance,
    semantic_bounds,
    transport_cost,
    tree_distance,
)
from kinonym.kernels.demands.ordered_values import ordered_distance

__all__ = [
    "CLOSE", "DISTINCT", "ENTROPY", "EQUAL_GROUND", "HIERARCHICAL", "ORDERED", "RECURSIVE", "SEMANTIC_GROUND",
    "Promise", "class_closeness", "holds",
]  # fmt: skip

DISTINCT, ENTROPY, RECURSIVE, CLOSE = 0, 1, 2, 3
EQUAL_GROUND, ORDERED, HIERARCHICAL, SEMANTIC_GROUND = 0, 1, 2, 3
ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class Promise(Bundle):
    """Demands (column, model, level, factor) and the confidential values of every tuple, column after column."""

    column: Any  # confidential column of each demand
    model: Any
    level: Any  # l, p or t
    factor: Any  # c of recursive (c, l)-diversity
    start: Any  # columns × (tuples + 1): where the values of a tuple begin
    value: Any  # numbered through all columns
    count: Any
    value_start: Any  # first value of each column
    overall: Any  # share of each value in the table
    ground: Any  # kind of ground distance of each column
    rank: Any  # rank of each value's number on a line; −1: it has none
    node_start: Any  # first node of each column's tree
    node_of: Any  # node of each value, counted within its tree
    parent: Any
    height: Any
    table_start: Any  # first entry of each column's table of ground distances
    table: Any
    person: Any  # whose each entry of ``value`` is; of no length where records are counted
    pair: Any  # number of each entry's (value, person)
    tally: Any  # weight of each value in the cluster that is looked at
    listed: Any
    held: Any  # records of each person in that cluster
    seen: Any  # which (value, person) have been met in it
    surplus: Any
    lack: Any


@compiled(inlined=True)
def _weight(promise, at, model):
    """What an entry weighs: its records; by person once for each value, or a share of the one that a person weighs."""
    if len(promise.person) == 0 or model == DISTINCT:
        return promise.count[at]
    if model == CLOSE:
        return promise.count[at] / promise.held[promise.person[at]]
    new = promise.seen[promise.pair[at]] == 0
    promise.seen[promise.pair[at]] = 1
    return 1.0 if new else 0.0


@compiled(inlined=True)
def _gather(promise, d, members, n):
    """Tally the values of a demand's column over the members; returns how many values, and their weight.

    Where different values are demanded, no more are looked for than are enough.
    """
    q, model = promise.column[d], promise.model[d]
    number = np.int64(0)
    total = 0.0
    for i in range(n):
        t = members[i]
        for at in range(promise.start[q, t], promise.start[q, t + 1]):
            v = promise.value[at]
            if promise.tally[v] == 0.0:
                promise.listed[number] = v
                number += 1
                if model == DISTINCT and number >= promise.level[d]:
                    promise.tally[v] = 1.0
                    return number, total
            weight = _weight(promise, at, model)
            promise.tally[v] += weight
            total += weight
    return number, total


@compiled(inlined=True)
def _hold(promise, d, members, n, sign):
    """Add the records of the members to their persons, or take them away again; what was met is forgotten."""
    q = promise.column[d]
    if len(promise.person) == 0 or promise.model[d] == DISTINCT:
        return
    for i in range(n):
        for at in range(promise.start[q, members[i]], promise.start[q, members[i] + 1]):
            promise.held[promise.person[at]] += sign * promise.count[at]
            promise.seen[promise.pair[at]] = 0


@compiled(inlined=True)
def _entropy_holds(promise, number, total, level):
    entropy = 0.0
    for i in range(number):
        share = promise.tally[promise.listed[i]] / total
        entropy -= share * np.log(share)
    return entropy >= np.log(level) - ROUNDING


@compiled(inner=True, allocates=True)
def _recursive_holds(promise, number, level, factor):
    """The most frequent value occurs less than c times as often as the l-th and all rarer ones together."""
    if number < level:
        return False
    counts = np.empty(number)
    for i in range(number):
        counts[i] = promise.tally[promise.listed[i]]
    counts = np.sort(counts)
    return counts[number - 1] < factor * counts[: number - int(level) + 1].sum()


@compiled(inner=True, allocates=True)
def class_closeness(promise, q, number, total, limit):
    """Earth mover's distance of what was gathered from the table; a bound where that settles the ``limit``."""
    first, last = promise.value_start[q], promise.value_start[q + 1]
    share = promise.tally[first:last] / total
    overall = promise.overall[first:last]
    listed = promise.listed[:number] - first
    if promise.ground[q] == ORDERED:
        return ordered_distance(share, overall, promise.rank[first:last])
    if promise.ground[q] == HIERARCHICAL:
        a, b = promise.node_start[q], promise.node_start[q + 1]
        return tree_distance(
            share, overall, promise.node_of[first:last], promise.parent[a:b], promise.height[a:b],
            promise.surplus[a:b], promise.lack[a:b],
        )  # fmt: skip
    if promise.ground[q] == EQUAL_GROUND:
        return equal_distance(share, listed, number, overall)
    size = last - first
    ground = promise.table[promise.table_start[q] : promise.table_start[q + 1]].reshape(size, size)
    least, most = semantic_bounds(share, listed, number, overall, ground)
    if limit >= 0.0 and least > limit:
        return least
    if limit >= 0.0 and most <= limit:
        return most
    cost = np.empty((number, size))
    for i in range(number):
        for v in range(size):
            cost[i, v] = ground[listed[i], v]
    return transport_cost(share[listed], overall, cost)


@compiled(inlined=True)
def _demand_holds(promise, d, number, total):
    model, level = promise.model[d], promise.level[d]
    if model == DISTINCT:
        return number >= level
    if model == ENTROPY:
        return _entropy_holds(promise, number, total, level)
    if model == RECURSIVE:
        return _recursive_holds(promise, number, level, promise.factor[d])
    limit = level + ROUNDING  # the same for the bounds: one that is above it settles the matter
    return class_closeness(promise, promise.column[d], number, total, limit) <= limit


@compiled
def holds(promise, members, n):
    """Whether a cluster of the first n members keeps every demand; a promise may be None."""
    if promise is None:
        return True
    kept = True
    for d in range(len(promise.column)):
        _hold(promise, d, members, n, 1.0)
        number, total = _gather(promise, d, members, n)
        kept = kept and _demand_holds(promise, d, number, total)
        _hold(promise, d, members, n, -1.0)
        for i in range(number):
            promise.tally[promise.listed[i]] = 0.0
    return kept
