"""Whose the rows of a release are, in the order in which they were written; kept beside the file and never released."""

from __future__ import annotations

import tempfile
from collections.abc import Collection
from typing import IO, Any

import numpy as np

from kinonym.engines.fingerprint import Fingerprint, Hashes

__all__ = ["Ledger"]

_IN_MEMORY = 64 << 20
_BYTES = 8


class Ledger:
    """A keyed hash of the person of each row, written and read once; without a name, and gone with the program.

    Parameters
    ----------
    fingerprint
        What hashes them.
    wanted
        Columns whose combinations are counted by person.
    """

    def __init__(self, fingerprint: Fingerprint, wanted: Collection[tuple[str, ...]]) -> None:
        self.fingerprint, self.wanted = fingerprint, frozenset(wanted)
        self._file: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115  # `close`
        self.rows = self._read = 0

    def add(self, persons: Any) -> None:  # noqa: ANN401  # an Arrow column of texts
        """Note the persons of the rows that are written next."""
        import pyarrow as pa

        encoded = persons if pa.types.is_dictionary(persons.type) else persons.dictionary_encode()
        used = encoded.indices.unique().drop_null().sort() if len(encoded) else pa.array([], pa.int32())
        texts = [*encoded.dictionary.take(used).to_pylist(), None]
        places = np.full(len(encoded.dictionary) + 1, len(texts) - 1, dtype=np.int64)
        places[used.to_numpy(zero_copy_only=False)] = np.arange(len(texts) - 1)
        indices = encoded.indices.fill_null(len(encoded.dictionary)).to_numpy(zero_copy_only=False)
        self._file.seek(self.rows * _BYTES)
        self._file.write(self.fingerprint.persons(texts)[places[indices]].tobytes())
        self.rows += len(encoded)

    def close(self) -> None:
        """Forget the persons."""
        self._file.close()

    def rewind(self) -> None:
        """Read from the first row."""
        self._read = 0

    def next(self, rows: int) -> Hashes:
        """The persons of the next rows; fewer where there are no more."""
        self._file.seek(self._read * _BYTES)
        persons = np.frombuffer(self._file.read(rows * _BYTES), dtype=np.uint64)
        self._read += len(persons)
        return persons
