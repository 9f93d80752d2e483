"""A masked table in a private DuckDB database: rows joined with what becomes of them, in random order."""

from __future__ import annotations

import atexit
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from kinonym.engines.combinations import DEALT, Combinations, Shares
from kinonym.engines.contract import Assignment, PersonSink, RunKey
from kinonym.engines.duckdb.database import Database
from kinonym.engines.duckdb.draws import register_draws
from kinonym.engines.memory.coding import check_known
from kinonym.engines.memory.masked import written_values
from kinonym.engines.memory.tables import arrow_values
from kinonym.engines.writing import write_parts
from kinonym.files.texts import as_text, keeps_type
from kinonym.grouped.tuples import Counts

__all__ = ["DuckDBMasked", "RowTargets"]

_NUMBER = count(1)


@dataclass(frozen=True, eq=False)
class RowTargets:
    """What becomes of the rows, as tables of the database: of each combination, and of each row that is dealt."""

    database: Database
    grouped: Combinations
    assignment: Assignment
    key: RunKey
    joined: str
    """The condition that holds a row ``r`` and its combination ``m`` together."""
    number: int = field(default_factory=lambda: next(_NUMBER))

    @cached_property
    def mapping(self) -> str:
        """The table of combinations with their planned tuples and targets."""
        import pyarrow as pa

        planned, target = self.grouped.mapping(self.assignment)
        width = len(self.grouped.columns)
        columns = [self.grouped.table.column(j) for j in range(width)]
        names = [f"k{j}" for j in range(width)]
        self.database.store(
            f"mapping{self.number}", pa.table([*columns, planned, target], names=[*names, "planned", "target"])
        )
        return f"mapping{self.number}"

    @cached_property
    def dealt(self) -> str | None:
        """The table of rows whose tuple has several targets, each with its own; None if there are none.

        Notes
        -----
        Every row has a draw of its own from the key; the rows of a tuple stand in the order of their draws, and that
        place is the occurrence that the plan's counts share out.
        """
        import pyarrow as pa

        shares = Shares.of(self.assignment)
        if not len(shares.planned):
            return None
        parts = {"planned": shares.planned, "first": shares.first, "target": shares.target}
        self.database.store(f"shares{self.number}", pa.table(parts))
        draw = register_draws(self.database, self.key, "deal")
        self.database.run(
            f"""CREATE TABLE dealt{self.number} AS
            WITH placed AS (
              SELECT r.rowid AS row, m.planned,
                row_number() OVER (PARTITION BY m.planned ORDER BY {draw}(r.rowid), r.rowid) - 1 AS occurrence
              FROM rows r JOIN {self.mapping} m ON {self.joined} WHERE m.target = {DEALT})
            SELECT row, s.target FROM placed p
            ASOF JOIN shares{self.number} s ON p.planned = s.planned AND p.occurrence >= s.first"""  # noqa: S608  # our names
        )
        return f"dealt{self.number}"

    @property
    def rows(self) -> str:
        """Rows ``r`` beside their combination ``m``, and beside ``d`` if some are dealt."""
        pairs = f"rows r JOIN {self.mapping} m ON {self.joined}"
        return pairs if self.dealt is None else f"{pairs} LEFT JOIN {self.dealt} d ON r.rowid = d.row"

    @property
    def target(self) -> str:
        """The target of a row."""
        return "m.target" if self.dealt is None else "coalesce(d.target, m.target)"


