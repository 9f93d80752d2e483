"""A table of an SQLite file as Arrow batches of strings, read in one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from kinonym.errors import DataError
from kinonym.files.names import check_names

__all__ = ["SCHEME", "batches", "column_names", "parts"]

SCHEME = "sqlite:"
_ROWS = 1 << 15


def parts(source: Path) -> tuple[Path, str]:
    """The file and the table of ``sqlite:file.db#table``."""
    file, _, table = str(source).removeprefix(SCHEME).rpartition("#")
    if not file or not table:
        msg = f"{source}: this does not say which table is meant"
        raise DataError(msg, hint="sqlite:file.db#table")
    if not Path(file).is_file():
        msg = f"{file}: there is no such file"
        raise DataError(msg, hint="check the path; it is relative to the current folder")
    return Path(file), table


def column_names(source: Path) -> list[str]:
    """The columns of the table, checked."""
    with _reading(source) as (connection, table):
        names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        others = [
            row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
        ]
    if not names:
        msg = f"{source}: the database has no such table"
        raise DataError(msg, hint=f"it has: {', '.join(others) or 'none at all'}")
    check_names(names, str(source))
    return names


def batches(source: Path, names: list[str]) -> Iterator[Any]:
    """Yield Arrow record batches of strings."""
    import pyarrow as pa

    schema = pa.schema([(name, pa.string()) for name in names])
    with _reading(source) as (connection, table):
        rows = connection.execute(f"SELECT * FROM {table}")  # noqa: S608  # a quoted name
        while part := rows.fetchmany(_ROWS):
            columns = zip(*part, strict=True)
            texts = [pa.array([_text(value, source) for value in column], pa.string()) for column in columns]
            yield pa.record_batch(texts, schema=schema)


def _text(value: Any, source: Path) -> str | None:  # noqa: ANN401
    if isinstance(value, bytes):
        msg = f"{source}: a column holds bytes"
        raise DataError(msg, hint="read the column through a view that leaves it out or turns it into text")
    return value if value is None or isinstance(value, str) else str(value)


@contextmanager
def _reading(source: Path) -> Iterator[tuple[sqlite3.Connection, str]]:
    """A connection that cannot write, and the table's name as SQL writes it."""
    file, table = parts(source)
    doubled = table.replace('"', '""')
    try:
        with closing(
            sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False)
        ) as connection:
            yield connection, f'"{doubled}"'
    except sqlite3.Error:  # its message may quote a value
        pass
    else:
        return
    msg = f"{file}: this is not an SQLite database, or it is damaged, locked or gone"
    raise DataError(msg, hint="close what writes to it, and check it with: sqlite3 FILE 'PRAGMA integrity_check'")
