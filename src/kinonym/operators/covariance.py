"""Distance covariance, variance and correlation of columns of any kind, from their value counts alone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain
from kinonym.errors import UsageError
from kinonym.grouped import Tuples
from kinonym.operators.centring import Centred, centre, product_mean
from kinonym.operators.sample import checked_counts, column_sample, take

__all__ = [
    "correlation_matrix",
    "covariance_matrix",
    "distance_correlation",
    "distance_covariance",
    "distance_variance",
    "take_pair",
]

Matrix = NDArray[np.float64]
Numbers = NDArray[np.int64]


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
    return float(np.sqrt(product_mean(*take_pair(domain_a, a, domain_b, b, counts))))


def distance_variance(domain: Domain, values: Sequence[str | None], counts: Sequence[int] | None = None) -> float:
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
    first, second, weights = take_pair(domain_a, a, domain_b, b, counts)
    product = first.variance * second.variance
    return float(np.sqrt(product_mean(first, second, weights) / product)) if product > 0 else 0.0


def covariance_matrix(tuples: Tuples) -> Matrix:
    """Distance variances and covariances of all columns (T eq. 6.3 for any number of them)."""
    columns = [centre(column_sample(tuples, j)) for j in range(len(tuples.columns))]
    out = np.diag([column.variance for column in columns])
    for i, first in enumerate(columns):
        for j, second in enumerate(columns[:i]):
            out[i, j] = out[j, i] = np.sqrt(product_mean(first, second, tuples.counts))
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
) -> tuple[Centred, Centred, Numbers]:
    """Two columns, centred, and how many records each of their rows stands for."""
    if len(a) != len(b):
        msg = f"the columns have {len(a)} and {len(b)} values; they must be of the same length"
        raise UsageError(msg, hint="give both values of every record")
    weights = checked_counts(len(a), counts)
    return centre(take(domain_a, a, weights.tolist())), centre(take(domain_b, b, weights.tolist())), weights
