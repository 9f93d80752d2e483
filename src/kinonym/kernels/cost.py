"""What a cluster costs: the least sum of squared record distances (E eq. 7) over centres of its own.

The centre is chosen for the squared error, column after column until nothing falls any more. Its candidates are
those of the centroid, H(V) (E eq. 5); numbers keep their mean and ordinals their median.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kinonym.kernels.columns import EQUAL, LINE, MEDIAN
from kinonym.kernels.compile import compiled

__all__ = ["Bench", "centre_distance", "cluster_cost", "copy_centre", "new_bench"]

TINY = 1e-9  # what differs by less is equal


class Bench(NamedTuple):
    """Room to work in, for one cluster at a time."""

    share: Any  # of each column in the distance of a record
    position: Any  # columns × members, where the column is a line
    value: Any  # columns × members: which of the distinct values a member has
    distinct: Any  # columns × distinct values
    candidate: Any  # columns × candidates
    number: Any  # candidates of each column
    apart: Any  # columns × candidates × distinct values
    cover: Any  # distinct values below each candidate
    mark: Any  # when each candidate was last listed
    slot: Any  # and where
    clock: Any
    chosen: Any
    total: Any  # distance of each member to the centre
    centre: Any


@compiled
def new_bench(columns, room):
    """Room for clusters of up to ``room`` tuples."""
    m = len(columns.kind)
    deepest = 1
    for c in range(len(columns.up_start) - 1):
        deepest = max(deepest, columns.up_start[c + 1] - columns.up_start[c])
    width = min(room * deepest, max(1, (columns.candidate_start[1:] - columns.candidate_start[:-1]).max()))
    whole = columns.candidate_start[-1]
    return Bench(
        columns.weight / columns.weight.sum(), np.empty((m, room)), np.empty((m, room), dtype=np.int64),
        np.empty((m, room), dtype=np.int64), np.empty((m, width), dtype=np.int64), np.zeros(m, dtype=np.int64),
        np.empty((m, width, room)), np.empty(width, dtype=np.int64), np.zeros(whole, dtype=np.int64),
        np.zeros(whole, dtype=np.int64), np.zeros(1, dtype=np.int64), np.zeros(m, dtype=np.int64),
        np.empty(room), np.empty(m),
    )  # fmt: skip


@compiled
def _distinct_values(codes, members, n, j, value, distinct):
    """List the distinct values of the members; returns how many."""
    number = 0
    for i in range(n):
        v = codes[members[i], j]
        at = 0
        while at < number and distinct[at] != v:
            at += 1
        distinct[at] = v
        value[i] = at
        number = max(number, at + 1)
    return number


@compiled
def _below(up_start, up, candidate, top):
    for a in range(up_start[candidate], up_start[candidate + 1]):
        if up[a] == top:
            return True
    return False


@compiled
def _list_subsumers(columns, bench, j, values):
    """H(V): the subsumers of the values that lie below their LCS, and values that nothing subsumes."""
    first = columns.candidate_start[j]
    up_start, up, candidate, cover = columns.up_start, columns.up, bench.candidate[j], bench.cover
    bench.clock[0] += 1
    clock = bench.clock[0]
    number = 0
    concepts = 0
    for i in range(values):
        own = first + columns.candidate_of[columns.value_start[j] + bench.distinct[j, i]]
        concepts += 1 - columns.isolated[own]
        for a in range(up_start[own], up_start[own + 1]):
            c = up[a]
            if bench.mark[first + c] != clock:
                bench.mark[first + c] = clock
                bench.slot[first + c] = number
                candidate[number] = c
                cover[number] = 0
                number += 1
            cover[bench.slot[first + c]] += 1
    top = -1
    for i in range(number):
        c = candidate[i]
        if cover[i] == concepts and columns.isolated[first + c] == 0:
            if top < 0 or columns.lcs_rank[first + c] < columns.lcs_rank[first + top]:
                top = c
    kept = 0
    for i in range(number):
        c = candidate[i]
        if columns.isolated[first + c] == 1 or c == top or (cover[i] < concepts and _below(up_start, up, first + c, top)):
            candidate[kept] = c
            kept += 1
    bench.number[j] = kept


@compiled
def _measure_candidates(columns, bench, j, values):
    """Distances of the distinct values to every candidate."""
    apart, candidate, distinct = bench.apart[j], bench.candidate[j], bench.distinct[j]
    share = bench.share[j]
    size = columns.candidate_start[j + 1] - columns.candidate_start[j]
    for i in range(values):
        at = columns.value_start[j] + distinct[i]
        row = columns.table_start[j] + distinct[i] * size
        for c in range(bench.number[j]):
            if columns.kind[j] == EQUAL:
                apart[c, i] = 0.0 if columns.candidate_of[at] == candidate[c] else share
            else:
                apart[c, i] = share * columns.table[row + candidate[c]]


@compiled
def _line_centre(position, weight, n, median):
    """Mean or lower median of what is not missing; missing if more of the records are."""
    total = 0.0
    missing = 0.0
    moment = 0.0
    for i in range(n):
        if np.isnan(position[i]):
            missing += weight[i]
        else:
            total += weight[i]
            moment += weight[i] * position[i]
    if missing > total:
        return np.nan
    if not median:
        return moment / total
    best = np.inf
    for i in range(n):
        below = 0.0
        for other in range(n):
            if position[other] <= position[i]:
                below += weight[other]
        if below >= total / 2.0 and position[i] < best:
            best = position[i]
    return best


@compiled
def _measure_line(columns, codes, weight, members, n, bench, j):
    """The one candidate of a column of numbers, and how far the members are from it."""
    position = bench.position[j]
    for i in range(n):
        position[i] = columns.position[columns.value_start[j] + codes[members[i], j]]
        bench.value[j, i] = i
        bench.total[i] = weight[members[i]]
    middle = _line_centre(position, bench.total, n, columns.rule[j] == MEDIAN)
    bench.centre[j] = middle
    bench.number[j] = 1
    for i in range(n):
        d = abs(position[i] - middle) / columns.unit[j]
        if np.isnan(position[i]) != np.isnan(middle):
            d = columns.far[j]
        elif np.isnan(middle):
            d = 0.0
        bench.apart[j, 0, i] = bench.share[j] * (d * d if columns.euclidean[0] else d)


@compiled
def _choose_first(weight, members, n, bench, j):
    """The candidate with the least Σ w·sd², as if there were no other column."""
    apart, value = bench.apart[j], bench.value[j]
    best = 0
    least = np.inf
    for c in range(bench.number[j]):
        s = 0.0
        for i in range(n):
            s += weight[members[i]] * apart[c, value[i]] ** 2
        if s < least - TINY:
            least = s
            best = c
    bench.chosen[j] = best


@compiled
def _improve(weight, members, n, bench, j, cost):
    """Another candidate for column j where it lowers the squared error; returns the cost."""
    apart, value, total = bench.apart[j], bench.value[j], bench.total
    old = bench.chosen[j]
    best = old
    for c in range(bench.number[j]):
        if c == old:
            continue
        s = 0.0
        for i in range(n):
            d = total[i] - apart[old, value[i]] + apart[c, value[i]]
            s += weight[members[i]] * d * d
            if s >= cost:
                break
        if s < cost - TINY:
            cost = s
            best = c
    if best != old:
        for i in range(n):
            total[i] += apart[best, value[i]] - apart[old, value[i]]
        bench.chosen[j] = best
    return cost


@compiled
def cluster_cost(columns, codes, weight, members, n, bench):
    """Squared error of the first n members around their centre, which `copy_centre` then gives."""
    m = len(columns.kind)
    for j in range(m):
        if columns.kind[j] == LINE:
            _measure_line(columns, codes, weight, members, n, bench, j)
            bench.chosen[j] = 0
            continue
        values = _distinct_values(codes, members, n, j, bench.value[j], bench.distinct[j])
        if values == 1:
            bench.candidate[j, 0] = columns.candidate_of[columns.value_start[j] + bench.distinct[j, 0]]
            bench.number[j] = 1
        else:
            _list_subsumers(columns, bench, j, values)
        _measure_candidates(columns, bench, j, values)
        _choose_first(weight, members, n, bench, j)
    cost = 0.0
    for i in range(n):
        bench.total[i] = 0.0
        for j in range(m):
            bench.total[i] += bench.apart[j, bench.chosen[j], bench.value[j, i]]
        cost += weight[members[i]] * (bench.total[i] if columns.euclidean[0] else bench.total[i] ** 2)
    if columns.euclidean[0] or m == 1 or cost < TINY:
        return cost
    for _ in range(4):
        before = cost
        for j in range(m):
            cost = _improve(weight, members, n, bench, j, cost)
        if cost == before:
            break
    return cost


@compiled
def copy_centre(columns, bench, centre):
    """The centre of the cluster whose cost was asked for last."""
    for j in range(len(columns.kind)):
        centre[j] = bench.centre[j] if columns.kind[j] == LINE else bench.candidate[j, bench.chosen[j]]


@compiled
def centre_distance(columns, codes, t, centre, share):
    """What one record of a tuple adds to the cost at a given centre."""
    total = 0.0
    for j in range(len(columns.kind)):
        at = columns.value_start[j] + codes[t, j]
        if columns.kind[j] == LINE:
            d = abs(columns.position[at] - centre[j]) / columns.unit[j]
            if np.isnan(d):
                both = np.isnan(columns.position[at]) and np.isnan(centre[j])
                d = 0.0 if both else columns.far[j]
            if columns.euclidean[0]:
                d *= d
        elif columns.kind[j] == EQUAL:
            d = 0.0 if columns.candidate_of[at] == centre[j] else 1.0
        else:
            size = columns.candidate_start[j + 1] - columns.candidate_start[j]
            d = columns.table[columns.table_start[j] + np.int64(codes[t, j]) * size + np.int64(centre[j])]
        total += share[j] * d
    return total if columns.euclidean[0] else total * total
