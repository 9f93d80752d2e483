"""A table of an SQLite file, read in one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from kinonym.errors import DataError
from kinonym.files.formats.table_format import ReadOptions, TableContent, TableFormat, TableLocation
from kinonym.files.texts import check_names

__all__ = ["SQLITE"]

_ROWS = 1 << 15


def _read(location: TableLocation, options: ReadOptions) -> TableContent:  # noqa: ARG001  # a database needs none
    file, table = location.file, location.part or ""
    if not file.is_file():
        msg = f"{file}: there is no such file"
        raise DataError(msg, hint="check the path; it is relative to the current folder")
    names = _column_names(file, table)
    return TableContent(names, _batches(file, table, names))


def _column_names(file: Path, table: str) -> list[str]:
    with _reading(file) as connection:
        names = [row[1] for row in connection.execute(f"PRAGMA table_info({_quoted(table)})")]
        others = [
            row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
        ]
    if not names:
        msg = f"{file}: the database has no such table"
        raise DataError(msg, hint=f"it has: {', '.join(others) or 'none at all'}")
    check_names(names, str(file))
    return names


def _batches(file: Path, table: str, names: list[str]) -> Iterator[Any]:
    import pyarrow as pa

    schema = pa.schema([(name, pa.string()) for name in names])
    with _reading(file) as connection:
        rows = connection.execute(f"SELECT * FROM {_quoted(table)}")  # noqa: S608  # a quoted name
        if [column[0] for column in rows.description] != names:
            msg = f"{file}: the columns of the table changed while it was opened"
            raise DataError(msg, hint="wait until no program changes it, and run again")
        while part := rows.fetchmany(_ROWS):
            columns = zip(*part, strict=True)
            texts = [pa.array([_text(value, file) for value in column], pa.string()) for column in columns]
            yield pa.record_batch(texts, schema=schema)


def _text(value: Any, file: Path) -> str | None:  # noqa: ANN401
    if isinstance(value, bytes):
        msg = f"{file}: a column has binary values"
        raise DataError(msg, hint="read the column through a view that leaves it out or turns it into text")
    return value if value is None or isinstance(value, str) else str(value)


def _quoted(table: str) -> str:
    doubled = table.replace('"', '""')
    return f'"{doubled}"'


@contextmanager
def _reading(file: Path) -> Iterator[sqlite3.Connection]:
    """A connection that cannot write."""
    try:
        with closing(
            sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False)
        ) as connection:
            yield connection
    except sqlite3.Error:  # its message may quote a value
        pass
    else:
        return
    msg = f"{file}: this is not an SQLite database, or it is damaged, locked or missing"
    raise DataError(
        msg, hint="close programs that write to it, and check it with: sqlite3 FILE 'PRAGMA integrity_check'"
    )


SQLITE = TableFormat(
    name="sqlite",
    title="SQLite",
    naming="`sqlite:file.db#table`",
    read=_read,
    scheme="sqlite:",
    example="sqlite:file.db#table",
)
