"""The rows of a new table, read back from SQLite before it is committed; shares no code with the writing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

from kinonym.files.databases.database_names import quote_name
from kinonym.files.formats.read_back import convert_unmasked, text_of_value
from kinonym.files.formats.table_format import WrittenTable
from kinonym.files.output_form import Form
from kinonym.files.texts import is_number

__all__ = ["read_back_sqlite"]

_ROWS = 1 << 16


def read_back_sqlite(connection: sqlite3.Connection, table: str, written: Any, form: Form) -> WrittenTable:  # noqa: ANN401
    """The columns and rows of a table, in the order of writing; ``written``: the Arrow schema of what was written."""
    rows = connection.execute(f"SELECT * FROM {quote_name(table)} ORDER BY rowid")  # noqa: S608  # a quoted name
    names = tuple(column[0] for column in rows.description)
    return WrittenTable(names, _batches(rows, written, form), text_of_value)


def _batches(rows: sqlite3.Cursor, written: Any, form: Form) -> Iterator[Any]:  # noqa: ANN401
    import pyarrow as pa

    kinds = [_compared_type(field.type) for field in written]
    while part := rows.fetchmany(_ROWS):
        arrays = [_array(column, kind) for column, kind in zip(zip(*part, strict=True), kinds, strict=True)]
        yield convert_unmasked(pa.RecordBatch.from_arrays(arrays, names=written.names), form.masked)


def _array(values: tuple[Any, ...], kind: Any) -> Any:  # noqa: ANN401
    """A column as an Arrow array; booleans are stored as 0 and 1."""
    import pyarrow as pa

    if pa.types.is_string(kind):
        return pa.array([value if value is None else str(value) for value in values], kind)
    if pa.types.is_boolean(kind):
        return pa.array(values, pa.int64()).cast(kind)
    return pa.array(values, kind)


def _compared_type(kind: Any) -> Any:  # noqa: ANN401
    import pyarrow as pa

    value = kind.value_type if pa.types.is_dictionary(kind) else kind
    simple = is_number(value) and not pa.types.is_decimal(value) and str(value) != "uint64"
    return value if simple or pa.types.is_boolean(value) else pa.string()
