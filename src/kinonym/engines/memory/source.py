"""A table in memory as a source: pandas, polars and pyarrow in, the same kind out.

Arrow dictionary codes and numpy; no loop over rows, and never a join.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.columns import coding
from kinonym.engines.columns.list_cells import put_columns
from kinonym.engines.columns.table_kinds import (
    arrow_column,
    check_columns,
    column_names,
    has_texts,
    table_kind,
    take_rows,
)
from kinonym.engines.contract import DECIMAL, Assignment, ColumnCounts, ColumnProfile, RunKey, Source, TuplePersons
from kinonym.engines.drawn_rows import SAMPLED_ROWS, DrawnRows, RowDraws, RowNumbers
from kinonym.engines.expected import Expectation, ExpectedPart, RowBatch
from kinonym.engines.fingerprint import Fingerprint, Sum
from kinonym.engines.grouped_source import check_count_columns, refuse_to_align
from kinonym.engines.memory.masked import MemoryMasked
from kinonym.engines.memory.random_targets import assign_random
from kinonym.engines.row_order import RowOrder
from kinonym.files.texts import as_text
from kinonym.tuples.counted import Counted
from kinonym.tuples.index_arrays import Cells, PersonOfRow, TupleOfRow

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
        Converts the masked table to the type that was given.

    Notes
    -----
    Integers are written without a fraction, floats in their shortest form, dates in ISO form, booleans as
    true and false. pandas turns integers into floats where one is missing: a pandas column of floats that
    has missing values and only whole numbers is read as integers.
    """

    engine = "memory"
    ordered = True
    planner = None

    def __init__(
        self,
        table: Any,  # noqa: ANN401  # any dataframe
        missing: Collection[str] = ("",),
        back: Callable[[Any], Any] | None = None,
    ) -> None:
        self.kind = table_kind(table)
        self.table, self._back = table, back
        self.missing = frozenset(missing)
        self.columns: tuple[str, ...] = tuple(column_names(table))
        self.records: int = len(table)
        self._coded: dict[str, tuple[NDArray[np.int32], list[str | None]]] = {}
        self._profiles: dict[str, ColumnProfile] = {}
        self._ranked: dict[tuple[str, ...], TupleOfRow] = {}
        self._numbers: RowNumbers = np.arange(self.records)

    def column(self, name: str) -> Any:  # noqa: ANN401  # pyarrow has no types
        """One column as an Arrow array; not used outside the engine."""
        return arrow_column(self.table, name, self.kind)

    def profile(self, column: str) -> ColumnProfile:
        """Facts about a column; measured once."""
        if column not in self._profiles:
            self._profiles[column] = self._measure(column)
        return self._profiles[column]

    def _measure(self, column: str) -> ColumnProfile:
        """Measure a column of texts, each distinct one once."""
        import pyarrow as pa
        import pyarrow.compute as pc

        cells = self.column(column)
        texts, times = _count_texts(cells, column)
        absent = pc.or_(pc.is_null(texts), pc.is_in(texts, value_set=pa.array(sorted(self.missing), pa.string())))
        texts, times = texts.filter(pc.invert(absent)), times.filter(pc.invert(absent))
        if not len(texts):
            return ColumnProfile(0, 0, 0.0, decimal=False, text=has_texts(cells.type))
        present = pc.sum(times).as_py()
        words = pc.sum(pc.multiply(pc.count_substring_regex(texts, r"\S+"), times)).as_py() / present
        decimal = pc.all(pc.match_substring_regex(texts, DECIMAL)).as_py()
        return ColumnProfile(present, len(texts), words, decimal=decimal, text=has_texts(cells.type))

    def count(self, columns: Sequence[str]) -> Counted:
        """Reduce the table to the distinct tuples of some columns and their counts."""
        self._check(columns)
        counted, tuples = coding.count_tuples(columns, [self._codes(name) for name in columns])
        self._ranked = {tuple(columns): tuples}
        return counted

    def count_with(self, columns: Sequence[str], other: str, person: str | None = None) -> ColumnCounts:
        """Count a further column for each tuple, and for each person if asked; see `Source.count_with`."""
        self._check([*columns, other])
        tuples = self._tuple_of_row(columns)
        codes, values = coding.encode_column(self.column(other), other, missing=())
        if person is None:
            return coding.count_values(values, tuples, codes.astype(np.int64), None)
        return coding.count_person_values(values, tuples, codes.astype(np.int64), self.person_of_row(person), None)

    def persons(self, columns: Sequence[str], person: str) -> TuplePersons:
        """Count the persons of each tuple by the texts of ``person``."""
        self._check([*columns, person])
        persons = coding.count_tuple_persons(self._tuple_of_row(columns), self.person_of_row(person))
        variants = coding.count_case_variants_of(self.column(person), person, self.missing)
        return replace(persons, case_variants=variants)

    def person_of_row(self, person: str) -> PersonOfRow:
        """The number of each row's person, −1 where none is named; not used outside the engine."""
        check_columns([person], self.columns)
        return coding.number_persons(self.column(person), person, self.missing)

    def with_table(self, table: Any) -> MemorySource:  # noqa: ANN401
        """The same source over a table with other cells."""
        other = MemorySource(table, self.missing, self._back)
        if other.records == self.records:
            other._numbers = self._numbers  # of the same class
        return other

    def align_with(self, other: Source, columns: Sequence[str]) -> Cells:
        """Rows (tuple of this table, tuple of the other, records) of rows at the same position."""
        if not isinstance(other, MemorySource) or self.records != other.records:
            refuse_to_align(self, other)
        return coding.count_pairs(self._tuple_of_row(columns), other._tuple_of_row(columns), None)  # noqa: SLF001

    def locate(self, column: str, texts: Collection[str]) -> int | None:
        """The number of the first row, from 1, that has one of these texts."""
        codes, values = self._codes(column)
        matches = [i for i, text in enumerate(values) if text in texts]
        rows = np.flatnonzero(np.isin(codes, matches))
        return int(self._numbers[rows[0]]) + 1 if len(rows) else None

    def with_missing(self, missing: Collection[str]) -> MemorySource:
        """The same rows where other texts mean missing."""
        return MemorySource(self.table, missing, self._back)

    def gather_every(self, step: int) -> MemorySource:
        """Return every ``step``-th row as a separate table."""
        return self._gather(np.arange(0, self.records, step))

    def gather_first(self, number: int) -> MemorySource:
        """The first rows as a separate table."""
        return self._gather(np.arange(min(number, self.records)))

    def _gather(self, rows: NDArray[np.int64]) -> MemorySource:
        import pyarrow as pa

        numbers = pa.array(rows)
        return MemorySource(pa.table({name: self.column(name).take(numbers) for name in self.columns}), self.missing)

    def draw_rows(self, drawn: DrawnRows, key: RunKey) -> MemorySource:
        """The rows of a sample as a table of the same kind, with the numbers that they have in this one."""
        state = np.ones(self.records, dtype=np.int8)
        if drawn.person is not None:
            codes, texts = self._codes(drawn.person)
            state = drawn.states(texts)[codes]
        single = np.flatnonzero(state == 1)
        taken = single[np.lexsort((single, RowDraws(key, SAMPLED_ROWS).of(single)))[: drawn.single]]
        rows = np.sort(np.concatenate([np.flatnonzero(state == 2), taken]))
        sampled = self.with_table(take_rows(self.table, rows, self.kind))
        mixed = [name for name in self.columns if self.kind == "pandas" and self.table[name].dtype == object]
        other = {n: self.column(n).take(rows) for n in mixed if self.column(n).type != sampled.column(n).type}
        if other:  # objects of several types are read as texts, and a sample may have one type only
            sampled = self.with_table(put_columns(sampled.table, other))
        sampled._numbers = self._numbers[rows]  # noqa: SLF001  # of the same class
        return sampled

    def read_rows(self, columns: Sequence[str]) -> Iterator[tuple[RowNumbers, Any]]:
        """Some columns of all rows, batch by batch, with the numbers of the rows in the table that was opened."""
        for start, batch in zip(range(0, self.records, _STEP), self._batches(columns), strict=False):
            yield self._numbers[start : start + _STEP], batch

    def apply(self, assignment: Assignment, key: RunKey, *, shuffle: bool) -> MemoryMasked:
        """Mask the table; random targets are drawn from the key."""
        planned = assignment.planned_of_counted[self._tuple_of_row(assignment.counted.columns)]
        target = assign_random(planned, assignment, key)
        order = key.generator("order").permutation(self.records) if shuffle else np.arange(self.records)
        if target.min(initial=0) < 0:
            order = order[target[order] >= 0]
        return MemoryMasked(self.table, self.kind, assignment, planned, target, order, self._back)

    def expect(
        self, assignment: Assignment, key: RunKey, fingerprint: Fingerprint, order: RowOrder | None = None
    ) -> Sum:
        """What the release must add up to, computed from the rows and the assignment; see `Source.expect`."""
        expectation = Expectation(self.columns, self.missing, assignment, fingerprint, order)
        planned = np.concatenate([expectation.planned(batch) for batch in self._batches(assignment.counted.columns)])
        target = assign_random(planned, assignment, key)

        def parts() -> Iterator[ExpectedPart]:
            start = 0
            for batch in self._batches(expectation.columns):
                rows = slice(start, start := start + batch.num_rows)
                positions = np.arange(rows.start, rows.stop)
                yield expectation.part(RowBatch(batch, target[rows], positions), planned[rows])

        return expectation.total(parts(), order)

    def _batches(self, columns: Sequence[str]) -> Iterator[Any]:
        """Some unchanged columns, some rows at a time."""
        import pyarrow as pa

        arrays = {name: self.column(name) for name in columns}
        for start in range(0, max(1, self.records), _STEP):
            yield pa.table({name: column.slice(start, _STEP) for name, column in arrays.items()})

    def _codes(self, name: str) -> tuple[NDArray[np.int32], list[str | None]]:
        """The code of each row of a column, and the text of each code; computed once."""
        if name not in self._coded:
            self._coded[name] = coding.encode_column(self.column(name), name, self.missing)
        return self._coded[name]

    def _tuple_of_row(self, columns: Sequence[str]) -> TupleOfRow:
        if tuple(columns) not in self._ranked:  # the columns that were counted last are applied next
            self._ranked = {tuple(columns): coding.rank_coded([self._codes(name) for name in columns])}
        return self._ranked[tuple(columns)]

    def _check(self, columns: Sequence[str]) -> None:
        check_count_columns(columns, self.columns)


def _count_texts(column: Any, name: str) -> tuple[Any, Any]:  # noqa: ANN401  # pyarrow has no types
    """Return the distinct texts of a column and how often each occurs, as Arrow arrays."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if not pa.types.is_dictionary(column.type):
        return tuple(pc.value_counts(as_text(column, name)).flatten())
    values, times = pc.value_counts(column).flatten()
    found = pa.table({"text": as_text(values, name), "times": times})  # a dictionary may have a text twice
    found = found.group_by("text").aggregate([("times", "sum")])
    return found["text"], found["times_sum"]
