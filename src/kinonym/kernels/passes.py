"""One pass over the DAG from a tile of sources to all targets: the kernels behind every taxonomic measure.

Concepts are numbered parents first, so one ascending sweep carries a quantity from every concept to its
children; it runs on the ancestor closure of the targets only. What comes out are whole numbers per pair,
of shape (sources, targets); the formulas are in `kinonym.measures`.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.compile import compiled

__all__ = ["SHIFT", "common_subsumers", "deepest_keys", "fewest_links", "greatest_ranks"]

BLOCK = 64  # targets turned round at a time, so that both sides stay in the nearest cache
SHIFT = 15
STEP = 1 << SHIFT  # one level of depth outweighs any number of links below it
NEVER = 1 << 29


@compiled
def _turn(work, targets, tile):
    """tile[b, j] = work[targets[j], b]."""
    for first in range(0, len(targets), BLOCK):
        last = min(first + BLOCK, len(targets))
        for b in range(tile.shape[0]):
            for j in range(first, last):
                tile[b, j] = work[targets[j], b]


@compiled
def deepest_keys(place, nodes, parent_start, parent, up_start, up, up_links, depth, sources, targets, work, tile):
    """depth(L)·STEP − links(c, L) − links(t, L), L the deepest common subsumer of c and t."""
    width = work.shape[1]
    work[:] = -NEVER
    for b in range(width):
        for i in range(up_start[sources[b]], up_start[sources[b] + 1]):
            t = place[up[i]]
            if t >= 0:
                work[t, b] = np.int32(depth[up[i]] * STEP - up_links[i])
    for t in range(len(nodes)):
        for i in range(parent_start[t], parent_start[t + 1]):
            above = parent[i]
            for b in range(width):
                work[t, b] = max(work[t, b], work[above, b] - np.int32(1))
    _turn(work, targets, tile)


@compiled
def fewest_links(place, nodes, parent_start, parent, up_start, up, up_links, sources, targets, work, tile):
    """Fewest links between two concepts through a common subsumer."""
    width = work.shape[1]
    work[:] = NEVER
    for b in range(width):
        for i in range(up_start[sources[b]], up_start[sources[b] + 1]):
            t = place[up[i]]
            if t >= 0:
                work[t, b] = up_links[i]
    for t in range(len(nodes)):
        for i in range(parent_start[t], parent_start[t + 1]):
            above = parent[i]
            for b in range(width):
                work[t, b] = min(work[t, b], work[above, b] + np.int32(1))
    _turn(work, targets, tile)


@compiled
def greatest_ranks(place, nodes, parent_start, parent, up_start, up, rank, sources, targets, work, tile):
    """Greatest rank of a common subsumer."""
    width = work.shape[1]
    work[:] = -1
    for b in range(width):
        for i in range(up_start[sources[b]], up_start[sources[b] + 1]):
            t = place[up[i]]
            if t >= 0:
                work[t, b] = rank[up[i]]
    for t in range(len(nodes)):
        for i in range(parent_start[t], parent_start[t + 1]):
            above = parent[i]
            for b in range(width):
                work[t, b] = max(work[t, b], work[above, b])
    _turn(work, targets, tile)


@compiled
def common_subsumers(place, nodes, parent_start, parent, up_start, up, sources, targets, work, tile):
    """How many subsumers two concepts share.

    A concept with one parent shares what its parent shares, and itself; one with several parents is
    counted over its own subsumers, so that nothing counts twice. ``work`` has two tables: who subsumes
    the source, and the counts.
    """
    width = work.shape[1]
    shares, counts = work[: len(nodes)], work[len(nodes) :]
    shares[:] = 0
    for b in range(width):
        for i in range(up_start[sources[b]], up_start[sources[b] + 1]):
            if place[up[i]] >= 0:
                shares[place[up[i]], b] = 1
    for t in range(len(nodes)):
        first, last = parent_start[t], parent_start[t + 1]
        if last - first == 1:
            above = parent[first]
            for b in range(width):
                counts[t, b] = shares[t, b] + counts[above, b]
        else:
            counts[t] = shares[t]
            for i in range(up_start[nodes[t]], up_start[nodes[t] + 1] - 1):
                above = place[up[i]]
                for b in range(width):
                    counts[t, b] += shares[above, b]
    _turn(counts, targets, tile)
