"""Transition matrices of one column: given as lines, made from the distances of its values, or made invariant."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain, Points
from kinonym.domains.points import round_distances
from kinonym.errors import KinonymError, UsageError
from kinonym.operators.samples import Sample

__all__ = ["MOST_VALUES", "Transition", "invariant_transition", "make_transition", "read_transition"]

Chances = NDArray[np.float64]

MOST_VALUES = 4096
"""A matrix has a row and a column for each value: one of more values would fill the memory."""
_EXACT = 1e-6
"""By how much the chances of a row may miss 1 by rounding."""


@dataclass(frozen=True, eq=False)
class Transition:
    """P(released value | own value): ``values`` and ``targets`` ascend; the rows of ``chances`` add up to 1.

    A missing value stays missing and is in none of them.
    """

    values: Points
    counts: NDArray[np.int64]
    """The records of each value."""
    targets: Points
    chances: Chances

    def stays(self) -> Chances:
        """The chance that each value stays."""
        stays: Chances = (self.chances * (self.values[:, None] == self.targets[None, :])).sum(axis=1)
        return stays


def make_transition(sample: Sample, keep: float) -> Transition:
    """A value stays with the chance ``keep``; else it becomes another one of the column by its similarity 1 − d.

    If all others are at distance 1 or more, they are equally likely. A column of a single value stays.
    """
    values, counts = _known(sample)
    _require_few(len(values))
    similar = np.maximum(0.0, 1.0 - round_distances(sample.domain.point_distances(values, values)))
    np.fill_diagonal(similar, 0.0)
    similar[similar.sum(axis=1) == 0] = 1.0
    np.fill_diagonal(similar, 0.0)
    total = similar.sum(axis=1, keepdims=True)
    chances = np.where(total > 0, (1.0 - keep) * similar / np.where(total > 0, total, 1.0), 0.0)
    np.fill_diagonal(chances, np.where(total[:, 0] > 0, keep, 1.0))
    return Transition(values, counts, values, chances)


def read_transition(name: str, sample: Sample, lines: Sequence[str]) -> Transition:
    """The matrix that lines of the form ``value,becomes,chance`` give; a value without a line stays."""
    values, counts = _known(sample)
    cells: dict[tuple[float, float], float] = {}
    for line in csv.reader(lines):
        source, target, chance = _read_line(name, sample.domain, line)
        cells[source, target] = cells.get((source, target), 0.0) + chance
    rows = {source for source, _ in cells}
    for value in values.tolist():
        if value not in rows:
            cells[value, value] = 1.0
    targets = np.unique([target for _, target in cells])
    _require_few(max(len(values), len(targets)))
    chances = np.zeros((len(values), len(targets)))
    for (source, target), chance in cells.items():
        chances[values == source, np.searchsorted(targets, target)] = chance
    off = np.abs(chances.sum(axis=1) - 1.0) > _EXACT
    if off.any():
        msg = f"in the transition matrix of column {name!r} the chances of {off.sum()} values do not add up to 1"
        raise UsageError(msg, hint="list every value that a value may become, also the value itself")
    return Transition(values, counts, targets, chances / chances.sum(axis=1, keepdims=True))


def invariant_transition(matrix: Transition) -> Transition:
    """The matrix followed by its own reversal (Gouweleeuw et al. 1998): expected frequencies stay as they are.

    With P the matrix and λ the frequencies, Q(l | k) = λ_l·P(k | l) / Σ λ·P(k | ·), and λ·P·Q = λ.
    """
    weighted = matrix.counts[:, None] * matrix.chances
    reached = weighted.sum(axis=0)
    back = np.divide(weighted, reached, out=np.zeros_like(weighted), where=reached > 0).T
    return Transition(matrix.values, matrix.counts, matrix.values, matrix.chances @ back)


def _known(sample: Sample) -> tuple[Points, NDArray[np.int64]]:
    """The values of a column that are not missing, ascending, and their records."""
    known = ~sample.domain.is_missing(sample.points) & (sample.counts > 0)
    return sample.points[known], sample.counts[known]


def _require_few(values: int) -> None:
    if values > MOST_VALUES:
        msg = f"a transition matrix of {values:,} values is too large: pram is for columns of few values"
        raise UsageError(msg, hint=f"at most {MOST_VALUES:,} distinct values; noise takes any number")


def _read_line(name: str, domain: Domain, line: Sequence[str]) -> tuple[float, float, float]:
    """The two points and the chance of a line; messages name the column and no value."""
    try:
        source, target, chance = (cell.strip() for cell in line)
        pair = domain.encode([source, target])
        known, number = not domain.is_missing(pair).any(), float(chance)
    except (KinonymError, KeyError, ValueError):
        known, number = False, 0.0
        pair = np.zeros(2)
    if not known or not 0.0 <= number <= 1.0:
        msg = f"a line of the transition matrix of column {name!r} is not: value, what it becomes, chance"
        raise UsageError(msg, hint="both values as the ontology or the column has them; the chance between 0 and 1")
    return float(pair[0]), float(pair[1]), number
