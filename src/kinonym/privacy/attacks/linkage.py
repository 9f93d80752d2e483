"""What every attacker sees of a plan, and what an attack came to: who it was, and how often that one is right."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.tuples import Plan
from kinonym.tuples.index_arrays import DROPPED

__all__ = ["AttackKind", "Linkage", "Numbers", "Released", "wilson"]

Numbers = NDArray[np.int64]

AttackKind = Literal[
    "nearest-in-meaning",
    "nearest-values",
    "knows-some-values",
    "knows-the-window",
    "knows-the-chances",
    "repeats-the-method",
    "follows-every-course",
]
_TOLD: dict[AttackKind, tuple[str, str]] = {
    "nearest-in-meaning": (
        "nearest in meaning",
        "knows all original values and the ontology; compares by semantic distance",
    ),
    "nearest-values": ("nearest values", "knows all original values; compares words by equality"),
    "knows-some-values": (
        "knows {detail}",
        "knows {detail} of each set of a person, all other columns and the ontology; compares by semantic distance",
    ),
    "knows-the-window": ("knows the method", "knows all original values, the method, k and {detail}"),
    "knows-the-chances": (
        "knows the chances",
        "knows all original values, the method and its parameters, hence how likely each value becomes each other",
    ),
    "repeats-the-method": (
        "repeats the method",
        "knows all original values, the method and its parameters, and repeated it {detail} times",
    ),
    "follows-every-course": (
        "follows every course",
        "knows all original values, the method and k, and weighs every course the swap can have taken",
    ),
}
"""Kind of attack → its name, and what comes after "an attacker who"."""


@dataclass(frozen=True, eq=False)
class Released:
    """What an attacker sees: the distinct points of each column, and the masked tuples as numbers into them.

    ``held``: records of each masked tuple. ``start``: where the points of each column begin, one after the other.
    """

    points: list[Points]
    masked: Numbers
    held: Numbers
    start: Numbers

    @classmethod
    def of(cls, plan: Plan) -> Released:
        """Of a plan."""
        masked = np.empty(plan.targets.shape, dtype=np.int64)
        points = []
        for j in range(plan.targets.shape[1]):
            distinct, masked[:, j] = np.unique(plan.targets[:, j], return_inverse=True)
            points.append(distinct)
        kept = plan.target != DROPPED
        held = np.bincount(plan.target[kept], weights=plan.count[kept], minlength=len(masked)).astype(np.int64)
        return cls(points, masked, held, np.cumsum([0, *(len(p) for p in points)]))

    def total(self, costs: NDArray[np.float64]) -> NDArray[np.float64]:
        """Persons × masked tuples: the sum of what their points cost."""
        summed = np.zeros((len(costs), len(self.masked)))
        for j, first in enumerate(self.start[: self.masked.shape[1]]):
            summed += costs[:, first + self.masked[:, j]]
        return summed

    def with_offsets(self) -> Released:
        """The same with a further column that numbers the masked tuples: what a tuple costs as a whole."""
        every = np.arange(len(self.masked))
        start = np.append(self.start, self.start[-1] + len(every))
        return Released(self.points, np.column_stack([self.masked, every]), self.held, start)


@dataclass(frozen=True, kw_only=True)
class Linkage:
    """How well one attacker links persons to released records.

    ``kind`` says who it is, ``detail`` what the kind leaves open: which window, how many repetitions. ``success``:
    the mean chance to pick the right record. ``certain``: the share of persons for whom every other record is
    excluded, so that the attacker knows; 0 for one who only weighs what is near or likely. Above 20,000 records the
    persons are sampled and ``interval`` holds the success for all with 95 %.
    """

    kind: AttackKind
    detail: str = ""
    success: float
    certain: float
    persons: int
    sampled: bool
    interval: tuple[float, float]
    before: float | None = None
    """The success had the table been released as it was, where that is not told by the sizes of its classes."""

    @classmethod
    def of(
        cls,
        kind: AttackKind,
        detail: str,
        success: float,
        persons: int,
        *,
        certain: float = 0.0,
        sampled: bool = False,
    ) -> Linkage:
        """A success with the interval that it has if the persons are a sample."""
        interval = wilson(success, persons) if sampled else (success, success)
        return cls(
            kind=kind,
            detail=detail,
            success=success,
            certain=certain,
            persons=persons,
            sampled=sampled,
            interval=interval,
        )

    @property
    def name(self) -> str:
        """The attacker in a few words."""
        return _TOLD[self.kind][0].format(detail=self.detail)

    @property
    def attacker(self) -> str:
        """Who it is: what comes after "an attacker who"."""
        return _TOLD[self.kind][1].format(detail=self.detail)

    @property
    def chance(self) -> float:
        """The success, under the name that every attacker has it."""
        return self.success


def wilson(share: float, trials: int) -> tuple[float, float]:
    """95 % interval of a mean of ``trials`` numbers in [0, 1]; of shares other than 0 and 1 it is too wide."""
    z = 1.959964
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    return max(0.0, centre - half), min(1.0, centre + half)
