"""The hierarchical ground: two concepts are as far apart as what subsumes both is high (specification 5).

height(c) counts the links on the longest path from c down to a leaf of tau; the distance of two concepts is
height(LCS) / height(root), whatever values a table has.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinonym.taxonomy import Taxonomy
from kinonym.taxonomy.order import gather

__all__ = ["ValueTree", "height_table", "heights", "is_tree", "value_tree"]

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]
ValueTree = tuple[Numbers, Numbers, Floats]
"""(node of each concept, parent of each node, height of each node by that of the root); parents first."""

_SOURCES = 256  # concepts that are followed at a time


def heights(tau: Taxonomy) -> Numbers:
    """Links on the longest path from each concept down to a leaf."""
    start, parent = tau.parent_csr
    child = np.repeat(np.arange(len(tau)), np.diff(start))
    height = np.zeros(len(tau), dtype=np.int64)
    level = np.searchsorted(tau.depths[child], np.arange(2, tau.max_depth + 2))  # concepts ascend by their depth
    for first, last in zip(level[-2::-1], level[:0:-1], strict=True):
        np.maximum.at(height, parent[first:last], height[child[first:last]] + 1)
    return height


def subsumers_of(tau: Taxonomy, concepts: Numbers) -> Numbers:
    """The concepts and everything above them, the root among them, parents first."""
    start, above, _ = tau.subsumer_csr
    return np.union1d(gather((start, above), concepts), [0]).astype(np.int64)


def is_tree(tau: Taxonomy, concepts: Numbers) -> bool:
    """Whether nothing above the concepts has several parents: then every two of them meet at one place."""
    start, _ = tau.parent_csr
    return bool((np.diff(start)[subsumers_of(tau, concepts)] <= 1).all())


def value_tree(tau: Taxonomy, concepts: Numbers) -> ValueTree:
    """The tree of concepts that nothing above has several parents, with the heights of tau."""
    start, parents = tau.parent_csr
    nodes = subsumers_of(tau, concepts)
    parent = np.zeros(len(nodes), dtype=np.int64)
    parent[1:] = np.searchsorted(nodes, parents[start[nodes[1:]]])
    return np.searchsorted(nodes, concepts), parent, _by_root(heights(tau)[nodes])


def height_table(tau: Taxonomy, concepts: Numbers) -> Floats:
    """Distances of all pairs; a concept is 0 from itself.

    Notes
    -----
    From each concept c one pass over everything above the others: what t and c have in common is t itself if it
    subsumes c, else the best of what its parents have in common with c, one link farther. Deeper is better, then
    fewer links, then the smaller id (specification 1).
    """
    nodes = subsumers_of(tau, concepts)
    place = np.searchsorted(nodes, concepts)
    by_rank = np.empty(len(tau))
    by_rank[tau.id_ranks] = heights(tau)
    table = np.empty((len(concepts), len(concepts)))
    for first in range(0, len(concepts), _SOURCES):
        some = concepts[first : first + _SOURCES]
        keys = _meeting_keys(tau, nodes, some)[place]
        table[first : first + len(some)] = by_rank[len(tau) - 1 - keys.T % len(tau)]
    np.fill_diagonal(table, 0.0)
    return table / max(1.0, float(by_rank.max()))


def _meeting_keys(tau: Taxonomy, nodes: Numbers, sources: Numbers) -> Numbers:
    """Nodes × sources: the common subsumer as a number, the greater the better; its last digit is the id."""
    size, longest = len(tau), 2 * tau.max_depth
    start, above, links = tau.subsumer_csr
    keys = np.full((len(nodes), len(sources)), -1, dtype=np.int64)
    for i, source in enumerate(sources.tolist()):
        own = slice(start[source], start[source + 1])
        higher = above[own]
        better = tau.depths[higher].astype(np.int64) * longest + (longest - 1 - links[own])
        keys[np.searchsorted(nodes, higher), i] = better * size + (size - 1 - tau.id_ranks[higher])
    up_start, up = tau.parent_csr
    for t in range(1, len(nodes)):
        parents = np.searchsorted(nodes, up[up_start[nodes[t]] : up_start[nodes[t] + 1]])
        keys[t] = np.where(keys[t] >= 0, keys[t], keys[parents].max(axis=0) - size)
    return keys


def _by_root(height: Numbers) -> Floats:
    """Heights by that of the root, which is 1 also where there is nothing below it."""
    share: Floats = height / max(1, int(height[0]))
    share[0] = 1.0
    return share
