"""Tables of PostgreSQL servers, read and written through ADBC; see `kinonym.files.databases`."""

from __future__ import annotations

from kinonym.files.formats.lazy_functions import lazy
from kinonym.files.formats.table_format import TableFormat

__all__ = ["POSTGRES"]

_FOLDER = "kinonym.files.databases"

POSTGRES = TableFormat(
    name="postgres",
    title="PostgreSQL",
    naming="`postgresql://user@host/database#schema.table` ([how](howto/databases.md))",
    read=lazy(f"{_FOLDER}.postgres_reading", "read_postgres"),
    check_output=lazy(f"{_FOLDER}.postgres_connection", "check_absent"),
    commit=lazy(f"{_FOLDER}.postgres_writing", "commit_postgres"),
    has_schemas=True,
    open_tables=lazy(f"{_FOLDER}.postgres_reading", "open_postgres_tables"),
    check_schema=lazy(f"{_FOLDER}.postgres_catalogue", "check_new_schema"),
    commit_tables=lazy(f"{_FOLDER}.postgres_writing", "commit_postgres_tables"),
    scheme="postgres(ql)?:",
    example="postgresql://user@host/database#schema.table",
    local=False,
    typed=True,
    extra="postgres",
)
