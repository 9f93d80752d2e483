"""Connections to DuckDB files, without extensions and with times in UTC, and errors that quote nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from kinonym.errors import DataError, UsageError
from kinonym.files.databases.database_names import quote_name, split_schema
from kinonym.files.databases.embedded_files import reject_table
from kinonym.files.formats.table_format import TableLocation

__all__ = ["check_absent", "described_types", "has_table", "open_duckdb", "target_of"]


def check_absent(location: TableLocation) -> None:
    """Reject a table that exists."""
    if not location.path.exists():
        return
    with open_duckdb(location, location.path) as connection:
        if has_table(connection, location):
            reject_table(location.name)


@contextmanager
def open_duckdb(location: TableLocation, file: Path, *, write: bool = False) -> Iterator[Any]:
    """A connection in a transaction; it changes nothing unless it commits."""
    try:
        import duckdb
    except ImportError:
        msg = "tables of DuckDB files need DuckDB"
        raise UsageError(msg, hint="pip install 'kinonym[duckdb]'") from None
    settings: dict[str, str | bool | int | float | list[str]] = {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
    }
    found: tuple[str, str] | None = None
    try:
        with closing(duckdb.connect(file, read_only=not write, config=settings)) as connection:
            connection.execute("SET TimeZone = 'UTC'")
            connection.execute("BEGIN TRANSACTION")
            yield connection
    except duckdb.InterruptException:
        raise KeyboardInterrupt from None
    except duckdb.CatalogException:
        found = ("there is no such table or column", "name a table with its schema if that is not main: #schema.table")
    except duckdb.IOException:
        found = ("the file cannot be opened", "close programs that write to it; it must be a DuckDB file")
    except duckdb.Error as error:
        found = (f"DuckDB could not complete the run ({type(error).__name__})", "try it with duckdb first")
    if found is not None:
        msg = f"{location.name}: {found[0]}"
        raise DataError(msg, hint=found[1])


def target_of(location: TableLocation) -> str:
    """The quoted name of the table."""
    return quote_name(*split_schema(location.part or ""))


def has_table(connection: Any, location: TableLocation) -> bool:  # noqa: ANN401
    """Whether a table exists; DuckDB ignores case in names."""
    schema, table = split_schema(location.part or "")
    found = connection.execute(
        "SELECT count(*) FROM information_schema.tables "
        "WHERE lower(table_schema) = lower(coalesce(?, current_schema())) AND lower(table_name) = lower(?)",
        [schema, table],
    ).fetchall()  # all of it: an unfinished result blocks the connection
    return bool(found[0][0])


def described_types(connection: Any, query: str) -> dict[str, str]:  # noqa: ANN401
    """Column of a query → its type."""
    return {row[0]: row[1] for row in connection.execute(f"DESCRIBE {query}").fetchall()}
