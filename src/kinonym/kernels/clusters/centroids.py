"""The values of a growing or shrinking group, counted column by column, and its centroid (E eq. 5, A eq. 7).

How groups are formed is in the modules of the methods. Centres that minimise the squared error are in
`squared_error`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.arrays import Codes, Floats, Numbers
from kinonym.kernels.bundles import Bundle
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import EQUAL, LINE, MEDIAN, MODE, ROUNDING, SEMANTIC, Columns

__all__ = ["Group", "add_tuples", "add_value", "choose_centre", "clear_group", "group_centres", "new_group"]


@dataclass(frozen=True, eq=False)
class Group(Bundle):
    """Running sums from which the centre of a group follows in each column, without a pass over its members."""

    weight: Any  # of each value
    sums: Any  # Σ w·sd to each candidate
    covered_values: Any  # distinct values below each candidate
    ever_covered: Any  # candidates that were covered since the last clearing, each once, per column
    is_listed: Any  # 1: the candidate is in that list
    ever_covered_count: Any  # their number in each column
    concepts: Any  # distinct values that are not isolated
    total: Any  # records with a value
    missing: Any  # records without one
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
def clear_group(columns, group, codes, members, n):
    """Empty a group that contains exactly the first n members. Cost: O(members × m) and the sums."""
    for i in range(n):
        for j in range(len(columns.kind)):
            group.weight[columns.value_start[j] + codes[members[i], j]] = 0.0
    for j in range(len(columns.kind)):
        first = columns.candidate_start[j]
        if columns.rule[j] == SEMANTIC:
            for c in range(first, columns.candidate_start[j + 1]):
                group.sums[c] = 0.0
        for i in range(group.ever_covered_count[j]):
            c = group.ever_covered[first + i]
            group.covered_values[first + c] = 0
            group.is_listed[first + c] = 0
        group.ever_covered_count[j] = 0
        group.concepts[j] = 0
        group.total[j] = 0.0
        group.missing[j] = 0.0
        group.moment[j] = 0.0


@compiled(inlined=True)
def _update_subsumers(columns, group, j, candidate, step):
    """Count a distinct value that is new (+1) or gone (−1) at all its subsumers. Cost: O(subsumers)."""
    first = columns.candidate_start[j]
    if columns.isolated[first + candidate] == 0:
        group.concepts[j] += step
    for i in range(columns.up_start[first + candidate], columns.up_start[first + candidate + 1]):
        c = columns.up[i]
        if group.is_listed[first + c] == 0:
            group.is_listed[first + c] = 1
            group.ever_covered[first + group.ever_covered_count[j]] = c
            group.ever_covered_count[j] += 1
        group.covered_values[first + c] += step


@compiled(inner=True)
def add_value(columns, group, j, value, weight):
    """Add ``weight`` records of a value to column j of the group; a negative weight removes them.

    Cost: O(1) for numbers and labels, O(candidates) for the sums of a semantic centre.
    """
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
        _update_subsumers(columns, group, j, columns.candidate_of[at], 1 if before == 0.0 else -1)
    if columns.rule[j] == SEMANTIC:
        first = columns.candidate_start[j]
        size = columns.candidate_start[j + 1] - first
        row = columns.table_start[j] + np.int64(value) * size
        for c in range(size):
            group.sums[first + c] += weight * columns.table[row + c]


@compiled
def _find_mode(columns, group, j):
    """The candidate of the most frequent value; ties: greater depth, then smaller id. Cost: O(values)."""
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
def _find_lcs(columns, group, j):
    """The deepest candidate that covers every concept of the group; −1 if there is no concept."""
    first = columns.candidate_start[j]
    best = -1
    for i in range(group.ever_covered_count[j]):
        c = group.ever_covered[first + i]
        if columns.isolated[first + c] == 0 and group.covered_values[first + c] == group.concepts[j] > 0:
            if best < 0 or columns.lcs_rank[first + c] < columns.lcs_rank[first + best]:
                best = c
    return best


@compiled
def _is_candidate(columns, group, first, c, top):
    """Whether c is in H(V): it subsumes a value of the group and ``top`` subsumes it; candidate 0 is the root."""
    if group.covered_values[first + c] == 0:
        return False
    if columns.isolated[first + c] == 1 or top == 0:
        return True
    for i in range(columns.up_start[first + c], columns.up_start[first + c + 1]):
        if columns.up[i] == top:
            return True
    return False


@compiled(inlined=True)
def _find_semantic_centre(columns, group, j):
    """Argmin Σ w·sd over H(V), the subsumers of the values below their LCS (E eq. 5, A eq. 7).

    Sums that differ by less than the rounding of the tables are ties: greater depth first, then smaller id.
    Cost: O(candidates ever covered × their subsumers).
    """
    first = columns.candidate_start[j]
    top = _find_lcs(columns, group, j)
    least = np.inf
    for i in range(group.ever_covered_count[j]):
        c = group.ever_covered[first + i]
        if group.sums[first + c] < least and _is_candidate(columns, group, first, c, top):
            least = group.sums[first + c]
    least += group.total[j] * ROUNDING
    best = -1
    for i in range(group.ever_covered_count[j]):
        c = group.ever_covered[first + i]
        if group.sums[first + c] <= least and _is_candidate(columns, group, first, c, top):
            if best < 0 or columns.tie_rank[first + c] < columns.tie_rank[first + best]:
                best = c
    return best


@compiled(inlined=True)
def _find_median(columns, group, j):
    """Lower weighted median. The values of a column are in ascending order. Cost: O(values)."""
    half = group.total[j] / 2.0
    weight_so_far = 0.0
    for at in range(columns.value_start[j], columns.value_start[j + 1]):
        weight_so_far += group.weight[at]
        if group.weight[at] > 0 and weight_so_far >= half:
            return columns.position[at]
    return np.nan


@compiled(inner=True)
def choose_centre(columns, group, j):
    """The centre of the group in column j by the rule of the column: a candidate's number or a position."""
    if columns.kind[j] == LINE:
        if group.missing[j] > group.total[j]:
            return np.nan
        if columns.rule[j] == MEDIAN:
            return _find_median(columns, group, j)
        return group.moment[j] / group.total[j]
    if columns.rule[j] == MODE:
        return np.float64(_find_mode(columns, group, j))
    if columns.rule[j] == SEMANTIC:
        return np.float64(_find_semantic_centre(columns, group, j))
    if columns.isolated[columns.candidate_start[j]] == 1:
        return np.float64(_find_mode(columns, group, j))  # only values without a concept: nothing subsumes them
    top = _find_lcs(columns, group, j)
    for i in range(group.ever_covered_count[j]):
        c = group.ever_covered[columns.candidate_start[j] + i]
        at = columns.candidate_start[j] + c
        if columns.isolated[at] == 1 and group.covered_values[at] > 0:
            return 0.0 if top >= 0 or group.ever_covered_count[j] > 1 else np.float64(c)
    return np.float64(top)


