"""Window linkage: the attacker knows the method, its k, and which values a swap can have given to a person.

A released record is a candidate if its value is in reach in every column; if there is none, the records with the
fewest columns out of reach are. With several columns, few candidates remain; so this attack defeats the swapping of
each column separately.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.privacy.attacks.linkage import Linkage, Numbers
from kinonym.privacy.attacks.linking import link
from kinonym.tuples import Plan

__all__ = ["Flags", "Window", "window_linkage"]

Flags = NDArray[np.float64]


class Window(Protocol):
    """The values that a swap cannot give to a person."""

    @property
    def knows(self) -> str:
        """What the attacker knows besides the original values, the method and k, in words."""

    @property
    def strict(self) -> bool:
        """Whether values out of reach are impossible, not only unlikely."""

    def out_of_reach(self, persons: Numbers) -> list[Flags]:
        """For each column: persons (as tuples) × values of the column, 0 in reach and 1 out of reach."""


def window_linkage(plan: Plan, window: Window, rng: np.random.Generator) -> Linkage:
    """Attack a swap with knowledge of its window in every column."""
    columns = plan.tuples.columns

    def costs(persons: Numbers, points: list[Points]) -> NDArray[np.float64]:
        flags = window.out_of_reach(persons)
        released = [np.searchsorted(column.points, values) for column, values in zip(columns, points, strict=True)]
        return np.concatenate([f[:, value] for f, value in zip(flags, released, strict=True)], axis=1)

    return link(plan, "knows-the-window", costs, rng, excludes=window.strict, detail=window.knows)
