"""What a release must add up to, computed from the input and the assignment, batch by batch.

This code is independent of the code that counts and masks a table, except for the draws of rows that have several
possible targets. A batch of rows becomes an `ExpectedPart`, wherever the rows are; the parts are added.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.contract import Assignment
from kinonym.engines.fingerprint import Fingerprint, Hashes, Sum
from kinonym.engines.plan_targets import SEVERAL, single_targets
from kinonym.engines.row_order import RowOrder
from kinonym.engines.tuple_lookup import TupleLookup, encode_cells, refuse_rows
from kinonym.files.texts import format_value
from kinonym.tuples.index_arrays import DROPPED, Counts, PlannedOfRow, TargetOfRow

__all__ = ["Expectation", "ExpectedPart", "RowBatch", "encode_cells"]


@dataclass(frozen=True, eq=False)
class RowBatch:
    """Some rows of a table, where an engine has them."""

    rows: Any
    """An Arrow batch or table with the names of the columns."""
    drawn: TargetOfRow | None
    """The targets of rows that draw one of several, `SEVERAL` for all other rows; None if no tuple has several."""
    positions: NDArray[np.int64]
    """The positions of the rows in the table; in engines without an order, the order in which they were read."""


@dataclass(frozen=True, eq=False)
class ExpectedPart:
    """What some rows add to a release."""

    sum: Sum
    times: Counts
    """How often each pair of a planned tuple and a target of it occurred."""
    order: RowOrder | None

    def add(self, other: ExpectedPart) -> ExpectedPart:
        """What these rows and the rows of another part add together."""
        if self.order is not None and other.order is not None:
            self.order.merge(other.order)
        return ExpectedPart(Fingerprint.add(self.sum, other.sum), self.times + other.times, self.order)


class Expectation:
    """Computes what rows become: unchanged cells are read from the table, masked ones from the plan.

    Parameters
    ----------
    names
        The table's columns.
    missing
        Texts that mean missing.
    assignment, fingerprint
        As in `Source.expect`. The released columns are those of the fingerprint, not of the assignment; a column that
        the table does not have is the mark of a test.
    order
        Which rows are sampled, if their order is compared; no row is added to it.
    """

    def __init__(
        self,
        names: Sequence[str],
        missing: Collection[str],
        assignment: Assignment,
        fingerprint: Fingerprint,
        order: RowOrder | None = None,
    ) -> None:
        self._fingerprint, self._person = fingerprint, assignment.person
        self._planned_of_counted = assignment.planned_of_counted
        self._order = None if order is None else order.same_sample()
        self._names, self._columns = dict.fromkeys(names), fingerprint.columns
        self._counted_columns = assignment.counted.columns
        self._lookup = TupleLookup(assignment.counted, missing)
        self._pairs = _Pairs(assignment)
        self._single = single_targets(assignment)
        self._written = {name: self._hash_written(name, values) for name, values in assignment.written.items()}

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the table that are needed."""
        used = {*self._counted_columns, *self._columns, self._person}
        return tuple(name for name in self._names if name in used)

    def planned(self, rows: Any) -> PlannedOfRow:  # noqa: ANN401  # pyarrow has no types
        """The planned tuple of each row of an Arrow batch or table, found by its texts."""
        return self._planned_of_counted[self._lookup.tuples(rows)]

    def part(self, batch: RowBatch, planned: PlannedOfRow | None = None) -> ExpectedPart:
        """What some rows add to the release; rows may be split into batches in any way.

        ``planned``: as of `planned`, if it is known.
        """
        planned = self.planned(batch.rows) if planned is None else planned
        target = self._single[planned]
        if batch.drawn is not None:
            target = np.where(batch.drawn == SEVERAL, target, batch.drawn)
        times = self._pairs.count(planned, target)
        order = None if self._order is None else self._order.same_sample()
        released: Any = slice(None) if target.min(initial=0) > DROPPED else np.flatnonzero(target != DROPPED)
        positions = batch.positions[released]
        if not len(positions):
            return ExpectedPart((0, 0), times, order)
        cells = [self._cells(batch.rows, name, target)[released] for name in self._columns]
        if self._person is not None:
            if order is not None:
                order.add(dict(zip(self._columns, cells, strict=True)), positions)
            texts, indices = encode_cells(batch.rows, self._person)
            cells.append(self._fingerprint.persons(texts)[indices][released])
            return ExpectedPart(self._fingerprint.total(cells), times, order)
        keys, total = self._fingerprint.keys_and_total(cells)
        if order is not None:
            order.add(dict(zip(self._columns, cells, strict=True)), positions, keys)
        return ExpectedPart(total, times, order)

    def total(self, parts: Iterable[ExpectedPart], order: RowOrder | None = None) -> Sum:
        """The sum over all rows; raises unless every tuple occurred as often as the plan says.

        ``order``: receives the sampled rows.
        """
        total: Sum = (0, 0)
        times = np.zeros(self._pairs.size, dtype=np.int64)
        for part in parts:
            total = self._fingerprint.add(total, part.sum)
            times += part.times
            if order is not None and part.order is not None:
                order.merge(part.order)
        self._pairs.verify(times)
        return total

    def _hash_written(self, name: str, values: Sequence[str | float | None]) -> Hashes:
        """The hash of what each target writes into a column; each distinct value is hashed once."""
        known = {value: number for number, value in enumerate(dict.fromkeys(values))}
        position = np.fromiter(map(known.__getitem__, values), np.int64, len(values))
        return self._fingerprint.texts(name, map(format_value, known))[position]

    def _cells(self, rows: Any, name: str, target: TargetOfRow) -> Hashes:  # noqa: ANN401  # pyarrow has no types
        if name not in self._names:
            return np.repeat(self._fingerprint.texts(name, [name]), len(target))
        if name in self._written:
            return self._written[name][target]
        texts, positions = encode_cells(rows, name, typed=self._fingerprint.typed)
        return self._fingerprint.texts(name, texts)[positions]


