"""A Spark DataFrame as a source: counted by Spark, its distinct tuples planned on the driver."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from kinonym.engines.combinations import DEALT, Combinations, combinations
from kinonym.engines.contract import DECIMAL, Assignment, ColumnCounts, ColumnProfile, RunKey, Source, TuplePersons
from kinonym.engines.expected import Expectation, Fingerprint, Sum
from kinonym.engines.memory.coding import check_known
from kinonym.engines.row_order import RowOrder
from kinonym.engines.spark.masked import RowTargets, SparkMasked
from kinonym.engines.spark.session import answering, on_executors, private_folder
from kinonym.errors import DataError, UsageError
from kinonym.grouped.tuples import DROPPED, Cells, Counted
from kinonym.methods.blocks import Piece

__all__ = ["SparkSource"]

_ROWS = 1 << 18


class SparkSource:
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

    ordered = False

    def __init__(
        self,
        frame: Any,  # noqa: ANN401  # pyspark is optional
        missing: Collection[str] = ("",),
        zones: Mapping[str, Any] | None = None,
    ) -> None:
        self.frame = frame
        self.zones = dict(zones or {})
        self.missing = frozenset(missing)
        self.columns: tuple[str, ...] = tuple(frame.columns)
        _check_plain(frame.schema)
        self.rows = frame.toDF(*(f"c{j}" for j in range(len(self.columns))))
        self._grouped: dict[tuple[str, ...], Combinations] = {}
        self._last_fate: RowTargets | None = None
        self.holds: object = None
        """What must live as long as this source."""

    @cached_property
    def records(self) -> int:
        """How many records there are."""
        with answering():
            return int(self.rows.count())

    def planner(self, number: int, plan_block: Callable[[int], Piece]) -> list[Piece] | None:
        """Plan blocks of tuples on the executors; None where this program is not installed there."""
        session = self.frame.sparkSession
        if not on_executors(session):
            return None

        def planned(batches: Iterator[Any]) -> Iterator[Any]:
            import pyarrow as pa

            for batch in batches:
                pieces = [pickle.dumps(plan_block(own)) for own in batch.column(0).to_pylist()]
                yield pa.RecordBatch.from_arrays([batch.column(0), pa.array(pieces, pa.binary())], ["id", "piece"])

        with answering():
            blocks = session.range(0, number, 1, number)
            done = blocks.mapInArrow(planned, "id long, piece binary").toArrow().sort_by("id")
        return [pickle.loads(piece) for piece in done["piece"].to_pylist()]  # noqa: S301  # of our own executors

    def profile(self, column: str) -> ColumnProfile:
        """Measure a column of texts, each distinct one once."""
        from pyspark.sql import functions as F  # noqa: N812  # as everyone writes it
        from pyspark.sql.types import DoubleType, FloatType, StringType

        self._check([column])
        kind = self.frame.schema[self.columns.index(column)].dataType
        text = self.key(column).cast("string")
        values = self.rows.select(text.alias("text")).where(F.col("text").isNotNull())
        if isinstance(kind, DoubleType | FloatType):
            values = values.where(F.col("text") != "NaN")
        values = values.where(~F.col("text").isin(*sorted(self.missing))) if self.missing else values
        words = F.size(F.regexp_extract_all("text", F.lit(r"(\S+)"))) * F.col("count")
        with answering():
            figures = values.groupBy("text").count().agg(
                F.sum("count"), F.count("text"), F.sum(words), F.every(F.col("text").rlike(DECIMAL))
            ).collect()[0]  # fmt: skip
        present, distinct, total, decimal = figures
        is_text = isinstance(kind, StringType)
        if not distinct:
            return ColumnProfile(0, 0, 0.0, decimal=False, text=is_text)
        return ColumnProfile(int(present), int(distinct), total / present, decimal=bool(decimal), text=is_text)

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

    def beside(self, other: Source, columns: Sequence[str]) -> Cells:  # noqa: ARG002  # no order, no same row
        """Refuse: rows have no order in Spark."""
        msg = "two Spark tables cannot be compared row by row: their rows have no order"
        raise DataError(msg, hint="leave `aligned` out")

    def locate(self, column: str, texts: Collection[str]) -> int | None:  # noqa: ARG002
        """None: rows have no order in Spark."""
        return None

    def apply(self, assignment: Assignment, key: RunKey, *, shuffle: bool) -> SparkMasked:
        """Mask the table; what is dealt out at random is drawn from the key."""
        return SparkMasked(self, self._row_targets(assignment, key), shuffle=shuffle)

    def expect(
        self, assignment: Assignment, key: RunKey, fingerprint: Fingerprint, order: RowOrder | None = None
    ) -> Sum:
        """What a true release adds up to, found from the rows of this table and the assignment alone."""
        expectation = Expectation(self.columns, self.missing, assignment, fingerprint, order)
        single = np.full(int(assignment.source.max(initial=-1)) + 2, DROPPED, dtype=np.int64)
        single[assignment.source] = assignment.target
        used = {*assignment.counted.columns, assignment.person}
        needed = [n for n in self.columns if n in used or n in fingerprint.columns]
        for batch in self.stored(self._row_targets(assignment, key).draw_rows([self.key(name) for name in needed])):
            rows = batch.select(range(len(needed))).rename_columns(needed)
            planned, dealt = expectation.planned(rows), batch.column(len(needed)).to_numpy()
            expectation.add(rows, planned, np.where(dealt == DEALT, single[planned], dealt).astype(np.int64))
        return expectation.total()

    def key(self, column: str) -> Any:  # noqa: ANN401
        """A column as it is grouped and written: times as they stand on a clock of the session."""
        from pyspark.sql import functions as F  # noqa: N812
        from pyspark.sql.types import TimestampType

        place = self.columns.index(column)
        own = F.col(f"c{place}")
        is_moment = isinstance(self.frame.schema[place].dataType, TimestampType)
        return own.cast("timestamp_ntz").alias(f"c{place}") if is_moment and column not in self.zones else own

    def in_zones(self, rows: Any) -> Any:  # noqa: ANN401
        """Rows of an Arrow table or batch with zoned times in the zone of their column: Spark has instants."""
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
        """Record batches of a frame in its order: written by the executors into a private folder, read from there."""
        import pyarrow.dataset as ds

        folder = private_folder(self.frame.sparkSession, self)
        with answering():
            frame.write.mode("overwrite").parquet(str(folder))
        files = sorted(folder.glob("part-*.parquet"))
        for file in files:
            yield from map(self.in_zones, ds.dataset(file).to_batches(batch_size=_ROWS))
            file.unlink()

    def _combinations(self, columns: tuple[str, ...]) -> Combinations:
        if columns not in self._grouped:
            self._grouped[columns] = self._counted_once(columns)
        return self._grouped[columns]

    def _counted_once(self, columns: tuple[str, ...]) -> Combinations:
        """The combinations of some columns, not kept: with persons there may be nearly as many as rows."""
        with answering():
            table = self.in_zones(self.rows.groupBy(*map(self.key, columns)).count().toArrow())
        return combinations(columns, table, self.missing)

    def _row_targets(self, assignment: Assignment, key: RunKey) -> RowTargets:
        last = self._last_fate
        if last is None or last.assignment is not assignment or last.key != key:
            names = assignment.counted.columns
            keys = [self.key(name) for name in names]
            last = RowTargets(self.rows, keys, self._combinations(tuple(names)), assignment, key)
            self._last_fate = last
        return last

    def _check(self, columns: Sequence[str]) -> None:
        if not columns:
            msg = "no columns to count"
            raise UsageError(msg, hint="name at least one column")
        check_known(columns, self.columns)


def _check_plain(schema: Any) -> None:  # noqa: ANN401
    from pyspark.sql.types import ArrayType, MapType, StructType, VariantType

    for field in schema:
        if isinstance(field.dataType, ArrayType | MapType | StructType | VariantType):
            msg = f"column {field.name!r} holds lists or records in its cells"
            raise DataError(msg, hint="write one plain value per cell, or leave the column out of the table")
