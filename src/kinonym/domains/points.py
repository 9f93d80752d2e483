"""Points: the numbers that represent the values of a column, and distances in the precision of the methods."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["ROUNDING", "Points", "as_points", "round_distances"]

Points = NDArray[np.float64]
"""Concept numbers, ranks, numbers or days, depending on the domain."""

ROUNDING = 2.0**-24
"""Tables contain multiples of it: a float32 can represent them, and sums of them are exact. Closer sums are ties."""


def as_points(numbers: Sequence[float]) -> Points:
    """Convert numbers to the points of a domain."""
    return np.array(numbers, dtype=np.float64)


def round_distances(distances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Round exact distances to what the tables of the methods contain, so that their sums are exact in any order."""
    return np.rint(distances / ROUNDING) * ROUNDING
