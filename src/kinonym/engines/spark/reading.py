"""Files as Spark frames: Parquet directly, everything else after conversion to Parquet by the reader of all engines."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from kinonym.engines.spark.executors import check_executors
from kinonym.engines.spark.session import private_folder, session, spark_errors
from kinonym.engines.spark.source import SparkSource
from kinonym.files.table_stream import TableStream

__all__ = ["open_stream"]

_ROWS_OF_A_PART = 1 << 20


def open_stream(stream: TableStream, missing: Collection[str]) -> SparkSource:
    """A file as a source in Spark.

    The executors read Parquet themselves: the path must exist on all of them.
    """
    spark = session()
    check_executors(spark)
    if stream.format == "parquet":
        zones = {field.name: field.type for field in stream.schema if getattr(field.type, "tz", None) is not None}
        with spark_errors():
            return SparkSource(spark.read.parquet(str(stream.path.absolute())), missing, zones, from_files=True)
    folder = private_folder(spark, stream)
    _write_parts(stream, folder)
    with spark_errors():
        frame = spark.read.parquet(str(folder))
    source = SparkSource(frame, missing, from_files=True)
    source.needs = stream  # the folder is removed together with it
    return source


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
