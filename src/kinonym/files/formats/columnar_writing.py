"""A masked table as Parquet or Feather, without traces of values that were removed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

if TYPE_CHECKING:
    from kinonym.files.output_form import Form

__all__ = ["write_feather", "write_parquet"]


def write_parquet(batches: Iterable[Any], form: Form, file: BinaryIO) -> None:  # noqa: ARG001  # Parquet has one form
    """Write Arrow record batches; dictionaries contain only values that occur."""
    writer, prepare = None, _drop_unused_values
    for batch in batches:
        if writer is None and _needs_schema(batch.schema):
            prepare = _decode  # a stored schema would make categories of texts
        table = _prepare(batch, prepare)
        writer = writer or _parquet_writer(file, table.schema)
        writer.write_table(table)
    if writer is not None:
        writer.close()


def write_feather(batches: Iterable[Any], form: Form, file: BinaryIO) -> None:  # noqa: ARG001  # Feather has one form
    """Write Arrow record batches without dictionaries, which could show values that do not occur."""
    import pyarrow as pa

    writer = None
    for batch in batches:
        table = _prepare(batch, _decode)
        options = pa.ipc.IpcWriteOptions(compression="lz4")
        writer = writer or pa.ipc.new_file(file, table.schema, options=options)
        writer.write_table(table)
    if writer is not None:
        writer.close()


def _prepare(batch: Any, prepare: Callable[[Any], Any]) -> Any:  # noqa: ANN401
    import pyarrow as pa

    return pa.Table.from_arrays([prepare(column) for column in batch], names=batch.schema.names)


def _parquet_writer(file: BinaryIO, schema: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
    import pyarrow.parquet as pq

    stored = _needs_schema(schema)
    return pq.ParquetWriter(file, schema, write_statistics=False, store_schema=stored, compression="snappy")


def _needs_schema(schema: Any) -> bool:  # noqa: ANN401  # pyarrow has no types
    """Whether Parquet alone cannot represent the types: the zone of a time, or times in whole seconds."""
    import pyarrow as pa

    return any(pa.types.is_timestamp(kind) and (kind.tz is not None or kind.unit == "s") for kind in schema.types)


def _decode(column: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
    import pyarrow as pa

    return column.dictionary_decode() if pa.types.is_dictionary(column.type) else column


def _drop_unused_values(column: Any) -> Any:  # noqa: ANN401
    """Return a column with only the texts of its rows in its dictionary, if it has one."""
    import pyarrow as pa

    if not pa.types.is_dictionary(column.type) or not pa.types.is_string(column.type.value_type):
        return _decode(column)
    size = len(column.dictionary)
    position = column.indices.fill_null(size).to_numpy(zero_copy_only=False)
    used = np.flatnonzero(np.bincount(position, minlength=size + 1)[:size])
    rank = np.zeros(size + 1, dtype=np.int32)
    rank[used] = np.arange(len(used), dtype=np.int32)
    return pa.DictionaryArray.from_arrays(pa.array(rank[position], mask=position == size), column.dictionary.take(used))
