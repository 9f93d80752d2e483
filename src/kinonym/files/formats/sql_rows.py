"""Tables of any other database, read and written through SQLAlchemy; see `kinonym.files.databases`."""

from __future__ import annotations

from kinonym.files.formats.lazy_functions import lazy
from kinonym.files.formats.table_format import TableFormat

__all__ = ["SQL"]

_FOLDER = "kinonym.files.databases"

SQL = TableFormat(
    name="sql",
    title="other databases",
    naming="`mysql+pymysql://user@host/database#table` and other URLs of SQLAlchemy ([how](howto/databases.md))",
    read=lazy(f"{_FOLDER}.sql_reading", "read_sql"),
    check_output=lazy(f"{_FOLDER}.sql_connection", "check_absent"),
    commit=lazy(f"{_FOLDER}.sql_writing", "commit_sql"),
    has_schemas=True,
    open_tables=lazy(f"{_FOLDER}.sql_reading", "open_sql_tables"),
    scheme=r"(mysql|mariadb|mssql|oracle)://|[a-z0-9_]+\+[a-z0-9_]+://",
    example="mysql+pymysql://user@host/database#table",
    local=False,
    typed=True,
    extra="sql",
)
