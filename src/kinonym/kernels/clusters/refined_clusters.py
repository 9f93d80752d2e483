"""The state of refinement: the members and costs of all clusters, the move of an item, and the undoing of a trial.

The steps in `refinement_steps` decide which item moves. A step may change several clusters on trial: `begin_trial`
starts to save each cluster before its first change, and `undo_trial` restores them.

Invariants: ``cluster_of`` and the linked lists agree; ``item_count``, ``record_count``, ``cost`` and ``centre`` are
those of the members after `update_cluster`. Clusters with as many items as the workspace, or more, are never changed
and cost 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.arrays import Codes, Numbers
from kinonym.kernels.bundles import Bundle
from kinonym.kernels.clusters.candidate_centres import Candidates, new_candidates
from kinonym.kernels.clusters.squared_error import compute_cluster_cost, copy_centre, measure_squared_distance
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import Columns

__all__ = [
    "NONE",
    "Refinement",
    "begin_trial",
    "compute_cost",
    "end_trial",
    "insert_item",
    "list_items",
    "new_refinement",
    "remove_item",
    "undo_trial",
    "update_cluster",
]

KNOWN_COSTS = 1 << 18  # the costs that are remembered, a power of two
CLUSTERS = 12  # the greatest number of neighbouring clusters that an item tries
NONE = np.int64(-1)  # no item or cluster; a plain −1 has another type, and kernels would be compiled twice


@dataclass(frozen=True, eq=False)
class Refinement(Bundle):
    """Clusters as doubly linked lists of items. An item is a tuple, or some of a tuple's records."""

    codes: Any  # of each item
    weight: Any  # records of each item
    neighbours: Any  # items × neighbours, nearest first; −1 where there are fewer
    cluster_of: Any
    head: Any  # first item of each cluster, −1 if it is empty
    next: Any  # the next item in the list of the cluster
    previous: Any  # the previous item
    item_count: Any  # items of each cluster
    record_count: Any  # records of each cluster
    cost: Any  # squared error of each cluster
    centre: Any  # of each cluster
    square: Any  # squared distance of each item to the centre of its cluster, as of the last `update_cluster`
    changed_at: Any  # the value of ``clock`` when each cluster last changed
    examined_at: Any  # and when each item was last examined
    clock: Any
    tolerance: Any  # how bad the estimate of an exchange may be, as a share of the mean cost per member
    work: Any  # members that were measured so far: the measure of effort, independent of the machine
    candidates: Candidates
    own_members: Any  # workspace: members of the item's own cluster
    other_members: Any  # workspace: members of another cluster
    nearby_clusters: Any  # workspace: clusters of an item's neighbours
    listed_for: Any  # the number of the list in which each cluster was last put,
    listed_for_number: Any  # and the number of the last list
    dissolved_items: Any  # workspace: members of a cluster that is dissolved,
    new_clusters: Any  # the clusters that they joined,
    previous_costs: Any  # and the costs of those before
    end_centres: Any  # workspace: the two most distant members of a cluster that is halved, as centres
    side_score: Any  # how much nearer each member is to the second of them
    trial: Any  # number of the current trial or 0, number of the last trial, clusters that it changed
    saved_in: Any  # the trial in which each cluster was last saved
    saved_cluster: Any  # the clusters that the trial changed, as they were: number,
    saved_start: Any  # start of their members,
    saved_items: Any  # members,
    saved_square: Any  # and squared distances of the members
    saved_cost: Any
    saved_centre: Any
    saved_changed_at: Any
    queue: Any  # workspace: items near the changes of a trial
    queued_at: Any  # when each item was last put in the queue
    key: Any  # of each item: a random number times its records, the same for items of the same tuple
    known_key: Any  # costs that were computed before: the sum of the keys of the members
    known_cost: Any  # and the cost; the slot follows from the sum, and a later cost replaces an earlier one


