"""A release as a new table of a PostgreSQL server, written, read back and committed in one transaction.

Rows are first copied to a temporary table, then cast to the types of the new one. If the program or the connection ends
before the commit, the server removes everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from kinonym.errors import UsageError
from kinonym.files.databases.batch_columns import Failure, peek, plain_column
from kinonym.files.databases.database_names import quote_name
from kinonym.files.databases.postgres_connection import fetch, open_cursor, run, target_of, text_literal
from kinonym.files.databases.postgres_recount import read_back_postgres
from kinonym.files.formats.table_format import NewTable, TableLocation, WrittenTable
from kinonym.files.output_form import Form

__all__ = ["commit_postgres", "commit_postgres_tables"]

_ROWS = "kinonym_rows"
_LONGEST_NAME = 63


def commit_postgres(
    location: TableLocation,
    form: Form,
    batches: Iterator[Any],
    check: Callable[[Callable[[], WrittenTable]], None],
) -> None:
    """Write a new table that only its owner may read; commit it only when ``check`` has read it."""
    target = target_of(location)
    with open_cursor(location) as cursor:
        schema = _create_table(cursor, target, NewTable(form, batches))
        check(lambda: read_back_postgres(cursor, target, schema, form))
        cursor.connection.commit()


def commit_postgres_tables(
    location: TableLocation,
    tables: Mapping[str, NewTable],
    check: Callable[[Mapping[str, Callable[[], WrittenTable]]], None],
) -> None:
    """Write a new schema that only its owner may use; commit it only when ``check`` has read all tables."""
    schema = quote_name(location.part)
    with open_cursor(location) as cursor:
        run(cursor, "SET LOCAL lock_timeout = '10s'")
        run(cursor, f"CREATE SCHEMA {schema}")
        _revoke_grants(cursor, schema, "SCHEMA")
        targets = {name: quote_name(location.part, name) for name in tables}
        written = {name: _create_table(cursor, targets[name], each) for name, each in tables.items()}
        check(
            {
                name: partial(read_back_postgres, cursor, targets[name], written[name], each.form)
                for name, each in tables.items()
            }
        )
        cursor.connection.commit()


def _create_table(cursor: Any, target: str, new: NewTable) -> Any:  # noqa: ANN401
    """Create and fill a table; return the Arrow schema of its rows."""
    schema, batches = peek(new.batches)
    _check_names(schema.names)
    types = {field.name: _database_type(field, new.form) for field in schema}
    _copy_rows(cursor, batches, schema, types)
    casts = ", ".join(_cast(quote_name(name), kind) for name, kind in types.items())
    run(cursor, "SET LOCAL lock_timeout = '10s'")
    run(cursor, f"CREATE TABLE {target} AS SELECT {casts} FROM pg_temp.{_ROWS}")  # noqa: S608  # quoted names
    run(cursor, f"DROP TABLE pg_temp.{_ROWS}")
    _revoke_grants(cursor, target)
    return schema


def _copy_rows(cursor: Any, batches: Iterator[Any], schema: Any, types: dict[str, str]) -> None:  # noqa: ANN401
    """Copy the rows to a temporary table: in a binary form where PostgreSQL has the type of Arrow, else as texts."""
    import pyarrow as pa

    kinds = {field.name: _copied_type(field.type, types[field.name]) for field in schema}
    copied = pa.schema([(f"c{place}", kind) for place, kind in enumerate(kinds.values())])
    failure = Failure()

    def rows() -> Iterator[Any]:
        for batch in batches:
            columns = [
                plain_column(column, name, kind)
                for (name, kind), column in zip(kinds.items(), batch.columns, strict=True)
            ]
            yield pa.RecordBatch.from_arrays(columns, schema=copied)

    with failure.raised_unchanged():
        reader = pa.RecordBatchReader.from_batches(copied, failure.watched(rows()))
        cursor.adbc_ingest(_ROWS, reader, mode="create", temporary=True)
    for place, name in enumerate(kinds):
        run(cursor, f"ALTER TABLE pg_temp.{_ROWS} RENAME c{place} TO {quote_name(name)}")


def _cast(name: str, kind: str) -> str:
    """A column with its type; a double becomes a numeric by its shortest text, as a direct cast would round it."""
    return f"{name}::text::{kind} AS {name}" if kind == "numeric" else f"{name}::{kind} AS {name}"


def _copied_type(kind: Any, target: str) -> Any:  # noqa: ANN401
    import pyarrow as pa

    value = kind.value_type if pa.types.is_dictionary(kind) else kind
    if pa.types.is_floating(value) and target == "numeric":
        return value
    if target in ("smallint", "integer", "bigint", "real", "double precision", "boolean", "date"):
        return value
    return value if pa.types.is_timestamp(value) and target.startswith("timestamp") else pa.string()


def _database_type(field: Any, form: Form) -> str:  # noqa: ANN401
    """The type of a column: that of the input if it comes from PostgreSQL and is not masked, else that of Arrow."""
    import pyarrow as pa

    kind = field.type.value_type if pa.types.is_dictionary(field.type) else field.type
    known = form.database_type(field.name, kind)
    if known is not None:
        return "numeric" if field.name in form.masked else known
    if pa.types.is_decimal(kind):
        return f"numeric({kind.precision},{kind.scale})" if kind.scale >= 0 else "numeric"
    if pa.types.is_timestamp(kind) and kind.unit != "ns":
        return "timestamp" if kind.tz is None else "timestamptz"
    if pa.types.is_time(kind) and kind.unit != "ns":
        return "time"
    names = {
        "int8": "smallint", "uint8": "smallint", "int16": "smallint", "uint16": "integer", "int32": "integer",
        "uint32": "bigint", "int64": "bigint", "uint64": "numeric(20,0)", "float": "real", "double": "double precision",
        "bool": "boolean", "date32[day]": "date",
    }  # fmt: skip
    return names.get(str(kind), "text")


def _check_names(names: list[str]) -> None:
    """Reject names that PostgreSQL would cut."""
    long = [name for name in names if len(name.encode()) > _LONGEST_NAME]
    if long:
        msg = f"column {long[0]!r} has a name of more than {_LONGEST_NAME} bytes, which PostgreSQL would cut"
        raise UsageError(msg, hint="rename the column, or write a file")


def _revoke_grants(cursor: Any, target: str, kind: str = "TABLE") -> None:  # noqa: ANN401
    """Take away what default privileges gave to others; ``kind``: ``TABLE`` or ``SCHEMA``."""
    catalogue, prefix, type_name = {
        "TABLE": ("pg_class", "rel", "regclass"),
        "SCHEMA": ("pg_namespace", "nsp", "regnamespace"),
    }[kind]
    others = fetch(
        cursor,
        "SELECT DISTINCT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END "  # noqa: S608
        f"FROM {catalogue}, aclexplode({prefix}acl) "
        f"WHERE {catalogue}.oid = {text_literal(target)}::{type_name} AND grantee <> {prefix}owner",
    )
    for (name,) in others:
        run(cursor, f"REVOKE ALL ON {kind} {target} FROM {name}")
