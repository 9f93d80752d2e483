"""How large the errors are: the (co)variances of the columns, and errors drawn with them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.operators import covariance_matrix
from kinonym.operators.centres import mean_point, variance_about
from kinonym.operators.samples import column_sample
from kinonym.tuples import Tuples
from kinonym.tuples.tuples import tuple_points

__all__ = ["Spread", "draw_errors", "measure_spread"]

Matrix = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Spread:
    """The means of the columns as points, and the covariance matrix of the errors for alpha = 1."""

    means: tuple[float, ...]
    covariance: Matrix
    notices: tuple[str, ...] = ()


def measure_spread(tuples: Tuples, *, correlated: bool, means: bool = True) -> Spread:
    """Variances of the columns, or their matrix of distance (co)variances (T eq. 6.3).

    Parameters
    ----------
    tuples
        The data.
    correlated
        Whether errors of different columns depend on each other.
    means
        Whether the means are wanted for themselves; those of words are costly, and NaN where nothing needs them.

    Notes
    -----
    A single column has nothing to correlate with: its semantic variance is taken (T table 6.1). Numbers and
    levels keep their ordinary variance, and their ordinary covariance among themselves, so that additive
    noise on them has its textbook effect; towards words they have T's distance correlation.
    """
    samples = [column_sample(tuples, j) for j in range(len(tuples.columns))]
    alone = not correlated or len(samples) == 1
    wanted = [means or alone or not sample.domain.traits.has_hierarchy for sample in samples]
    centres = tuple(mean_point(s) if w else math.nan for s, w in zip(samples, wanted, strict=True))
    variances = np.array(
        [0.0 if math.isnan(m) else variance_about(s, m) for s, m in zip(samples, centres, strict=True)]
    )
    if alone:
        return Spread(centres, np.diag(variances))
    matrix, clipped = _nearest_semidefinite(_mix_covariances(tuples, variances))
    notice = "the covariance matrix was not positive semidefinite; the nearest one that is was taken"
    return Spread(centres, matrix, (notice,) if clipped else ())


def _mix_covariances(tuples: Tuples, variances: Matrix) -> Matrix:
    """T eq. 6.3; rows of numbers rescaled to their variance, numbers among themselves by Pearson."""
    matrix: Matrix = covariance_matrix(tuples)
    lines = np.array([column.domain.traits.on_a_line for column in tuples.columns])
    if not lines.any():
        return matrix
    spread = np.diag(matrix).copy()
    scale = np.where(lines & (spread > 0), np.sqrt(variances / np.where(spread > 0, spread, 1.0)), 1.0)
    matrix = matrix * np.outer(scale, scale)
    points = tuple_points(tuples)[:, lines] / [c.space.unit for c in np.array(tuples.columns)[lines]]
    known = ~np.isnan(points).any(axis=1)
    if known.any():
        classical = np.atleast_2d(np.cov(points[known].T, aweights=tuples.counts[known], bias=True))
        inner = np.ix_(lines, lines)
        matrix[inner] = np.where(np.eye(len(classical), dtype=bool), matrix[inner], classical)
    return matrix


def _nearest_semidefinite(matrix: Matrix) -> tuple[Matrix, bool]:
    """Clip negative eigenvalues; the second says whether that changed anything beyond rounding."""
    values, vectors = np.linalg.eigh(matrix)
    if values.min() >= -1e-12 * max(1.0, values.max()):
        return matrix, False
    return (vectors * np.maximum(values, 0.0)) @ vectors.T, True


def draw_errors(covariance: Matrix, noise: str, records: int, rng: np.random.Generator) -> Matrix:
    """Errors (records × columns) with mean 0 and this covariance.

    Notes
    -----
    ``laplace``: errors of the same variances; correlated ones are sqrt(W)·Z with W ~ Exp(1) and Z normal, the
    multivariate Laplace law, of which each component is Laplace with its own variance.
    """
    variances = np.diag(covariance)
    if np.array_equal(covariance, np.diag(variances)):
        deviation: Matrix = np.sqrt(variances)
        if noise == "laplace":
            return rng.laplace(0.0, deviation / math.sqrt(2.0), (records, len(variances)))
        return np.multiply(rng.standard_normal((records, len(variances))), deviation)
    values, vectors = np.linalg.eigh(covariance)
    root = (vectors * np.sqrt(np.maximum(values, 0.0))).T
    errors: Matrix = rng.standard_normal((records, len(variances))) @ root
    if noise == "laplace":
        errors *= np.sqrt(rng.standard_exponential((records, 1)))
    errors[:, variances <= 0] = 0.0
    return errors
