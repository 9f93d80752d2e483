"""The centre of weighted sets: concepts come, go or are exchanged one at a time while the sum of distances falls.

A centre has at most as many concepts as it may, and no concept together with one of its ancestors (specification 12).
For the mean of best matches (`AVERAGE`) the sum over all sets falls apart into what each concept of the centre costs by
itself and what each concept of the sets pays to the nearest one of the centre, so that a step looks at every
exchange in candidates × concepts. The other distances are computed set by set, and exchanges are looked at when nothing
else helps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.arrays import Numbers
from kinonym.kernels.bundles import Bundle
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import ROUNDING
from kinonym.kernels.distances.set_distances import AVERAGE, Workspace, new_workspace, pair_set

__all__ = ["Cluster", "search_centre"]

NOBODY = -1
WORK = 1 << 30  # distances of concepts that one search may look at


@dataclass(frozen=True, eq=False)
class Cluster(Bundle):
    """Weighted sets and the candidates for their centre."""

    kind: int
    apart: Any  # candidates × concepts of the sets
    sets: Any  # of those concepts
    weight: Any  # of each set
    rank: Any  # of each candidate among equals
    related: Any  # candidates × candidates: 1 if one is an ancestor of the other
    limit: int  # how many concepts the centre may have


@dataclass(frozen=True, eq=False)
class _Search(Bundle):
    """Room to search in."""

    chosen: Any  # the centre, as candidates
    inside: Any  # of each candidate: 1 if it is in the centre
    barred: Any  # of each candidate: how many members of the centre are related to it
    own: Any  # of each candidate: what it costs the sum by itself
    share: Any  # of each concept of the sets: its weight in the sum
    best: Any  # of each concept: how near the nearest of the centre is,
    second: Any  # the second nearest,
    owner: Any  # and which of the centre is the nearest
    extra: Any  # of each member of the centre: what its going would add
    trial: Any
    move: Any  # the best step: its sum, who comes, who goes, its rank


@compiled
def _offer(move, total, comes, goes, rank, limit, tie):
    """Keep a step if its sum is below the limit and the least; ties: the smaller rank."""
    if total < limit and (total < move[0] - tie or (total <= move[0] + tie and rank < move[3])):
        move[0], move[1], move[2], move[3] = total, comes, goes, rank


@compiled(inlined=True)
def _settle(apart, search, size):
    """The nearest and the second nearest member of the centre for every concept."""
    for b in range(len(search.share)):
        search.best[b], search.second[b], search.owner[b] = np.inf, np.inf, NOBODY
        for i in range(size):
            d = apart[search.chosen[i], b]
            if d < search.best[b]:
                search.second[b] = search.best[b]
                search.best[b] = d
                search.owner[b] = i
            elif d < search.second[b]:
                search.second[b] = d


@compiled
def _paid(apart, search, size, candidate):
    """What the concepts pay if a candidate (or nobody) comes; ``extra``: what more if a member goes as well."""
    for i in range(size):
        search.extra[i] = 0.0
    total = 0.0
    for b in range(len(search.share)):
        d = np.inf if candidate == NOBODY else np.float64(apart[candidate, b])
        best = search.best[b]
        if d < best:
            total += search.share[b] * d
        else:
            total += search.share[b] * best
            search.extra[search.owner[b]] += search.share[b] * (min(search.second[b], d) - best)
    return total


@compiled(inlined=True)
def _step_by_parts(cluster, search, size, limit, tie):
    """The best step for the mean of best matches; returns the distances looked at."""
    _settle(cluster.apart, search, size)
    within = 0.0
    for i in range(size):
        within += search.own[search.chosen[i]]
    if size > 1:
        paid = _paid(cluster.apart, search, size, NOBODY)
        for gone in range(size):
            alone = (within - search.own[search.chosen[gone]]) / (size - 1)
            _offer(search.move, alone + paid + search.extra[gone], NOBODY, gone, len(cluster.rank), limit, tie)
    for c in range(len(cluster.rank)):
        if search.inside[c] == 1 or search.barred[c] > 1:
            continue
        paid = _paid(cluster.apart, search, size, c)
        own, rank = within + search.own[c], cluster.rank[c]
        if size < cluster.limit and search.barred[c] == 0:
            _offer(search.move, own / (size + 1) + paid, c, NOBODY, rank, limit, tie)
        for gone in range(size):
            if search.barred[c] > cluster.related[c, search.chosen[gone]]:
                continue
            alone = (own - search.own[search.chosen[gone]]) / size
            _offer(search.move, alone + paid + search.extra[gone], c, gone, rank, limit, tie)
    return np.int64(len(cluster.rank) * len(search.share))


@compiled
def _measured(cluster, search, size, comes, gone, room, limit):
    """Sum of the distances of all sets to the centre with a candidate and without a member; it ends above the limit."""
    number = 0
    for i in range(size):
        if i != gone:
            search.trial[number] = search.chosen[i]
            number += 1
    if comes != NOBODY:
        search.trial[number] = comes
        number += 1
    total = 0.0
    for s in range(len(cluster.weight)):
        members = cluster.sets.member[cluster.sets.start[s] : cluster.sets.start[s + 1]]
        total += cluster.weight[s] * pair_set(cluster.kind, cluster.apart, search.trial[:number], members, room)
        if total >= limit:
            break
    return total


@compiled(inlined=True)
def _step_by_sets(cluster, search, size, room, limit, tie, exchanging):
    """The best step for the other distances: one that adds or removes, or one that exchanges."""
    for c in range(NOBODY, len(cluster.rank)):
        if c != NOBODY and search.inside[c] == 1:
            continue
        rank = len(cluster.rank) if c == NOBODY else cluster.rank[c]
        for gone in range(NOBODY, size):
            exchange = NOBODY not in (c, gone)
            left = size + (0 if c == NOBODY else 1) - (0 if gone == NOBODY else 1)
            if c != NOBODY:
                freed = 0 if gone == NOBODY else cluster.related[c, search.chosen[gone]]
                if search.barred[c] > freed:
                    continue
            if exchange == exchanging and 0 < left <= cluster.limit and (c != NOBODY or gone != NOBODY):
                total = _measured(cluster, search, size, c, gone, room, min(limit, search.move[0] + 2.0 * tie))
                _offer(search.move, total, c, gone, rank, limit, tie)


@compiled(inlined=True)
def _shrink(cluster, search, size, room):
    """Remove concepts from a start that has too many, each time the one without which the sum is least."""
    while size > cluster.limit:
        search.move[0] = np.inf
        for gone in range(size):
            total = _measured(cluster, search, size, NOBODY, gone, room, np.inf)
            if total < search.move[0]:
                search.move[0], search.move[2] = total, gone
        size -= 1
        search.chosen[np.int64(search.move[2])] = search.chosen[size]
    return size


@compiled(inlined=True)
def _mark(cluster, search, size):
    """Which candidates are in the centre, and how many of its members are related to each."""
    for c in range(len(cluster.rank)):
        search.inside[c] = 0
        search.barred[c] = 0
    for i in range(size):
        search.inside[search.chosen[i]] = 1
        for c in range(len(cluster.rank)):
            search.barred[c] += cluster.related[c, search.chosen[i]]


@compiled
def seek(cluster, search, size, room, most, tie, exchanges):
    """Take the best step while the sum falls, exchanges only if allowed; returns the centre's members and sum."""
    size = _shrink(cluster, search, size, room)
    now = np.inf if size == 0 else _measured(cluster, search, size, NOBODY, NOBODY, room, np.inf)
    work = np.int64(0)
    while work <= most:
        _mark(cluster, search, size)
        search.move[0], search.move[3] = np.inf, np.inf
        if cluster.kind == AVERAGE:
            work += _step_by_parts(cluster, search, size, now - tie, tie)
        else:
            for exchanging in range(2 if exchanges else 1):
                cost = np.int64(len(cluster.rank) * (size + 1) * len(cluster.sets.member) * max(1, exchanging * size))
                if search.move[0] == np.inf and (size == 0 or work + cost <= most):
                    work += cost
                    _step_by_sets(cluster, search, size, room, now - tie, tie, exchanging)
        if search.move[0] == np.inf:
            break
        comes, goes = np.int64(search.move[1]), np.int64(search.move[2])
        if goes != NOBODY:
            size -= 1
            search.chosen[goes] = search.chosen[size]
        if comes != NOBODY:
            search.chosen[size] = comes
            size += 1
        now = search.move[0]
    return size, now


