"""What a publishable report may show of counts: nothing below five, also not by subtraction."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["SMALLEST", "shown"]

SMALLEST = 5
"""Fewer records than this are never shown for a value."""


def shown(counts: NDArray[np.int64], least: int = SMALLEST) -> NDArray[np.bool_]:
    """Which of the counts may be shown where their total is known.

    Those below ``least`` are hidden. If what is hidden adds up to less than ``least``, the total would give it
    away: the next smallest are hidden as well until it does not.

    >>> shown(np.array([90, 7, 3])).tolist()
    [True, False, False]
    >>> shown(np.array([90, 7, 3, 2])).tolist()
    [True, True, False, False]
    """
    small = (counts < least) & (counts > 0)
    hidden = int(counts[small].sum())
    for i in np.argsort(counts, kind="stable"):
        if hidden == 0 or hidden >= least:
            break
        if not small[i] and counts[i] > 0:
            small[i] = True
            hidden += int(counts[i])
    return ~small & (counts > 0)
