"""Equal rows of codes or points, where a missing number equals a missing number."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["comparable", "distinct_rows"]


def distinct_rows(table: NDArray[np.generic]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the first row of each kind, in lexicographic order, and the kind of every row; NaN equals NaN."""
    key, size = np.zeros(len(table), dtype=np.int64), 1
    for column in table.T:
        values, code = np.unique(column, return_inverse=True)
        if size > np.iinfo(np.int64).max // max(1, len(values)):
            kinds, key = np.unique(key, return_inverse=True)
            size = len(kinds)
        key = key * len(values) + code
        size *= len(values)
    _, first, kind = np.unique(key, return_index=True, return_inverse=True)
    return first, kind


def comparable(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the points with infinity for missing numbers, which then compare equal."""
    return np.where(np.isnan(points), np.inf, points)
