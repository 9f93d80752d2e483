"""The tables of a schema of a DuckDB file with their keys, and whether a schema is new."""

from __future__ import annotations

from typing import Any

from kinonym.errors import UsageError
from kinonym.files.databases.duckdb_connection import open_duckdb
from kinonym.files.formats.table_format import TableKeys, TableLocation

__all__ = ["check_new_schema", "has_schema", "keys_of_schema", "reject_schema", "schema_of"]

_MAIN = "main"


def schema_of(location: TableLocation) -> str:
    """The schema that a location names, or the usual one."""
    part = location.part or _MAIN
    return part[1:-1].replace('""', '"') if part.startswith('"') else part


def keys_of_schema(connection: Any, schema: str) -> dict[str, TableKeys]:  # noqa: ANN401
    """The tables of a schema with their keys; keys of several columns are left out."""
    tables = connection.execute(
        "SELECT table_name FROM duckdb_tables() WHERE lower(schema_name) = lower(?) ORDER BY table_oid", [schema]
    ).fetchall()
    found = connection.execute(
        "SELECT table_name, constraint_type, constraint_column_names, referenced_table, referenced_column_names "
        "FROM duckdb_constraints() WHERE lower(schema_name) = lower(?)",
        [schema],
    ).fetchall()
    single = [
        (name, kind, columns[0], target, keys) for name, kind, columns, target, keys in found if len(columns) == 1
    ]
    return {
        name: TableKeys(
            key=next((column for owner, kind, column, *_ in single if owner == name and kind == "PRIMARY KEY"), None),
            references={
                column: (target, keys[0]) for owner, kind, column, target, keys in single
                if owner == name and kind == "FOREIGN KEY" and keys
            },
        )
        for (name,) in tables
    }  # fmt: skip


def has_schema(connection: Any, schema: str) -> bool:  # noqa: ANN401
    """Whether a schema of the file exists; DuckDB ignores case in names."""
    found = connection.execute(
        "SELECT count(*) FROM duckdb_schemas() WHERE lower(schema_name) = lower(?) AND NOT internal", [schema]
    ).fetchall()
    return bool(found[0][0])


def check_new_schema(location: TableLocation) -> None:
    """Reject a schema that exists; a new file may have its tables in the usual one."""
    if not location.path.exists():
        return
    if location.part is None:
        msg = f"{location.name}: the file exists, and is never replaced"
        raise UsageError(msg, hint="choose another name, or name a new schema after a #")
    with open_duckdb(location, location.path) as connection:
        if has_schema(connection, schema_of(location)) or schema_of(location).lower() == _MAIN:
            reject_schema(location.name)


def reject_schema(name: str) -> None:
    """Raise because a schema exists."""
    msg = f"{name}: the schema exists; several tables are released as a new one"
    raise UsageError(msg, hint="choose another name")
