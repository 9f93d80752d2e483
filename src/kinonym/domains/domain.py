"""What one column's values mean: how far two are, what the centre of several is, what may replace them.

A domain turns texts into *points* (concept numbers, ranks or numbers); a `Space` is what the kernels need
to know of the points that occur in one column.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["CENTRES", "Domain", "Points", "Space", "equal_space", "flat_space"]

Points = NDArray[np.float64]

# The rules by which a centre is chosen, in the kernels' numbering.
CENTRES = {"semantic": 0, "mode": 1, "lcs": 2, "mean": 3, "median": 4}
TABLE, EQUAL, LINE = 0, 1, 2


@dataclass(frozen=True, eq=False)
class Space:
    """The points of one column and the candidate centres, as arrays for the kernels.

    ``table`` holds distances of values × candidates; ``up`` lists for each candidate the candidates that
    subsume it; ``tie_rank`` orders equal centres, ``lcs_rank`` common subsumers.
    """

    kind: int
    rule: int
    position: NDArray[np.float64]
    candidate_of: NDArray[np.int32]
    candidates: Points
    table: NDArray[np.float32]
    up_start: NDArray[np.int64]
    up: NDArray[np.int32]
    tie_rank: NDArray[np.int32]
    lcs_rank: NDArray[np.int32]
    isolated: NDArray[np.int8]
    unit: float = 1.0
    """On a line, how many units of the domain make a distance of 1."""
    far: float = 1.0
    """On a line, the distance between a missing value and any other."""

    def points(self, centres: NDArray[np.float64]) -> Points:
        """Centres in the kernels' terms → points of the domain."""
        return centres if self.kind == LINE else self.candidates[centres.astype(np.int64)]


class Domain(Protocol):
    """The meaning of a column."""

    @property
    def bounded(self) -> bool:
        """Whether distances lie in [0, 1]."""

    def encode(self, values: Sequence[str | None]) -> Points:
        """Texts → points; None is missing. Points sort in the domain's own order, missing last."""

    def decode(self, points: Points) -> list[str | float | None]:
        """Points → what is written."""

    def distances(self, left: Sequence[str | None], right: Sequence[str | None]) -> NDArray[np.float64]:
        """Matrix of distances."""

    def between(self, left: Points, right: Points) -> NDArray[np.float64]:
        """Distance of each pair of points."""

    def space(self, points: Points, *, distance: str = "semantic", centroid: str = "semantic") -> Space:
        """Arrays for the kernels; a domain takes what it has for a choice that it does not know."""


def as_points(numbers: Sequence[float]) -> Points:
    """Numbers as the points of a domain."""
    return np.array(numbers, dtype=np.float64)


def flat_space(kind: int, rule: int, points: Points, *, unit: float = 1.0, far: float = 1.0) -> Space:
    """A space whose only candidates are the values themselves, with no hierarchy above them."""
    size = len(points)
    own = np.arange(size, dtype=np.int32)
    return Space(
        kind=kind,
        rule=rule,
        position=points,
        candidate_of=own,
        candidates=points,
        table=np.empty((size, 0), dtype=np.float32),
        up_start=np.arange(size + 1, dtype=np.int64),
        up=own,
        tie_rank=own,
        lcs_rank=own,
        isolated=np.ones(size, dtype=np.int8),
        unit=unit,
        far=far,
    )


def equal_space(points: Points) -> Space:
    """Equality and mode: the classical baseline."""
    return flat_space(EQUAL, CENTRES["mode"], points)
