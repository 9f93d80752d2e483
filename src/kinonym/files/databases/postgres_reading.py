"""A table or a query of a PostgreSQL server, read in one consistent snapshot.

Columns of the common types keep them. All others (numeric, uuid, enums, arrays, json …) are read in the spelling of
PostgreSQL, from which a released table gets the same values again; the schema says their types.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from kinonym.errors import DataError
from kinonym.files.databases.batch_columns import as_texts
from kinonym.files.databases.database_names import is_query, quote_name
from kinonym.files.databases.finite_times import check_finite
from kinonym.files.databases.postgres_catalogue import keys_of_schema, schema_of
from kinonym.files.databases.postgres_connection import fetch, open_cursor, run, target_of
from kinonym.files.formats.table_format import DatabaseTables, ReadOptions, TableContent, TableLocation
from kinonym.files.texts import check_names

__all__ = ["open_postgres_tables", "read_postgres"]

_SNAPSHOT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"
_ARROW_TYPES = {"bool", "int2", "int4", "int8", "float4", "float8", "date", "timestamp", "timestamptz"}


def read_postgres(location: TableLocation, options: ReadOptions) -> TableContent:
    """The rows of a table or a query; the transaction lasts until they are read."""
    rows = _rows(location)
    schema = next(rows)
    if options.typed:
        return TableContent(schema.names, rows, types=schema)
    return TableContent(schema.names, (as_texts(batch) for batch in rows))


@contextmanager
def open_postgres_tables(location: TableLocation) -> Iterator[DatabaseTables]:
    """All tables of a schema, in one transaction that cannot write."""
    with open_cursor(location) as cursor:
        run(cursor, _SNAPSHOT)
        schema = schema_of(cursor, location)

        def read(table: str) -> TableContent:
            rows = _rows_of(cursor, replace(location, part=quote_name(schema, table)))
            types = next(rows)
            return TableContent(types.names, rows, types=types)

        yield DatabaseTables(keys_of_schema(cursor, schema), read)


def _rows(location: TableLocation) -> Iterator[Any]:
    """Yield the schema, then Arrow record batches, all in one transaction that cannot write."""
    with open_cursor(location) as cursor:
        run(cursor, _SNAPSHOT)
        yield from _rows_of(cursor, location)


def _rows_of(cursor: Any, location: TableLocation) -> Iterator[Any]:  # noqa: ANN401
    import pyarrow as pa

    part = location.part or ""
    given = f"({part.rstrip().rstrip(';')}) AS given" if is_query(part) else target_of(location)
    described = cursor.adbc_execute_schema(f"SELECT * FROM {given}")  # noqa: S608  # a name, or the user's query
    check_names(described.names, location.name)
    declared = _types_of_query(cursor, described) if is_query(part) else _types_of_table(cursor, given)
    schema = _schema(described, declared)
    yield schema
    texts = {field.name for field in schema if pa.types.is_string(field.type)}
    columns = (f"{quote_name(name)}::text" if name in texts else quote_name(name) for name in schema.names)
    cursor.execute(f"SELECT {', '.join(columns)} FROM {given}")  # noqa: S608
    reader = cursor.fetch_record_batch()
    while (batch := _next(reader, location)) is not None:
        check_finite(batch, schema.names, location.name)
        yield pa.RecordBatch.from_arrays(batch.columns, schema=schema)


def _next(reader: Any, location: TableLocation) -> Any:  # noqa: ANN401  # pyarrow has no types
    """The next batch; None after the last one."""
    from pyarrow import ArrowException

    with suppress(ArrowException, OSError):  # their messages may quote a cell
        return next(reader, None)
    msg = f"{location.name}: the PostgreSQL server stopped in the middle of the table"
    raise DataError(msg, hint="check that the server is running; its log has the details")


def _schema(described: Any, declared: dict[str, str]) -> Any:  # noqa: ANN401  # pyarrow has no types
    """The Arrow schema of the rows, in which each field has its type in the database, if that is known."""
    import pyarrow as pa

    fields = []
    for field in described:
        kind = field.type if _type_name(field) in _ARROW_TYPES else pa.string()
        known = declared.get(field.name)
        fields.append(pa.field(field.name, kind, metadata=None if known is None else {"postgres": known}))
    return pa.schema(fields)


def _types_of_table(cursor: Any, table: str) -> dict[str, str]:  # noqa: ANN401
    """Column → its type as PostgreSQL writes it, with its schema and its length."""
    literal = "'" + table.replace("'", "''") + "'"
    found = fetch(
        cursor,
        "SELECT attname::text, format_type(atttypid, atttypmod) FROM pg_attribute "  # noqa: S608  # a quoted name
        f"WHERE attrelid = {literal}::regclass AND attnum > 0 AND NOT attisdropped",
    )
    return dict(found)


def _types_of_query(cursor: Any, described: Any) -> dict[str, str]:  # noqa: ANN401
    """The same for a query, which says less of its types; several types of one name are none."""
    pairs = ", ".join(
        f"({number}, '{_type_name(field)}', {int(_metadata(field, b'POSTGRESQL:typmod') or -1)})"
        for number, field in enumerate(described)
    )
    found = fetch(
        cursor,
        "SELECT number, min(format_type(oid, typmod)) "  # noqa: S608  # names of types
        f"FROM (VALUES {pairs}) AS given(number, name, typmod) JOIN pg_type ON typname = name "
        "GROUP BY number HAVING count(*) = 1",
    )
    return {described.field(number).name: text for number, text in found}


def _type_name(field: Any) -> str:  # noqa: ANN401
    return _metadata(field, b"POSTGRESQL:type").replace("'", "''")


def _metadata(field: Any, key: bytes) -> str:  # noqa: ANN401
    return str((field.metadata or {}).get(key, b""), "utf-8")
