"""A confidential column beside the tuples: how often each of its values occurs with each tuple."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain, Points
from kinonym.tuples.index_arrays import Cells, Counts, PersonOfCell, StartOfTuple, TupleOfEntry, TupleOfRow
from kinonym.tuples.persons import PersonValues

__all__ = ["Confidential"]


@dataclass(frozen=True, eq=False)
class Confidential:
    """One confidential column that is released as it is: its texts, what each means, and their counts.

    ``points`` ascend; texts that mean the same have equal points, the commonest first. The values of tuple t are
    ``value[start[t]:start[t + 1]]``, positions in ``points``, each listed once and ascending, with their records in
    ``count``.
    """

    name: str
    domain: Domain
    points: Points
    texts: tuple[str | None, ...]
    start: StartOfTuple
    value: NDArray[np.int32]
    count: Counts
    holders: PersonValues | None = None
    """Who has which value, where persons are known."""

    @classmethod
    def from_counts(
        cls,
        name: str,
        domain: Domain,
        points: Points,
        texts: Sequence[str | None],
        cells: Cells,
        tuples: int,
        *,
        person_of: PersonOfCell | None = None,
    ) -> Confidential:
        """Arrange the counts of a column's texts beside the tuples.

        Parameters
        ----------
        name
            Name of the column.
        domain
            What its texts mean.
        points
            The point of each text, as `Domain.encode` gives it.
        texts
            The texts themselves.
        cells
            Rows (tuple, position of the text, records).
        tuples
            How many tuples there are.
        person_of
            Whose each row of ``cells`` is, −1 if not known; rows are then told apart by person as well.
        """
        tuple_of, text_of, counts = cells
        totals = np.bincount(text_of, weights=counts, minlength=len(texts))
        used = np.flatnonzero(totals)
        used = used[np.lexsort((-totals[used], points[used]))]
        rank = np.zeros(len(texts), dtype=np.int64)
        rank[used] = np.arange(len(used))
        pairs, place = np.unique(tuple_of * max(1, len(used)) + rank[text_of], return_inverse=True)
        count = np.bincount(place, weights=counts, minlength=len(pairs)).astype(np.int64)
        owner, value = np.divmod(pairs, max(1, len(used)))
        start = np.searchsorted(owner, np.arange(tuples + 1)).astype(np.int64)
        own = tuple(texts[i] for i in used.tolist())
        holders = None
        if person_of is not None:
            holders = PersonValues.from_cells(tuple_of, rank[text_of], person_of, counts, tuples)
        return cls(name, domain, points[used], own, start, value.astype(np.int32), count, holders)

    @classmethod
    def from_rows(  # as many as a row has parts
        cls,
        name: str,
        domain: Domain,
        points: Points,
        tuple_of_row: TupleOfRow,
        tuples: int,
        *,
        counts: Counts | None = None,
    ) -> Confidential:
        """The same from rows: ``points[i]`` is the value of row i, ``tuple_of_row[i]`` its tuple, by default once."""
        distinct, text_of = np.unique(points, return_inverse=True)
        texts = [None if text is None else str(text) for text in domain.decode(distinct)]
        times = np.ones(len(points), dtype=np.int64) if counts is None else counts
        return cls.from_counts(name, domain, distinct, texts, (tuple_of_row.astype(np.int64), text_of, times), tuples)

    @cached_property
    def totals(self) -> Counts:
        """Records of each value in the whole table."""
        return np.bincount(self.value, weights=self.count, minlength=len(self.points)).astype(np.int64)

    @cached_property
    def owner(self) -> TupleOfEntry:
        """The tuple of each entry of ``value``."""
        return np.repeat(np.arange(len(self.start) - 1), np.diff(self.start))
