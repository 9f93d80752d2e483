"""A Spark DataFrame as a source: counted by Spark, its distinct tuples planned on the driver."""

from __future__ import annotations

import pickle
import weakref
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any

import numpy as np

from kinonym.engines.combinations import Combinations
from kinonym.engines.contract import Assignment, RunKey
from kinonym.engines.drawn_rows import DrawnRows, RowNumbers
from kinonym.engines.expected import RowBatch
from kinonym.engines.grouped_source import GroupedSource, Part
from kinonym.engines.memory import MemorySource
from kinonym.engines.person_shifts import PersonShifts
from kinonym.engines.spark.executors import PARTS, add_parts, as_part, map_batches, on_executors
from kinonym.engines.spark.masked import SparkMasked
from kinonym.engines.spark.parts import compute_part, restore_zones
from kinonym.engines.spark.profiles import Measured, measure_columns
from kinonym.engines.spark.row_targets import RowTargets, number_rows
from kinonym.engines.spark.session import private_folder, spark_errors
from kinonym.engines.spark.shifted_dates import BOUNDS, shift_batches, summarise_bounds
from kinonym.errors import DataError, UsageError
from kinonym.methods.blocks import Piece

__all__ = ["SparkSource", "with_positions"]

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
    identity
        How many columns at the end of the frame are no columns of the table, but identify a row, such as those of
        `with_positions`; 0: the content of a row identifies it.

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
        *,
        identity: int = 0,
    ) -> None:
        self.frame = frame
        self.zones = dict(zones or {})
        super().__init__(frame.columns[: len(frame.columns) - identity], missing)
        _check_plain(frame.schema)
        self.identity = tuple(f"i{j}" for j in range(identity))
        self.rows = frame.toDF(*(f"c{j}" for j in range(len(self.columns))), *self.identity)
        self._measured: dict[frozenset[str], dict[str, Measured]] = {}
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

        blocks = map_batches(session.range(0, number, 1, number), planned, "id long, piece binary")
        with spark_errors():
            done = blocks.toArrow().sort_by("id")
        return [pickle.loads(piece) for piece in done["piece"].to_pylist()]  # noqa: S301  # from our executors

    def keep_group(self, columns: Sequence[str], grouped: Any) -> None:  # noqa: ANN401
        """Use combinations that were collected already, as `group` returns them."""
        self._combinations[tuple(columns)] = Combinations.of(columns, self.in_zones(grouped), self.missing)

    def group(self, columns: Sequence[str]) -> Any:  # noqa: ANN401
        """The distinct rows of some columns and their counts."""
        with spark_errors():
            return self.in_zones(self.rows.groupBy(*map(self.key, columns)).count().toArrow())

    def join(self, combinations: Combinations, assignment: Assignment, key: RunKey) -> RowTargets:
        """Join rows with the targets of their combinations."""
        keys = [self.key(name) for name in combinations.columns]
        return RowTargets(self.rows, keys, combinations, assignment, key, self.identity)

    def map_rows(
        self, targets: RowTargets, columns: Sequence[str], compute: Callable[[RowBatch], Part]
    ) -> Iterator[Part]:
        """Compute parts from all rows, and add them, on the executors; only their sum comes to the driver."""
        targets.persist()
        try:
            rows = targets.with_drawn([self.key(name) for name in columns])
            task = as_part(partial(compute_part, compute=compute, columns=columns, zones=self._zones))
            part = add_parts(map_batches(rows, task, PARTS))
        except BaseException:
            targets.unpersist()
            raise
        return iter(() if part is None else (part,))

    def write(self, targets: RowTargets, *, shuffle: bool) -> SparkMasked:
        """The released rows, to be written."""
        return SparkMasked(self, targets, shuffle=shuffle)

    def measure(self, column: str) -> tuple[int | None, int, float | None, bool | None]:
        """Measure a column of texts; all columns are measured together, when the first one is asked for."""
        if self.missing not in self._measured:
            texts = {name: self._text(name) for name in self.columns}
            self._measured[self.missing] = measure_columns(self.rows, texts, self.missing)
        return self._measured[self.missing][column]

    def _text(self, column: str) -> Any:  # noqa: ANN401
        """The text of a column; null if it is NaN."""
        from pyspark.sql import functions as F  # noqa: N812
        from pyspark.sql.types import DoubleType, FloatType

        text = self.key(column).cast("string")
        kind = self.frame.schema[self.columns.index(column)].dataType
        return F.when(text != "NaN", text) if isinstance(kind, DoubleType | FloatType) else text

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

    def shift_dates(self, shifts: PersonShifts) -> tuple[SparkSource, tuple[int, int, int, int]]:
        """Return the table with shifted dates, which the executors shift once, and what is known about the moves."""
        from pyspark.sql import functions as F  # noqa: N812
        from pyspark.sql.types import LongType, StringType, StructField, StructType

        rows = self.rows if self.identity else number_rows(self.rows)
        identity = rows.columns[len(self.columns) :]
        cells = [
            self.key(name) if name in {*shifts.moves, shifts.person} else F.col(f"c{j}")
            for j, name in enumerate(self.columns)
        ]
        rows = rows.select(*cells, *identity)
        kinds = [*rows.schema.fields]
        for name in shifts.moves:
            kinds[self.columns.index(name)] = StructField(f"c{self.columns.index(name)}", StringType())
        schema = StructType([*kinds, *(StructField(name, LongType()) for name in BOUNDS)])
        task = partial(shift_batches, shifts=shifts, columns=self.columns)
        shifted = map_batches(rows, task, schema).persist()
        frame = shifted.select(*rows.columns).toDF(*self.columns, *identity)
        zones = {name: kind for name, kind in self.zones.items() if name not in shifts.moves}
        moved = SparkSource(frame, self.missing, zones, identity=len(identity))
        moved.needs = (self.needs, weakref.finalize(moved, shifted.unpersist))
        with spark_errors():
            return moved, summarise_bounds(shifted)

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
        named_rows = rows.toDF(*self.columns, *self.identity)
        sampled = SparkSource(named_rows, self.missing, self.zones, identity=len(self.identity))
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
        return restore_zones(rows, self._zones)

    @property
    def _zones(self) -> dict[str, Any]:
        """The zoned columns as they are named in ``rows``, and their Arrow types."""
        return {f"c{self.columns.index(name)}": kind for name, kind in self.zones.items()}

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


def with_positions(frame: Any) -> Any:  # noqa: ANN401
    """Return the rows of files with their file and their position in it, which are the same whenever it is read."""
    from pyspark.sql import functions as F  # noqa: N812

    return frame.select("*", F.xxhash64("_metadata.file_path"), "_metadata.row_index")


def _check_plain(schema: Any) -> None:  # noqa: ANN401
    from pyspark.sql.types import ArrayType, MapType, StructType, VariantType

    for field in schema:
        if isinstance(field.dataType, ArrayType | MapType | StructType | VariantType):
            msg = f"column {field.name!r} has lists or records in its cells"
            raise DataError(msg, hint="write one plain value per cell, or leave the column out of the table")
