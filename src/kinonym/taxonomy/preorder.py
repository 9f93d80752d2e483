"""The order of a walk down the tree of deepest parents, in which near concepts are neighbours."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["preorder"]

Ints = NDArray[np.int64]


def preorder(start: Ints, parent: Ints, depth: Ints) -> Ints:
    """Return the position of each concept in a walk down the tree of deepest parents.

    Children come in the order of their numbers. Concepts are numbered by depth, so the deepest parent is the last one
    and always comes before its children.
    """
    size = len(depth)
    above = np.full(size, -1, dtype=np.int64)
    has = np.diff(start) > 0
    above[has] = np.maximum.reduceat(parent, start[:-1][has]) if has.any() else 0
    levels = np.split(np.arange(size), np.flatnonzero(np.diff(depth)) + 1)
    below = np.ones(size, dtype=np.int64)
    for level in levels[:0:-1]:
        np.add.at(below, above[level], below[level])
    order = np.argsort(above, kind="stable")  # siblings are neighbours
    before = np.cumsum(below[order]) - below[order]
    first = np.maximum.accumulate(np.where(np.diff(above[order], prepend=-2) != 0, np.arange(size), 0))
    offset = np.empty(size, dtype=np.int64)
    offset[order] = before - before[first]
    position = offset.copy()
    for level in levels[1:]:
        position[level] += position[above[level]] + 1
    return position
