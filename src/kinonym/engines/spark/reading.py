"""Files as Spark frames: Parquet directly, everything else after conversion to Parquet by the reader of all engines."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from kinonym.engines.spark.executors import check_executors
from kinonym.engines.spark.session import private_folder, session, spark_errors
from kinonym.engines.spark.source import SparkSource, with_positions
from kinonym.errors import DataError, UsageError
from kinonym.files.cluster_names import catalogue_table
from kinonym.files.table_stream import TableStream

if TYPE_CHECKING:
    from kinonym.engines.opening import Reading

__all__ = ["open_on_cluster", "open_stream"]

_ROWS_OF_A_PART = 1 << 20
_TEXTS = {".csv", ".tsv", ".txt", ".json", ".jsonl", ".gz", ".zst", ".xlsx", ".feather"}


def open_stream(stream: TableStream, missing: Collection[str]) -> SparkSource:
    """A file as a source in Spark.

    The executors read Parquet themselves: the path must exist on all of them.
    """
    spark = session()
    check_executors(spark)
    if stream.format == "parquet":
        zones = {field.name: field.type for field in stream.schema if getattr(field.type, "tz", None) is not None}
        with spark_errors():
            frame = spark.read.parquet(str(stream.path.absolute()))
            return SparkSource(with_positions(frame), missing, zones, identity=2)
    folder = private_folder(spark, stream)
    _write_parts(stream, folder)
    with spark_errors():
        frame = spark.read.parquet(str(folder))
    source = SparkSource(with_positions(frame), missing, identity=2)
    source.needs = stream  # the folder is removed together with it
    return source


def open_on_cluster(name: str, reading: Reading) -> SparkSource:
    """A table that only the cluster reads: ``spark:catalog.schema.table``, or Parquet or ORC files by a URI or pattern.

    Times have no zone, as in every frame of Spark.
    """
    if reading.names or reading.delimiter or reading.encoding:
        msg = f"{name}: a delimiter, an encoding or names are given, but the table is no delimited text"
        raise UsageError(msg, hint="remove them; on a cluster Parquet, ORC and tables of catalogues are read")
    spark = session()
    check_executors(spark)
    table = catalogue_table(name)
    ending = PurePosixPath(name.rstrip("/")).suffix.lower()
    if table is None and ending in _TEXTS:
        msg = f"{name}: on a cluster Parquet, ORC and tables of catalogues are read, not {ending}"
        raise UsageError(msg, hint="convert it first: spark.read.csv(…, header=True).write.parquet(…)")
    with spark_errors():
        if table is not None:
            frame = spark.table(table)
        else:
            frame = spark.read.format("orc" if ending == ".orc" else "parquet").load(name)
        has_positions = _has_positions(spark, frame, table)
        source = SparkSource(
            with_positions(frame) if has_positions else frame, reading.missing, identity=2 * has_positions
        )
        if not source.records:
            msg = f"{name}: there are columns, but no rows"
            raise DataError(msg, hint="a table needs at least one row")
    return source


def _has_positions(spark: Any, frame: Any, table: str | None) -> bool:  # noqa: ANN401
    """Whether each row of a frame has a file and a position in it; a view may repeat them."""
    from pyspark.errors import PySparkException

    with suppress(PySparkException):
        with_positions(frame).schema  # noqa: B018  # an error says that they are not known
        return table is None or spark.catalog.getTable(table).tableType in ("MANAGED", "EXTERNAL")
    return False


def _write_parts(stream: TableStream, folder: Any) -> None:  # noqa: ANN401
    import pyarrow.parquet as pq

    schema = stream.schema
    writer, rows, part = None, 0, 0
    for batch in stream.batches():
        if writer is None or rows >= _ROWS_OF_A_PART:
            if writer is not None:
                writer.close()
            part, rows = part + 1, 0
            writer = pq.ParquetWriter(folder / f"{part:06}.parquet", schema)
        writer.write_batch(batch)
        rows += batch.num_rows
    if writer is not None:
        writer.close()
