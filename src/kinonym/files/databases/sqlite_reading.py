"""A table or a query of an SQLite file, read in one transaction.

Every cell is text, because the columns of SQLite have no fixed types. The schema says the declared types, with which a
released table is created.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from kinonym.errors import DataError
from kinonym.files.databases.database_names import is_query, quote_name
from kinonym.files.databases.embedded_files import check_readable
from kinonym.files.databases.sqlite_connection import columns_of, keys_of, open_sqlite, tables_of
from kinonym.files.formats.table_format import DatabaseTables, ReadOptions, TableContent, TableLocation
from kinonym.files.texts import check_names

__all__ = ["open_sqlite_tables", "read_sqlite"]

_ROWS = 1 << 15


def read_sqlite(location: TableLocation, options: ReadOptions) -> TableContent:  # noqa: ARG001  # a database needs none
    """The rows of a table or a query; the transaction lasts until they are read."""
    check_readable(location.path)
    rows = _rows(location)
    schema = next(rows)
    return TableContent(schema.names, rows, types=schema)


@contextmanager
def open_sqlite_tables(location: TableLocation) -> Iterator[DatabaseTables]:
    """All tables of a file, in one transaction."""
    check_readable(location.path)
    if location.part is not None:
        msg = f"{location.name}: SQLite has no schemas"
        raise DataError(msg, hint="leave out what follows the #, to read all tables: sqlite:file.db")
    with open_sqlite(location.path) as connection:
        connection.execute("BEGIN")
        named = [name for name in tables_of(connection, views=False) if not name.startswith("sqlite_")]

        def read(table: str) -> TableContent:
            rows = _rows_of(connection, replace(location, part=table))
            schema = next(rows)
            return TableContent(schema.names, rows, types=schema)

        yield DatabaseTables({name: keys_of(connection, name) for name in named}, read)


def _rows(location: TableLocation) -> Iterator[Any]:
    """Yield the schema, then Arrow record batches, all in one transaction of a connection that cannot write."""
    with open_sqlite(location.path) as connection:
        connection.execute("BEGIN")
        yield from _rows_of(connection, location)


def _rows_of(connection: sqlite3.Connection, location: TableLocation) -> Iterator[Any]:
    import pyarrow as pa

    part = location.part or ""
    declared = {} if is_query(part) else dict(columns_of(connection, part))
    if not declared and not is_query(part):
        msg = f"{location.path}: the database has no such table"
        raise DataError(msg, hint=f"it has: {', '.join(tables_of(connection)) or 'none at all'}")
    given = part if is_query(part) else f"SELECT * FROM {quote_name(part)}"  # noqa: S608  # a quoted name
    rows = connection.execute(given)
    names = [column[0] for column in rows.description]
    check_names(names, str(location.path))
    types = [{"sqlite": declared[name]} if declared.get(name) else None for name in names]
    schema = pa.schema([pa.field(name, pa.string(), metadata=of) for name, of in zip(names, types, strict=True)])
    yield schema
    while part_of_rows := rows.fetchmany(_ROWS):
        columns = zip(*part_of_rows, strict=True)
        texts = [pa.array([_text(value, location) for value in column], pa.string()) for column in columns]
        yield pa.record_batch(texts, schema=schema)


def _text(value: Any, location: TableLocation) -> str | None:  # noqa: ANN401
    if isinstance(value, bytes):
        msg = f"{location.path}: a column has binary values"
        raise DataError(msg, hint="leave it out, or turn it into text, by a view or a query: #SELECT …, hex(x) AS x …")
    return value if value is None or isinstance(value, str) else str(value)
