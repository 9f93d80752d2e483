"""A written release, counted from its bytes in one pass, by code that is independent of the writer.

Columns, rows, combinations and the sum over all rows are those of the file.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.contract import TuplePersons
from kinonym.engines.fingerprint import Fingerprint, Hashes, Sum
from kinonym.engines.row_order import RowOrder
from kinonym.files.formats.read_back import refuse_file, text_of_value
from kinonym.files.output_form import Form
from kinonym.files.texts import NAN_TEXT
from kinonym.tuples.counted import Counted

if TYPE_CHECKING:
    from kinonym.engines.person_ledger import PersonLedger

__all__ = ["Recount", "distinct_cells", "recount", "refuse_file", "text_of_value"]

_KEY_LIMIT = 1 << 62

Cells = tuple[list[str | None], NDArray[np.int32]]
"""The distinct values of a column of a batch, and the value of each row."""


class Recount:
    """The content of a written file: its columns, its rows, counts of combinations, and the sum over its rows."""

    def __init__(
        self,
        columns: tuple[str, ...],
        wanted: Collection[tuple[str, ...]],
        ledger: PersonLedger | None = None,
        order: RowOrder | None = None,
    ) -> None:
        self.columns, self.ledger, self.order = columns, ledger, order
        self.records = 0
        self.sum: Sum = (0, 0)
        self._codes: dict[str, dict[str | None, int]] = {name: {} for names in wanted for name in names}
        self._tuples = {names: _Tuples(len(names)) for names in wanted}
        self._person_counts = {} if ledger is None else ledger.new_counts()

    def count(self, columns: Sequence[str]) -> Counted:
        """Return how often each combination of these columns occurs; missing is None and counts as a value."""
        values, places = [], []
        for name in columns:
            texts = sorted(self._codes[name], key=lambda text: (text is None, text or ""))
            rank = {text: i for i, text in enumerate(texts)}
            values.append(texts)
            places.append(np.array([rank[text] for text in self._codes[name]], dtype=np.int32))
        distinct, counts = self._tuples[tuple(columns)].merge()
        codes = np.column_stack([place[distinct[:, j]] for j, place in enumerate(places)])
        order = np.lexsort(codes.T[::-1])
        return Counted(tuple(columns), tuple(values), codes[order], counts[order])

    def persons(self, columns: Sequence[str]) -> TuplePersons:
        """Return the persons of the rows of each combination, in the order of `count`; −1 if no person is named."""
        if self.ledger is None:
            refuse_file("the persons of its rows are not known")
        fingerprint, counted = self.ledger.fingerprint, self.count(columns)
        hashes = [
            fingerprint.texts(name, texts)[counted.codes[:, j]]
            for j, (name, texts) in enumerate(zip(columns, counted.values, strict=True))
        ]
        keys = fingerprint.keys(hashes)
        order = np.argsort(keys)
        key, person, times = self._person_counts[tuple(columns)].merged()
        place = order[np.searchsorted(keys[order], key)]
        _, number = np.unique(person, return_inverse=True)
        number[person == fingerprint.nobody_hash] = -1
        if not np.array_equal(np.bincount(place, weights=times, minlength=len(keys)), counted.counts):
            refuse_file("its rows and their persons do not belong together")
        return TuplePersons(place, number.astype(np.int64), times)

    def add(self, cells: Sequence[Cells], fingerprint: Fingerprint) -> None:
        """Add a batch of rows, column by column."""
        rows = len(cells[0][1])
        self.records += rows
        hashes = {
            name: fingerprint.texts(name, texts)[place]
            for name, (texts, place) in zip(self.columns, cells, strict=True)
        }
        row = list(hashes.values())
        if self.order is not None:
            self.order.add(hashes)
        if self.ledger is not None:
            row.append(self._add_persons(hashes, self.ledger.next(rows), rows))
        self.sum = fingerprint.add(self.sum, fingerprint.total(row))
        coded = {
            name: self._coded(name, *own) for name, own in zip(self.columns, cells, strict=True) if name in self._codes
        }
        for names, tuples in self._tuples.items():
            tuples.add(np.column_stack([coded[name] for name in names]))

    def _add_persons(self, hashes: Mapping[str, Hashes], persons: Hashes, rows: int) -> Hashes:
        """Count the persons of the next rows in every combination that is wanted."""
        if len(persons) != rows or self.ledger is None:
            refuse_file("it has more rows than the person ledger")
        for names, counts in self._person_counts.items():
            counts.add(self.ledger.fingerprint.keys([hashes[name] for name in names]), persons)
        return persons

    def _coded(self, name: str, texts: list[str | None], place: NDArray[np.int32]) -> NDArray[np.int32]:
        known = self._codes[name]
        counted = [None if text == NAN_TEXT else text for text in texts]  # for counts NaN is missing, as in a source
        return np.array([known.setdefault(text, len(known)) for text in counted], dtype=np.int32)[place]


class _Tuples:
    """Counts of distinct rows of codes; new batches are merged when they are as long as the merged rows."""

    def __init__(self, width: int) -> None:
        self._parts = [(np.empty((0, width), dtype=np.int32), np.empty(0, dtype=np.int64))]

    def add(self, codes: NDArray[np.int32]) -> None:
        self._parts.append(_grouped(codes, None))
        if sum(len(part) for part, _ in self._parts[1:]) > len(self._parts[0][0]):
            self.merge()

    def merge(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Return (the distinct rows, their counts)."""
        if len(self._parts) > 1:
            codes, counts = zip(*self._parts, strict=True)
            self._parts = [_grouped(np.concatenate(codes), np.concatenate(counts))]
        return self._parts[0]


