"""A Spark DataFrame as a source: counted by Spark, its distinct tuples planned on the driver."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from kinonym.engines.combinations import Combinations
from kinonym.engines.contract import DECIMAL, Assignment, RunKey
from kinonym.engines.drawn_rows import DrawnRows, RowNumbers
from kinonym.engines.expected import RowBatch
from kinonym.engines.grouped_source import GroupedSource
from kinonym.engines.memory import MemorySource
from kinonym.engines.spark.masked import SparkMasked
from kinonym.engines.spark.row_targets import RowTargets
from kinonym.engines.spark.session import on_executors, private_folder, spark_errors
from kinonym.errors import DataError, UsageError
from kinonym.methods.blocks import Piece

__all__ = ["SparkSource"]

Part = TypeVar("Part")

_ROWS = 1 << 18


class SparkSource(GroupedSource[RowTargets]):
    """A Spark DataFrame, classic or Connect; it is not changed.

    Parameters
    ----------
    frame
        The DataFrame. It must give the same rows whenever it is read.
    missing
        Texts that mean "missing"; nulls and NaN always do.
    zones
        Column → the Arrow type of its zoned times, where a file says which zone they have.

    Notes
    -----
    Rows have no order in Spark. Times of other columns are read in the session's time zone and written without one.
    """

    engine = "spark"
    ordered = False

    def __init__(
        self,
        frame: Any,  # noqa: ANN401  # pyspark is optional
        missing: Collection[str] = ("",),
        zones: Mapping[str, Any] | None = None,
    ) -> None:
        self.frame = frame
        self.zones = dict(zones or {})
        super().__init__(frame.columns, missing)
        _check_plain(frame.schema)
        self.rows = frame.toDF(*(f"c{j}" for j in range(len(self.columns))))
        self.needs: object = None
        """An object, such as a folder, that must exist while this source is used."""

    @cached_property
    def records(self) -> int:
        """How many records there are."""
        with spark_errors():
            return int(self.rows.count())

    def planner(self, number: int, plan_block: Callable[[int], Piece]) -> list[Piece] | None:
        """Plan blocks of tuples on the executors; return None if this program is not installed there."""
        session = self.frame.sparkSession
        if not on_executors(session):
            return None

        def planned(batches: Iterator[Any]) -> Iterator[Any]:
            import pyarrow as pa

            for batch in batches:
                pieces = [pickle.dumps(plan_block(own)) for own in batch.column(0).to_pylist()]
                yield pa.RecordBatch.from_arrays([batch.column(0), pa.array(pieces, pa.binary())], ["id", "piece"])

        with spark_errors():
            blocks = session.range(0, number, 1, number)
            done = blocks.mapInArrow(planned, "id long, piece binary").toArrow().sort_by("id")
        return [pickle.loads(piece) for piece in done["piece"].to_pylist()]  # noqa: S301  # from our executors

    def group(self, columns: Sequence[str]) -> Any:  # noqa: ANN401
        """The distinct rows of some columns and their counts."""
        with spark_errors():
            return self.in_zones(self.rows.groupBy(*map(self.key, columns)).count().toArrow())

    def join(self, combinations: Combinations, assignment: Assignment, key: RunKey) -> RowTargets:
        """Join rows with the targets of their combinations."""
        return RowTargets(self.rows, [self.key(name) for name in combinations.columns], combinations, assignment, key)

    def map_rows(
        self, targets: RowTargets, columns: Sequence[str], compute: Callable[[RowBatch], Part]
    ) -> Iterator[Part]:
        """Compute something from all rows, batch by batch, on the driver."""
        start = 0
        for batch in self.stored(targets.with_drawn([self.key(name) for name in columns])):
            rows = batch.select(range(len(columns))).rename_columns(list(columns))
            positions = np.arange(start, start := start + batch.num_rows)
            yield compute(RowBatch(rows, batch.column(len(columns)).to_numpy(), positions))

    def write(self, targets: RowTargets, *, shuffle: bool) -> SparkMasked:
        """The released rows, to be written."""
        return SparkMasked(self, targets, shuffle=shuffle)

    def measure(self, column: str) -> tuple[int | None, int, float | None, bool | None]:
        """Measure a column of texts, each distinct one once."""
        from pyspark.sql import functions as F  # noqa: N812  # the usual alias
        from pyspark.sql.types import DoubleType, FloatType

        kind = self.frame.schema[self.columns.index(column)].dataType
        text = self.key(column).cast("string")
        values = self.rows.select(text.alias("text")).where(F.col("text").isNotNull())
        if isinstance(kind, DoubleType | FloatType):
            values = values.where(F.col("text") != "NaN")
        values = values.where(~F.col("text").isin(*sorted(self.missing))) if self.missing else values
        words = F.size(F.regexp_extract_all("text", F.lit(r"(\S+)"))) * F.col("count")
        with spark_errors():
            figures = values.groupBy("text").count().agg(
                F.sum("count"), F.count("text"), F.sum(words), F.every(F.col("text").rlike(DECIMAL))
            ).collect()[0]  # fmt: skip
        present, distinct, total, decimal = figures
        return present, distinct, total, decimal

    def has_texts(self, column: str) -> bool:
        """Whether a column has texts, not numbers or dates."""
        from pyspark.sql.types import StringType

        return isinstance(self.frame.schema[self.columns.index(column)].dataType, StringType)

    def locate(self, column: str, texts: Collection[str]) -> int | None:  # noqa: ARG002
        """None: rows have no order in Spark."""
        return None

    def gather_every(self, step: int) -> MemorySource:
        """Return about one of ``step`` rows as a table in memory, drawn at random because rows have no order."""
        return self._gather(self.rows.sample(fraction=1 / step, seed=1))

    def gather_first(self, number: int) -> MemorySource:
        """Some rows as a table in memory."""
        return self._gather(self.rows.limit(number))

    def gather_texts(self, column: str, texts: Collection[str]) -> MemorySource:
        """The rows that have one of these texts in a column, as a table in memory."""
        return self._gather(self.rows.where(self.key(column).cast("string").isin(*texts)))

    def _gather(self, frame: Any) -> MemorySource:  # noqa: ANN401
        with spark_errors():
            rows = frame.select(*map(self.key, self.columns)).toArrow()
        return MemorySource(self.in_zones(rows).rename_columns(list(self.columns)), self.missing)

    def draw_rows(self, drawn: DrawnRows, key: RunKey) -> SparkSource:  # noqa: ARG002
        """The rows of some persons as a separate source; rows have no numbers here, so no single row can be drawn."""
        import pyarrow as pa
        from pyspark.sql import functions as F  # noqa: N812

        if drawn.person is None or drawn.single:
            what = "rows" if drawn.person is None else "rows that name no person"
            msg = f"sample draws {what} by their numbers, and the rows of a Spark table have none"
            raise UsageError(msg, hint="name the person of every row, or use --engine duckdb")
        people = self._group([drawn.person])
        taken = drawn.states(people.counted.values[0])[people.counted.codes[people.tuple_of, 0]] == 2
        named = self.frame.sparkSession.createDataFrame(people.table.filter(pa.array(taken)).rename_columns(["k"]))
        rows = self.rows.join(F.broadcast(named), self.key(drawn.person).eqNullSafe(F.col("k")), "left_semi")
        sampled = SparkSource(rows.toDF(*self.columns), self.missing, self.zones)
        sampled.needs = self
        return sampled

    def read_rows(self, columns: Sequence[str]) -> Iterator[tuple[RowNumbers, Any]]:
        """Some columns of all rows, batch by batch, numbered as they are read."""
        start = 0
        for batch in self.stored(self.rows.select(*map(self.key, columns))):
            yield np.arange(start, start := start + batch.num_rows), batch.rename_columns(list(columns))

    def key(self, column: str) -> Any:  # noqa: ANN401
        """Return a column as it is grouped and written: times without a zone, in the time zone of the session."""
        from pyspark.sql import functions as F  # noqa: N812
        from pyspark.sql.types import TimestampType

        place = self.columns.index(column)
        own = F.col(f"c{place}")
        is_moment = isinstance(self.frame.schema[place].dataType, TimestampType)
        return own.cast("timestamp_ntz").alias(f"c{place}") if is_moment and column not in self.zones else own

    def in_zones(self, rows: Any) -> Any:  # noqa: ANN401
        """Return Arrow rows with times in the zone of their column; Spark stores instants."""
        import pyarrow as pa

        for column, kind in self.zones.items():
            place = rows.schema.get_field_index(f"c{self.columns.index(column)}")
            if place >= 0:
                instants = rows.column(place)
                if instants.type.tz is None:
                    instants = instants.cast(pa.timestamp("us")).cast(pa.timestamp("us", "UTC"))
                rows = rows.set_column(place, f"c{self.columns.index(column)}", instants.cast(kind))
        return rows

    def stored(self, frame: Any) -> Iterator[Any]:  # noqa: ANN401
        """Yield record batches of a frame in its order; the executors write them to a private folder first."""
        import pyarrow.dataset as ds

        folder = private_folder(self.frame.sparkSession, self)
        with spark_errors():
            frame.write.mode("overwrite").parquet(str(folder))
        files = sorted(folder.glob("part-*.parquet"))
        for file in files:
            yield from map(self.in_zones, ds.dataset(file).to_batches(batch_size=_ROWS))
            file.unlink()


def _check_plain(schema: Any) -> None:  # noqa: ANN401
    from pyspark.sql.types import ArrayType, MapType, StructType, VariantType

    for field in schema:
        if isinstance(field.dataType, ArrayType | MapType | StructType | VariantType):
            msg = f"column {field.name!r} has lists or records in its cells"
            raise DataError(msg, hint="write one plain value per cell, or leave the column out of the table")
