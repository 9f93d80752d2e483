"""`Domain`: what the values of one column mean, and what the rest of the program may ask about them.

A domain converts texts to *points* (concept numbers, ranks or numbers) and answers how far apart two are, what the
centre of several is, and what may replace them. Callers ask the domain's methods and `DomainTraits`, never its class.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray

from kinonym.domains.points import Points
from kinonym.domains.space import Space

if TYPE_CHECKING:
    from kinonym.domains.nominal import Nominal

__all__ = ["Domain", "DomainTraits", "Scale"]

Scale = Literal["nominal", "ordinal", "interval", "circular"]
"""Scale of measurement: equal or not, in an order, with differences, around a circle."""


@dataclass(frozen=True, kw_only=True)
class DomainTraits:
    """Facts about all values of a domain."""

    scale: Scale
    has_hierarchy: bool = False
    """Whether values, or the members of sets, are concepts of a taxonomy."""
    is_set: bool = False
    """Whether a value consists of several members."""
    averages: bool = False
    """Whether the centre is a mean, which depends on every value of the class."""
    has_periods: bool = False
    """Whether a value is a period of time: it lasts, and the next one begins when it ends."""
    known_in_advance: bool = False
    """Whether the possible values are known without the data."""
    several_taxonomies: bool = False
    """Whether distances come from several taxonomies, so that only methods that form groups apply."""

    @property
    def on_a_line(self) -> bool:
        """Whether points are numbers on a line, with NaN for missing."""
        return self.scale in ("ordinal", "interval")

    @property
    def only_equality(self) -> bool:
        """Whether values are opaque: equal or not, with nothing in between."""
        return self.scale == "nominal" and not self.has_hierarchy


class Domain(ABC):
    """The meaning of a column. Defaults fit values on a line; a domain overrides what differs."""

    traits: ClassVar[DomainTraits]

    @property
    @abstractmethod
    def bounded(self) -> bool:
        """Whether distances lie in [0, 1]."""

    # Texts and points

    @abstractmethod
    def encode(self, values: Sequence[str | None]) -> Points:
        """Convert texts to points; None is missing. Points sort in the domain's own order, missing last."""

    @abstractmethod
    def decode(self, points: Points) -> list[str | float | None]:
        """Convert points to what is written."""

    def cover(self, values: Sequence[str | None]) -> Self:  # noqa: ARG002
        """Return a domain that can encode these values, where the vocabulary comes from the data."""
        return self

    def extend(self, values: Sequence[str | None]) -> Self:  # noqa: ARG002
        """Return a domain that can also encode these texts, in which every point keeps its meaning."""
        return self

    def round(self, points: Points) -> Points:
        """Return each point as it is written."""
        return points

    def tolerance(self, point: float) -> float:  # noqa: ARG002
        """Return how far a point may be from one that is written alike."""
        return 0.0

    def is_missing(self, points: Points) -> NDArray[np.bool_]:
        """Return which points mean that the value is missing."""
        return np.isnan(points)

    def names(self, points: Points) -> list[str | float | None]:
        """Return an unambiguous name of each point: the id of a concept, else what is written."""
        return self.decode(points)

    def label(self, name: str | float | None) -> str:
        """Return what a reader calls a value that `names` returned."""
        if name is None:
            return "missing"
        return f"{name:.6g}" if isinstance(name, float) else str(name)

    def to_portable(self, points: Points) -> list[Any]:
        """Return values that another run can read, although it numbers its points in another way."""
        return self.decode(points)

    def from_portable(self, value: Any) -> float:  # noqa: ANN401
        """Return the point of a value that `to_portable` returned; raises if it has none."""
        return float(self.encode([value])[0])

    # Distances, centres, replacements

    @abstractmethod
    def distances(self, left: Sequence[str | None], right: Sequence[str | None]) -> NDArray[np.float64]:
        """Return the matrix of distances between texts."""

    @abstractmethod
    def between(self, left: Points, right: Points) -> NDArray[np.float64]:
        """Return the distance of each pair of points."""

    def point_distances(self, left: Points, right: Points) -> NDArray[np.float64]:
        """Return the matrix of distances between points, exact."""
        return self.between(left[:, None], right[None, :])

    @abstractmethod
    def space(self, points: Points, *, distance: str = "semantic", centroid: str = "semantic") -> Space:
        """Return the arrays for the kernels; a domain ignores a choice that it does not know."""

    def rank_ties(self, points: Points) -> NDArray[np.int64]:
        """Return the rank of each point among equally good centres: here the smaller point comes first."""
        return np.arange(len(points))

    def generalise(self, points: Points) -> list[Points]:
        """Return the points on each level, from themselves up to the root, or to missing."""
        return [points, np.full(len(points), self.encode([None])[0])]

    def walk(self, points: Points) -> Points:
        """Return the position of each point in an order in which near values are neighbours; missing comes last."""
        return np.where(np.isnan(points), np.inf, points)

    @property
    def candidate_count(self) -> int | None:
        """How many values may replace another: the points 0, 1, 2 …; None on a line, where any number may."""
        return None

    @property
    def root_point(self) -> float | None:
        """The most general value; None without a hierarchy."""
        return None

    @property
    def concepts(self) -> Nominal | None:
        """The concepts that the values are; None if a value is not exactly one concept."""
        return None

    @property
    def hierarchy(self) -> Nominal | None:
        """The concepts that the values, or the members of sets, are; None without a taxonomy."""
        return self.concepts

    # Values on a line

    @property
    def unit(self) -> float:
        """How many units of a line make a distance of 1."""
        return 1.0

    @property
    def limits(self) -> tuple[float, ...]:
        """The points that stand for all values beyond them, where a column is top or bottom coded."""
        return ()

    @property
    def last_level(self) -> int | None:
        """The number of the last of some ordered levels; None if there are none."""
        return None

    def step(self, points: Points) -> float:  # noqa: ARG002
        """Return the greatest gap between neighbouring values that can be written; 0 if all numbers can."""
        return 0.0

    def comes_after(self, points: Points, other: Domain, others: Points) -> NDArray[np.bool_]:  # noqa: ARG002
        """Return whether each point certainly comes after its counterpart in another column; never if missing."""
        return np.asarray(points > others)

    def find_same(self, other: Domain, others: Points) -> Points:  # noqa: ARG002
        """Return the points that mean the same as those of another column."""
        return others

    def avoid(self, points: Points, taken: Collection[float]) -> Points:  # noqa: ARG002
        """Return the points, with those in ``taken`` replaced by near ones if the domain knows which are near."""
        return points

    def find_not_before(self, other: Domain, others: Points, taken: Collection[float]) -> list[float]:  # noqa: ARG002
        """Return the nearest points that do not come before those of another column and are not ``taken``."""
        return list(others.tolist())

    # Reports

    @abstractmethod
    def describe(self, root: str = "") -> str:
        """Describe the values and how they are compared; ``root``: the label of the root, if it may be shown."""
