"""Distance covariance, variance and correlation of columns of any kind, from their value counts alone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain
from kinonym.errors import UsageError
from kinonym.grouped import Tuples
from kinonym.operators.sample import Sample, checked_counts, distance_matrix, take

__all__ = [
    "centred", "contingency", "correlation_matrix", "covariance_matrix", "distance_correlation",
    "distance_covariance", "distance_variance", "product_mean", "take_pair",
]  # fmt: skip

Matrix = NDArray[np.float64]


def distance_covariance(
    domain_a: Domain,
    a: Sequence[str | None],
    domain_b: Domain,
    b: Sequence[str | None],
    counts: Sequence[int] | None = None,
) -> float:
    """How much two columns vary together: sdCov (T eq. 4.20-4.23).

    Parameters
    ----------
    domain_a, domain_b
        What the values of each column mean; the two may be of different kinds.
    a, b
        The columns, value by value.
    counts
        How many records each pair stands for; default one.

    Returns
    -------
    float
        Never negative; 0 for a constant column.

    Notes
    -----
    The double-centred matrices are those of the distinct values, centred with their frequencies; with N the
    table of counts, Σ_ij A_ij·B_ij over all pairs of records = sum((A·N·B) ∘ N) = sum((A·N) ∘ (N·B)). The
    cost does not depend on the number of records. The mean of products is clipped at 0: with a distance that
    is not a metric of negative type it may fall below. A missing value is a category of its own.
    """
    left, right, table = take_pair(domain_a, a, domain_b, b, counts)
    return float(np.sqrt(product_mean(centred(left, table.sum(1)), centred(right, table.sum(0)), table)))


def distance_variance(
    domain: Domain, values: Sequence[str | None], counts: Sequence[int] | None = None
) -> float:
    """A column's distance covariance with itself: sdVar (T eq. 4.25)."""
    return distance_covariance(domain, values, domain, values, counts)


def distance_correlation(
    domain_a: Domain,
    a: Sequence[str | None],
    domain_b: Domain,
    b: Sequence[str | None],
    counts: Sequence[int] | None = None,
) -> float:
    """How much two columns depend on each other: sdCor (T eq. 4.24), between 0 and 1.

    Parameters
    ----------
    domain_a, domain_b
        What the values of each column mean; the two may be of different kinds.
    a, b
        The columns, value by value.
    counts
        How many records each pair stands for; default one.

    Returns
    -------
    float
        sdCov / sqrt(sdVar_a · sdVar_b); 0 if one of the columns is constant.

    Examples
    --------
    >>> from kinonym import Nominal, Numeric, Taxonomy
    >>> sports = Nominal(Taxonomy.from_parents({"sport": [], "football": ["sport"], "boxing": ["sport"]}))
    >>> distance_correlation(sports, ["football", "boxing"], Numeric(), ["1", "2"])
    1.0
    """
    left, right, table = take_pair(domain_a, a, domain_b, b, counts)
    first, second = centred(left, table.sum(1)), centred(right, table.sum(0))
    spread = _spread(first, table.sum(1)) * _spread(second, table.sum(0))
    return _correlation(np.sqrt(product_mean(first, second, table)), spread)


def covariance_matrix(tuples: Tuples) -> Matrix:
    """Distance variances and covariances of all columns (T eq. 6.3 for any number of them)."""
    matrices = [_centred_column(tuples, j) for j in range(len(tuples.columns))]
    out = np.empty((len(matrices), len(matrices)))
    for i, first in enumerate(matrices):
        for j, second in enumerate(matrices[: i + 1]):
            if i == j:
                out[i, i] = _spread(first, _counts_of(tuples, i))
            else:
                out[i, j] = out[j, i] = np.sqrt(product_mean(first, second, _table_of(tuples, i, j)))
    return out


def correlation_matrix(tuples: Tuples) -> Matrix:
    """Distance correlations of all columns; a constant column has 0 everywhere, with itself too."""
    covariance = covariance_matrix(tuples)
    spread = np.diag(covariance)
    product = np.outer(spread, spread)
    return np.where(product > 0, covariance / np.sqrt(np.where(product > 0, product, 1.0)), 0.0)


def take_pair(
    domain_a: Domain,
    a: Sequence[str | None],
    domain_b: Domain,
    b: Sequence[str | None],
    counts: Sequence[int] | None,
) -> tuple[Sample, Sample, Matrix]:
    """Two columns and the table of their joint counts."""
    if len(a) != len(b):
        msg = f"the columns have {len(a)} and {len(b)} values; they must be of the same length"
        raise UsageError(msg)
    weights = checked_counts(len(a), counts)
    left, right = take(domain_a, a, weights.tolist()), take(domain_b, b, weights.tolist())
    return left, right, contingency(left.place, right.place, weights)


def contingency(left: NDArray[np.integer], right: NDArray[np.integer], counts: NDArray[np.int64]) -> Matrix:
    """Records of each pair of values (left × right)."""
    rows, columns = int(left.max()) + 1, int(right.max()) + 1
    cells = left.astype(np.int64) * columns + right
    counted = np.bincount(cells, weights=counts, minlength=rows * columns)
    return counted.reshape(rows, columns).astype(np.float64)


def centred(sample: Sample, counts: Matrix) -> Matrix:
    """Double-centred distances of the distinct values, weighted by their frequencies (T eq. 4.21-4.22)."""
    return _double_centred(distance_matrix(sample.domain, sample.points, sample.points), counts)


def _double_centred(distances: Matrix, counts: Matrix) -> Matrix:
    share = counts / counts.sum()
    means = distances @ share
    return distances - means[:, None] - means[None, :] + share @ means  # type: ignore[no-any-return]  # numpy


def _centred_column(tuples: Tuples, j: int) -> Matrix:
    column = tuples.columns[j]
    return _double_centred(
        distance_matrix(column.domain, column.points, column.points), _counts_of(tuples, j)
    )


def _counts_of(tuples: Tuples, j: int) -> Matrix:
    counts = np.bincount(tuples.codes[:, j], weights=tuples.counts, minlength=len(tuples.columns[j].points))
    return counts.astype(np.float64)


def _table_of(tuples: Tuples, i: int, j: int) -> Matrix:
    return contingency(tuples.codes[:, i], tuples.codes[:, j], tuples.counts)


def product_mean(first: Matrix, second: Matrix, table: Matrix) -> float:
    """Mean over all pairs of records of the product of their centred distances, clipped at 0."""
    share = table / table.sum()
    return max(0.0, float(np.sum((first @ share) * (share @ second))))


def _spread(matrix: Matrix, counts: Matrix) -> float:
    """sdVar: a column against itself has a diagonal table."""
    share = counts / counts.sum()
    return float(np.sqrt(share @ matrix**2 @ share))


def _correlation(covariance: float, product: float) -> float:
    return float(covariance / np.sqrt(product)) if product > 0 else 0.0
