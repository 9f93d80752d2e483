"""SA-MDAV (A alg. 2): clusters of at least k records, grown tuple by tuple around a moving centre.

The first part holds the searches that several methods share: the remaining tuple nearest to a centre, the farthest
one, and the centre nearest to a tuple. They are exact, but skip groups and families of tuples with partial sums as
bounds; see `tuple_index`. In the worst case a search costs O(p·m). Arrays are read from the index outside the loops,
as passing an index costs more than the work on a group. The search for several nearest tuples is in `neighbours`.
`kinonym.methods` assigns the tuples that remain at the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.arrays import Codes, Numbers
from kinonym.kernels.bundles import Bundle
from kinonym.kernels.clusters.centroids import add_tuples, add_value, choose_centre, clear_group, new_group
from kinonym.kernels.clusters.tuple_index import compact, measure_distances, new_index, remove_records
from kinonym.kernels.compile import compiled
from kinonym.kernels.demands.class_demands import meets_demands
from kinonym.kernels.distances.flat_columns import Columns, copy_to_centre, pair_distance, round_distance

__all__ = [
    "Growth",
    "find_farthest",
    "find_nearest",
    "find_nearest_centre",
    "find_nearest_group",
    "grow",
    "start_growth",
]


@compiled(inlined=True)
def find_nearest_group(group_distance, groups):
    """The group with the least partial distance; ties: the first."""
    best = 0
    for g in range(1, groups):
        if group_distance[g] < group_distance[best]:
            best = g
    return best


@compiled
def _wins_tie(weight, best_weight, t, best, prefer_light):
    """Whether tuple t wins over ``best`` at the same distance: the lighter one if preferred, then the first."""
    if prefer_light and weight != best_weight:
        return weight < best_weight
    return t < best


@compiled(inlined=True)
def _find_nearest_number(distance, weight, tuple_of, positions, weighted, excluded, prefer_light):
    """`find_nearest` in a table of numbers: look at every position."""
    best, best_weight, least = -1, 0, np.inf
    for i in range(positions):
        if distance[i] <= least and weight[i] > 0 and tuple_of[i] != excluded:
            score = distance[i] * weight[i] if weighted else distance[i]
            if score < least or (score == least and _wins_tie(weight[i], best_weight, tuple_of[i], best, prefer_light)):
                best, best_weight, least = tuple_of[i], weight[i], score
    return best, least


@compiled(inner=True)
def find_nearest(index, weighted, excluded, prefer_light):
    """The tuple with the least sd (or w·sd) to the measured centre, and that figure.

    Skips tuple ``excluded``. Ties: the lightest tuple if ``prefer_light``, then the first. Two values of w·sd are tied
    if they may differ by rounding alone. The group with the least partial distance is searched first, so that the
    bound is small.
    """
    distance, value, weight, tuple_of = index.distance, index.value, index.weight, index.tuple_of
    if len(index.coordinate) > 0:
        return _find_nearest_number(distance, weight, tuple_of, index.sizes[0], weighted, excluded, prefer_light)
    groups, group_start, family_start, family_values, group_distance = (
        index.sizes[2],
        index.group_start,
        index.family_start,
        index.family_values,
        index.group_distance,
    )
    levels, further_levels, family_levels = value.shape[1], family_values.shape[1], index.level_counts[1]
    slack = index.slack[0] if weighted else 0.0
    first_group = find_nearest_group(group_distance, groups)
    best, best_weight, least, bound = -1, 0, np.inf, np.inf
    for step in range(-1, groups):  # the nearest group first, then all others
        g = first_group if step < 0 else step
        if group_distance[g] > bound or step == first_group:
            continue
        for f in range(group_start[g], group_start[g + 1]):
            partial = group_distance[g]
            for level in range(further_levels):
                partial += distance[family_values[f, level]]
            if partial > bound:  # w ≥ 1: a part of the sum never exceeds w·sd
                continue
            for i in range(family_start[f], family_start[f + 1]):
                d = partial
                for level in range(family_levels, levels):
                    d += distance[value[i, level]]
                if d <= bound and weight[i] > 0 and tuple_of[i] != excluded:
                    score = d * weight[i] if weighted else d
                    tie = slack * (weight[i] + best_weight)
                    if score < least - tie or (
                        score <= least + tie and _wins_tie(weight[i], best_weight, tuple_of[i], best, prefer_light)
                    ):
                        best, best_weight, least = tuple_of[i], weight[i], score
                        bound = least + slack * (1 + best_weight)
    return best, least


@compiled(inlined=True)
def _sum_greatest_rest(index):
    """The greatest distance that the levels beyond those of a group can add."""
    distance, remaining, begin = index.distance, index.remaining_values, index.remaining_start
    total = 0.0
    for level in range(index.level_counts[0], index.value.shape[1]):
        greatest = 0.0
        for i in range(begin[level], begin[level + 1]):
            greatest = max(greatest, distance[remaining[i]])
        total += greatest
    return total


@compiled(inlined=True)
def _find_farthest_number(distance, weight, tuple_of, positions, weighted, last):
    """`find_farthest` in a table of numbers: look at every position."""
    best = -1
    greatest = -1.0
    for i in range(positions):
        score = distance[i] * weight[i] if weighted else distance[i]
        if score >= greatest and weight[i] > 0:
            if score > greatest or (tuple_of[i] > best) == last:
                greatest = score
                best = tuple_of[i]
    return best


@compiled(inlined=True)
def _find_farthest_group(group_distance, greatest_weight, groups, rest, weighted):
    """The group with the greatest upper bound: partial distance plus ``rest``, times the greatest weight."""
    best = 0
    greatest = -1.0
    for g in range(groups):
        bound = (group_distance[g] + rest) * greatest_weight[g] if weighted else group_distance[g]
        if bound > greatest:
            greatest = bound
            best = g
    return best


@compiled(inner=True)
def find_farthest(index, weighted, last):
    """The tuple with the greatest sd (or w·sd) to the measured centre; ties: the first tuple, or the last.

    Two values of w·sd are tied if they may differ by rounding alone. Groups below the best value so far are skipped.
    """
    distance, value, weight, tuple_of = index.distance, index.value, index.weight, index.tuple_of
    if len(index.coordinate) > 0:
        return _find_farthest_number(distance, weight, tuple_of, index.sizes[0], weighted, last)
    groups, group_start, family_start, group_distance, greatest_weight = (
        index.sizes[2],
        index.group_start,
        index.family_start,
        index.group_distance,
        index.greatest_weight,
    )
    levels, group_levels = value.shape[1], index.level_counts[0]
    slack = index.slack[0] if weighted else 0.0
    rest = _sum_greatest_rest(index)
    first_group = _find_farthest_group(group_distance, greatest_weight, groups, rest, weighted)
    best, best_weight, greatest = -1, 0, -1.0
    for step in range(-1, groups):  # the group with the greatest bound first, then all others
        g = first_group if step < 0 else step
        if (group_distance[g] + rest + slack) * (
            greatest_weight[g] if weighted else 1
        ) < greatest - slack * best_weight or step == first_group:
            continue
        for i in range(family_start[group_start[g]], family_start[group_start[g + 1]]):
            d = group_distance[g]
            for level in range(group_levels, levels):
                d += distance[value[i, level]]
            score = d * weight[i] if weighted else d
            tie = slack * (weight[i] + best_weight)
            if score >= greatest - tie and weight[i] > 0:
                if score > greatest + tie or (tuple_of[i] > best) == last:
                    best, best_weight, greatest = tuple_of[i], weight[i], score
    return best


@compiled
def find_nearest_centre(columns, codes, t, centres):
    """The nearest centre to a tuple; ties: the first. Cost: O(centres × m)."""
    best = 0
    least = np.inf
    for g in range(len(centres)):
        d = 0.0
        for j in range(len(columns.kind)):
            column_distance = pair_distance(columns, j, np.int64(codes[t, j]), centres[g, j])
            if columns.euclidean[0]:
                d += columns.weight[j] * (column_distance * column_distance)
            else:
                d += round_distance(columns.weight[j] * column_distance)
        if d < least:
            least = d
            best = g
    return best


@dataclass(frozen=True, eq=False)
class Growth(Bundle):
    """The state of the algorithm between two calls. The index holds D, the tuples that are in no cluster."""

    index: Any
    counters: Any  # number of tuples in D, of records in D, of finished clusters
    cluster_of: Any  # of each tuple; −1: none
    remaining_values: Any  # running sums over D, for its centre
    cluster_values: Any  # running sums over the growing cluster
    cluster_tuples: Any  # the tuples of that cluster


def start_growth(columns: Columns, codes: Codes, counts: Numbers) -> Growth:
    """D contains all tuples."""
    p = len(counts)
    growth = Growth(
        index=new_index(columns, codes, counts, 1), counters=np.array([p, counts.sum(), 0]),
        cluster_of=np.full(p, -1, dtype=np.int64), remaining_values=new_group(columns),
        cluster_values=new_group(columns),
        cluster_tuples=np.empty(p, dtype=np.int64),
    )  # fmt: skip
    add_tuples(columns, codes, counts, growth.remaining_values)
    return growth


@compiled(inlined=True)
def _move_to_cluster(columns, codes, counts, growth, t, number):
    """Move a tuple from D into the growing cluster."""
    growth.counters[0] -= 1
    growth.counters[1] -= counts[t]
    growth.cluster_of[t] = growth.counters[2]
    growth.cluster_tuples[number] = t
    remove_records(growth.index, t, counts[t])
    for j in range(len(columns.kind)):
        add_value(columns, growth.remaining_values, j, codes[t, j], -np.float64(counts[t]))
        add_value(columns, growth.cluster_values, j, codes[t, j], np.float64(counts[t]))


@compiled(inlined=True)
def _grow_cluster(columns, codes, counts, growth, r, k, demands, weighted, static):
    """Lines 5-11: begin with {r}; add the tuple nearest to the centre until k records and all demands are reached.

    If D runs out of tuples first, the cluster is dissolved; its tuples have no cluster then.
    """
    centre = growth.index.centre
    t = r
    records = 0
    number = 0
    complete = False
    while not complete and growth.counters[0] > 0:
        if number > 0:
            if number == 1 or not static:
                measure_distances(columns, growth.index, centre)
            t, _ = find_nearest(growth.index, weighted, -1, False)
        _move_to_cluster(columns, codes, counts, growth, t, number)
        number += 1
        records += counts[t]
        if number == 1:
            copy_to_centre(columns, codes, r, centre)
        elif not static:
            for j in range(len(columns.kind)):
                centre[j] = choose_centre(columns, growth.cluster_values, j)
        complete = records >= k and meets_demands(demands, growth.cluster_tuples, number)
    clear_group(columns, growth.cluster_values, codes, growth.cluster_tuples, number)
    if complete:
        growth.counters[2] += 1
    else:
        for i in range(number):
            growth.cluster_of[growth.cluster_tuples[i]] = -1
    compact(growth.index)


@compiled
def grow(columns, codes, counts, growth, k, demands, weighted, static, budget):
    """Form up to ``budget`` pairs of clusters; True while D has records for another cluster.

    The first cluster of a pair grows around r, the tuple farthest from the centre of D; the second around the
    tuple farthest from r. ``static``: the centre stays at r. Cost of a cluster: a search per member.
    """
    centre = growth.index.centre
    r = np.int64(-1)
    for step in range(2 * budget):
        if growth.counters[1] < k:
            return False
        if step % 2 == 0:
            for j in range(len(columns.kind)):
                centre[j] = choose_centre(columns, growth.remaining_values, j)
        else:
            copy_to_centre(columns, codes, r, centre)
        measure_distances(columns, growth.index, centre)
        r = find_farthest(growth.index, weighted, False)
        _grow_cluster(columns, codes, counts, growth, r, k, demands, weighted, static)
    return growth.counters[1] >= k
