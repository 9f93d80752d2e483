"""A masked table in a private DuckDB database: rows joined with their targets, in random order."""

from __future__ import annotations

import atexit
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from kinonym.engines.columns.table_kinds import check_columns
from kinonym.engines.columns.written_values import arrow_values, make_written_array
from kinonym.engines.contract import PersonSink
from kinonym.engines.duckdb.draws import register_draws
from kinonym.engines.duckdb.row_targets import RowTargets
from kinonym.engines.writing import write_parts
from kinonym.files.texts import as_text, keeps_type

__all__ = ["DuckDBMasked"]


class DuckDBMasked:
    """A table and the targets of its rows; nothing is computed before it is needed."""

    recount_folder = None

    def __init__(self, targets: RowTargets, schema: Any, home: Any, *, records: int, shuffle: bool) -> None:  # noqa: ANN401
        assignment = targets.assignment
        check_columns([*assignment.written, *assignment.drop], schema.names)
        self.targets, self.schema, self.home, self.shuffle = targets, schema, home, shuffle
        self.assignment = assignment
        self.columns = assignment.released(schema.names)
        self.records = records - assignment.dropped

    def batches(self, persons: PersonSink | None = None, *, typed: bool = False) -> Iterator[Any]:
        """Yield Arrow record batches of texts and numbers; if typed, unmasked columns keep their types."""
        import pyarrow as pa

        kinds = {name: self.schema.field(name).type if typed else None for name in self.assignment.written}
        values_of = {name: make_written_array(values, kinds[name]) for name, values in self.assignment.written.items()}
        person = None if persons is None else self.assignment.person
        for batch in self._masked([] if person is None else [person]):
            if persons is not None and person is not None:
                persons(self._kept(batch, person))
            places = batch.column("target")
            arrays = [
                values_of[name].take(places) if name in values_of else self._kept(batch, name, typed=typed)
                for name in self.columns
            ]
            yield pa.RecordBatch.from_arrays(arrays, names=list(self.columns))

    def native(self) -> Any:  # noqa: ANN401
        """Return the masked table as a relation of the connection of the input; its rows are on disk."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        values_of = {
            name: arrow_values(list(v), self.schema.field(name).type) for name, v in self.assignment.written.items()
        }
        kinds = [values_of[name].type if name in values_of else self.schema.field(name).type for name in self.columns]
        schema = pa.schema(list(zip(self.columns, kinds, strict=True)))
        folder = tempfile.TemporaryDirectory(prefix="kinonym-")
        atexit.register(folder.cleanup)  # relations made from it may outlive all other objects
        file = Path(folder.name) / "masked.parquet"
        with pq.ParquetWriter(file, schema) as writer:
            for batch in self._masked():
                places = batch.column("target")
                arrays = [
                    values_of[n].take(places) if n in values_of else batch.column(self._name(n)) for n in self.columns
                ]
                writer.write_batch(pa.RecordBatch.from_arrays(arrays, schema=schema))
        return self.home.query("given", f"SELECT * FROM read_parquet('{file}')")  # noqa: S608  # our own file

    def save(self, folder: str | Path, persons: PersonSink | None = None) -> None:
        """Write the released rows as Parquet files into an empty folder."""
        write_parts(self.batches(persons, typed=True), Path(folder))

    def trail(self) -> Iterator[tuple[int, int]]:
        """Yield the planned tuple and the target of each row of the table, in its order."""
        sql = f"SELECT m.planned, {self.targets.target} AS target FROM {self.targets.rows} ORDER BY r.rowid"  # noqa: S608
        for batch in self.targets.database.batches(sql):
            yield from zip(batch.column(0).to_pylist(), batch.column(1).to_pylist(), strict=True)

    def _masked(self, further: Sequence[str] = ()) -> Iterator[Any]:
        """Yield the target, the unmasked cells and further cells of each released row, in the order of the release."""
        targets = self.targets
        kept = [f"r.{self._name(name)}" for name in self.columns if name in self.schema.names]
        kept = [name for name in kept if name not in {f"r.{self._name(n)}" for n in self.assignment.written}]
        kept += [f"r.{self._name(name)}" for name in further]
        order = f"{register_draws(targets.database, targets.key, 'order')}(r.rowid)" if self.shuffle else "r.rowid"
        yield from targets.database.batches(
            f"SELECT {', '.join([f'{targets.target} AS target', *kept])} FROM {targets.rows} "  # noqa: S608
            f"WHERE {targets.target} >= 0 ORDER BY {order}"
        )

    def _kept(self, batch: Any, name: str, *, typed: bool = False) -> Any:  # noqa: ANN401
        import pyarrow as pa

        if name == self.assignment.mark:
            return pa.array([name] * batch.num_rows)
        if typed and keeps_type(kind := self.schema.field(name).type):
            return batch.column(self._name(name)).cast(kind)
        column = batch.column(self._name(name))
        return column if pa.types.is_dictionary(column.type) else as_text(column, name).combine_chunks()

    def _name(self, name: str) -> str:
        return f"c{self.schema.names.index(name)}"
