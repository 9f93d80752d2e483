"""`Plain`: values without meaning, compared by equality and centred on the mode."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kinonym.domains.domain import Domain, DomainTraits
from kinonym.domains.points import Points, as_points
from kinonym.domains.space import Space, equal_space

__all__ = ["Plain"]


@dataclass(frozen=True, eq=False)
class Plain(Domain):
    """Opaque labels: distance 0 if equal, else 1; the centre is the most frequent one.

    >>> Plain().distances(["a", "b"], ["a", None]).tolist()
    [[0.0, 1.0], [1.0, 1.0]]
    """

    traits = DomainTraits(scale="nominal")
    bounded = True

    values: tuple[str | None, ...] = field(default=())
    """The vocabulary of the column, in order; filled in by `fit`."""

    def fit(self, values: Sequence[str | None]) -> Plain:
        """Return the same domain with these values as its vocabulary."""
        known = sorted({v for v in values if v is not None})
        return Plain((*known, None))

    def cover(self, values: Sequence[str | None]) -> Plain:
        """Return this domain if it knows all values, else one with these values as its vocabulary."""
        return self if set(values) <= set(self.values) else self.fit(values)

    def extend(self, values: Sequence[str | None]) -> Plain:
        """Return the same domain with these texts after its own: each is at distance 1 from all others."""
        new = sorted({value for value in values if value is not None} - set(self.values))
        return Plain((*self.values, *new)) if new else self

    @property
    def candidate_count(self) -> int:
        """How many values may replace another: the vocabulary."""
        return sum(value is not None for value in self.values)

    def is_missing(self, points: Points) -> NDArray[np.bool_]:
        """Return which points mean that the value is missing."""
        if None not in self.values:
            return np.zeros(points.shape, dtype=bool)
        missing: NDArray[np.bool_] = points == self.values.index(None)
        return missing

    def encode(self, values: Sequence[str | None]) -> Points:
        """Convert texts to positions in the vocabulary."""
        position = {value: i for i, value in enumerate(self.values)}
        return as_points([position[v] for v in values])

    def decode(self, points: Points) -> list[str | float | None]:
        """Convert positions to texts."""
        return [self.values[int(i)] for i in points]

    def distance(self, a: str | None, b: str | None) -> float:
        """Return 0 if equal, else 1."""
        return float(a != b)

    def distances(self, left: Sequence[str | None], right: Sequence[str | None]) -> NDArray[np.float64]:
        """Return the matrix of distances."""
        return np.array([[float(a != b) for b in right] for a in left]).reshape(len(left), len(right))

    def between(self, left: Points, right: Points) -> NDArray[np.float64]:
        """Return the distance of each pair of points."""
        different: NDArray[np.float64] = (left != right).astype(np.float64)
        return different

    def space(self, points: Points, *, distance: str = "semantic", centroid: str = "semantic") -> Space:  # noqa: ARG002
        """Return the space of equality and mode, whatever is asked for."""
        return equal_space(points)

    def describe(self, root: str = "") -> str:  # noqa: ARG002
        """Describe opaque texts."""
        return "words without an ontology, equal or not"
