"""The rows of a new table, read back through SQLAlchemy before it is renamed; shares no code with the writing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kinonym.files.databases.sql_values import column_array
from kinonym.files.formats.read_back import convert_unmasked, text_of_value
from kinonym.files.formats.table_format import WrittenTable
from kinonym.files.output_form import Form

__all__ = ["read_back_sql"]

_ROWS = 1 << 16


def read_back_sql(connection: Any, table: Any, kinds: Sequence[Any], form: Form) -> WrittenTable:  # noqa: ANN401
    """The columns and rows of a table; ``kinds``: the Arrow types of what was written."""
    import sqlalchemy as sa

    names = tuple(column["name"] for column in sa.inspect(connection).get_columns(table.name, schema=table.schema))
    rows = connection.execute(sa.select(table))
    return WrittenTable(names, _batches(rows, names, kinds, form), text_of_value)


def _batches(rows: Any, names: Sequence[str], kinds: Sequence[Any], form: Form) -> Iterator[Any]:  # noqa: ANN401
    import pyarrow as pa

    while part := rows.fetchmany(_ROWS):
        columns = zip(zip(*part, strict=True), kinds, strict=True)
        arrays = [column_array(column, _compared_type(kind)) for column, kind in columns]
        yield convert_unmasked(pa.RecordBatch.from_arrays(arrays, names=list(names)), form.masked)


def _compared_type(kind: Any) -> Any:  # noqa: ANN401
    import pyarrow as pa

    simple = pa.types.is_floating(kind) or pa.types.is_boolean(kind) or pa.types.is_date32(kind)
    whole = pa.types.is_integer(kind) and str(kind) != "uint64"
    time = pa.types.is_timestamp(kind) and kind.tz is None and kind.unit != "ns"
    return kind if simple or whole or time else pa.string()
