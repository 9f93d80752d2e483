"""What the methods of this package share: public cells, an epsilon, and synthetic rows that belong to no record."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.errors import UsageError
from kinonym.methods.central_privacy.public_cells import PublicCells
from kinonym.methods.contract import Method, MethodTraits, Mode
from kinonym.methods.drawn_records import plan_by_record
from kinonym.methods.exponential.cell_privacy import check_epsilon
from kinonym.methods.exponential.exact_draws import exact
from kinonym.methods.progress import Progress, silent
from kinonym.methods.unchanged_values import describe_unchanged, matching_chance
from kinonym.tuples import Plan, Tuples

__all__ = ["PrivateRelease"]

_MOST_RECORDS = 999_999_999
"""Numpy draws without replacement from at most so many."""

Counts = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class PrivateRelease(Method):
    """A release of as many synthetic rows as there are records, epsilon-differentially private as a whole.

    Tables are neighbours if they have the same number of records and differ in one of them (specification 16).
    """

    epsilon: float
    public: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict, hash=False)
    missing: bool = False
    traits = MethodTraits(promise="table-privacy", random=True, strength="epsilon", masked_only=True)

    def __post_init__(self) -> None:
        check_epsilon(self.epsilon)
        exact(self.epsilon)

    @abstractmethod
    def draw_counts(self, cells: PublicCells, true: Counts, rng: np.random.Generator) -> Counts:
        """How many rows each cell has in the release; ``true``: how many records it has. The only random step."""

    @abstractmethod
    def describe_noise(self, cells: PublicCells, records: int) -> Iterator[str]:
        """What to expect, from public knowledge alone."""

    @abstractmethod
    def sensitivity(self, cells: PublicCells) -> int:
        """How much the figures that get noise differ between neighbours, as a sum of absolute values."""

    @classmethod
    def modes(cls) -> tuple[Mode, ...]:
        """Every documented form."""
        public = {"a": "top", "b": "top"}
        return (cls.mode(twins=True, public=public), cls.mode(twins=True, public=public, missing=True))

    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:
        """Draw the rows, and give each record one of them at random: a row belongs to no record."""
        _check_units(tuples)
        cells = self.public_cells(tuples)
        true = np.zeros(len(cells), dtype=np.int64)
        np.add.at(true, cells.cells_of(tuples), tuples.counts)
        left = self.draw_counts(cells, true, rng)

        def mask(points: Points) -> Points:
            nonlocal left
            taken = rng.multivariate_hypergeometric(left, len(points), method="marginals")
            left = left - taken
            return cells.points(rng.permutation(np.repeat(np.arange(len(cells)), taken)))

        notices = tuple(self.describe_noise(cells, tuples.records))
        return plan_by_record(tuples, mask, progress, notices=notices, facts=lambda: self._facts(cells))

    def public_cells(self, tuples: Tuples) -> PublicCells:
        """Every combination that may be released."""
        return PublicCells.of(tuples, self.public, missing=self.missing)

    def preview(self, tuples: Tuples) -> tuple[str, ...]:
        """What to expect, said before a run."""
        return tuple(self.describe_noise(self.public_cells(tuples), tuples.records))

    def total_epsilon(self, columns: int) -> float:  # noqa: ARG002  # all columns are released together
        """The epsilon of the release."""
        return self.epsilon

    def objection(self, plan: Plan) -> str | None:
        """That a value is not public, or that rows stay with their records more than a random matching leaves."""
        if not self.public_cells(plan.tuples).has(plan.targets[plan.target]):
            return "it has values outside the public sets"
        return describe_unchanged(plan, matching_chance(plan))

    def _facts(self, cells: PublicCells) -> dict[str, float]:
        values = {f"public_values:{chosen.column}": float(len(chosen)) for chosen in cells.sets}
        figures = {"cells": float(len(cells)), "sensitivity": float(self.sensitivity(cells))}
        return {"epsilon_total": self.epsilon, **figures, **values}


def _check_units(tuples: Tuples) -> None:
    if tuples.persons is not None:
        msg = "epsilon protects one record; it has no bound for a person with several"
        raise UsageError(msg, hint="make a table with one row per person, and leave out [table] person")
    if tuples.records > _MOST_RECORDS:
        msg = f"at most {_MOST_RECORDS:,} rows can be drawn"
        raise UsageError(msg, hint="release parts of the table that public knowledge separates, such as years")
