"""The persons of the records of each tuple, and values counted by person, not by record (specification 11)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinonym.tuples.index_arrays import (
    Cells,
    ClassOfCell,
    ClassOfTuple,
    Counts,
    PersonOfCell,
    PersonOfEntry,
    StartOfTuple,
    TupleOfCell,
    TupleOfEntry,
    ValueOfCell,
    ValueOfEntry,
)

__all__ = ["PersonValues", "Persons", "Shared", "count_once", "each_named", "share_equally"]

Floats = NDArray[np.float64]


def each_named(person: PersonOfCell, count: Counts, *parallel: NDArray[np.int64]) -> tuple[NDArray[np.int64], ...]:
    """Rows (person, records, …) in which a record without a person (−1) is a person of its own."""
    nobody = person < 0
    if not nobody.any():
        return person, count, *parallel
    number = int(person.max(initial=-1)) + 1
    times = np.where(nobody, count, 1)
    rows = np.repeat(np.arange(len(person)), times)
    named = person[rows]
    own = nobody[rows]
    named[own] = number + np.arange(int(own.sum()))
    return named, np.where(own, 1, count[rows]), *(array[rows] for array in parallel)


@dataclass(frozen=True, eq=False)
class Persons:
    """The persons of each tuple: ``person[start[t]:start[t + 1]]``, each once, with their records in ``count``."""

    start: StartOfTuple
    person: PersonOfEntry
    count: Counts
    number: int
    """How many persons there are."""
    unnamed: int = 0
    """How many of them are records without a person."""
    case_variants: int = 0
    """How many of their ids differ from another one only in upper and lower case."""

    @classmethod
    def from_cells(cls, tuple_of: TupleOfCell, person_of: PersonOfCell, counts: Counts, tuples: int) -> Persons:
        """Arrange rows (tuple, person, records); a person −1 is not known: each of its records is one of its own."""
        unnamed = int(counts[person_of < 0].sum())
        person, records, owner = each_named(person_of, counts, tuple_of)
        distinct, person = np.unique(person, return_inverse=True)
        pairs, place = np.unique(owner * max(1, len(distinct)) + person, return_inverse=True)
        total = np.bincount(place, weights=records, minlength=len(pairs)).astype(np.int64)
        owner, person = np.divmod(pairs, max(1, len(distinct)))
        start = np.searchsorted(owner, np.arange(tuples + 1)).astype(np.int64)
        return cls(start, person, total, len(distinct), unnamed)

    @cached_property
    def owner(self) -> TupleOfEntry:
        """The tuple of each entry of ``person``."""
        return np.repeat(np.arange(len(self.start) - 1), np.diff(self.start))

    @cached_property
    def of_tuples(self) -> Counts:
        """How many persons each tuple has."""
        return np.diff(self.start)

    @cached_property
    def records(self) -> Counts:
        """How many records each person has."""
        return np.bincount(self.person, weights=self.count, minlength=self.number).astype(np.int64)

    def in_groups(self, group: ClassOfTuple, groups: int) -> Counts:
        """How many different persons each group of tuples has; ``group``: of each tuple, −1 for none."""
        alone = np.append(np.bincount(group[group >= 0], minlength=groups) == 1, False)[group]
        held = np.zeros(groups, dtype=np.int64)
        held[group[alone]] = self.of_tuples[alone]  # a tuple has everybody once
        several = ((group >= 0) & ~alone)[self.owner]
        pairs = np.sort(group[self.owner[several]] * self.number + self.person[several])
        first = np.diff(pairs, prepend=-1) > 0
        return held + np.bincount(pairs[first] // max(1, self.number), minlength=groups)

    def some_entries(self, chosen: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.int64]:
        """For each of some persons an entry, as likely as her records in it."""
        by_person = np.argsort(self.person, kind="stable")
        ends = np.cumsum(self.count[by_person])
        last = np.cumsum(self.records)[chosen]
        drawn = last - 1 - (rng.random(len(chosen)) * self.records[chosen]).astype(np.int64)
        return by_person[np.searchsorted(ends, drawn, side="right")]

    def found(self, group: ClassOfTuple, sizes: Counts) -> tuple[float, float]:
        """Chances to pick a person's record in the group of equals that has most of hers: (mean, greatest).

        ``group`` of each tuple, −1 for none; ``sizes``: records of each group.
        """
        _, person, share = self._shares(group, sizes)
        best = np.zeros(self.number)
        np.maximum.at(best, person, share)
        return float(best.mean()), float(best.max(initial=0.0))

    def greatest_shares(self, group: ClassOfTuple, sizes: Counts) -> Floats:
        """Of each group the greatest share of its records that one person has."""
        owner, _, share = self._shares(group, sizes)
        greatest = np.zeros(len(sizes))
        np.maximum.at(greatest, owner, share)
        return greatest

    def _shares(self, group: ClassOfTuple, sizes: Counts) -> tuple[ClassOfCell, PersonOfCell, Floats]:
        """Rows (group, person, share of the group's records)."""
        own = group[self.owner]
        kept = own >= 0
        pairs, place = np.unique(own[kept] * self.number + self.person[kept], return_inverse=True)
        records = np.bincount(place, weights=self.count[kept], minlength=len(pairs))
        owner, person = np.divmod(pairs, max(1, self.number))
        return owner, person, records / sizes[owner]

    def among(self, chosen: NDArray[np.bool_]) -> int:
        """How many different persons some of the tuples have together."""
        met = np.zeros(self.number, dtype=bool)
        met[self.person[chosen[self.owner]]] = True
        return int(np.count_nonzero(met))


@dataclass(frozen=True, eq=False)
class PersonValues:
    """Who has which value of a confidential column: rows (value, person, records), those of tuple t from start[t]."""

    start: StartOfTuple
    value: ValueOfEntry
    person: PersonOfEntry
    count: Counts

    @classmethod
    def from_cells(
        cls, tuple_of: TupleOfCell, value: ValueOfCell, person: PersonOfCell, counts: Counts, tuples: int
    ) -> PersonValues:
        """Arrange rows (tuple, value, person, records); a person −1 is not known."""
        named, records, owner, held = each_named(person, counts, tuple_of, value)
        _, named = np.unique(named, return_inverse=True)
        order = np.lexsort((named, held, owner))
        start = np.searchsorted(owner[order], np.arange(tuples + 1)).astype(np.int64)
        return cls(start, held[order], named[order].astype(np.int64), records[order])

    @cached_property
    def owner(self) -> TupleOfEntry:
        """The tuple of each row."""
        return np.repeat(np.arange(len(self.start) - 1), np.diff(self.start))

    @cached_property
    def persons(self) -> int:
        """How many persons there are."""
        return int(self.person.max(initial=-1)) + 1

    def only(self, kept: NDArray[np.bool_]) -> PersonValues:
        """Some of the rows, with only the persons who have one."""
        owner, tuples = self.owner[kept], len(self.start) - 1
        return PersonValues.from_cells(owner, self.value[kept], self.person[kept], self.count[kept], tuples)


def count_once(group: ClassOfCell, value: ValueOfCell, person: PersonOfCell) -> Cells:
    """How many different persons have each value in each class."""
    kinds = int(value.max(initial=0)) + 1, int(person.max(initial=0)) + 1
    cell, place = np.unique(group * kinds[0] + value, return_inverse=True)
    pairs = np.unique(place * kinds[1] + person)
    held = np.bincount(pairs // kinds[1], minlength=len(cell)).astype(np.int64)
    return cell // kinds[0], cell % kinds[0], held


class Shared(NamedTuple):
    """Rows (class, value, weight) in which every person of a class weighs 1, and the shares of the whole table."""

    group: ClassOfCell
    value: ValueOfCell
    weight: Floats
    overall: Floats
    """The share of each value if every person of the table weighs 1."""


def share_equally(group: ClassOfCell, value: ValueOfCell, person: PersonOfCell, count: Counts, values: int) -> Shared:
    """What each value weighs in each class and in the table; a person's weight is shared among her records there."""
    persons = int(person.max(initial=0)) + 1
    _, owner = np.unique(group * persons + person, return_inverse=True)
    weight = count / np.bincount(owner, weights=count)[owner]
    cell, place = np.unique(group * values + value, return_inverse=True)
    in_class = np.bincount(place, weights=weight, minlength=len(cell)).astype(np.float64)
    in_table = np.bincount(value, weights=count / np.bincount(person, weights=count)[person], minlength=values)
    return Shared(cell // values, cell % values, in_class, in_table / in_table.sum())
