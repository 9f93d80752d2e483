"""A scenario: which columns an attacker knows, and the k that holds for them; the sets of columns that follow from it.

Recipes describe scenarios, methods satisfy them, and the release gate recounts them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinonym.tuples import Tuples
from kinonym.tuples.equal_rows import distinct_rows
from kinonym.tuples.index_arrays import ClassOfTuple, Counts

__all__ = [
    "KnownSet",
    "Scenario",
    "count_known_sets",
    "find_rare_set",
    "group_tuples",
    "keep_largest",
    "list_known_sets",
]


class KnownSet(NamedTuple):
    """Columns that an attacker knows together, by position, and how many records or persons must share their values."""

    columns: tuple[int, ...]
    k: int


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """What an attacker knows of a person.

    ``known``: she knows any so many of the columns; None: all of them.
    """

    name: str
    columns: tuple[str, ...]
    k: int
    known: int | None = None

    @property
    def size(self) -> int:
        """How many columns she knows at the same time."""
        return len(self.columns) if self.known is None else min(self.known, len(self.columns))

    @property
    def number(self) -> int:
        """How many sets of columns she may know."""
        return comb(len(self.columns), self.size)

    @property
    def known_columns(self) -> str:
        """The columns in words: "age, region" or "any 2 of age, region, job"."""
        listed = ", ".join(self.columns)
        return listed if self.size == len(self.columns) else f"any {self.size} of {listed}"

    def list_sets(self) -> Iterator[tuple[str, ...]]:
        """Yield every set of columns that she may know."""
        return combinations(self.columns, self.size)


def count_known_sets(scenarios: Sequence[Scenario]) -> int:
    """Count the sets of columns of all scenarios."""
    return sum(scenario.number for scenario in scenarios)


def list_known_sets(scenarios: Sequence[Scenario], names: Sequence[str]) -> list[KnownSet]:
    """List the sets of columns that are to be checked; a set within another one follows from it."""
    place = {name: j for j, name in enumerate(names)}
    every = [KnownSet(tuple(sorted(place[n] for n in known)), s.k) for s in scenarios for known in s.list_sets()]
    return keep_largest(every)


def keep_largest(sets: Sequence[KnownSet]) -> list[KnownSet]:
    """Leave out the sets within another one of the same or a greater k; equal sets keep the greatest k.

    The combinations of fewer columns are unions of those of more, so that they have at least as many records.
    """
    strictest: dict[tuple[int, ...], int] = {}
    for columns, k in sets:
        strictest[columns] = max(k, strictest.get(columns, 0))
    ordered = sorted(strictest.items(), key=lambda item: (-len(item[0]), item[0]))
    of_column: dict[int, list[tuple[frozenset[int], int]]] = {}
    kept = []
    for columns, k in ordered:
        wanted = frozenset(columns)
        if any(wanted <= larger and k <= least for larger, least in of_column.get(columns[0], [])):
            continue
        kept.append(KnownSet(columns, k))
        for j in columns:
            of_column.setdefault(j, []).append((wanted, k))
    return kept


def group_tuples(codes: NDArray[np.generic]) -> tuple[ClassOfTuple, int]:
    """Return the class of each row of codes, and how many classes there are."""
    first, group = distinct_rows(codes)
    return group, len(first)


def find_rare_set(
    tuples: Tuples, masked: NDArray[np.float64], sets: Sequence[KnownSet], kept: NDArray[np.bool_] | None = None
) -> KnownSet | None:
    """Return a set with a combination of fewer than k persons (records); None if all are frequent enough.

    ``masked``: what each tuple becomes, as points; ``kept``: the tuples that stay in the table, None for all of them.
    """
    for known in sets:
        if (_count_units(tuples, masked[:, list(known.columns)], kept) < known.k).any():
            return known
    return None


def _count_units(tuples: Tuples, masked: NDArray[np.float64], kept: NDArray[np.bool_] | None) -> Counts:
    """Count the persons, else the records, of each combination that is left."""
    group, groups = group_tuples(masked)
    units = tuples.count_units(group if kept is None else np.where(kept, group, -1), groups)
    return units[units > 0]
