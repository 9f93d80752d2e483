"""SA-MDAV (A alg. 2): clusters of at least k records, grown tuple by tuple around a moving centre.

Before it the searches that clustering methods share: which tuple alive is nearest to a centre, which is farthest, and
which centre is nearest to a tuple. They are exact and leave most tuples out. Loops take plain arrays, and groups are
looped over inside: handing an index over costs more than a group does. The index and its distances to the centre are
in `tuple_index`, the several nearest tuples in `neighbours`. What becomes of tuples that are left at the end, and of
the clusters, is up to `kinonym.methods`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.arrays import Codes, Numbers
from kinonym.kernels.bundles import Bundle
from kinonym.kernels.clusters.centroids import add, add_tuples, centre, clear, new_group
from kinonym.kernels.clusters.tuple_index import measure_from, new_index, remove, tidy
from kinonym.kernels.compile import compiled
from kinonym.kernels.demands.class_demands import holds
from kinonym.kernels.distances.flat_columns import Columns, own_centre, pair_distance, rounded

__all__ = ["Growth", "farthest", "grow", "nearest", "nearest_centre", "nearest_group", "start_growth"]


@compiled(inlined=True)
def nearest_group(near, groups):
    """The group that begins nearest."""
    best = 0
    for g in range(1, groups):
        if near[g] < near[best]:
            best = g
    return best


@compiled
def _wins_tie(weight, lightest, t, best, light):
    """Whether tuple t goes before another at the same distance: the lighter one, if asked for, then the first."""
    if light and weight != lightest:
        return weight < lightest
    return t < best


@compiled(inlined=True)
def _nearest_number(rows, weight, tuple_of, size, weighted, own, light):
    """`nearest` on a table of numbers."""
    best, lightest, least = -1, 0, np.inf
    for i in range(size):
        if rows[i] <= least and weight[i] > 0 and tuple_of[i] != own:
            score = rows[i] * weight[i] if weighted else rows[i]
            if score < least or (score == least and _wins_tie(weight[i], lightest, tuple_of[i], best, light)):
                best, lightest, least = tuple_of[i], weight[i], score
    return best, least


@compiled(inner=True)
def nearest(index, weighted, own, light):
    """The tuple with the least sd (or w·sd) to the centre measured from, and that figure.

    Leaves out tuple ``own``. Ties: the lightest tuple if ``light``, then the first. Two w·sd are tied if the rounding
    of their distances may be all that parts them.
    """
    rows, value, weight, tuple_of = index.rows, index.value, index.weight, index.tuple_of
    if len(index.spot) > 0:
        return _nearest_number(rows, weight, tuple_of, index.size[0], weighted, own, light)
    groups, group, family, shared, near = index.size[2], index.group, index.family, index.shared, index.near
    depth, common, two = value.shape[1], shared.shape[1], index.cut[1]
    slack = index.slack[0] if weighted else 0.0
    start = nearest_group(near, groups)
    best, lightest, least, reach = -1, 0, np.inf, np.inf
    for turn in range(-1, groups):  # the group that begins nearest, then the others
        g = start if turn < 0 else turn
        if near[g] > reach or turn == start:
            continue
        for f in range(group[g], group[g + 1]):
            begun = near[g]
            for l in range(common):
                begun += rows[shared[f, l]]
            if begun > reach:  # w ≥ 1: a part of the sum never exceeds w·sd
                continue
            for i in range(family[f], family[f + 1]):
                d = begun
                for l in range(two, depth):
                    d += rows[value[i, l]]
                if d <= reach and weight[i] > 0 and tuple_of[i] != own:
                    score = d * weight[i] if weighted else d
                    tie = slack * (weight[i] + lightest)
                    if score < least - tie or (
                        score <= least + tie and _wins_tie(weight[i], lightest, tuple_of[i], best, light)
                    ):
                        best, lightest, least = tuple_of[i], weight[i], score
                        reach = least + slack * (1 + lightest)
    return best, least


@compiled(inlined=True)
def _limit(index):
    """The greatest sum that the levels after a group's own can add."""
    rows, alive, start = index.rows, index.alive, index.alive_start
    total = 0.0
    for l in range(index.cut[0], index.value.shape[1]):
        most = 0.0
        for i in range(start[l], start[l + 1]):
            most = max(most, rows[alive[i]])
        total += most
    return total


@compiled(inlined=True)
def _farthest_number(rows, weight, tuple_of, size, weighted, last):
    """`farthest` on a table of numbers."""
    best = -1
    most = -1.0
    for i in range(size):
        score = rows[i] * weight[i] if weighted else rows[i]
        if score >= most and weight[i] > 0:
            if score > most or (tuple_of[i] > best) == last:
                most = score
                best = tuple_of[i]
    return best


@compiled(inlined=True)
def _farthest_group(near, heaviest, groups, limit, weighted):
    """The group that may hold the farthest tuple by what its tuples share."""
    best = 0
    most = -1.0
    for g in range(groups):
        bound = (near[g] + limit) * heaviest[g] if weighted else near[g]
        if bound > most:
            most = bound
            best = g
    return best


