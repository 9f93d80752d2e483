"""The best level of every column when some records may be left out, as classical tools search for it.

Records of rare combinations are blanked. They grow fewer the higher the levels are, so that a level vector with too
many of them rules out everything below it; and a vector costs at least what its levels alone do.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.methods.progress import Progress
from kinonym.tuples import Plan, Tuples

__all__ = ["FullDomain"]

Numbers = NDArray[np.int64]
_BLANK = 1.0
"""What a blanked cell costs: as much as the root."""


@dataclass(frozen=True, eq=False, kw_only=True)
class FullDomain:
    """Every vector of levels over some tuples.

    ``ladders``: what each value of each column becomes at each level. ``costs``: what that costs, from 0 to 1 (NCP).
    """

    tuples: Tuples
    ladders: list[list[Points]]
    costs: list[list[Points]]
    k: int
    allowed: int
    """Records that may be left out."""

    @cached_property
    def vectors(self) -> Numbers:
        """All level vectors, the cheapest first if nothing were left out."""
        every = np.array(list(product(*(range(len(steps)) for steps in self.ladders))), dtype=np.int64)
        return every[np.argsort(self.least(every), kind="stable")]

    def least(self, vectors: Numbers) -> Points:
        """The cost of the levels alone, summed over records and averaged over columns."""
        total = np.zeros(len(vectors))
        for j, steps in enumerate(self.costs):
            column_costs = [float(self.tuples.counts @ cost[self.tuples.codes[:, j]]) for cost in steps]
            total += np.array(column_costs)[vectors[:, j]]
        return total / len(self.costs)

    @cached_property
    def _classes(self) -> list[list[tuple[Numbers, int]]]:
        """Column by column and level by level: the class of each value, and how many there are."""
        distinct = [[np.unique(step, return_inverse=True) for step in steps] for steps in self.ladders]
        return [[(kind, len(values)) for values, kind in steps] for steps in distinct]

    def groups(self, vector: Numbers) -> Numbers:
        """The combination of each tuple at these levels, numbered."""
        key, size = np.zeros(len(self.tuples), dtype=np.int64), 1
        for j, level in enumerate(vector):
            kind, values = self._classes[j][level]
            if size > np.iinfo(np.int64).max // values:
                distinct, key = np.unique(key, return_inverse=True)
                size = len(distinct)
            key = key * values + kind[self.tuples.codes[:, j]]
            size *= values
        return np.unique(key, return_inverse=True)[1]

    def _count_combinations(self, vector: Numbers) -> tuple[Numbers, Numbers]:
        """The combination of each tuple, and how often each occurs."""
        group = self.groups(vector)
        return group, self.tuples.count_units(group, int(group.max()) + 1)

    def left_out(self, vector: Numbers) -> NDArray[np.bool_]:
        """Which tuples are rarer than k; where those are fewer than k records, the class that costs least joins them.

        Of the classes that may be left out as well, if any may; ties: the smallest, then the first (specification 5).
        """
        group, sizes = self._count_combinations(vector)
        rare = sizes < self.k
        if not rare.any() or self.tuples.count_units_among(rare[group]) >= self.k:
            return rare[group]
        extra = np.bincount(group, weights=self.tuples.counts * (_BLANK - self._level_costs(vector)))
        records = np.bincount(group, weights=self.tuples.counts)
        too_many = records + records[rare].sum() > self.allowed
        joining = np.lexsort((sizes, np.round(extra, 9), too_many, rare))[0]
        rare[joining] = True
        return rare[group]

    def _level_costs(self, vector: Numbers) -> Points:
        """What each tuple costs at these levels, averaged over columns."""
        each: Points = np.mean([self.costs[j][x][self.tuples.codes[:, j]] for j, x in enumerate(vector)], axis=0)
        return each

    def cost(self, vector: Numbers, out: NDArray[np.bool_]) -> float:
        """What the levels cost, and what is left out."""
        return float(self.tuples.counts @ np.where(out, _BLANK, self._level_costs(vector)))

    def fits(self, out: NDArray[np.bool_]) -> bool:
        """Whether no more is left out than may be."""
        return int(self.tuples.counts[out].sum()) <= self.allowed

    def best(self, progress: Progress) -> tuple[Numbers, NDArray[np.bool_]]:
        """The cheapest vector, and what it leaves out."""
        vectors, least = self.vectors, self.least(self.vectors)
        hopeless = np.zeros(len(vectors), dtype=bool)
        cheapest, lowest = None, np.inf
        for i in range(len(vectors)):
            if least[i] >= lowest:
                break
            if hopeless[i]:
                continue
            out = self.left_out(vectors[i])
            if self.fits(out):
                cost = self.cost(vectors[i], out)
                cheapest, lowest = ((vectors[i], out), cost) if cost < lowest else (cheapest, lowest)
            elif self._too_rare(vectors[i]):
                hopeless |= (vectors <= self._highest_too_rare(vectors[i])).all(axis=1)
            progress(float(hopeless.mean()))
        if cheapest is None:  # every column at its top is a single combination
            top = np.array([len(steps) - 1 for steps in self.ladders])
            return top, np.zeros(len(self.tuples), dtype=bool)
        return cheapest

    def _too_rare(self, vector: Numbers) -> bool:
        """Whether the rare alone, without any that join them, are too many; so they are at all lower levels."""
        group, sizes = self._count_combinations(vector)
        return not self.fits((sizes < self.k)[group])

    def _highest_too_rare(self, vector: Numbers) -> Numbers:
        """The last vector with too many rare records on a way from one of these to the top, level by level."""
        tops = np.array([len(steps) - 1 for steps in self.ladders])
        way = [vector]
        while (way[-1] < tops).any():
            step = way[-1].copy()
            step[int(np.argmax((tops - step) / np.maximum(tops, 1)))] += 1
            way.append(step)
        low, high = 0, len(way) - 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._too_rare(way[middle]) else (low, middle)
        return way[low]

    def plan(self, progress: Progress) -> Plan:
        """The tuples at their best levels, those that are left out blank."""
        vector, out = self.best(progress)
        blank = np.array([[column.domain.encode([None])[0] for column in self.tuples.columns]])
        lifted = [self.ladders[j][x][self.tuples.codes[:, j]] for j, x in enumerate(vector)]
        every = np.arange(len(self.tuples))
        targets = np.concatenate([np.column_stack(lifted), blank])
        notice = f"{int(self.tuples.counts[out].sum()):,} records were left out: their combinations are blank"
        target = np.where(out, len(self.tuples), every)
        return Plan(self.tuples, every, target, self.tuples.counts, targets, (notice,) if out.any() else ())
