"""What a method decides: rows (source tuple, masked tuple, count) whose counts add up for every source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.errors import KinonymError
from kinonym.grouped.persons import Persons
from kinonym.grouped.tuples import Tuples, distinct_rows

__all__ = ["DROPPED", "Plan"]

DROPPED = -1


@dataclass(frozen=True, eq=False, repr=False)
class Plan:
    """A plan over ``tuples``; ``targets`` holds the masked tuples as points, one column each.

    A row with target −1 leaves the table. ``notices`` say what the user should know of how it was made.
    """

    tuples: Tuples
    source: NDArray[np.int64]
    target: NDArray[np.int64]
    count: NDArray[np.int64]
    targets: Points
    notices: tuple[str, ...] = ()
    facts: Mapping[str, float] = field(default_factory=dict)
    """Figures that the method states of its own work, named ``figure`` or ``figure:column``."""

    def __post_init__(self) -> None:
        planned = np.bincount(self.source, weights=self.count, minlength=len(self.tuples))
        if not np.array_equal(planned, self.tuples.counts):
            msg = "a plan does not account for every record of every tuple"
            raise KinonymError(msg)

    @classmethod
    def unchanged(cls, tuples: Tuples, *, notices: tuple[str, ...] = ()) -> Plan:
        """Every tuple stays what it is."""
        every = np.arange(len(tuples))
        return cls(tuples, every, every, tuples.counts, tuple_points(tuples), notices)

    def __repr__(self) -> str:
        masked = len(self.targets)
        return f"<Plan: {len(self.tuples):,} tuples → {masked:,} masked tuples in {len(self.source):,} rows>"

    @cached_property
    def class_sizes(self) -> NDArray[np.int64]:
        """Records of each distinct masked tuple, equal ones counted together."""
        kept = self.target != DROPPED
        if not kept.any():
            return np.empty(0, dtype=np.int64)
        _, place = distinct_rows(self.targets)
        sizes = np.bincount(place[self.target[kept]], weights=self.count[kept])
        return sizes[sizes > 0].astype(np.int64)

    @cached_property
    def whole(self) -> bool:
        """Whether the records of a tuple stay together, so that it is known whose the masked ones are."""
        return len(self.source) <= len(self.tuples) and bool((np.bincount(self.source) <= 1).all())

    @cached_property
    def class_units(self) -> NDArray[np.int64]:
        """Persons of each distinct masked tuple, or records where persons are not known.

        Of a tuple whose records become several masked tuples nobody knows yet whose record becomes which: such a plan
        has no classes of persons.
        """
        if self.tuples.persons is None:
            return self.class_sizes
        if not self.whole:
            msg = "a plan for persons divides the records of a tuple"
            raise KinonymError(msg)
        return class_persons(self, self.tuples.persons)[0]

    def written(self) -> dict[str, list[str | float | None]]:
        """Column name → what is written for each masked tuple."""
        return {c.name: c.domain.decode(self.targets[:, j]) for j, c in enumerate(self.tuples.columns)}


def class_persons(plan: Plan, persons: Persons) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(persons of each class of a plan of whole tuples, class of each tuple or −1)."""
    kind = distinct_rows(plan.targets)[1] if len(plan.targets) else np.empty(0, dtype=np.int64)
    group = np.full(len(plan.tuples), DROPPED, dtype=np.int64)
    kept = plan.target != DROPPED
    group[plan.source[kept]] = kind[plan.target[kept]]
    used, group[group >= 0] = np.unique(group[group >= 0], return_inverse=True)
    return persons.in_groups(group, len(used)), group


def tuple_points(tuples: Tuples) -> Points:
    """The tuples themselves as points (tuples × columns)."""
    points = [column.points[tuples.codes[:, j]] for j, column in enumerate(tuples.columns)]
    return np.column_stack(points) if points else np.empty((len(tuples), 0))
