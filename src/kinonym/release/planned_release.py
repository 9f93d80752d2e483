"""What is known before anything is written: the method, its plan, and the texts that will be written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.methods import Method
from kinonym.tuples import Plan
from kinonym.tuples.counted import Counted
from kinonym.tuples.index_arrays import PlannedOfCounted

if TYPE_CHECKING:
    from kinonym.release.population_checks import PopulationTexts

__all__ = ["ColumnTexts", "PlannedRelease"]

Written = Mapping[str, Sequence[str | float | None]]
"""Column → what is written for each masked tuple."""


@dataclass(frozen=True, eq=False)
class ColumnTexts:
    """What the texts of a masked column mean."""

    texts: Sequence[str | None]
    points: Points
    """Of each text."""
    codes: NDArray[np.int32] | None = None
    """Which of them each counted combination has, where equal texts may mean different things; else None."""


@dataclass(frozen=True, kw_only=True, eq=False)
class PlannedRelease:
    """What is known before anything is written: the method, its plan, and the texts to write."""

    method: Method
    plan: Plan
    written: Written
    counted: Counted
    """The combinations of texts that the input has."""
    planned_of_counted: PlannedOfCounted
    """Counted combination → tuple of the plan, or `DROPPED`."""
    understood: tuple[ColumnTexts, ...]
    """Of each masked column."""
    missing_text: str | None = None
    """The text that a written file has for a missing value."""
    ties: tuple[tuple[int, int], ...] = ()
    """Positions of pairs of masked columns, of which the first never comes after the second."""
    following: Mapping[str, str] = field(default_factory=dict)
    """Column → the masked column from which it takes its text."""
    mixed: frozenset[str] = frozenset()
    """Masked columns of several code systems."""
    population: PopulationTexts | None = None
    """The population that the table is a sample of, read again; None if the recipe does not describe it."""

    @property
    def names(self) -> tuple[str, ...]:
        """The masked columns."""
        return tuple(column.name for column in self.plan.tuples.columns)
