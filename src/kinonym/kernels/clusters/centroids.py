"""The values of a growing or shrinking group, counted column by column, and the centre of each column.

How groups are formed is in the modules of the methods; centres chosen for the squared error are in `squared_error`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.arrays import Codes, Floats, Numbers
from kinonym.kernels.bundles import Bundle
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import EQUAL, LINE, MEDIAN, MODE, ROUNDING, SEMANTIC, Columns

__all__ = ["Group", "add", "add_tuples", "centre", "clear", "group_centres", "new_group"]


@dataclass(frozen=True, eq=False)
class Group(Bundle):
    """What a growing or shrinking group of values needs to know its centre, per column."""

    weight: Any  # of each value
    sums: Any  # Σ w·sd to each candidate
    cover: Any  # distinct values below each candidate
    touched: Any  # candidates that were ever covered, listed once
    listed: Any
    touched_count: Any
    concepts: Any  # distinct values that are not isolated
    total: Any  # weight of what is not missing
    missing: Any
    moment: Any  # Σ w·position


def new_group(columns: Columns) -> Group:
    """An empty group."""
    candidates = columns.candidate_start[-1]
    m = len(columns.kind)
    return Group(
        np.zeros(columns.value_start[-1]),
        np.zeros(candidates),
        np.zeros(candidates, dtype=np.int32),
        np.empty(candidates, dtype=np.int32),
        np.zeros(candidates, dtype=np.int8),
        np.zeros(m, dtype=np.int64),
        np.zeros(m, dtype=np.int64),
        np.zeros(m),
        np.zeros(m),
        np.zeros(m),
    )


@compiled(inner=True)
def clear(columns, group, codes, members, n):
    """Empty the group that holds exactly the first n members."""
    for i in range(n):
        for j in range(len(columns.kind)):
            group.weight[columns.value_start[j] + codes[members[i], j]] = 0.0
    for j in range(len(columns.kind)):
        first = columns.candidate_start[j]
        if columns.rule[j] == SEMANTIC:
            for c in range(first, columns.candidate_start[j + 1]):
                group.sums[c] = 0.0
        for i in range(group.touched_count[j]):
            c = group.touched[first + i]
            group.cover[first + c] = 0
            group.listed[first + c] = 0
        group.touched_count[j] = 0
        group.concepts[j] = 0
        group.total[j] = 0.0
        group.missing[j] = 0.0
        group.moment[j] = 0.0


@compiled(inlined=True)
def _cover(columns, group, j, candidate, step):
    """Count a distinct value that comes (+1) or goes (−1) at all its subsumers."""
    first = columns.candidate_start[j]
    if columns.isolated[first + candidate] == 0:
        group.concepts[j] += step
    for i in range(columns.up_start[first + candidate], columns.up_start[first + candidate + 1]):
        c = columns.up[i]
        if group.listed[first + c] == 0:
            group.listed[first + c] = 1
            group.touched[first + group.touched_count[j]] = c
            group.touched_count[j] += 1
        group.cover[first + c] += step


@compiled(inner=True)
def add(columns, group, j, value, weight):
    """Let ``weight`` records of a value join column j of the group; a negative weight lets them go."""
    at = columns.value_start[j] + value
    before = group.weight[at]
    group.weight[at] = before + weight
    if columns.kind[j] == LINE:
        if np.isnan(columns.position[at]):
            group.missing[j] += weight
        else:
            group.total[j] += weight
            group.moment[j] += weight * columns.position[at]
        return
    group.total[j] += weight
    if columns.kind[j] == EQUAL and columns.rule[j] == MODE:
        return
    if before == 0.0 or group.weight[at] == 0.0:
        _cover(columns, group, j, columns.candidate_of[at], 1 if before == 0.0 else -1)
    if columns.rule[j] == SEMANTIC:
        first = columns.candidate_start[j]
        size = columns.candidate_start[j + 1] - first
        row = columns.table_start[j] + np.int64(value) * size
        for c in range(size):
            group.sums[first + c] += weight * columns.table[row + c]


@compiled
def _mode(columns, group, j):
    """The candidate of the most frequent value; ties: greater depth, then smaller id."""
    best = -1
    most = 0.0
    first = columns.candidate_start[j]
    for at in range(columns.value_start[j], columns.value_start[j + 1]):
        c = columns.candidate_of[at]
        if group.weight[at] > most or (
            group.weight[at] == most and best >= 0 and columns.tie_rank[first + c] < columns.tie_rank[first + best]
        ):
            best = c
            most = group.weight[at]
    return best


@compiled
def _lcs(columns, group, j):
    """The deepest candidate that subsumes every concept of the group; −1 if there is no concept."""
    first = columns.candidate_start[j]
    best = -1
    for i in range(group.touched_count[j]):
        c = group.touched[first + i]
        if columns.isolated[first + c] == 0 and group.cover[first + c] == group.concepts[j] > 0:
            if best < 0 or columns.lcs_rank[first + c] < columns.lcs_rank[first + best]:
                best = c
    return best


@compiled
def _is_candidate(columns, group, first, c, top):
    """Whether c subsumes a value of the group and lies below ``top``; candidate 0 is the domain's root."""
    if group.cover[first + c] == 0:
        return False
    if columns.isolated[first + c] == 1 or top == 0:
        return True
    for i in range(columns.up_start[first + c], columns.up_start[first + c + 1]):
        if columns.up[i] == top:
            return True
    return False


