"""What a true release adds up to: a keyed sum over its rows that does not depend on their order.

Two tables have equal sums if they hold the same rows equally often, and else but by a chance of about 2^-64: a cell
that changed, a row that is lost or doubled, or a column that slipped against the others changes it. `expected_sum`
works the sum out once more from the rows of a table and the plan, batch by batch, and shares nothing with the way that
counts and masks a table but the drawing of targets for tuples that have several.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.contract import Assignment, RunKey
from kinonym.engines.person_ids import unify_person_ids
from kinonym.engines.row_order import RowOrder
from kinonym.errors import PrivacyError
from kinonym.files.texts import as_text, written_text
from kinonym.grouped.tuples import DROPPED, Counted, Counts

__all__ = ["Expectation", "Fingerprint", "Hashes", "Sum"]

Hashes = NDArray[np.uint64]
Sum = tuple[int, int]

_MISSING = np.uint64(0x9E3779B97F4A7C15)
_ALL = (1 << 64) - 1


class Fingerprint:
    """Hashes of texts by column, and sums of rows; every run draws its own.

    Parameters
    ----------
    key
        The run's key.
    columns
        The columns of a row, in order.
    missing_text
        A text that stands for a missing value in the written file.
    nobody
        Where a row also has a person, who is not among its columns: the texts that name none. None: no row has.
    typed
        Whether unmasked columns keep their types: they are compared as `as_text` has typed ones.

    Notes
    -----
    A text is hashed by Python's keyed hash, spread by a draw of the column (splitmix64), the columns of a row are
    added, the sum is spread again, twice, and the rows are added. The two lanes come from one number of 64 bits a
    row, so that two different rows are taken for one another with a chance of 2^-64, not of 2^-128.
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

    def texts(self, column: str, texts: Iterable[str | None]) -> Hashes:
        """The hash of each text as a cell of a column."""
        hashes = np.fromiter(
            (_MISSING if text is None or text == self.missing_text else hash(text) & _ALL for text in texts),
            dtype=np.uint64,
        )
        return _spread(hashes + self._salt[column])

    def persons(self, texts: Iterable[str | None]) -> Hashes:
        """The hash of each text as the person of a row; whoever is not named has the hash `nobody_hash`."""
        forms = unify_person_ids(texts, self.nobody or ())
        hashes = np.fromiter((_MISSING if form is None else hash(form) & _ALL for form in forms), dtype=np.uint64)
        return _spread(hashes + self._person)

    @property
    def nobody_hash(self) -> np.uint64:
        """The hash of a person who is not named."""
        return np.uint64(self.persons([None])[0])

    def keys(self, cells: Sequence[Hashes]) -> Hashes:
        """A number for each row, given the hashes of some of its cells: rows with equal cells have equal ones."""
        return _spread(_added(cells) ^ self._lanes[0])

    def total(self, cells: Sequence[Hashes]) -> Sum:
        """The sum over rows, given the hashes of their cells column by column."""
        row = _added(cells)
        first, second = (int(_spread(row ^ lane).sum(dtype=np.uint64)) for lane in self._lanes)
        return first, second

    @staticmethod
    def add(total: Sum, part: Sum) -> Sum:
        """The sum of two sets of rows."""
        return (total[0] + part[0]) & _ALL, (total[1] + part[1]) & _ALL


def _added(cells: Sequence[Hashes]) -> Hashes:
    """The cells of each row together."""
    row = cells[0].copy()
    for column in cells[1:]:
        row += column
    return row


