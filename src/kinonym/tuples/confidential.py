"""A confidential column: how often each of its values occurs with each tuple. Counting it is the engines' task."""

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
    """One confidential column that is released unchanged: its texts, what each means, and their counts.

    ``points`` ascend; texts with the same meaning have equal points, the commonest text first (ties: in the order of
    their characters, so that no order of rows decides). The values of tuple t are
    ``value[start[t]:start[t + 1]]``: positions in ``points``, ascending, each once. ``count`` has their records.
    """

    name: str
    domain: Domain
    points: Points
    texts: tuple[str | None, ...]
    start: StartOfTuple
    value: NDArray[np.int32]
    count: Counts
    person_values: PersonValues | None = None
    """The persons who have each value; None if the records name no persons."""

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
        """Arrange the counts of a column's texts by tuple.

        Parameters
        ----------
        name
            Name of the column.
        domain
            What its texts mean.
        points
            The point of each text, from `Domain.encode`.
        texts
            The texts themselves.
        cells
            Rows (tuple, position of the text, records).
        tuples
            How many tuples there are.
        person_of
            The person of each row of ``cells``, −1 if unknown; rows then differ by person as well.
        """
        tuple_of, text_of, counts = cells
        totals = np.bincount(text_of, weights=counts, minlength=len(texts))
        used = np.flatnonzero(totals)
        alphabetical = np.argsort(np.argsort([text or "" for text in texts], kind="stable"), kind="stable")
        used = used[np.lexsort((alphabetical[used], -totals[used], points[used]))]
        rank = np.zeros(len(texts), dtype=np.int64)
        rank[used] = np.arange(len(used))
        pairs, pair_of_cell = np.unique(tuple_of * max(1, len(used)) + rank[text_of], return_inverse=True)
        count = np.bincount(pair_of_cell, weights=counts, minlength=len(pairs)).astype(np.int64)
        tuple_of_entry, value = np.divmod(pairs, max(1, len(used)))
        start = np.searchsorted(tuple_of_entry, np.arange(tuples + 1)).astype(np.int64)
        used_texts = tuple(texts[i] for i in used.tolist())
        person_values = None
        if person_of is not None:
            person_values = PersonValues.from_cells(tuple_of, rank[text_of], person_of, counts, tuples)
        return cls(name, domain, points[used], used_texts, start, value.astype(np.int32), count, person_values)

    @classmethod
    def from_rows(
        cls,
        name: str,
        domain: Domain,
        points: Points,
        tuple_of_row: TupleOfRow,
        tuples: int,
        *,
        counts: Counts | None = None,
    ) -> Confidential:
        """Arrange rows: row i has the value ``points[i]``, the tuple ``tuple_of_row[i]`` and ``counts[i]`` records."""
        distinct, text_of = np.unique(points, return_inverse=True)
        texts = [None if text is None else str(text) for text in domain.decode(distinct)]
        times = np.ones(len(points), dtype=np.int64) if counts is None else counts
        return cls.from_counts(name, domain, distinct, texts, (tuple_of_row.astype(np.int64), text_of, times), tuples)

    @cached_property
    def totals(self) -> Counts:
        """Records of each value in the whole table."""
        return np.bincount(self.value, weights=self.count, minlength=len(self.points)).astype(np.int64)

    @cached_property
    def tuple_of_entry(self) -> TupleOfEntry:
        """The tuple of each entry of ``value``."""
        return np.repeat(np.arange(len(self.start) - 1), np.diff(self.start))
