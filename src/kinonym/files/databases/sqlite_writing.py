"""A release as a new table of an SQLite file, written, read back and committed in one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from kinonym.errors import DataError, UsageError
from kinonym.files.databases.batch_columns import peek, plain_column
from kinonym.files.databases.database_names import quote_name
from kinonym.files.databases.embedded_files import reject_table, writable_database
from kinonym.files.databases.sqlite_connection import open_sqlite, tables_of
from kinonym.files.databases.sqlite_recount import read_back_sqlite
from kinonym.files.formats.table_format import NewTable, TableLocation, WrittenTable
from kinonym.files.output_form import Form

__all__ = ["commit_sqlite", "commit_sqlite_tables"]

_INTEGERS = {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32"}


def commit_sqlite(
    location: TableLocation,
    form: Form,
    batches: Iterator[Any],
    check: Callable[[Callable[[], WrittenTable]], None],
) -> None:
    """Write a new table; commit it only when ``check`` has read it."""
    table = location.part or ""
    with writable_database(location.path) as file, open_sqlite(file, "rwc") as connection:
        connection.execute("BEGIN IMMEDIATE")
        if table.casefold() in map(str.casefold, tables_of(connection)):
            reject_table(location.name)
        schema = _create_table(connection, table, NewTable(form, batches))
        check(lambda: read_back_sqlite(connection, table, schema, form))
        connection.execute("COMMIT")


def commit_sqlite_tables(
    location: TableLocation,
    tables: Mapping[str, NewTable],
    check: Callable[[Mapping[str, Callable[[], WrittenTable]]], None],
) -> None:
    """Write a new file with several tables; it gets its name only when ``check`` has read them."""
    with writable_database(location.path) as file, open_sqlite(file, "rwc") as connection:
        if file == location.path:
            msg = f"{location.name}: the file was created while the release was written"
            raise UsageError(msg, hint="choose another name")
        connection.execute("BEGIN IMMEDIATE")
        schemas = {name: _create_table(connection, name, each) for name, each in tables.items()}
        check({name: partial(read_back_sqlite, connection, name, schemas[name], tables[name].form) for name in tables})
        connection.execute("COMMIT")


def _create_table(connection: sqlite3.Connection, table: str, new: NewTable) -> Any:  # noqa: ANN401
    """Create and fill a table; return the Arrow schema of its rows."""
    schema, batches = peek(new.batches)
    types = {field.name: _declared_type(field, new.form) for field in schema}
    declared = ", ".join(f"{quote_name(name)} {kind}" for name, kind in types.items())
    connection.execute(f"CREATE TABLE {quote_name(table)} ({declared})")
    marks = ", ".join("?" for _ in types)
    insert = f"INSERT INTO {quote_name(table)} VALUES ({marks})"  # noqa: S608  # a quoted name
    for batch in batches:
        connection.executemany(insert, zip(*_cells(batch, list(types.values())), strict=True))
    return schema


def _declared_type(field: Any, form: Form) -> str:  # noqa: ANN401
    """The type of a column: that of the input if it comes from SQLite and is not masked, else that of Arrow."""
    import pyarrow as pa

    kind = field.type.value_type if pa.types.is_dictionary(field.type) else field.type
    known = form.database_type(field.name, kind)
    if known is not None:
        return quote_name(known)
    if str(kind) in _INTEGERS:
        return "INTEGER"
    return "REAL" if pa.types.is_floating(kind) else "BOOLEAN" if pa.types.is_boolean(kind) else "TEXT"


def _cells(batch: Any, declared: list[str]) -> Iterator[list[Any]]:  # noqa: ANN401
    """The columns of a batch as values of SQLite."""
    import pyarrow as pa

    for name, column, kind in zip(batch.schema.names, batch.columns, declared, strict=True):
        if kind == "REAL":
            yield _real_numbers(plain_column(column, name, pa.float64()), name)
        elif kind in ("INTEGER", "BOOLEAN"):
            yield plain_column(column, name, pa.int64()).to_pylist()
        else:
            convert = _number_or_text if _stores_numbers(kind) else str
            texts = plain_column(column, name, pa.string())
            yield [None if text is None else convert(text) for text in texts.to_pylist()]


def _real_numbers(column: Any, name: str) -> list[float | None]:  # noqa: ANN401
    numbers: list[float | None] = column.to_pylist()
    if any(number != number for number in numbers):  # noqa: PLR0124  # NaN
        msg = f"column {name!r} has NaN, which SQLite would store as missing"
        raise DataError(msg, hint="replace it by missing values, or write .parquet")
    return numbers


def _stores_numbers(declared: str) -> bool:
    """Whether SQLite converts texts that are numbers in a column of this type ("affinity")."""
    kind = declared.upper()
    if "INT" in kind:
        return True
    return not any(word in kind for word in ("CHAR", "CLOB", "TEXT", "BLOB"))


def _number_or_text(text: str) -> int | float | str:
    """The value that was read as this text: SQLite rounds some numbers when it converts them itself.

    >>> _number_or_text("7"), _number_or_text("0.1"), _number_or_text("007")
    (7, 0.1, '007')
    """
    for kind in (int, float):
        with suppress(ValueError):
            if str(kind(text)) == text:
                return kind(text)
    return text
