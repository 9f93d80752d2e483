"""A table of a PostgreSQL server, read through DuckDB's extension in one query.

Put a password in PGPASSWORD or ~/.pgpass, where libpq finds it, not in the name of a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kinonym.errors import DataError, UsageError
from kinonym.files.formats.table_format import ReadOptions, TableContent, TableFormat, TableLocation
from kinonym.files.texts import as_text, check_names

__all__ = ["POSTGRES"]

_BATCH = 1 << 17


def _read(location: TableLocation, options: ReadOptions) -> TableContent:  # noqa: ARG001  # a database needs none
    """The table that a URI names: keywords of libpq, then the table, with its schema if that is not ``public``."""
    table = location.part or ""
    database = _attach(str(location.file))
    schema, _, name = table.rpartition(".")
    quoted = ".".join('"' + part.replace('"', '""') + '"' for part in ("given", schema or "public", name))
    with _database_errors(table):
        described = database.execute(f"DESCRIBE SELECT * FROM {quoted}")  # noqa: S608  # a quoted name
        names = [row[0] for row in described.fetchall()]
    check_names(names, table)
    return TableContent(names, _tables(database, f"SELECT * FROM {quoted}", names, table))  # noqa: S608


def _tables(database: Any, query: str, names: list[str], table: str) -> Iterator[Any]:  # noqa: ANN401
    import pyarrow as pa

    with _database_errors(table):
        for batch in database.sql(query).to_arrow_reader(_BATCH):
            texts = [as_text(column, name) for name, column in zip(names, batch.columns, strict=True)]
            yield pa.table(texts, names=names)


def _attach(connection: str) -> Any:  # noqa: ANN401  # a connection of DuckDB
    try:
        import duckdb
    except ImportError:
        msg = "a table of PostgreSQL is read through DuckDB"
        raise UsageError(msg, hint="pip install 'kinonym[duckdb]'") from None
    database = duckdb.connect(config={"autoinstall_known_extensions": False, "autoload_known_extensions": False})
    try:
        database.execute("LOAD postgres")
    except duckdb.Error:
        msg = f"DuckDB {duckdb.__version__} has no extension for PostgreSQL on this machine"
        install = "python -c \"import duckdb; duckdb.sql('INSTALL postgres')\""
        raise UsageError(msg, hint=f"with access to the internet, once: {install}; or export the table") from None
    given = connection.replace("'", "''")
    try:
        database.execute(f"ATTACH '{given}' AS given (TYPE postgres, READ_ONLY)")
    except duckdb.Error:  # its message may quote a password
        database.close()
        msg = "the PostgreSQL server rejected the connection, or cannot be reached"
        hint = "postgres:dbname=NAME host=HOST user=NAME#TABLE; a password in PGPASSWORD or ~/.pgpass"
        raise DataError(msg, hint=hint) from None
    return database


@contextmanager
def _database_errors(table: str) -> Iterator[None]:
    """Replace the errors of a server, which may quote a cell."""
    import duckdb

    try:
        yield
    except duckdb.CatalogException:
        msg, hint = f"the PostgreSQL database has no table {table!r}", "name it with its schema: #schema.table"
    except duckdb.Error as error:
        msg = f"the PostgreSQL server could not return the table {table!r} ({type(error).__name__})"
        hint = "check the permissions on it, and that the server is running"
    else:
        return
    raise DataError(msg, hint=hint)


POSTGRES = TableFormat(
    name="postgres",
    title="PostgreSQL",
    naming="`postgres:dbname=NAME host=HOST#table` ([how](scale.md))",
    read=_read,
    scheme="postgres:",
    example="postgres:dbname=NAME host=HOST#table",
    local=False,
    extra="duckdb",
)
