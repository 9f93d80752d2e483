"""Sums of rows of distances, one pass over each row."""

from __future__ import annotations

from kinonym.kernels.compile import compiled

__all__ = ["add_rows"]


@compiled
def add_rows(rows, weights, sums):
    """sums[c] += Σ_i weights[i]·rows[i, c]."""
    for i in range(len(rows)):
        for c in range(len(sums)):
            sums[c] += weights[i] * rows[i, c]
