"""Counts of distinct rows of codes, batch after batch, in an amount of memory that grows with the distinct rows."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

__all__ = ["RowCounts"]

_KEY_LIMIT = 1 << 62


class RowCounts:
    """Counts of distinct rows of codes; new batches are merged when they are as long as the merged rows."""

    def __init__(self, width: int) -> None:
        self._parts = [(np.empty((0, width), dtype=np.int32), np.empty(0, dtype=np.int64))]

    def add(self, codes: NDArray[np.int32], times: NDArray[np.int64] | None = None) -> None:
        """Add rows; ``times`` says how often each of them occurs, None once."""
        self._parts.append(_group_equal(codes, times))
        if sum(len(part) for part, _ in self._parts[1:]) > len(self._parts[0][0]):
            self.merge()

    def merge(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Return (the distinct rows, their counts)."""
        if len(self._parts) > 1:
            codes, counts = zip(*self._parts, strict=True)
            self._parts = [_group_equal(np.concatenate(codes), np.concatenate(counts))]
        return self._parts[0]


def _group_equal(
    codes: NDArray[np.int32], times: NDArray[np.int64] | None
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Add up equal rows: as single numbers if they fit into 64 bits, else column by column."""
    widths = [int(column.max(initial=0)) + 1 for column in codes.T]
    if math.prod(widths) < _KEY_LIMIT:
        key = np.zeros(len(codes), dtype=np.int64)
        for width, column in zip(widths, codes.T, strict=True):
            key = key * width + column
        keys, counts = _sum_keys(key, times)
        return np.column_stack(np.unravel_index(keys, widths)).astype(np.int32), counts
    kind = np.zeros(len(codes), dtype=np.int64)
    first = np.zeros(min(1, len(codes)), dtype=np.int64)
    for column in codes.T:
        width = int(column.max(initial=0)) + 1
        _, first, kind = np.unique(kind * width + column, return_index=True, return_inverse=True)
    return codes[first], _sum_keys(kind, times)[1]


def _sum_keys(keys: NDArray[np.int64], times: NDArray[np.int64] | None) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the distinct keys and their counts; without ``times`` each key counts once."""
    if times is None:
        distinct, counts = np.unique(keys, return_counts=True)
        return distinct, counts.astype(np.int64)
    distinct, inverse = np.unique(keys, return_inverse=True)
    return distinct, np.bincount(inverse, weights=times, minlength=len(distinct)).astype(np.int64)
