"""Products of distances on two lines over all pairs of records, in n·log n: sums in a tree over the ranks of one."""

from __future__ import annotations

import numpy as np

from kinonym.kernels.compile import compiled

__all__ = ["product_of_gaps"]


@compiled
def product_of_gaps(x, y, rank, share):
    """Σ_ij share_i·share_j·|x_i − x_j|·|y_i − y_j|, x ascending; ``rank`` are the ranks of y from 0.

    For each record the earlier ones with no greater y and those with a greater one are summed apart (Huo and Székely
    2016): Σ p·(x_j − x_i)·(y_j − y_i) needs Σ p, Σ p·x, Σ p·y and Σ p·x·y of the former, all from a Fenwick tree.
    """
    size = rank.max() + 1
    tree = np.zeros((size + 1, 4))
    whole = np.zeros(4)
    below = np.zeros(4)
    total = 0.0
    for j in range(len(x)):
        below[:] = 0.0
        at = rank[j] + 1
        while at > 0:
            below += tree[at]
            at -= at & -at
        low = x[j] * y[j] * below[0] - x[j] * below[2] - y[j] * below[1] + below[3]
        all_of_them = x[j] * y[j] * whole[0] - x[j] * whole[2] - y[j] * whole[1] + whole[3]
        total += share[j] * (2.0 * low - all_of_them)
        own = np.array([share[j], share[j] * x[j], share[j] * y[j], share[j] * x[j] * y[j]])
        whole += own
        at = rank[j] + 1
        while at <= size:
            tree[at] += own
            at += at & -at
    return 2.0 * total
