"""The channel of methods that replace values without using them: random values instead of the original ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.privacy.attacks.channel import as_costs
from kinonym.tuples import Tuples
from kinonym.tuples.equal_rows import comparable

__all__ = ["BlindChannel"]

Chances = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class BlindChannel:
    """P(released value | original value) where it is the same whatever the original was.

    ``chances``: of each column, the values that may come, ascending, and how likely they are. ``stays``: a missing
    value stays missing.
    """

    tuples: Tuples
    chances: tuple[tuple[Points, Chances], ...]
    stays: bool = True

    def costs(self, persons: NDArray[np.int64], points: list[Points]) -> Chances:
        """−log of the chances: persons (as tuples) × released points of all columns in turn."""
        return np.concatenate([self._column(j, persons, points[j]) for j in range(len(points))], axis=1)

    def _column(self, j: int, persons: NDArray[np.int64], released: Points) -> Chances:
        column, (values, chances) = self.tuples.columns[j], self.chances[j]
        known = dict(zip(comparable(values).tolist(), chances.tolist(), strict=True))
        row = np.array([known.get(point, 0.0) for point in comparable(released).tolist()])
        if not self.stays:
            return as_costs(np.tile(row, (len(persons), 1)))
        missing = column.domain.is_missing(column.points[self.tuples.codes[persons, j]])
        return as_costs(np.where(missing[:, None], column.domain.is_missing(released)[None, :], row[None, :]))
