"""What a method decides: rows (tuple, masked tuple, count); the counts add up to the count of each tuple."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from kinonym.domains import Points
from kinonym.errors import KinonymError
from kinonym.tuples.equal_rows import comparable, distinct_rows
from kinonym.tuples.index_arrays import DROPPED, ClassOfTuple, Counts, TargetOfPlanRow, TupleOfPlanRow, TupleOfRow
from kinonym.tuples.persons import Persons
from kinonym.tuples.tuples import Tuples, tuple_points

__all__ = ["Plan", "PlanStage", "class_persons"]


@dataclass(frozen=True, eq=False)
class PlanStage:
    """A part of a plan: some columns, planned among the tuples with equal masked values in the columns of a context."""

    columns: tuple[int, ...]
    context: tuple[int, ...]
    tuple_of: TupleOfRow
    """The tuple of the part that each tuple of the whole plan has."""
    plan: Plan

    @property
    def masked(self) -> Points:
        """What each tuple of the whole plan becomes in the columns of the part."""
        points = np.empty((len(self.plan.tuples), len(self.columns)))
        points[self.plan.source] = self.plan.targets[self.plan.target]
        return points[self.tuple_of]

    def belongs_to(self, plan: Plan) -> bool:
        """Whether a plan of whole tuples has the values and the masked values of this part."""
        originals = tuple_points(plan.tuples)[:, list(self.columns)]
        same = np.array_equal(comparable(originals), comparable(tuple_points(self.plan.tuples)[self.tuple_of]))
        masked = plan.targets[plan.target][:, list(self.columns)]
        return same and np.array_equal(comparable(masked), comparable(self.masked[plan.source]))


@dataclass(frozen=True, eq=False, repr=False)
class Plan:
    """A plan for ``tuples``; ``targets`` has the masked tuples as rows of points.

    The records of a row with target −1 leave the table. ``notices`` tell the user how the plan was made.
    """

    tuples: Tuples
    source: TupleOfPlanRow
    target: TargetOfPlanRow
    count: Counts
    targets: Points
    notices: tuple[str, ...] = ()
    facts: Mapping[str, float] = field(default_factory=dict)
    """Figures that the method reports about its work, named ``figure`` or ``figure:column``."""
    stages: tuple[PlanStage, ...] = ()
    """The parts of a plan that was made in stages (specification 20)."""
    texts: Mapping[str, Sequence[str | float | None]] = field(default_factory=dict)
    """Column → what is written for each masked tuple, where a class is written as its values and not as a point."""

    def __post_init__(self) -> None:
        planned = np.bincount(self.source, weights=self.count, minlength=len(self.tuples))
        if not np.array_equal(planned, self.tuples.counts):
            msg = "a plan does not account for every record of every tuple"
            raise KinonymError(msg)

    @classmethod
    def unchanged(cls, tuples: Tuples, *, notices: tuple[str, ...] = ()) -> Plan:
        """Return the plan that leaves every tuple unchanged."""
        every = np.arange(len(tuples))
        return cls(tuples, every, every, tuples.counts, tuple_points(tuples), notices)

    def __repr__(self) -> str:
        masked = len(self.targets)
        return f"<Plan: {len(self.tuples):,} tuples → {masked:,} masked tuples in {len(self.source):,} rows>"

    @cached_property
    def class_sizes(self) -> Counts:
        """Records of each class, that is, of each distinct masked tuple."""
        released = self.target != DROPPED
        if not released.any():
            return np.empty(0, dtype=np.int64)
        _, class_of_target = distinct_rows(self.targets)
        sizes = np.bincount(class_of_target[self.target[released]], weights=self.count[released])
        return sizes[sizes > 0].astype(np.int64)

    @cached_property
    def whole(self) -> bool:
        """Whether all records of a tuple get the same target, so that the persons of each class are known."""
        return len(self.source) <= len(self.tuples) and bool((np.bincount(self.source) <= 1).all())

    @cached_property
    def class_units(self) -> Counts:
        """Persons of each class; records if persons are unknown.

        If the records of a tuple get several targets, the plan does not say which person's record gets which target:
        such a plan has no classes of persons.
        """
        if self.tuples.persons is None:
            return self.class_sizes
        if not self.whole:
            msg = "a plan for persons divides the records of a tuple"
            raise KinonymError(msg)
        return class_persons(self, self.tuples.persons)[0]

    def decode_targets(self) -> dict[str, list[str | float | None]]:
        """Return what is written for each masked tuple, by column name."""
        return {
            c.name: list(self.texts[c.name]) if c.name in self.texts else c.domain.decode(self.targets[:, j])
            for j, c in enumerate(self.tuples.columns)
        }


def class_persons(plan: Plan, persons: Persons) -> tuple[Counts, ClassOfTuple]:
    """Return the persons of each class of a plan of whole tuples, and the class of each tuple, or −1."""
    kind = distinct_rows(plan.targets)[1] if len(plan.targets) else np.empty(0, dtype=np.int64)
    group = np.full(len(plan.tuples), DROPPED, dtype=np.int64)
    released = plan.target != DROPPED
    group[plan.source[released]] = kind[plan.target[released]]
    used = np.bincount(kind[plan.target[released]]) > 0
    group[group >= 0] = (np.cumsum(used) - 1)[group[group >= 0]]
    return persons.in_groups(group, int(used.sum())), group
