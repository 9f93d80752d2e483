"""What a release and the earlier ones disclose together: the check of the gate, and the sentences (specification 19).

The check counts the written rows by person, with code that is independent of the plan.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.contract import Tally
from kinonym.engines.recount import Recount
from kinonym.methods.demands import Demands, unmet
from kinonym.privacy import Classes, check_models
from kinonym.release.checks import refuse

__all__ = ["EarlierPersons", "FoundTogether", "GroupsWithEarlier", "meets"]

Numbers = NDArray[np.int64]
_NEW = -1


@dataclass(frozen=True, eq=False, kw_only=True)
class EarlierPersons:
    """The persons of the earlier releases; numbers stand for persons, groups and values."""

    group: Numbers
    """Person → the group of persons who were in the same combination in every release so far, or in none."""
    values: Mapping[str, tuple[Numbers, Numbers]]
    """Confidential column → rows (person, value) of the last release in which the person was."""


@dataclass(frozen=True, kw_only=True)
class FoundTogether:
    """What was counted of a release together with the earlier ones; a figure without any group is None."""

    again: int
    """Persons who were released before, and are again."""
    new: int
    """Persons who were not released before; a row that names nobody is a person."""
    left: int
    """Persons who were released before, and are not in this release."""
    fewest_again: int | None
    """Persons of the smallest group that stayed together in one combination of this release."""
    fewest_new: int | None
    """New persons of the combination that has fewest, if it has any."""
    fewest_left: int | None
    """Persons of the smallest group that left while others of their earlier combination are released again."""
    certain: Mapping[str, float]
    """Confidential column → share of the persons released again who are in a group with a single value."""
    certain_left: Mapping[str, int]
    """Confidential column → persons who left in a group with a single value, while others are released again."""
    releases: int
    """How many releases there were before."""
    protects_left: bool
    """Whether those who left must have left in groups that are large and diverse enough."""


@dataclass(frozen=True, kw_only=True, eq=False)
class GroupsWithEarlier:
    """Persons stay together, or enter or leave together, in groups of ``k`` that meet the demands."""

    columns: tuple[str, ...]
    k: int
    demands: Demands | None
    confidential: tuple[str, ...]
    earlier: EarlierPersons
    persons: Mapping[str, int]
    """Text of the person column in the input → person of the earlier releases."""
    releases: int = 1
    """How many releases there were before."""
    protects_left: bool
    """Whether those who left must have left in such groups, too."""
    _found: list[tuple[Tally, FoundTogether]] = field(default_factory=list, repr=False)

    def verify(self, tally: Tally) -> None:
        """Raise unless every group is large and diverse enough."""
        found = self.measure(tally)
        parts = [("are released again", found.fewest_again), ("are new", found.fewest_new)]
        parts += [("left", found.fewest_left)] if self.protects_left else []
        for what, fewest in parts:
            if fewest is not None and fewest < self.k:
                refuse(f"together with the earlier release, a group of {fewest} persons who {what} shows")
        for name in () if self.demands is None else self.confidential:
            sides = [self._values_again(tally, name), *([self._values_left(tally, name)] if self.protects_left else [])]
            if not all(meets(self.demands, *side) for side in sides):
                refuse(f"together with the earlier release, column {name!r} does not meet the demands in every group")

    def measure(self, tally: Tally) -> FoundTogether:
        """Count the groups; a second call for the same release returns what the first one counted."""
        if not self._found or self._found[-1][0] is not tally:
            self._found[:] = [(tally, self._measure(tally))]
        return self._found[-1][1]

    def _measure(self, tally: Tally) -> FoundTogether:
        cell, person, known = self._rows(tally, self.columns)
        left, split = self._find_left(tally)
        pairs = np.unique(np.stack([cell, person]), axis=1)
        sizes = np.bincount(pairs[0])
        is_new = np.zeros(len(sizes), dtype=bool)
        is_new[cell[~known]] = True
        gone = left & split[self.earlier.group]
        certain, certain_left = {}, {}
        for name in self.confidential:
            at, value, who = self._values_again(tally, name)
            old = np.isin(who, np.arange(len(self.earlier.group)))
            certain[name] = _single(at[old], value[old], who[old]) / max(1, len(np.unique(who[old])))
            certain_left[name] = _single(*self._values_left(tally, name))
        return FoundTogether(
            again=len(np.unique(person[known])),
            new=len(np.unique(person[~known])),
            left=int(left.sum()),
            fewest_again=_least(sizes[(sizes > 0) & ~is_new]),
            fewest_new=_least(sizes[is_new]),
            fewest_left=_least(np.unique(self.earlier.group[gone], return_counts=True)[1]),
            certain=certain,
            certain_left=certain_left,
            releases=self.releases,
            protects_left=self.protects_left,
        )

    def _rows(self, tally: Tally, columns: Sequence[str]) -> tuple[Numbers, Numbers, NDArray[np.bool_]]:
        """Rows (group within a combination of the masked columns, person, whether known), one per written record.

        New persons are numbered after the known ones; a row that names nobody is a person.
        """
        if not isinstance(tally, Recount):
            refuse("the persons of the rows were not recounted")
        row_of_entry, hashes, records = tally.person_hashes(columns)
        texts = list(self.persons)
        number_of = dict(zip(tally.hash_persons(texts).tolist(), self.persons.values(), strict=True))
        nobody = tally.hash_persons([None])[0]
        rows = np.repeat(np.arange(len(row_of_entry)), np.where(hashes == nobody, records, 1))
        row_of_entry, hashes = row_of_entry[rows], hashes[rows]
        _, fresh = np.unique(hashes, return_inverse=True)
        fresh = np.where(hashes == nobody, len(fresh) + np.arange(len(fresh)), fresh) + len(self.earlier.group)
        person = np.array([number_of.get(hash_, _NEW) for hash_ in hashes.tolist()], dtype=np.int64)
        known = person != _NEW
        group = np.where(known, self.earlier.group[person], _NEW) if len(self.earlier.group) else person
        class_of = _classes_of(tally, columns, len(self.columns))[row_of_entry]
        cell = np.unique(np.stack([class_of, group]), axis=1, return_inverse=True)[1].reshape(-1)
        return cell.astype(np.int64), np.where(known, person, fresh), known

    def _find_left(self, tally: Tally) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Of each earlier person whether she left; of each group whether some of it are released again."""
        _, person, known = self._rows(tally, self.columns)
        left = np.ones(len(self.earlier.group), dtype=bool)
        left[person[known]] = False
        split = np.zeros(int(self.earlier.group.max(initial=-1)) + 1, dtype=bool)
        split[self.earlier.group[~left]] = True
        return left, split

    def _values_again(self, tally: Tally, name: str) -> tuple[Numbers, Numbers, Numbers]:
        """Rows (group within a combination, value, person) of the written records."""
        columns = (*self.columns, name)
        cell, person, _ = self._rows(tally, columns)
        assert isinstance(tally, Recount)  # noqa: S101  # for the type checker; `_rows` refuses anything else
        row_of_entry, hashes, records = tally.person_hashes(columns)
        rows = np.repeat(row_of_entry, np.where(hashes == tally.hash_persons([None])[0], records, 1))
        return cell, tally.count(columns).codes[rows, -1].astype(np.int64), person

    def _values_left(self, tally: Tally, name: str) -> tuple[Numbers, Numbers, Numbers]:
        """Rows (group, value, person) of those who left groups of which others are released again."""
        left, split = self._find_left(tally)
        person, value = self.earlier.values.get(name, (np.empty(0, np.int64), np.empty(0, np.int64)))
        gone = left[person] & split[self.earlier.group[person]]
        return self.earlier.group[person[gone]], value[gone], person[gone]


