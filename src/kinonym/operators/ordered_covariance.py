"""Distance covariance of two columns of numbers, exactly and in n·log n, without any matrix (Huo and Székely 2016)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Line", "line_product_mean"]

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Line:
    """Records on a line: where each lies, NaN where it is missing; missing lies ``far`` from every other record."""

    at: Numbers
    unit: float
    far: float

    @property
    def known(self) -> NDArray[np.bool_]:
        """Which records are not missing."""
        return ~np.isnan(self.at)

    @property
    def centred(self) -> Numbers:
        """Places in units around their mean, so that sums of products stay small; 0 where missing."""
        known = self.known
        middle = self.at[known].mean() if known.any() else 0.0
        return np.where(known, (self.at - middle) / self.unit, 0.0)


def line_product_mean(first: Line, second: Line, counts: NDArray[np.int64]) -> float:
    """Mean over all pairs of records of the product of their centred distances, not clipped.

    Notes
    -----
    With a_i the mean distance of a record to all others, Σ_ij p_i·p_j·A_ij·B_ij = Σ_ij p_i·p_j·d_ij·e_ij
    − 2·Σ_i p_i·a_i·b_i + ā·b̄. The first sum takes a Fenwick tree for the records known on both lines; the distance of a
    known and a missing record is constant, so that the rest are sums on one line.
    """
    share = counts / counts.sum()
    a, b = _mean_distances(first, share), _mean_distances(second, share)
    return _products(first, second, share) - 2.0 * float(share @ (a * b)) + float(share @ a) * float(share @ b)


def _products(first: Line, second: Line, share: Numbers) -> float:
    """Σ_ij p_i·p_j·d_ij·e_ij by which of the two records misses which of the two values."""
    x, y = first.centred, second.centred
    both, only_x = first.known & second.known, first.known & ~second.known
    only_y, neither = ~first.known & second.known, ~first.known & ~second.known
    weight_both, weight_x, weight_y, weight_neither = (
        float(share[rows].sum()) for rows in (both, only_x, only_y, neither)
    )
    total = 2.0 * first.far * second.far * (weight_both * weight_neither + weight_x * weight_y)
    total += 2.0 * first.far * _across(y, share, both, only_y) + 2.0 * second.far * _across(x, share, both, only_x)
    return total + _both_known(x[both], y[both], share[both])


def _both_known(x: Numbers, y: Numbers, share: Numbers) -> float:
    from kinonym.kernels.distances.concept_pairs import product_of_gaps

    if not len(x):
        return 0.0
    order = np.argsort(x, kind="stable")
    rank = np.unique(y[order], return_inverse=True)[1]
    return float(product_of_gaps(x[order], y[order], rank.reshape(-1), share[order]))


def _across(at: Numbers, share: Numbers, left: NDArray[np.bool_], right: NDArray[np.bool_]) -> float:
    """Σ p_i·p_j·|at_i − at_j| over i in ``left`` and j in ``right``."""
    if not left.any() or not right.any():
        return 0.0
    return float(share[left] @ _gaps(at[right], share[right], at[left]))


def _mean_distances(line: Line, share: Numbers) -> Numbers:
    """Σ_j p_j·d_ij of every record."""
    at, known = line.centred, line.known
    missing = float(share[~known].sum())
    near = _gaps(at[known], share[known], at)
    return np.where(known, near + line.far * missing, line.far * (1.0 - missing))


def _gaps(at: Numbers, share: Numbers, places: Numbers) -> Numbers:
    """Σ_j p_j·|place − at_j| for each place, from sums over the sorted line."""
    order = np.argsort(at, kind="stable")
    line, weight = at[order], share[order]
    before = np.concatenate([[0.0], np.cumsum(weight)])
    moment = np.concatenate([[0.0], np.cumsum(weight * line)])
    rank = np.searchsorted(line, places)
    below, above = before[rank], before[-1] - before[rank]
    gaps: Numbers = places * (below - above) - 2.0 * moment[rank] + moment[-1]
    return gaps
