"""How general the values are: loss metric and normalised certainty penalty on a column's taxonomy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Nominal
from kinonym.grouped import Tuples
from kinonym.metrics.sides import column_counts, missing_points

__all__ = ["Generality", "measure_generality"]


@dataclass(frozen=True, kw_only=True)
class Generality:
    """Means over the records: ``lm`` of (M_P − 1)/(M − 1), ``ncp`` of u_p/I or 0 for a leaf (M eq. 3).

    M_P and u_p are the leaves below the value, M and I all leaves of the column's domain. A missing value
    counts as the root.
    """

    lm: float
    ncp: float


def measure_generality(tuples: Tuples) -> dict[str, Generality]:
    """Measure every column that has a taxonomy; NCP of the table (M eq. 4) is the mean over the columns."""
    return {
        column.name: _column(tuples, j)
        for j, column in enumerate(tuples.columns)
        if isinstance(column.domain, Nominal) and tuples.records
    }


def _column(tuples: Tuples, j: int) -> Generality:
    column = tuples.columns[j]
    share = column_counts(tuples, j) / tuples.records
    leaves, every = _leaves(column.domain, column.points)  # type: ignore[arg-type]  # checked by the caller
    missing = missing_points(column)
    lm = np.where(missing, 1.0, (leaves - 1.0) / max(every - 1, 1))
    ncp = np.where(missing, 1.0, np.where(leaves == 1, 0.0, leaves / every))
    return Generality(lm=float(share @ lm), ncp=float(share @ ncp))


def _leaves(domain: Nominal, points: NDArray[np.float64]) -> tuple[NDArray[np.float64], int]:
    """Leaves below each point, a leaf and an isolated value counting as one; and all leaves of the domain."""
    counts = domain.tau.leaf_counts
    concepts = points < len(domain.tau)
    below = np.ones(len(points))
    below[concepts] = np.maximum(counts[points[concepts].astype(np.int64)], 1)
    return below, max(1, int(counts[0]))
