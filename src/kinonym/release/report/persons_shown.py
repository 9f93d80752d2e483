"""The persons who have each value of a column; what fewer than five persons have is not published."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import ConceptSets, Points
from kinonym.metrics import Flow
from kinonym.metrics.plan_changes import find_masked_tuples
from kinonym.tuples import Persons, Plan
from kinonym.tuples.index_arrays import DROPPED

__all__ = ["ValueHolders", "holders_after", "holders_before", "persons_of_ways"]

Numbers = NDArray[np.int64]


class ValueHolders(NamedTuple):
    """Who has which value of a column: rows (position of the value, person)."""

    value: Numbers
    person: Numbers

    @classmethod
    def of(cls, persons: Persons, value_of_tuple: Numbers) -> ValueHolders:
        """From the value of each tuple, −1 for none."""
        value = value_of_tuple[persons.tuple_of_entry]
        return cls(value[value >= 0], persons.person[value >= 0])

    def counted(self, group_of_value: Numbers, groups: int) -> Numbers:
        """How many different persons have a value of each group."""
        persons = int(self.person.max(initial=0)) + 1
        pairs = np.unique(group_of_value[self.value] * persons + self.person)
        return np.bincount(pairs // persons, minlength=groups).astype(np.int64)

    def members(self, domain: ConceptSets, sets: Points, elements: Points) -> ValueHolders:
        """The same of the members of sets; the empty set has one member, missing."""
        nothing = int(domain.elements.encode([None])[0])
        parts = [members or (nothing,) for members in domain.numbered.members(sets)]
        start = np.concatenate([[0], np.cumsum([len(part) for part in parts])])
        flat = np.searchsorted(elements, np.array([point for part in parts for point in part], dtype=np.float64))
        sizes = np.diff(start)[self.value]
        rows = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes) + np.repeat(start[self.value], sizes)
        return ValueHolders(flat[rows], np.repeat(self.person, sizes))


def holders_before(plan: Plan, persons: Persons, j: int) -> ValueHolders:
    """Who had which value of a column."""
    return ValueHolders.of(persons, plan.tuples.codes[:, j].astype(np.int64))


def holders_after(plan: Plan, persons: Persons, j: int) -> ValueHolders | None:
    """Who has which value now; None where nobody can say."""
    value = _value_after(plan, j)
    return None if value is None else ValueHolders.of(persons, value)


def _value_after(plan: Plan, j: int) -> Numbers | None:
    """What each tuple has in a column now, −1 where it went; None where its records do not stay together."""
    if not plan.whole:
        return None
    masked, masked_of_row = find_masked_tuples(plan)
    value = np.full(len(plan.tuples), DROPPED, dtype=np.int64)
    released = masked_of_row != DROPPED
    value[plan.source[released]] = masked.codes[masked_of_row[released], j]
    return value


def persons_of_ways(plan: Plan, persons: Persons, j: int, flow: Flow) -> Numbers | None:
    """How many different persons have the records of each row of a column's flow; None where nobody can say."""
    value = _value_after(plan, j)
    if value is None:
        return None
    width = len(flow.after) + 1
    ways = flow.source * width + flow.target + 1
    way = np.searchsorted(ways, plan.tuples.codes[:, j].astype(np.int64) * width + value + 1)
    return persons.in_groups(way, len(ways))
