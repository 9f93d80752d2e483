"""Which groups of one release an attacker matches with which groups of another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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

__all__ = ["Matched", "Numbers", "Person", "Side", "match_groups", "match_through", "signatures"]

Numbers = NDArray[np.int64]
Person = str | None
"""The id of a person; None where it is missing, or persons are not counted."""

Matched = list[tuple[int, int, int, Person]]
"""Rows (class in the new release, class in the earlier one, records, their person)."""


@dataclass(frozen=True, eq=False)
class Side:
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
    def of(cls, source: Source, quasi: list[str], person: str | None) -> Side:
        """Count a release by its quasi-identifiers and all other columns."""
        others = [name for name in source.columns if name not in quasi]
        counted = source.count([*quasi, *others])
        first = counted.codes[:, : len(quasi)]
        codes, class_of = np.unique(first, axis=0, return_inverse=True)
        sizes = np.bincount(class_of.reshape(-1), weights=counted.counts).astype(np.int64)
        classes = Counted(tuple(quasi), counted.values[: len(quasi)], codes.astype(np.int32), sizes)
        ids: list[Person] = [None] * len(counted.counts)
        if person is not None and person in source.columns:
            position = counted.columns.index(person)
            forms = [None if text is None else unify_person_id(text) for text in counted.values[position]]
            ids = [forms[row[position]] for row in counted.codes.tolist()]
        return cls(counted, quasi, classes, class_of.reshape(-1), ids, person)

    def texts(self, names: Sequence[str]) -> list[tuple[str | None, ...]]:
        """The texts of some columns, for each counted row."""
        positions = [self.counted.columns.index(name) for name in names]
        return [tuple(self.counted.values[j][row[j]] for j in positions) for row in self.counted.codes.tolist()]


def signatures(sides: Sequence[Side], unchanged: Sequence[str]) -> list[dict[tuple[str | None, ...], list[int]]]:
    """For each side: the person and the texts of the unchanged columns → its rows."""
    listed = []
    for side in sides:
        rows: dict[tuple[str | None, ...], list[int]] = {}
        others = [name for name in unchanged if name != side.person]
        for i, (text, person) in enumerate(zip(side.texts(others), side.persons, strict=True)):
            rows.setdefault((person, *text), []).append(i)
        listed.append(rows)
    return listed


def match_groups(
    left: Side, right: Side, signatures: list[dict[tuple[str | None, ...], list[int]]], recipe: Recipe | None
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
    left: Side, right: Side, rows: list[int], partners: list[int], distances: NDArray[np.float64]
) -> Iterator[tuple[int, int, int, Person]]:
    """Pair the records of some rows greedily, the smallest distance first."""
    if not rows or not partners:
        return
    apart = distances[np.ix_(left.class_of[rows], right.class_of[partners])]
    have, want = left.counted.counts[rows].copy(), right.counted.counts[partners].copy()
    for position in np.argsort(apart, axis=None, kind="stable").tolist():
        i, j = divmod(position, len(partners))
        records = int(min(have[i], want[j]))
        if records:
            have[i] -= records
            want[j] -= records
            yield int(left.class_of[rows[i]]), int(right.class_of[partners[j]]), records, left.persons[rows[i]]


def _distances(left: Side, right: Side, recipe: Recipe | None) -> NDArray[np.float64]:
    """Classes × classes: the mean distance of the masked values in the columns that both have."""
    names = [name for name in left.quasi if name in right.quasi]
    total = np.zeros((len(left.classes.counts), len(right.classes.counts)))
    sides = [_only(side.classes, names) for side in (left, right)]
    domains, points = meanings_of_both(recipe, names, sides[0], sides[1])
    for j, domain in enumerate(domains):
        first, other = points[0][j][sides[0].codes[:, j]], points[1][j][sides[1].codes[:, j]]
        total += round_distances(domain.between(first[:, None], other[None, :])) / len(names)
    return total


def _only(counted: Counted, names: Sequence[str]) -> Counted:
    """The same rows with some of the columns."""
    positions = [counted.columns.index(name) for name in names]
    return Counted(
        tuple(names), tuple(counted.values[j] for j in positions), counted.codes[:, positions], counted.counts
    )


def match_through(
    original: Source, sides: Sequence[Side], unchanged: Sequence[str], recipe: Recipe | None
) -> tuple[Matched, bool]:
    """Match the records of both releases with the original ones, and so with each other."""
    if lacking := [name for name in [*sides[0].quasi, *unchanged] if name not in original.columns]:
        msg = f"the original has no column {lacking[0]!r}"
        raise UsageError(msg, hint="the original and the releases must name their columns alike")
    before = Side.of(original, sides[0].quasi, sides[0].person)
    found = []
    exact = True
    for side in sides:
        matched, sure = match_groups(before, side, signatures([before, side], unchanged), recipe)
        exact &= sure
        found.append(_group_by_original(matched))
    joined: Matched = []
    for (combination, person), new_classes in found[0].items():
        pairs = _pair_records(new_classes, found[1].get((combination, person), []))
        joined += ((new, earlier, records, person) for new, earlier, records in pairs)
    return joined, exact


def _group_by_original(matched: Matched) -> dict[tuple[int, Person], list[list[int]]]:
    """Original combination and person → [class, records]."""
    listed: dict[tuple[int, Person], list[list[int]]] = {}
    for original, other, records, person in matched:
        listed.setdefault((original, person), []).append([other, records])
    return listed


def _pair_records(left: list[list[int]], right: list[list[int]]) -> Iterator[tuple[int, int, int]]:
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
