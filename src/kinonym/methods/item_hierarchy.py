"""The items of tuples: members of sets and single values, with the concepts above them and what these cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from kinonym.domains import ConceptSets, Domain, Nominal, Points
from kinonym.metrics.distribution import point_ncp
from kinonym.tuples import Column

__all__ = ["GONE", "ItemHierarchy"]

GONE = -1
"""What a suppressed item becomes."""

Key = tuple[int, float]
"""The position of a column, and a point of its items."""


@dataclass(eq=False)
class ItemHierarchy:
    """Numbered items and concepts of all columns; items of different columns are different.

    Every concept has one parent, the deepest one (ties: the first): what lies below a concept is a tree.
    """

    keys: list[Key] = field(default_factory=list)
    above: list[int] = field(default_factory=list)
    """The parent of each item or concept, or `GONE`."""
    cost: list[float] = field(default_factory=list)
    """NCP: 0 for a value, 1 for the root and for a suppressed item."""
    items: list[tuple[int, ...]] = field(default_factory=list)
    """The items of each tuple."""

    @classmethod
    def of(cls, domains: Sequence[Domain], tuples: Points) -> ItemHierarchy:
        """Number the items of tuples, given as rows of points, and everything above them."""
        made, number = cls(), dict[Key, int]()
        columns = [_list_items(domain, tuples[:, j]) for j, domain in enumerate(domains)]
        for j, (domain, sets) in enumerate(zip(domains, columns, strict=True)):
            for point in sorted(set().union(*sets)):
                made._add(number, j, point, _concepts_of(domain))
        made._measure(domains)
        for cells in zip(*columns, strict=True):
            made.items.append(tuple(sorted(number[j, point] for j, cell in enumerate(cells) for point in cell)))
        return made

    def _add(self, number: dict[Key, int], j: int, point: float, concepts: Nominal | None) -> int:
        """Number an item or concept after everything above it."""
        if (j, point) not in number:
            parent = _find_parent(concepts, point)
            above = GONE if parent is None else self._add(number, j, parent, concepts)
            number[j, point] = len(self.keys)
            self.keys.append((j, point))
            self.above.append(above)
        return number[j, point]

    def _measure(self, domains: Sequence[Domain]) -> None:
        keys = np.array(self.keys, dtype=np.float64).reshape(-1, 2)
        costs = np.zeros(len(keys))
        for j, domain in enumerate(domains):
            in_column = keys[:, 0] == j
            elements = domain.elements if isinstance(domain, ConceptSets) else domain
            costs[in_column] = point_ncp(Column("", elements, keys[in_column, 1]))
        self.cost = costs.tolist()

    def chain(self, item: int) -> Iterator[int]:
        """Yield an item and everything above it, without `GONE`."""
        while item != GONE:
            yield item
            item = self.above[item]

    def make_points(self, domains: Sequence[Domain], images: Sequence[int]) -> Points:
        """Return the tuples, as rows of points, with the image of every item instead of the item."""
        targets = np.empty((len(self.items), len(domains)))
        for j, domain in enumerate(domains):
            sets = [self._images_in(j, items, images) for items in self.items]
            if isinstance(domain, ConceptSets):
                targets[:, j] = domain.numbered.add([[int(point) for point in members] for members in sets])
            else:
                missing = float(domain.encode([None])[0])
                targets[:, j] = [next(iter(members), missing) for members in sets]
        return targets

    def _images_in(self, j: int, items: tuple[int, ...], images: Sequence[int]) -> set[float]:
        found = {images[item] for item in items if self.keys[item][0] == j} - {GONE}
        return {self.keys[image][1] for image in found}


def _concepts_of(domain: Domain) -> Nominal | None:
    """The concepts that items are; None if there is nothing above them."""
    return domain.elements if isinstance(domain, ConceptSets) else domain.concepts


def _list_items(domain: Domain, points: Points) -> list[tuple[float, ...]]:
    """The items of each point; a missing value has none."""
    if isinstance(domain, ConceptSets):
        return [tuple(map(float, members)) for members in domain.numbered.members(points)]
    absent = domain.is_missing(points).tolist()
    return [() if gone else (point,) for point, gone in zip(points.tolist(), absent, strict=True)]


def _find_parent(concepts: Nominal | None, point: float) -> float | None:
    """The deepest parent of a concept; None for the root and for what is not a concept."""
    if concepts is None or not 0 < point < len(concepts.tau):
        return None
    start, parents = concepts.tau.parent_csr
    above = parents[start[int(point)] : start[int(point) + 1]]
    return float(above[np.argmax(concepts.tau.depths[above])])