def search_centre(cluster: Cluster, start: Numbers, *, exchanges: bool = True) -> tuple[Numbers, float]:
    """The centre that the search ends at, as candidates, and its sum of distances.

    ``start`` may be empty, and may have more concepts than the limit, but none together with an ancestor. Without
    ``exchanges`` concepts only come and go, unless the distance is `AVERAGE`, which costs no more with them.
    """
    candidates, concepts = cluster.apart.shape
    room: Workspace = new_workspace(max(cluster.sets.largest, candidates))
    search = _new_search(cluster, candidates, concepts)
    search.chosen[: len(start)] = start
    tie = float(cluster.weight.sum()) * ROUNDING
    size, total = seek(cluster, search, len(start), room, WORK, tie, exchanges)
    return np.sort(search.chosen[:size]), float(total)


def _new_search(cluster: Cluster, candidates: int, concepts: int) -> _Search:
    """Room, and the two parts of the mean of best matches: what a candidate costs, what a concept weighs."""
    sizes = np.diff(cluster.sets.start)
    weight = np.repeat(cluster.weight / (2.0 * sizes), sizes)
    own = np.empty(candidates)
    for c in range(candidates):
        nearest = np.minimum.reduceat(cluster.apart[c, cluster.sets.member], cluster.sets.start[:-1])
        own[c] = nearest @ cluster.weight / 2.0
    numbers = np.zeros((2, candidates + 1), dtype=np.int64)
    return _Search(
        chosen=numbers[0], inside=np.zeros(candidates, dtype=np.int8),
        barred=np.zeros(candidates, dtype=np.int64), own=own,
        share=np.bincount(cluster.sets.member, weights=weight, minlength=concepts), best=np.empty(concepts),
        second=np.empty(concepts), owner=np.zeros(concepts, dtype=np.int64), extra=np.empty(candidates + 1),
        trial=numbers[1], move=np.empty(4),
    )  # fmt: skip
