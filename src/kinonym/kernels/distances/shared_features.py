"""Set operations for the measures by features: how much two concepts' sets share, and neighbourhoods.

What the sets hold and what a share is worth is in `kinonym.measures`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinonym.kernels.arrays import Codes, Numbers
from kinonym.kernels.compile import compiled

__all__ = ["common_features", "neighbourhood"]

BLOCK = 64
NARROW = 4


@compiled(inlined=True)
def _count_wide(start, feature, targets, marks, block, tile):
    """All sources of the tile at once, in blocks of targets that are then turned round."""
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
    """`common_features` with room to work in."""
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
        _count_wide(start, feature, targets, marks, block, tile)
    for b in range(width):
        for i in range(start[sources[b]], start[sources[b] + 1]):
            marks[feature[i], b] = 0


def common_features(
    start: Numbers, feature: Codes, sources: Numbers, targets: Numbers, marks: NDArray[np.uint8], tile: Codes
) -> None:
    """tile[b, j] = |A ∩ B| of source b and target j.

    ``marks`` is a table of (features, sources), zero before and after.
    """
    block = np.empty((BLOCK, len(sources)), dtype=np.int32)
    count_common(start, feature, sources, targets, marks, block, tile)


@compiled
def _around(near_start, near, centre, radius, stamp, queue):
    """Walk outwards from ``centre``; the concepts met stand in ``queue``, their number comes back."""
    queue[0] = centre
    stamp[centre] = centre
    done, met = 0, 1
    for _ in range(radius):
        ring = met
        while done < ring:
            for i in range(near_start[queue[done]], near_start[queue[done] + 1]):
                if stamp[near[i]] != centre:
                    stamp[near[i]] = centre
                    queue[met] = near[i]
                    met += 1
            done += 1
    return met


@compiled
def count_around(near_start, near, radius, limit, stamp, queue, start):
    """start[c + 1] − start[c] = how many are around concept c; False once there are more than ``limit`` in total."""
    for centre in range(len(near_start) - 1):
        start[centre + 1] = start[centre] + _around(near_start, near, centre, radius, stamp, queue)
        if start[centre + 1] > limit:
            return False
    return True


@compiled
def list_around(near_start, near, radius, stamp, queue, start, concept):
    """The concepts around each, in the order of meeting them."""
    for centre in range(len(near_start) - 1):
        met = _around(near_start, near, centre, radius, stamp, queue)
        for i in range(met):
            concept[start[centre] + i] = queue[i]


def neighbourhood(near_start: Numbers, near: Numbers, radius: int, limit: int) -> tuple[Numbers, Codes]:
    """(start, concept) of all within ``radius`` links of each concept, itself included.

    Both are empty if there are more than ``limit`` in total.
    """
    size = len(near_start) - 1
    stamp, queue = np.full(size, -1, dtype=np.int64), np.empty(size, dtype=np.int64)
    start = np.zeros(size + 1, dtype=np.int64)
    if not count_around(near_start, near, radius, limit, stamp, queue, start):
        return start[:0], np.empty(0, dtype=np.int32)
    concept = np.empty(start[size], dtype=np.int32)
    stamp[:] = -1
    list_around(near_start, near, radius, stamp, queue, start, concept)
    return start, concept
