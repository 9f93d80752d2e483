"""MDAV (A alg. 1) on records: groups of exactly k, the last of k to 2k − 1.

Records with equal values are interchangeable, so the algorithm runs on distinct tuples and takes as many
of a tuple's records as a group has room for.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kinonym.kernels.aiming import aim
from kinonym.kernels.closest import nearest_records
from kinonym.kernels.columns import own_centre
from kinonym.kernels.compile import compiled
from kinonym.kernels.index import new_index, remove, tidy
from kinonym.kernels.search import farthest
from kinonym.kernels.tally import add, centre, new_tally

__all__ = ["Partition", "split", "start_partition"]


class Partition(NamedTuple):
    """The state between two calls; rows (source, group, count) are written as groups are made."""

    index: Any
    left: Any  # records left, groups made, rows written
    source: Any
    group: Any
    count: Any
    data: Any  # tally of what is left


@compiled
def start_partition(columns, codes, counts, k):
    """All records are left, no group is made."""
    data = new_tally(columns)
    for t in range(len(counts)):
        for j in range(len(columns.kind)):
            add(columns, data, j, codes[t, j], np.float64(counts[t]))
    most = min(len(counts) + counts.sum() // k + 1, counts.sum())  # each group splits at most one tuple
    return Partition(
        new_index(columns, codes, counts, k), np.array([counts.sum(), 0, 0]),
        np.empty(most, dtype=np.int64), np.empty(most, dtype=np.int64), np.empty(most, dtype=np.int64), data,
    )  # fmt: skip


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


@compiled
def _group_around(columns, codes, state, k):
    """A group of the k records nearest to what is aimed at; the farthest tuple may be split."""
    index = state.index
    room = k
    for i in range(nearest_records(index, k) - 1, -1, -1):  # the top of the heap, the farthest, comes last
        t = index.heap[i]
        number = min(room, index.weight[index.place[t]])
        _take(columns, codes, state, t, number)
        room -= number
    state.left[1] += 1


@compiled
def _farthest_from_centre(columns, state, middle):
    for j in range(len(columns.kind)):
        middle[j] = centre(columns, state.data, j)
    aim(columns, state.index, middle)
    return farthest(state.index, False, True)


@compiled
def _take_rest(columns, codes, state):
    for i in range(state.index.size[0]):
        if state.index.weight[i] > 0:
            _take(columns, codes, state, state.index.tuple_of[i], state.index.weight[i])
    state.left[1] += 1


@compiled
def split(columns, codes, state, k, budget):
    """Make up to ``budget`` rounds of two groups; True while records are left.

    The farthest is the last of equals and the nearest the first, so that what is farthest from r is never used
    up by the group around r.
    """
    middle = np.empty(len(columns.kind))
    for _ in range(budget):
        if state.left[0] < 2 * k:
            _take_rest(columns, codes, state)
            return False
        two = state.left[0] >= 3 * k
        r = _farthest_from_centre(columns, state, middle)
        own_centre(columns, codes, r, middle)
        aim(columns, state.index, middle)
        s = farthest(state.index, False, True) if two else -1
        _group_around(columns, codes, state, k)
        if two:
            own_centre(columns, codes, s, middle)
            aim(columns, state.index, middle)
            _group_around(columns, codes, state, k)
        tidy(state.index)
    return True
