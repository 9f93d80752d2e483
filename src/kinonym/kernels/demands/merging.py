"""Clusters that break a promise join their nearest neighbours until every promise holds.

What is promised is in `class_demands`; how clusters were made does not matter here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.arrays import Codes, Floats, Numbers
from kinonym.kernels.bundles import Bundle
from kinonym.kernels.clusters.centroids import add, centre, clear, group_centres, new_group
from kinonym.kernels.compile import compiled
from kinonym.kernels.demands.class_demands import Promise, holds
from kinonym.kernels.distances.flat_columns import EQUAL, TABLE, Columns, pair_distance, rounded
from kinonym.kernels.distances.tuple_distances import tuple_distance

__all__ = ["repair"]

LOOKED_AT = 8  # members that decide which cluster is nearest
TRIED = 16  # tuples that decide which column clusters are shelved by
MANY_CANDIDATES = 4  # for each cluster: more than this are not summed up


@dataclass(frozen=True, eq=False)
class Workspace(Bundle):
    """Room to search in. Clusters stand on shelves by their centre in the first summed column, if that has a table."""

    summed: Any  # columns in which members' distances to all candidates are summed up
    single: Any  # the others
    sums: Any  # of every candidate
    rest: Any  # the least that the columns after each summed one can add
    spot: Any  # clusters × summed columns: where the sums of their centres stand
    first: Any  # first cluster of each shelf; a single one where there is no table
    before: Any
    after: Any
    place: Any  # shelf of each cluster


@compiled
def _members(head, after, g, members):
    n = 0
    at = head[g]
    while at >= 0:
        members[n] = at
        n += 1
        at = after[at]
    return n


@compiled(inlined=True)
def _sum_members(columns, codes, counts, members, looked, summed, sums):
    """Write Σ w·d of some members to every candidate of the summed columns.

    Where values are only equal or not, it is minus the weight of those that equal it: the rest is the same for all.
    """
    table = columns.table
    for j in summed:
        first, weight = columns.candidate_start[j], columns.weight[j]
        size = columns.candidate_start[j + 1] - first
        if columns.kind[j] == TABLE:
            sums[first : first + size] = 0.0
        for i in range(looked):
            t = members[i]
            if columns.kind[j] == EQUAL:
                sums[first + columns.candidate_of[columns.value_start[j] + codes[t, j]]] -= counts[t] * rounded(weight)
                continue
            row = columns.table_start[j] + np.int64(codes[t, j]) * size
            if weight == 1.0:
                for c in range(size):
                    sums[first + c] += counts[t] * table[row + c]
                continue
            for c in range(size):
                sums[first + c] += counts[t] * rounded(weight * table[row + c])


@compiled(inlined=True)
def _forget_equals(columns, codes, members, looked, summed, sums):
    for j in summed:
        for i in range(looked):
            if columns.kind[j] == EQUAL:
                value = columns.value_start[j] + codes[members[i], j]
                sums[columns.candidate_start[j] + columns.candidate_of[value]] = 0.0


@compiled(inlined=True)
def _apart(columns, codes, t, middle, single):
    """Distance of a tuple to a centre in the columns that are not summed; of nothing but numbers, the Euclidean one."""
    if columns.euclidean[0]:
        return tuple_distance(columns, codes, t, middle)
    total = 0.0
    for j in single:
        total += rounded(columns.weight[j] * pair_distance(columns, j, np.int64(codes[t, j]), middle[j]))
    return total


@compiled(inlined=True)
def _measure_rest(columns, room):
    """The least that the summed columns after each can add, whichever cluster it is."""
    total = 0.0
    for l in range(len(room.summed) - 1, -1, -1):
        room.rest[l] = total
        least = np.inf
        for at in range(columns.candidate_start[room.summed[l]], columns.candidate_start[room.summed[l] + 1]):
            least = min(least, room.sums[at])
        total += least


@compiled(inlined=True)
def _nearest_shelf(sums, shelf, first):
    """The shelf with clusters on it whose candidate is nearest."""
    best = 0
    for c in range(1, len(first)):
        if first[c] >= 0 and (first[best] < 0 or sums[shelf + c] < sums[shelf + best]):
            best = c
    return best


@compiled(inlined=True)
def _nearest_cluster(columns, codes, counts, members, n, g, centres, room):
    """The other cluster whose centre the members are nearest to, together; ties: the first.

    Clusters stand on shelves by their centre in the first summed column: what is too far there already is left out.
    """
    looked = min(n, LOOKED_AT)
    sums, spot, rest, single, first, after = room.sums, room.spot, room.rest, room.single, room.first, room.after
    depth, shelved = spot.shape[1], len(first) > 1
    _sum_members(columns, codes, counts, members, looked, room.summed, sums)
    _measure_rest(columns, room)
    shelf = columns.candidate_start[room.summed[0]] if shelved else 0
    nearest = _nearest_shelf(sums, shelf, first) if shelved else 0
    best, least = np.int64(-1), np.inf
    for turn in range(-1, len(first)):  # the nearest shelf, then the others
        c = nearest if turn < 0 else turn
        begun = sums[shelf + c] if shelved else 0.0
        if turn == nearest or (shelved and begun + rest[0] > least):
            continue
        h = first[c]
        while h >= 0:
            total = begun
            for l in range(1 if shelved else 0, depth):
                total += sums[spot[h, l]]
                if total + rest[l] > least:
                    total = np.inf
                    break
            for i in range(looked if len(single) > 0 and h != g else 0):
                if total > least:
                    break
                total += counts[members[i]] * _apart(columns, codes, members[i], centres[h], single)
            if total <= least and h != g and (total < least or h < best):
                best, least = np.int64(h), total
            h = after[h]
    _forget_equals(columns, codes, members, looked, room.summed, sums)
    return best


@compiled(inlined=True)
def _take_away(room, h):
    """Take a cluster from its shelf."""
    if room.before[h] >= 0:
        room.after[room.before[h]] = room.after[h]
    else:
        room.first[room.place[h]] = room.after[h]
    if room.after[h] >= 0:
        room.before[room.after[h]] = room.before[h]


@compiled(inlined=True)
def _put(columns, room, h, centres):
    """Put a cluster on the shelf of its centre."""
    for l in range(len(room.summed)):
        room.spot[h, l] = columns.candidate_start[room.summed[l]] + np.int64(centres[h, room.summed[l]])
    c = np.int64(centres[h, room.summed[0]]) if len(room.first) > 1 else np.int64(0)
    room.place[h] = c
    room.before[h] = -1
    room.after[h] = room.first[c]
    if room.first[c] >= 0:
        room.before[room.first[c]] = h
    room.first[c] = h


@compiled(inlined=True)
def _recentre(columns, codes, counts, group, members, n, centres, g):
    for i in range(n):
        for j in range(len(columns.kind)):
            add(columns, group, j, codes[members[i], j], np.float64(counts[members[i]]))
    for j in range(len(columns.kind)):
        centres[g, j] = centre(columns, group, j)
    clear(columns, group, codes, members, n)


@compiled
def merge_clusters(
    columns, codes, counts, cluster_of, k, promise, order, centres, group, head, after, size, members, room
):
    """`repair` with room to work in: the members of a cluster are a list that begins at ``head``."""
    for t in range(len(counts) - 1, -1, -1):
        after[t] = head[cluster_of[t]]
        head[cluster_of[t]] = t
    for g in range(len(head)):
        if head[g] >= 0:
            _put(columns, room, g, centres)
    for first in order:
        g, grown = first, False
        while head[g] >= 0:
            n = _members(head, after, g, members)
            if size[g] >= k and holds(promise, members, n):
                break
            h = _nearest_cluster(columns, codes, counts, members, n, g, centres, room)
            if h < 0:
                break  # one cluster is left
            for i in range(n):
                cluster_of[members[i]] = h
            after[members[n - 1]] = head[h]
            head[h], head[g] = head[g], -1
            size[h] += size[g]
            if not grown:
                _take_away(room, g)
            _take_away(room, h)
            g, grown = h, True
        if grown:  # where it stands now matters to others only
            n = _members(head, after, g, members)
            _recentre(columns, codes, counts, group, members, n, centres, g)
            _put(columns, room, g, centres)


def repair(
    columns: Columns, codes: Codes, counts: Numbers, cluster_of: Numbers, clusters: int, k: int, promise: Promise | None
) -> Floats:
    """Merge clusters in place; returns their centres. The whole table as one cluster must do."""
    p = len(counts)
    centres = group_centres(columns, codes, np.arange(p), cluster_of, counts, clusters)
    size = np.zeros(clusters, dtype=np.int64)
    np.add.at(size, cluster_of, counts)
    head, after = np.full(clusters, -1, dtype=np.int64), np.full(p, -1, dtype=np.int64)
    order, members = np.argsort(size, kind="stable"), np.empty(p, dtype=np.int64)
    merge_clusters(
        columns, codes, counts, cluster_of, k, promise, order, centres, new_group(columns), head, after, size, members,
        _new_room(columns, codes, centres),
    )  # fmt: skip
    return centres


def _new_room(columns: Columns, codes: Codes, centres: Floats) -> Workspace:
    """Empty shelves; columns of tables come first, and of these the one that leaves most clusters out."""
    clusters, candidates = len(centres), np.diff(columns.candidate_start)
    table = columns.kind == TABLE
    is_summed = (table & (candidates <= MANY_CANDIDATES * clusters)) | (columns.kind == EQUAL)
    tables = _sharpest_first(columns, codes, centres, np.flatnonzero(is_summed & table))
    summed = np.concatenate([tables, np.flatnonzero(is_summed & ~table)])
    shelves = candidates[summed[0]] if len(summed) and table[summed[0]] else 1
    return Workspace(
        summed=summed, single=np.flatnonzero(~is_summed), sums=np.zeros(columns.candidate_start[-1]),
        rest=np.zeros(len(summed)), spot=np.zeros((clusters, len(summed)), dtype=np.int32),
        first=np.full(shelves, -1, dtype=np.int32), before=np.full(clusters, -1, dtype=np.int32),
        after=np.full(clusters, -1, dtype=np.int32), place=np.zeros(clusters, dtype=np.int32),
    )  # fmt: skip


def _sharpest_first(columns: Columns, codes: Codes, centres: Floats, tables: Numbers) -> Numbers:
    """Columns of tables by how many clusters each leaves within reach of some tuples, the fewest first."""
    within = np.zeros(len(tables), dtype=np.int64)
    for own in codes[:: max(1, len(codes) // TRIED)] if len(tables) > 1 else ():
        apart = np.stack([_row(columns, j, own[j])[centres[:, j].astype(np.int64)] for j in tables])
        second = np.partition(apart.sum(axis=0), min(1, len(centres) - 1))[:2].max()  # the nearest may be its own
        within += (apart <= second).sum(axis=1)
    return tables[np.argsort(within, kind="stable")]


def _row(columns: Columns, j: int, value: int) -> Floats:
    """Weighted distance of a value to every candidate of its column."""
    size = columns.candidate_start[j + 1] - columns.candidate_start[j]
    first = columns.table_start[j] + int(value) * size
    row: Floats = columns.weight[j] * columns.table[first : first + size]
    return row
