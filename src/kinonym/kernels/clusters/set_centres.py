"""The centre of weighted sets: add, remove or exchange one concept at a time while the sum of distances falls.

A centre has at most ``limit`` concepts, and no concept together with one of its ancestors (specification 12). For the
mean of best matches (`AVERAGE`), the sum over all sets separates into a cost of each concept of the centre and the
distance of each concept of the sets to the nearest concept of the centre. All steps, exchanges included, then cost
O(candidates × concepts) together. Other distances are computed set by set, and exchanges are tried only if no addition
or removal helps. The result is a local minimum.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.arrays import Numbers
from kinonym.kernels.bundles import Bundle
from kinonym.kernels.clusters.centre_step_bounds import bound_step, bound_steps, new_step_bounds
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import ROUNDING
from kinonym.kernels.distances.set_distances import ASSIGNMENT, AVERAGE, Workspace, new_workspace, pair_set

__all__ = ["Cluster", "search_centre"]

NO_CONCEPT = -1
MAX_WORK = 1 << 30  # the greatest number of concept distances that one search may use


@dataclass(frozen=True, eq=False)
class Cluster(Bundle):
    """Weighted sets and the candidates for their centre."""

    kind: int
    distance: Any  # candidates × concepts of the sets
    sets: Any  # of those concepts
    weight: Any  # of each set
    rank: Any  # order of candidates with equal sums
    related: Any  # candidates × candidates: 1 if one is an ancestor of the other
    limit: int  # the greatest number of concepts in the centre


@dataclass(frozen=True, eq=False)
class _Search(Bundle):
    """Workspace of the search."""

    chosen: Any  # the centre, as candidates
    is_chosen: Any  # of each candidate: 1 if it is in the centre
    related_count: Any  # of each candidate: how many members of the centre are related to it
    own_cost: Any  # of each candidate: its own cost in the sum
    share: Any  # of each concept of the sets: its weight in the sum
    nearest: Any  # of each concept: distance to the nearest member of the centre,
    second_nearest: Any  # to the second nearest,
    nearest_member: Any  # and the index of the nearest
    removal_cost: Any  # of each member of the centre: the increase if it is removed
    trial: Any  # the centre after a step
    best_step: Any  # the best step: its sum, the candidate added, the index removed, its rank


@compiled
def _keep_better_step(best_step, total, added, removed, rank, limit, tie):
    """Store a step if its sum is below the limit and below that of the stored step; ties: the smaller rank."""
    if total < limit and (total < best_step[0] - tie or (total <= best_step[0] + tie and rank < best_step[3])):
        best_step[0], best_step[1], best_step[2], best_step[3] = total, added, removed, rank


@compiled(inlined=True)
def _find_nearest_members(distance, search, size):
    """Find the nearest and the second nearest member of the centre for every concept."""
    for b in range(len(search.share)):
        search.nearest[b], search.second_nearest[b], search.nearest_member[b] = np.inf, np.inf, NO_CONCEPT
        for i in range(size):
            d = distance[search.chosen[i], b]
            if d < search.nearest[b]:
                search.second_nearest[b] = search.nearest[b]
                search.nearest[b] = d
                search.nearest_member[b] = i
            elif d < search.second_nearest[b]:
                search.second_nearest[b] = d


@compiled
def _sum_nearest(distance, search, size, candidate):
    """Σ share·distance of the concepts to the centre, with a candidate (−1: none) added.

    Also writes ``removal_cost``: the increase if a member is removed as well.
    """
    for i in range(size):
        search.removal_cost[i] = 0.0
    total = 0.0
    for b in range(len(search.share)):
        d = np.inf if candidate == NO_CONCEPT else np.float64(distance[candidate, b])
        nearest = search.nearest[b]
        if d < nearest:
            total += search.share[b] * d
        else:
            total += search.share[b] * nearest
            search.removal_cost[search.nearest_member[b]] += search.share[b] * (
                min(search.second_nearest[b], d) - nearest
            )
    return total


@compiled(inlined=True)
def _find_step_by_parts(cluster, search, size, limit, tie):
    """Find the best step for the mean of best matches; returns the number of distances used."""
    _find_nearest_members(cluster.distance, search, size)
    own_total = 0.0
    for i in range(size):
        own_total += search.own_cost[search.chosen[i]]
    if size > 1:
        nearest_total = _sum_nearest(cluster.distance, search, size, NO_CONCEPT)
        for removed in range(size):
            own_mean = (own_total - search.own_cost[search.chosen[removed]]) / (size - 1)
            _keep_better_step(
                search.best_step,
                own_mean + nearest_total + search.removal_cost[removed],
                NO_CONCEPT,
                removed,
                len(cluster.rank),
                limit,
                tie,
            )
    for c in range(len(cluster.rank)):
        if search.is_chosen[c] == 1 or search.related_count[c] > 1:
            continue
        nearest_total = _sum_nearest(cluster.distance, search, size, c)
        with_added, rank = own_total + search.own_cost[c], cluster.rank[c]
        if size < cluster.limit and search.related_count[c] == 0:
            _keep_better_step(
                search.best_step, with_added / (size + 1) + nearest_total, c, NO_CONCEPT, rank, limit, tie
            )
        for removed in range(size):
            if search.related_count[c] > cluster.related[c, search.chosen[removed]]:
                continue
            own_mean = (with_added - search.own_cost[search.chosen[removed]]) / size
            _keep_better_step(
                search.best_step, own_mean + nearest_total + search.removal_cost[removed], c, removed, rank, limit, tie
            )
    return np.int64(len(cluster.rank) * len(search.share))


@compiled
def _measure_total(cluster, search, size, added, removed, workspace, limit):
    """Sum of the distances of all sets to the centre after a step; incomplete once it reaches the limit."""
    number = 0
    for i in range(size):
        if i != removed:
            search.trial[number] = search.chosen[i]
            number += 1
    if added != NO_CONCEPT:
        search.trial[number] = added
        number += 1
    total = 0.0
    for s in range(len(cluster.weight)):
        members = cluster.sets.member[cluster.sets.start[s] : cluster.sets.start[s + 1]]
        total += cluster.weight[s] * pair_set(cluster.kind, cluster.distance, search.trial[:number], members, workspace)
        if total >= limit:
            break
    return total


@compiled(inlined=True)
def _find_step_by_sets(cluster, search, size, workspace, bounds, limit, tie, exchanging):
    """Find the best step for other distances: among additions and removals, or among exchanges.

    Where matchings give bounds, a step is measured only if its bound, less rounding, is small enough.
    """
    for c in range(NO_CONCEPT, len(cluster.rank)):
        if c != NO_CONCEPT and search.is_chosen[c] == 1:
            continue
        rank = len(cluster.rank) if c == NO_CONCEPT else cluster.rank[c]
        for removed in range(NO_CONCEPT, size):
            exchange = NO_CONCEPT not in (c, removed)
            new_size = size + (0 if c == NO_CONCEPT else 1) - (0 if removed == NO_CONCEPT else 1)
            if c != NO_CONCEPT:
                related_to_removed = 0 if removed == NO_CONCEPT else cluster.related[c, search.chosen[removed]]
                if search.related_count[c] > related_to_removed:
                    continue
            if exchange == exchanging and 0 < new_size <= cluster.limit and (c != NO_CONCEPT or removed != NO_CONCEPT):
                enough = min(limit, search.best_step[0] + 2.0 * tie)
                if cluster.kind == ASSIGNMENT and bound_step(bounds, c, removed) - tie >= enough:
                    continue
                total = _measure_total(cluster, search, size, c, removed, workspace, enough)
                _keep_better_step(search.best_step, total, c, removed, rank, limit, tie)


@compiled(inlined=True)
def _remove_surplus(cluster, search, size, workspace):
    """Remove concepts from a start with too many, each time the one without which the sum is least."""
    while size > cluster.limit:
        search.best_step[0] = np.inf
        for removed in range(size):
            total = _measure_total(cluster, search, size, NO_CONCEPT, removed, workspace, np.inf)
            if total < search.best_step[0]:
                search.best_step[0], search.best_step[2] = total, removed
        size -= 1
        search.chosen[np.int64(search.best_step[2])] = search.chosen[size]
    return size


@compiled(inlined=True)
def _mark_chosen(cluster, search, size):
    """Mark the candidates in the centre, and count its members that are related to each candidate."""
    for c in range(len(cluster.rank)):
        search.is_chosen[c] = 0
        search.related_count[c] = 0
    for i in range(size):
        search.is_chosen[search.chosen[i]] = 1
        for c in range(len(cluster.rank)):
            search.related_count[c] += cluster.related[c, search.chosen[i]]


@compiled
def descend(cluster, search, size, workspace, bounds, max_work, tie, exchanges):
    """Take the best step while the sum falls; returns the size and the sum of the centre. Exchanges only if allowed."""
    size = _remove_surplus(cluster, search, size, workspace)
    current = np.inf if size == 0 else _measure_total(cluster, search, size, NO_CONCEPT, NO_CONCEPT, workspace, np.inf)
    work = np.int64(0)
    while work <= max_work:
        _mark_chosen(cluster, search, size)
        search.best_step[0], search.best_step[3] = np.inf, np.inf
        if cluster.kind == AVERAGE:
            work += _find_step_by_parts(cluster, search, size, current - tie, tie)
        else:
            if cluster.kind == ASSIGNMENT:
                bound_steps(cluster.distance, cluster.sets, cluster.weight, search.chosen[:size], workspace, bounds)
            for exchanging in range(2 if exchanges else 1):
                cost = np.int64(len(cluster.rank) * (size + 1) * len(cluster.sets.member) * max(1, exchanging * size))
                if search.best_step[0] == np.inf and (size == 0 or work + cost <= max_work):
                    work += cost
                    _find_step_by_sets(cluster, search, size, workspace, bounds, current - tie, tie, exchanging)
        if search.best_step[0] == np.inf:
            break
        added, removed = np.int64(search.best_step[1]), np.int64(search.best_step[2])
        if removed != NO_CONCEPT:
            size -= 1
            search.chosen[removed] = search.chosen[size]
        if added != NO_CONCEPT:
            search.chosen[size] = added
            size += 1
        current = search.best_step[0]
    return size, current


def search_centre(cluster: Cluster, start: Numbers, *, exchanges: bool = True) -> tuple[Numbers, float]:
    """Search a centre from ``start``; returns its candidates and its sum of distances.

    ``start`` may be empty, and may have more concepts than the limit, but none together with an ancestor. Without
    ``exchanges``, concepts are only added and removed, except for `AVERAGE`, where exchanges are free.
    """
    candidates, concepts = cluster.distance.shape
    workspace: Workspace = new_workspace(max(cluster.sets.largest, candidates))
    search = _new_search(cluster, candidates, concepts)
    search.chosen[: len(start)] = start
    tie = float(cluster.weight.sum()) * ROUNDING
    bounds = new_step_bounds(candidates)
    size, total = descend(cluster, search, len(start), workspace, bounds, MAX_WORK, tie, exchanges)
    return np.sort(search.chosen[:size]), float(total)


def _new_search(cluster: Cluster, candidates: int, concepts: int) -> _Search:
    """A workspace with the two parts of the mean of best matches: costs of candidates, weights of concepts."""
    sizes = np.diff(cluster.sets.start)
    weight = np.repeat(cluster.weight / (2.0 * sizes), sizes)
    own_cost = np.empty(candidates)
    for c in range(candidates):
        least = np.minimum.reduceat(cluster.distance[c, cluster.sets.member], cluster.sets.start[:-1])
        own_cost[c] = least @ cluster.weight / 2.0
    numbers = np.zeros((2, candidates + 1), dtype=np.int64)
    return _Search(
        chosen=numbers[0], is_chosen=np.zeros(candidates, dtype=np.int8),
        related_count=np.zeros(candidates, dtype=np.int64), own_cost=own_cost,
        share=np.bincount(cluster.sets.member, weights=weight, minlength=concepts), nearest=np.empty(concepts),
        second_nearest=np.empty(concepts), nearest_member=np.zeros(concepts, dtype=np.int64),
        removal_cost=np.empty(candidates + 1),
        trial=numbers[1], best_step=np.empty(4),
    )  # fmt: skip
