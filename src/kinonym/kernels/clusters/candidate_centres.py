"""The candidates for the centre of a cluster in each column, and the distances of the members to them.

The candidates are those of the centroid, H(V) (E eq. 5); numbers have only their mean and ordinals only their median.
`squared_error` chooses among them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.bundles import Bundle
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import EQUAL, MEDIAN, Columns

__all__ = ["TINY", "Candidates", "measure_concept_column", "measure_line_column", "new_candidates"]


TINY = 1e-9  # costs that differ by less are equal


@dataclass(frozen=True, eq=False)
class Candidates(Bundle):
    """Workspace for the measurement of one cluster at a time."""

    share: Any  # weight of each column, as a share of the sum of the weights
    position: Any  # columns × members: of each number on the line
    value: Any  # columns × members: index of each member's value in ``distinct``
    distinct: Any  # columns × distinct values
    candidate: Any  # columns × candidates
    candidate_count: Any  # candidates of each column
    distance: Any  # columns × candidates × distinct values
    covered: Any  # distinct values below each candidate
    listed_at: Any  # the value of ``clock`` when each candidate was last listed
    slot: Any  # and its index in that list
    clock: Any
    chosen: Any  # columns: index of the chosen candidate
    member_distance: Any  # distance of each member to the centre
    centre: Any  # columns: position of the centre of numbers


def new_candidates(columns: Columns, capacity: int) -> Candidates:
    """A workspace for clusters of up to ``capacity`` tuples."""
    m, whole = len(columns.kind), columns.candidate_start[-1]
    deepest = max(1, np.diff(columns.up_start).max(initial=1))
    width = min(capacity * deepest, max(1, np.diff(columns.candidate_start).max()))
    return Candidates(
        share=columns.weight / np.cumsum(columns.weight)[-1], position=np.empty((m, capacity)),
        value=np.empty((m, capacity), dtype=np.int64), distinct=np.empty((m, capacity), dtype=np.int64),
        candidate=np.empty((m, width), dtype=np.int64), candidate_count=np.zeros(m, dtype=np.int64),
        distance=np.empty((m, width, capacity)), covered=np.empty(width, dtype=np.int64),
        listed_at=np.zeros(whole, dtype=np.int64),
        slot=np.zeros(whole, dtype=np.int64), clock=np.zeros(1, dtype=np.int64), chosen=np.zeros(m, dtype=np.int64),
        member_distance=np.empty(capacity), centre=np.empty(m),
    )  # fmt: skip


@compiled(inlined=True)
def _distinct_values(codes, members, n, j, value, distinct):
    """List the distinct values of the members; return their number. Cost: O(members × distinct values)."""
    values = 0
    for i in range(n):
        v = codes[members[i], j]
        index = 0
        while index < values and distinct[index] != v:
            index += 1
        distinct[index] = v
        value[i] = index
        values = max(values, index + 1)
    return values


@compiled(inlined=True)
def _is_below(up_start, up, candidate, top):
    """Whether ``top`` subsumes a candidate."""
    for a in range(up_start[candidate], up_start[candidate + 1]):
        if up[a] == top:
            return True
    return False


@compiled(inlined=True)
def _list_subsumers(columns, candidates, j, values):
    """List H(V): the subsumers of the values up to their LCS, and the values without a concept.

    A candidate is listed once per call, by the clock. The LCS is the candidate that covers all concepts and comes
    first by ``lcs_rank``. Cost: O(subsumers of the values).
    """
    first = columns.candidate_start[j]
    up_start, up, isolated, lcs_rank = columns.up_start, columns.up, columns.isolated, columns.lcs_rank
    candidate, covered, listed_at, slot = (
        candidates.candidate[j],
        candidates.covered,
        candidates.listed_at,
        candidates.slot,
    )
    candidates.clock[0] += 1
    clock = candidates.clock[0]
    candidate_count = 0
    concepts = 0
    for i in range(values):
        concept = first + columns.candidate_of[columns.value_start[j] + candidates.distinct[j, i]]
        concepts += 1 - isolated[concept]
        for a in range(up_start[concept], up_start[concept + 1]):
            c = up[a]
            if listed_at[first + c] != clock:
                listed_at[first + c] = clock
                slot[first + c] = candidate_count
                candidate[candidate_count] = c
                covered[candidate_count] = 0
                candidate_count += 1
            covered[slot[first + c]] += 1
    top = -1
    for i in range(candidate_count):
        c = candidate[i]
        if covered[i] == concepts and isolated[first + c] == 0:
            if top < 0 or lcs_rank[first + c] < lcs_rank[first + top]:
                top = c
    count = 0
    for i in range(candidate_count):
        c = candidate[i]
        if isolated[first + c] == 1 or c == top or (covered[i] < concepts and _is_below(up_start, up, first + c, top)):
            candidate[count] = c
            count += 1
    candidates.candidate_count[j] = count


@compiled(inlined=True)
def _measure_candidates(table, row, size, distinct, values, candidate, candidate_count, share, distance):
    """Write the weighted distances of the distinct values to every candidate, from the table that begins at ``row``."""
    for i in range(values):
        start = row + distinct[i] * size
        for c in range(candidate_count):
            distance[c, i] = share * table[start + candidate[c]]


@compiled(inlined=True)
def _compare_candidates(candidate_of, distinct, values, candidate, candidate_count, share, distance):
    """Write the distances in a column of labels: 0 if equal, else the share of the column."""
    for i in range(values):
        for c in range(candidate_count):
            distance[c, i] = 0.0 if candidate_of[distinct[i]] == candidate[c] else share


@compiled(inlined=True)
def _find_line_centre(position, weight, n, median):
    """Weighted mean or lower median of the numbers; NaN if more records are missing than not."""
    present = 0.0
    missing = 0.0
    moment = 0.0
    for i in range(n):
        if np.isnan(position[i]):
            missing += weight[i]
        else:
            present += weight[i]
            moment += weight[i] * position[i]
    if missing > present:
        return np.nan
    if not median:
        return moment / present
    best = np.inf
    for i in range(n):
        below = 0.0
        for other in range(n):
            if position[other] <= position[i]:
                below += weight[other]
        if below >= present / 2.0 and position[i] < best:
            best = position[i]
    return best


@compiled(inner=True)
def measure_line_column(columns, codes, weight, members, n, candidates, j):
    """Compute the only candidate of a column of numbers, and the distances of the members to it."""
    position = candidates.position[j]
    for i in range(n):
        position[i] = columns.position[columns.value_start[j] + codes[members[i], j]]
        candidates.value[j, i] = i
        candidates.member_distance[i] = weight[members[i]]  # borrowed as memory; measured later
    centre_position = _find_line_centre(position, candidates.member_distance, n, columns.rule[j] == MEDIAN)
    candidates.centre[j] = centre_position
    candidates.candidate_count[j] = 1
    for i in range(n):
        d = abs(position[i] - centre_position) / columns.unit[j]
        if np.isnan(position[i]) != np.isnan(centre_position):
            d = columns.far[j]
        elif np.isnan(centre_position):
            d = 0.0
        candidates.distance[j, 0, i] = candidates.share[j] * (d * d if columns.euclidean[0] else d)


@compiled(inlined=True)
def _choose_first(weight, members, n, distance, value, candidate_count):
    """The candidate with the least Σ w·sd² in this column alone: where the search of `squared_error` starts."""
    best = 0
    least = np.inf
    for c in range(candidate_count):
        s = 0.0
        for i in range(n):
            s += weight[members[i]] * distance[c, value[i]] ** 2
            if s >= least:
                break
        if s < least - TINY:
            least = s
            best = c
    return best


@compiled(inner=True)
def measure_concept_column(columns, codes, weight, members, n, candidates, j):
    """List the candidates of a column of concepts or labels, measure them and choose the best for this column alone."""
    distinct, candidate = candidates.distinct[j], candidates.candidate[j]
    distance, value = candidates.distance[j], candidates.value[j]
    first = columns.value_start[j]
    values = _distinct_values(codes, members, n, j, value, distinct)
    if values == 1:
        candidate[0] = columns.candidate_of[first + distinct[0]]
        candidates.candidate_count[j] = 1
    else:
        _list_subsumers(columns, candidates, j, values)
    candidate_count = candidates.candidate_count[j]
    if columns.kind[j] == EQUAL:
        of_value = columns.candidate_of[first:]
        _compare_candidates(of_value, distinct, values, candidate, candidate_count, candidates.share[j], distance)
    else:
        size = columns.candidate_start[j + 1] - columns.candidate_start[j]
        _measure_candidates(
            columns.table,
            columns.table_start[j],
            size,
            distinct,
            values,
            candidate,
            candidate_count,
            candidates.share[j],
            distance,
        )
    candidates.chosen[j] = _choose_first(weight, members, n, distance, value, candidate_count)
