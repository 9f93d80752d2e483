"""The centres that a cluster might have in each column, and how far its members are from them.

Candidates are those of the centroid, H(V) (E eq. 5); numbers keep their mean and ordinals their median. Which of
them is taken for the squared error is decided in `squared_error`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.bundles import Bundle
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import EQUAL, MEDIAN, Columns

__all__ = ["TINY", "Candidates", "measure_concepts", "measure_line", "new_candidates"]


TINY = 1e-9  # what differs by less is equal


@dataclass(frozen=True, eq=False)
class Candidates(Bundle):
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


def new_candidates(columns: Columns, room: int) -> Candidates:
    """Room for clusters of up to ``room`` tuples."""
    m, whole = len(columns.kind), columns.candidate_start[-1]
    deepest = max(1, np.diff(columns.up_start).max(initial=1))
    width = min(room * deepest, max(1, np.diff(columns.candidate_start).max()))
    return Candidates(
        share=columns.weight / np.cumsum(columns.weight)[-1], position=np.empty((m, room)),
        value=np.empty((m, room), dtype=np.int64), distinct=np.empty((m, room), dtype=np.int64),
        candidate=np.empty((m, width), dtype=np.int64), number=np.zeros(m, dtype=np.int64),
        apart=np.empty((m, width, room)), cover=np.empty(width, dtype=np.int64), mark=np.zeros(whole, dtype=np.int64),
        slot=np.zeros(whole, dtype=np.int64), clock=np.zeros(1, dtype=np.int64), chosen=np.zeros(m, dtype=np.int64),
        total=np.empty(room), centre=np.empty(m),
    )  # fmt: skip


@compiled(inlined=True)
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


@compiled(inlined=True)
def _below(up_start, up, candidate, top):
    for a in range(up_start[candidate], up_start[candidate + 1]):
        if up[a] == top:
            return True
    return False


@compiled(inlined=True)
def _list_subsumers(columns, candidates, j, values):
    """H(V): the subsumers of the values that lie below their LCS, and values that nothing subsumes."""
    first = columns.candidate_start[j]
    up_start, up, isolated, lcs_rank = columns.up_start, columns.up, columns.isolated, columns.lcs_rank
    candidate, cover, mark, slot = candidates.candidate[j], candidates.cover, candidates.mark, candidates.slot
    candidates.clock[0] += 1
    clock = candidates.clock[0]
    number = 0
    concepts = 0
    for i in range(values):
        own = first + columns.candidate_of[columns.value_start[j] + candidates.distinct[j, i]]
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
    candidates.number[j] = kept


@compiled(inlined=True)
def _measure_candidates(table, row, size, distinct, values, candidate, number, share, apart):
    """Distances of the distinct values to every candidate, from the table that begins at ``row``."""
    for i in range(values):
        at = row + distinct[i] * size
        for c in range(number):
            apart[c, i] = share * table[at + candidate[c]]


@compiled(inlined=True)
def _compare_candidates(candidate_of, distinct, values, candidate, number, share, apart):
    """The same where values are equal or not."""
    for i in range(values):
        for c in range(number):
            apart[c, i] = 0.0 if candidate_of[distinct[i]] == candidate[c] else share


@compiled(inlined=True)
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


@compiled(inner=True)
def measure_line(columns, codes, weight, members, n, candidates, j):
    """The one candidate of a column of numbers, and how far the members are from it."""
    position = candidates.position[j]
    for i in range(n):
        position[i] = columns.position[columns.value_start[j] + codes[members[i], j]]
        candidates.value[j, i] = i
        candidates.total[i] = weight[members[i]]
    middle = _line_centre(position, candidates.total, n, columns.rule[j] == MEDIAN)
    candidates.centre[j] = middle
    candidates.number[j] = 1
    for i in range(n):
        d = abs(position[i] - middle) / columns.unit[j]
        if np.isnan(position[i]) != np.isnan(middle):
            d = columns.far[j]
        elif np.isnan(middle):
            d = 0.0
        candidates.apart[j, 0, i] = candidates.share[j] * (d * d if columns.euclidean[0] else d)


@compiled(inlined=True)
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


@compiled(inner=True)
def measure_concepts(columns, codes, weight, members, n, candidates, j):
    """The candidates of a column of words or labels, and which of them is best alone."""
    distinct, candidate = candidates.distinct[j], candidates.candidate[j]
    apart, value = candidates.apart[j], candidates.value[j]
    first = columns.value_start[j]
    values = _distinct_values(codes, members, n, j, value, distinct)
    if values == 1:
        candidate[0] = columns.candidate_of[first + distinct[0]]
        candidates.number[j] = 1
    else:
        _list_subsumers(columns, candidates, j, values)
    number = candidates.number[j]
    if columns.kind[j] == EQUAL:
        of_value = columns.candidate_of[first:]
        _compare_candidates(of_value, distinct, values, candidate, number, candidates.share[j], apart)
    else:
        size = columns.candidate_start[j + 1] - columns.candidate_start[j]
        _measure_candidates(
            columns.table, columns.table_start[j], size, distinct, values, candidate, number, candidates.share[j], apart
        )
    candidates.chosen[j] = _choose_first(weight, members, n, apart, value, number)
