"""SA-MDAV (A alg. 2): clusters of at least k records, grown tuple by tuple around a moving centre."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kinonym.kernels.columns import add, centre, clear, fill_rows, new_tally, own_centre
from kinonym.kernels.compile import compiled

__all__ = ["Growth", "grow", "start_growth"]


class Growth(NamedTuple):
    """The state of the algorithm between two calls: D is what is alive."""

    alive: Any  # tuples still in D, in any order
    left: Any  # how many of them, how many records they stand for, how many clusters are made
    cluster_of: Any
    data: Any  # tally of D
    members: Any  # tally of the cluster that grows
    rows: Any


@compiled
def start_growth(columns, codes, counts):
    """All tuples are alive, none is in a cluster."""
    data = new_tally(columns)
    for t in range(len(counts)):
        for j in range(len(columns.kind)):
            add(columns, data, j, codes[t, j], np.float64(counts[t]))
    left = np.array([len(counts), counts.sum(), 0])
    cluster_of = np.full(len(counts), -1, dtype=np.int64)
    return Growth(
        np.arange(len(counts)), left, cluster_of, data, new_tally(columns), np.empty(columns.value_start[-1])
    )


@compiled
def _extreme(columns, codes, counts, growth, middle, weighted, farthest):
    """Position in D of the tuple with the greatest (or least) w·sd to ``middle``; ties: the first tuple."""
    fill_rows(columns, middle, growth.rows)
    best = 0
    best_score = -np.inf
    for i in range(growth.left[0]):
        t = growth.alive[i]
        d = 0.0
        for j in range(len(columns.kind)):
            d += growth.rows[columns.value_start[j] + codes[t, j]]
        if columns.euclidean[0]:
            d = np.sqrt(d)
        if weighted:
            d *= counts[t]
        score = d if farthest else -d
        if score > best_score or (score == best_score and t < growth.alive[best]):
            best_score = score
            best = i
    return best


@compiled
def _take(columns, codes, counts, growth, position):
    """Move a tuple from D into the growing cluster."""
    t = growth.alive[position]
    growth.left[0] -= 1
    growth.alive[position] = growth.alive[growth.left[0]]
    growth.left[1] -= counts[t]
    growth.cluster_of[t] = growth.left[2]
    for j in range(len(columns.kind)):
        add(columns, growth.data, j, codes[t, j], -np.float64(counts[t]))
        add(columns, growth.members, j, codes[t, j], np.float64(counts[t]))
    return t


@compiled
def _cluster_around(columns, codes, counts, growth, position, k, weighted, static):
    """Lines 5-11: {r}, then the nearest tuple to the cluster's centre until it holds k records."""
    m = len(columns.kind)
    middle = np.empty(m)
    taken = np.empty(k, dtype=np.int64)
    taken[0] = _take(columns, codes, counts, growth, position)
    size = counts[taken[0]]
    number = 1
    own_centre(columns, codes, taken[0], middle)
    while size < k:
        t = _take(columns, codes, counts, growth, _extreme(columns, codes, counts, growth, middle, weighted, False))
        taken[number] = t
        number += 1
        size += counts[t]
        if not static:
            for j in range(m):
                middle[j] = centre(columns, growth.members, j)
    clear(columns, growth.members, codes, taken[:number])
    growth.left[2] += 1
    return taken[0]


@compiled
def grow(columns, codes, counts, growth, k, weighted, static, budget):
    """Make up to ``budget`` rounds of two clusters; True while records for another cluster are left."""
    m = len(columns.kind)
    middle = np.empty(m)
    for _ in range(budget):
        if growth.left[1] < k:
            return False
        for j in range(m):
            middle[j] = centre(columns, growth.data, j)
        far = _extreme(columns, codes, counts, growth, middle, weighted, True)
        r = _cluster_around(columns, codes, counts, growth, far, k, weighted, static)
        if growth.left[1] >= k:
            own_centre(columns, codes, r, middle)
            far = _extreme(columns, codes, counts, growth, middle, weighted, True)
            _cluster_around(columns, codes, counts, growth, far, k, weighted, static)
    return growth.left[1] >= k