class DuckDBMasked:
    """A table and what becomes of its rows; nothing is worked out before it is asked for."""

    def __init__(self, fate: RowTargets, schema: Any, home: Any, *, records: int, shuffle: bool) -> None:  # noqa: ANN401
        assignment = fate.assignment
        check_known([*assignment.written, *assignment.drop], schema.names)
        self.fate, self.schema, self.home, self.shuffle = fate, schema, home, shuffle
        self.assignment = assignment
        self.columns = assignment.released(schema.names)
        self.records = records - assignment.dropped

    def batches(self, whose: PersonSink | None = None, *, typed: bool = False) -> Iterator[Any]:
        """Arrow record batches of texts and numbers; if typed, unmasked columns have their own types."""
        import pyarrow as pa

        kinds = {name: self.schema.field(name).type if typed else None for name in self.assignment.written}
        held = {name: written_values(values, kinds[name]) for name, values in self.assignment.written.items()}
        person = None if whose is None else self.assignment.person
        for batch in self._masked([] if person is None else [person]):
            if whose is not None and person is not None:
                whose(self._kept(batch, person))
            places = batch.column("target")
            arrays = [
                held[name].take(places) if name in held else self._kept(batch, name, typed=typed)
                for name in self.columns
            ]
            yield pa.RecordBatch.from_arrays(arrays, names=list(self.columns))

    def native(self) -> Any:  # noqa: ANN401
        """The masked table as a relation of the connection that the given one belongs to; its rows are on disk."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        held = {
            name: arrow_values(list(v), self.schema.field(name).type) for name, v in self.assignment.written.items()
        }
        kinds = [held[name].type if name in held else self.schema.field(name).type for name in self.columns]
        schema = pa.schema(list(zip(self.columns, kinds, strict=True)))
        folder = tempfile.TemporaryDirectory(prefix="kinonym-")
        atexit.register(folder.cleanup)  # relations made of it may outlive everything else here
        file = Path(folder.name) / "masked.parquet"
        with pq.ParquetWriter(file, schema) as writer:
            for batch in self._masked():
                places = batch.column("target")
                arrays = [held[n].take(places) if n in held else batch.column(self._name(n)) for n in self.columns]
                writer.write_batch(pa.RecordBatch.from_arrays(arrays, schema=schema))
        return self.home.query("given", f"SELECT * FROM read_parquet('{file}')")  # noqa: S608  # our own file

    def save(self, folder: Path) -> None:
        """Write the released rows as Parquet files into an empty folder."""
        write_parts(self.batches(typed=True), folder)

    def trail(self) -> Iterator[tuple[int, int]]:
        """Of each row of the table, in its order: its planned tuple and its target."""
        sql = f"SELECT m.planned, {self.fate.target} AS target FROM {self.fate.rows} ORDER BY r.rowid"  # noqa: S608
        for batch in self.fate.database.batches(sql):
            yield from zip(batch.column(0).to_pylist(), batch.column(1).to_pylist(), strict=True)

    def _masked(self, further: Sequence[str] = ()) -> Iterator[Any]:
        """The target of each released row and its kept cells, in the order of the release; further ones if asked."""
        fate = self.fate
        kept = [f"r.{self._name(name)}" for name in self.columns if name in self.schema.names]
        kept = [name for name in kept if name not in {f"r.{self._name(n)}" for n in self.assignment.written}]
        kept += [f"r.{self._name(name)}" for name in further]
        order = f"{register_draws(fate.database, fate.key, 'order')}(r.rowid)" if self.shuffle else "r.rowid"
        yield from fate.database.batches(
            f"SELECT {', '.join([f'{fate.target} AS target', *kept])} FROM {fate.rows} "  # noqa: S608
            f"WHERE {fate.target} >= 0 ORDER BY {order}"
        )

    def _kept(self, batch: Any, name: str, *, typed: bool = False) -> Any:  # noqa: ANN401
        import pyarrow as pa

        if name == self.assignment.mark:
            return pa.array([name] * batch.num_rows)
        if typed and keeps_type(kind := self.schema.field(name).type):
            return batch.column(self._name(name)).cast(kind)
        return as_text(batch.column(self._name(name)), name).combine_chunks()

    def _name(self, name: str) -> str:
        return f"c{self.schema.names.index(name)}"


def draw_targets(fate: RowTargets, columns: list[str]) -> Iterator[tuple[Any, Counts | None, Counts]]:
    """Batches of some columns, the targets of the rows that are dealt, and the positions of all.

    A row that is not dealt has the target `DEALT`; None if none is.
    """
    names = ", ".join([*(f"r.{name}" for name in columns), "r.rowid AS position"])
    if fate.dealt is None:
        for batch in fate.database.batches(f"SELECT {names} FROM rows r"):  # noqa: S608
            yield batch, None, _numbers(batch, "position")
        return
    sql = (
        f"SELECT {names}, coalesce(d.target, {DEALT}) AS target FROM rows r LEFT JOIN {fate.dealt} d ON r.rowid = d.row"  # noqa: S608
    )
    for batch in fate.database.batches(sql):
        yield batch, _numbers(batch, "target"), _numbers(batch, "position")


def _numbers(batch: Any, name: str) -> Counts:  # noqa: ANN401
    return np.asarray(batch.column(name).to_numpy(), dtype=np.int64)