@compiled
def add_tuples(columns, codes, counts, group):
    """Add all records of all tuples to the group."""
    for t in range(len(counts)):
        for j in range(len(columns.kind)):
            add_value(columns, group, j, codes[t, j], np.float64(counts[t]))


@compiled
def fill_centres(columns, codes, source, count, start, group, centres):
    """Write the centre of each group g, with the rows from start[g] to start[g + 1]. ``group``: workspace, empty."""
    m = len(columns.kind)
    for g in range(len(centres)):
        for i in range(start[g], start[g + 1]):
            for j in range(m):
                add_value(columns, group, j, codes[source[i], j], np.float64(count[i]))
        for j in range(m):
            centres[g, j] = choose_centre(columns, group, j)
        clear_group(columns, group, codes, source[start[g] :], start[g + 1] - start[g])


def group_centres(
    columns: Columns, codes: Codes, source: Numbers, group: Numbers, count: Numbers, groups: int
) -> Floats:
    """The centre of each group, from rows (source tuple, group, number of records)."""
    centres = np.empty((groups, len(columns.kind)))
    order = np.argsort(group, kind="stable")
    start = np.searchsorted(group[order], np.arange(groups + 1))
    fill_centres(columns, codes, source[order], count[order], start, new_group(columns), centres)
    return centres
