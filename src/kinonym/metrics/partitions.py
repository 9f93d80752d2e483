"""Whether the masked records still form the same clusters: Ward's method and the distance of partitions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.grouped import Plan, Tuples
from kinonym.grouped.plan import DROPPED, tuple_points
from kinonym.metrics.sides import after, sample
from kinonym.operators.sample import distance_matrix

__all__ = ["Partitions", "measure_partitions", "partition_distance", "tuple_distances", "ward"]

RECORDS_LIMIT = 1000
"""Tables with more distinct tuples than this are clustered on a sample of so many records."""
CLUSTERS = 14
"""Clusters that both sides are cut into, as in M sect. 5.4."""

Matrix = NDArray[np.float64]
Labels = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Partitions:
    """``distance`` between the partitions of the original and the masked records (M eq. 23-26).

    0: the same clusters; 1: nothing in common. ``records`` says how many were clustered.
    """

    distance: float
    clusters: int
    records: int
    sampled: bool


def measure_partitions(plan: Plan, *, clusters: int = CLUSTERS, limit: int = RECORDS_LIMIT) -> Partitions | None:
    """Cluster the original and the masked records on their own and compare; None if no record is kept."""
    used = sample(plan, limit) if len(plan.tuples) > limit else plan
    masked, place = after(used)
    kept = place != DROPPED
    if not kept.any():
        return None
    size = min(clusters, len(used.tuples), len(masked))
    first = ward(tuple_distances(used.tuples), used.tuples.counts, size)
    second = ward(tuple_distances(masked), masked.counts, size)
    distance = partition_distance(first[used.source[kept]], second[place[kept]], used.count[kept])
    return Partitions(distance=distance, clusters=size, records=used.tuples.records, sampled=used is not plan)


def tuple_distances(tuples: Tuples) -> Matrix:
    """Distances between all tuples: mean over the columns (T eq. 5.5), Euclidean if all are numbers."""
    points = tuple_points(tuples)
    weights = np.array([column.weight for column in tuples.columns])
    euclidean = tuples.euclidean
    total = np.zeros((len(tuples), len(tuples)))
    for j, column in enumerate(tuples.columns):
        distinct, place = np.unique(points[:, j], return_inverse=True)
        between = distance_matrix(column.domain, distinct, distinct)
        total += weights[j] * (between**2 if euclidean else between)[np.ix_(place, place)]
    total /= weights.sum()
    return np.sqrt(total) if euclidean else total


def ward(distances: Matrix, counts: NDArray[np.int64], clusters: int) -> Labels:
    """Cut Ward's hierarchy of weighted points into clusters; returns the cluster of each point.

    The recurrence of Lance and Williams needs distances only, so it stands for any dissimilarity. Points with
    a count are what as many equal points become: two of them are sqrt(2·w1·w2/(w1+w2))·d apart. The merges
    are found by chains of nearest neighbours, in O(p²).
    """
    heights, pairs = _merges(distances, counts.astype(np.float64))
    label = np.arange(len(counts))
    for step in np.argsort(heights, kind="stable")[: len(counts) - clusters]:
        kept, gone = label[pairs[step, 0]], label[pairs[step, 1]]
        label[label == gone] = kept
    return np.unique(label, return_inverse=True)[1].astype(np.int64)


def _merges(distances: Matrix, size: NDArray[np.float64]) -> tuple[NDArray[np.float64], Labels]:
    """All merges as (height, two points that stand for their clusters)."""
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


def partition_distance(first: Labels, second: Labels, counts: NDArray[np.int64] | None = None) -> float:
    """Distance of two partitions of the same records (M eq. 23): (2·I(AB) − I(A) − I(B)) / I(AB), in [0, 1].

    >>> partition_distance(np.array([0, 0, 1, 1]), np.array([1, 1, 0, 0]))
    0.0
    >>> partition_distance(np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]))
    1.0
    """
    weight = np.ones(len(first)) if counts is None else counts.astype(np.float64)
    width = int(second.max()) + 1
    both = np.bincount(first * width + second, weights=weight, minlength=(int(first.max()) + 1) * width)
    table = both.reshape(-1, width) / weight.sum()
    joint = _information(table)
    if joint == 0.0:
        return 0.0
    apart = (2.0 * joint - _information(table.sum(axis=1)) - _information(table.sum(axis=0))) / joint
    return float(np.clip(apart, 0.0, 1.0))


def _information(shares: Matrix) -> float:
    """Average information in bits (M eq. 24-26)."""
    held = shares[shares > 0]
    return float(-(held @ np.log2(held))) + 0.0
