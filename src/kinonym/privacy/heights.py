"""The hierarchical ground distance: height(LCS) / height(root) of two concepts (specification 5).

height(c) is the number of links on the longest path from c down to a leaf of the taxonomy. It does not depend on the
values of a table.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinonym.taxonomy import Taxonomy
from kinonym.taxonomy.order import gather

__all__ = ["ValueTree", "compute_heights", "height_table", "is_tree", "value_tree"]

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]
ValueTree = tuple[Numbers, Numbers, Floats]
"""(node of each concept, parent of each node, height of each node relative to the root); parents come first."""

_SOURCES = 256  # concepts per block


def compute_heights(tau: Taxonomy) -> Numbers:
    """The number of links on the longest path from each concept down to a leaf."""
    start, parent = tau.parent_csr
    child = np.repeat(np.arange(len(tau)), np.diff(start))
    height = np.zeros(len(tau), dtype=np.int64)
    level = np.searchsorted(tau.depths[child], np.arange(2, tau.max_depth + 2))  # concepts are sorted by depth
    for first, last in zip(level[-2::-1], level[:0:-1], strict=True):
        np.maximum.at(height, parent[first:last], height[child[first:last]] + 1)
    return height


def subsumers_of(tau: Taxonomy, concepts: Numbers) -> Numbers:
    """The concepts, all that subsume them, and the root; parents come first."""
    start, above, _ = tau.subsumer_csr
    return np.union1d(gather((start, above), concepts), [0]).astype(np.int64)


def is_tree(tau: Taxonomy, concepts: Numbers) -> bool:
    """Whether no concept has several parents among these and their subsumers: two concepts then have a unique LCS."""
    start, _ = tau.parent_csr
    return bool((np.diff(start)[subsumers_of(tau, concepts)] <= 1).all())


def value_tree(tau: Taxonomy, concepts: Numbers) -> ValueTree:
    """The tree above concepts for which `is_tree` holds, with the heights in the taxonomy."""
    start, parents = tau.parent_csr
    nodes = subsumers_of(tau, concepts)
    parent = np.zeros(len(nodes), dtype=np.int64)
    parent[1:] = np.searchsorted(nodes, parents[start[nodes[1:]]])
    return np.searchsorted(nodes, concepts), parent, _divide_by_root(compute_heights(tau)[nodes])


def height_table(tau: Taxonomy, concepts: Numbers) -> Floats:
    """Distances of all pairs of concepts; 0 between equal ones.

    Notes
    -----
    For each concept c, one pass over all subsumers of the others: the LCS of c and t is t itself if t subsumes c, else
    the best LCS of c and a parent of t, one link farther. Greater depth wins, then fewer links, then the smaller id
    (specification 1).
    """
    nodes = subsumers_of(tau, concepts)
    node_of_concept = np.searchsorted(nodes, concepts)
    by_rank = np.empty(len(tau))
    by_rank[tau.id_ranks] = compute_heights(tau)
    table = np.empty((len(concepts), len(concepts)))
    for first in range(0, len(concepts), _SOURCES):
        block = concepts[first : first + _SOURCES]
        keys = _find_lcs_keys(tau, nodes, block)[node_of_concept]
        table[first : first + len(block)] = by_rank[len(tau) - 1 - keys.T % len(tau)]
    np.fill_diagonal(table, 0.0)
    return table / max(1.0, float(by_rank.max()))


def _find_lcs_keys(tau: Taxonomy, nodes: Numbers, sources: Numbers) -> Numbers:
    """Nodes × sources: the LCS as a key; the greatest wins, and its last digit (base size) is the rank of the id."""
    size, longest = len(tau), 2 * tau.max_depth
    start, above, links = tau.subsumer_csr
    keys = np.full((len(nodes), len(sources)), -1, dtype=np.int64)
    for i, source in enumerate(sources.tolist()):
        subsumers = slice(start[source], start[source + 1])
        ancestors = above[subsumers]
        key = tau.depths[ancestors].astype(np.int64) * longest + (longest - 1 - links[subsumers])
        keys[np.searchsorted(nodes, ancestors), i] = key * size + (size - 1 - tau.id_ranks[ancestors])
    up_start, up = tau.parent_csr
    for t in range(1, len(nodes)):
        parents = np.searchsorted(nodes, up[up_start[nodes[t]] : up_start[nodes[t] + 1]])
        keys[t] = np.where(keys[t] >= 0, keys[t], keys[parents].max(axis=0) - size)
    return keys


def _divide_by_root(height: Numbers) -> Floats:
    """Heights relative to the root; that of the root is 1 even if nothing is below it."""
    share: Floats = height / max(1, int(height[0]))
    share[0] = 1.0
    return share
