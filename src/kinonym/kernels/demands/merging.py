"""Merge each cluster that fails a demand with its nearest cluster, until every cluster meets all demands.

The demands are in `class_demands`. The nearest cluster is the one with the least weighted distance from its centre to
the first members of the failing cluster. The search is exact and skips most clusters: distances are sums over columns,
and the columns that come first are *summed*: Σ w·d of the members to every candidate is computed once, so that a
cluster needs one look-up per column. Clusters are in buckets by the candidate that is their centre in the first summed
column (one bucket if that column has no table); a bucket that is too far in this column is skipped.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.arrays import Codes, Floats, Numbers
from kinonym.kernels.bundles import Bundle
from kinonym.kernels.clusters.centroids import add_value, choose_centre, clear_group, group_centres, new_group
from kinonym.kernels.compile import compiled
from kinonym.kernels.demands.class_demands import ClassDemands, meets_demands
from kinonym.kernels.distances.flat_columns import EQUAL, TABLE, Columns, pair_distance, round_distance
from kinonym.kernels.distances.tuple_distances import tuple_distance

__all__ = ["merge_clusters"]

SAMPLED_MEMBERS = 8  # members of a cluster that are measured to find the nearest one
SAMPLED_TUPLES = 16  # tuples that are tried to choose the column of the buckets
MANY_CANDIDATES = 4  # a column with more candidates than this per cluster is not summed


@dataclass(frozen=True, eq=False)
class Workspace(Bundle):
    """The clusters, and what the search for the nearest one needs.

    Members of a cluster and clusters of a bucket are linked lists that end with −1.
    """

    head: Any  # first member of each cluster; −1: it was merged into another one
    following: Any  # the next member after each tuple
    size: Any  # records of each cluster
    centres: Any
    group: Any  # running sums, empty between two calls
    members: Any  # members of the current cluster
    summed: Any  # columns in which the distances of members to all candidates are summed
    unsummed: Any  # the other columns
    sums: Any  # Σ w·d to every candidate of the summed columns
    least_rest: Any  # the least that the columns after each summed one can add
    sum_index: Any  # clusters × summed columns: index of the centre in ``sums``
    bucket_first: Any  # first cluster of each bucket
    bucket_previous: Any  # the previous cluster in the bucket
    bucket_next: Any  # the next cluster in the bucket
    bucket_of: Any  # bucket of each cluster


@compiled
def _list_members(workspace, g):
    """List the members of a cluster; returns their number."""
    n = 0
    t = workspace.head[g]
    while t >= 0:
        workspace.members[n] = t
        n += 1
        t = workspace.following[t]
    return n


@compiled(inlined=True)
def _sum_members(columns, codes, counts, members, sampled, summed, sums):
    """Write Σ w·d of some members to every candidate of the summed columns.

    For labels it is minus the weight of the equal members: the remainder is the same for all candidates.
    """
    table = columns.table
    for j in summed:
        start, weight = columns.candidate_start[j], columns.weight[j]
        size = columns.candidate_start[j + 1] - start
        if columns.kind[j] == TABLE:
            sums[start : start + size] = 0.0
        for i in range(sampled):
            t = members[i]
            if columns.kind[j] == EQUAL:
                sums[start + columns.candidate_of[columns.value_start[j] + codes[t, j]]] -= counts[t] * round_distance(
                    weight
                )
                continue
            row = columns.table_start[j] + np.int64(codes[t, j]) * size
            if weight == 1.0:
                for c in range(size):
                    sums[start + c] += counts[t] * table[row + c]
                continue
            for c in range(size):
                sums[start + c] += counts[t] * round_distance(weight * table[row + c])


@compiled(inlined=True)
def _reset_equal_sums(columns, codes, members, sampled, summed, sums):
    """Set the sums of labels to 0 again, as they are not overwritten."""
    for j in summed:
        for i in range(sampled):
            if columns.kind[j] == EQUAL:
                value = columns.value_start[j] + codes[members[i], j]
                sums[columns.candidate_start[j] + columns.candidate_of[value]] = 0.0


@compiled(inlined=True)
def _measure_unsummed(columns, codes, t, centre, unsummed):
    """Distance of a tuple to a centre in the columns that are not summed; Euclidean if all columns are numbers."""
    if columns.euclidean[0]:
        return tuple_distance(columns, codes, t, centre)
    total = 0.0
    for j in unsummed:
        total += round_distance(columns.weight[j] * pair_distance(columns, j, np.int64(codes[t, j]), centre[j]))
    return total


@compiled(inlined=True)
def _bound_rest(columns, workspace):
    """For each summed column, the least that the later ones can add for any cluster."""
    total = 0.0
    for level in range(len(workspace.summed) - 1, -1, -1):
        workspace.least_rest[level] = total
        least = np.inf
        for at in range(
            columns.candidate_start[workspace.summed[level]], columns.candidate_start[workspace.summed[level] + 1]
        ):
            least = min(least, workspace.sums[at])
        total += least


@compiled(inlined=True)
def _find_nearest_bucket(sums, bucket_sums, bucket_first):
    """The nearest bucket with clusters."""
    best = 0
    for c in range(1, len(bucket_first)):
        if bucket_first[c] >= 0 and (bucket_first[best] < 0 or sums[bucket_sums + c] < sums[bucket_sums + best]):
            best = c
    return best


@compiled(inlined=True)
def _find_nearest_cluster(columns, codes, counts, n, g, workspace):
    """The other cluster with the least Σ w·d from the first members to its centre; ties: the first; −1: no other.

    Cost: O(candidates) for the sums, then a few look-ups per cluster that is not skipped.
    """
    sampled, members, centres = min(n, SAMPLED_MEMBERS), workspace.members, workspace.centres
    sums, sum_index, least_rest, unsummed, bucket_first, bucket_next = (
        workspace.sums,
        workspace.sum_index,
        workspace.least_rest,
        workspace.unsummed,
        workspace.bucket_first,
        workspace.bucket_next,
    )
    depth, has_buckets = sum_index.shape[1], len(bucket_first) > 1
    _sum_members(columns, codes, counts, members, sampled, workspace.summed, sums)
    _bound_rest(columns, workspace)
    bucket_sums = columns.candidate_start[workspace.summed[0]] if has_buckets else 0
    nearest = _find_nearest_bucket(sums, bucket_sums, bucket_first) if has_buckets else 0
    best, least = np.int64(-1), np.inf
    for step in range(-1, len(bucket_first)):  # the nearest bucket first, then all others
        c = nearest if step < 0 else step
        partial = sums[bucket_sums + c] if has_buckets else 0.0
        if step == nearest or (has_buckets and partial + least_rest[0] > least):
            continue
        other = bucket_first[c]
        while other >= 0:
            total = partial
            for level in range(1 if has_buckets else 0, depth):
                total += sums[sum_index[other, level]]
                if total + least_rest[level] > least:
                    total = np.inf
                    break
            for i in range(sampled if len(unsummed) > 0 and other != g else 0):
                if total > least:
                    break
                total += counts[members[i]] * _measure_unsummed(columns, codes, members[i], centres[other], unsummed)
            if total <= least and other != g and (total < least or other < best):
                best, least = np.int64(other), total
            other = bucket_next[other]
    _reset_equal_sums(columns, codes, members, sampled, workspace.summed, sums)
    return best


@compiled(inlined=True)
def _remove_from_bucket(workspace, other):
    """Remove a cluster from its bucket. Cost: O(1)."""
    if workspace.bucket_previous[other] >= 0:
        workspace.bucket_next[workspace.bucket_previous[other]] = workspace.bucket_next[other]
    else:
        workspace.bucket_first[workspace.bucket_of[other]] = workspace.bucket_next[other]
    if workspace.bucket_next[other] >= 0:
        workspace.bucket_previous[workspace.bucket_next[other]] = workspace.bucket_previous[other]


@compiled(inlined=True)
def _insert_into_bucket(columns, workspace, other):
    """Insert a cluster into the bucket of its centre. Cost: O(summed columns)."""
    centres = workspace.centres
    for level in range(len(workspace.summed)):
        workspace.sum_index[other, level] = columns.candidate_start[workspace.summed[level]] + np.int64(
            centres[other, workspace.summed[level]]
        )
    c = np.int64(centres[other, workspace.summed[0]]) if len(workspace.bucket_first) > 1 else np.int64(0)
    workspace.bucket_of[other] = c
    workspace.bucket_previous[other] = -1
    workspace.bucket_next[other] = workspace.bucket_first[c]
    if workspace.bucket_first[c] >= 0:
        workspace.bucket_previous[workspace.bucket_first[c]] = other
    workspace.bucket_first[c] = other


@compiled(inlined=True)
def _update_centre(columns, codes, counts, n, g, workspace):
    """Compute the centre of a cluster with the listed members."""
    group, members = workspace.group, workspace.members
    for i in range(n):
        for j in range(len(columns.kind)):
            add_value(columns, group, j, codes[members[i], j], np.float64(counts[members[i]]))
    for j in range(len(columns.kind)):
        workspace.centres[g, j] = choose_centre(columns, group, j)
    clear_group(columns, group, codes, members, n)


@compiled
def merge_failing(columns, codes, counts, cluster_of, k, demands, order, workspace):
    """`merge_clusters` in the given order of clusters.

    A failing cluster leaves its bucket and is appended to the nearest one, which is then checked. Its centre is
    computed once it meets the demands, since only other clusters need it.
    """
    head, following, size, members = workspace.head, workspace.following, workspace.size, workspace.members
    for t in range(len(counts) - 1, -1, -1):
        following[t] = head[cluster_of[t]]
        head[cluster_of[t]] = t
    for g in range(len(head)):
        if head[g] >= 0:
            _insert_into_bucket(columns, workspace, g)
    for failing in order:
        g, merged = failing, False
        while head[g] >= 0:
            n = _list_members(workspace, g)
            if size[g] >= k and meets_demands(demands, members, n):
                break
            other = _find_nearest_cluster(columns, codes, counts, n, g, workspace)
            if other < 0:
                break  # it is the only cluster
            for i in range(n):
                cluster_of[members[i]] = other
            following[members[n - 1]] = head[other]
            head[other], head[g] = head[g], -1
            size[other] += size[g]
            if not merged:
                _remove_from_bucket(workspace, g)
            _remove_from_bucket(workspace, other)
            g, merged = other, True
        if merged:
            _update_centre(columns, codes, counts, _list_members(workspace, g), g, workspace)
            _insert_into_bucket(columns, workspace, g)


def merge_clusters(
    columns: Columns,
    codes: Codes,
    counts: Numbers,
    cluster_of: Numbers,
    clusters: int,
    k: int,
    demands: ClassDemands | None,
) -> Floats:
    """Merge clusters in place, the smallest first; returns their centres. The whole table must meet the demands."""
    p = len(counts)
    centres = group_centres(columns, codes, np.arange(p), cluster_of, counts, clusters)
    size = np.zeros(clusters, dtype=np.int64)
    np.add.at(size, cluster_of, counts)
    order, workspace = np.argsort(size, kind="stable"), _new_workspace(columns, codes, centres, size)
    merge_failing(columns, codes, counts, cluster_of, k, demands, order, workspace)
    return centres


def _new_workspace(columns: Columns, codes: Codes, centres: Floats, size: Numbers) -> Workspace:
    """Empty lists and buckets. Summed columns with a table come first, the most selective one at the very start."""
    clusters, candidates = len(centres), np.diff(columns.candidate_start)
    p = len(codes)
    table = columns.kind == TABLE
    is_summed = (table & (candidates <= MANY_CANDIDATES * clusters)) | (columns.kind == EQUAL)
    tables = _order_by_selectivity(columns, codes, centres, np.flatnonzero(is_summed & table))
    summed = np.concatenate([tables, np.flatnonzero(is_summed & ~table)])
    buckets = candidates[summed[0]] if len(summed) and table[summed[0]] else 1
    return Workspace(
        head=np.full(clusters, -1, dtype=np.int64), following=np.full(p, -1, dtype=np.int64), size=size,
        centres=centres, group=new_group(columns), members=np.empty(p, dtype=np.int64), summed=summed,
        unsummed=np.flatnonzero(~is_summed), sums=np.zeros(columns.candidate_start[-1]),
        least_rest=np.zeros(len(summed)), sum_index=np.zeros((clusters, len(summed)), dtype=np.int32),
        bucket_first=np.full(buckets, -1, dtype=np.int32), bucket_previous=np.full(clusters, -1, dtype=np.int32),
        bucket_next=np.full(clusters, -1, dtype=np.int32), bucket_of=np.zeros(clusters, dtype=np.int32),
    )  # fmt: skip


def _order_by_selectivity(columns: Columns, codes: Codes, centres: Floats, tables: Numbers) -> Numbers:
    """Order columns with a table by how many clusters each leaves as candidates for some tuples, the fewest first."""
    within = np.zeros(len(tables), dtype=np.int64)
    for tuple_codes in codes[:: max(1, len(codes) // SAMPLED_TUPLES)] if len(tables) > 1 else ():
        distances = np.stack([_weigh_row(columns, j, tuple_codes[j])[centres[:, j].astype(np.int64)] for j in tables])
        second = np.partition(distances.sum(axis=0), min(1, len(centres) - 1))[
            :2
        ].max()  # the nearest may be the tuple's own cluster
        within += (distances <= second).sum(axis=1)
    return tables[np.argsort(within, kind="stable")]


def _weigh_row(columns: Columns, j: int, value: int) -> Floats:
    """Weighted distance of a value to every candidate of its column."""
    candidates = columns.candidate_start[j + 1] - columns.candidate_start[j]
    start = columns.table_start[j] + int(value) * candidates
    row: Floats = columns.weight[j] * columns.table[start : start + candidates]
    return row
