"""A table in memory as a source: pandas, polars and pyarrow in, the same kind out.

Arrow dictionary codes and numpy; no loop over rows, and never a join.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.contract import DECIMAL, Assignment, ColumnCounts, ColumnProfile, RunKey, Source, TuplePersons
from kinonym.engines.expected import Expectation, Fingerprint, Sum
from kinonym.engines.memory import coding
from kinonym.engines.memory.coding import arrow_column, check_known, column_names, kind
from kinonym.engines.memory.masked import MemoryMasked
from kinonym.engines.row_order import RowOrder
from kinonym.errors import DataError, UsageError
from kinonym.files.texts import as_text
from kinonym.grouped.tuples import Cells, Counted, Counts

__all__ = ["MemorySource"]

_STEP = 1 << 20


class MemorySource:
    """A pandas, polars or pyarrow table; it is not changed.

    Parameters
    ----------
    table
        The table.
    missing
        Texts that mean "missing"; nulls and NaN always do.
    back
        Makes of the masked table the kind that was given.

    Notes
    -----
    Integers are written without a fraction, floats in their shortest form, dates in ISO form, booleans as
    true and false. pandas turns integers into floats where one is missing: a pandas column of floats that
    has missing values and only whole numbers is read as integers.
    """

    ordered = True
    planner = None

    def __init__(
        self,
        table: Any,  # noqa: ANN401  # any dataframe
        missing: Collection[str] = ("",),
        back: Callable[[Any], Any] | None = None,
    ) -> None:
        self.kind = kind(table)
        self.table, self._back = table, back
        self.missing = frozenset(missing)
        self.columns: tuple[str, ...] = tuple(column_names(table))
        self.records: int = len(table)
        self._coded: dict[str, tuple[NDArray[np.int32], list[str | None]]] = {}
        self._looks: dict[str, ColumnProfile] = {}

    def column(self, name: str) -> Any:  # noqa: ANN401  # pyarrow has no types
        """One column as an Arrow array; stays inside the engine."""
        return arrow_column(self.table, name, self.kind)

    def profile(self, column: str) -> ColumnProfile:
        """What a column looks like; measured once."""
        if column not in self._looks:
            self._looks[column] = self._measured(column)
        return self._looks[column]

    def _measured(self, column: str) -> ColumnProfile:
        """Measure a column of texts, each distinct one once."""
        import pyarrow as pa
        import pyarrow.compute as pc

        held = self.column(column)
        texts, times = pc.value_counts(as_text(held, column)).flatten()
        absent = pc.or_(pc.is_null(texts), pc.is_in(texts, value_set=pa.array(sorted(self.missing), pa.string())))
        texts, times = texts.filter(pc.invert(absent)), times.filter(pc.invert(absent))
        if not len(texts):
            return ColumnProfile(0, 0, 0.0, decimal=False, text=_holds_text(held.type))
        present = pc.sum(times).as_py()
        words = pc.sum(pc.multiply(pc.count_substring_regex(texts, r"\S+"), times)).as_py() / present
        decimal = pc.all(pc.match_substring_regex(texts, DECIMAL)).as_py()
        return ColumnProfile(present, len(texts), words, decimal=decimal, text=_holds_text(held.type))

    def count(self, columns: Sequence[str]) -> Counted:
        """Reduce the table to the distinct tuples of some columns and their counts."""
        self._check(columns)
        return coding.counted(columns, [self._codes(name) for name in columns])

    def count_with(self, columns: Sequence[str], other: str, person: str | None = None) -> ColumnCounts:
        """Count a column beside the tuples of others; its texts are taken as they stand, only a null is None."""
        self._check([*columns, other])
        codes, values = coding.coded(self.column(other), other, missing=())
        if person is not None:
            return coding.crossed(
                values, self._tuple_of_row(columns), codes.astype(np.int64), self.person_of_row(person), None
            )
        width = max(1, len(values))
        pairs, counts = coding.summed(self._tuple_of_row(columns) * width + codes, None)
        return ColumnCounts(values, pairs // width, pairs % width, counts)

    def persons(self, columns: Sequence[str], person: str) -> TuplePersons:
        """Count the persons beside the tuples: the texts of ``person``, by number."""
        self._check([*columns, person])
        owned = coding.owned(self._tuple_of_row(columns), self.person_of_row(person))
        return replace(owned, case_variants=coding.case_variants(self.column(person), person, self.missing))

    def person_of_row(self, person: str) -> Counts:
        """The number of each row's person, −1 for nobody; stays inside the engine."""
        check_known([person], self.columns)
        return coding.person_numbers(self.column(person), person, self.missing)

    def with_table(self, table: Any) -> MemorySource:  # noqa: ANN401
        """The same source over a table with other cells."""
        return MemorySource(table, self.missing, self._back)

    def beside(self, other: Source, columns: Sequence[str]) -> Cells:
        """Rows (tuple of this table, tuple of the other, records): what stands in the same row of both."""
        if not isinstance(other, MemorySource) or self.records != other.records:
            msg = (
                f"the original has {self.records:,} rows and the release {other.records:,}: "
                "they cannot be compared row by row"
            )
            raise DataError(msg, hint="leave `aligned` out: what two tables of different length show is measured")
        own, others = self._tuple_of_row(columns), other._tuple_of_row(columns)  # noqa: SLF001  # of the same class
        width = int(others.max(initial=0)) + 1
        pairs, counts = np.unique(own * width + others, return_counts=True)
        return pairs // width, pairs % width, counts.astype(np.int64)

    def locate(self, column: str, texts: Collection[str]) -> int | None:
        """The number of the first row, from 1, that holds one of these texts."""
        codes, values = self._codes(column)
        wanted = [i for i, text in enumerate(values) if text in texts]
        rows = np.flatnonzero(np.isin(codes, wanted))
        return int(rows[0]) + 1 if len(rows) else None

    def apply(self, assignment: Assignment, key: RunKey, *, shuffle: bool) -> MemoryMasked:
        """Mask the table; what is dealt out at random is drawn from the key."""
        planned = assignment.planned_of_counted[self._tuple_of_row(assignment.counted.columns)]
        target = coding.deal(planned, assignment, key)
        order = key.generator("order").permutation(self.records) if shuffle else np.arange(self.records)
        return MemoryMasked(self.table, self.kind, assignment, planned, target, order[target[order] >= 0], self._back)

    def expect(
        self, assignment: Assignment, key: RunKey, fingerprint: Fingerprint, order: RowOrder | None = None
    ) -> Sum:
        """What a true release adds up to, found from the rows of this table and the assignment alone."""
        expectation = Expectation(self.columns, self.missing, assignment, fingerprint, order)
        planned = np.concatenate([expectation.planned(batch) for batch in self._batches(assignment.counted.columns)])
        target = coding.deal(planned, assignment, key)
        start = 0
        for batch in self._batches(self.columns):
            rows = slice(start, start + batch.num_rows)
            expectation.add(batch, planned[rows], target[rows])
            start += batch.num_rows
        return expectation.total()

    def _batches(self, columns: Sequence[str]) -> Iterator[Any]:
        """Some columns as they stand, some rows at a time."""
        import pyarrow as pa

        held = {name: self.column(name) for name in columns}
        for start in range(0, max(1, self.records), _STEP):
            yield pa.table({name: column.slice(start, _STEP) for name, column in held.items()})

    def _codes(self, name: str) -> tuple[NDArray[np.int32], list[str | None]]:
        """The code of each row of a column, and what each code stands for; found once."""
        if name not in self._coded:
            self._coded[name] = coding.coded(self.column(name), name, self.missing)
        return self._coded[name]

    def _tuple_of_row(self, columns: Sequence[str]) -> Counts:
        coded = [self._codes(name) for name in columns]
        return coding.ranked([codes for codes, _ in coded], [max(1, len(values)) for _, values in coded])[0]

    def _check(self, columns: Sequence[str]) -> None:
        if not columns:
            msg = "no columns to count"
            raise UsageError(msg, hint="name at least one column")
        check_known(columns, self.columns)


def _holds_text(held: Any) -> bool:  # noqa: ANN401  # an Arrow type
    import pyarrow as pa

    inner = held.value_type if pa.types.is_dictionary(held) else held
    return bool(pa.types.is_string(inner) or pa.types.is_large_string(inner) or pa.types.is_string_view(inner))
