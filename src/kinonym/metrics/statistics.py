"""Semantic means, variances, covariances and correlations before and after, and how far they moved.

Also whether the masked records still form the same clusters: Ward's method and the distance of partitions.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from kinonym.metrics.column_flow import column_counts
from kinonym.metrics.computed_once import computed_once
from kinonym.metrics.plan_changes import find_masked_tuples
from kinonym.metrics.plan_samples import sample, sample_tuples
from kinonym.operators.centres import mean_point, variance_about
from kinonym.operators.covariance import covariance_matrix
from kinonym.operators.samples import Sample, Value, name_of
from kinonym.tuples import Plan, Tuples

__all__ = [
    "VALUES_LIMIT",
    "ColumnStatistics",
    "Matrix",
    "Moments",
    "PairStatistics",
    "Statistics",
    "compare_samples",
    "compare_statistics",
    "measure_statistics",
    "moments",
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


@computed_once
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
    masked, _ = find_masked_tuples(used)
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


def compare_samples(before: Tuples, masked: Tuples) -> Statistics:
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
