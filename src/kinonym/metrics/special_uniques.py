"""Special uniques: combinations that few columns suffice to single out (SUDA; specification 23).

Elliot, Manning and Ford (2002); Elliot, Manning, Mayes, Gurd and Bane (2005).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from kinonym.tuples import Tuples
from kinonym.tuples.equal_rows import distinct_rows

__all__ = ["SpecialUniques", "choose_largest_set", "find_special_uniques", "score_special_unique"]

LARGEST = 3
"""Most columns of a minimal sample unique that are searched."""
WORK = 20_000_000
"""Most cells (tuples × sets of columns) that are looked at; more columns are searched in smaller sets."""


@dataclass(frozen=True, eq=False)
class SpecialUniques:
    """The minimal sample uniques of each tuple that a single record (person) has."""

    largest: int
    """Most columns of a set that was searched."""
    minimal: dict[int, list[tuple[int, ...]]]
    """Tuple → the smallest sets of columns in which it is unique."""
    scores: NDArray[np.float64]
    """The SUDA score of each tuple; 0 if it is not unique, or only in larger sets."""


def score_special_unique(size: int, columns: int, largest: int) -> int:
    """The score of a minimal sample unique of so many columns: Π (columns − i) for i from its size to the largest size.

    >>> [score_special_unique(size, 4, 3) for size in (1, 2, 3)]
    [6, 2, 1]
    """
    return prod(columns - i for i in range(size, largest + 1))


def choose_largest_set(tuples: int, columns: int) -> int:
    """Return how many columns the searched sets may have: fewer than all columns, and at most three.

    >>> choose_largest_set(1000, 4), choose_largest_set(50_000, 40)
    (3, 1)
    """
    largest = min(LARGEST, max(1, columns - 1))
    while largest > 1 and tuples * sum(comb(columns, size) for size in range(1, largest + 1)) > WORK:
        largest -= 1
    return largest


def find_special_uniques(tuples: Tuples, largest: int | None = None) -> SpecialUniques:
    """Find the minimal sample uniques: sets of columns in which a record is unique, and in none of their subsets.

    Notes
    -----
    The score of a tuple is the sum over its minimal sample uniques. With persons, a combination is unique if a single
    person has it. Cost: one grouping of the tuples for each set of up to ``largest`` columns.
    """
    columns = len(tuples.columns)
    most = choose_largest_set(len(tuples), columns) if largest is None else largest
    minimal: dict[int, list[tuple[int, ...]]] = {}
    for known, alone in _list_uniques(tuples, most):
        for t in alone.tolist():
            own = minimal.setdefault(t, [])
            if not any(set(smaller) < set(known) for smaller in own):
                own.append(known)
    scores = np.zeros(len(tuples))
    for t, sets in minimal.items():
        scores[t] = sum(score_special_unique(len(known), columns, most) for known in sets)
    return SpecialUniques(most, minimal, scores)


def _list_uniques(tuples: Tuples, largest: int) -> Iterator[tuple[tuple[int, ...], NDArray[np.int64]]]:
    """Yield sets of columns, small ones first, with the tuples that are unique in them."""
    candidates = np.flatnonzero(tuples.units_of_tuples == 1)  # unique in some columns, so in all
    for size in range(1, largest + 1):
        for known in combinations(range(len(tuples.columns)), size):
            first, group = distinct_rows(tuples.codes[:, list(known)])
            yield known, candidates[tuples.count_units(group, len(first))[group[candidates]] == 1]