def meets(demands: Demands | None, group: Numbers, value: Numbers, person: Numbers) -> bool:
    """Whether the values of every group meet the demands; rows (group, value, person)."""
    if demands is None or not len(group):
        return True
    cells, sizes = _count_persons(group, value, person)
    return not unmet(check_models(Classes(sizes, {"": cells})), demands, t=0.0)


def _count_persons(group: Numbers, value: Numbers, person: Numbers) -> tuple[tuple[Numbers, Numbers, Numbers], Numbers]:
    """Rows (group, value, persons), and the persons of each group."""
    group = np.unique(group, return_inverse=True)[1]
    cells, counts = np.unique(np.unique(np.stack([group, value, person]), axis=1)[:2], axis=1, return_counts=True)
    sizes = np.bincount(np.unique(np.stack([group, person]), axis=1)[0])
    return (cells[0], cells[1], counts.astype(np.int64)), sizes.astype(np.int64)


def _single(group: Numbers, value: Numbers, person: Numbers) -> int:
    """Persons of groups with a single value."""
    if not len(group):
        return 0
    (of_cell, _, _), sizes = _count_persons(group, value, person)
    return int(sizes[np.bincount(of_cell) == 1].sum())


def _classes_of(tally: Recount, columns: Sequence[str], masked: int) -> Numbers:
    """Combination of all columns → combination of the first ones, the masked columns."""
    codes = tally.count(columns).codes[:, :masked]
    return np.unique(codes, axis=0, return_inverse=True)[1].reshape(-1).astype(np.int64)


def _least(sizes: NDArray[np.integer]) -> int | None:
    return int(sizes.min()) if len(sizes) else None
