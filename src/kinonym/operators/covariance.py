"""Distance covariance, variance and correlation of columns of any kind, from their value counts alone.

They rest on the centred distances of distinct values, and the mean of their products over all pairs of records.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain
from kinonym.errors import UsageError
from kinonym.operators.ordered_covariance import Line, line_product_mean
from kinonym.operators.samples import Sample, check_counts, column_sample, take
from kinonym.tuples import Tuples

__all__ = [
    "MOST_VALUES",
    "Centred",
    "centre",
    "contingency",
    "correlation_matrix",
    "covariance_matrix",
    "distance_correlation",
    "distance_covariance",
    "distance_variance",
    "product_mean",
    "take_pair",
]

Matrix = NDArray[np.float64]
Numbers = NDArray[np.int64]

_FEW_VALUES = 200
_LINE_VALUES = 4_000
MOST_VALUES = 30_000


@dataclass(frozen=True, eq=False)
class Centred:
    """A column's distances, double-centred: without their row and column means, weighted by the values' frequencies.

    Notes
    -----
    T eq. 4.21-4.22. The matrix is computed on first access: two columns of numbers need none. Next to a column that is
    not numeric, a column of numbers with more than 4,000 distinct values is taken in 4,000 groups of equal size.
    """

    sample: Sample

    @cached_property
    def _coarse(self) -> Sample:
        return _group_numbers(self.sample)

    @property
    def inverse(self) -> Numbers:
        """The value of each row."""
        return self._coarse.inverse

    @cached_property
    def share(self) -> Matrix:
        """The values' frequencies."""
        return self._coarse.counts / self._coarse.total

    @cached_property
    def matrix(self) -> Matrix:
        """Double-centred distances of the values."""
        matrix = self._coarse.domain.point_distances(self._coarse.points, self._coarse.points)
        means = matrix @ self.share
        matrix -= means[:, None]
        matrix -= means[None, :]
        matrix += self.share @ means
        return matrix

    @property
    def is_line(self) -> bool:
        """Whether the values are numbers or ranks."""
        return self.sample.domain.traits.on_a_line

    @property
    def on_a_line(self) -> bool:
        """Whether the values are numbers, and too many for a matrix."""
        return self.is_line and len(self.sample.points) > _FEW_VALUES

    def line(self, position: Numbers | slice) -> Line:
        """The rows on their line, or the values themselves."""
        space = self.sample.domain.space(self.sample.points)
        return Line(self.sample.points[position], space.unit, space.far)

    @cached_property
    def variance(self) -> float:
        """Distance variance, sdVar (T eq. 4.25): a column against itself has a diagonal table of counts."""
        if self.on_a_line:
            line = self.line(slice(None))
            return float(np.sqrt(max(0.0, line_product_mean(line, line, self.sample.counts))))
        inner = np.einsum("ij,ij,j->i", self.matrix, self.matrix, self.share)
        return float(np.sqrt(self.share @ inner))


def centre(sample: Sample) -> Centred:
    """Prepare a column for its products with others; reject words if their matrix does not fit into memory."""
    if len(sample.points) > MOST_VALUES and not sample.domain.traits.on_a_line:
        gigabytes = len(sample.points) ** 2 * 8 / 2**30
        msg = f"a column with {len(sample.points):,} distinct values needs a distance matrix of {gigabytes:.0f} GB"
        raise UsageError(msg, hint="take a random sample of the records")
    return Centred(sample)


def _group_numbers(sample: Sample) -> Sample:
    """Put many numbers into groups of equal size, each at its mean; NaN is a separate group."""
    if len(sample.points) <= _LINE_VALUES or not sample.domain.traits.on_a_line:
        return sample
    middle = np.cumsum(sample.counts) - sample.counts / 2
    group = np.minimum(middle / sample.total * _LINE_VALUES, _LINE_VALUES - 1).astype(np.int64)
    group[np.isnan(sample.points)] = _LINE_VALUES
    used, group = np.unique(group, return_inverse=True)
    counts = np.bincount(group, weights=sample.counts, minlength=len(used))
    sums = np.bincount(group, weights=sample.counts * sample.points, minlength=len(used))
    return Sample(sample.domain, sums / counts, counts.astype(np.int64), group[sample.inverse])


def contingency(left: NDArray[np.integer], right: NDArray[np.integer], counts: Numbers) -> Matrix:
    """Records of each pair of values (left × right)."""
    rows, columns = int(left.max()) + 1, int(right.max()) + 1
    cells = left.astype(np.int64) * columns + right
    counted = np.bincount(cells, weights=counts, minlength=rows * columns)
    return counted.reshape(rows, columns).astype(np.float64)


def product_mean(a: Centred, b: Centred, counts: Numbers) -> float:
    """Mean over all pairs of records of the product of their centred distances, clipped at 0.

    Notes
    -----
    With N the table of counts, Σ_ij A_ij·B_ij over records = sum((A·N·B) ∘ N) = sum((A·N) ∘ (N·B)); where few of
    the cells of N are filled, the same sum over the filled ones. Two columns of many numbers need no table.
    """
    if (a.on_a_line or b.on_a_line) and a.is_line and b.is_line:
        return max(0.0, line_product_mean(a.line(a.sample.inverse), b.line(b.sample.inverse), counts))
    size = len(a.share), len(b.share)
    if size[0] * size[1] <= 16 * len(counts):
        share = contingency(a.inverse, b.inverse, counts) / counts.sum()
        total = float(np.sum((a.matrix[: len(share)] @ share) * (share @ b.matrix)))
    else:
        total = _sparse(a, b, counts)
    return max(0.0, total)


def _sparse(a: Centred, b: Centred, counts: Numbers) -> float:
    from kinonym.kernels.distances.concept_pairs import sparse_product

    cells, inverse = np.unique(a.inverse * len(b.share) + b.inverse, return_inverse=True)
    share = np.bincount(inverse, weights=counts) / counts.sum()
    left, right = np.divmod(cells, len(b.share))
    start = np.searchsorted(left, np.arange(len(a.share) + 1))
    return float(sparse_product(a.matrix, b.matrix, start, left, right, share))


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
        How many records each pair represents; default one.

    Returns
    -------
    float
        Never negative; 0 for a constant column.

    Notes
    -----
    The double-centred matrices are those of the distinct values, centred with their frequencies; with N the
    table of counts, Σ_ij A_ij·B_ij over all pairs of records = sum((A·N·B) ∘ N) = sum((A·N) ∘ (N·B)). The
    cost does not depend on the number of records. The mean of products is clipped at 0: with a distance that
    is not a metric of negative type it may fall below. A missing value is a separate category.
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
        How many records each pair represents; default one.

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
    """Two columns, centred, and how many records each of their rows represents."""
    if len(a) != len(b):
        msg = f"the columns have {len(a)} and {len(b)} values; they must be of the same length"
        raise UsageError(msg, hint="give both values of every record")
    weights = check_counts(len(a), counts)
    return centre(take(domain_a, a, weights.tolist())), centre(take(domain_b, b, weights.tolist())), weights
