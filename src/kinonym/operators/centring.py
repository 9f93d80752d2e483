"""Centred distances of distinct values, and the mean of their products over all pairs of records."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Numeric, Ordinal
from kinonym.errors import UsageError
from kinonym.operators.on_a_line import Line, line_product_mean
from kinonym.operators.sample import Sample, distance_matrix

__all__ = ["MOST_VALUES", "Centred", "centre", "contingency", "product_mean"]

Matrix = NDArray[np.float64]
Numbers = NDArray[np.int64]

_FEW_VALUES = 200
_LINE_VALUES = 4_000
MOST_VALUES = 30_000


@dataclass(frozen=True, eq=False)
class Centred:
    """A column's distances with the row and column means taken away, weighted by the values' frequencies.

    Notes
    -----
    T eq. 4.21-4.22. The matrix is made when it is asked for: two columns of numbers need none. A column of numbers with
    more than 4,000 distinct values is taken in 4,000 groups of equal size beside a column that has no line.
    """

    sample: Sample

    @cached_property
    def _coarse(self) -> Sample:
        return _grouped(self.sample)

    @property
    def place(self) -> Numbers:
        """Which value each row has."""
        return self._coarse.place

    @cached_property
    def share(self) -> Matrix:
        """The values' frequencies."""
        return self._coarse.counts / self._coarse.total

    @cached_property
    def matrix(self) -> Matrix:
        """Double-centred distances of the values."""
        matrix = distance_matrix(self._coarse.domain, self._coarse.points, self._coarse.points)
        means = matrix @ self.share
        matrix -= means[:, None]
        matrix -= means[None, :]
        matrix += self.share @ means
        return matrix

    @property
    def is_line(self) -> bool:
        """Whether the values are numbers or ranks."""
        return isinstance(self.sample.domain, Numeric | Ordinal)

    @property
    def on_a_line(self) -> bool:
        """Whether they are so many that a matrix is not worth it."""
        return self.is_line and len(self.sample.points) > _FEW_VALUES

    def line(self, place: Numbers | slice) -> Line:
        """The rows on their line, or the values themselves."""
        space = self.sample.domain.space(self.sample.points)
        return Line(self.sample.points[place], space.unit, space.far)

    @cached_property
    def variance(self) -> float:
        """Distance variance, sdVar (T eq. 4.25): a column against itself has a diagonal table of counts."""
        if self.on_a_line:
            own = self.line(slice(None))
            return float(np.sqrt(max(0.0, line_product_mean(own, own, self.sample.counts))))
        inner = np.einsum("ij,ij,j->i", self.matrix, self.matrix, self.share)
        return float(np.sqrt(self.share @ inner))


def centre(sample: Sample) -> Centred:
    """A column, ready for its products with others; refuses words of which a matrix cannot be held."""
    if len(sample.points) > MOST_VALUES and not isinstance(sample.domain, Numeric | Ordinal):
        gigabytes = len(sample.points) ** 2 * 8 / 2**30
        msg = f"a column with {len(sample.points):,} distinct values needs a distance matrix of {gigabytes:.0f} GB"
        raise UsageError(msg, hint="take a random sample of the records")
    return Centred(sample)


def _grouped(sample: Sample) -> Sample:
    """Many numbers → groups of equal size, each at its mean; NaN stays its own."""
    if len(sample.points) <= _LINE_VALUES or not isinstance(sample.domain, Numeric | Ordinal):
        return sample
    middle = np.cumsum(sample.counts) - sample.counts / 2
    group = np.minimum(middle / sample.total * _LINE_VALUES, _LINE_VALUES - 1).astype(np.int64)
    group[np.isnan(sample.points)] = _LINE_VALUES
    held, group = np.unique(group, return_inverse=True)
    counts = np.bincount(group, weights=sample.counts, minlength=len(held))
    sums = np.bincount(group, weights=sample.counts * sample.points, minlength=len(held))
    return Sample(sample.domain, sums / counts, counts.astype(np.int64), group[sample.place])


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
        return max(0.0, line_product_mean(a.line(a.sample.place), b.line(b.sample.place), counts))
    size = len(a.share), len(b.share)
    if size[0] * size[1] <= 16 * len(counts):
        share = contingency(a.place, b.place, counts) / counts.sum()
        total = float(np.sum((a.matrix[: len(share)] @ share) * (share @ b.matrix)))
    else:
        total = _sparse(a, b, counts)
    return max(0.0, total)


def _sparse(a: Centred, b: Centred, counts: Numbers) -> float:
    from kinonym.kernels.distances.distance_sums import sparse_product

    cells, place = np.unique(a.place * len(b.share) + b.place, return_inverse=True)
    share = np.bincount(place, weights=counts) / counts.sum()
    left, right = np.divmod(cells, len(b.share))
    start = np.searchsorted(left, np.arange(len(a.share) + 1))
    return float(sparse_product(a.matrix, b.matrix, start, left, right, share))
