"""What noise did to a table: means, variances, covariances and correlations before and after (T sect. 7.3)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinonym.grouped import Plan, Tuples
from kinonym.grouped.plan import DROPPED
from kinonym.operators import covariance_matrix
from kinonym.operators.mean import mean_point
from kinonym.operators.sample import Value, column_sample, name_of
from kinonym.operators.variance import variance_about

__all__ = ["ColumnEffect", "Effect", "PairEffect", "masked_tuples", "measure_effect"]

_SUPPORT = 12_000
_SAMPLE = 20_000


@dataclass(frozen=True, kw_only=True)
class ColumnEffect:
    """One column; ``expected`` is (1 + alpha) times the variance before, where noise has an alpha."""

    mean: Value
    mean_after: Value
    mean_distance: float
    variance: float
    expected: float
    variance_after: float
    distance_variance: float
    distance_variance_after: float


@dataclass(frozen=True, kw_only=True)
class PairEffect:
    """Two columns; ``expected`` is (1 + alpha) times the covariance before."""

    covariance: float
    expected: float
    covariance_after: float
    correlation: float
    correlation_after: float


@dataclass(frozen=True, kw_only=True)
class Effect:
    """All columns by name and all pairs of them; ``sampled`` records were taken for the covariances after."""

    columns: dict[str, ColumnEffect]
    pairs: dict[tuple[str, str], PairEffect]
    sampled: int | None = None


def measure_effect(plan: Plan, alpha: float = 0.0, *, seed: int = 0) -> Effect:
    """Compare a plan's masked table with the original.

    Parameters
    ----------
    plan
        Any plan that keeps its rows.
    alpha
        What the noise was asked for; 0 expects the original figures.
    seed
        Of the sample of 20,000 records that stands for the covariances after, where a masked column has more
        than 12,000 distinct values.
    """
    before, after = plan.tuples, masked_tuples(plan)
    small, sampled = _reduced(after, seed)
    matrices = covariance_matrix(before), covariance_matrix(small)
    names = [column.name for column in before.columns]
    columns = {name: _column(before, after, j, alpha, matrices) for j, name in enumerate(names)}
    pairs = {
        (names[i], names[j]): _pair(i, j, alpha, matrices) for j in range(len(names)) for i in range(j)
    }  # fmt: skip
    return Effect(columns=columns, pairs=pairs, sampled=sampled)


def masked_tuples(plan: Plan) -> Tuples:
    """The masked table, grouped."""
    kept = plan.target != DROPPED
    columns = plan.tuples.columns
    counts = np.bincount(plan.target[kept], weights=plan.count[kept], minlength=len(plan.targets)).astype(np.int64)
    held = counts > 0
    names, domains = [c.name for c in columns], [c.domain for c in columns]
    return Tuples.from_points(names, domains, plan.targets[held], counts[held])[0]


def _reduced(tuples: Tuples, seed: int) -> tuple[Tuples, int | None]:
    """A sample of the records, if a column has too many values for a matrix of all of them."""
    if max(len(column.points) for column in tuples.columns) <= _SUPPORT or tuples.records <= _SAMPLE:
        return tuples, None
    rng = np.random.default_rng(seed)
    counts = rng.multivariate_hypergeometric(tuples.counts, _SAMPLE, method="marginals")
    held = np.flatnonzero(counts)
    points = np.column_stack([c.points[tuples.codes[held, j]] for j, c in enumerate(tuples.columns)])
    names, domains = [c.name for c in tuples.columns], [c.domain for c in tuples.columns]
    return Tuples.from_points(names, domains, points, counts[held])[0], _SAMPLE


def _column(
    before: Tuples, after: Tuples, j: int, alpha: float, matrices: tuple[np.ndarray, np.ndarray]
) -> ColumnEffect:
    first, second = column_sample(before, j), column_sample(after, j)
    means = mean_point(first), mean_point(second)
    variance = variance_about(first, means[0])
    return ColumnEffect(
        mean=name_of(first.domain, means[0]),
        mean_after=name_of(second.domain, means[1]),
        mean_distance=float(first.domain.between(np.array([means[0]]), np.array([means[1]]))[0]),
        variance=variance,
        expected=(1 + alpha) * variance,
        variance_after=variance_about(second, means[1]),
        distance_variance=float(matrices[0][j, j]),
        distance_variance_after=float(matrices[1][j, j]),
    )


def _pair(i: int, j: int, alpha: float, matrices: tuple[np.ndarray, np.ndarray]) -> PairEffect:
    def correlation(matrix: np.ndarray) -> float:
        product = matrix[i, i] * matrix[j, j]
        return float(matrix[i, j] / np.sqrt(product)) if product > 0 else 0.0

    return PairEffect(
        covariance=float(matrices[0][i, j]),
        expected=float((1 + alpha) * matrices[0][i, j]),
        covariance_after=float(matrices[1][i, j]),
        correlation=correlation(matrices[0]),
        correlation_after=correlation(matrices[1]),
    )
