"""The rows of a new table, read back from DuckDB before it is committed; shares no code with the writing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kinonym.files.databases.database_names import quote_name
from kinonym.files.formats.read_back import convert_unmasked, text_of_value
from kinonym.files.formats.table_format import WrittenTable
from kinonym.files.output_form import Form

__all__ = ["read_back_duckdb"]

_BATCH = 1 << 17


def read_back_duckdb(connection: Any, table: str, written: Any, form: Form) -> WrittenTable:  # noqa: ANN401
    """The columns and rows of a table, in the order of writing; ``written``: the Arrow schema of what was written.

    Columns that were written as texts are compared in the spelling of DuckDB, times in the zone of the writing.
    """
    names = tuple(row[0] for row in connection.execute(f"DESCRIBE {table}").fetchall())
    return WrittenTable(names, _batches(connection, table, written, form), text_of_value)


def _batches(connection: Any, table: str, written: Any, form: Form) -> Iterator[Any]:  # noqa: ANN401
    import pyarrow as pa

    texts = {field.name for field in written if pa.types.is_string(field.type)}
    columns = (f"CAST({quote_name(name)} AS VARCHAR)" if name in texts else quote_name(name) for name in written.names)
    rows = connection.sql(f"SELECT {', '.join(columns)} FROM {table}").to_arrow_reader(_BATCH)  # noqa: S608
    for batch in rows:
        arrays = [column.cast(field.type) for column, field in zip(batch.columns, written, strict=True)]
        yield convert_unmasked(pa.RecordBatch.from_arrays(arrays, names=written.names), form.masked)
