"""Clusters that are being refined: who is where, what it costs, and how a tuple changes its cluster.

The steps of `refinement_steps` decide which tuple goes where.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.arrays import Codes, Numbers
from kinonym.kernels.bundles import Bundle
from kinonym.kernels.clusters.candidate_centres import Candidates, new_candidates
from kinonym.kernels.clusters.squared_error import cluster_cost, copy_centre
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import Columns

__all__ = [
    "NONE",
    "Refinement",
    "begin_try",
    "end_try",
    "members_cost",
    "new_refinement",
    "put",
    "take_out",
    "touch",
    "undo",
    "without",
]

CLUSTERS = 12  # how many clusters of neighbours are tried for an item
NONE = np.int64(-1)  # no item, no cluster; a plain −1 would be a type of its own and be compiled for it


@dataclass(frozen=True, eq=False)
class Refinement(Bundle):
    """Clusters as linked lists of items; an item is a tuple, or a part of a tuple's records."""

    codes: Any  # of each item
    weight: Any  # records of each item
    near: Any  # items × neighbours, nearest first; −1 where there are fewer
    cluster_of: Any
    head: Any  # first item of each cluster, −1 if it is empty
    next: Any
    last: Any  # the item before
    number: Any  # items of each cluster
    size: Any  # records of each cluster
    cost: Any
    centre: Any
    changed: Any  # when each cluster last changed
    looked: Any  # when each item was last looked at
    clock: Any
    work: Any  # members whose cost was reckoned so far
    candidates: Candidates
    here: Any  # members of a cluster that is tried
    there: Any
    found: Any  # clusters of neighbours
    before: Any  # members of a cluster that is dissolved, the clusters they went to, what those cost before
    homes: Any
    costs: Any
    ends: Any  # the most distant members of a cluster that is cut in two, as centres
    lean: Any  # how much nearer each member is to the second of them
    trial: Any  # number of the try that is going on, 0 if none is; of the last one; of the clusters that it changed
    noted: Any  # in which try each cluster was last noted
    old: Any  # the clusters as they were before the try: which,
    old_start: Any  # where their members begin,
    old_items: Any  # those members,
    old_cost: Any
    old_centre: Any
    old_changed: Any
    queue: Any  # items around what a try changed
    queued: Any  # when each item was last put there


def new_refinement(
    columns: Columns, codes: Codes, counts: Numbers, near: Codes, cluster_of: Numbers, clusters: int, room: int
) -> Refinement:
    """Items in their clusters, nothing measured yet; clusters of more than ``room`` − 1 items will be left alone."""
    n, m = codes.shape
    return Refinement(
        codes=codes, weight=counts.astype(np.float64), near=near, cluster_of=cluster_of,
        head=np.full(clusters, -1, dtype=np.int64), next=np.full(n, -1, dtype=np.int64),
        last=np.full(n, -1, dtype=np.int64), number=np.zeros(clusters, dtype=np.int64), size=np.zeros(clusters),
        cost=np.zeros(clusters), centre=np.empty((clusters, m)), changed=np.ones(clusters, dtype=np.int64),
        looked=np.zeros(n, dtype=np.int64), clock=np.ones(1, dtype=np.int64), work=np.zeros(1, dtype=np.int64),
        candidates=new_candidates(columns, room),
        here=np.empty(room, dtype=np.int64), there=np.empty(room, dtype=np.int64),
        found=np.empty(CLUSTERS, dtype=np.int64), before=np.empty(room, dtype=np.int64),
        homes=np.empty(room, dtype=np.int64), costs=np.empty(room), ends=np.empty((2, m)), lean=np.empty(room),
        trial=np.zeros(3, dtype=np.int64), noted=np.zeros(clusters, dtype=np.int64),
        old=np.empty(clusters, dtype=np.int64), old_start=np.zeros(clusters + 1, dtype=np.int64),
        old_items=np.empty(n, dtype=np.int64), old_cost=np.empty(clusters), old_centre=np.empty((clusters, m)),
        old_changed=np.empty(clusters, dtype=np.int64), queue=np.empty(n, dtype=np.int64),
        queued=np.zeros(n, dtype=np.int64),
    )  # fmt: skip


