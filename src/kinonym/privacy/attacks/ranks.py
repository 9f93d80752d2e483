"""The ranking of a column that srs1 walks up, as an attacker who knows all original values finds it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinonym.grouped import Tuples

__all__ = ["Ranking", "alone", "rankings"]

Ranking = tuple[NDArray[np.int64], NDArray[np.int64]]
"""The first and the last rank of each value; values equally far from the reference share theirs."""


def alone(tuples: Tuples, j: int) -> Tuples:
    """The values of one column that occur, as tuples of their own."""
    weights = np.bincount(tuples.codes[:, j], weights=tuples.counts)
    values = np.flatnonzero(weights)
    return Tuples(values.astype(np.int32)[:, None], weights[values].astype(np.int64), (tuples.columns[j],))


def rankings(tuples: Tuples, j: int) -> tuple[Ranking, ...]:
    """One ranking for each of the most marginal values (T eq. 5.1): which of them is drawn is not known."""
    from kinonym.kernels.swap_order import marginalities

    part = alone(tuples, j)
    sums = marginalities(part.flat, part.codes, part.counts)
    return tuple(_ranking(part, reference) for reference in np.flatnonzero(sums == sums.max()))


def _ranking(part: Tuples, reference: int) -> Ranking:
    column, values = part.columns[0], part.codes[:, 0]
    points = column.points[values]
    distances = column.domain.between(points, np.full(len(points), points[reference]))
    _, group = np.unique(distances, return_inverse=True)
    ends = np.cumsum(np.bincount(group, weights=part.counts)).astype(np.int64)
    low, high = np.zeros((2, len(column.points)), dtype=np.int64)
    low[values] = np.concatenate([[0], ends])[group]
    high[values] = ends[group] - 1
    return low, high
