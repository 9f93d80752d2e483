"""Connections to SQLite files by Python's own library, and errors that quote nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from kinonym.errors import DataError, UsageError
from kinonym.files.databases.database_names import quote_name
from kinonym.files.databases.embedded_files import reject_table
from kinonym.files.formats.table_format import TableKeys, TableLocation

__all__ = ["check_absent", "check_new_file", "columns_of", "keys_of", "open_sqlite", "tables_of"]


def check_absent(location: TableLocation) -> None:
    """Reject a table that exists."""
    if not location.path.exists():
        return
    with open_sqlite(location.path) as connection:
        if (location.part or "").casefold() in map(str.casefold, tables_of(connection)):
            reject_table(location.name)


def check_new_file(location: TableLocation) -> None:
    """Reject a file that exists: several tables are released as a new one."""
    if location.part is not None:
        msg = f"{location.name}: SQLite has no schemas; several tables are released as a new file"
        raise UsageError(msg, hint="leave out what follows the #: sqlite:released.db")
    if location.path.exists():
        msg = f"{location.name}: the file exists, and is never replaced"
        raise UsageError(msg, hint="choose another name")


@contextmanager
def open_sqlite(file: Path, mode: str = "ro") -> Iterator[sqlite3.Connection]:
    """A connection that changes nothing unless it commits; ``mode``: ``ro`` or ``rwc``."""
    reason = ""
    try:
        uri = f"{file.absolute().as_uri()}?mode={mode}"
        with closing(sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None)) as connection:
            yield connection
    except sqlite3.Error as error:  # its message may quote a value
        reason = getattr(error, "sqlite_errorname", "") or type(error).__name__
    if not reason:
        return
    msg = f"{file}: this is not an SQLite database, or it is damaged, locked or missing ({reason})"
    raise DataError(
        msg, hint="close programs that write to it, and check it with: sqlite3 FILE 'PRAGMA integrity_check'"
    )


def tables_of(connection: sqlite3.Connection, *, views: bool = True) -> list[str]:
    """The tables and views of a database."""
    found = connection.execute("SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY rowid")
    return [name for name, kind in found if views or kind == "table"]


def keys_of(connection: sqlite3.Connection, table: str) -> TableKeys:
    """The primary key of a table, and its references; those to several columns are left out."""
    keys = [row[1] for row in connection.execute(f"PRAGMA table_info({quote_name(table)})") if row[5]]
    listed = list(connection.execute(f"PRAGMA foreign_key_list({quote_name(table)})"))
    single = [row for row in listed if sum(row[0] == other[0] for other in listed) == 1]
    references = {column: (target, key or _primary_key(connection, target)) for _, _, target, column, key, *_ in single}
    return TableKeys(key=keys[0] if len(keys) == 1 else None, references=references)


def _primary_key(connection: sqlite3.Connection, table: str) -> str:
    """The column that a reference without a column means."""
    return next((row[1] for row in connection.execute(f"PRAGMA table_info({quote_name(table)})") if row[5]), "")


def columns_of(connection: sqlite3.Connection, table: str) -> list[tuple[str, str]]:
    """The columns of a table and their declared types."""
    return [(row[1], row[2]) for row in connection.execute(f"PRAGMA table_info({quote_name(table)})")]
