"""Names of tables in databases: what comes before the ``#`` and after it. A name with a password is rejected."""

from __future__ import annotations

import re

from kinonym.errors import UsageError

__all__ = ["is_query", "quote_name", "shown_name", "split_name", "split_schema"]

_QUERY = re.compile(r"\s*(select|with)\s", re.IGNORECASE)
_MARK_OF_QUERY = re.compile(r"#(?=\s*(select|with)\s)", re.IGNORECASE)
_SECRET = re.compile(r"(^|[?&\s;:=]|%3B|%3D)(\w*password|passwd|pwd)\s*(=|%3D)", re.IGNORECASE)
_USER_WITH_PASSWORD = re.compile(r"://[^@]*:[^@]*@")  # a password may also contain / ? #


def split_name(text: str) -> tuple[str, str]:
    """Return what a name says before the ``#``, and the table or the query after it.

    >>> split_name("sqlite:ward#3.db#stays"), split_name("postgresql://db/x#SELECT '#' AS a")
    (('sqlite:ward#3.db', 'stays'), ('postgresql://db/x', "SELECT '#' AS a"))
    """
    mark = _MARK_OF_QUERY.search(text)
    address, part = (text[: mark.start()], text[mark.end() :]) if mark else text.rpartition("#")[::2]
    _check_without_password(address if mark else text)
    return address, part.strip()


def is_query(part: str) -> bool:
    """Whether the text after the ``#`` is a query rather than a table.

    >>> is_query("SELECT * FROM stays"), is_query("selected.stays")
    (True, False)
    """
    return _QUERY.match(part) is not None


def shown_name(text: str) -> str:
    """The name of a table for messages: a query in it may contain values of records.

    >>> shown_name("postgresql://db/x#SELECT * FROM stays WHERE name = 'Ann'")
    'postgresql://db/x#(a query)'
    """
    mark = _MARK_OF_QUERY.search(text)
    return f"{text[: mark.start()]}#(a query)" if mark else text


def split_schema(table: str) -> tuple[str | None, str]:
    """Return the schema of a table, None if the name has none, and the table.

    >>> split_schema("clinic.stays"), split_schema("stays"), split_schema('clinic."old.stays"')
    (('clinic', 'stays'), (None, 'stays'), ('clinic', 'old.stays'))
    """
    names = [_plain(part) for part in re.findall(r'"(?:[^"]|"")*"|[^."]+', table)]
    if not 1 <= len(names) <= 2 or not all(names):
        msg = f"the name {table!r} is neither a table nor a schema with a table"
        raise UsageError(msg, hint='#table or #schema.table; a name with a point in quotes: #schema."a.b"')
    return (names[0] if len(names) == 2 else None), names[-1]


def quote_name(*names: str | None) -> str:
    """Return names for a statement of standard SQL.

    >>> print(quote_name("clinic", 'odd "name'), quote_name(None, "stays"))
    "clinic"."odd ""name" "stays"
    """
    return ".".join('"' + name.replace('"', '""') + '"' for name in names if name is not None)


def _plain(part: str) -> str:
    return part[1:-1].replace('""', '"') if part.startswith('"') else part.strip()


def _check_without_password(address: str) -> None:
    """Reject a name with a password, without showing it: other users see the commands that run."""
    if _USER_WITH_PASSWORD.search(address) or _SECRET.search(address):
        msg = "the name of a table contains a password, which other users of this machine could see"
        hint = "leave it out; PostgreSQL: PGPASSWORD or ~/.pgpass, others: KINONYM_DATABASE_PASSWORD; or type it in"
        raise UsageError(msg, hint=hint)
