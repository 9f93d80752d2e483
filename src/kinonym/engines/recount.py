"""A written release, counted from its bytes in one pass, by code that is independent of the writer.

Columns, rows, combinations and the sum over all rows are those of the file.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.contract import Tally, TuplePersons
from kinonym.engines.fingerprint import Fingerprint, Hashes, Sum
from kinonym.engines.row_counts import RowCounts
from kinonym.engines.row_order import RowOrder
from kinonym.files.formats.read_back import refuse_file, text_of_value
from kinonym.files.formats.table_format import WrittenTable
from kinonym.files.output_form import Form
from kinonym.files.texts import NAN_TEXT
from kinonym.tuples.counted import Counted
from kinonym.tuples.index_arrays import Counts

if TYPE_CHECKING:
    from kinonym.engines.person_ledger import Pairs, PersonLedger

__all__ = [
    "FolderRecount", "Recount", "RecountTotals", "SizesRecount", "class_sizes", "distinct_cells", "read_back",
    "recount", "refuse_file", "text_of_value",
]  # fmt: skip

Cells = tuple[list[str | None], NDArray[np.int32]]
"""The distinct values of a column of a batch, and the value of each row."""


class FolderRecount(Protocol):
    """Counts the files of a folder by other processes; the parameters are those of `recount`."""

    def __call__(
        self,
        folder: str | Path,
        form: Form,
        wanted: Collection[tuple[str, ...]],
        fingerprint: Fingerprint,
        ledger: PersonLedger | None = None,
        *,
        order: RowOrder,
    ) -> Recount:
        """Count them; raise `PrivacyError` as `recount` does."""


@dataclass(frozen=True, eq=False)
class RecountTotals:
    """What some written rows add up to, besides their combinations."""

    records: int
    sum: Sum
    order: RowOrder | None

    def add(self, other: RecountTotals) -> RecountTotals:
        """The totals of these rows and of those of another part."""
        if self.order is not None and other.order is not None:
            self.order.merge(other.order)
        return RecountTotals(self.records + other.records, Fingerprint.add(self.sum, other.sum), self.order)


class Recount:
    """The content of a written file: its columns, its rows, counts of combinations, and the sum over its rows.

    Parts of a folder may be counted by different processes, and merged.

    Parameters
    ----------
    columns
        Of the file.
    wanted
        Sets of columns; their combinations are counted.
    ledger
        The persons of the rows.
    order
        Receives the rows with their positions.
    first
        The position of the first row, if the file is a part of a release.
    """

    def __init__(
        self,
        columns: tuple[str, ...],
        wanted: Collection[tuple[str, ...]],
        ledger: PersonLedger | None = None,
        order: RowOrder | None = None,
        first: int = 0,
    ) -> None:
        self.columns, self.ledger, self.order, self._first = columns, ledger, order, first
        self.records = 0
        self.sum: Sum = (0, 0)
        self._codes: dict[str, dict[str | None, int]] = {name: {} for names in wanted for name in names}
        self._tuples = {names: RowCounts(len(names)) for names in wanted}
        self._person_counts = {} if ledger is None else ledger.new_counts()

    def count(self, columns: Sequence[str]) -> Counted:
        """Return how often each combination of these columns occurs; missing is None and counts as a value."""
        values, positions = [], []
        for name in columns:
            texts = sorted(self._codes[name], key=lambda text: (text is None, text or ""))
            rank = {text: i for i, text in enumerate(texts)}
            values.append(texts)
            positions.append(np.array([rank[text] for text in self._codes[name]], dtype=np.int32))
        distinct, counts = self._tuples[tuple(columns)].merge()
        codes = np.column_stack([position[distinct[:, j]] for j, position in enumerate(positions)])
        order = np.lexsort(codes.T[::-1])
        return Counted(tuple(columns), tuple(values), codes[order], counts[order])

    def persons(self, columns: Sequence[str]) -> TuplePersons:
        """Return the persons of the rows of each combination, in the order of `count`; −1 if no person is named."""
        row_of_entry, person, times = self.person_hashes(columns)
        _, number = np.unique(person, return_inverse=True)
        number[person == self.hash_persons([None])[0]] = -1
        return TuplePersons(row_of_entry, number.astype(np.int64), times)

    def hash_persons(self, texts: Sequence[str | None]) -> Hashes:
        """Return the hash that each text has as the person of a row; None names nobody."""
        if self.ledger is None:
            refuse_file("the persons of its rows are not known")
        return self.ledger.fingerprint.persons(texts)

    def person_hashes(self, columns: Sequence[str]) -> tuple[NDArray[np.int64], Hashes, Counts]:
        """Return rows (combination, hash of the person, records), as `persons` numbers them."""
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
        position = order[np.searchsorted(keys[order], key)]
        if not np.array_equal(np.bincount(position, weights=times, minlength=len(keys)), counted.counts):
            refuse_file("its rows and their persons do not belong together")
        return position, person, times

    @property
    def totals(self) -> RecountTotals:
        """What the rows add up to."""
        return RecountTotals(self.records, self.sum, self.order)

    def distinct(self, columns: Sequence[str]) -> tuple[list[list[str | None]], Counts]:
        """The texts of each distinct combination, column by column, and how often it occurs."""
        codes, counts = self._tuples[tuple(columns)].merge()
        known = [list(self._codes[name]) for name in columns]
        return [[texts[code] for code in codes[:, j].tolist()] for j, texts in enumerate(known)], counts

    def person_pairs(self, columns: Sequence[str]) -> Pairs:
        """Rows (keyed hash of a combination, that of a person, records)."""
        return self._person_counts[tuple(columns)].merged()

    def merge_persons(self, columns: Sequence[str], pairs: Pairs) -> None:
        """Add the persons of other rows, as `person_pairs` returns them."""
        self._person_counts[tuple(columns)].add(*pairs)

    def merge_totals(self, totals: RecountTotals) -> None:
        """Add what other rows add up to; `merge_distinct` adds their combinations."""
        merged = self.totals.add(totals)
        self.records, self.sum = merged.records, merged.sum

    def merge_distinct(self, columns: Sequence[str], texts: Sequence[Sequence[str | None]], counts: Counts) -> None:
        """Add combinations of other rows, as `distinct` returns them."""
        codes = np.empty((len(counts), len(columns)), dtype=np.int32)
        for j, name in enumerate(columns):
            known = self._codes[name]
            codes[:, j] = [known.setdefault(text, len(known)) for text in texts[j]]
        self._tuples[tuple(columns)].add(codes, counts)

    def add(self, cells: Sequence[Cells], fingerprint: Fingerprint) -> None:
        """Add a batch of rows, column by column."""
        rows = len(cells[0][1])
        self.records += rows
        hashes = {
            name: fingerprint.texts(name, texts)[position]
            for name, (texts, position) in zip(self.columns, cells, strict=True)
        }
        row = list(hashes.values())
        positions = self._first + np.arange(self.records - rows, self.records)
        if self.ledger is None:
            keys, total = fingerprint.keys_and_total(row)
            if self.order is not None:
                self.order.add(hashes, positions, keys)
        else:
            if self.order is not None:
                self.order.add(hashes, positions)
            hashes.update(self._hashes_without_nan(cells, fingerprint))
            row.append(self._add_persons(hashes, self.ledger.next(rows), rows))
            total = fingerprint.total(row)
        self.sum = fingerprint.add(self.sum, total)
        coded = {
            name: self._encode(name, *own) for name, own in zip(self.columns, cells, strict=True) if name in self._codes
        }
        for names, tuples in self._tuples.items():
            tuples.add(np.column_stack([coded[name] for name in names]))

    def _hashes_without_nan(self, cells: Sequence[Cells], fingerprint: Fingerprint) -> Mapping[str, Hashes]:
        """The hashes of the columns that have NaN: for counts it is missing, as in `count`."""
        return {
            name: fingerprint.texts(name, _normalise_texts(texts))[position]
            for name, (texts, position) in zip(self.columns, cells, strict=True)
            if NAN_TEXT in texts
        }

    def _add_persons(self, hashes: Mapping[str, Hashes], persons: Hashes, rows: int) -> Hashes:
        """Count the persons of the next rows in every combination that is wanted."""
        if len(persons) != rows or self.ledger is None:
            refuse_file("it has more rows than the person ledger")
        for names, counts in self._person_counts.items():
            counts.add(self.ledger.fingerprint.keys([hashes[name] for name in names]), persons)
        return persons

    def _encode(self, name: str, texts: list[str | None], position: NDArray[np.int32]) -> NDArray[np.int32]:
        known = self._codes[name]
        counted = _normalise_texts(texts)
        return np.array([known.setdefault(text, len(known)) for text in counted], dtype=np.int32)[position]


class SizesRecount(Recount):
    """A recounted file with so many combinations that only their sizes are known here.

    Parameters
    ----------
    columns, wanted, order
        As for `Recount`.
    """

    def __init__(self, columns: tuple[str, ...], wanted: Collection[tuple[str, ...]], order: RowOrder) -> None:
        super().__init__(columns, wanted, None, order)
        self._sizes: dict[tuple[str, ...], tuple[Counts, Counts]] = {}

    def add_sizes(self, columns: Sequence[str], sizes: Counts, classes: Counts) -> None:
        """Set how many combinations of some columns have each size."""
        self._sizes[tuple(columns)] = (sizes, classes)

    def sizes(self, columns: Sequence[str]) -> tuple[Counts, Counts]:
        """(distinct numbers of records of the combinations, how many combinations have each)."""
        return self._sizes[tuple(columns)]

    def count(self, columns: Sequence[str]) -> Counted:  # noqa: ARG002
        """Raise: the combinations stay on the executors."""
        refuse_file("its combinations are not known here, only how large they are")


def class_sizes(tally: Tally, columns: Sequence[str]) -> tuple[Counts, Counts]:
    """(the distinct numbers of records that combinations of some columns have, how many combinations have each)."""
    if isinstance(tally, SizesRecount):
        return tally.sizes(columns)
    sizes, classes = np.unique(tally.count(columns).counts, return_counts=True)
    return sizes, classes.astype(np.int64)


def _normalise_texts(texts: list[str | None]) -> list[str | None]:
    """Texts as they are counted: NaN is missing, as in a source."""
    return [None if text == NAN_TEXT else text for text in texts]


def read_back(path: Path | Any, form: Form) -> WrittenTable:  # noqa: ANN401  # an open Arrow file
    """Begin to read a written file by the code of its format that shares nothing with the writer."""
    if form.format.recount is None:
        refuse_file("its format cannot be read back")
    return form.format.recount(path, form)


def recount(
    read: Callable[[], WrittenTable],
    wanted: Collection[tuple[str, ...]],
    fingerprint: Fingerprint,
    ledger: PersonLedger | None = None,
    order: RowOrder | None = None,
    first: int = 0,
) -> Recount:
    """Count the combinations of columns that are wanted in what was written, and their persons.

    ``read`` begins to read it back. ``order`` and ``first`` are as in `Recount`.

    Raises
    ------
    PrivacyError
        If it cannot be read, or has other columns than those of the fingerprint.
    """
    from pyarrow import ArrowException

    # The errors of these libraries may quote the file, so they end here.
    counted: Recount | None = None
    with suppress(ArrowException, ValueError, OSError, EOFError, zlib.error):
        counted = _counted(read(), Recount(fingerprint.columns, wanted, ledger, order, first), fingerprint)
    if counted is None:
        refuse_file("it cannot be read back")
    return counted


def _counted(written: WrittenTable, counted: Recount, fingerprint: Fingerprint) -> Recount:
    ledger = counted.ledger
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
    position = encoded.indices.fill_null(len(encoded.dictionary)).to_numpy(zero_copy_only=False).astype(np.int32)
    used = np.flatnonzero(np.bincount(position, minlength=len(encoded.dictionary) + 1))
    dictionary_texts = [*encoded.dictionary.to_pylist(), None]
    values = [None if dictionary_texts[i] is None else read(dictionary_texts[i]) for i in used.tolist()]
    if len(set(values)) < len(values):
        refuse_file("equal values are written in different ways")
    rank = np.zeros(len(encoded.dictionary) + 1, dtype=np.int32)
    rank[used] = np.arange(len(used), dtype=np.int32)
    return values, rank[position]
