"""Tables of DuckDB files; see `kinonym.files.databases`."""

from __future__ import annotations

from kinonym.files.formats.lazy_functions import lazy
from kinonym.files.formats.table_format import TableFormat

__all__ = ["DUCKDB"]

_FOLDER = "kinonym.files.databases"

DUCKDB = TableFormat(
    name="duckdb",
    title="DuckDB",
    naming="`duckdb:file.duckdb#table` ([how](howto/databases.md))",
    read=lazy(f"{_FOLDER}.duckdb_reading", "read_duckdb"),
    check_output=lazy(f"{_FOLDER}.duckdb_connection", "check_absent"),
    commit=lazy(f"{_FOLDER}.duckdb_writing", "commit_duckdb"),
    has_schemas=True,
    open_tables=lazy(f"{_FOLDER}.duckdb_reading", "open_duckdb_tables"),
    check_schema=lazy(f"{_FOLDER}.duckdb_catalogue", "check_new_schema"),
    commit_tables=lazy(f"{_FOLDER}.duckdb_writing", "commit_duckdb_tables"),
    scheme="duckdb:",
    example="duckdb:file.duckdb#table",
    typed=True,
    growth={".duckdb": 60},
    extra="duckdb",
)
