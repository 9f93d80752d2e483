"""Sets of features of concepts: the size of the intersection of two sets, and neighbourhoods in the taxonomy.

Which features a set contains and how the measures use the sizes is in `kinonym.measures`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinonym.kernels.arrays import Codes, Numbers
from kinonym.kernels.compile import compiled

__all__ = ["common_features", "neighbourhood"]

BLOCK = 64  # targets per block
NARROW = 4  # with fewer sources, counting in blocks does not pay


@compiled(inlined=True)
def _count_in_blocks(start, feature, targets, marks, block, tile):
    """Count for all sources at once, in blocks of targets that are then transposed into the tile."""
    width, size = tile.shape
    for first in range(0, size, BLOCK):
        last = min(first + BLOCK, size)
        for j in range(first, last):
            for b in range(width):
                block[j - first, b] = 0
            for i in range(start[targets[j]], start[targets[j] + 1]):
                for b in range(width):
                    block[j - first, b] += marks[feature[i], b]
        for b in range(width):
            for j in range(first, last):
                tile[b, j] = block[j - first, b]


@compiled
def count_common(start, feature, sources, targets, marks, block, tile):
    """`common_features`; ``block`` is a workspace. Cost: O(features of the targets × sources)."""
    width, size = tile.shape
    for b in range(width):
        for i in range(start[sources[b]], start[sources[b] + 1]):
            marks[feature[i], b] = 1
    if width < NARROW:
        for b in range(width):
            for j in range(size):
                count = 0
                for i in range(start[targets[j]], start[targets[j] + 1]):
                    count += marks[feature[i], b]
                tile[b, j] = count
    else:
        _count_in_blocks(start, feature, targets, marks, block, tile)
    for b in range(width):
        for i in range(start[sources[b]], start[sources[b] + 1]):
            marks[feature[i], b] = 0


def common_features(
    start: Numbers, feature: Codes, sources: Numbers, targets: Numbers, marks: NDArray[np.uint8], tile: Codes
) -> None:
    """tile[b, j] = |A ∩ B| of source b and target j.

    ``marks`` is a workspace of features × sources that contains zeros before and after.
    """
    block = np.empty((BLOCK, len(sources)), dtype=np.int32)
    count_common(start, feature, sources, targets, marks, block, tile)


@compiled
def _collect_neighbourhood(near_start, near, centre, radius, stamp, queue):
    """Breadth-first search up to ``radius`` links: write the concepts to ``queue``, return their number."""
    queue[0] = centre
    stamp[centre] = centre
    expanded, reached = 0, 1
    for _ in range(radius):
        ring_end = reached
        while expanded < ring_end:
            for i in range(near_start[queue[expanded]], near_start[queue[expanded] + 1]):
                if stamp[near[i]] != centre:
                    stamp[near[i]] = centre
                    queue[reached] = near[i]
                    reached += 1
            expanded += 1
    return reached


@compiled
def count_neighbourhoods(near_start, near, radius, limit, stamp, queue, start):
    """start[c + 1] − start[c] = size of the neighbourhood of concept c; False if the total exceeds ``limit``."""
    for centre in range(len(near_start) - 1):
        start[centre + 1] = start[centre] + _collect_neighbourhood(near_start, near, centre, radius, stamp, queue)
        if start[centre + 1] > limit:
            return False
    return True


@compiled
def list_neighbourhoods(near_start, near, radius, stamp, queue, start, concept):
    """List the neighbourhood of each concept in the order of the search."""
    for centre in range(len(near_start) - 1):
        reached = _collect_neighbourhood(near_start, near, centre, radius, stamp, queue)
        for i in range(reached):
            concept[start[centre] + i] = queue[i]


def neighbourhood(near_start: Numbers, near: Numbers, radius: int, limit: int) -> tuple[Numbers, Codes]:
    """(start, concept) of all concepts within ``radius`` links of each concept, itself included.

    Both arrays are empty if the total exceeds ``limit``.
    """
    size = len(near_start) - 1
    stamp, queue = np.full(size, -1, dtype=np.int64), np.empty(size, dtype=np.int64)
    start = np.zeros(size + 1, dtype=np.int64)
    if not count_neighbourhoods(near_start, near, radius, limit, stamp, queue, start):
        return start[:0], np.empty(0, dtype=np.int32)
    concept = np.empty(start[size], dtype=np.int32)
    stamp[:] = -1
    list_neighbourhoods(near_start, near, radius, stamp, queue, start, concept)
    return start, concept
