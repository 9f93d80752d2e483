"""Clusters that break a promise join their nearest neighbours until every promise holds.

What is promised is in `class_demands`; how clusters were made does not matter here.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.arrays import Codes, Numbers
from kinonym.kernels.clusters.centroids import add, centre, clear, group_centres, new_group
from kinonym.kernels.compile import compiled
from kinonym.kernels.demands.class_demands import Promise, holds
from kinonym.kernels.distances.flat_columns import Columns
from kinonym.kernels.distances.tuple_distances import tuple_distance

__all__ = ["repair"]

LOOKED_AT = 8  # members that decide which cluster is nearest


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
def _nearest_cluster(columns, codes, counts, members, n, g, centres, head):
    """The other cluster whose centre the members are nearest to, together."""
    best = np.int64(-1)
    least = np.inf
    for h in range(len(head)):
        if h == g or head[h] < 0:
            continue
        total = 0.0
        for i in range(min(n, LOOKED_AT)):
            total += counts[members[i]] * tuple_distance(columns, codes, members[i], centres[h])
            if total >= least:
                break
        if total < least:
            least = total
            best = h
    return best


@compiled(inlined=True)
def _recentre(columns, codes, counts, group, members, n, centres, g):
    for i in range(n):
        for j in range(len(columns.kind)):
            add(columns, group, j, codes[members[i], j], np.float64(counts[members[i]]))
    for j in range(len(columns.kind)):
        centres[g, j] = centre(columns, group, j)
    clear(columns, group, codes, members, n)


@compiled
def merge_clusters(columns, codes, counts, cluster_of, k, promise, order, centres, group, head, after, size, members):
    """`repair` with room to work in: the members of a cluster are a list that begins at ``head``."""
    for t in range(len(counts) - 1, -1, -1):
        after[t] = head[cluster_of[t]]
        head[cluster_of[t]] = t
    merges = 0
    for first in order:
        g = first
        while head[g] >= 0:
            n = _members(head, after, g, members)
            if size[g] >= k and holds(promise, members, n):
                break
            h = _nearest_cluster(columns, codes, counts, members, n, g, centres, head)
            if h < 0:
                break  # one cluster is left
            for i in range(n):
                cluster_of[members[i]] = h
            after[members[n - 1]] = head[h]
            head[h], head[g] = head[g], -1
            size[h] += size[g]
            n = _members(head, after, h, members)
            _recentre(columns, codes, counts, group, members, n, centres, h)
            merges += 1
            g = h
    return merges


def repair(
    columns: Columns, codes: Codes, counts: Numbers, cluster_of: Numbers, clusters: int, k: int, promise: Promise | None
) -> int:
    """Merge clusters in place; returns how many merges it took. The whole table as one cluster must do."""
    p = len(counts)
    centres = group_centres(columns, codes, np.arange(p), cluster_of, counts, clusters)
    size = np.zeros(clusters, dtype=np.int64)
    np.add.at(size, cluster_of, counts)
    head, after = np.full(clusters, -1, dtype=np.int64), np.full(p, -1, dtype=np.int64)
    order, members = np.argsort(size, kind="stable"), np.empty(p, dtype=np.int64)
    return merge_clusters(
        columns, codes, counts, cluster_of, k, promise, order, centres, new_group(columns), head, after, size, members
    )