class _Pairs:
    """Planned tuples and their targets, as pairs, with the counts of the plan."""

    def __init__(self, assignment: Assignment) -> None:
        self._width = int(assignment.target.max(initial=0)) + 2
        cells = assignment.source * self._width + assignment.target + 1
        self._own, inverse = np.unique(cells, return_inverse=True)
        self._planned = np.bincount(inverse, weights=assignment.count, minlength=len(self._own)).astype(np.int64)
        # Where a tuple has one target, its pair is known from the tuple.
        size = int(assignment.source.max(initial=-1)) + 1
        self._pair = np.full(size, -1, dtype=np.int64)
        self._pair[self._own // self._width] = np.arange(len(self._own))
        self._pair[np.bincount(self._own // self._width, minlength=size) > 1] = -1

    @property
    def size(self) -> int:
        """How many pairs the plan has."""
        return len(self._own)

    def count(self, planned: PlannedOfRow, target: TargetOfRow) -> Counts:
        """How often each pair occurs in some rows; raises for a pair that the plan does not have."""
        if planned.min(initial=0) == DROPPED:
            released = planned != DROPPED
            planned, target = planned[released], target[released]
        key = planned * self._width + target + 1
        pair = self._pair[planned]
        if pair.min(initial=0) < 0:
            split = pair < 0
            pair[split] = np.searchsorted(self._own, key[split])
            pair[pair == len(self._own)] = 0
        if not np.array_equal(self._own[pair], key):
            refuse_rows(_OTHERWISE)
        return np.bincount(pair, minlength=len(self._own))

    def verify(self, times: Counts) -> None:
        """Raise unless each pair occurred as often as the plan says."""
        if not np.array_equal(times, self._planned):
            refuse_rows(_OTHERWISE)


_OTHERWISE = "the rows of a combination do not become what the plan says"