def _spread(x: Hashes) -> Hashes:
    """splitmix64's finaliser: every bit of the input moves about half of the output's."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


_DENSE = 1 << 24
_KEY_LIMIT = 1 << 62

Encoded = tuple[list[str | None], NDArray[np.integer[Any]]]
"""The distinct texts of a column of a batch, and which of them each row has."""


class Expectation:
    """Adds up the released rows: kept cells as they stand in the table, masked ones as the plan writes them.

    Parameters
    ----------
    names
        The table's columns.
    missing
        Texts that mean missing.
    assignment, fingerprint, order
        As `Source.expect` has them. The released columns are those of the fingerprint, not of the assignment; one that
        the table does not have is the mark of a test.
    """

    def __init__(
        self,
        names: Sequence[str],
        missing: Collection[str],
        assignment: Assignment,
        fingerprint: Fingerprint,
        order: RowOrder | None = None,
    ) -> None:
        self._assignment, self._fingerprint, self._order = assignment, fingerprint, order
        self._names, self._columns = frozenset(names), fingerprint.columns
        self._lookup = _Lookup(assignment.counted, missing)
        self._pairs = _Pairs(assignment)
        self._written = {name: self._hashed(name, values) for name, values in assignment.written.items()}
        self._sum: Sum = (0, 0)

    def _hashed(self, name: str, values: Sequence[str | float | None]) -> Hashes:
        """The hash of what each target writes into a column; each distinct value is hashed once."""
        known: dict[str | float | None, int] = {}
        place = np.fromiter((known.setdefault(value, len(known)) for value in values), np.int64, len(values))
        return self._fingerprint.texts(name, map(written_text, known))[place]

    def planned(self, batch: Any) -> Counts:  # noqa: ANN401  # pyarrow has no types
        """The planned tuple of each row of an Arrow batch or table, looked up by its texts."""
        return self._assignment.planned_of_counted[self._lookup.tuples(batch)]

    def add(self, batch: Any, planned: Counts, target: Counts, positions: Counts | None = None) -> None:  # noqa: ANN401
        """One more batch of rows, given the planned tuple and the target of each.

        ``positions``: where the rows stand in the table, if they do not come in its order.
        """
        self._pairs.add(planned, target)
        kept = np.flatnonzero(target != DROPPED)
        if len(kept):
            cells = [self._cells(batch, name, target)[kept] for name in self._columns]
            if self._order is not None:
                named = dict(zip(self._columns, cells, strict=True))
                self._order.add(named, None if positions is None else positions[kept])
            if self._assignment.person is not None:
                texts, places = _encoded(batch, self._assignment.person)
                cells.append(self._fingerprint.persons(texts)[places][kept])
            self._sum = self._fingerprint.add(self._sum, self._fingerprint.total(cells))

    def total(self) -> Sum:
        """The sum over all rows, once every tuple was seen as often as the plan says."""
        self._pairs.check()
        return self._sum

    def _cells(self, batch: Any, name: str, target: Counts) -> Hashes:  # noqa: ANN401
        if name not in self._names:
            return np.repeat(self._fingerprint.texts(name, [name]), len(target))
        if name in self._written:
            return self._written[name][target]
        texts, places = _encoded(batch, name, typed=self._fingerprint.typed)
        return self._fingerprint.texts(name, texts)[places]


class _Lookup:
    """From the texts of a row to its place among the counted tuples."""

    def __init__(self, counted: Counted, missing: Collection[str]) -> None:
        self._columns, self._missing = counted.columns, missing
        self._numbers = [{text: i for i, text in enumerate(texts)} for texts in counted.values]
        self._steps: list[Counts | None] = []
        self._own, size = np.zeros(len(counted.counts), dtype=np.int64), 1
        for j, number in enumerate(self._numbers):
            distinct = None
            if size * len(number) > _KEY_LIMIT:
                distinct, self._own = np.unique(self._own, return_inverse=True)
                size = len(distinct)
            self._steps.append(distinct)
            self._own = self._own * len(number) + counted.codes[:, j]
            size *= len(number)
        self._dense = np.full(size, -1, dtype=np.int32) if size <= _DENSE else None
        if self._dense is not None:
            self._dense[self._own] = np.arange(len(self._own), dtype=np.int32)

    def tuples(self, batch: Any) -> Counts:  # noqa: ANN401
        key = np.zeros(batch.num_rows, dtype=np.int64)
        known = np.ones(batch.num_rows, dtype=bool)
        for name, number, distinct in zip(self._columns, self._numbers, self._steps, strict=True):
            texts, places = _encoded(batch, name)
            absent = number.get(None, -1)
            codes = [absent if text is None or text in self._missing else number.get(text, -1) for text in texts]
            if distinct is not None:
                key = np.searchsorted(distinct, key)
            if -1 in codes:
                known &= np.array(codes)[places] >= 0
            key = key * len(number) + np.array(codes, dtype=np.int64)[places]
        place = self._place(key[known])
        if not known.all() or (place < 0).any():
            _refuse("a row has a combination that was not counted")
        return place

    def _place(self, key: Counts) -> Counts:
        if self._dense is not None:
            return self._dense[key].astype(np.int64)
        place = np.searchsorted(self._own, key)  # codes are in lexicographic order, and so are their keys
        place[place == len(self._own)] = 0
        return np.where(self._own[place] == key, place, -1)


class _Pairs:
    """How often each planned tuple became each of its targets, held against the plan."""

    def __init__(self, assignment: Assignment) -> None:
        self._width = int(assignment.target.max(initial=0)) + 2
        own = assignment.source * self._width + assignment.target + 1
        self._own, place = np.unique(own, return_inverse=True)
        self._wanted = np.bincount(place, weights=assignment.count, minlength=len(self._own)).astype(np.int64)
        self._times = np.zeros(len(self._own), dtype=np.int64)
        # Where a tuple has one target, its pair is known from the tuple.
        size = int(assignment.source.max(initial=-1)) + 1
        self._pair = np.full(size, -1, dtype=np.int64)
        self._pair[self._own // self._width] = np.arange(len(self._own))
        self._pair[np.bincount(self._own // self._width, minlength=size) > 1] = -1

    def add(self, planned: Counts, target: Counts) -> None:
        kept = planned != DROPPED
        key = planned[kept] * self._width + target[kept] + 1
        pair = self._pair[planned[kept]]
        split = pair < 0
        pair[split] = np.searchsorted(self._own, key[split])
        pair[pair == len(self._own)] = 0
        if not np.array_equal(self._own[pair], key):
            _refuse(_OTHERWISE)
        self._times += np.bincount(pair, minlength=len(self._own))

    def check(self) -> None:
        if not np.array_equal(self._times, self._wanted):
            _refuse(_OTHERWISE)


_OTHERWISE = "the rows of a combination do not become what the plan says"


def _encoded(batch: Any, name: str, *, typed: bool = False) -> Encoded:  # noqa: ANN401
    import pyarrow as pa

    encoded = as_text(batch.column(name), name, typed=typed).combine_chunks()
    if isinstance(encoded, pa.ChunkedArray):  # of no rows, or of too many for one array
        encoded = pa.concat_arrays(encoded.chunks) if encoded.num_chunks else pa.array([], pa.string())
    encoded = encoded.dictionary_encode()
    texts = [*encoded.dictionary.to_pylist(), None]
    return texts, encoded.indices.fill_null(len(texts) - 1).to_numpy(zero_copy_only=False)


def _refuse(reason: str) -> None:
    msg = f"the release was refused: {reason}; nothing was released"
    raise PrivacyError(msg, hint="this is a defect of the program: please report it")
