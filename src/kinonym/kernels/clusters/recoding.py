"""Recoding (M sect. 4): replace the rarest tuple by its nearest neighbour, until all tuples have k records.

The tuples with fewer than k records wait in a priority queue. Tuples only disappear and gain records, so a key in the
queue is never greater than the current key. A key is therefore computed anew only when it reaches the top of the
queue. Further demands on the classes are met by `merging`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.arrays import Codes, Numbers
from kinonym.kernels.bundles import Bundle
from kinonym.kernels.clusters.growing_clusters import find_nearest
from kinonym.kernels.clusters.tuple_index import compact, measure_distances, new_index, remove_records
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import Columns, copy_to_centre, slack_of_sums
from kinonym.kernels.uniform_draws import draw_below

__all__ = ["Recoding", "recode", "start_recoding"]


@dataclass(frozen=True, eq=False)
class Recoding(Bundle):
    """The state between two calls."""

    index: Any  # the tuples that are not replaced, with the records of all that they replace
    weight: Any  # records of each tuple and of those that it replaced; 0: the tuple was replaced
    replaced_by: Any  # the tuple that replaced each tuple; itself if it was not replaced
    nearest_other: Any  # nearest other tuple at the last search
    key_records: Any  # key 1: its records
    key_distance: Any  # key 2: distance to the nearest other tuple
    key_merged: Any  # key 3: records of both together
    rank: Any  # random order of tuples with equal keys
    queue: Any  # heap of tuples with fewer than k records, the least key on top
    queue_size: Any  # number of tuples in the queue
    slack: Any  # the greatest error that rounding can cause in a weighted distance, per record


def start_recoding(
    columns: Columns, codes: Codes, counts: Numbers, rank: Numbers, k: int, heuristics: int, *, weighted: bool
) -> Recoding:
    """No tuple is replaced; those with fewer than k records are in the queue, rarest first."""
    p = len(counts)
    rare = np.flatnonzero(counts < k)
    queue = rare[np.argsort(rank[rare], kind="stable")]
    if heuristics > 0:
        queue = queue[np.argsort(counts[queue], kind="stable")]
    return Recoding(
        index=new_index(columns, codes, counts, 1), weight=counts.copy(), replaced_by=np.arange(p),
        nearest_other=np.full(p, -1, dtype=np.int64), key_records=counts.copy(), key_distance=np.zeros(p),
        key_merged=np.zeros(p, dtype=np.int64), rank=rank, queue=queue, queue_size=np.array([len(queue)]),
        slack=np.array([slack_of_sums(columns) / 2.0 if weighted else 0.0]),
    )  # fmt: skip


@compiled
def _precedes(key_records, key_distance, key_merged, rank, slack, heuristics, a, b):
    """Whether tuple a comes before b: fewer records, then a nearer neighbour, then fewer records together.

    ``heuristics`` is the number of keys that count (0 to 3). ``slack``: the rounding error of a distance per record.
    """
    if heuristics >= 1 and key_records[a] != key_records[b]:
        return key_records[a] < key_records[b]
    tie = slack * (max(0, key_merged[a] - key_records[a]) + max(0, key_merged[b] - key_records[b]))
    if heuristics >= 2 and abs(key_distance[a] - key_distance[b]) > tie:
        return key_distance[a] < key_distance[b]
    if heuristics >= 3 and key_merged[a] != key_merged[b]:
        return key_merged[a] < key_merged[b]
    return rank[a] < rank[b]


@compiled
def _sift_down(state, heuristics):
    """Restore the heap after the key of its top has grown. Cost: O(log p)."""
    queue, size = state.queue, state.queue_size[0]
    key_records, key_distance, key_merged, rank = state.key_records, state.key_distance, state.key_merged, state.rank
    slack = state.slack[0]
    i = 0
    while True:
        child = 2 * i + 1
        if child >= size:
            return
        if child + 1 < size and _precedes(
            key_records, key_distance, key_merged, rank, slack, heuristics, queue[child + 1], queue[child]
        ):
            child += 1
        if not _precedes(key_records, key_distance, key_merged, rank, slack, heuristics, queue[child], queue[i]):
            return
        queue[i], queue[child] = queue[child], queue[i]
        i = child


@compiled
def _pop_queue(state, heuristics):
    """Remove the top of the queue."""
    state.queue_size[0] -= 1
    state.queue[0] = state.queue[state.queue_size[0]]
    _sift_down(state, heuristics)


@compiled(inlined=True)
def _has_current_keys(state, t, heuristics):
    """Whether the keys of a tuple are current: it and its neighbour have the records that the keys say."""
    if state.key_records[t] != state.weight[t]:
        return False
    nearest_other = state.nearest_other[t]
    return heuristics < 2 or (
        nearest_other >= 0 and state.key_merged[t] == state.weight[t] + state.weight[nearest_other] > state.weight[t]
    )


@compiled(inlined=True)
def _update_keys(columns, codes, state, t, heuristics, weighted):
    """Compute the keys of a tuple. Cost: a search for the nearest tuple."""
    state.key_records[t] = state.weight[t]
    if heuristics >= 2:
        copy_to_centre(columns, codes, t, state.index.centre)
        measure_distances(columns, state.index, state.index.centre)
        state.nearest_other[t], state.key_distance[t] = find_nearest(state.index, weighted, t, True)
        state.key_merged[t] = state.weight[t] + state.weight[state.nearest_other[t]]


@compiled(inlined=True)
def _draw_other(state, t, rng):
    """Draw any other tuple that is not replaced, by rejection; at most 1 in 32 positions is empty."""
    index = state.index
    while True:
        i = draw_below(rng, index.sizes[0])
        if index.weight[i] > 0 and index.tuple_of[i] != t:
            return index.tuple_of[i]


@compiled(allocates=True)
def recode(columns, codes, state, k, heuristics, weighted, rng, budget):
    """Process up to ``budget`` tops of the queue; True while it is not empty.

    A tuple that has reached k records leaves the queue. One with outdated keys sinks to its place. Any other is
    replaced by its nearest neighbour, or by a random tuple with fewer than two heuristics.
    """
    for _ in range(budget):
        if state.queue_size[0] == 0:
            return False
        t = state.queue[0]
        if state.weight[t] >= k:
            _pop_queue(state, heuristics)
        elif not _has_current_keys(state, t, heuristics):
            _update_keys(columns, codes, state, t, heuristics, weighted)
            _sift_down(state, heuristics)
        else:
            target = state.nearest_other[t] if heuristics >= 2 else _draw_other(state, t, rng)
            state.weight[target] += state.weight[t]
            state.index.weight[state.index.position_of[target]] += state.weight[t]
            remove_records(state.index, t, state.weight[t])
            state.weight[t] = 0
            state.replaced_by[t] = target
            _pop_queue(state, heuristics)
            compact(state.index)
    return state.queue_size[0] > 0