@compiled(inner=True)
def begin_try(state):
    """From now on every cluster is noted as it is before it changes."""
    state.trial[1] += 1
    state.trial[0] = state.trial[1]
    state.trial[2] = 0


@compiled(inner=True)
def _note(state, g):
    """Keep what a cluster is before a try changes it for the first time."""
    if state.trial[0] == 0 or state.noted[g] == state.trial[0]:
        return
    state.noted[g] = state.trial[0]
    at = state.trial[2]
    n = state.old_start[at]
    item = state.head[g]
    while item >= 0:
        state.old_items[n] = item
        n += 1
        item = state.next[item]
    state.old[at] = g
    state.old_start[at + 1] = n
    state.old_cost[at] = state.cost[g]
    for j in range(state.centre.shape[1]):
        state.old_centre[at, j] = state.centre[g, j]
    state.old_changed[at] = state.changed[g]
    state.trial[2] = at + 1


@compiled(inner=True)
def end_try(state):
    """Stop noting; returns by how much the squared error rose."""
    state.trial[0] = 0
    rise = 0.0
    for at in range(state.trial[2]):
        rise += state.cost[state.old[at]] - state.old_cost[at]
    return rise


@compiled(inner=True)
def put(state, t, g):
    """Let an item join a cluster."""
    _note(state, g)
    first = state.head[g]
    state.next[t] = first
    state.last[t] = -1
    if first >= 0:
        state.last[first] = t
    state.head[g] = t
    state.cluster_of[t] = g
    state.number[g] += 1
    state.size[g] += state.weight[t]


@compiled(inner=True)
def take_out(state, t):
    """Let an item leave its cluster."""
    g = state.cluster_of[t]
    _note(state, g)
    before, after = state.last[t], state.next[t]
    if before >= 0:
        state.next[before] = after
    else:
        state.head[g] = after
    if after >= 0:
        state.last[after] = before
    state.number[g] -= 1
    state.size[g] -= state.weight[t]


@compiled(inner=True)
def undo(state):
    """Bring the clusters back that the last try changed."""
    for at in range(state.trial[2]):
        g = state.old[at]
        state.head[g] = -1
        state.number[g] = 0
        state.size[g] = 0.0
    for at in range(state.trial[2]):
        g = state.old[at]
        for i in range(state.old_start[at + 1] - 1, state.old_start[at] - 1, -1):
            put(state, state.old_items[i], g)
        state.cost[g] = state.old_cost[at]
        for j in range(state.centre.shape[1]):
            state.centre[g, j] = state.old_centre[at, j]
        state.changed[g] = state.old_changed[at]


@compiled(inner=True)
def without(state, g, t, members):
    """List the items of a cluster but one (−1: all); returns how many."""
    n = 0
    at = state.head[g]
    while at >= 0:
        if at != t:
            members[n] = at
            n += 1
        at = state.next[at]
    return n


@compiled(inner=True)
def touch(columns, state, g):
    """Reckon the cost and the centre of a cluster again, and when it changed."""
    _note(state, g)
    state.clock[0] += 1
    state.changed[g] = state.clock[0]
    if state.number[g] == 0 or state.number[g] >= len(state.here):
        state.cost[g] = 0.0
        return
    n = without(state, g, NONE, state.here)
    state.cost[g] = cluster_cost(columns, state.codes, state.weight, state.here, n, state.candidates)
    copy_centre(columns, state.candidates, state.centre[g])


@compiled(inner=True)
def members_cost(columns, state, members, n):
    """Squared error of the first n members around the best centre they have; 0 of none."""
    if n == 0:
        return 0.0
    state.work[0] += n
    return cluster_cost(columns, state.codes, state.weight, members, n, state.candidates)
