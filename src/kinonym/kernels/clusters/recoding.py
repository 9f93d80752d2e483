"""Recoding (M sect. 4): the rarest tuple with the nearest neighbour is replaced by it, again and again.

Keys in the queue never exceed the true ones, since tuples only vanish and grow: a key is reckoned anew when it
comes to the top, and only then. Classes that must keep more than k are merged in the demands' `merging`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.arrays import Codes, Numbers
from kinonym.kernels.bundles import Bundle
from kinonym.kernels.clusters.growing_clusters import nearest
from kinonym.kernels.clusters.tuple_index import measure_from, new_index, remove, tidy
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import Columns, own_centre, slack_of_sums
from kinonym.kernels.uniform_draws import below

__all__ = ["Recoding", "recode", "start_recoding"]


@dataclass(frozen=True, eq=False)
class Recoding(Bundle):
    """The state between two calls."""

    index: Any  # tuples that stand, with the records that they stand for
    weight: Any  # records of each tuple and of those replaced by it; 0: it was replaced
    into: Any  # what each tuple was replaced by; itself if it stands
    twin: Any  # nearest other tuple, when last looked for
    rarity: Any  # key 1: its records
    apart: Any  # key 2: distance of its twin
    merged: Any  # key 3: records of both together
    rank: Any  # random order of tuples whose keys are equal
    queue: Any  # heap of tuples with fewer than k records, least key on top
    left: Any  # tuples in the queue
    slack: Any  # the most by which rounding may alter a weighted distance, for each record


def start_recoding(
    columns: Columns, codes: Codes, counts: Numbers, rank: Numbers, k: int, heuristics: int, *, weighted: bool
) -> Recoding:
    """Every tuple stands for itself; those with fewer than k records wait, rarest first."""
    p = len(counts)
    rare = np.flatnonzero(counts < k)
    queue = rare[np.argsort(rank[rare], kind="stable")]
    if heuristics > 0:
        queue = queue[np.argsort(counts[queue], kind="stable")]
    return Recoding(
        index=new_index(columns, codes, counts, 1), weight=counts.copy(), into=np.arange(p),
        twin=np.full(p, -1, dtype=np.int64), rarity=counts.copy(), apart=np.zeros(p),
        merged=np.zeros(p, dtype=np.int64), rank=rank, queue=queue, left=np.array([len(queue)]),
        slack=np.array([slack_of_sums(columns) / 2.0 if weighted else 0.0]),
    )  # fmt: skip


@compiled
def _before(rarity, apart, merged, rank, slack, heuristics, a, b):
    """Whether tuple a is taken before b: rarer, then with a nearer twin, then with a smaller merged group.

    ``slack``: by how much rounding may alter the distance of a twin, for each of its records.
    """
    if heuristics >= 1 and rarity[a] != rarity[b]:
        return rarity[a] < rarity[b]
    tie = slack * (max(0, merged[a] - rarity[a]) + max(0, merged[b] - rarity[b]))
    if heuristics >= 2 and abs(apart[a] - apart[b]) > tie:
        return apart[a] < apart[b]
    if heuristics >= 3 and merged[a] != merged[b]:
        return merged[a] < merged[b]
    return rank[a] < rank[b]


@compiled
def _sink(state, heuristics):
    """Restore the queue after the key of its top has grown."""
    queue, size = state.queue, state.left[0]
    rarity, apart, merged, rank = state.rarity, state.apart, state.merged, state.rank
    slack = state.slack[0]
    i = 0
    while True:
        child = 2 * i + 1
        if child >= size:
            return
        if child + 1 < size and _before(rarity, apart, merged, rank, slack, heuristics, queue[child + 1], queue[child]):
            child += 1
        if not _before(rarity, apart, merged, rank, slack, heuristics, queue[child], queue[i]):
            return
        queue[i], queue[child] = queue[child], queue[i]
        i = child


@compiled
def _drop_top(state, heuristics):
    state.left[0] -= 1
    state.queue[0] = state.queue[state.left[0]]
    _sink(state, heuristics)


@compiled(inlined=True)
def _is_fresh(state, t, heuristics):
    """Whether the keys of a tuple are the true ones."""
    if state.rarity[t] != state.weight[t]:
        return False
    twin = state.twin[t]
    return heuristics < 2 or (twin >= 0 and state.merged[t] == state.weight[t] + state.weight[twin] > state.weight[t])


@compiled(inlined=True)
def _look(columns, codes, state, t, heuristics, weighted):
    """Reckon the keys of a tuple."""
    state.rarity[t] = state.weight[t]
    if heuristics >= 2:
        own_centre(columns, codes, t, state.index.middle)
        measure_from(columns, state.index, state.index.middle)
        state.twin[t], state.apart[t] = nearest(state.index, weighted, t, True)
        state.merged[t] = state.weight[t] + state.weight[state.twin[t]]


@compiled(inlined=True)
def _random_other(state, t, rng):
    """Any other tuple that stands."""
    index = state.index
    while True:
        i = below(rng, index.size[0])
        if index.weight[i] > 0 and index.tuple_of[i] != t:
            return index.tuple_of[i]


@compiled(allocates=True)
def recode(columns, codes, state, k, heuristics, weighted, rng, budget):
    """Look at up to ``budget`` tuples of the queue; True while it holds any."""
    for _ in range(budget):
        if state.left[0] == 0:
            return False
        t = state.queue[0]
        if state.weight[t] >= k:
            _drop_top(state, heuristics)
        elif not _is_fresh(state, t, heuristics):
            _look(columns, codes, state, t, heuristics, weighted)
            _sink(state, heuristics)
        else:
            goal = state.twin[t] if heuristics >= 2 else _random_other(state, t, rng)
            state.weight[goal] += state.weight[t]
            state.index.weight[state.index.place[goal]] += state.weight[t]
            remove(state.index, t, state.weight[t])
            state.weight[t] = 0
            state.into[t] = goal
            _drop_top(state, heuristics)
            tidy(state.index)
    return state.left[0] > 0
