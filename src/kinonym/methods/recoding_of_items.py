"""A recoding of items: what every item becomes, which tuples have it, and the cheapest repair of a rare combination."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinonym.methods.item_hierarchy import GONE, ItemHierarchy
from kinonym.privacy.known_items import Combination, ItemRows
from kinonym.tuples import Tuples

__all__ = ["Recoding", "describe_recoding", "make_rows"]

Flags = NDArray[np.bool_]


def make_rows(items: Sequence[Sequence[int]], tuples: Tuples, tuple_of: NDArray[np.int64]) -> ItemRows:
    """Return rows of items to be counted: one for each tuple, or for each person of each tuple.

    ``tuple_of``: the tuple that each sequence of items belongs to.
    """
    if tuples.persons is None:
        return ItemRows.of(items, tuples.counts[tuple_of])
    start, person = tuples.persons.start, tuples.persons.person
    sizes = start[tuple_of + 1] - start[tuple_of]
    rows = [row for row, size in zip(items, sizes.tolist(), strict=True) for _ in range(size)]
    persons = np.concatenate([person[start[t] : start[t + 1]] for t in tuple_of.tolist()])
    return ItemRows.of(rows, np.ones(len(rows), dtype=np.int64), persons)


class Step(NamedTuple):
    """Some images become one concept, or nothing; steps are compared by their cost."""

    cost: float
    concept: int
    images: tuple[int, ...]


@dataclass(eq=False)
class Recoding:
    """The image of every item, and the tuples that have each image; a repair raises images, and never lowers one."""

    tuples: Tuples
    hierarchy: ItemHierarchy
    k: int
    whole_subtrees: bool
    """Whether all items below a concept become it together, and an item is left out only without a broader concept."""
    images: list[int]
    """What each item becomes: itself, a concept above it, or `GONE`."""
    having: dict[int, Flags]
    """Image → the tuples that have it."""
    weight: dict[int, int]
    """Image → how often the records have one of its items."""
    below: dict[int, list[int]]
    """Item or concept → the items of the table below it, itself among them."""

    @classmethod
    def of(cls, tuples: Tuples, hierarchy: ItemHierarchy, k: int, *, whole_subtrees: bool) -> Recoding:
        """Begin with every item unchanged."""
        tuples_of: dict[int, list[int]] = {}
        for t, items in enumerate(hierarchy.items):
            for item in items:
                tuples_of.setdefault(item, []).append(t)
        having = {item: np.zeros(len(tuples), dtype=bool) for item in tuples_of}
        for item, rows in tuples_of.items():
            having[item][rows] = True
        weight = {item: int(tuples.counts[rows].sum()) for item, rows in tuples_of.items()}
        below: dict[int, list[int]] = {}
        for item in tuples_of:
            for concept in hierarchy.chain(item):
                below.setdefault(concept, []).append(item)
        return cls(tuples, hierarchy, k, whole_subtrees, list(range(len(hierarchy.keys))), having, weight, below)

    def list_rows(self) -> ItemRows:
        """Return the images of all tuples, to be counted."""
        rows = [[image for item in items if (image := self.images[item]) != GONE] for items in self.hierarchy.items]
        return make_rows(rows, self.tuples, np.arange(len(self.tuples)))

    def repair(self, combination: Combination) -> None:
        """Take the cheapest step after which a combination has k records, or does not occur; none if it is not rare."""
        if any(item not in self.having for item in combination) or not self._is_rare(self._find_common(combination)):
            return
        step = min(step for item in combination for step in self._list_steps(item, combination))
        self._move(step.images, step.concept)

    def _is_rare(self, chosen: Flags) -> bool:
        return 0 < self.tuples.count_units_among(chosen) < self.k

    def _find_common(self, combination: Sequence[int]) -> Flags:
        """Find the tuples that have all of these images."""
        common = np.ones(len(self.tuples), dtype=bool)
        for image in combination:
            common &= self.having[image]
        return common

    def _list_steps(self, image: int, combination: Combination) -> Iterator[Step]:
        """Yield the steps that repair a combination by raising one of its images."""
        above = list(self.hierarchy.chain(image))[1:]
        for concept in above:
            step = self._raise_to(concept, image, combination)
            if step is not None:
                yield step
                break
        if not above or not self.whole_subtrees:
            yield self._make_step([image], GONE)
        else:
            yield Step(np.inf, GONE, (image,))

    def _raise_to(self, concept: int, image: int, combination: Combination) -> Step | None:
        """Return the step that gives an image a concept, with as many others below it as needed; None if all fail."""
        other = {self.images[item] for item in self.below[concept]} - {GONE, image, concept}
        others = sorted((one for one in other if concept in self.hierarchy.chain(one)), key=self._rank)
        first = [image, *([concept] if concept in self.having else [])]
        for number in [len(others)] if self.whole_subtrees else range(len(others) + 1):
            moved = [*first, *others[:number]]
            merged = np.logical_or.reduce([self.having[one] for one in moved])
            if not self._is_rare(merged & self._find_common([one for one in combination if one not in moved])):
                return self._make_step(moved, concept)
        return None

    def _rank(self, image: int) -> tuple[int, int]:
        """Images of few records move first."""
        return self.weight[image], image

    def _make_step(self, images: Sequence[int], concept: int) -> Step:
        cost = 1.0 if concept == GONE else self.hierarchy.cost[concept]
        total = sum(self.weight[one] * (cost - self.hierarchy.cost[one]) for one in images)
        return Step(total, concept, tuple(images))

    def _move(self, images: Sequence[int], concept: int) -> None:
        """Give the items of some images another image."""
        moved = set(images)
        having = [self.having.pop(image) for image in images]
        weight = sum(self.weight.pop(image) for image in images)
        if concept != GONE:
            self.having[concept], self.weight[concept] = np.logical_or.reduce(having), weight
        for item in {item for image in images for item in self.below[image]}:
            if self.images[item] in moved:
                self.images[item] = concept


def describe_recoding(names: Sequence[str], recoding: Recoding) -> Iterator[str]:
    """Yield how many items of each column were generalised and left out."""
    keys = recoding.hierarchy.keys
    occurring = {item for items in recoding.hierarchy.items for item in items}
    for j, name in enumerate(names):
        members = [item for item in occurring if keys[item][0] == j]
        gone = sum(recoding.images[item] == GONE for item in members)
        broader = sum(recoding.images[item] not in (item, GONE) for item in members)
        if gone or broader:
            yield (
                f"column {name!r}: of {len(members):,} different items, {broader:,} became a broader concept and "
                f"{gone:,} were left out everywhere"
            )
