"""Ward's hierarchical clustering from distances, cut into a number of clusters."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinonym.metrics.statistics import Matrix
from kinonym.tuples import Tuples
from kinonym.tuples.tuples import tuple_points

__all__ = ["Labels", "merge_nearest", "tuple_distances", "ward"]

Labels = NDArray[np.int64]


def tuple_distances(tuples: Tuples) -> Matrix:
    """Distances between all tuples: mean over the columns (T eq. 5.5), Euclidean if all are numbers."""
    points = tuple_points(tuples)
    weights = np.array([column.weight for column in tuples.columns])
    euclidean = tuples.euclidean
    total = np.zeros((len(tuples), len(tuples)))
    for j, column in enumerate(tuples.columns):
        distinct, inverse = np.unique(points[:, j], return_inverse=True)
        between = column.domain.point_distances(distinct, distinct)
        total += weights[j] * (between**2 if euclidean else between)[np.ix_(inverse, inverse)]
    total /= weights.sum()
    return np.sqrt(total) if euclidean else total


def ward(distances: Matrix, counts: NDArray[np.int64], clusters: int) -> Labels:
    """Cut Ward's hierarchy of weighted points into clusters; returns the cluster of each point.

    The recurrence of Lance and Williams needs distances only, so it works for any dissimilarity. Points with
    a count are what as many equal points become: two of them are sqrt(2·w1·w2/(w1+w2))·d apart. The merges
    are found by chains of nearest neighbours, in O(p²).
    """
    heights, pairs = merge_nearest(distances, counts.astype(np.float64))
    label = np.arange(len(counts))
    for step in np.argsort(heights, kind="stable")[: len(counts) - clusters]:
        joined, gone = label[pairs[step, 0]], label[pairs[step, 1]]
        label[label == gone] = joined
    return np.unique(label, return_inverse=True)[1].astype(np.int64)


def merge_nearest(distances: Matrix, size: NDArray[np.float64]) -> tuple[NDArray[np.float64], Labels]:
    """All merges of Ward's hierarchy as (squared height, two points that stand for their clusters)."""
    size = size.copy()
    total = np.add.outer(size, size)
    square = 2.0 * np.multiply.outer(size, size) / total * distances**2
    np.fill_diagonal(square, np.inf)
    steps = len(size) - 1
    heights, pairs = np.empty(steps), np.empty((steps, 2), dtype=np.int64)
    chain: list[int] = []
    alive = np.ones(len(size), dtype=bool)
    for step in range(steps):
        if not chain:
            chain.append(int(np.argmax(alive)))
        while True:
            tip = chain[-1]
            nearest = int(np.argmin(square[tip]))
            if len(chain) > 1 and square[tip, chain[-2]] <= square[tip, nearest]:
                break  # the two at the tip are each other's nearest; a tie stays, so that the chain ends
            chain.append(nearest)
        other, tip = chain.pop(), chain.pop()
        heights[step], pairs[step] = square[tip, other], (tip, other)
        _join(square, size, alive, tip, other)
    return heights, pairs


def _join(square: Matrix, size: NDArray[np.float64], alive: NDArray[np.bool_], i: int, j: int) -> None:
    """Put cluster j into i: Lance and Williams for Ward, on squared distances."""
    rest = alive.copy()
    rest[[i, j]] = False
    grown = (size[i] + size[rest]) * square[i, rest] + (size[j] + size[rest]) * square[j, rest]
    joined = (grown - size[rest] * square[i, j]) / (size[i] + size[j] + size[rest])
    square[i, rest] = square[rest, i] = joined
    square[j, :] = square[:, j] = np.inf
    size[i] += size[j]
    alive[j] = False
