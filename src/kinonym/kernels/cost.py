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
    up_start, up, isolated, lcs_rank = columns.up_start, columns.up, columns.isolated, columns.lcs_rank
    candidate, cover, mark, slot = bench.candidate[j], bench.cover, bench.mark, bench.slot
    bench.clock[0] += 1
    clock = bench.clock[0]
    number = 0
    concepts = 0
    for i in range(values):
        own = first + columns.candidate_of[columns.value_start[j] + bench.distinct[j, i]]
        concepts += 1 - isolated[own]
        for a in range(up_start[own], up_start[own + 1]):
            c = up[a]
            if mark[first + c] != clock:
                mark[first + c] = clock
                slot[first + c] = number
                candidate[number] = c
                cover[number] = 0
                number += 1
            cover[slot[first + c]] += 1
    top = -1
    for i in range(number):
        c = candidate[i]
        if cover[i] == concepts and isolated[first + c] == 0:
            if top < 0 or lcs_rank[first + c] < lcs_rank[first + top]:
                top = c
    kept = 0
    for i in range(number):
        c = candidate[i]
        if isolated[first + c] == 1 or c == top or (cover[i] < concepts and _below(up_start, up, first + c, top)):
            candidate[kept] = c
            kept += 1
    bench.number[j] = kept


@compiled
def _measure_candidates(table, row, size, distinct, values, candidate, number, share, apart):
    """Distances of the distinct values to every candidate, from the table that begins at ``row``."""
    for i in range(values):
        at = row + distinct[i] * size
        for c in range(number):
            apart[c, i] = share * table[at + candidate[c]]


@compiled
def _compare_candidates(candidate_of, distinct, values, candidate, number, share, apart):
    """The same where values are equal or not."""
    for i in range(values):
        for c in range(number):
            apart[c, i] = 0.0 if candidate_of[distinct[i]] == candidate[c] else share


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
def _choose_first(weight, members, n, apart, value, number):
    """The candidate with the least Σ w·sd², as if there were no other column."""
    best = 0
    least = np.inf
    for c in range(number):
        s = 0.0
        for i in range(n):
            s += weight[members[i]] * apart[c, value[i]] ** 2
        if s < least - TINY:
            least = s
            best = c
    return best


@compiled
def _improve(weight, members, n, apart, value, number, old, total, cost):
    """Another candidate for a column where it lowers the squared error; returns it and the cost."""
    best = old
    for c in range(number):
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
    return best, cost


@compiled
def _measure_concepts(columns, codes, weight, members, n, bench, j):
    """The candidates of a column of words or labels, and which of them is best alone."""
    distinct, candidate, apart, value = bench.distinct[j], bench.candidate[j], bench.apart[j], bench.value[j]
    first = columns.value_start[j]
    values = _distinct_values(codes, members, n, j, value, distinct)
    if values == 1:
        candidate[0] = columns.candidate_of[first + distinct[0]]
        bench.number[j] = 1
    else:
        _list_subsumers(columns, bench, j, values)
    number = bench.number[j]
    if columns.kind[j] == EQUAL:
        _compare_candidates(columns.candidate_of[first:], distinct, values, candidate, number, bench.share[j], apart)
    else:
        size = columns.candidate_start[j + 1] - columns.candidate_start[j]
        _measure_candidates(
            columns.table, columns.table_start[j], size, distinct, values, candidate, number, bench.share[j], apart
        )
    bench.chosen[j] = _choose_first(weight, members, n, apart, value, number)


@compiled
def cluster_cost(columns, codes, weight, members, n, bench):
    """Squared error of the first n members around their centre, which `copy_centre` then gives."""
    m = len(columns.kind)
    for j in range(m):
        if columns.kind[j] == LINE:
            _measure_line(columns, codes, weight, members, n, bench, j)
            bench.chosen[j] = 0
        else:
            _measure_concepts(columns, codes, weight, members, n, bench, j)
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
            bench.chosen[j], cost = _improve(
                weight, members, n, bench.apart[j], bench.value[j], bench.number[j], bench.chosen[j], bench.total, cost
            )
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
