"""What two releases of the same data disclose together, to an attacker who knows a person's group in each of them.

Rows of both files that agree in every column released unchanged may be of the same person. Within such rows the
nearest combinations of masked values are matched, or those nearest to the original record where the original is
given. The attacker intersects the two groups: their common members, and the confidential values that occur in both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.domains.points import round_distances
from kinonym.engines.contract import Source
from kinonym.engines.person_ids import unify_person_id
from kinonym.errors import UsageError
from kinonym.recipe import Recipe
from kinonym.tuples.counted import Counted
from kinonym.verifying.original import meanings_of_both

__all__ = ["Together", "disclosed_together"]

Numbers = NDArray[np.int64]
Person = str | None
"""The id of a person; None where it is missing, or persons are not counted."""
Matched = list[tuple[int, int, int, Person]]
"""Rows (class in the new release, class in the earlier one, records, their person)."""


@dataclass(frozen=True, kw_only=True)
class Together:
    """``k``: the smallest common group of two releases; ``unique``: the share of units in common groups of one.

    Units are records, or persons if both releases name them. ``certain`` holds, for each confidential column, the
    share of units of which some record has a value that is the only one in both of its groups; ``certain_alone`` the
    same share in the new release alone. ``matched`` is the share of records with a partner in the earlier release.
    """

    k: int
    unique: float
    certain: Mapping[str, float]
    certain_alone: Mapping[str, float]
    matched: float
    unit: str
    """What was counted: records or persons."""
    exact: bool
    """Whether each record has a single possible partner, so that the matching is no estimate."""

    def rows(self) -> Iterator[tuple[str, str]]:
        """The figures as a terminal shows them."""
        how = "" if self.exact else ", estimated"
        yield "with the earlier", f"{self.matched:.1%} of the records matched{how}"
        alone = f"{self.unique:.1%} of the {self.unit} are alone in theirs"
        yield "k together", f"{self.k} {self.unit} (smallest common group; {alone})"
        for name, share in self.certain.items():
            before = self.certain_alone[name]
            yield f"{name} together", f"certain for {share:.1%} of the {self.unit}; {before:.1%} in this release alone"


def disclosed_together(
    new: Source,
    earlier: Source,
    quasi: Sequence[str],
    confidential: Sequence[str],
    *,
    person: str | None = None,
    recipe: Recipe | None = None,
    original: Source | None = None,
) -> Together:
    """Measure what two releases disclose together.

    Parameters
    ----------
    new, earlier
        The releases.
    quasi
        The masked columns; those that the earlier release lacks are left out there.
    confidential
        Columns with values that an attacker wants to learn; they must be in both releases.
    person
        The column that names persons; they are counted if both releases have it.
    recipe
        What the values mean: combinations are then matched by semantic distance.
    original
        The table before masking.
    """
    of_earlier = [name for name in quasi if name in earlier.columns]
    if not of_earlier:
        msg = "the earlier release has none of the quasi-identifiers"
        raise UsageError(msg, hint="compare releases of the same data, with the same column names")
    if lacking := [name for name in confidential if name not in earlier.columns]:
        msg = f"the earlier release has no column {lacking[0]!r}"
        raise UsageError(msg, hint="leave it out of the confidential columns")
    counted_by = person if person in new.columns and person in earlier.columns else None
    sides = [_Side.of(new, list(quasi), counted_by), _Side.of(earlier, of_earlier, counted_by)]
    unchanged = [name for name in new.columns if name in earlier.columns and name not in quasi]
    if original is None:
        matched, exact = _match(sides[0], sides[1], _signatures(sides, unchanged), recipe)
    else:
        matched, exact = _match_through(original, sides, unchanged, recipe)
    return _measure(sides, matched, confidential, exact=exact)


@dataclass(frozen=True, eq=False)
class _Side:
    """One release: its rows counted over all columns, and the class of each."""

    counted: Counted
    quasi: list[str]
    classes: Counted
    class_of: Numbers
    """Counted row → class."""
    persons: list[Person]
    """Counted row → person."""
    person: str | None
    """The column that names persons; None if records are counted."""

    @classmethod
    def of(cls, source: Source, quasi: list[str], person: str | None) -> _Side:
        others = [name for name in source.columns if name not in quasi]
        counted = source.count([*quasi, *others])
        first = counted.codes[:, : len(quasi)]
        codes, class_of = np.unique(first, axis=0, return_inverse=True)
        sizes = np.bincount(class_of.reshape(-1), weights=counted.counts).astype(np.int64)
        classes = Counted(tuple(quasi), counted.values[: len(quasi)], codes.astype(np.int32), sizes)
        ids: list[Person] = [None] * len(counted.counts)
        if person is not None and person in source.columns:
            place = counted.columns.index(person)
            forms = [None if text is None else unify_person_id(text) for text in counted.values[place]]
            ids = [forms[row[place]] for row in counted.codes.tolist()]
        return cls(counted, quasi, classes, class_of.reshape(-1), ids, person)

    def texts(self, names: Sequence[str]) -> list[tuple[str | None, ...]]:
        """The texts of some columns, for each counted row."""
        places = [self.counted.columns.index(name) for name in names]
        return [tuple(self.counted.values[j][row[j]] for j in places) for row in self.counted.codes.tolist()]


def _signatures(sides: Sequence[_Side], unchanged: Sequence[str]) -> list[dict[tuple[str | None, ...], list[int]]]:
    """For each side: the person and the texts of the unchanged columns → its rows."""
    listed = []
    for side in sides:
        rows: dict[tuple[str | None, ...], list[int]] = {}
        others = [name for name in unchanged if name != side.person]
        for i, (text, person) in enumerate(zip(side.texts(others), side.persons, strict=True)):
            rows.setdefault((person, *text), []).append(i)
        listed.append(rows)
    return listed


def _match(
    left: _Side, right: _Side, signatures: list[dict[tuple[str | None, ...], list[int]]], recipe: Recipe | None
) -> tuple[Matched, bool]:
    """Match the records of two sides that agree in the unchanged columns, nearest combinations first."""
    distances = _distances(left, right, recipe)
    matched: Matched = []
    exact = True
    for text, rows in signatures[0].items():
        partners = signatures[1].get(text, [])
        exact &= len(rows) <= 1 and len(partners) <= 1
        matched += _nearest_first(left, right, rows, partners, distances)
    return matched, exact


def _nearest_first(
    left: _Side, right: _Side, rows: list[int], partners: list[int], distances: NDArray[np.float64]
) -> Iterator[tuple[int, int, int, Person]]:
    """Pair the records of some rows greedily, the smallest distance first."""
    if not rows or not partners:
        return
    apart = distances[np.ix_(left.class_of[rows], right.class_of[partners])]
    have, want = left.counted.counts[rows].copy(), right.counted.counts[partners].copy()
    for place in np.argsort(apart, axis=None, kind="stable").tolist():
        i, j = divmod(place, len(partners))
        records = int(min(have[i], want[j]))
        if records:
            have[i] -= records
            want[j] -= records
            yield int(left.class_of[rows[i]]), int(right.class_of[partners[j]]), records, left.persons[rows[i]]


def _distances(left: _Side, right: _Side, recipe: Recipe | None) -> NDArray[np.float64]:
    """Classes × classes: the mean distance of the masked values in the columns that both have."""
    names = [name for name in left.quasi if name in right.quasi]
    total = np.zeros((len(left.classes.counts), len(right.classes.counts)))
    sides = [_only(side.classes, names) for side in (left, right)]
    domains, points = meanings_of_both(recipe, names, sides[0], sides[1])
    for j, domain in enumerate(domains):
        own, other = points[0][j][sides[0].codes[:, j]], points[1][j][sides[1].codes[:, j]]
        total += round_distances(domain.between(own[:, None], other[None, :])) / len(names)
    return total


def _only(counted: Counted, names: Sequence[str]) -> Counted:
    """The same rows with some of the columns."""
    places = [counted.columns.index(name) for name in names]
    return Counted(tuple(names), tuple(counted.values[j] for j in places), counted.codes[:, places], counted.counts)


def _match_through(
    original: Source, sides: Sequence[_Side], unchanged: Sequence[str], recipe: Recipe | None
) -> tuple[Matched, bool]:
    """Match the records of both releases with the original ones, and so with each other."""
    if lacking := [name for name in [*sides[0].quasi, *unchanged] if name not in original.columns]:
        msg = f"the original has no column {lacking[0]!r}"
        raise UsageError(msg, hint="the original and the releases must name their columns alike")
    before = _Side.of(original, sides[0].quasi, sides[0].person)
    found = []
    exact = True
    for side in sides:
        matched, sure = _match(before, side, _signatures([before, side], unchanged), recipe)
        exact &= sure
        found.append(_by_original(matched))
    joined: Matched = []
    for (own, person), new_classes in found[0].items():
        pairs = _pair(new_classes, found[1].get((own, person), []))
        joined += ((new, earlier, records, person) for new, earlier, records in pairs)
    return joined, exact


def _by_original(matched: Matched) -> dict[tuple[int, Person], list[list[int]]]:
    """Original combination and person → [class, records]."""
    listed: dict[tuple[int, Person], list[list[int]]] = {}
    for own, other, records, person in matched:
        listed.setdefault((own, person), []).append([other, records])
    return listed


def _pair(left: list[list[int]], right: list[list[int]]) -> Iterator[tuple[int, int, int]]:
    """Pair the records of one original combination in both releases, in order."""
    right = [list(entry) for entry in right]
    for class_, records in left:
        have = records
        for entry in right:
            taken = min(have, entry[1])
            if taken:
                have -= taken
                entry[1] -= taken
                yield class_, entry[0], taken


@dataclass(frozen=True, eq=False)
class _Groups:
    """Common groups, or classes, with who is in them: persons by their ids, and records without one."""

    persons: dict[tuple[int, ...], set[str]]
    unnamed: dict[tuple[int, ...], int]

    @classmethod
    def of(cls, entries: Iterable[tuple[tuple[int, ...], int, Person]]) -> _Groups:
        persons: dict[tuple[int, ...], set[str]] = {}
        unnamed: dict[tuple[int, ...], int] = {}
        for group, records, person in entries:
            known = persons.setdefault(group, set())
            unnamed.setdefault(group, 0)
            if person is None:
                unnamed[group] += records
            else:
                known.add(person)
        return cls(persons, unnamed)

    def size(self, group: tuple[int, ...]) -> int:
        """Units of a group."""
        return len(self.persons[group]) + self.unnamed[group]

    def share(self, chosen: Collection[tuple[int, ...]]) -> float:
        """The share of the units that are in one of some groups."""
        return self._units(chosen) / max(1, self._units(self.persons))

    def _units(self, groups: Collection[tuple[int, ...]]) -> int:
        return len(set().union(*(self.persons[g] for g in groups))) + sum(self.unnamed[g] for g in groups)


def _measure(sides: Sequence[_Side], matched: Matched, confidential: Sequence[str], *, exact: bool) -> Together:
    new = sides[0]
    common = _Groups.of(((own, other), records, person) for own, other, records, person in matched)
    rows = zip(new.class_of.tolist(), new.counted.counts.tolist(), new.persons, strict=True)
    classes = _Groups.of(((class_,), records, person) for class_, records, person in rows)
    certain, alone = {}, {}
    for name in confidential:
        own, other = (_values(side, name) for side in sides)
        certain[name] = common.share([group for group in common.persons if len(own[group[0]] & other[group[1]]) == 1])
        alone[name] = classes.share([group for group in classes.persons if len(own[group[0]]) == 1])
    return Together(
        k=min(map(common.size, common.persons), default=0),
        unique=common.share([group for group in common.persons if common.size(group) == 1]),
        certain=certain,
        certain_alone=alone,
        matched=sum(records for _, _, records, _ in matched) / int(new.classes.counts.sum()),
        unit="records" if new.person is None else "persons",
        exact=exact,
    )


def _values(side: _Side, name: str) -> list[set[str | None]]:
    """The values of a confidential column in each class."""
    values_of_class: list[set[str | None]] = [set() for _ in side.classes.counts]
    for class_, (text,) in zip(side.class_of.tolist(), side.texts([name]), strict=True):
        values_of_class[class_].add(text)
    return values_of_class
