"""Whether a cluster meets the demands on confidential columns: l-diversity, p-sensitivity, t-closeness.

Distances for t-closeness are in `earth_movers`; `merging` merges clusters that fail.

Invariant: between two calls ``tally``, ``person_records`` and ``is_counted`` contain zeros. Cost of a check: O(entries
of the members) per demand, plus the distance for t-closeness.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.bundles import Bundle
from kinonym.kernels.compile import compiled
from kinonym.kernels.demands.earth_movers import (
    bound_semantic_distance,
    equal_distance,
    transport_cost,
    tree_distance,
)
from kinonym.kernels.demands.ordered_values import ordered_distance

__all__ = [
    "CLOSE", "DISTINCT", "ENTROPY", "EQUAL_GROUND", "HIERARCHICAL", "ORDERED", "POPULATION", "RECURSIVE",
    "SEMANTIC_GROUND", "ClassDemands", "measure_closeness", "meets_demands",
]  # fmt: skip

DISTINCT, ENTROPY, RECURSIVE, CLOSE, POPULATION = 0, 1, 2, 3, 4
EQUAL_GROUND, ORDERED, HIERARCHICAL, SEMANTIC_GROUND = 0, 1, 2, 3
ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class ClassDemands(Bundle):
    """Demands (column, model, level, factor), the confidential values of every tuple, and a workspace.

    An entry is a value of a tuple (and a person) with its number of records. Columns follow each other.
    """

    column: Any  # confidential column of each demand
    model: Any
    level: Any  # l, p or t
    factor: Any  # c of recursive (c, l)-diversity
    start: Any  # columns × (tuples + 1): first entry of each tuple
    value: Any  # of each entry, numbered across all columns
    count: Any  # records of each entry
    value_start: Any  # first value of each column
    overall: Any  # share of each value in the table
    ground: Any  # kind of ground distance of each column
    rank: Any  # rank of the number of each value on a line; −1: it has no number
    node_start: Any  # first node of each column's tree
    node_of: Any  # node of each value, counted within its tree
    parent: Any  # of each node
    height: Any  # of each node, relative to the root
    table_start: Any  # first entry of each column's table of ground distances
    table: Any
    person: Any  # person of each entry; empty if records are counted
    pair: Any  # number of the pair (value, person) of each entry
    tally: Any  # workspace: weight of each value in the cluster
    class_values: Any  # workspace: distinct values of the cluster
    person_records: Any  # workspace: records of each person in the cluster
    is_counted: Any  # workspace: 1 if the pair (value, person) is counted
    surplus: Any  # workspace of the tree distance
    deficit: Any


@compiled(inlined=True)
def _weigh_entry(demands, at, model):
    """The weight of an entry: its records; with persons, 1 for the first entry of a pair, or a share of a person."""
    if len(demands.person) == 0 or model in (DISTINCT, POPULATION):
        return demands.count[at]
    if model == CLOSE:
        return demands.count[at] / demands.person_records[demands.person[at]]
    is_new = demands.is_counted[demands.pair[at]] == 0
    demands.is_counted[demands.pair[at]] = 1
    return 1.0 if is_new else 0.0


@compiled(inlined=True)
def _tally_values(demands, d, members, n):
    """Tally the values of a demand's column over the members; returns (number of distinct values, total weight).

    For distinct values, it stops as soon as there are enough. The values of a population are the tuples themselves,
    weighted by their persons: one that is listed twice counts once.
    """
    q, model = demands.column[d], demands.model[d]
    number = np.int64(0)
    total = 0.0
    for i in range(n):
        t = members[i]
        for at in range(demands.start[q, t], demands.start[q, t + 1]):
            v = demands.value[at]
            if model == POPULATION and demands.tally[v] != 0.0:
                continue
            if demands.tally[v] == 0.0:
                demands.class_values[number] = v
                number += 1
                if model == DISTINCT and number >= demands.level[d]:
                    demands.tally[v] = 1.0
                    return number, total
            weight = _weigh_entry(demands, at, model)
            demands.tally[v] += weight
            total += weight
    return number, total


@compiled(inlined=True)
def _count_person_records(demands, d, members, n, sign):
    """Add (``sign`` 1) or subtract (−1) the records of the members per person, and reset the counted pairs."""
    q = demands.column[d]
    if len(demands.person) == 0 or demands.model[d] in (DISTINCT, POPULATION):
        return
    for i in range(n):
        for at in range(demands.start[q, members[i]], demands.start[q, members[i] + 1]):
            demands.person_records[demands.person[at]] += sign * demands.count[at]
            demands.is_counted[demands.pair[at]] = 0


@compiled(inlined=True)
def _is_entropy_diverse(demands, number, total, level):
    """Entropy l-diversity: the entropy is at least log l."""
    entropy = 0.0
    for i in range(number):
        share = demands.tally[demands.class_values[i]] / total
        entropy -= share * np.log(share)
    return entropy >= np.log(level) - ROUNDING


@compiled(inner=True, allocates=True)
def _is_recursively_diverse(demands, number, level, factor):
    """Recursive (c, l)-diversity: the greatest count is less than c times the sum of the l-th and all smaller ones."""
    if number < level:
        return False
    counts = np.empty(number)
    for i in range(number):
        counts[i] = demands.tally[demands.class_values[i]]
    counts = np.sort(counts)
    return counts[number - 1] < factor * counts[: number - int(level) + 1].sum()


@compiled(inner=True, allocates=True)
def measure_closeness(demands, q, number, total, limit):
    """Earth mover's distance between the tallied values and the table; or a bound, if that decides about ``limit``."""
    first, last = demands.value_start[q], demands.value_start[q + 1]
    share = demands.tally[first:last] / total
    overall = demands.overall[first:last]
    class_values = demands.class_values[:number] - first
    if demands.ground[q] == ORDERED:
        return ordered_distance(share, overall, demands.rank[first:last])
    if demands.ground[q] == HIERARCHICAL:
        a, b = demands.node_start[q], demands.node_start[q + 1]
        return tree_distance(
            share, overall, demands.node_of[first:last], demands.parent[a:b], demands.height[a:b],
            demands.surplus[a:b], demands.deficit[a:b],
        )  # fmt: skip
    if demands.ground[q] == EQUAL_GROUND:
        return equal_distance(share, class_values, number, overall)
    size = last - first
    ground = demands.table[demands.table_start[q] : demands.table_start[q + 1]].reshape(size, size)
    lower_bound, upper_bound = bound_semantic_distance(share, class_values, number, overall, ground)
    if limit >= 0.0 and lower_bound > limit:
        return lower_bound
    if limit >= 0.0 and upper_bound <= limit:
        return upper_bound
    cost = np.empty((number, size))
    for i in range(number):
        for v in range(size):
            cost[i, v] = ground[class_values[i], v]
    return transport_cost(share[class_values], overall, cost)


@compiled(inlined=True)
def _meets_demand(demands, d, number, total):
    """Whether the tallied values meet demand d."""
    model, level = demands.model[d], demands.level[d]
    if model == DISTINCT:
        return number >= level
    if model == POPULATION:
        return total >= level - ROUNDING
    if model == ENTROPY:
        return _is_entropy_diverse(demands, number, total, level)
    if model == RECURSIVE:
        return _is_recursively_diverse(demands, number, level, demands.factor[d])
    limit = level + ROUNDING  # with the same tolerance for the bounds
    return measure_closeness(demands, demands.column[d], number, total, limit) <= limit


@compiled
def meets_demands(demands, members, n):
    """Whether a cluster of the first n members meets every demand; without demands (None) it does."""
    if demands is None:
        return True
    met = True
    for d in range(len(demands.column)):
        _count_person_records(demands, d, members, n, 1.0)
        number, total = _tally_values(demands, d, members, n)
        met = met and _meets_demand(demands, d, number, total)
        _count_person_records(demands, d, members, n, -1.0)
        for i in range(number):
            demands.tally[demands.class_values[i]] = 0.0
    return met
