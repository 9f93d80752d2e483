"""Connections to any database that SQLAlchemy knows, and errors that quote nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kinonym.errors import DataError, UsageError
from kinonym.files.databases.database_names import split_schema
from kinonym.files.databases.embedded_files import reject_table
from kinonym.files.databases.passwords import VARIABLE, ask_password, known_password
from kinonym.files.formats.table_format import TableLocation

__all__ = ["check_absent", "open_sql", "target_of"]

_SNAPSHOTS = {"mysql": "REPEATABLE READ", "mariadb": "REPEATABLE READ", "postgresql": "REPEATABLE READ"}
"""The isolation in which a query sees one state of the database; the others are read as SERIALIZABLE."""


def check_absent(location: TableLocation) -> None:
    """Reject a table that exists."""
    schema, table = target_of(location)
    with open_sql(location) as connection:
        import sqlalchemy as sa

        if sa.inspect(connection).has_table(table, schema=schema):
            reject_table(location.name)


@contextmanager
def open_sql(location: TableLocation, *, snapshot: bool = False) -> Iterator[Any]:
    """A connection in a transaction; it is rolled back unless it commits.

    ``snapshot``: for one query, of which the rows are read in a stream.
    """
    sa = _library()
    found: tuple[str, str] | None = None
    try:
        engine = _engine(sa, location)
        level = _SNAPSHOTS.get(engine.dialect.name, "SERIALIZABLE")
        options = {"isolation_level": level, "stream_results": True} if snapshot else {}
        with _connected(sa, engine, location) as connection:
            yield connection.execution_options(**options)
    except sa.exc.NoSuchTableError:
        found = ("there is no such table", "name it with its schema: #schema.table")
    except (ImportError, sa.exc.NoSuchModuleError):
        found = ("the driver of this database is not installed", "for example: pip install pymysql, mysql+pymysql://…")
    except sa.exc.ArgumentError:
        found = ("the name is not a URL of SQLAlchemy", "dialect+driver://user@host/database#table")
    except sa.exc.SQLAlchemyError as error:
        reason = type(getattr(error, "orig", None) or error).__name__
        found = (f"the database could not complete the run ({reason})", "check the table, the query, the permissions")
    if found is not None:
        msg = f"{location.name}: {found[0]}"
        raise DataError(msg, hint=found[1])


def target_of(location: TableLocation) -> tuple[str | None, str]:
    """The schema and the name of the table."""
    return split_schema(location.part or "")


def _engine(sa: Any, location: TableLocation, password: str | None = None) -> Any:  # noqa: ANN401
    url = sa.engine.make_url(location.address)
    known = password or known_password(location.address)
    url = url if known is None or url.username is None else url.set(password=known)
    return sa.create_engine(url, poolclass=sa.pool.NullPool, hide_parameters=True)


def _connected(sa: Any, engine: Any, location: TableLocation) -> Any:  # noqa: ANN401
    try:
        return engine.connect()
    except sa.exc.DBAPIError:  # its message may quote a password
        asked = ask_password(location.address)
    if asked is not None:
        return _engine(sa, location, asked).connect()
    msg = f"{location.name}: the database rejected the connection, or cannot be reached"
    raise DataError(msg, hint=f"a password in {VARIABLE}, or typed in at a terminal")


def _library() -> Any:  # noqa: ANN401
    try:
        import sqlalchemy
    except ImportError:
        msg = "tables of this database need SQLAlchemy"
        raise UsageError(msg, hint="pip install 'kinonym[sql]', and the driver of the database") from None
    return sqlalchemy
