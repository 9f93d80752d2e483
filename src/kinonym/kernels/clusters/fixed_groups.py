"""MDAV (A alg. 1) on records: groups of exactly k, the last of k to 2k − 1.

Records with equal values are interchangeable, so the algorithm runs on distinct tuples. A group takes as many records
of a tuple as it still needs. Clusters of at least k records are in `growing_clusters`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.arrays import Codes, Numbers
from kinonym.kernels.bundles import Bundle
from kinonym.kernels.clusters.centroids import add_tuples, add_value, choose_centre, new_group
from kinonym.kernels.clusters.growing_clusters import find_farthest
from kinonym.kernels.clusters.neighbours import find_nearest_records
from kinonym.kernels.clusters.tuple_index import compact, measure_distances, new_index, remove_records
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import Columns, copy_to_centre

__all__ = ["Partition", "form_groups", "start_partition"]


@dataclass(frozen=True, eq=False)
class Partition(Bundle):
    """The state between two calls. The result is a list of rows (tuple, group, number of records)."""

    index: Any
    counters: Any  # number of remaining records, of finished groups, of rows
    row_tuple: Any  # tuple of each row
    row_group: Any  # group of each row
    row_count: Any  # records of each row
    remaining_values: Any  # running sums over the remaining records, for their centre


def start_partition(columns: Columns, codes: Codes, counts: Numbers, k: int) -> Partition:
    """No record is in a group."""
    records = counts.sum()
    most = min(len(counts) + records // k + 1, records)  # each group splits at most one tuple
    state = Partition(
        index=new_index(columns, codes, counts, k), counters=np.array([records, 0, 0]),
        row_tuple=np.empty(most, dtype=np.int64), row_group=np.empty(most, dtype=np.int64),
        row_count=np.empty(most, dtype=np.int64), remaining_values=new_group(columns),
    )  # fmt: skip
    add_tuples(columns, codes, counts, state.remaining_values)
    return state


@compiled
def _assign_records(columns, codes, state, t, number):
    """Move ``number`` records of a tuple into the current group."""
    at = state.counters[2]
    state.row_tuple[at] = t
    state.row_group[at] = state.counters[1]
    state.row_count[at] = number
    state.counters[2] += 1
    state.counters[0] -= number
    remove_records(state.index, t, number)
    for j in range(len(columns.kind)):
        add_value(columns, state.remaining_values, j, codes[t, j], -np.float64(number))


@compiled(inlined=True)
def _form_group(columns, codes, state, k):
    """Form a group of the k records nearest to the measured centre; the farthest tuple may be split."""
    index = state.index
    needed = k
    for i in range(find_nearest_records(index, k) - 1, -1, -1):  # the top of the heap, the farthest tuple, is last
        t = index.heap[i]
        number = min(needed, index.weight[index.position_of[t]])
        _assign_records(columns, codes, state, t, number)
        needed -= number
    state.counters[1] += 1


@compiled(inlined=True)
def _group_rest(columns, codes, state):
    """Form the last group of all remaining records."""
    for i in range(state.index.sizes[0]):
        if state.index.weight[i] > 0:
            _assign_records(columns, codes, state, state.index.tuple_of[i], state.index.weight[i])
    state.counters[1] += 1


@compiled
def form_groups(columns, codes, state, k, budget):
    """Form up to ``budget`` pairs of groups; True while records remain.

    One group is formed around r, the record farthest from the centre of the remaining records, and one around s, the
    record farthest from r. The farthest is the last of equals and the nearest the first; so the group around r never
    uses up the records of s. With fewer than 3k records, only the group around r is formed; with fewer than 2k, the
    rest is one group. Cost of a pair: three searches.
    """
    centre = state.index.centre
    for _ in range(budget):
        if state.counters[0] < 2 * k:
            _group_rest(columns, codes, state)
            return False
        farthest_tuple = np.int64(-1)
        for step in range(3 if state.counters[0] >= 3 * k else 2):  # measure from the centre, from r, from s
            if step == 0:
                for j in range(len(columns.kind)):
                    centre[j] = choose_centre(columns, state.remaining_values, j)
            else:
                copy_to_centre(columns, codes, farthest_tuple, centre)
            measure_distances(columns, state.index, centre)
            if step < 2:
                farthest_tuple = find_farthest(state.index, False, True)
            if step > 0:
                _form_group(columns, codes, state, k)
        compact(state.index)
    return True
