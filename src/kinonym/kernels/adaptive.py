"""SA-MDAV (A alg. 2): clusters of at least k records, grown tuple by tuple around a moving centre."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kinonym.kernels.aiming import aim
from kinonym.kernels.columns import own_centre
from kinonym.kernels.compile import compiled
from kinonym.kernels.index import new_index, remove, tidy
from kinonym.kernels.promise import holds
from kinonym.kernels.search import farthest, nearest
from kinonym.kernels.tally import add, centre, clear, new_tally

__all__ = ["Growth", "grow", "start_growth"]


class Growth(NamedTuple):
    """The state of the algorithm between two calls: D is what the index holds."""

    index: Any
    left: Any  # tuples in D, records they stand for, clusters made
    cluster_of: Any
    data: Any  # tally of D
    members: Any  # tally of the cluster that grows
    taken: Any  # its tuples


@compiled
def start_growth(columns, codes, counts):
    """All tuples are alive, none is in a cluster."""
    data = new_tally(columns)
    for t in range(len(counts)):
        for j in range(len(columns.kind)):
            add(columns, data, j, codes[t, j], np.float64(counts[t]))
    left = np.array([len(counts), counts.sum(), 0])
    cluster_of = np.full(len(counts), -1, dtype=np.int64)
    taken = np.empty(len(counts), dtype=np.int64)
    return Growth(new_index(columns, codes, counts, 1), left, cluster_of, data, new_tally(columns), taken)


@compiled
def _take(columns, codes, counts, growth, t, number):
    """Move a tuple from D into the growing cluster."""
    growth.left[0] -= 1
    growth.left[1] -= counts[t]
    growth.cluster_of[t] = growth.left[2]
    growth.taken[number] = t
    remove(growth.index, t, counts[t])
    for j in range(len(columns.kind)):
        add(columns, growth.data, j, codes[t, j], -np.float64(counts[t]))
        add(columns, growth.members, j, codes[t, j], np.float64(counts[t]))


@compiled
def _cluster_around(columns, codes, counts, growth, r, k, promise, weighted, static):
    """Lines 5-11: {r}, then the nearest tuple to the cluster's centre until it holds k records and what was promised.

    A cluster that D cannot complete is given up; its tuples will join others.
    """
    m = len(columns.kind)
    middle = np.empty(m)
    _take(columns, codes, counts, growth, r, 0)
    size = counts[r]
    number = 1
    own_centre(columns, codes, r, middle)
    kept = size >= k and holds(promise, growth.taken, number)
    while not kept and growth.left[0] > 0:
        if number == 1 or not static:
            aim(columns, growth.index, middle)
        t, _ = nearest(growth.index, weighted, -1, False)
        _take(columns, codes, counts, growth, t, number)
        number += 1
        size += counts[t]
        if not static:
            for j in range(m):
                middle[j] = centre(columns, growth.members, j)
        kept = size >= k and holds(promise, growth.taken, number)
    clear(columns, growth.members, codes, growth.taken[:number])
    if kept:
        growth.left[2] += 1
    else:
        growth.cluster_of[growth.taken[:number]] = -1
    tidy(growth.index)


@compiled
def grow(columns, codes, counts, growth, k, promise, weighted, static, budget):
    """Make up to ``budget`` rounds of two clusters; True while records for another cluster are left."""
    m = len(columns.kind)
    middle = np.empty(m)
    for _ in range(budget):
        if growth.left[1] < k:
            return False
        for j in range(m):
            middle[j] = centre(columns, growth.data, j)
        aim(columns, growth.index, middle)
        r = farthest(growth.index, weighted, False)
        _cluster_around(columns, codes, counts, growth, r, k, promise, weighted, static)
        if growth.left[1] >= k:
            own_centre(columns, codes, r, middle)
            aim(columns, growth.index, middle)
            s = farthest(growth.index, weighted, False)
            _cluster_around(columns, codes, counts, growth, s, k, promise, weighted, static)
    return growth.left[1] >= k
