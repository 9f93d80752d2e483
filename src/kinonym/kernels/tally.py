"""The values of a growing or shrinking group, counted column by column, and the centre of each column."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kinonym.kernels.columns import EQUAL, LINE, MEDIAN, MODE, ROUNDING, SEMANTIC
from kinonym.kernels.compile import compiled

__all__ = ["Tally", "add", "centre", "clear", "new_tally"]


class Tally(NamedTuple):
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


@compiled
def new_tally(columns):
    """An empty group."""
    candidates = columns.candidate_start[-1]
    m = len(columns.kind)
    return Tally(
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


@compiled
def clear(columns, tally, codes, members):
    """Empty the group that holds exactly ``members``."""
    for t in members:
        for j in range(len(columns.kind)):
            tally.weight[columns.value_start[j] + codes[t, j]] = 0.0
    for j in range(len(columns.kind)):
        first = columns.candidate_start[j]
        if columns.rule[j] == SEMANTIC:
            tally.sums[first : columns.candidate_start[j + 1]] = 0.0
        for i in range(tally.touched_count[j]):
            c = tally.touched[first + i]
            tally.cover[first + c] = 0
            tally.listed[first + c] = 0
        tally.touched_count[j] = 0
        tally.concepts[j] = 0
        tally.total[j] = 0.0
        tally.missing[j] = 0.0
        tally.moment[j] = 0.0


@compiled
def _cover(columns, tally, j, candidate, step):
    """Count a distinct value that comes (+1) or goes (−1) at all its subsumers."""
    first = columns.candidate_start[j]
    if columns.isolated[first + candidate] == 0:
        tally.concepts[j] += step
    for i in range(columns.up_start[first + candidate], columns.up_start[first + candidate + 1]):
        c = columns.up[i]
        if tally.listed[first + c] == 0:
            tally.listed[first + c] = 1
            tally.touched[first + tally.touched_count[j]] = c
            tally.touched_count[j] += 1
        tally.cover[first + c] += step


@compiled
def add(columns, tally, j, value, weight):
    """Let ``weight`` records of a value join column j of the group; a negative weight lets them go."""
    at = columns.value_start[j] + value
    before = tally.weight[at]
    tally.weight[at] = before + weight
    if columns.kind[j] == LINE:
        if np.isnan(columns.position[at]):
            tally.missing[j] += weight
        else:
            tally.total[j] += weight
            tally.moment[j] += weight * columns.position[at]
        return
    tally.total[j] += weight
    if columns.kind[j] == EQUAL and columns.rule[j] == MODE:
        return
    if before == 0.0:
        _cover(columns, tally, j, columns.candidate_of[at], 1)
    elif tally.weight[at] == 0.0:
        _cover(columns, tally, j, columns.candidate_of[at], -1)
    if columns.rule[j] == SEMANTIC:
        first = columns.candidate_start[j]
        size = columns.candidate_start[j + 1] - first
        row = columns.table_start[j] + np.int64(value) * size
        for c in range(size):
            tally.sums[first + c] += weight * columns.table[row + c]


@compiled
def _mode(columns, tally, j):
    """The candidate of the most frequent value; ties: greater depth, then smaller id."""
    best = -1
    most = 0.0
    first = columns.candidate_start[j]
    for at in range(columns.value_start[j], columns.value_start[j + 1]):
        c = columns.candidate_of[at]
        if tally.weight[at] > most or (
            tally.weight[at] == most and best >= 0 and columns.tie_rank[first + c] < columns.tie_rank[first + best]
        ):
            best = c
            most = tally.weight[at]
    return best


@compiled
def _lcs(columns, tally, j):
    """The deepest candidate that subsumes every concept of the group; −1 if there is no concept."""
    first = columns.candidate_start[j]
    best = -1
    for i in range(tally.touched_count[j]):
        c = tally.touched[first + i]
        if columns.isolated[first + c] == 0 and tally.cover[first + c] == tally.concepts[j] > 0:
            if best < 0 or columns.lcs_rank[first + c] < columns.lcs_rank[first + best]:
                best = c
    return best


@compiled
def _is_candidate(columns, tally, first, c, top):
    """Whether c subsumes a value of the group and lies below ``top``; candidate 0 is the domain's root."""
    if tally.cover[first + c] == 0:
        return False
    if columns.isolated[first + c] == 1 or top == 0:
        return True
    for i in range(columns.up_start[first + c], columns.up_start[first + c + 1]):
        if columns.up[i] == top:
            return True
    return False


@compiled
def _semantic(columns, tally, j):
    """Argmin Σ w·sd over H(V), the subsumers of the values below their LCS (E eq. 5, A eq. 7).

    Sums closer than the tables' rounding are ties: greater depth first, then smaller id.
    """
    first = columns.candidate_start[j]
    top = _lcs(columns, tally, j)
    least = np.inf
    for i in range(tally.touched_count[j]):
        c = tally.touched[first + i]
        if tally.sums[first + c] < least and _is_candidate(columns, tally, first, c, top):
            least = tally.sums[first + c]
    least += tally.total[j] * ROUNDING
    best = -1
    for i in range(tally.touched_count[j]):
        c = tally.touched[first + i]
        if tally.sums[first + c] <= least and _is_candidate(columns, tally, first, c, top):
            if best < 0 or columns.tie_rank[first + c] < columns.tie_rank[first + best]:
                best = c
    return best


@compiled
def _median(columns, tally, j):
    """Lower weighted median; the values of a column are in ascending order."""
    half = tally.total[j] / 2.0
    reached = 0.0
    for at in range(columns.value_start[j], columns.value_start[j + 1]):
        reached += tally.weight[at]
        if tally.weight[at] > 0 and reached >= half:
            return columns.position[at]
    return np.nan


@compiled
def centre(columns, tally, j):
    """The centre of the group in column j: a candidate's number or a position."""
    if columns.kind[j] == LINE:
        if tally.missing[j] > tally.total[j]:
            return np.nan
        if columns.rule[j] == MEDIAN:
            return _median(columns, tally, j)
        return tally.moment[j] / tally.total[j]
    if columns.rule[j] == MODE:
        return np.float64(_mode(columns, tally, j))
    if columns.rule[j] == SEMANTIC:
        return np.float64(_semantic(columns, tally, j))
    if columns.isolated[columns.candidate_start[j]] == 1:
        return np.float64(_mode(columns, tally, j))  # isolated values only: nothing subsumes them
    top = _lcs(columns, tally, j)
    for i in range(tally.touched_count[j]):
        c = tally.touched[columns.candidate_start[j] + i]
        at = columns.candidate_start[j] + c
        if columns.isolated[at] == 1 and tally.cover[at] > 0:
            return 0.0 if top >= 0 or tally.touched_count[j] > 1 else np.float64(c)
    return np.float64(top)