@compiled(inner=True)
def farthest(index, weighted, last):
    """The tuple with the greatest w·sd to the centre measured from; ties: the first tuple, or the last.

    Two w·sd are tied if the rounding of their distances may be all that parts them.
    """
    rows, value, weight, tuple_of = index.rows, index.value, index.weight, index.tuple_of
    if len(index.spot) > 0:
        return _farthest_number(rows, weight, tuple_of, index.size[0], weighted, last)
    groups, group, family, near, heaviest = index.size[2], index.group, index.family, index.near, index.heaviest
    depth, one = value.shape[1], index.cut[0]
    slack = index.slack[0] if weighted else 0.0
    limit = _limit(index)
    start = _farthest_group(near, heaviest, groups, limit, weighted)
    best, heavy, most = -1, 0, -1.0
    for turn in range(-1, groups):  # the group that may be farthest, then the others
        g = start if turn < 0 else turn
        if (near[g] + limit + slack) * (heaviest[g] if weighted else 1) < most - slack * heavy or turn == start:
            continue
        for i in range(family[group[g]], family[group[g + 1]]):
            d = near[g]
            for l in range(one, depth):
                d += rows[value[i, l]]
            score = d * weight[i] if weighted else d
            tie = slack * (weight[i] + heavy)
            if score >= most - tie and weight[i] > 0:
                if score > most + tie or (tuple_of[i] > best) == last:
                    best, heavy, most = tuple_of[i], weight[i], score
    return best


@compiled
def nearest_centre(columns, codes, t, centres):
    """The nearest centre of a tuple; ties: the first."""
    best = 0
    least = np.inf
    for g in range(len(centres)):
        d = 0.0
        for j in range(len(columns.kind)):
            apart = pair_distance(columns, j, np.int64(codes[t, j]), centres[g, j])
            if columns.euclidean[0]:
                d += columns.weight[j] * (apart * apart)
            else:
                d += rounded(columns.weight[j] * apart)
        if d < least:
            least = d
            best = g
    return best


@dataclass(frozen=True, eq=False)
class Growth(Bundle):
    """The state of the algorithm between two calls: D is what the index holds."""

    index: Any
    left: Any  # tuples in D, records they stand for, clusters made
    cluster_of: Any
    data: Any  # the values of D
    members: Any  # the values of the cluster that grows
    taken: Any  # its tuples


def start_growth(columns: Columns, codes: Codes, counts: Numbers) -> Growth:
    """All tuples are alive, none is in a cluster."""
    p = len(counts)
    growth = Growth(
        index=new_index(columns, codes, counts, 1), left=np.array([p, counts.sum(), 0]),
        cluster_of=np.full(p, -1, dtype=np.int64), data=new_group(columns), members=new_group(columns),
        taken=np.empty(p, dtype=np.int64),
    )  # fmt: skip
    add_tuples(columns, codes, counts, growth.data)
    return growth


@compiled(inlined=True)
def _take(columns, codes, counts, growth, t, number):
    """Move a tuple from D into the growing cluster."""
    growth.left[0] -= 1
    growth.left[1] -= counts[t]
    growth.cluster_of[t] = growth.left[2]
    growth.taken[number] = t
    remove(growth.index, t, counts[t])
    for j in range(len(columns.kind)):
        add(columns, growth.data, j, codes[t, j], -np.float64(counts[t]))
        add(columns, growth.members, j, codes[t, j], np.float64(counts[t]))


@compiled(inlined=True)
def _cluster_around(columns, codes, counts, growth, r, k, promise, weighted, static):
    """Lines 5-11: {r}, then the nearest tuple to the cluster's centre until it holds k records and what was promised.

    A cluster that D cannot complete is given up; its tuples will join others.
    """
    middle = growth.index.middle
    t = r
    size = 0
    number = 0
    kept = False
    while not kept and growth.left[0] > 0:
        if number > 0:
            if number == 1 or not static:
                measure_from(columns, growth.index, middle)
            t, _ = nearest(growth.index, weighted, -1, False)
        _take(columns, codes, counts, growth, t, number)
        number += 1
        size += counts[t]
        if number == 1:
            own_centre(columns, codes, r, middle)
        elif not static:
            for j in range(len(columns.kind)):
                middle[j] = centre(columns, growth.members, j)
        kept = size >= k and holds(promise, growth.taken, number)
    clear(columns, growth.members, codes, growth.taken, number)
    if kept:
        growth.left[2] += 1
    else:
        for i in range(number):
            growth.cluster_of[growth.taken[i]] = -1
    tidy(growth.index)


@compiled
def grow(columns, codes, counts, growth, k, promise, weighted, static, budget):
    """Make up to ``budget`` rounds of two clusters; True while records for another cluster are left."""
    middle = growth.index.middle
    r = np.int64(-1)
    for turn in range(2 * budget):
        if growth.left[1] < k:
            return False
        if (
            turn % 2 == 0
        ):  # around the tuple most distant from the centre of D, then around the one most distant from it
            for j in range(len(columns.kind)):
                middle[j] = centre(columns, growth.data, j)
        else:
            own_centre(columns, codes, r, middle)
        measure_from(columns, growth.index, middle)
        r = farthest(growth.index, weighted, False)
        _cluster_around(columns, codes, counts, growth, r, k, promise, weighted, static)
    return growth.left[1] >= k
