"""Clusters that break a promise join their nearest neighbours until every promise holds."""

from __future__ import annotations

import numpy as np

from kinonym.kernels.compile import compiled
from kinonym.kernels.groups import group_centres, tuple_distance
from kinonym.kernels.promise import holds
from kinonym.kernels.tally import add, centre, clear, new_tally

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


@compiled
def _nearest_cluster(columns, codes, counts, members, n, g, centres, head):
    """The other cluster whose centre the members are nearest to, together."""
    best = -1
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


@compiled
def _recentre(columns, codes, counts, tally, members, n, centres, g):
    for i in range(n):
        for j in range(len(columns.kind)):
            add(columns, tally, j, codes[members[i], j], np.float64(counts[members[i]]))
    for j in range(len(columns.kind)):
        centres[g, j] = centre(columns, tally, j)
    clear(columns, tally, codes, members[:n])


@compiled
def repair(columns, codes, counts, cluster_of, clusters, k, promise):
    """Merge clusters in place; returns how many merges it took. The whole table as one cluster must do."""
    p = len(counts)
    every = np.arange(p)
    centres = group_centres(columns, codes, every, cluster_of, counts, clusters)
    head = np.full(clusters, -1, dtype=np.int64)
    after = np.full(p, -1, dtype=np.int64)
    size = np.zeros(clusters, dtype=np.int64)
    for t in range(p - 1, -1, -1):
        after[t] = head[cluster_of[t]]
        head[cluster_of[t]] = t
        size[cluster_of[t]] += counts[t]
    tally = new_tally(columns)
    members = np.empty(p, dtype=np.int64)
    merges = 0
    for first in np.argsort(size, kind="mergesort"):
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
            _recentre(columns, codes, counts, tally, members, n, centres, h)
            merges += 1
            g = h
    return merges
