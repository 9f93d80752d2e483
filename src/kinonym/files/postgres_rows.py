"""A table of a PostgreSQL server as Arrow tables of strings, read through DuckDB's extension in one query.

A password belongs into PGPASSWORD or ~/.pgpass, where libpq finds it, and not into the name of a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kinonym.errors import DataError, UsageError
from kinonym.files.texts import as_text, check_names

__all__ = ["read"]

_BATCH = 1 << 17


def read(connection: str, table: str) -> tuple[list[str], Iterator[Any]]:
    """Return (column names, Arrow tables of strings).

    Parameters
    ----------
    connection
        Keywords of libpq, such as ``dbname=hospital host=db``.
    table
        Its name, with its schema before a point if that is not ``public``.
    """
    database = _attached(connection)
    schema, _, name = table.rpartition(".")
    quoted = ".".join('"' + part.replace('"', '""') + '"' for part in ("given", schema or "public", name))
    with _answering(table):
        described = database.execute(f"DESCRIBE SELECT * FROM {quoted}")  # noqa: S608  # a quoted name
        names = [row[0] for row in described.fetchall()]
    check_names(names, table)
    return names, _tables(database, f"SELECT * FROM {quoted}", names, table)  # noqa: S608


def _tables(database: Any, query: str, names: list[str], table: str) -> Iterator[Any]:  # noqa: ANN401
    import pyarrow as pa

    with _answering(table):
        for batch in database.sql(query).to_arrow_reader(_BATCH):
            texts = [as_text(column, name) for name, column in zip(names, batch.columns, strict=True)]
            yield pa.table(texts, names=names)


def _attached(connection: str) -> Any:  # noqa: ANN401  # a connection of DuckDB
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
        msg = "the PostgreSQL server did not let us in, or is not there"
        hint = "postgres:dbname=NAME host=HOST user=NAME#TABLE; a password in PGPASSWORD or ~/.pgpass"
        raise DataError(msg, hint=hint) from None
    return database


@contextmanager
def _answering(table: str) -> Iterator[None]:
    """The errors of a server may quote a cell: they end here."""
    import duckdb

    try:
        yield
    except duckdb.CatalogException:
        msg, hint = f"the PostgreSQL database has no table {table!r}", "name it with its schema: #schema.table"
    except duckdb.Error as error:
        msg = f"the PostgreSQL server could not give the table {table!r} ({type(error).__name__})"
        hint = "check that it may be read, and that the server is still there"
    else:
        return
    raise DataError(msg, hint=hint)
