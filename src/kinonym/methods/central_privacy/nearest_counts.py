"""Noisy counts → counts of rows: post-processing, which sees the noisy counts and the number of rows alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["draw_nearest_counts", "find_level"]

Counts = NDArray[np.int64]


def draw_nearest_counts(noisy: Counts, records: int, rng: np.random.Generator) -> Counts:
    """The counts ≥ 0 that add up to ``records`` and have the least squared distance to noisy ones; ties are drawn.

    Notes
    -----
    Without whole numbers the solution is max(0, count − level). With them, ``level`` is the greatest that leaves
    enough rows; which of the cells above it give one row more is a tie.
    """
    level, surplus = find_level(noisy, records)
    counts = np.maximum(0, noisy - level)
    counts[rng.choice(np.flatnonzero(counts), surplus, replace=False)] -= 1
    return counts


def find_level(noisy: Counts, records: int) -> tuple[int, int]:
    """(greatest level at which the counts above it add up to ``records`` or more, by how much they exceed it)."""
    low, high = -records, int(noisy.max())  # noisy counts are at least 0
    while high - low > 1:
        middle = (low + high) // 2
        if np.maximum(0, noisy - middle).sum() >= records:
            low = middle
        else:
            high = middle
    return low, int(np.maximum(0, noisy - low).sum()) - records
