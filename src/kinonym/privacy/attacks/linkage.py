"""What every attacker sees of a plan, and the result of an attack: who the attacker is, and how often right."""

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
_DESCRIPTIONS: dict[AttackKind, tuple[str, str]] = {
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
"""Kind of attack → its name, and what follows "an attacker who"."""


@dataclass(frozen=True, eq=False)
class Released:
    """What an attacker sees: the distinct points of each column, and the masked tuples as indices of these points.

    ``records``: number of records of each masked tuple. ``start``: first index of the points of each column, if all
    are put one after the other.
    """

    points: list[Points]
    masked: Numbers
    records: Numbers
    start: Numbers

    @classmethod
    def of(cls, plan: Plan) -> Released:
        """What an attacker sees of a plan."""
        masked = np.empty(plan.targets.shape, dtype=np.int64)
        points = []
        for j in range(plan.targets.shape[1]):
            distinct, masked[:, j] = np.unique(plan.targets[:, j], return_inverse=True)
            points.append(distinct)
        released_rows = plan.target != DROPPED
        records = np.bincount(
            plan.target[released_rows], weights=plan.count[released_rows], minlength=len(masked)
        ).astype(np.int64)
        return cls(points, masked, records, np.cumsum([0, *(len(p) for p in points)]))

    def total(self, costs: NDArray[np.float64]) -> NDArray[np.float64]:
        """Persons × masked tuples: the sum of the costs of their points."""
        summed = np.zeros((len(costs), len(self.masked)))
        for j, first in enumerate(self.start[: self.masked.shape[1]]):
            summed += costs[:, first + self.masked[:, j]]
        return summed

    def with_offsets(self) -> Released:
        """Add a column that numbers the masked tuples, for a cost of the tuple as a whole."""
        numbers = np.arange(len(self.masked))
        start = np.append(self.start, self.start[-1] + len(numbers))
        return Released(self.points, np.column_stack([self.masked, numbers]), self.records, start)


@dataclass(frozen=True, kw_only=True)
class Linkage:
    """How well one attacker links persons to released records.

    ``kind`` and ``detail`` (which window, how many repetitions) describe the attacker. ``success``: the mean chance to
    pick the right record. ``certain``: the share of persons for whom every other record is excluded; 0 for an attacker
    who only ranks records. Above 20,000 records, the persons are sampled, and ``interval`` is the 95 % interval.
    """

    kind: AttackKind
    detail: str = ""
    success: float
    certain: float
    persons: int
    sampled: bool
    interval: tuple[float, float]
    before: float | None = None
    """The success if the original table were released; None if the sizes of the classes determine it."""

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
        """A linkage with the 95 % interval of its success if the persons are a sample."""
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
        return _DESCRIPTIONS[self.kind][0].format(detail=self.detail)

    @property
    def attacker(self) -> str:
        """A description that follows "an attacker who"."""
        return _DESCRIPTIONS[self.kind][1].format(detail=self.detail)

    @property
    def chance(self) -> float:
        """The success, under the name that all attackers share."""
        return self.success


def wilson(share: float, trials: int) -> tuple[float, float]:
    """95 % interval of a mean of ``trials`` numbers in [0, 1]; it is too wide unless all numbers are 0 or 1."""
    z = 1.959964
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half_width = z / (1 + z * z / trials) * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    return max(0.0, centre - half_width), min(1.0, centre + half_width)
