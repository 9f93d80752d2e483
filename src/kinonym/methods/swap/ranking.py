"""The reference that swapping begins with, and the ranking by the distance from it (T def. 8, 9 and 13)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinonym.grouped import Tuples

__all__ = ["most_marginal", "ranked"]


def most_marginal(tuples: Tuples, rng: np.random.Generator) -> int:
    """The tuple with the greatest sum of distances to all records (T eq. 5.1, 5.6); ties: a random record."""
    from kinonym.kernels.swap_order import marginalities

    sums = marginalities(tuples.flat, tuples.codes, tuples.counts)
    best = np.flatnonzero(sums == sums.max())
    return int(rng.choice(best, p=tuples.counts[best] / tuples.counts[best].sum()))


def ranked(column: Tuples, reference: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """The records of a column in ascending order of the distance from the reference value; ties shuffled."""
    points = column.columns[0].points[column.codes[:, 0]]
    distances = column.columns[0].domain.between(points, np.full(len(points), points[reference]))
    shuffled = rng.permutation(column.records)
    of_record = np.repeat(distances, column.counts)
    order: NDArray[np.int64] = shuffled[np.argsort(of_record[shuffled], kind="stable")]
    return order
