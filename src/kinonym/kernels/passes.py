"""One pass over the DAG from each source to all targets: the kernels behind every taxonomic measure.

Concepts are numbered parents first, so one ascending sweep carries a quantity from every concept to its
children. Sources go in tiles; the sweep runs on the ancestor closure of the targets only.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.compile import compiled

__all__ = ["common_subsumers", "deepest_subsumer", "greatest_content", "shortest_path", "wu_palmer"]

TILE = 16
SHIFT = 15
STEP = 1 << SHIFT  # one level of depth outweighs any number of links below it


@compiled
def _deepest_keys(place, up_start, up, up_links, depth, parent_start, parent, sources, key):
    """key[t] = depth(L)·STEP − links(c, L) − links(t, L), L the deepest common subsumer of c and t."""
    nodes, width = key.shape
    key[:] = -(1 << 30)
    for b in range(width):
        for i in range(up_start[sources[b]], up_start[sources[b] + 1]):
            t = place[up[i]]
            if t >= 0:
                key[t, b] = np.int32(depth[up[i]] * STEP - up_links[i])
    for t in range(nodes):
        for i in range(parent_start[t], parent_start[t + 1]):
            above = parent[i]
            for b in range(width):
                key[t, b] = max(key[t, b], key[above, b] - np.int32(1))


@compiled
def wu_palmer(place, up_start, up, up_links, depth, parent_start, parent, sources, targets, out):
    """T eq. 4.6 and 6.1: 1 − 2·depth(L) / (2·depth(L) + links), with the deepest L and its fewest links."""
    for first in range(0, len(sources), TILE):
        tile = sources[first : first + TILE]
        key = np.empty((len(parent_start) - 1, len(tile)), dtype=np.int32)
        _deepest_keys(place, up_start, up, up_links, depth, parent_start, parent, tile, key)
        for j in range(len(targets)):
            for b in range(len(tile)):
                level = (key[targets[j], b] + STEP - 1) >> SHIFT
                links = level * STEP - key[targets[j], b]
                out[first + b, j] = links / (2.0 * level + links)


@compiled
def deepest_subsumer(place, up_start, up, up_links, depth, parent_start, parent, sources, targets, level, links):
    """Depth of the LCS of each pair, and the links from both to it."""
    for first in range(0, len(sources), TILE):
        tile = sources[first : first + TILE]
        key = np.empty((len(parent_start) - 1, len(tile)), dtype=np.int32)
        _deepest_keys(place, up_start, up, up_links, depth, parent_start, parent, tile, key)
        for j in range(len(targets)):
            for b in range(len(tile)):
                level[first + b, j] = (key[targets[j], b] + STEP - 1) >> SHIFT
                links[first + b, j] = level[first + b, j] * STEP - key[targets[j], b]


@compiled
def shortest_path(place, up_start, up, up_links, parent_start, parent, sources, targets, by_links, out):
    """out = by_links[n], n the fewest links between two concepts through a common subsumer (T eq. 4.3)."""
    nodes = len(parent_start) - 1
    for first in range(0, len(sources), TILE):
        tile = sources[first : first + TILE]
        links = np.full((nodes, len(tile)), 1 << 30, dtype=np.int32)
        for b in range(len(tile)):
            for i in range(up_start[tile[b]], up_start[tile[b] + 1]):
                t = place[up[i]]
                if t >= 0:
                    links[t, b] = up_links[i]
        for t in range(nodes):
            for i in range(parent_start[t], parent_start[t + 1]):
                for b in range(len(tile)):
                    links[t, b] = min(links[t, b], links[parent[i], b] + np.int32(1))
        for j in range(len(targets)):
            for b in range(len(tile)):
                out[first + b, j] = by_links[links[targets[j], b]]


@compiled
def common_subsumers(place, nodes, up_start, up, parent_start, parent, sources, targets, sizes, by_counts, out):
    """out = by_counts[|S1| + |S2|, common]: the number of shared subsumers of each pair, through a table.

    A concept with one parent shares what its parent shares, and itself; one with several parents is
    counted over its own subsumers, so that nothing counts twice.
    """
    size = len(parent_start) - 1
    for first in range(0, len(sources), TILE):
        tile = sources[first : first + TILE]
        width = len(tile)
        shares = np.zeros((size, width), dtype=np.int32)
        for b in range(width):
            for i in range(up_start[tile[b]], up_start[tile[b] + 1]):
                if place[up[i]] >= 0:
                    shares[place[up[i]], b] = 1
        common = shares.copy()
        for t in range(size):
            above = parent_start[t + 1] - parent_start[t]
            if above == 1:
                for b in range(width):
                    common[t, b] += common[parent[parent_start[t]], b]
            elif above > 1:
                concept = nodes[t]
                for i in range(up_start[concept], up_start[concept + 1] - 1):
                    for b in range(width):
                        common[t, b] += shares[place[up[i]], b]
        for j in range(len(targets)):
            there = sizes[nodes[targets[j]]]
            for b in range(width):
                out[first + b, j] = by_counts[sizes[tile[b]] + there, common[targets[j], b]]


@compiled
def greatest_content(place, up_start, up, content, parent_start, parent, sources, targets, out):
    """out = IC(L): the greatest information content of a common subsumer of each pair (T eq. 4.12)."""
    nodes = len(parent_start) - 1
    for first in range(0, len(sources), TILE):
        tile = sources[first : first + TILE]
        most = np.full((nodes, len(tile)), -np.inf)
        for b in range(len(tile)):
            for i in range(up_start[tile[b]], up_start[tile[b] + 1]):
                t = place[up[i]]
                if t >= 0:
                    most[t, b] = content[up[i]]
        for t in range(nodes):
            for i in range(parent_start[t], parent_start[t + 1]):
                for b in range(len(tile)):
                    most[t, b] = max(most[t, b], most[parent[i], b])
        for j in range(len(targets)):
            for b in range(len(tile)):
                out[first + b, j] = most[targets[j], b]
