"""Sums over many distances: of rows, and the products behind distance covariance.

The operators that these sums serve are in `kinonym.operators`; no distance is measured here.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.compile import compiled

__all__ = ["add_rows", "sparse_product"]


@compiled
def add_rows(rows, weights, sums):
    """sums[c] += Σ_i weights[i]·rows[i, c]."""
    for i in range(len(rows)):
        for c in range(len(sums)):
            sums[c] += weights[i] * rows[i, c]


@compiled
def sum_products(first, second, start, left, right, share, row):
    """`sparse_product` with room for a row of ``second``."""
    total = 0.0
    for i in range(len(start) - 1):
        if start[i] == start[i + 1]:
            continue
        for j in range(len(row)):
            row[j] = 0.0
        for s in range(len(left)):
            row[right[s]] += first[i, left[s]] * share[s]
        for r in range(start[i], start[i + 1]):
            inner = 0.0
            other = second[right[r]]
            for j in range(len(row)):
                inner += row[j] * other[j]
            total += share[r] * inner
    return total


def sparse_product(first, second, start, left, right, share):
    """Σ_rs share_r·share_s·first[left_r, left_s]·second[right_r, right_s].

    The product of two centred distance matrices over all pairs of records, from the value pairs that occur. They
    are in order of ``left``; those of value i lie from start[i] to start[i + 1]. Cost: pairs × values.
    """
    return sum_products(first, second, start, left, right, share, np.empty(len(second)))
