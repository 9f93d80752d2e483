"""The rows of a new table, read back from PostgreSQL before it is committed; shares no code with the writing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kinonym.files.databases.database_names import quote_name
from kinonym.files.formats.read_back import convert_unmasked, text_of_value
from kinonym.files.formats.table_format import WrittenTable
from kinonym.files.output_form import Form
from kinonym.files.texts import is_number

__all__ = ["read_back_postgres"]


def read_back_postgres(cursor: Any, table: str, written: Any, form: Form) -> WrittenTable:  # noqa: ANN401
    """The columns and rows of a table.

    ``written``: the Arrow schema of what was written. Columns of other types are compared in the spelling of
    PostgreSQL; times are compared in the zone in which they were written.
    """
    names = tuple(cursor.adbc_execute_schema(f"SELECT * FROM {table}").names)  # noqa: S608  # a quoted name
    return WrittenTable(names, _batches(cursor, table, written, form), text_of_value)


def _batches(cursor: Any, table: str, written: Any, form: Form) -> Iterator[Any]:  # noqa: ANN401
    import pyarrow as pa

    kinds = {field.name: _compared_type(field, form) for field in written}
    columns = ", ".join(f"{quote_name(name)}::{_read_type(kind)}" for name, kind in kinds.items())
    cursor.execute(f"SELECT {columns} FROM {table}")  # noqa: S608  # quoted names
    for batch in cursor.fetch_record_batch():
        arrays = [column.cast(kind) for column, kind in zip(batch.columns, kinds.values(), strict=True)]
        yield convert_unmasked(pa.RecordBatch.from_arrays(arrays, names=list(kinds)), form.masked)


def _compared_type(field: Any, form: Form) -> Any:  # noqa: ANN401
    """The Arrow type in which the values of a column are compared: numbers that are masked in their shortest form."""
    import pyarrow as pa

    kind = field.type.value_type if pa.types.is_dictionary(field.type) else field.type
    if field.name in form.masked:
        return pa.float64() if is_number(kind) else pa.string()
    microseconds = pa.types.is_timestamp(kind) and kind.unit != "ns"
    simple = pa.types.is_integer(kind) or pa.types.is_boolean(kind) or pa.types.is_date32(kind)
    return kind if microseconds or simple or pa.types.is_float32(kind) or pa.types.is_float64(kind) else pa.string()


def _read_type(kind: Any) -> str:  # noqa: ANN401
    """The type of PostgreSQL that is read for a type of Arrow."""
    import pyarrow as pa

    if pa.types.is_timestamp(kind):
        return "timestamp" if kind.tz is None else "timestamptz"
    if str(kind) == "uint64" or pa.types.is_string(kind):
        return "text"
    if pa.types.is_integer(kind):
        return "bigint"
    return {"float": "real", "double": "double precision", "bool": "boolean", "date32[day]": "date"}[str(kind)]
