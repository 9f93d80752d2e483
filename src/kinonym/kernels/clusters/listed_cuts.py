"""What every cut of some tuples in two costs: at a place in the order of a column, or around one broader value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.arrays import Numbers
from kinonym.kernels.bundles import Bundle
from kinonym.kernels.clusters.cover_costs import SET, Covers, summary_cost
from kinonym.kernels.compile import compiled

__all__ = ["Cuts", "list_cuts", "new_cuts"]

NOTHING = 1 << 30  # the first place of a summary of no tuples


@dataclass(frozen=True, eq=False)
class Cuts(Bundle):
    """The cuts of a part, and a workspace. A cut separates the places ``first`` to ``last`` of a column.

    Invariant: between two calls ``here`` and ``inside`` contain zeros.
    """

    column: Any
    first: Any
    last: Any
    cost: Any  # of both sides
    uneven: Any  # how many records the larger side has
    counts: Any  # records of each tuple
    here: Any  # workspace: members with each value of each column,
    inside: Any  # and how many of them lie between two places
    summary_first: Any  # workspace: summaries of the members before each border between two values,
    summary_last: Any  # and of those from it on
    summary_total: Any
    records_before: Any  # records before each border
    member_before: Any  # members before each border
    place_at: Any  # the place that begins at each border
    before: Any  # costs of the members before each border,
    after: Any  # and of those from it on
    first_here: Any  # a summary
    last_here: Any
    total_here: Any


def new_cuts(covers: Covers, counts: Numbers) -> Cuts:
    """Room for the cuts of all tuples."""
    columns, values = len(covers.kind), int(np.diff(covers.start).max(initial=1))
    most = len(covers.node) + 1
    return Cuts(
        column=np.empty(most, dtype=np.int64), first=np.empty(most, dtype=np.int64),
        last=np.empty(most, dtype=np.int64), cost=np.empty(most), uneven=np.empty(most, dtype=np.int64),
        counts=counts, here=np.zeros(covers.start[-1], dtype=np.int64),
        inside=np.zeros(covers.start[-1], dtype=np.int64),
        summary_first=np.empty((2, values + 1, columns), dtype=np.int64),
        summary_last=np.empty((2, values + 1, columns), dtype=np.int64), summary_total=np.empty(columns),
        records_before=np.zeros(values + 1, dtype=np.int64), member_before=np.zeros(values + 1, dtype=np.int64),
        place_at=np.zeros(values + 1, dtype=np.int64), before=np.empty(values + 1), after=np.empty(values + 1),
        first_here=np.empty(columns, dtype=np.int64), last_here=np.empty(columns, dtype=np.int64),
        total_here=np.empty(columns),
    )  # fmt: skip


@compiled
def _clear_summary(cuts):
    cuts.first_here[:] = NOTHING
    cuts.last_here[:] = -1
    cuts.total_here[:] = 0.0


@compiled
def _add_member(covers, cuts, t):
    """Add a tuple to the summary; ``inside`` counts the members with each value."""
    for q in range(len(covers.kind)):
        place = np.int64(covers.place[t, q])
        cuts.first_here[q] = min(cuts.first_here[q], place)
        cuts.last_here[q] = max(cuts.last_here[q], place)
        at = covers.start[q] + place
        if covers.kind[q] == SET and cuts.inside[at] == 0:
            cuts.total_here[q] += covers.share[at]
        cuts.inside[at] += 1


@compiled
def _remove_members(covers, cuts, members):
    """Reset the counts of members with each value."""
    for t in members:
        for q in range(len(covers.kind)):
            cuts.inside[covers.start[q] + covers.place[t, q]] = 0


@compiled(inlined=True)
def _find_borders(covers, cuts, j, members):
    """The borders between the values of sorted members; returns their number, the two ends included."""
    number = 0
    records = 0
    for i in range(len(members)):
        t = members[i]
        if i == 0 or covers.place[t, j] != covers.place[members[i - 1], j]:
            cuts.records_before[number] = records
            cuts.member_before[number] = i
            cuts.place_at[number] = covers.place[t, j]
            number += 1
        records += cuts.counts[t]
    cuts.records_before[number] = records
    cuts.member_before[number] = len(members)
    cuts.place_at[number] = covers.start[j + 1] - covers.start[j]
    return number + 1


@compiled
def _save_summary(cuts, side, border):
    for q in range(len(cuts.first_here)):
        cuts.summary_first[side, border, q] = cuts.first_here[q]
        cuts.summary_last[side, border, q] = cuts.last_here[q]


@compiled(inlined=True)
def _sum_sides(covers, cuts, members, borders):
    """The costs of the members before and after every border."""
    _clear_summary(cuts)
    _save_summary(cuts, 0, 0)
    cuts.before[0] = 0.0
    for b in range(1, borders):
        for i in range(cuts.member_before[b - 1], cuts.member_before[b]):
            _add_member(covers, cuts, members[i])
        _save_summary(cuts, 0, b)
        cost = summary_cost(covers, cuts.first_here, cuts.last_here, cuts.total_here)
        cuts.before[b] = cuts.records_before[b] * cost
    _remove_members(covers, cuts, members)
    for q in range(len(covers.kind)):
        cuts.summary_total[q] = cuts.total_here[q]
    _clear_summary(cuts)
    _save_summary(cuts, 1, borders - 1)
    cuts.after[borders - 1] = 0.0
    for b in range(borders - 2, -1, -1):
        for i in range(cuts.member_before[b], cuts.member_before[b + 1]):
            _add_member(covers, cuts, members[i])
        _save_summary(cuts, 1, b)
        cost = summary_cost(covers, cuts.first_here, cuts.last_here, cuts.total_here)
        cuts.after[b] = (cuts.records_before[borders - 1] - cuts.records_before[b]) * cost
    _remove_members(covers, cuts, members)


@compiled
def _cost_around(covers, cuts, members, first, last, borders):
    """The cost of the members between two borders, and of all others."""
    _clear_summary(cuts)
    a, b = cuts.member_before[first], cuts.member_before[last]
    for i in range(a, b):
        _add_member(covers, cuts, members[i])
    records = cuts.records_before[last] - cuts.records_before[first]
    cost = records * summary_cost(covers, cuts.first_here, cuts.last_here, cuts.total_here)
    for q in range(len(covers.kind)):
        cuts.first_here[q] = min(cuts.summary_first[0, first, q], cuts.summary_first[1, last, q])
        cuts.last_here[q] = max(cuts.summary_last[0, first, q], cuts.summary_last[1, last, q])
        cuts.total_here[q] = cuts.summary_total[q]
    for i in range(a, b):
        for q in range(len(covers.kind)):
            at = covers.start[q] + covers.place[members[i], q]
            if covers.kind[q] == SET and cuts.inside[at] == cuts.here[at]:
                cuts.total_here[q] -= covers.share[at]
            cuts.inside[at] = 0
    others = cuts.records_before[borders - 1] - records
    return cost + others * summary_cost(covers, cuts.first_here, cuts.last_here, cuts.total_here)


@compiled
def _add_cut(cuts, number, j, first, last, cost):
    """List a cut; returns how many there are."""
    cuts.column[number] = j
    cuts.first[number] = cuts.place_at[first]
    cuts.last[number] = cuts.place_at[last]
    cuts.cost[number] = cost
    return number + 1


@compiled(inlined=True)
def _cut_at_borders(cuts, number, j, k, borders):
    """List the cuts at single borders with k records on both sides."""
    records = cuts.records_before[borders - 1]
    for b in range(1, borders - 1):
        if cuts.records_before[b] >= k and records - cuts.records_before[b] >= k:
            cuts.uneven[number] = max(cuts.records_before[b], records - cuts.records_before[b])
            number = _add_cut(cuts, number, j, 0, b, cuts.before[b] + cuts.after[b])
    return number


@compiled(inlined=True)
def _cut_around_nodes(covers, cuts, members, number, j, k, borders):
    """List the cuts that separate what lies below a broader value, or one value, from everything around it."""
    size = covers.start[j + 1] - covers.start[j]
    records = cuts.records_before[borders - 1]
    for level in range(covers.levels[j]):
        node = covers.level_start[j] + level * size
        first = 0
        while first < borders - 1:
            last = first + 1
            while (
                last < borders - 1
                and covers.node[node + cuts.place_at[last]] == covers.node[node + cuts.place_at[first]]
            ):
                last += 1
            inside = cuts.records_before[last] - cuts.records_before[first]
            if first > 0 and last < borders - 1 and inside >= k and records - inside >= k:
                cost = _cost_around(covers, cuts, members, first, last, borders)
                cuts.uneven[number] = max(inside, records - inside)
                number = _add_cut(cuts, number, j, first, last, cost)
            first = last
    return number


@compiled
def list_cuts(covers, cuts, members, k):
    """List every cut of some tuples with k records on both sides; returns how many there are.

    Row j of ``members`` has the tuples in the order of column j. Cost: O(tuples · columns²) for the cuts at borders,
    and as much again for each level of a hierarchy.
    """
    number = 0
    for t in members[0]:
        for q in range(len(covers.kind)):
            cuts.here[covers.start[q] + covers.place[t, q]] += 1
    for j in range(len(covers.kind)):
        borders = _find_borders(covers, cuts, j, members[j])
        if borders == 2:
            continue
        _sum_sides(covers, cuts, members[j], borders)
        number = _cut_at_borders(cuts, number, j, k, borders)
        number = _cut_around_nodes(covers, cuts, members[j], number, j, k, borders)
    for t in members[0]:
        for q in range(len(covers.kind)):
            cuts.here[covers.start[q] + covers.place[t, q]] = 0
    return number