def new_refinement(
    columns: Columns,
    codes: Codes,
    counts: Numbers,
    neighbours: Codes,
    cluster_of: Numbers,
    clusters: int,
    capacity: int,
) -> Refinement:
    """Empty lists and a workspace; clusters of ``capacity`` items or more will not be changed."""
    n, m = codes.shape
    return Refinement(
        codes=codes, weight=counts.astype(np.float64), neighbours=neighbours, cluster_of=cluster_of,
        head=np.full(clusters, -1, dtype=np.int64), next=np.full(n, -1, dtype=np.int64),
        previous=np.full(n, -1, dtype=np.int64), item_count=np.zeros(clusters, dtype=np.int64),
        record_count=np.zeros(clusters),
        cost=np.zeros(clusters), centre=np.empty((clusters, m)), square=np.zeros(n),
        changed_at=np.ones(clusters, dtype=np.int64),
        examined_at=np.zeros(n, dtype=np.int64), clock=np.ones(1, dtype=np.int64), work=np.zeros(1, dtype=np.int64),
        tolerance=np.ones(1),
        candidates=new_candidates(columns, capacity),
        own_members=np.empty(capacity, dtype=np.int64), other_members=np.empty(capacity, dtype=np.int64),
        nearby_clusters=np.empty(CLUSTERS, dtype=np.int64), listed_for=np.zeros(clusters, dtype=np.int64),
        listed_for_number=np.zeros(1, dtype=np.int64), dissolved_items=np.empty(capacity, dtype=np.int64),
        new_clusters=np.empty(capacity, dtype=np.int64), previous_costs=np.empty(capacity),
        end_centres=np.empty((2, m)), side_score=np.empty(capacity),
        trial=np.zeros(3, dtype=np.int64), saved_in=np.zeros(clusters, dtype=np.int64),
        saved_cluster=np.empty(clusters, dtype=np.int64), saved_start=np.zeros(clusters + 1, dtype=np.int64),
        saved_items=np.empty(n, dtype=np.int64), saved_square=np.empty(n),
        saved_cost=np.empty(clusters), saved_centre=np.empty((clusters, m)),
        saved_changed_at=np.empty(clusters, dtype=np.int64), queue=np.empty(n, dtype=np.int64),
        queued_at=np.zeros(n, dtype=np.int64), key=_draw_keys(codes, counts),
        known_key=np.zeros(KNOWN_COSTS, dtype=np.int64), known_cost=np.zeros(KNOWN_COSTS),
    )  # fmt: skip


def _draw_keys(codes: Codes, counts: Numbers) -> Numbers:
    """A pseudorandom number of 64 bits for each distinct tuple, times the records of the item (modulo 2⁶⁴).

    So the keys of two clusters have the same sum if they have the same records, and else with a chance near 2⁻⁶⁴.
    """
    rng = np.random.default_rng(0)
    tuple_of = np.unique(codes, axis=0, return_inverse=True)[1].reshape(-1)
    keys = rng.integers(np.iinfo(np.int64).min, np.iinfo(np.int64).max, size=tuple_of.max(initial=0) + 1)[tuple_of]
    return keys * counts


@compiled(inner=True)
def begin_trial(state):
    """From now on, save every cluster before its first change."""
    state.trial[1] += 1
    state.trial[0] = state.trial[1]
    state.trial[2] = 0


@compiled(inner=True)
def _save_cluster(state, g):
    """Save a cluster before the first change of a trial. Cost: O(its members)."""
    if state.trial[0] == 0 or state.saved_in[g] == state.trial[0]:
        return
    state.saved_in[g] = state.trial[0]
    at = state.trial[2]
    n = state.saved_start[at]
    item = state.head[g]
    while item >= 0:
        state.saved_items[n] = item
        state.saved_square[n] = state.square[item]
        n += 1
        item = state.next[item]
    state.saved_cluster[at] = g
    state.saved_start[at + 1] = n
    state.saved_cost[at] = state.cost[g]
    for j in range(state.centre.shape[1]):
        state.saved_centre[at, j] = state.centre[g, j]
    state.saved_changed_at[at] = state.changed_at[g]
    state.trial[2] = at + 1


