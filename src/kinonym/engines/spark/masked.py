"""A masked Spark table: rows joined with their targets; computing a part again gives the same rows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kinonym.engines.columns.table_kinds import check_columns
from kinonym.engines.columns.written_values import arrow_values, make_written_array
from kinonym.engines.contract import PersonSink
from kinonym.engines.spark.row_targets import BROADCAST, RowTargets
from kinonym.engines.spark.session import spark_errors
from kinonym.engines.writing import write_parts
from kinonym.errors import DataError
from kinonym.files.texts import as_text, keeps_type

if TYPE_CHECKING:
    from kinonym.engines.recount import FolderRecount
    from kinonym.engines.spark.source import SparkSource

__all__ = ["PERSON", "ROWS_OF_A_FILE", "SparkMasked"]

PERSON = "\x1fperson"
"""The column of released rows with their persons, which is not released."""
ROWS_OF_A_FILE = 1 << 22
"""The recount reads a file as a whole, so no file may be much larger than others."""


class SparkMasked:
    """A table and the targets of its rows; nothing is computed before it is needed."""

    def __init__(self, source: SparkSource, targets: RowTargets, *, shuffle: bool) -> None:
        assignment = targets.assignment
        check_columns([*assignment.written, *assignment.drop], source.columns)
        self.source, self.targets, self.shuffle, self.assignment = source, targets, shuffle, assignment
        self.columns = assignment.released(source.columns)
        self.records = source.records - assignment.dropped

    def native(self) -> Any:  # noqa: ANN401
        """The masked table as a DataFrame of the same session."""
        from pyspark.sql import functions as F  # noqa: N812

        rows = self._with_written(self._with_order(self._released()))
        rows = rows.orderBy("order") if self.shuffle else rows
        return rows.select(
            *(F.col(f"{'w' if n in self.assignment.written else 'c'}{self._place(n)}").alias(n) for n in self.columns)
        )

    def _with_written(self, rows: Any) -> Any:  # noqa: ANN401
        """Return rows with what their targets write; these columns are named ``w`` with their number."""
        import pyarrow as pa
        from pyspark.sql import functions as F  # noqa: N812

        combinations = self.targets.combinations
        kinds = {name: combinations.table.column(j).type for j, name in enumerate(combinations.columns)}
        values_of = {
            f"w{self._place(n)}": arrow_values(list(v), kinds.get(n, pa.string()))
            for n, v in self.assignment.written.items()
        }
        size = max(map(len, values_of.values()), default=0)
        written = self.targets.frame({"target": pa.array(range(size), pa.int64()), **values_of})
        return rows.join(F.broadcast(written) if size <= BROADCAST else written, "target")

    def batches(self, persons: PersonSink | None = None, *, typed: bool = False) -> Iterator[Any]:
        """Yield Arrow record batches of texts and numbers; if typed, unmasked columns keep their types."""
        import pyarrow as pa

        own = {
            name: self.targets.combinations.table.column(j).type
            for j, name in enumerate(self.targets.combinations.columns)
        }
        kinds = own if typed else {}
        values_of = {
            name: make_written_array(values, kinds.get(name)) for name, values in self.assignment.written.items()
        }
        kept = [n for n in self.columns if n not in values_of and n != self.assignment.mark]
        person = None if persons is None else self.assignment.person
        cells = kept if person is None else [*kept, person]
        rows = self._with_order(self._released())
        rows = rows.orderBy("order") if self.shuffle else rows
        for batch in self.source.stored(rows.select("target", *(self.source.key(name) for name in cells))):
            if persons is not None and person is not None:
                persons(as_text(batch.column(f"c{self._place(person)}"), person).combine_chunks())
            places = batch.column("target").cast(pa.int32())
            arrays = {name: values.take(places) for name, values in values_of.items()}
            cells_of = {n: batch.column(f"c{self._place(n)}") for n in kept}
            arrays |= {
                n: c if typed and keeps_type(c.type) else as_text(c, n).combine_chunks() for n, c in cells_of.items()
            }
            if self.assignment.mark is not None:
                arrays[self.assignment.mark] = pa.array([self.assignment.mark] * batch.num_rows)
            yield pa.RecordBatch.from_arrays([arrays[n] for n in self.columns], names=list(self.columns))

    def save(self, folder: str | Path, persons: PersonSink | None = None) -> None:
        """Write the released rows as Parquet files to an empty folder; each executor writes its part.

        This process writes a table with zoned times, because Spark cannot write their zones. ``persons`` receives
        nothing otherwise: the executors count the persons of their rows.
        """
        if self.source.zones:
            if isinstance(folder, str):
                msg = "the driver writes times with a zone, and only to this machine"
                raise DataError(msg, hint="write a local folder: released/")
            write_parts(self.batches(persons, typed=True), Path(folder))
            return
        parts = self.parts() if persons is None else self._stored_parts
        with spark_errors():
            rows = parts.select(*(parts[f"`{name}`"] for name in self.columns))
            rows.write.mode("append").option("maxRecordsPerFile", ROWS_OF_A_FILE).parquet(str(folder))
        self.targets.unpersist()

    @cached_property
    def _stored_parts(self) -> Any:  # noqa: ANN401
        """The released rows with their persons, stored so that both are in the same order."""
        return self.parts(with_persons=True).persist()

    def parts(self, *, with_persons: bool = False) -> Any:  # noqa: ANN401
        """The released rows in parts of random rows in random order: one shuffle instead of those of a global sort.

        Masked texts are joined after the shuffle, so that it moves only targets and unmasked cells.
        """
        from pyspark.sql import functions as F  # noqa: N812

        columns = {n: F.col(f"w{self._place(n)}") for n in self.assignment.written}
        columns |= {} if self.assignment.mark is None else {self.assignment.mark: F.lit(self.assignment.mark)}
        unmasked = {n: f"u{self._place(n)}" for n in self.columns if n not in columns}
        columns |= {n: F.col(own) for n, own in unmasked.items()}
        person = self.assignment.person if with_persons else None
        unmasked |= {} if person is None else {person: "person"}
        rows = self._with_order(self._released())
        order = ["order"] if self.shuffle else []
        cells = [self.source.key(n).alias(own) for n, own in unmasked.items()]  # times as they are added up
        rows = rows.select("target", *order, *cells)
        rows = self._with_written(rows.repartition("order") if self.shuffle else rows)
        rows = rows.sortWithinPartitions("order") if self.shuffle else rows
        persons = [] if person is None else [F.col("person").alias(PERSON)]
        return rows.select(*(columns[name].alias(name) for name in self.columns), *persons)

    @property
    def recount_folder(self) -> FolderRecount | None:
        """Counts the folder again on the executors, unless this process wrote it."""
        if self.source.zones:
            return None
        from kinonym.engines.spark.recounting import recount_parts

        return partial(recount_parts, self.source.frame.sparkSession, lambda: self._stored_parts)

    def trail(self) -> Iterator[tuple[int, int]]:
        """Raise, because rows have no order in Spark."""
        msg = "the private risk file numbers the records, but rows have no order in Spark"
        raise DataError(msg, hint="leave the private risk file out, or use another engine")

    def _released(self) -> Any:  # noqa: ANN401
        from pyspark.sql import functions as F  # noqa: N812

        return self.targets.targets.where(F.col("target") >= 0)

    def _with_order(self, rows: Any) -> Any:  # noqa: ANN401
        """Return rows with the draw that orders them, if they are to be ordered."""
        return self.targets.with_draw(rows, "order") if self.shuffle else rows

    def _place(self, name: str) -> int:
        return self.source.columns.index(name)
