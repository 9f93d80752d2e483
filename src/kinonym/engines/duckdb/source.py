"""A source that stores its rows once in a private DuckDB database, and counts and masks them there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from copy import copy
from functools import cached_property
from itertools import count
from typing import Any

import numpy as np

from kinonym.engines.columns.table_kinds import has_texts
from kinonym.engines.combinations import Combinations
from kinonym.engines.contract import DECIMAL, Assignment, RunKey
from kinonym.engines.drawn_rows import SAMPLED_ROWS, DrawnRows, RowNumbers
from kinonym.engines.duckdb.database import Database
from kinonym.engines.duckdb.draws import register_draws
from kinonym.engines.duckdb.masked import DuckDBMasked
from kinonym.engines.duckdb.row_targets import RowTargets
from kinonym.engines.duckdb.text_codes import TextCodes, codes_or_values, store_rows
from kinonym.engines.expected import RowBatch
from kinonym.engines.grouped_source import GroupedSource, Part
from kinonym.engines.memory import MemorySource
from kinonym.engines.person_shifts import PersonBounds, PersonShifts
from kinonym.errors import DataError

__all__ = ["DuckDBSource"]

_TABLES = count(1)
_WORDS = r"len(regexp_extract_all(text, '\S+'))"


class DuckDBSource(GroupedSource[RowTargets]):
    """Rows that are read batch by batch, and stored, counted and masked on disk.

    Parameters
    ----------
    rows
        Arrow record batches.
    schema
        Their Arrow schema.
    missing
        Texts that mean "missing"; nulls and NaN always do.
    database
        Where they are stored.
    home
        The DuckDB relation that they come from; the masked table becomes a relation of the same connection.

    Notes
    -----
    They are read once: all later steps use the same rows, even if the file changes.
    """

    engine = "duckdb"

    def __init__(
        self,
        rows: Iterable[Any],
        schema: Any,  # noqa: ANN401  # pyarrow has no types
        missing: Collection[str] = ("",),
        database: Database | None = None,
        home: Any = None,  # noqa: ANN401
    ) -> None:
        import pyarrow as pa

        super().__init__(schema.names, missing)
        self.database = database or Database()
        # The database returns texts, also of columns that were read as dictionaries of texts.
        self.schema, self.home = _without_dictionaries(schema) if home is None else schema, home
        _check_plain(schema)
        numbered = pa.schema([field.with_name(f"c{j}") for j, field in enumerate(schema)])
        self.table, self._number = "rows", "rowid"
        self._coded = store_rows(self.database, self.table, rows, numbered)
        zoned = [field for field in numbered if pa.types.is_timestamp(field.type) and field.type.tz is not None]
        self.database.zones = {field.name: field.type for field in zoned}

    @cached_property
    def records(self) -> int:
        """How many records there are."""
        return int(self.database.table(f"SELECT count(*) AS n FROM {self.table}")["n"][0].as_py())  # noqa: S608  # our name

    def group(self, columns: Sequence[str]) -> Any:  # noqa: ANN401
        """The distinct rows of some columns and their counts."""
        names = ", ".join(map(self._name, columns))
        return self.database.table(f"SELECT {names}, count(*) AS n FROM {self.table} GROUP BY ALL")  # noqa: S608

    def group_aligned(self, other: DuckDBSource, columns: Sequence[str]) -> Any:  # noqa: ANN401
        """The distinct rows of the columns of this table followed by those of another, joined by position."""
        import pyarrow as pa

        names = [f"o{j}" for j in range(len(columns))]
        schema = pa.schema([other.schema.field(n).with_name(new) for n, new in zip(columns, names, strict=True)])
        batches = (pa.record_batch(batch.columns, schema=schema) for _, batch in other.read_rows(columns))
        self.database.store_stream("others", batches, schema)
        own = [self._name(name) for name in columns]
        return self.database.table(
            f"SELECT {', '.join(own + names)}, count(*) AS n FROM {self.table} POSITIONAL JOIN others GROUP BY ALL"  # noqa: S608
        )

    def join(self, combinations: Combinations, assignment: Assignment, key: RunKey) -> RowTargets:
        """Join rows with the targets of their combinations."""
        names = enumerate(combinations.columns)
        joined = " AND ".join(f"r.{self._name(name)} IS NOT DISTINCT FROM m.k{j}" for j, name in names)
        return RowTargets(self.database, combinations, assignment, key, self.table, joined or "true")

    def map_rows(
        self, targets: RowTargets, columns: Sequence[str], compute: Callable[[RowBatch], Part]
    ) -> Iterator[Part]:
        """Compute something from all rows, batch by batch, in this process."""
        return map(compute, targets.batches([self._name(name) for name in columns], columns))

    def write(self, targets: RowTargets, *, shuffle: bool) -> DuckDBMasked:
        """The released rows, to be written."""
        return DuckDBMasked(targets, self.schema, self.home, records=self.records, shuffle=shuffle)

    def measure(self, column: str) -> tuple[int | None, int, float | None, bool | None]:
        """Measure a column of texts; numbers as they are written."""
        import pyarrow as pa

        number = " AND text <> 'nan'" if pa.types.is_floating(self.schema.field(column).type) else ""
        markers = ", ".join(_literal(text) for text in sorted(self.missing)) or "NULL"
        values = (
            f"SELECT CAST({self._name(column)} AS VARCHAR) AS text, count(*) AS times FROM {self.table} GROUP BY ALL"  # noqa: S608
        )
        if self._name(column) in self._coded:
            self.database.store("counted", self.group([column]).rename_columns(["text", "times"]))
            values = "SELECT * FROM counted"
        figures = self.database.table(
            f"""SELECT sum(times)::BIGINT AS present, count(*) AS different, sum(times * {_WORDS})::DOUBLE AS words,
            bool_and(regexp_matches(text, '{DECIMAL}')) AS fractions FROM ({values})
            WHERE text IS NOT NULL AND text NOT IN ({markers}){number}"""  # noqa: S608
        ).to_pylist()[0]
        return figures["present"], figures["different"], figures["words"], figures["fractions"]

    def has_texts(self, column: str) -> bool:
        """Whether a column has texts, not numbers or dates."""
        return has_texts(self.schema.field(column).type)

    def locate(self, column: str, texts: Collection[str]) -> int | None:
        """The number of the first row, from 1, that has one of these texts."""
        answer = self.database.table(
            f"SELECT min({self._number}) + 1 AS row FROM {self.table} WHERE {self._is_one_of(column, texts)}"  # noqa: S608
        )
        row = answer["row"][0].as_py()
        return None if row is None else int(row)

    def gather_every(self, step: int) -> MemorySource:
        """Every ``step``-th row as a table in memory."""
        return self._gather(f"WHERE rowid % {step:d} = 0 ORDER BY rowid")

    def gather_first(self, number: int) -> MemorySource:
        """The first rows as a table in memory."""
        return self._gather(f"ORDER BY rowid LIMIT {number:d}")

    def gather_texts(self, column: str, texts: Collection[str]) -> MemorySource:
        """The rows that have one of these texts in a column, as a table in memory."""
        return self._gather(f"WHERE {self._is_one_of(column, texts)} ORDER BY rowid")

    def _gather(self, which: str) -> MemorySource:
        rows = self.database.table(f"SELECT {self._cells} FROM {self.table} {which}")  # noqa: S608
        return MemorySource(_plain(rows.rename_columns(list(self.columns))), self.missing)

    def _is_one_of(self, column: str, texts: Collection[str]) -> str:
        """The condition that a column has one of these texts."""
        if self._name(column) in self._coded:
            codes = self._coded.codes_of(self._name(column), texts)
            return f"{self._name(column)} IN ({', '.join(map(str, codes)) or 'NULL'})"
        literals = ", ".join(map(_literal, sorted(texts))) or "NULL"
        return f"CAST({self._name(column)} AS VARCHAR) IN ({literals})"

    def shift_dates(self, shifts: PersonShifts) -> tuple[DuckDBSource, tuple[int, int, int, int]]:
        """Return the table with shifted dates as a separate table, and what is known about the moves."""
        import pyarrow as pa

        bounds, moved = PersonBounds(), self._copy("shifted")
        moved._coded = TextCodes()  # noqa: SLF001  # of the same class
        for name in shifts.moves:
            place = moved.schema.get_field_index(name)
            moved.schema = moved.schema.set(place, pa.field(name, pa.string()))
        names = [*(f"c{j}" for j in range(len(self.columns))), "number"]
        stored = pa.schema(list(zip(names, [*moved.schema.types, pa.int64()], strict=True)))

        def shifted() -> Iterator[Any]:
            for numbers, batch in self.read_rows(self.columns):
                rows = pa.Table.from_batches([batch])
                made = shifts.shift(rows, [str(number) for number in numbers.tolist()])
                bounds.add(made)
                columns = [made.columns.get(name, rows.column(name)) for name in self.columns]
                yield from pa.table([*columns, pa.array(numbers)], schema=stored).combine_chunks().to_batches()

        self.database.store_stream(moved.table, shifted(), stored)
        return moved, bounds.summary()

    def _copy(self, name: str) -> DuckDBSource:
        """Return a source over another table of the database, which has the numbers of its rows in this one."""
        other = copy(self)
        other.table, other._number = f"{name}{next(_TABLES)}", "number"  # noqa: SLF001  # of the same class
        other._combinations, other._profiles, other._joined = {}, {}, None  # noqa: SLF001
        vars(other).pop("records", None)
        return other

    def draw_rows(self, drawn: DrawnRows, key: RunKey) -> DuckDBSource:
        """The rows of a sample as a separate table, with the numbers that they have in this one."""
        import pyarrow as pa

        sampled = self._copy("sample")
        people = f"people_of_{sampled.table}"
        state, joined = "1", ""
        if drawn.person is not None:
            grouped = self._group([drawn.person])
            states = pa.array(drawn.states(grouped.counted.values[0])[grouped.counted.codes[grouped.tuple_of, 0]])
            self.database.store(people, pa.table({"k": codes_or_values(grouped.table.column(0)), "state": states}))
            state, joined = "p.state", f"JOIN {people} p ON r.{self._name(drawn.person)} IS NOT DISTINCT FROM p.k"
        draw = register_draws(self.database, key, SAMPLED_ROWS)
        self.database.run(
            f"""CREATE TABLE {sampled.table} AS
            WITH marked AS (SELECT r.rowid AS row, {state} AS state FROM {self.table} r {joined}),
            single AS (SELECT row FROM marked WHERE state = 1 ORDER BY {draw}(row), row LIMIT {drawn.single:d}),
            taken AS (SELECT row FROM marked WHERE state = 2 UNION ALL SELECT row FROM single)
            SELECT {self._cells}, {self._number} AS number FROM {self.table}
            WHERE rowid IN (SELECT row FROM taken) ORDER BY rowid"""  # noqa: S608  # our names
        )
        return sampled

    def read_rows(self, columns: Sequence[str]) -> Iterator[tuple[RowNumbers, Any]]:
        """Some columns of all rows, batch by batch, with the numbers of the rows in the table that was opened."""
        names = ", ".join(map(self._name, columns))
        sql = f"SELECT {names}, {self._number} AS number FROM {self.table} ORDER BY rowid"  # noqa: S608
        for batch in self.database.batches(sql):
            numbers = np.asarray(batch.column(len(columns)).to_numpy(), dtype=np.int64)
            yield numbers, _plain(batch.select(range(len(columns))).rename_columns(list(columns)))

    @property
    def _cells(self) -> str:
        """The columns of the table, without the numbers of a sample."""
        return ", ".join(map(self._name, self.columns))

    def _name(self, column: str) -> str:
        return f"c{self.columns.index(column)}"


def _literal(text: str) -> str:
    """A text as SQL writes it.

    >>> _literal("it's")
    "'it''s'"
    """
    doubled = text.replace("'", "''")
    return f"'{doubled}'"


def _plain(rows: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
    """Rows of an Arrow batch or table with texts instead of dictionaries."""
    return rows.cast(_without_dictionaries(rows.schema))


def _without_dictionaries(schema: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
    import pyarrow as pa

    return pa.schema([f.with_type(f.type.value_type) if pa.types.is_dictionary(f.type) else f for f in schema])


def _check_plain(schema: Any) -> None:  # noqa: ANN401
    import pyarrow as pa

    for column in schema:
        if pa.types.is_nested(column.type):
            msg = f"column {column.name!r} has lists or records in its cells"
            raise DataError(msg, hint="write one plain value per cell, or leave the column out of the table")