def _grouped(codes: NDArray[np.int32], times: NDArray[np.int64] | None) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Add up equal rows: as single numbers if they fit into 64 bits, else column by column."""
    widths = [int(column.max(initial=0)) + 1 for column in codes.T]
    if math.prod(widths) < _KEY_LIMIT:
        key = np.zeros(len(codes), dtype=np.int64)
        for width, column in zip(widths, codes.T, strict=True):
            key = key * width + column
        keys, counts = _summed(key, times)
        return np.column_stack(np.unravel_index(keys, widths)).astype(np.int32), counts
    kind = np.zeros(len(codes), dtype=np.int64)
    first = np.zeros(min(1, len(codes)), dtype=np.int64)
    for column in codes.T:
        width = int(column.max(initial=0)) + 1
        _, first, kind = np.unique(kind * width + column, return_index=True, return_inverse=True)
    return codes[first], _summed(kind, times)[1]


def _summed(keys: NDArray[np.int64], times: NDArray[np.int64] | None) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the distinct keys and their counts; without ``times`` each key counts once."""
    if times is None:
        distinct, counts = np.unique(keys, return_counts=True)
        return distinct, counts.astype(np.int64)
    distinct, place = np.unique(keys, return_inverse=True)
    return distinct, np.bincount(place, weights=times, minlength=len(distinct)).astype(np.int64)


def recount(
    path: Path,
    form: Form,
    wanted: Collection[tuple[str, ...]],
    fingerprint: Fingerprint,
    ledger: PersonLedger | None = None,
    order: RowOrder | None = None,
) -> Recount:
    """Read a written file in a stream and count the combinations of columns that are wanted, and their persons.

    ``order`` samples its rows in their order.

    Raises
    ------
    PrivacyError
        If the file cannot be read, or has other columns than those of the fingerprint.
    """
    from pyarrow import ArrowException

    # The errors of these libraries may quote the file, so they end here.
    counted: Recount | None = None
    with suppress(ArrowException, ValueError, OSError, EOFError, zlib.error):
        counted = _counted(path, form, Recount(fingerprint.columns, wanted, ledger, order), fingerprint)
    if counted is None:
        refuse_file("it cannot be read back")
    return counted


def _counted(path: Path, form: Form, counted: Recount, fingerprint: Fingerprint) -> Recount:
    ledger = counted.ledger
    if form.format.recount is None:
        refuse_file("its format cannot be read back")
    written = form.format.recount(path, form)
    names = written.columns
    if names != fingerprint.columns:
        refuse_file("its columns are not those of the release")
    if ledger is not None:
        ledger.rewind()
    for batch in written.batches:
        if batch.num_rows:
            counted.add([distinct_cells(column, written.read_cell) for column in batch.columns], fingerprint)
    if ledger is not None and ledger.rows != counted.records:
        refuse_file("it has fewer rows than the person ledger")
    return counted


def distinct_cells(column: Any, read: Any) -> Cells:  # noqa: ANN401
    """Return the distinct values that occur, each read once; one value in two spellings is a defect."""
    import pyarrow as pa

    encoded = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
    place = encoded.indices.fill_null(len(encoded.dictionary)).to_numpy(zero_copy_only=False).astype(np.int32)
    used = np.flatnonzero(np.bincount(place, minlength=len(encoded.dictionary) + 1))
    given = [*encoded.dictionary.to_pylist(), None]
    values = [None if given[i] is None else read(given[i]) for i in used.tolist()]
    if len(set(values)) < len(values):
        refuse_file("equal values are written in different ways")
    rank = np.zeros(len(encoded.dictionary) + 1, dtype=np.int32)
    rank[used] = np.arange(len(used), dtype=np.int32)
    return values, rank[place]
