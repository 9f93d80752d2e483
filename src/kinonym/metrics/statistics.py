"""Semantic means, variances, covariances and correlations before and after, and how far they moved.

Also whether the masked records still form the same clusters: Ward's method and the distance of partitions.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from kinonym.metrics.utility import after, column_counts, kept, sample, sample_tuples
from kinonym.operators.centres import Sample, Value, mean_point, name_of, variance_about
from kinonym.operators.covariance import covariance_matrix
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.index_arrays import DROPPED
from kinonym.tuples.tuples import tuple_points

__all__ = [
    "ColumnStatistics",
    "Moments",
    "PairStatistics",
    "Partitions",
    "Statistics",
    "compare_statistics",
    "measure_partitions",
    "measure_statistics",
    "moments",
    "partition_distance",
    "sampled_statistics",
    "tuple_distances",
    "ward",
]

Matrix = NDArray[np.float64]

VALUES_LIMIT = 2000
"""With more distinct values than this in a column, a sample of so many records is measured."""


@dataclass(frozen=True, kw_only=True)
class ColumnStatistics:
    """One column before and after; ``*_error`` are the differences of specification 8.

    ``mean_distance`` lies between the semantic means (T eq. 4.18), ``variance`` is sVar (T eq. 4.19),
    ``distance_variance`` is sdVar (T eq. 4.25).
    """

    mean_before: Value
    mean_after: Value
    mean_distance: float
    variance_before: float
    variance_after: float
    variance_error: float
    distance_variance_before: float
    distance_variance_after: float
    distance_variance_error: float


@dataclass(frozen=True, kw_only=True)
class PairStatistics:
    """Two columns before and after: sdCov (T eq. 4.20) and sdCor (T eq. 4.24)."""

    columns: tuple[str, str]
    covariance_before: float
    covariance_after: float
    covariance_error: float
    correlation_before: float
    correlation_after: float
    correlation_error: float


@dataclass(frozen=True, kw_only=True)
class Statistics:
    """The statistics before and after. Noise of strength ``alpha`` is meant to raise variances by 1 + alpha."""

    alpha: float
    columns: dict[str, ColumnStatistics]
    pairs: tuple[PairStatistics, ...]
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Moments:
    """Mean points, sVar and the matrix of sdCov of one set of tuples."""

    means: tuple[float, ...]
    variances: tuple[float, ...]
    covariance: Matrix

    @property
    def correlation(self) -> Matrix:
        """Distance correlations; 0 with a constant column."""
        spread = np.diag(self.covariance)
        product = np.sqrt(np.outer(spread, spread))
        return np.divide(self.covariance, product, out=np.zeros_like(product), where=product > 0)


@kept
def moments(tuples: Tuples) -> Moments:
    """Moments of a set of tuples, computed once for each."""
    centres = [_centre(tuples, j) for j in range(len(tuples.columns))]
    means = tuple(mean for mean, _ in centres)
    return Moments(means, tuple(variance for _, variance in centres), covariance_matrix(tuples))


def _centre(tuples: Tuples, j: int) -> tuple[float, float]:
    """Semantic mean, as a point, and variance about it."""
    column = tuples.columns[j]
    counted = Sample(column.domain, column.points, column_counts(tuples, j), np.arange(len(column.points)))
    mean = mean_point(counted)
    return mean, variance_about(counted, mean)


def measure_statistics(plan: Plan, *, alpha: float = 0.0) -> Statistics | None:
    """Measure a plan; None if it keeps no record."""
    used = plan
    notices: tuple[str, ...] = ()
    if any(len(column.points) > VALUES_LIMIT for column in plan.tuples.columns):
        used = sample(plan, VALUES_LIMIT)
        notices = (f"means, variances and correlations were measured on a random sample of {VALUES_LIMIT:,} records",)
    masked, _ = after(used)
    return compare_statistics(used.tuples, masked, alpha=alpha, notices=notices) if len(masked) else None


def compare_statistics(
    before: Tuples, masked: Tuples, *, alpha: float = 0.0, notices: tuple[str, ...] = ()
) -> Statistics:
    """Compare the moments of two sets of tuples over the same columns."""
    old, new = moments(before), moments(masked)
    names = [column.name for column in before.columns]
    return Statistics(
        alpha=alpha,
        columns={name: _column(before, old, new, j, alpha) for j, name in enumerate(names)},
        pairs=tuple(
            _pair((names[i], names[j]), old, new, (i, j), alpha) for i, j in combinations(range(len(names)), 2)
        ),
        notices=notices,
    )


def sampled_statistics(before: Tuples, masked: Tuples) -> Statistics:
    """Compare the moments of samples of both sides, for columns with very many values."""
    if all(len(column.points) <= VALUES_LIMIT for side in (before, masked) for column in side.columns):
        return compare_statistics(before, masked)
    notice = f"means, variances and correlations were measured on random samples of {VALUES_LIMIT:,} records"
    return compare_statistics(*(sample_tuples(side, VALUES_LIMIT) for side in (before, masked)), notices=(notice,))


def _column(before: Tuples, old: Moments, new: Moments, j: int, alpha: float) -> ColumnStatistics:
    domain = before.columns[j].domain
    means = np.array([old.means[j]]), np.array([new.means[j]])
    return ColumnStatistics(
        mean_before=name_of(domain, old.means[j]),
        mean_after=name_of(domain, new.means[j]),
        mean_distance=float(domain.between(*means)[0]),
        variance_before=old.variances[j],
        variance_after=new.variances[j],
        variance_error=abs(new.variances[j] - (1.0 + alpha) * old.variances[j]),
        distance_variance_before=float(old.covariance[j, j]),
        distance_variance_after=float(new.covariance[j, j]),
        distance_variance_error=float(abs(new.covariance[j, j] - old.covariance[j, j])),
    )


def _pair(names: tuple[str, str], old: Moments, new: Moments, at: tuple[int, int], alpha: float) -> PairStatistics:
    before, masked = float(old.covariance[at]), float(new.covariance[at])
    correlation, changed = float(old.correlation[at]), float(new.correlation[at])
    return PairStatistics(
        columns=names,
        covariance_before=before,
        covariance_after=masked,
        covariance_error=abs(masked - (1.0 + alpha) * before),
        correlation_before=correlation,
        correlation_after=changed,
        correlation_error=abs(changed - correlation),
    )


RECORDS_LIMIT = 1000
"""Tables with more distinct tuples than this are clustered on a sample of so many records."""
CLUSTERS = 14
"""Clusters that both sides are cut into, as in M sect. 5.4."""

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
    """Cluster the original and the masked records separately and compare; None if no record is kept."""
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
        between = column.domain.point_distances(distinct, distinct)
        total += weights[j] * (between**2 if euclidean else between)[np.ix_(place, place)]
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
        kept, gone = label[pairs[step, 0]], label[pairs[step, 1]]
        label[label == gone] = kept
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
    positive = shares[shares > 0]
    return float(-(positive @ np.log2(positive))) + 0.0
