"""Shifts the dates of persons batch by batch; every process draws the same number of days for a person.

What a batch becomes is bounded by independent code: the fewest and the most days by which each row was moved.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.columns import coding
from kinonym.engines.memory.shifted_dates import FARTHEST, Move, move_column
from kinonym.engines.person_ids import unify_person_ids
from kinonym.engines.tuple_lookup import encode_cells
from kinonym.tuples.index_arrays import Counts

__all__ = ["PersonBounds", "PersonShifts", "ShiftedBatch"]

Days = NDArray[np.int64]
Bound = Callable[[str | None, str | None], tuple[int, int]]
"""Two texts of a date, before and after → the fewest and the most days by which it was moved."""
Bounds = tuple[Days, Days, Days]
"""Rows (person, fewest days, most days)."""


@dataclass(frozen=True, eq=False)
class ShiftedBatch:
    """Some rows with shifted dates."""

    columns: dict[str, Any]
    """Arrow arrays of the shifted columns."""
    persons: Days
    """A keyed hash of the person of each row; a row that names no person has a separate one."""
    least: Days
    most: Days


@dataclass(frozen=True, eq=False, kw_only=True)
class PersonShifts:
    """How dates are shifted, and how shifted dates are bounded.

    Parameters
    ----------
    person
        The column with the person of each row.
    missing
        Texts that mean missing.
    moves
        Column → the function that moves its texts.
    bounds
        Column → the function that bounds by how many days a text was moved.
    secret
        The key of the draws.
    """

    person: str
    missing: frozenset[str]
    moves: Mapping[str, Move]
    bounds: Mapping[str, Bound]
    secret: bytes = field(repr=False)

    def shift(self, rows: Any, row_ids: Sequence[str]) -> ShiftedBatch:  # noqa: ANN401  # pyarrow has no types
        """Shift the dates of an Arrow table; ``row_ids`` are texts that identify its rows."""
        persons, days = self._draws(rows, row_ids)
        least, most = np.full(len(days), -FARTHEST), np.full(len(days), FARTHEST)
        columns = {}
        for name, move in self.moves.items():
            columns[name] = move_column(rows.column(name), name, move, days)
            low, high = self._bound(name, rows.column(name), columns[name])
            least, most = np.maximum(least, low), np.minimum(most, high)
        return ShiftedBatch(columns, persons, least, most)

    def _draws(self, rows: Any, row_ids: Sequence[str]) -> tuple[Days, Days]:  # noqa: ANN401
        """The hash of the person of each row and the number of days; each distinct person is drawn once."""
        texts, person_of_row = encode_cells(rows, self.person)
        forms = unify_person_ids(texts, self.missing)
        drawn = np.array([(0, 0) if form is None else self._draw("person", form) for form in forms], dtype=np.int64)
        drawn = drawn[person_of_row]
        unnamed = np.array([form is None for form in forms])[person_of_row]
        for row in np.flatnonzero(unnamed).tolist():
            drawn[row] = self._draw("row", row_ids[row])
        return drawn[:, 0], drawn[:, 1]

    def _draw(self, kind: str, text: str) -> tuple[int, int]:
        """A hash of 64 bits, and a number of days that is not 0."""
        digest = hashlib.blake2b(f"{kind}\x1f{text}".encode(), key=self.secret, digest_size=16).digest()
        number = int.from_bytes(digest[8:], "big") % (2 * FARTHEST)
        return int.from_bytes(digest[:8], "big", signed=True), number - FARTHEST + (number >= FARTHEST)

    def _bound(self, name: str, before: Any, after: Any) -> tuple[Days, Days]:  # noqa: ANN401
        """Bound the days of each row; each distinct pair of texts is compared once."""
        (old, texts), (new, others) = (coding.encode_column(column, name, missing=()) for column in (before, after))
        pairs, pair_of_row = np.unique(np.stack([old, new]), axis=1, return_inverse=True)
        bounds = np.array([self.bounds[name](texts[i], others[j]) for i, j in pairs.T.tolist()], dtype=np.int64)
        low, high = bounds[pair_of_row.reshape(-1)].T
        return low, high


class PersonBounds:
    """The bounds of all rows of each person, batch after batch."""

    def __init__(self) -> None:
        nothing = np.empty(0, dtype=np.int64)
        self._parts: list[Bounds] = [(nothing, nothing, nothing)]

    def add(self, batch: ShiftedBatch) -> None:
        """Add the rows of a batch; parts are merged as soon as the later ones are as long as the one before."""
        self._parts.append(_merge([(batch.persons, batch.least, batch.most)]))
        while len(self._parts) > 1 and len(self._parts[-1][0]) >= len(self._parts[-2][0]):
            self._parts[-2:] = [_merge(self._parts[-2:])]

    def summary(self) -> tuple[int, int, int, int]:
        """Persons that were not moved by one number of days, persons with a known one, its least and greatest."""
        _, least, most = _merge(self._parts)
        unmoved = (least > most) | ((least == 0) & (most == 0))
        known: Counts = least[least == most]
        return int(unmoved.sum()), len(known), int(known.min(initial=FARTHEST)), int(known.max(initial=-FARTHEST))


def _merge(parts: list[Bounds]) -> Bounds:
    person, least, most = (np.concatenate([part[i] for part in parts]) for i in range(3))
    if not len(person):
        return person, least, most
    order = np.argsort(person, kind="stable")
    person, least, most = person[order], least[order], most[order]
    first = np.flatnonzero(np.r_[True, person[1:] != person[:-1]])
    return person[first], np.maximum.reduceat(least, first), np.minimum.reduceat(most, first)
