"""The cells of a public table: every combination of the public values of all columns, in a public order."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.errors import UsageError
from kinonym.methods.exponential.public import Public, PublicSet, public_sets
from kinonym.tuples import Tuples
from kinonym.tuples.tuples import tuple_points

__all__ = ["MOST_CELLS", "PublicCells"]

MOST_CELLS = 1 << 20
"""Cells that are counted; each of them gets noise, whether records have it or not."""

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class PublicCells:
    """Numbers of cells: the first column decides first, and inside a column near concepts are neighbours."""

    sets: tuple[PublicSet, ...]
    ranks: tuple[Numbers, ...]
    """Of each column, the position of each public value in the public order."""

    @classmethod
    def of(cls, tuples: Tuples, public: Public, *, missing: bool) -> PublicCells:
        """The cells that a recipe names; raises if there are too many, or if a column has no public set."""
        sets = tuple(public_sets(tuples, public, missing=missing))
        cells = math.prod(map(len, sets))
        if cells > MOST_CELLS:
            names = ", ".join(chosen.column for chosen in sets)
            msg = f"the public values of {names} have {cells:,} combinations; at most {MOST_CELLS:,} fit"
            raise UsageError(msg, hint="name narrower roots or lists in public, or mask fewer columns")
        return cls(sets, tuple(_rank(chosen) for chosen in sets))

    def __len__(self) -> int:
        return math.prod(map(len, self.sets))

    def cells_of(self, tuples: Tuples) -> Numbers:
        """The cell of each tuple; raises if a value is not public."""
        cells = np.zeros(len(tuples), dtype=np.int64)
        for chosen, rank, points in zip(self.sets, self.ranks, tuple_points(tuples).T, strict=True):
            cells = cells * len(chosen) + rank[chosen.places(points)]
        return cells

    def points(self, cells: Numbers) -> Points:
        """The values of cells (cells × columns)."""
        columns: list[Points] = []
        for chosen, rank in zip(self.sets[::-1], self.ranks[::-1], strict=True):
            cells, position = np.divmod(cells, len(chosen))
            columns.append(chosen.points[np.argsort(rank)[position]])
        return np.column_stack(columns[::-1])

    def has(self, points: Points) -> bool:
        """Whether all values are public."""
        return all(
            bool(np.isin(column, chosen.points).all() or _missing_too(column, chosen))
            for column, chosen in zip(points.T, self.sets, strict=True)
        )


def _missing_too(column: Points, chosen: PublicSet) -> bool:
    """Whether all values are public where a missing number equals itself."""
    known = bool(np.isnan(chosen.points).any())
    return known and bool(np.isin(column[~np.isnan(column)], chosen.points).all())


def _rank(chosen: PublicSet) -> Numbers:
    """Levels in their order; concepts in the order of a walk down the ontology; missing last."""
    concepts = chosen.domain.concepts
    if concepts is None:
        return np.arange(len(chosen))
    return np.argsort(np.argsort(concepts.walk(chosen.points)))
