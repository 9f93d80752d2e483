"""Tables of SQLite files, read and written by Python's own library; see `kinonym.files.databases`."""

from __future__ import annotations

from kinonym.files.formats.lazy_functions import lazy
from kinonym.files.formats.table_format import TableFormat

__all__ = ["SQLITE"]

_FOLDER = "kinonym.files.databases"

SQLITE = TableFormat(
    name="sqlite",
    title="SQLite",
    naming="`sqlite:file.db#table` ([how](howto/databases.md))",
    read=lazy(f"{_FOLDER}.sqlite_reading", "read_sqlite"),
    check_output=lazy(f"{_FOLDER}.sqlite_connection", "check_absent"),
    commit=lazy(f"{_FOLDER}.sqlite_writing", "commit_sqlite"),
    open_tables=lazy(f"{_FOLDER}.sqlite_reading", "open_sqlite_tables"),
    check_schema=lazy(f"{_FOLDER}.sqlite_connection", "check_new_file"),
    commit_tables=lazy(f"{_FOLDER}.sqlite_writing", "commit_sqlite_tables"),
    scheme="sqlite:",
    example="sqlite:file.db#table",
    typed=True,
)
