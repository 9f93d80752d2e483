"""A table in a private DuckDB database as a source; its rows were stored once and are read from there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from kinonym.engines.combinations import DEALT, Combinations, combinations
from kinonym.engines.contract import DECIMAL, Assignment, ColumnCounts, ColumnProfile, RunKey, Source, TuplePersons
from kinonym.engines.duckdb.database import Database
from kinonym.engines.duckdb.masked import DuckDBMasked, RowTargets, draw_targets
from kinonym.engines.expected import Expectation, Fingerprint, Sum
from kinonym.engines.memory import coding
from kinonym.engines.memory.coding import check_known
from kinonym.engines.row_order import RowOrder
from kinonym.errors import DataError, UsageError
from kinonym.grouped.tuples import DROPPED, Cells, Counted

__all__ = ["DuckDBSource"]

_WORDS = r"len(regexp_extract_all(text, '\S+'))"


class DuckDBSource:
    """Rows given batch by batch, kept on disk, counted and masked there.

    Parameters
    ----------
    rows
        Arrow record batches.
    schema
        Their Arrow schema.
    missing
        Texts that mean "missing"; nulls and NaN always do.
    database
        Where they are kept.
    home
        The DuckDB relation that they come from; what is masked becomes a relation beside it.

    Notes
    -----
    They are read once: whatever happens to the file afterwards, all that follows speaks of the same rows.
    """

    ordered = True
    planner = None

    def __init__(
        self,
        rows: Iterable[Any],
        schema: Any,  # noqa: ANN401  # pyarrow has no types
        missing: Collection[str] = ("",),
        database: Database | None = None,
        home: Any = None,  # noqa: ANN401
    ) -> None:
        import pyarrow as pa

        self.database = database or Database()
        self.missing = frozenset(missing)
        self.columns: tuple[str, ...] = tuple(schema.names)
        self.schema, self.home = schema, home
        _check_plain(schema)
        numbered = pa.schema([field.with_name(f"c{j}") for j, field in enumerate(schema)])
        renamed = (pa.record_batch(batch.columns, schema=numbered) for batch in rows)
        self.database.store_stream("rows", renamed, numbered)
        zoned = [field for field in numbered if pa.types.is_timestamp(field.type) and field.type.tz is not None]
        self.database.zones = {field.name: field.type for field in zoned}
        self._grouped: dict[tuple[str, ...], Combinations] = {}
        self._last_fate: RowTargets | None = None

    @cached_property
    def records(self) -> int:
        """How many records there are."""
        return int(self.database.table("SELECT count(*) AS n FROM rows")["n"][0].as_py())

    def profile(self, column: str) -> ColumnProfile:
        """Measure a column of texts; numbers as they are written."""
        import pyarrow as pa

        self._check([column])
        kind = self.schema.field(column).type
        number = " AND text <> 'nan'" if pa.types.is_floating(kind) else ""
        markers = ", ".join(_literal(text) for text in sorted(self.missing)) or "NULL"
        values = f"SELECT CAST({self._name(column)} AS VARCHAR) AS text, count(*) AS times FROM rows GROUP BY ALL"  # noqa: S608
        figures = self.database.table(
            f"""SELECT sum(times)::BIGINT AS present, count(*) AS different, sum(times * {_WORDS})::DOUBLE AS words,
            bool_and(regexp_matches(text, '{DECIMAL}')) AS fractions FROM ({values})
            WHERE text IS NOT NULL AND text NOT IN ({markers}){number}"""  # noqa: S608
        ).to_pylist()[0]
        text = pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_dictionary(kind)
        if not figures["different"]:
            return ColumnProfile(0, 0, 0.0, decimal=False, text=text)
        present = figures["present"]
        return ColumnProfile(
            present, figures["different"], figures["words"] / present, decimal=figures["fractions"], text=text
        )

    def count(self, columns: Sequence[str]) -> Counted:
        """Reduce the table to the distinct tuples of some columns and their counts."""
        self._check(columns)
        return self._combinations(tuple(columns)).counted

    def count_with(self, columns: Sequence[str], other: str, person: str | None = None) -> ColumnCounts:
        """Count a column beside the tuples of others; its texts are taken as they stand, only a null is None."""
        if person is not None:
            self._check([*columns, other, person])
            return self._counted_once((*columns, other, person)).count_with_persons()
        self._check([*columns, other])
        return self._combinations((*columns, other)).crossed()

    def persons(self, columns: Sequence[str], person: str) -> TuplePersons:
        """Count the persons beside the tuples: the texts of ``person``, by number."""
        self._check([*columns, person])
        return self._counted_once((*columns, person)).owned()

    def beside(self, other: Source, columns: Sequence[str]) -> Cells:
        """Rows (tuple of this table, tuple of the other, records): what stands in the same row of both."""
        import pyarrow as pa

        if not isinstance(other, DuckDBSource) or self.records != other.records:
            msg = (
                f"the original has {self.records:,} rows and the release {other.records:,}: "
                "they cannot be compared row by row"
            )
            raise DataError(msg, hint="leave `aligned` out: what two tables of different length show is measured")
        names = [f"o{j}" for j in range(len(columns))]
        theirs = ", ".join(f"{other._name(name)} AS {new}" for name, new in zip(columns, names, strict=True))  # noqa: SLF001  # of the same class
        batches = other.database.batches(f"SELECT {theirs} FROM rows ORDER BY rowid")  # noqa: S608
        schema = pa.schema([other.schema.field(n).with_name(new) for n, new in zip(columns, names, strict=True)])
        self.database.store_stream("others", batches, schema)
        own = [self._name(name) for name in columns]
        table = self.database.table(
            f"SELECT {', '.join(own + names)}, count(*) AS n FROM rows POSITIONAL JOIN others GROUP BY ALL"  # noqa: S608
        )
        coded = combinations([*columns, *columns], table, self.missing).coded
        sides = [
            coding.ranked([c for c, _ in side], [max(1, len(t)) for _, t in side])[0]
            for side in (coded[: len(own)], coded[len(own) :])
        ]
        width = int(sides[1].max(initial=0)) + 1
        pairs, place = np.unique(sides[0] * width + sides[1], return_inverse=True)
        counts = np.bincount(place, weights=table["n"].to_numpy(), minlength=len(pairs)).astype(np.int64)
        return pairs // width, pairs % width, counts

    def locate(self, column: str, texts: Collection[str]) -> int | None:
        """The number of the first row, from 1, that holds one of these texts."""
        wanted = ", ".join(_literal(text) for text in sorted(texts)) or "NULL"
        answer = self.database.table(
            f"SELECT min(rowid) + 1 AS row FROM rows WHERE CAST({self._name(column)} AS VARCHAR) IN ({wanted})"  # noqa: S608
        )
        row = answer["row"][0].as_py()
        return None if row is None else int(row)

    def apply(self, assignment: Assignment, key: RunKey, *, shuffle: bool) -> DuckDBMasked:
        """Mask the table; what is dealt out at random is drawn from the key."""
        fate = self._row_targets(assignment, key)
        return DuckDBMasked(fate, self.schema, self.home, records=self.records, shuffle=shuffle)

    def expect(
        self, assignment: Assignment, key: RunKey, fingerprint: Fingerprint, order: RowOrder | None = None
    ) -> Sum:
        """What a true release adds up to, found from the rows of this table and the assignment alone."""
        expectation = Expectation(self.columns, self.missing, assignment, fingerprint, order)
        single = np.full(int(assignment.source.max(initial=-1)) + 2, DROPPED, dtype=np.int64)
        single[assignment.source] = assignment.target
        used = {*assignment.counted.columns, assignment.person}
        needed = [n for n in self.columns if n in used or n in fingerprint.columns]
        for batch, dealt, positions in draw_targets(
            self._row_targets(assignment, key), [self._name(name) for name in needed]
        ):
            rows = batch.select(range(len(needed))).rename_columns(needed)
            planned = expectation.planned(rows)
            target = single[planned] if dealt is None else np.where(dealt == DEALT, single[planned], dealt)
            expectation.add(rows, planned, target, positions)
        return expectation.total()

    def _row_targets(self, assignment: Assignment, key: RunKey) -> RowTargets:
        """What becomes of the rows; worked out once for an assignment and a key."""
        last = self._last_fate
        if last is None or last.assignment is not assignment or last.key != key:
            names = assignment.counted.columns
            joined = " AND ".join(f"r.{self._name(name)} IS NOT DISTINCT FROM m.k{j}" for j, name in enumerate(names))
            last = RowTargets(self.database, self._combinations(tuple(names)), assignment, key, joined or "true")
            self._last_fate = last
        return last

    def _combinations(self, columns: tuple[str, ...]) -> Combinations:
        if columns not in self._grouped:
            self._grouped[columns] = self._counted_once(columns)
        return self._grouped[columns]

    def _counted_once(self, columns: tuple[str, ...]) -> Combinations:
        """The combinations of some columns, not kept: with persons there may be nearly as many as rows."""
        names = ", ".join(map(self._name, columns))
        table = self.database.table(f"SELECT {names}, count(*) AS n FROM rows GROUP BY ALL")  # noqa: S608
        return combinations(columns, table, self.missing)

    def _name(self, column: str) -> str:
        return f"c{self.columns.index(column)}"

    def _check(self, columns: Sequence[str]) -> None:
        if not columns:
            msg = "no columns to count"
            raise UsageError(msg, hint="name at least one column")
        check_known(columns, self.columns)


def _literal(text: str) -> str:
    """A text as SQL writes it.

    >>> _literal("it's")
    "'it''s'"
    """
    doubled = text.replace("'", "''")
    return f"'{doubled}'"


def _check_plain(schema: Any) -> None:  # noqa: ANN401
    import pyarrow as pa

    for column in schema:
        if pa.types.is_nested(column.type):
            msg = f"column {column.name!r} holds lists or records in its cells"
            raise DataError(msg, hint="write one plain value per cell, or leave the column out of the table")