@compiled(inner=True)
def end_trial(state):
    """End the trial; returns the increase of the squared error."""
    state.trial[0] = 0
    rise = 0.0
    for at in range(state.trial[2]):
        rise += state.cost[state.saved_cluster[at]] - state.saved_cost[at]
    return rise


@compiled(inner=True)
def insert_item(state, t, g):
    """Insert an item in a cluster. Cost: O(1)."""
    _save_cluster(state, g)
    first = state.head[g]
    state.next[t] = first
    state.previous[t] = -1
    if first >= 0:
        state.previous[first] = t
    state.head[g] = t
    state.cluster_of[t] = g
    state.item_count[g] += 1
    state.record_count[g] += state.weight[t]


@compiled(inner=True)
def remove_item(state, t):
    """Remove an item from its cluster. Cost: O(1)."""
    g = state.cluster_of[t]
    _save_cluster(state, g)
    previous_item, next_item = state.previous[t], state.next[t]
    if previous_item >= 0:
        state.next[previous_item] = next_item
    else:
        state.head[g] = next_item
    if next_item >= 0:
        state.previous[next_item] = previous_item
    state.item_count[g] -= 1
    state.record_count[g] -= state.weight[t]


@compiled(inner=True)
def undo_trial(state):
    """Restore the clusters that the last trial changed, with the members in the same order."""
    for at in range(state.trial[2]):
        g = state.saved_cluster[at]
        state.head[g] = -1
        state.item_count[g] = 0
        state.record_count[g] = 0.0
    for at in range(state.trial[2]):
        g = state.saved_cluster[at]
        for i in range(state.saved_start[at + 1] - 1, state.saved_start[at] - 1, -1):
            insert_item(state, state.saved_items[i], g)
            state.square[state.saved_items[i]] = state.saved_square[i]
        state.cost[g] = state.saved_cost[at]
        for j in range(state.centre.shape[1]):
            state.centre[g, j] = state.saved_centre[at, j]
        state.changed_at[g] = state.saved_changed_at[at]


@compiled(inner=True)
def list_items(state, g, t, members):
    """List the items of a cluster except item t (−1: all); returns their number."""
    n = 0
    at = state.head[g]
    while at >= 0:
        if at != t:
            members[n] = at
            n += 1
        at = state.next[at]
    return n


@compiled(inner=True)
def update_cluster(columns, state, g):
    """Compute the cost and centre of a cluster after a change, and store the time of the change."""
    _save_cluster(state, g)
    state.clock[0] += 1
    state.changed_at[g] = state.clock[0]
    if state.item_count[g] == 0 or state.item_count[g] >= len(state.own_members):
        state.cost[g] = 0.0
        return
    n = list_items(state, g, NONE, state.own_members)
    state.cost[g] = compute_cluster_cost(columns, state.codes, state.weight, state.own_members, n, state.candidates)
    centre = state.centre[g]
    copy_centre(columns, state.candidates, centre)
    for i in range(n):
        t = state.own_members[i]
        state.square[t] = measure_squared_distance(columns, state.codes, t, centre, state.candidates.share, np.inf)


@compiled(inner=True)
def compute_cost(columns, state, members, n):
    """Squared error of the first n members around their best centre, counted as work; 0 if there are none.

    The same clusters come up again and again, so costs are looked up by the sum of the members' keys.
    """
    if n == 0:
        return 0.0
    state.work[0] += n
    key = np.int64(0)
    for i in range(n):
        key += state.key[members[i]]
    slot = key & (len(state.known_key) - 1)
    if state.known_key[slot] != key:
        state.known_cost[slot] = compute_cluster_cost(columns, state.codes, state.weight, members, n, state.candidates)
        state.known_key[slot] = key
    return state.known_cost[slot]
