"""Sums over many distances: of rows, and the products behind distance covariance, in general and on lines.

The operators that these sums serve are in `kinonym.operators`; no distance is measured here.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.arrays import Floats, Numbers
from kinonym.kernels.compile import compiled

__all__ = ["add_rows", "product_of_gaps", "sparse_product"]


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


def sparse_product(
    first: Floats, second: Floats, start: Numbers, left: Numbers, right: Numbers, share: Floats
) -> float:
    """Σ_rs share_r·share_s·first[left_r, left_s]·second[right_r, right_s].

    The product of two centred distance matrices over all pairs of records, from the value pairs that occur. They
    are in order of ``left``; those of value i lie from start[i] to start[i + 1]. Cost: pairs × values.
    """
    return sum_products(first, second, start, left, right, share, np.empty(len(second)))


@compiled
def sum_gaps(x, y, rank, share, tree, whole, below, own):
    """`product_of_gaps` with room to work in, zero everywhere before."""
    total = 0.0
    for j in range(len(x)):
        for c in range(4):
            below[c] = 0.0
        at = rank[j] + 1
        while at > 0:
            for c in range(4):
                below[c] += tree[at, c]
            at -= at & -at
        low = x[j] * y[j] * below[0] - x[j] * below[2] - y[j] * below[1] + below[3]
        all_of_them = x[j] * y[j] * whole[0] - x[j] * whole[2] - y[j] * whole[1] + whole[3]
        total += share[j] * (2.0 * low - all_of_them)
        own[0], own[1], own[2], own[3] = share[j], share[j] * x[j], share[j] * y[j], share[j] * x[j] * y[j]
        for c in range(4):
            whole[c] += own[c]
        at = rank[j] + 1
        while at < len(tree):
            for c in range(4):
                tree[at, c] += own[c]
            at += at & -at
    return 2.0 * total


def product_of_gaps(x: Floats, y: Floats, rank: Numbers, share: Floats) -> float:
    """Σ_ij share_i·share_j·|x_i − x_j|·|y_i − y_j|, x ascending; ``rank`` are the ranks of y from 0. In n·log n.

    For each record the earlier ones with no greater y and those with a greater one are summed apart (Huo and Székely
    2016): Σ p·(x_j − x_i)·(y_j − y_i) needs Σ p, Σ p·x, Σ p·y and Σ p·x·y of the former, all from a Fenwick tree.
    """
    tree = np.zeros((rank.max() + 2, 4))
    return sum_gaps(x, y, rank, share, tree, np.zeros(4), np.zeros(4), np.zeros(4))
