"""`Space`: the points of one column as arrays for the kernels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.domains.points import Points

__all__ = ["CENTRES", "EQUAL", "LINE", "TABLE", "Space", "equal_space", "flat_space"]

CENTRES = {"semantic": 0, "mode": 1, "lcs": 2, "mean": 3, "median": 4}
"""The rules by which a centre is chosen, in the kernels' numbering."""
TABLE, EQUAL, LINE = 0, 1, 2
"""How distances are found, in the kernels' numbering: in a table, by equality, on a line."""


@dataclass(frozen=True, eq=False)
class Space:
    """The points of one column and the candidate centres, as arrays for the kernels.

    ``table`` contains distances of values × candidates; ``up`` lists for each candidate the candidates that
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
        """Convert centres in the kernels' terms to points of the domain."""
        return centres if self.kind == LINE else self.candidates[centres.astype(np.int64)]


def flat_space(kind: int, rule: int, points: Points, *, unit: float = 1.0, far: float = 1.0) -> Space:
    """Make a space with the values themselves as its only candidates, and no hierarchy above them."""
    size = len(points)
    each = np.arange(size, dtype=np.int32)
    return Space(
        kind=kind,
        rule=rule,
        position=points,
        candidate_of=each,
        candidates=points,
        table=np.empty((size, 0), dtype=np.float32),
        up_start=np.arange(size + 1, dtype=np.int64),
        up=each,
        tie_rank=each,
        lcs_rank=each,
        isolated=np.ones(size, dtype=np.int8),
        unit=unit,
        far=far,
    )


def equal_space(points: Points) -> Space:
    """Make the space of equality and mode, the classical baseline."""
    return flat_space(EQUAL, CENTRES["mode"], points)
