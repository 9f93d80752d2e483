"""Noise as a channel: how likely each value of a person becomes each released one, exactly, column by column."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain, Points
from kinonym.errors import UsageError
from kinonym.methods.noise.distance_rows import Keys, candidate_count, key_rows
from kinonym.methods.noise.fitted import FittedNoise
from kinonym.methods.noise.recovery import error_tail
from kinonym.methods.noise.replace import Fixed, Paired, reference_of
from kinonym.privacy.attacks.channel import as_costs
from kinonym.tuples import Tuples

__all__ = ["NoiseChannel"]

Numbers = NDArray[np.int64]
Costs = NDArray[np.float64]
Levels = tuple[Keys, Numbers, Numbers]
_KEPT = 1 << 28
"""Bytes of distances that are kept."""
Pair = tuple[int, int]
"""A value of a column and, where the reference is another column, a value of that one; −1 where it is not."""


@dataclass(frozen=True, eq=False)
class NoiseChannel:
    """P(released value | the person's original values) of noise that was fitted to these tuples.

    Notes
    -----
    Of each column alone: that the errors of several columns depend on each other is left aside. A word's chances are
    the masses of the errors that lead to each concept; a number's is the density of its error. Costs one sort of
    the candidates per distinct value, as the noise itself.
    """

    fitted: FittedNoise
    tuples: Tuples
    _rows: dict[tuple[int, Pair], NDArray[np.float32]] = field(default_factory=dict)
    _levels: dict[tuple[int, int], Levels] = field(default_factory=dict)
    _keys: dict[tuple[int, int], Keys] = field(default_factory=dict)

    def costs(self, persons: Numbers, points: list[Points]) -> Costs:
        """−log of the chances: persons (as tuples) × released points of all columns in turn."""
        return np.concatenate([self._column(j, persons, points[j]) for j in range(len(points))], axis=1)

    def _column(self, j: int, persons: Numbers, released: Points) -> Costs:
        column = self.tuples.columns[j]
        originals = column.points[self.tuples.codes[persons, j]]
        same = originals[:, None] == released[None, :]
        missing = column.domain.is_missing(originals)
        costs = as_costs(same | (missing[:, None] & column.domain.is_missing(released)[None, :]))
        if self.fitted.covariance[j, j] > 0:
            known = np.flatnonzero(~missing)
            costs[known] = self._measure_costs(j, persons[known], originals[known], released)
        return costs

    def _measure_costs(self, j: int, persons: Numbers, originals: Points, released: Points) -> Costs:
        """Costs of values that are not missing."""
        domain = self.tuples.columns[j].domain
        if domain.traits.on_a_line:
            return self._line(domain, j, originals, released)
        reference = self.fitted.references[j]
        values = self.tuples.codes[persons, j].tolist()
        others = self.tuples.codes[persons, reference.column].tolist() if isinstance(reference, Paired) else None
        costs = np.empty((len(persons), len(released)))
        for i, value in enumerate(values):
            costs[i] = self._row(j, (value, others[i] if others else -1), released)
        return costs

    def _line(self, domain: Domain, j: int, originals: Points, released: Points) -> Costs:
        """Numbers by the density of their error, levels by its masses."""
        if domain.last_level is None:
            deviation = math.sqrt(self.fitted.covariance[j, j])
            apart = np.abs(released[None, :] - originals[:, None]) / (domain.unit * deviation)
            density = np.exp(-math.sqrt(2.0) * apart if self.fitted.noise == "laplace" else -(apart**2) / 2.0)
            return as_costs(np.nan_to_num(density))
        return as_costs(_level_chances(domain.last_level, originals, released, self._tail(j)))

    def _row(self, j: int, pair: Pair, released: Points) -> NDArray[np.float32]:
        """One value of words, computed once."""
        if (j, pair) not in self._rows:
            _free_if_full(self._rows, 4 * len(released))
            self._rows[j, pair] = as_costs(self._chances(j, pair, released)).astype(np.float32)
        return self._rows[j, pair]

    def _chances(self, j: int, pair: Pair, released: Points) -> Costs:
        """P(value → each released one): the masses of the errors that lead there."""
        from kinonym.kernels.noise.noise_draws import level_masses

        column, reference = self.tuples.columns[j], self.fitted.references[j]
        point, size = float(column.points[pair[0]]), candidate_count(column.domain)
        levels = self._sort_candidates(j, pair[0])
        if isinstance(reference, Fixed):
            row, free = reference.row, reference.free
        elif isinstance(reference, Paired):
            row, free = self._distances(reference.column, pair[1]), None
        else:
            msg = "a column of words has no reference"
            raise UsageError(msg, hint="this is a defect of the program: please report it")
        chances = np.zeros(size + 1)  # the last for what is no candidate: it never comes
        level_masses(
            *levels, *reference_of(row, point, size, free), 1.0, self._tail(j)(levels[2] / 2**24), chances[:-1]
        )
        return chances[np.minimum(released, size).astype(np.int64)]

    def _sort_candidates(self, j: int, value: int) -> Levels:
        """The candidates of a value by their distance."""
        from kinonym.kernels.noise.noise_draws import sort_levels

        if (j, value) not in self._levels:
            _free_if_full(self._levels, 12 * candidate_count(self.tuples.columns[j].domain))
            self._levels[j, value] = sort_levels(self._distances(j, value))
        return self._levels[j, value]

    def _distances(self, j: int, value: int) -> Keys:
        """Distances of a value to all candidates."""
        if (j, value) not in self._keys:
            column = self.tuples.columns[j]
            _free_if_full(self._keys, 4 * candidate_count(column.domain))
            self._keys[j, value] = key_rows(column.domain, column.points[[value]])[0]
        return self._keys[j, value]

    def _tail(self, j: int) -> Callable[[Costs], Costs]:
        """P(|e| > distance) in a column."""
        deviation = math.sqrt(self.fitted.covariance[j, j])
        return lambda distances: error_tail(distances, deviation, self.fitted.noise)


def _free_if_full(stored: dict[Any, Any], size: int) -> None:
    """Free all stored parts if another one of ``size`` bytes would exceed the limit."""
    if (len(stored) + 1) * size > _KEPT:
        stored.clear()


def _level_chances(top: int, originals: Points, released: Points, tail: Callable[[Costs], Costs]) -> Costs:
    """Ordered levels: at least as far as the error says, and no farther than the last one."""
    steps = released[None, :] - originals[:, None]
    apart = np.abs(np.nan_to_num(steps))
    beyond = tail(np.arange(top + 2) / max(1, top))
    beyond[-1] = 0.0
    reached = beyond[np.maximum(apart - 1, 0).astype(np.int64)]
    passed = beyond[apart.astype(np.int64)]
    last = (released == 0)[None, :] & (steps <= 0), (released == top)[None, :] & (steps >= 0)
    one_way = np.where(last[0] | last[1], reached, reached - passed) / 2.0
    return np.where(np.isnan(steps), 0.0, np.where(steps == 0, (last[0] | last[1]) / 2.0, one_way))
