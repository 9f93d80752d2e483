"""What every attacker sees of a plan: the released values and combinations, as numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.grouped import Plan
from kinonym.grouped.plan import DROPPED

__all__ = ["Numbers", "Released"]

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Released:
    """What an attacker sees: the distinct points of each column, and the masked tuples as numbers into them.

    ``held``: records of each masked tuple. ``start``: where the points of each column begin, one after the other.
    """

    points: list[Points]
    masked: Numbers
    held: Numbers
    start: Numbers

    @classmethod
    def of(cls, plan: Plan) -> Released:
        """Of a plan."""
        masked = np.empty(plan.targets.shape, dtype=np.int64)
        points = []
        for j in range(plan.targets.shape[1]):
            distinct, masked[:, j] = np.unique(plan.targets[:, j], return_inverse=True)
            points.append(distinct)
        kept = plan.target != DROPPED
        held = np.bincount(plan.target[kept], weights=plan.count[kept], minlength=len(masked)).astype(np.int64)
        return cls(points, masked, held, np.cumsum([0, *(len(p) for p in points)]))

    def total(self, costs: NDArray[np.float64]) -> NDArray[np.float64]:
        """Persons × masked tuples: the sum of what their points cost."""
        summed = np.zeros((len(costs), len(self.masked)))
        for j, first in enumerate(self.start[: self.masked.shape[1]]):
            summed += costs[:, first + self.masked[:, j]]
        return summed

    def with_offsets(self) -> Released:
        """The same with a further column that numbers the masked tuples: what a tuple costs as a whole."""
        every = np.arange(len(self.masked))
        start = np.append(self.start, self.start[-1] + len(every))
        return Released(self.points, np.column_stack([self.masked, every]), self.held, start)
