"""What an engine returns: the distinct tuples of texts of some columns, with their counts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kinonym.tuples.index_arrays import Cells, Counts

__all__ = ["Counted"]


@dataclass(frozen=True, eq=False)
class Counted:
    """The distinct tuples of some columns and how many records have each (specification 3)."""

    columns: tuple[str, ...]
    values: tuple[list[str | None], ...]
    """The distinct texts of each column, sorted by code point; a missing value is None and comes last."""
    codes: NDArray[np.int32]
    """One row per distinct tuple: positions in ``values``, rows in lexicographic order."""
    counts: Counts

    @cached_property
    def records(self) -> int:
        """How many records were counted."""
        return int(self.counts.sum())

    def value_counts(self, j: int) -> Counts:
        """Records of each distinct value of a column."""
        return np.bincount(self.codes[:, j], weights=self.counts, minlength=len(self.values[j])).astype(np.int64)

    def cells(self) -> tuple[Counts, Cells]:
        """Count the last column by the tuples of the others: (records of each tuple, rows (tuple, value, records))."""
        quasi, value = self.codes[:, :-1], self.codes[:, -1].astype(np.int64)
        new = np.ones(len(quasi), dtype=bool)
        new[1:] = (quasi[1:] != quasi[:-1]).any(axis=1)  # equal ones are adjacent
        group = np.cumsum(new) - 1
        return np.bincount(group, weights=self.counts).astype(np.int64), (group, value, self.counts)

    def without(self, columns: Collection[str]) -> Counted:
        """Return the same rows without some columns; rows may then be equal."""
        positions = [j for j, name in enumerate(self.columns) if name not in columns]
        if len(positions) == len(self.columns):
            return self
        names, values = tuple(self.columns[j] for j in positions), tuple(self.values[j] for j in positions)
        return Counted(names, values, self.codes[:, positions], self.counts)

    def select(self, rows: NDArray[np.bool_]) -> Counted:
        """Select tuples, and the values that occur in them."""
        codes, values = self.codes[rows], []
        for j, texts in enumerate(self.values):
            used, codes[:, j] = np.unique(codes[:, j], return_inverse=True)
            values.append([texts[i] for i in used.tolist()])
        return Counted(self.columns, tuple(values), codes, self.counts[rows])
