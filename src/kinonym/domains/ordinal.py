"""`Ordinal`: ordered values, as far apart as their ranks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.domains.domain import Domain, DomainTraits
from kinonym.domains.points import Points, as_points
from kinonym.domains.space import CENTRES, LINE, Space, flat_space
from kinonym.errors import DataError, UsageError

__all__ = ["Ordinal", "line_distances"]


@dataclass(frozen=True, eq=False)
class Ordinal(Domain):
    """Ordered levels: distance is the share of the scale between two, centre the median.

    >>> Ordinal(("low", "middle", "high")).distance("low", "middle")
    0.5
    """

    traits = DomainTraits(scale="ordinal", known_in_advance=True)
    bounded = True

    levels: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(set(self.levels)) != len(self.levels) or not self.levels:
            msg = "the levels of an ordinal column must be given, each once, in order"
            raise UsageError(msg, hint='order = ["low", "middle", "high"]')

    @property
    def last_level(self) -> int:
        """The number of the last level."""
        return len(self.levels) - 1

    @property
    def unit(self) -> float:
        """How many levels make a distance of 1: all steps of the scale."""
        return float(max(1, self.last_level))

    def describe(self, root: str = "") -> str:  # noqa: ARG002
        """Describe the levels."""
        return f"{len(self.levels)} ordered levels"

    def encode(self, values: Sequence[str | None]) -> Points:
        """Convert texts to ranks."""
        position = {level: float(i) for i, level in enumerate(self.levels)}
        unknown = sum(1 for v in values if v is not None and v not in position)
        if unknown:
            msg = f"{unknown} distinct values of an ordinal column are not among its levels"
            raise DataError(msg, hint="complete `order` in the recipe")
        return as_points([math.nan if v is None else position[v] for v in values])

    def decode(self, points: Points) -> list[str | float | None]:
        """Convert ranks to texts."""
        return [None if math.isnan(x) else self.levels[round(x)] for x in points.tolist()]

    def distance(self, a: str, b: str) -> float:
        """Return the share of the scale between two levels."""
        return float(self.distances([a], [b])[0, 0])

    def distances(self, left: Sequence[str | None], right: Sequence[str | None]) -> NDArray[np.float64]:
        """Return the matrix of distances."""
        return line_distances(self.encode(left)[:, None], self.encode(right)[None, :], self.unit, 1.0)

    def between(self, left: Points, right: Points) -> NDArray[np.float64]:
        """Return the distance of each pair of points."""
        return line_distances(left, right, self.unit, 1.0)

    def space(self, points: Points, *, distance: str = "semantic", centroid: str = "semantic") -> Space:  # noqa: ARG002
        """Return the ranks themselves, whatever is asked for."""
        return flat_space(LINE, CENTRES["median"], points, unit=self.unit)


def line_distances(left: Points, right: Points, unit: float, far: float) -> NDArray[np.float64]:
    """Distances on a line; two missing values are equal, one missing is ``far``."""
    apart = np.abs(left - right) / unit
    neither = np.isnan(left) & np.isnan(right)
    return np.where(neither, 0.0, np.where(np.isnan(apart), far, apart))
