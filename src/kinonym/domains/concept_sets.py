"""`ConceptSets`: cells with several concepts of a taxonomy, compared and centred as sets (specification 12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kinonym.domains.domain import Domain, DomainTraits
from kinonym.domains.nominal import Nominal
from kinonym.domains.numbered_sets import MISSING, NumberedSets, Side
from kinonym.domains.points import ROUNDING, Points
from kinonym.domains.space import CENTRES, EQUAL, TABLE, Space, flat_space
from kinonym.errors import UsageError
from kinonym.taxonomy.preorder import preorder

__all__ = ["SET_DISTANCES", "ConceptSets", "SetDistance"]

SetDistance = Literal["average", "assignment", "hausdorff"]
SET_DISTANCES: dict[str, int] = {"average": 0, "assignment": 1, "hausdorff": 2}
"""The distances of sets, in the kernels' numbering."""

_CELLS = 1 << 25  # distances of concepts that are in memory at a time


@dataclass(frozen=True, eq=False)
class ConceptSets(Domain):
    """Sets of the values of ``elements``, at a distance of sets; the empty set is missing, at distance 1 from all.

    Parameters
    ----------
    elements
        The meaning of the members of a set, and their distances.
    distance_of_sets
        ``average``: mean of the best matches, both ways. ``assignment``: the cheapest one-to-one matching.
        ``hausdorff``: the worst of the best matches.
    separator
        The text between the members of a set.

    Examples
    --------
    >>> from kinonym import Taxonomy
    >>> sports = Taxonomy.from_parents({"sport": [], "football": ["sport"], "boxing": ["sport"]})
    >>> ConceptSets(Nominal(sports)).distance("football|boxing", "football")  # ½·((0 + 1/2)/2 + 0)
    0.125
    """

    traits = DomainTraits(scale="nominal", has_hierarchy=True, is_set=True)

    elements: Nominal
    distance_of_sets: SetDistance = "average"
    separator: str = "|"
    numbered: NumberedSets = field(default_factory=NumberedSets)
    occurring: int = 0
    """How many of the numbered sets occur in the column: the first ones."""

    def __post_init__(self) -> None:
        if self.distance_of_sets not in SET_DISTANCES:
            msg = f"there is no distance of sets {self.distance_of_sets!r}"
            raise UsageError(msg, hint=f"one of: {', '.join(SET_DISTANCES)}")

    @property
    def bounded(self) -> bool:
        """Whether distances lie in [0, 1]."""
        return self.elements.bounded

    @property
    def hierarchy(self) -> Nominal:
        """The concepts that the members of sets are."""
        return self.elements

    @property
    def candidate_count(self) -> int:
        """How many values may replace another: the sets of the column."""
        return self.occurring

    @property
    def root_point(self) -> float:
        """The set of the root alone."""
        return float(self.numbered.add([[0]])[0])

    def is_missing(self, points: Points) -> NDArray[np.bool_]:
        """Return which points are the empty set."""
        missing: NDArray[np.bool_] = points == MISSING
        return missing

    @property
    def kernel_kind(self) -> int:
        """The distance in the kernels' numbering."""
        return SET_DISTANCES[self.distance_of_sets]

    def fit(self, sets: Sequence[Iterable[str]]) -> ConceptSets:
        """Return the same domain with these sets, of concept names, as those of the column."""
        fitted = replace(self, numbered=NumberedSets())
        fitted.add(sets)
        return replace(fitted, occurring=len(fitted.numbered))

    def add(self, sets: Sequence[Iterable[str]]) -> Points:
        """Convert sets of concept names to points."""
        names = sorted({name for members in sets for name in members})
        number = dict(zip(names, self.elements.encode(names).astype(np.int64).tolist(), strict=True))
        return self.numbered.add([[number[name] for name in members] for members in sets])

    def extend(self, values: Sequence[str | None]) -> ConceptSets:
        """Return the same domain with these texts as further isolates of its elements, unless it has them."""
        elements = self.elements.extend(values)
        return self if elements is self.elements else replace(self, elements=elements)

    def encode(self, values: Sequence[str | None]) -> Points:
        """Convert texts to points; empty parts are not members."""
        parts = ([] if value is None else value.split(self.separator) for value in values)
        return self.add([[part.strip() for part in members if part.strip()] for members in parts])

    def decode(self, points: Points) -> list[str | float | None]:
        """Convert points to the texts of the members, each once, in alphabetical order; None for the empty set."""
        return self._join_texts(points, self._texts)

    def names(self, points: Points) -> list[str | float | None]:
        """Return the ids of the members, joined like texts."""
        tau, isolates = self.elements.tau, self.elements.isolates
        every = [*tau.concepts, *(text or "" for text in isolates)]
        return self._join_texts(points, every)

    def label(self, name: str | float | None) -> str:
        """Return the labels of the members."""
        if name is None:
            return super().label(name)
        return ", ".join(self.elements.label(part) for part in str(name).split(self.separator))

    def to_portable(self, points: Points) -> list[Any]:
        """Return the ids of the members of each set."""
        ids = self.elements.tau.concepts
        return [[ids[m] for m in members if m < len(ids)] for members in self.numbered.members(points)]

    def from_portable(self, value: Any) -> float:  # noqa: ANN401
        """Return the point of a set of ids."""
        return float(self.add([value])[0])

    def generalise(self, points: Points) -> list[Points]:
        """Return each set with all members generalised to one level, for every level; the last is the root alone."""
        listed = self.numbered.members(points)
        concepts = np.unique([float(concept) for members in listed for concept in members])
        levels = [points]
        for level in self.elements.generalise(concepts)[1:] if len(concepts) else ():
            above = dict(zip(concepts.tolist(), level.astype(np.int64).tolist(), strict=True))
            levels.append(self.numbered.add([[above[concept] for concept in members] for members in listed]))
        levels.append(np.full(len(points), self.root_point))
        return [level for i, level in enumerate(levels) if i == 0 or not np.array_equal(level, levels[i - 1])]

    def walk(self, points: Points) -> Points:
        """Return the rank of each set by the positions of its members in a walk through the taxonomy."""
        tau = self.elements.tau
        position = preorder(*tau.parent_csr, tau.depths).tolist() if len(tau) else []
        listed = self.numbered.members(points)
        keys = [(not members, sorted(position[i] if i < len(tau) else i for i in members)) for members in listed]
        ranks = np.empty(len(points))
        ranks[sorted(range(len(points)), key=keys.__getitem__)] = np.arange(len(points))
        return ranks

    def describe(self, root: str = "") -> str:
        """Describe the members and the distance of sets."""
        return f"sets of {self.elements.describe(root)}; sets by {self.distance_of_sets}"

    def _join_texts(self, points: Points, texts: Sequence[str]) -> list[str | float | None]:
        listed = self.numbered.members(points)
        return [self.separator.join(sorted(texts[i] for i in members)) if members else None for members in listed]

    @cached_property
    def _texts(self) -> list[str]:
        """Return a distinct text for each element, without the separator."""
        every = np.arange(len(self.elements.tau) + len(self.elements.isolates), dtype=np.float64)
        texts = ["" if text is None else str(text) for text in self.elements.decode(every)]
        used_texts = {text for text in texts if self.separator not in text}
        for i, text in enumerate(texts):
            if self.separator in text:
                texts[i] = next(form for form in self._avoid_separator(text, i) if form not in used_texts)
                used_texts.add(texts[i])
        return texts

    def _avoid_separator(self, text: str, number: int) -> Iterator[str]:
        """Yield other forms of a text that contains the separator."""
        plain = " ".join(text.replace(self.separator, " ").split())
        yield plain
        yield f"{plain} ({number})"

    def distance(self, a: str | None, b: str | None) -> float:
        """Return the distance between two sets, their members named by id, label or the last part of an IRI."""
        return float(self.distances([a], [b])[0, 0])

    def distances(self, left: Sequence[str | None], right: Sequence[str | None]) -> NDArray[np.float64]:
        """Return the matrix of distances."""
        return self.point_distances(self.encode(left), self.encode(right))

    def point_distances(self, left: Points, right: Points) -> NDArray[np.float64]:
        """Return the matrix of distances between points."""
        return self.between(left[:, None], right[None, :])

    def between(self, left: Points, right: Points) -> NDArray[np.float64]:
        """Return the distance of each pair of points."""
        first, second = (np.ascontiguousarray(side) for side in np.broadcast_arrays(left, right))
        apart: NDArray[np.float64] = (first != second).astype(np.float64)
        pairs = np.flatnonzero((apart > 0).ravel() & (first < MISSING).ravel() & (second < MISSING).ravel())
        apart.reshape(-1)[pairs] = self._pairs(first.reshape(-1)[pairs], second.reshape(-1)[pairs])
        return apart

    def _pairs(self, left: Points, right: Points) -> NDArray[np.float64]:
        """Return the distances of pairs of sets that are not empty, through a table of their elements."""
        from kinonym.kernels.distances.set_distances import set_pairs

        if not len(left):
            return np.empty(0)
        sides = [Side.of(self.numbered, points) for points in (left, right)]
        if len(left) > 1 and len(sides[0].elements) * len(sides[1].elements) > _CELLS:
            half = len(left) // 2
            return np.concatenate([self._pairs(left[:half], right[:half]), self._pairs(left[half:], right[half:])])
        first, second = sides
        table = self.elements.point_distances(first.elements, second.elements)
        return set_pairs(self.kernel_kind, table, first.sets, second.sets, first.inverse, second.inverse)

    def space(self, points: Points, *, distance: str = "semantic", centroid: str = "semantic") -> Space:
        """Use the sets as candidates while clusters grow; `centre` finds the centre of a finished cluster."""
        kind = EQUAL if distance == "equality" else TABLE
        space = flat_space(kind, CENTRES[centroid], points)
        measured = distance == "semantic" or centroid == "semantic"
        return replace(space, table=self._table(points)) if measured else space

    def _table(self, points: Points) -> NDArray[np.float32]:
        """Return the distances of all pairs of different points, rounded as the tables of concepts are."""
        from kinonym.kernels.distances.set_distances import set_table

        present = np.flatnonzero(points < MISSING)
        table = np.ones((len(points), len(points)), dtype=np.float32)
        np.fill_diagonal(table, 0.0)
        if len(present):
            side = Side.of(self.numbered, points[present])
            inner = np.empty((len(present), len(present)), dtype=np.float32)
            concepts = self.elements.table(side.elements, side.elements)
            set_table(self.kernel_kind, concepts, side.sets, ROUNDING, inner)
            table[np.ix_(present, present)] = inner
        return table

    def centre(self, points: Points, counts: NDArray[np.int64], rule: str = "semantic") -> float:
        """Find the centre of weighted points: by least sum of distances, the commonest one, or what subsumes all."""
        from kinonym.domains.centre_of_sets import find_least_sum, subsumer

        points, inverse = np.unique(points, return_inverse=True)
        counts = np.bincount(inverse, weights=counts).astype(np.int64)
        if len(points) == 1:
            return float(points[0])
        if rule == "mode":
            return float(points[np.argmax(counts)])
        members = subsumer(self, points) if rule == "lcs" else find_least_sum(self, points, counts)
        return float(self.numbered.add([members])[0])
