"""Numbers sets of concepts: a set keeps its number, so that it can be a point of a domain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinonym.domains.points import Points

if TYPE_CHECKING:
    from kinonym.kernels.distances.set_distances import Sets

__all__ = ["MISSING", "Members", "NumberedSets", "Side"]

Members = tuple[int, ...]
"""The concepts of a set, ascending."""

MISSING = float(1 << 40)
"""The point of the empty set: after all others."""


class NumberedSets:
    """All sets of a column, original and masked, numbered in the order in which they are added; none is removed."""

    def __init__(self) -> None:
        self._members: list[Members] = []
        self._number: dict[Members, int] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._members)

    def add(self, sets: Sequence[Iterable[int]]) -> Points:
        """Return the point of each set; new sets are numbered in ascending order."""
        distinct_sets = [tuple(sorted(set(members))) for members in sets]
        with self._lock:
            for members in sorted(set(distinct_sets) - self._number.keys()):
                if members:
                    self._number[members] = len(self._members)
                    self._members.append(members)
        return np.array([self._number[members] if members else MISSING for members in distinct_sets], dtype=np.float64)

    def members(self, points: Points) -> list[Members]:
        """Return the concepts of each point, none if it is missing."""
        return [() if point >= MISSING else self._members[int(point)] for point in points.tolist()]

    def sizes(self, points: Points) -> NDArray[np.int64]:
        """Count the concepts of each point."""
        return np.array([len(members) for members in self.members(points)], dtype=np.int64)

    def arrays(self, points: Points) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the concepts of all points in one array, after the index at which each point begins."""
        listed = self.members(points)
        start = np.cumsum([0, *map(len, listed)], dtype=np.int64)
        return start, np.array([concept for members in listed for concept in members], dtype=np.int64)


class Side(NamedTuple):
    """Some points that are not missing, as arrays for the kernels."""

    elements: Points
    """The distinct concepts that occur, ascending."""
    sets: Sets
    """The distinct sets, their members as indices into ``elements``."""
    inverse: NDArray[np.int64]
    """The index of the set of each point."""

    @classmethod
    def of(cls, known: NumberedSets, points: Points) -> Side:
        """Arrange points for the kernels."""
        from kinonym.kernels.distances.set_distances import Sets

        distinct, inverse = np.unique(points, return_inverse=True)
        start, concepts = known.arrays(distinct)
        elements, member = np.unique(concepts, return_inverse=True)
        return cls(elements.astype(np.float64), Sets(start, member.astype(np.int64)), inverse.astype(np.int64))
