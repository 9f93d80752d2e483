"""The person of each row of a release, in the order in which the rows were written; never released.

It is used only if persons are known.
"""

from __future__ import annotations

import tempfile
from collections.abc import Collection
from contextlib import closing
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.contract import Masked, Tally
from kinonym.engines.fingerprint import Fingerprint, Hashes
from kinonym.engines.recount import Recount, distinct_cells, refuse_file, text_of_value

__all__ = ["PersonCounts", "PersonLedger", "count_by_person", "hash_persons"]

_IN_MEMORY = 64 << 20
_BYTES = 8

Pairs = tuple[Hashes, Hashes, NDArray[np.int64]]
"""Rows (combination, person, records)."""


class PersonLedger:
    """A keyed hash of the person of each row, in a file without a name that is removed with the program.

    Parameters
    ----------
    fingerprint
        Hashes them.
    wanted
        Sets of columns; their combinations are counted by person.
    """

    def __init__(self, fingerprint: Fingerprint, wanted: Collection[tuple[str, ...]]) -> None:
        self.fingerprint, self.wanted = fingerprint, frozenset(wanted)
        self._file: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115  # `close`
        self.rows = self._read = 0

    def add(self, persons: Any) -> None:  # noqa: ANN401  # an Arrow column of texts
        """Add the persons of the rows that are written next."""
        self.add_hashes(hash_persons(persons, self.fingerprint))

    def add_hashes(self, hashes: Hashes) -> None:
        """Add the persons of the rows that are written next, as `hash_persons` hashes them."""
        self._file.seek(self.rows * _BYTES)
        self._file.write(hashes.tobytes())
        self.rows += len(hashes)

    def new_counts(self) -> dict[tuple[str, ...], PersonCounts]:
        """Empty counts for each of the wanted combinations."""
        return {names: PersonCounts() for names in self.wanted}

    def close(self) -> None:
        """Delete the ledger."""
        self._file.close()

    def rewind(self) -> None:
        """Read from the first row."""
        self._read = 0

    def next(self, rows: int) -> Hashes:
        """Return the persons of the next rows; fewer at the end."""
        self._file.seek(self._read * _BYTES)
        persons = np.frombuffer(self._file.read(rows * _BYTES), dtype=np.uint64)
        self._read += len(persons)
        return persons


def hash_persons(persons: Any, fingerprint: Fingerprint) -> Hashes:  # noqa: ANN401
    """The keyed hash of the person of each row of an Arrow column of texts."""
    import pyarrow as pa

    encoded = persons if pa.types.is_dictionary(persons.type) else persons.dictionary_encode()
    used = encoded.indices.unique().drop_null().sort() if len(encoded) else pa.array([], pa.int32())
    texts = [*encoded.dictionary.take(used).to_pylist(), None]
    positions = np.full(len(encoded.dictionary) + 1, len(texts) - 1, dtype=np.int64)
    positions[used.to_numpy(zero_copy_only=False)] = np.arange(len(texts) - 1)
    indices = encoded.indices.fill_null(len(encoded.dictionary)).to_numpy(zero_copy_only=False)
    hashes: Hashes = fingerprint.persons(texts)[positions[indices]]
    return hashes


_NONE = np.empty(0, dtype=np.uint64)


class PersonCounts:
    """Counts of distinct pairs (combination, person), as hashes, batch after batch."""

    def __init__(self) -> None:
        self._parts: list[Pairs] = [(_NONE, _NONE, _NONE.astype(np.int64))]

    def add(self, key: Hashes, person: Hashes, times: NDArray[np.int64] | None = None) -> None:
        """Add rows, or pairs that occur so many times.

        Parts are merged as soon as the later ones are as long as the one before.
        """
        self._parts.append(_merge_pairs([(key, person, np.ones(len(key), np.int64) if times is None else times)]))
        while len(self._parts) > 1 and len(self._parts[-1][0]) >= len(self._parts[-2][0]):
            self._parts[-2:] = [_merge_pairs(self._parts[-2:])]

    def merged(self) -> Pairs:
        """Return the counts of all rows so far."""
        self._parts = [_merge_pairs(self._parts)]
        return self._parts[0]


def _merge_pairs(parts: list[Pairs]) -> Pairs:
    """Add up equal pairs."""
    key, person, times = (np.concatenate([part[i] for part in parts]) for i in range(3))
    if not len(key):
        return key, person, times
    order = np.lexsort((person, key))
    key, person = key[order], person[order]
    first = np.flatnonzero(np.r_[True, (key[1:] != key[:-1]) | (person[1:] != person[:-1])])
    return key[first], person[first], np.add.reduceat(times[order], first)


def count_by_person(
    masked: Masked,
    table: Tally,
    fingerprint: Fingerprint,
    wanted: Collection[tuple[str, ...]],
    by_person: Collection[tuple[str, ...]],
) -> Recount:
    """Count a masked table in memory from its batches, with the persons of its rows.

    ``wanted``: sets of columns to count the combinations of; those of ``by_person`` are also counted by person.

    Raises
    ------
    PrivacyError
        If its combinations do not occur as often as in ``table``, which is what is released.
    """
    with closing(PersonLedger(fingerprint, by_person)) as ledger:
        counted = Recount(masked.columns, {*wanted, *by_person}, ledger)
        for batch in masked.batches(ledger.add):
            if batch.num_rows:
                counted.add([distinct_cells(_plain(column), text_of_value) for column in batch.columns], fingerprint)
    for names in by_person:
        if not np.array_equal(np.sort(counted.count(names).counts), np.sort(table.count(names).counts)):
            refuse_file("its rows are not those that were counted by person")
    return counted


def _plain(column: Any) -> Any:  # noqa: ANN401
    """Return the column without a dictionary, which could contain a value twice."""
    import pyarrow as pa

    return column.dictionary_decode() if pa.types.is_dictionary(column.type) else column
