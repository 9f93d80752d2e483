"""MDAV (A alg. 1) on records: groups of exactly k, the last of k to 2k − 1.

Records with equal values are interchangeable, so the algorithm runs on distinct tuples and takes as many
of a tuple's records as a group has room for. Groups of any size are in `growing_clusters`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.arrays import Codes, Numbers
from kinonym.kernels.bundles import Bundle
from kinonym.kernels.clusters.centroids import add, add_tuples, centre, new_group
from kinonym.kernels.clusters.growing_clusters import farthest
from kinonym.kernels.clusters.neighbours import nearest_records
from kinonym.kernels.clusters.tuple_index import measure_from, new_index, remove, tidy
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import Columns, own_centre

__all__ = ["Partition", "split", "start_partition"]


@dataclass(frozen=True, eq=False)
class Partition(Bundle):
    """The state between two calls; rows (source, group, count) are written as groups are made."""

    index: Any
    left: Any  # records left, groups made, rows written
    source: Any
    group: Any
    count: Any
    data: Any  # the values of what is left


def start_partition(columns: Columns, codes: Codes, counts: Numbers, k: int) -> Partition:
    """All records are left, no group is made."""
    records = counts.sum()
    most = min(len(counts) + records // k + 1, records)  # each group splits at most one tuple
    state = Partition(
        index=new_index(columns, codes, counts, k), left=np.array([records, 0, 0]),
        source=np.empty(most, dtype=np.int64), group=np.empty(most, dtype=np.int64),
        count=np.empty(most, dtype=np.int64), data=new_group(columns),
    )  # fmt: skip
    add_tuples(columns, codes, counts, state.data)
    return state


@compiled
def _take(columns, codes, state, t, number):
    """Put ``number`` records of a tuple into the current group."""
    at = state.left[2]
    state.source[at] = t
    state.group[at] = state.left[1]
    state.count[at] = number
    state.left[2] += 1
    state.left[0] -= number
    remove(state.index, t, number)
    for j in range(len(columns.kind)):
        add(columns, state.data, j, codes[t, j], -np.float64(number))


@compiled(inlined=True)
def _group_around(columns, codes, state, k):
    """A group of the k records nearest to the centre measured from; the farthest tuple may be split."""
    index = state.index
    room = k
    for i in range(nearest_records(index, k) - 1, -1, -1):  # the top of the heap, the farthest, comes last
        t = index.heap[i]
        number = min(room, index.weight[index.place[t]])
        _take(columns, codes, state, t, number)
        room -= number
    state.left[1] += 1


@compiled(inlined=True)
def _take_rest(columns, codes, state):
    for i in range(state.index.size[0]):
        if state.index.weight[i] > 0:
            _take(columns, codes, state, state.index.tuple_of[i], state.index.weight[i])
    state.left[1] += 1


@compiled
def split(columns, codes, state, k, budget):
    """Make up to ``budget`` rounds of two groups; True while records are left.

    Around r, the record farthest from the centre of all, and around s, the one farthest from r. The farthest is the
    last of equals and the nearest the first, so that what is farthest from r is never used up by the group around r.
    """
    middle = state.index.middle
    for _ in range(budget):
        if state.left[0] < 2 * k:
            _take_rest(columns, codes, state)
            return False
        goal = np.int64(-1)
        for turn in range(3 if state.left[0] >= 3 * k else 2):  # from the centre of all, from r, from s
            if turn == 0:
                for j in range(len(columns.kind)):
                    middle[j] = centre(columns, state.data, j)
            else:
                own_centre(columns, codes, goal, middle)
            measure_from(columns, state.index, middle)
            if turn < 2:
                goal = farthest(state.index, False, True)
            if turn > 0:
                _group_around(columns, codes, state, k)
        tidy(state.index)
    return True
