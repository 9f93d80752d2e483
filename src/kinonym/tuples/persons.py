"""The persons of each tuple, and values counted by person instead of by record (specification 11)."""

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

__all__ = ["PersonValues", "Persons", "WeightedValues", "count_once", "number_unnamed", "share_equally"]

Floats = NDArray[np.float64]


def number_unnamed(person: PersonOfCell, count: Counts, *parallel: NDArray[np.int64]) -> tuple[NDArray[np.int64], ...]:
    """Return rows (person, records, …) in which each record without a person (−1) counts as a new person."""
    nobody = person < 0
    if not nobody.any():
        return person, count, *parallel
    number = int(person.max(initial=-1)) + 1
    times = np.where(nobody, count, 1)
    rows = np.repeat(np.arange(len(person)), times)
    named = person[rows]
    unnamed = nobody[rows]
    named[unnamed] = number + np.arange(int(unnamed.sum()))
    return named, np.where(unnamed, 1, count[rows]), *(array[rows] for array in parallel)


@dataclass(frozen=True, eq=False)
class Persons:
    """The persons of each tuple: ``person[start[t]:start[t + 1]]``, each once, with their records in ``count``."""

    start: StartOfTuple
    person: PersonOfEntry
    count: Counts
    number: int
    """How many persons there are."""
    unnamed: int = 0
    """How many of them are records that name no person."""
    case_variants: int = 0
    """How many of their ids differ from another one only in upper and lower case."""

    @classmethod
    def from_cells(cls, tuple_of: TupleOfCell, person_of: PersonOfCell, counts: Counts, tuples: int) -> Persons:
        """Arrange rows (tuple, person, records); each record of person −1 (unknown) counts as a new person."""
        unnamed = int(counts[person_of < 0].sum())
        person, records, tuple_of = number_unnamed(person_of, counts, tuple_of)
        distinct, person = np.unique(person, return_inverse=True)
        pairs, pair_of_row = np.unique(tuple_of * max(1, len(distinct)) + person, return_inverse=True)
        total = np.bincount(pair_of_row, weights=records, minlength=len(pairs)).astype(np.int64)
        tuple_of_entry, person = np.divmod(pairs, max(1, len(distinct)))
        start = np.searchsorted(tuple_of_entry, np.arange(tuples + 1)).astype(np.int64)
        return cls(start, person, total, len(distinct), unnamed)

    @cached_property
    def tuple_of_entry(self) -> TupleOfEntry:
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
        """How many distinct persons each group of tuples has; ``group[t]`` is the group of tuple t, −1 for none."""
        alone = np.append(np.bincount(group[group >= 0], minlength=groups) == 1, False)[group]
        persons = np.zeros(groups, dtype=np.int64)
        persons[group[alone]] = self.of_tuples[alone]  # a tuple lists each person once
        several = ((group >= 0) & ~alone)[self.tuple_of_entry]
        pairs = np.sort(group[self.tuple_of_entry[several]] * self.number + self.person[several])
        first = np.diff(pairs, prepend=-1) > 0
        return persons + np.bincount(pairs[first] // max(1, self.number), minlength=groups)

    def draw_entries(self, chosen: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.int64]:
        """Draw an entry of each chosen person, with a probability proportional to the person's records in it."""
        by_person = np.argsort(self.person, kind="stable")
        ends = np.cumsum(self.count[by_person])
        last = np.cumsum(self.records)[chosen]
        drawn = last - 1 - (rng.random(len(chosen)) * self.records[chosen]).astype(np.int64)
        return by_person[np.searchsorted(ends, drawn, side="right")]

    def linkage_chances(self, group: ClassOfTuple, sizes: Counts) -> tuple[float, float]:
        """Chances to pick a record of a person from the class where the person's share is greatest: (mean, greatest).

        ``group[t]`` is the class of tuple t, −1 for none; ``sizes`` has the records of each class.
        """
        _, person, share = self._shares(group, sizes)
        best = np.zeros(self.number)
        np.maximum.at(best, person, share)
        return float(best.mean()), float(best.max(initial=0.0))

    def greatest_shares(self, group: ClassOfTuple, sizes: Counts) -> Floats:
        """The greatest share of the records of each group that belongs to one person."""
        group_of_pair, _, share = self._shares(group, sizes)
        greatest = np.zeros(len(sizes))
        np.maximum.at(greatest, group_of_pair, share)
        return greatest

    def _shares(self, group: ClassOfTuple, sizes: Counts) -> tuple[ClassOfCell, PersonOfCell, Floats]:
        """Rows (group, person, share of the group's records)."""
        group_of_entry = group[self.tuple_of_entry]
        in_group = group_of_entry >= 0
        pairs, pair_of_entry = np.unique(
            group_of_entry[in_group] * self.number + self.person[in_group], return_inverse=True
        )
        records = np.bincount(pair_of_entry, weights=self.count[in_group], minlength=len(pairs))
        group_of_pair, person = np.divmod(pairs, max(1, self.number))
        return group_of_pair, person, records / sizes[group_of_pair]

    def count_among(self, chosen: NDArray[np.bool_]) -> int:
        """How many distinct persons the chosen tuples have together."""
        met = np.zeros(self.number, dtype=bool)
        met[self.person[chosen[self.tuple_of_entry]]] = True
        return int(np.count_nonzero(met))


@dataclass(frozen=True, eq=False)
class PersonValues:
    """Persons of each confidential value: rows (value, person, records), those of tuple t from start[t] on."""

    start: StartOfTuple
    value: ValueOfEntry
    person: PersonOfEntry
    count: Counts

    @classmethod
    def from_cells(
        cls, tuple_of: TupleOfCell, value: ValueOfCell, person: PersonOfCell, counts: Counts, tuples: int
    ) -> PersonValues:
        """Arrange rows (tuple, value, person, records); person −1 is unknown."""
        named, records, tuple_of, value = number_unnamed(person, counts, tuple_of, value)
        _, named = np.unique(named, return_inverse=True)
        order = np.lexsort((named, value, tuple_of))
        start = np.searchsorted(tuple_of[order], np.arange(tuples + 1)).astype(np.int64)
        return cls(start, value[order], named[order].astype(np.int64), records[order])

    @cached_property
    def tuple_of_entry(self) -> TupleOfEntry:
        """The tuple of each row."""
        return np.repeat(np.arange(len(self.start) - 1), np.diff(self.start))

    @cached_property
    def persons(self) -> int:
        """How many persons there are."""
        return int(self.person.max(initial=-1)) + 1

    def select(self, entries: NDArray[np.bool_]) -> PersonValues:
        """Select rows, and the persons who have any of them."""
        tuple_of, tuples = self.tuple_of_entry[entries], len(self.start) - 1
        return PersonValues.from_cells(tuple_of, self.value[entries], self.person[entries], self.count[entries], tuples)


def count_once(group: ClassOfCell, value: ValueOfCell, person: PersonOfCell) -> Cells:
    """Count the distinct persons who have each value in each class."""
    kinds = int(value.max(initial=0)) + 1, int(person.max(initial=0)) + 1
    cell, cell_of_row = np.unique(group * kinds[0] + value, return_inverse=True)
    pairs = np.unique(cell_of_row * kinds[1] + person)
    persons = np.bincount(pairs // kinds[1], minlength=len(cell)).astype(np.int64)
    return cell // kinds[0], cell % kinds[0], persons


class WeightedValues(NamedTuple):
    """Rows (class, value, weight) in which every person of a class weighs 1, and each value's share of the table."""

    group: ClassOfCell
    value: ValueOfCell
    weight: Floats
    overall: Floats
    """The share of each value if every person of the table weighs 1."""


def share_equally(
    group: ClassOfCell, value: ValueOfCell, person: PersonOfCell, count: Counts, values: int
) -> WeightedValues:
    """Weigh the values in each class and in the table; a person's records share the weight 1 equally."""
    persons = int(person.max(initial=0)) + 1
    _, person_in_class = np.unique(group * persons + person, return_inverse=True)
    weight = count / np.bincount(person_in_class, weights=count)[person_in_class]
    cell, cell_of_row = np.unique(group * values + value, return_inverse=True)
    in_class = np.bincount(cell_of_row, weights=weight, minlength=len(cell)).astype(np.float64)
    in_table = np.bincount(value, weights=count / np.bincount(person, weights=count)[person], minlength=values)
    return WeightedValues(cell // values, cell % values, in_class, in_table / in_table.sum())