@compiled(inlined=True)
def _semantic(columns, group, j):
    """Argmin Σ w·sd over H(V), the subsumers of the values below their LCS (E eq. 5, A eq. 7).

    Sums closer than the tables' rounding are ties: greater depth first, then smaller id.
    """
    first = columns.candidate_start[j]
    top = _lcs(columns, group, j)
    least = np.inf
    for i in range(group.touched_count[j]):
        c = group.touched[first + i]
        if group.sums[first + c] < least and _is_candidate(columns, group, first, c, top):
            least = group.sums[first + c]
    least += group.total[j] * ROUNDING
    best = -1
    for i in range(group.touched_count[j]):
        c = group.touched[first + i]
        if group.sums[first + c] <= least and _is_candidate(columns, group, first, c, top):
            if best < 0 or columns.tie_rank[first + c] < columns.tie_rank[first + best]:
                best = c
    return best


@compiled(inlined=True)
def _median(columns, group, j):
    """Lower weighted median; the values of a column are in ascending order."""
    half = group.total[j] / 2.0
    reached = 0.0
    for at in range(columns.value_start[j], columns.value_start[j + 1]):
        reached += group.weight[at]
        if group.weight[at] > 0 and reached >= half:
            return columns.position[at]
    return np.nan


@compiled(inner=True)
def centre(columns, group, j):
    """The centre of the group in column j: a candidate's number or a position."""
    if columns.kind[j] == LINE:
        if group.missing[j] > group.total[j]:
            return np.nan
        if columns.rule[j] == MEDIAN:
            return _median(columns, group, j)
        return group.moment[j] / group.total[j]
    if columns.rule[j] == MODE:
        return np.float64(_mode(columns, group, j))
    if columns.rule[j] == SEMANTIC:
        return np.float64(_semantic(columns, group, j))
    if columns.isolated[columns.candidate_start[j]] == 1:
        return np.float64(_mode(columns, group, j))  # isolated values only: nothing subsumes them
    top = _lcs(columns, group, j)
    for i in range(group.touched_count[j]):
        c = group.touched[columns.candidate_start[j] + i]
        at = columns.candidate_start[j] + c
        if columns.isolated[at] == 1 and group.cover[at] > 0:
            return 0.0 if top >= 0 or group.touched_count[j] > 1 else np.float64(c)
    return np.float64(top)


@compiled
def add_tuples(columns, codes, counts, group):
    """Let all tuples join the group."""
    for t in range(len(counts)):
        for j in range(len(columns.kind)):
            add(columns, group, j, codes[t, j], np.float64(counts[t]))


@compiled
def fill_centres(columns, codes, source, count, start, group, centres):
    """The centre of each group in turn: its rows lie from start[g] to start[g + 1]; ``group`` is room to work in."""
    m = len(columns.kind)
    for g in range(len(centres)):
        for i in range(start[g], start[g + 1]):
            for j in range(m):
                add(columns, group, j, codes[source[i], j], np.float64(count[i]))
        for j in range(m):
            centres[g, j] = centre(columns, group, j)
        clear(columns, group, codes, source[start[g] :], start[g + 1] - start[g])


def group_centres(
    columns: Columns, codes: Codes, source: Numbers, group: Numbers, count: Numbers, groups: int
) -> Floats:
    """The centre of each group, from its members: rows (source tuple, group, count)."""
    centres = np.empty((groups, len(columns.kind)))
    order = np.argsort(group, kind="stable")
    start = np.searchsorted(group[order], np.arange(groups + 1))
    fill_centres(columns, codes, source[order], count[order], start, new_group(columns), centres)
    return centres
