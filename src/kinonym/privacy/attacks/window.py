"""Window linkage: the attacker knows the method and its k, and which values a swap can have brought to a person.

A released record is a candidate if every column's value is in reach; if none is, those with the fewest columns out
of reach. With several columns few records are left: this is what breaks swapping of each column on its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.grouped import Plan, Tuples
from kinonym.privacy.attacks.linkage import Linkage, Numbers, link

__all__ = ["BlockWindow", "NeighbourWindow", "RankWindow", "Window", "window_linkage"]

Flags = NDArray[np.float64]


class Window(Protocol):
    """What is out of reach of a swap."""

    @property
    def attacker(self) -> str:
        """Who knows this."""

    def out_of_reach(self, persons: Numbers) -> list[Flags]:
        """For each column: persons (as tuples) × values of the column, 0 in reach and 1 out of reach."""


def window_linkage(plan: Plan, window: Window, rng: np.random.Generator) -> Linkage:
    """Attack a swap with the knowledge of its window in every column."""
    columns = plan.tuples.columns

    def costs(persons: Numbers, points: list[Points]) -> NDArray[np.float64]:
        flags = window.out_of_reach(persons)
        released = [np.searchsorted(column.points, found) for column, found in zip(columns, points, strict=True)]
        return np.concatenate([f[:, value] for f, value in zip(flags, released, strict=True)], axis=1)

    return link(plan, window.attacker, costs, rng)


@dataclass(frozen=True, eq=False)
class RankWindow:
    """srs1: two values are exchanged only if their ranks differ by at most ``reach``, or at the end of the ranking.

    ``low`` and ``high``: per column the first and the last rank of each value, ties counted together.
    """

    tuples: Tuples
    low: tuple[Numbers, ...]
    high: tuple[Numbers, ...]
    reach: int
    tail: int
    attacker: str = "knows all original values, the method, k and every column's ranking"

    @classmethod
    def of(cls, tuples: Tuples, k: int, *, published: bool) -> RankWindow:
        """Rank every column; of the next k unswapped ranks the last is at most 2k − 1 away (all k of them once

        k − 1 in between were swapped), and the last permutation takes place within the last 3k ranks.
        """
        ranks = [_ranks(tuples, j) for j in range(len(tuples.columns))]
        low, high = tuple(r[0] for r in ranks), tuple(r[1] for r in ranks)
        if published:
            return cls(tuples, low, high, k, tuples.records)
        return cls(tuples, low, high, 2 * k - 1, tuples.records - 3 * k)

    def out_of_reach(self, persons: Numbers) -> list[Flags]:
        """Compare the ranks."""
        found = []
        for j, (low, high) in enumerate(zip(self.low, self.high, strict=True)):
            own = self.tuples.codes[persons, j][:, None]
            apart = np.maximum(low[None, :] - high[own], low[own] - high[None, :])
            at_end = (high[own] >= self.tail) & (high[None, :] >= self.tail)
            found.append(((apart > self.reach) & ~at_end).astype(np.float64))
        return found


@dataclass(frozen=True, eq=False)
class NeighbourWindow:
    """srs2 and srs3: values are exchanged only within the clusters of one of the two records.

    ``parts`` are the columns one by one (srs2), or all together (srs3); ``radius`` how far their clusters reach.
    """

    tuples: Tuples
    parts: tuple[Tuples, ...]
    radius: tuple[NDArray[np.float64], ...]
    attacker: str = "knows all original values, the method, k and every record's nearest ones"

    @classmethod
    def of(cls, tuples: Tuples, k: int, *, published: bool, together: bool) -> NeighbourWindow:
        """Clusters of the k nearest records; of the repaired form, whose clusters skip swapped records, of 2k."""
        from kinonym.kernels.swap_attacks import radii

        parts = (tuples,) if together else tuple(_alone(tuples, j) for j in range(len(tuples.columns)))
        size = min(k if published else 2 * k, tuples.records - 1)
        return cls(tuples, parts, tuple(radii(part.flat, part.codes, part.counts, size) for part in parts))

    def out_of_reach(self, persons: Numbers) -> list[Flags]:
        """Compare the distances with the radii."""
        from kinonym.kernels.swap_attacks import reachable

        if len(self.parts) == 1:
            flags = reachable(self.tuples.flat, self.tuples.codes, self.radius[0], persons)
            return np.split(flags, self.tuples.flat.value_start[1:-1], axis=1)
        found = []
        for j, part in enumerate(self.parts):
            own = np.searchsorted(part.codes[:, 0], self.tuples.codes[persons, j])
            found.append(reachable(part.flat, part.codes, self.radius[j], own))
        return found


@dataclass(frozen=True, eq=False)
class BlockWindow:
    """record-swap: a value stays within the blocks of its tuple. Rows (source, block) say which tuple is where."""

    tuples: Tuples
    source: Numbers
    block: Numbers
    attacker: str = "knows all original values, the method, k and every record's block"

    def out_of_reach(self, persons: Numbers) -> list[Flags]:
        """Mark the values of each person's blocks."""
        found = [np.ones((len(persons), len(column.points))) for column in self.tuples.columns]
        for i, person in enumerate(persons):
            blocks = self.block[self.source == person]
            members = self.source[np.isin(self.block, blocks)]
            for j, flags in enumerate(found):
                flags[i, self.tuples.codes[members, j]] = 0.0
        return found


def _alone(tuples: Tuples, j: int) -> Tuples:
    """One column as tuples of its own."""
    weights = np.bincount(tuples.codes[:, j], weights=tuples.counts)
    values = np.flatnonzero(weights)
    return Tuples(values.astype(np.int32)[:, None], weights[values].astype(np.int64), (tuples.columns[j],))


def _ranks(tuples: Tuples, j: int) -> tuple[Numbers, Numbers]:
    """First and last rank of each value by the distance from the most marginal one; values that do not occur: 0."""
    from kinonym.kernels.swap_order import marginalities

    part = _alone(tuples, j)
    reference = int(marginalities(part.flat, part.codes, part.counts).argmax())
    column = tuples.columns[j]
    points = column.points[part.codes[:, 0]]
    distances = column.domain.between(points, np.full(len(points), points[reference]))
    _, group = np.unique(distances, return_inverse=True)
    ends = np.cumsum(np.bincount(group, weights=part.counts)).astype(np.int64)
    low, high = np.zeros((2, len(column.points)), dtype=np.int64)
    low[part.codes[:, 0]] = np.concatenate([[0], ends])[group]
    high[part.codes[:, 0]] = ends[group] - 1
    return low, high
