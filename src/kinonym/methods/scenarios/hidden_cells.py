"""Suppression under several scenarios: cells become missing, or rows leave the table (specification 20)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from kinonym.methods.progress import Progress
from kinonym.methods.scenarios.scenario import KnownSet, group_tuples
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.equal_rows import distinct_rows
from kinonym.tuples.index_arrays import DROPPED
from kinonym.tuples.tuples import tuple_points

__all__ = ["plan_dropped_rows", "plan_hidden_cells"]

Flags = NDArray[np.bool_]
_EVERY_CHOICE = 6
"""Of so many columns, every choice of cells is tried; of more, single columns, pairs, and ever more columns."""


def plan_hidden_cells(tuples: Tuples, sets: Sequence[KnownSet], progress: Progress) -> Plan:
    """Make cells missing until every combination of each set has its k; missing counts as a value."""
    search = _HiddenCells(tuples)
    while search.repair_all(sets):
        progress(0.5)
    first, target = distinct_rows(search.masked)
    return Plan(tuples, np.arange(len(tuples)), target, tuples.counts, search.masked[first])


def plan_dropped_rows(tuples: Tuples, sets: Sequence[KnownSet], progress: Progress) -> Plan:
    """Drop tuples until every combination that is left has its k in each set."""
    points, kept, before = tuple_points(tuples), np.ones(len(tuples), dtype=bool), -1
    groups = [(group_tuples(points[:, list(known.columns)]), known.k) for known in sets]
    while int(kept.sum()) != before:
        before = int(kept.sum())
        for (group, number), k in groups:
            units = tuples.count_units(np.where(kept, group, -1), number)
            kept &= units[group] >= k
        progress(0.5)
    every = np.arange(len(tuples))
    return Plan(tuples, every, np.where(kept, every, DROPPED), tuples.counts, points)


@dataclass(eq=False)
class _HiddenCells:
    """The tuples with the cells that are missing so far.

    Notes
    -----
    A repair only adds missing cells, so repairs end, at the latest when all cells are missing.
    """

    tuples: Tuples
    masked: NDArray[np.float64] = field(init=False)
    missing: NDArray[np.float64] = field(init=False)

    def __post_init__(self) -> None:
        self.masked = tuple_points(self.tuples)
        self.missing = np.array([column.domain.encode([None])[0] for column in self.tuples.columns])

    def repair_all(self, sets: Sequence[KnownSet]) -> bool:
        """Repair each set once; return whether any had a rare combination."""
        repaired = [self.repair(known) for known in sets]
        return any(repaired)

    def repair(self, known: KnownSet) -> bool:
        """Hide cells until every combination of the set has its k; return whether any was rare."""
        rare = self._find_rare(known)
        if not rare.any():
            return False
        for columns in self._list_choices(known):
            hidden = self.masked.copy()
            hidden[np.ix_(np.flatnonzero(rare), np.array(columns))] = self.missing[columns]
            enough = rare & (self._units(hidden, known) >= known.k)
            self.masked[enough] = hidden[enough]
            rare &= ~enough
            if not rare.any():
                return True
        self._hide_all(known, rare)
        return True

    def _hide_all(self, known: KnownSet, rare: Flags) -> None:
        """Hide all cells of rare tuples, and of the next rarest combinations, until they have k together."""
        columns = list(known.columns)
        group, _ = group_tuples(self.masked[:, columns])
        together = rare | self._is_hidden(columns)
        for g in group[np.argsort(self._units(self.masked, known), kind="stable")].tolist():
            if self.tuples.count_units_among(together) >= known.k:
                break
            together |= group == g
        self.masked[np.ix_(np.flatnonzero(together), np.array(columns))] = self.missing[columns]

    def _is_hidden(self, columns: Sequence[int]) -> Flags:
        cells, missing = self.masked[:, columns], self.missing[list(columns)]
        every: Flags = ((cells == missing) | (np.isnan(cells) & np.isnan(missing))).all(axis=1)
        return every

    def _find_rare(self, known: KnownSet) -> Flags:
        return np.asarray(self._units(self.masked, known) < known.k)

    def _units(self, masked: NDArray[np.float64], known: KnownSet) -> NDArray[np.int64]:
        """Count the persons, else the records, of the combination of each tuple."""
        group, groups = group_tuples(masked[:, list(known.columns)])
        return self.tuples.count_units(group, groups)[group]

    def _list_choices(self, known: KnownSet) -> Iterator[list[int]]:
        """Yield columns to hide together: few before many, and columns of many values before those of few."""
        order = sorted(known.columns, key=lambda j: -len(np.unique(self.masked[:, j])))
        for size in range(1, len(order)):
            if len(order) <= _EVERY_CHOICE or size <= 2:
                yield from map(list, combinations(order, size))
            else:
                yield order[:size]
