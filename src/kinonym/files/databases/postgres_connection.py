"""Connections to PostgreSQL servers through ADBC: one transaction each, and errors that quote nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any
from urllib.parse import quote

from kinonym.errors import DataError, UsageError
from kinonym.files.databases.database_names import quote_name, split_schema
from kinonym.files.databases.passwords import ask_password, known_password
from kinonym.files.formats.table_format import TableLocation

__all__ = ["check_absent", "fetch", "open_cursor", "postgres_errors", "run", "target_of", "text_literal"]

_REASONS = {
    "42P01": ("there is no such table", "name it with its schema: #schema.table"),
    "3F000": ("there is no such schema", "create it, or name another: #schema.table"),
    "42P06": ("the schema exists; several tables are released as a new one", "choose another name"),
    "42P07": ("the table exists, and is never replaced", "choose another name, or drop the table first"),
    "23505": ("the table exists, and is never replaced", "choose another name, or drop the table first"),
    "55P03": ("another session is creating this table", "wait for it to end, or choose another name"),
    "42501": ("permission denied", "reading needs SELECT on the table, writing needs USAGE and CREATE on the schema"),
    "42601": ("the query is not a single SELECT", "try it with psql first"),
    "42703": ("a column of the query does not exist", "try the query with psql first"),
    "25006": ("the query would change the database", "name a query that only reads"),
    "53100": ("no space is left on the server", "free some space there"),
}
"""SQLSTATE → what happened, and a hint."""
_UNREACHABLE = "the PostgreSQL server rejected the connection, or cannot be reached"


@contextmanager
def open_cursor(location: TableLocation) -> Iterator[Any]:
    """A cursor in a transaction; it is rolled back unless ``connection.commit()`` was called."""
    with postgres_errors(location), closing(_connect(location)) as connection, closing(connection.cursor()) as cursor:
        try:
            run(cursor, "SET LOCAL synchronize_seqscans = off")  # rows are read back in the order of writing
            yield cursor
        finally:
            with suppress(_driver().Error):  # the connection may be lost
                connection.rollback()


def run(cursor: Any, statement: str) -> None:  # noqa: ANN401
    """Execute a statement that returns nothing."""
    cursor.execute(statement)


def fetch(cursor: Any, query: str) -> list[tuple[Any, ...]]:  # noqa: ANN401
    """Return the rows of a query."""
    cursor.execute(query)
    return list(cursor.fetchall())


def target_of(location: TableLocation) -> str:
    """The quoted name of the table."""
    return quote_name(*split_schema(location.part or ""))


def check_absent(location: TableLocation) -> None:
    """Reject a table that exists, and a schema in which the user may not create one."""
    schema, table = split_schema(location.part or "")
    with open_cursor(location) as cursor:
        where = "current_schema()" if schema is None else text_literal(schema)
        found = fetch(
            cursor,
            f"SELECT n.nspname, has_schema_privilege(n.oid, 'CREATE'), c.relname "  # noqa: S608  # quoted names
            f"FROM pg_namespace n LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = {text_literal(table)} "
            f"WHERE n.nspname = {where}",
        )
    state = "3F000" if not found else "42P07" if found[0][2] else "42501" if not found[0][1] else None
    if state is not None:
        reason, hint = _REASONS[state]
        msg = f"{location.name}: {reason}"
        raise UsageError(msg, hint=hint)


@contextmanager
def postgres_errors(location: TableLocation) -> Iterator[None]:
    """Replace the errors of a server, which may quote a cell or a password."""
    adbc = _driver()
    found: tuple[str, str] | None = None
    state: str | None = None
    try:
        yield
    except adbc.Error as error:
        state = error.sqlstate or next(iter(re.findall(r"SQLSTATE: (\w{5})", str(error))), None)
        unknown = f"the PostgreSQL server could not complete the run ({state or type(error).__name__})"
        found = _REASONS.get(state or "", (unknown, "check that the server is running; its log has the details"))
    if found is None:
        return
    kind = UsageError if state in ("42P06", "42P07", "23505", "55P03") else DataError
    msg = f"{location.name}: {found[0]}"
    raise kind(msg, hint=found[1])


def _connect(location: TableLocation) -> Any:  # noqa: ANN401
    adbc, password = _driver(), known_password(location.address)
    try:
        return adbc.connect(_with_password(location.address, password))
    except adbc.Error as error:
        asked = ask_password(location.address) if "password" in str(error) else None
    try:
        if asked is not None:
            return adbc.connect(_with_password(location.address, asked))
    except adbc.Error:  # its message may quote the password
        pass
    msg = f"{location.name}: {_UNREACHABLE}"
    raise DataError(msg, hint="postgresql://USER@HOST/NAME#SCHEMA.TABLE; a password in PGPASSWORD or ~/.pgpass")


def _with_password(address: str, password: str | None) -> str:
    """What libpq is given: a URI, or keywords after the scheme; it looks for a password itself if there is none."""
    if "://" not in address:
        keywords = address.partition(":")[2]
        escaped = (password or "").replace("\\", "\\\\").replace("'", "\\'")
        return keywords if password is None else f"{keywords} password='{escaped}'"
    if password is None:
        return address
    return f"{address}{'&' if '?' in address else '?'}password={quote(password, safe='')}"


def text_literal(text: str) -> str:
    """A text for a statement."""
    return "'" + text.replace("'", "''") + "'"


def _driver() -> Any:  # noqa: ANN401
    try:
        from adbc_driver_postgresql import dbapi
    except ImportError:
        msg = "tables of PostgreSQL need a driver"
        raise UsageError(msg, hint="pip install 'kinonym[postgres]'") from None
    return dbapi
