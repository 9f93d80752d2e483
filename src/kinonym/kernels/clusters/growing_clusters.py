"""SA-MDAV (A alg. 2): clusters of at least k records, grown tuple by tuple around a moving centre.

What becomes of tuples that are left at the end, and of the clusters, is up to `kinonym.methods`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kinonym.kernels.arrays import Codes, Numbers
from kinonym.kernels.clusters.centroids import add, add_tuples, centre, clear, new_group
from kinonym.kernels.clusters.nearest_tuples import farthest, nearest
from kinonym.kernels.clusters.tuple_index import measure_from, new_index, remove, tidy
from kinonym.kernels.compile import compiled
from kinonym.kernels.demands.class_demands import holds
from kinonym.kernels.distances.flat_columns import Columns, own_centre

__all__ = ["Growth", "grow", "start_growth"]


class Growth(NamedTuple):
    """The state of the algorithm between two calls: D is what the index holds."""

    index: Any
    left: Any  # tuples in D, records they stand for, clusters made
    cluster_of: Any
    data: Any  # the values of D
    members: Any  # the values of the cluster that grows
    taken: Any  # its tuples


def start_growth(columns: Columns, codes: Codes, counts: Numbers) -> Growth:
    """All tuples are alive, none is in a cluster."""
    p = len(counts)
    growth = Growth(
        index=new_index(columns, codes, counts, 1), left=np.array([p, counts.sum(), 0]),
        cluster_of=np.full(p, -1, dtype=np.int64), data=new_group(columns), members=new_group(columns),
        taken=np.empty(p, dtype=np.int64),
    )  # fmt: skip
    add_tuples(columns, codes, counts, growth.data)
    return growth


@compiled(inlined=True)
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


@compiled(inlined=True)
def _cluster_around(columns, codes, counts, growth, r, k, promise, weighted, static):
    """Lines 5-11: {r}, then the nearest tuple to the cluster's centre until it holds k records and what was promised.

    A cluster that D cannot complete is given up; its tuples will join others.
    """
    middle = growth.index.middle
    t = r
    size = 0
    number = 0
    kept = False
    while not kept and growth.left[0] > 0:
        if number > 0:
            if number == 1 or not static:
                measure_from(columns, growth.index, middle)
            t, _ = nearest(growth.index, weighted, -1, False)
        _take(columns, codes, counts, growth, t, number)
        number += 1
        size += counts[t]
        if number == 1:
            own_centre(columns, codes, r, middle)
        elif not static:
            for j in range(len(columns.kind)):
                middle[j] = centre(columns, growth.members, j)
        kept = size >= k and holds(promise, growth.taken, number)
    clear(columns, growth.members, codes, growth.taken, number)
    if kept:
        growth.left[2] += 1
    else:
        for i in range(number):
            growth.cluster_of[growth.taken[i]] = -1
    tidy(growth.index)


@compiled
def grow(columns, codes, counts, growth, k, promise, weighted, static, budget):
    """Make up to ``budget`` rounds of two clusters; True while records for another cluster are left."""
    middle = growth.index.middle
    r = np.int64(-1)
    for turn in range(2 * budget):
        if growth.left[1] < k:
            return False
        if (
            turn % 2 == 0
        ):  # around the tuple most distant from the centre of D, then around the one most distant from it
            for j in range(len(columns.kind)):
                middle[j] = centre(columns, growth.data, j)
        else:
            own_centre(columns, codes, r, middle)
        measure_from(columns, growth.index, middle)
        r = farthest(growth.index, weighted, False)
        _cluster_around(columns, codes, counts, growth, r, k, promise, weighted, static)
    return growth.left[1] >= k
