"""A keyed sum over the rows of a table that does not depend on their order.

Two tables have equal sums if they have the same rows equally often, and otherwise with a chance of about 2^-64: a cell
that changed, a row that is lost or doubled, or a column that slipped against the others changes the sum.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np

from kinonym.engines.contract import RunKey
from kinonym.engines.person_ids import unify_person_ids
from kinonym.engines.text_hashes import Hashes, TextHashes

__all__ = ["Fingerprint", "Hashes", "Sum"]

Sum = tuple[int, int]

_MISSING = np.uint64(0x9E3779B97F4A7C15)
_ALL = (1 << 64) - 1
_STEP = 1 << 14
_ROUNDS = tuple(
    (np.uint64(shift), np.uint64(factor))
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1))
)


class Fingerprint:
    """Hashes of texts by column, and sums of rows; every run draws its own.

    Parameters
    ----------
    key
        The run's key.
    columns
        The columns of a row, in order.
    missing_text
        A text that represents a missing value in the written file.
    nobody
        If each row also has a person, who is not among its columns: the texts that name none. None: no row has one.
    typed
        Whether unmasked columns keep their types: they are compared as `as_text` has typed ones.

    Notes
    -----
    A text is hashed with a key of the run (`TextHashes`), mixed with a draw of its column (splitmix64), the columns of
    a row are added, the sum is mixed again, twice, and the rows are added. The two lanes are computed from one number
    of 64 bits for each row, so two different rows are confused with a chance of about 2^-64, not of 2^-128.

    The hashes depend on the key and the columns only, not on the process: sums of parts of a table that different
    processes computed can be added.
    """

    def __init__(
        self,
        key: RunKey,
        columns: Sequence[str],
        missing_text: str | None = None,
        *,
        nobody: Collection[str] | None = None,
        typed: bool = False,
    ) -> None:
        self.typed = typed
        draws = key.generator("fingerprint").integers(0, _ALL, size=len(columns) + 3, dtype=np.uint64, endpoint=True)
        self.nobody = None if nobody is None else frozenset(nobody)
        self.columns = tuple(columns)
        self.missing_text = missing_text
        self._salt = dict(zip(columns, draws[3:], strict=True))
        self._lanes, self._person = draws[:2], draws[2:3]
        self._hashes = TextHashes(key.generator("hashes of texts"))

    def texts(self, column: str, texts: Iterable[str | None]) -> Hashes:
        """The hash of each text as a cell of a column."""
        return _mix(self._text_hashes(texts, self.missing_text) + self._salt[column])

    def persons(self, texts: Iterable[str | None]) -> Hashes:
        """The hash of each text as the person of a row; all persons who are not named have the same hash."""
        forms = unify_person_ids(texts, self.nobody or ())
        return _mix(self._text_hashes(forms, None) + self._person)

    def _text_hashes(self, texts: Iterable[str | None], marker: str | None) -> Hashes:
        distinct_texts = list(texts)
        hashes = self._hashes.of(["" if text is None else text for text in distinct_texts])
        hashes[[i for i, text in enumerate(distinct_texts) if text is None or text == marker]] = _MISSING
        return hashes

    def keys(self, cells: Sequence[Hashes]) -> Hashes:
        """A number for each row, given the hashes of some of its cells: rows with equal cells have equal ones."""
        return _mix(_add_cells(cells) ^ self._lanes[0])

    def total(self, cells: Sequence[Hashes]) -> Sum:
        """The sum over rows, given the hashes of their cells column by column."""
        return self.keys_and_total(cells)[1]

    def keys_and_total(self, cells: Sequence[Hashes]) -> tuple[Hashes, Sum]:
        """What `keys` and `total` return; the first half of the sum is that of the keys."""
        row = _add_cells(cells)
        keys, others = (_mix(row ^ lane) for lane in self._lanes)
        return keys, (int(keys.sum(dtype=np.uint64)), int(others.sum(dtype=np.uint64)))

    @staticmethod
    def add(total: Sum, part: Sum) -> Sum:
        """The sum of two sets of rows."""
        return (total[0] + part[0]) & _ALL, (total[1] + part[1]) & _ALL


def _add_cells(cells: Sequence[Hashes]) -> Hashes:
    """The cells of each row together."""
    row = cells[0].copy()
    for column in cells[1:]:
        row += column
    return row


def _mix(x: Hashes) -> Hashes:
    """splitmix64's finaliser: every bit of the input moves about half of the output's.

    Step by step in parts that fit into the processor's cache, which takes a fifth of the time.
    """
    mixed, scratch = np.empty_like(x), np.empty(min(len(x), _STEP), dtype=np.uint64)
    for start in range(0, len(x), _STEP):
        part, out = x[start : start + _STEP], mixed[start : start + _STEP]
        shifted = scratch[: len(part)]
        for shift, factor in _ROUNDS:
            np.right_shift(part, shift, out=shifted)
            np.bitwise_xor(part, shifted, out=out)
            out *= factor
            part = out
    return mixed
