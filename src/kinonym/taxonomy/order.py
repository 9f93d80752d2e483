"""Putting a graph into the taxonomy's canonical order: parents first, by depth and then by id.

Only numpy here, level by level, so that loading an ontology needs no compiler.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import CycleError

__all__ = ["Csr", "compressed", "depths", "gather", "positions", "preorder", "reachable", "sort_order"]

Ints = NDArray[np.int64]
Csr = tuple[Ints, Ints]


def compressed(rows: Ints, columns: Ints, size: int) -> Csr:
    """Return (start, column) of the pairs, columns ascending within each row."""
    order = np.lexsort((columns, rows))
    start = np.zeros(size + 1, dtype=np.int64)
    np.cumsum(np.bincount(rows, minlength=size), out=start[1:])
    return start, columns[order].astype(np.int64)


def gather(csr: tuple[Ints, NDArray[np.integer]], rows: Ints) -> Ints:
    """All columns of the given rows, one after the other."""
    start, column = csr
    found: Ints = column[positions(start, rows)].astype(np.int64)
    return found


def positions(start: Ints, rows: Ints) -> Ints:
    """Where the entries of the given rows stand, one row after the other."""
    lengths = start[rows + 1] - start[rows]
    before = np.cumsum(lengths) - lengths
    found: Ints = np.arange(int(lengths.sum())) + np.repeat(start[rows] - before, lengths)
    return found


def depths(child: Ints, parent: Ints, ids: Sequence[str]) -> Ints:
    """Nodes on the longest path up to a root, both included (SPEC 1); raises on a cycle."""
    size = len(ids)
    children = compressed(parent, child, size)
    waiting = np.bincount(child, minlength=size)
    depth = np.zeros(size, dtype=np.int64)
    level = np.flatnonzero(waiting == 0)
    current = 0
    while level.size:
        current += 1
        depth[level] = current
        below = gather(children, level)
        np.subtract.at(waiting, below, 1)
        candidates = np.unique(below)
        level = candidates[waiting[candidates] == 0]
    if not depth.all():
        raise CycleError(_find_cycle(child, parent, depth == 0, ids))
    return depth


def _find_cycle(child: Ints, parent: Ints, stuck: NDArray[np.bool_], ids: Sequence[str]) -> list[str]:
    """Walk up among the concepts that were never reached: each has a stuck parent, so it must repeat."""
    inside = stuck[child] & stuck[parent]
    upward = dict(zip(child[inside].tolist(), parent[inside].tolist(), strict=True))
    node = next(iter(upward))
    seen: dict[int, int] = {}
    while node not in seen:
        seen[node] = len(seen)
        node = upward[node]
    return [ids[i] for i, position in seen.items() if position >= seen[node]]


def sort_order(depth: Ints, ids: Sequence[str]) -> Ints:
    """Canonical order: by depth, then by id."""
    by_id = np.array(sorted(range(len(ids)), key=ids.__getitem__), dtype=np.int64)
    return by_id[np.argsort(depth[by_id], kind="stable")]


def reachable(children: Csr, root: int) -> NDArray[np.bool_]:
    """Mark ``root`` and all its descendants."""
    inside = np.zeros(len(children[0]) - 1, dtype=bool)
    level = np.array([root], dtype=np.int64)
    while level.size:
        inside[level] = True
        below = np.unique(gather(children, level))
        level = below[~inside[below]]
    return inside


def preorder(start: Ints, parent: Ints, depth: Ints) -> Ints:
    """Place of each concept in a walk down the tree of deepest parents, children in the order of their numbers.

    Concepts are numbered by depth, so the deepest parent is the last one and always stands before its children.
    """
    size = len(depth)
    above = np.full(size, -1, dtype=np.int64)
    has = np.diff(start) > 0
    above[has] = np.maximum.reduceat(parent, start[:-1][has]) if has.any() else 0
    levels = np.split(np.arange(size), np.flatnonzero(np.diff(depth)) + 1)
    below = np.ones(size, dtype=np.int64)
    for level in levels[:0:-1]:
        np.add.at(below, above[level], below[level])
    order = np.argsort(above, kind="stable")  # siblings stand together
    before = np.cumsum(below[order]) - below[order]
    first = np.maximum.accumulate(np.where(np.diff(above[order], prepend=-2) != 0, np.arange(size), 0))
    offset = np.empty(size, dtype=np.int64)
    offset[order] = before - before[first]
    place = offset.copy()
    for level in levels[1:]:
        place[level] += place[above[level]] + 1
    return place
