"""The product of two centred distance matrices over all pairs of records, from the value pairs that occur."""

from __future__ import annotations

import numpy as np

from kinonym.kernels.compile import compiled

__all__ = ["sparse_product"]


@compiled
def sparse_product(first, second, start, left, right, share):
    """Σ_rs share_r·share_s·first[left_r, left_s]·second[right_r, right_s].

    The pairs are in order of ``left``; those of value i lie from start[i] to start[i + 1].
    Cost: pairs × values.
    """
    total = 0.0
    for i in range(len(start) - 1):
        if start[i] == start[i + 1]:
            continue
        row = np.zeros(len(second))
        for s in range(len(left)):
            row[right[s]] += first[i, left[s]] * share[s]
        for r in range(start[i], start[i + 1]):
            inner = 0.0
            other = second[right[r]]
            for j in range(len(row)):
                inner += row[j] * other[j]
            total += share[r] * inner
    return total
