"""`LearntPlan`: gives the tuples of another table the classes that a method made of a training table.

It is not in the registry, because it cannot plan a table without a training table; `kinonym.fit` makes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.errors import KinonymError
from kinonym.methods.contract import Method, MethodTraits
from kinonym.methods.progress import Progress, silent
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.equal_rows import comparable, distinct_rows
from kinonym.tuples.index_arrays import ClassOfTuple
from kinonym.tuples.tuples import tuple_points

__all__ = ["LearntPlan", "Unknown"]

Unknown = Literal["nearest", "suppress"]
"""What becomes of a combination that the training table does not have."""

_AT_ONCE = 1 << 22  # distances between tuples and classes that are in memory at a time


@dataclass(frozen=True, kw_only=True, eq=False)
class LearntPlan(Method):
    """Each combination gets the class that it has in the training table; others get the nearest class.

    Parameters
    ----------
    trained
        The tuples of the training table.
    target_of_trained
        Their targets: rows of ``targets``.
    targets
        The masked tuples of the training table, the one with the most units first.
    unknown
        Whether a combination that the training table does not have gets the nearest class, or is suppressed: all its
        masked values become missing.

    Notes
    -----
    The distance of a tuple and a class is that of the tuple and the masked tuple of the class (specification 2); ties:
    the class with the most units of the training table. What a tuple becomes depends on no other tuple of its table.
    """

    name = "learnt-plan"
    traits = MethodTraits(promise="learnt-combinations")

    trained: Tuples = field(repr=False)
    target_of_trained: ClassOfTuple = field(repr=False)
    targets: Points = field(repr=False)
    unknown: Unknown = "nearest"

    @classmethod
    def of(cls, plan: Plan, unknown: Unknown = "nearest") -> Self:
        """Learn the classes of a plan that gives every tuple one target."""
        if not plan.whole or (plan.target < 0).any():
            msg = "only a plan with one class for every combination can be learnt"
            raise KinonymError(msg)
        first, kind = distinct_rows(plan.targets)
        group = np.empty(len(plan.tuples), dtype=np.int64)
        group[plan.source] = kind[plan.target]
        units = plan.tuples.count_units(group, len(first))
        used = np.flatnonzero(units)
        order = used[np.argsort(-units[used], kind="stable")]
        rank = np.full(len(first), -1, dtype=np.int64)
        rank[order] = np.arange(len(order))
        return cls(
            trained=plan.tuples, target_of_trained=rank[group], targets=plan.targets[first[order]], unknown=unknown
        )

    def settings(self) -> dict[str, object]:
        """Return the one parameter that may be shown."""
        return {"unknown": self.unknown}

    @property
    def smallest_class(self) -> int:
        """The units of the smallest class of the training table."""
        return int(self.trained.count_units(self.target_of_trained, len(self.targets)).min())

    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:  # noqa: ARG002
        """Give every tuple its class."""
        target = self.find_known(tuples)
        targets, new = self.targets, np.flatnonzero(target < 0)
        if len(new) and self.unknown == "suppress":
            missing = [column.domain.encode([None])[0] for column in self.trained.columns]
            targets, target[new] = np.concatenate([targets, [missing]]), len(targets)
        elif len(new):
            target[new] = self._find_nearest(tuples, new)
        progress(1.0)
        every = np.arange(len(tuples))
        records = int(tuples.counts[new].sum())
        return Plan(tuples, every, target, tuples.counts, targets, tuple(self._describe_new(records)))

    def find_known(self, tuples: Tuples) -> ClassOfTuple:
        """Return the class of each tuple that the training table has, −1 for others."""
        class_of = dict(zip(_row_keys(self.trained), self.target_of_trained.tolist(), strict=True))
        return np.array([class_of.get(key, -1) for key in _row_keys(tuples)], dtype=np.int64)

    def objection(self, plan: Plan) -> str | None:
        """Object if a target is not a class of the training table, or a combination lost its class."""
        known = {row.tobytes() for row in comparable(self.targets)}
        known |= {_missing_row(plan.tuples)} if self.unknown == "suppress" else set()
        if any(row.tobytes() not in known for row in comparable(plan.targets)):
            return "a combination becomes one that the training table was not masked with"
        planned, had = plan.target[np.argsort(plan.source)], self.find_known(plan.tuples)
        if not plan.whole or (planned[had >= 0] != had[had >= 0]).any():
            return "a combination does not become what it became in the training table"
        return None

    def _describe_new(self, records: int) -> Iterator[str]:
        if records:
            what = "they get the nearest class" if self.unknown == "nearest" else "their masked values become missing"
            yield f"{records:,} records have a combination that the training table does not have: {what}"

    def _find_nearest(self, tuples: Tuples, chosen: NDArray[np.int64]) -> ClassOfTuple:
        """Return the nearest class of the chosen tuples, some at a time."""
        height = max(1, _AT_ONCE // len(self.targets))
        parts = [chosen[first : first + height] for first in range(0, len(chosen), height)]
        return np.concatenate([self._measure(tuples, part).argmin(axis=1) for part in parts])

    def _measure(self, tuples: Tuples, chosen: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the distances of some tuples (rows) to all classes: the mean of the columns, or Euclidean."""
        total = np.zeros((len(chosen), len(self.targets)))
        for j, column in enumerate(tuples.columns):
            left, row = np.unique(column.points[tuples.codes[chosen, j]], return_inverse=True)
            right, inverse = np.unique(self.targets[:, j], return_inverse=True)
            apart = column.domain.point_distances(left, right)
            total += column.weight * (apart**2 if tuples.euclidean else apart)[row[:, None], inverse[None, :]]
        return np.round(total, 12)  # equal distances tie, however they were added up


def _row_keys(tuples: Tuples) -> list[bytes]:
    """Return each tuple as bytes, which are equal for equal points."""
    return [row.tobytes() for row in comparable(tuple_points(tuples))]


def _missing_row(tuples: Tuples) -> bytes:
    missing = np.array([column.domain.encode([None])[0] for column in tuples.columns])
    return comparable(missing).tobytes()
