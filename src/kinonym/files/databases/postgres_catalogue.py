"""The tables of a schema of a PostgreSQL server with their keys, and whether a new schema can be created."""

from __future__ import annotations

from typing import Any

from kinonym.errors import DataError, UsageError
from kinonym.files.databases.postgres_connection import fetch, open_cursor, text_literal
from kinonym.files.formats.table_format import TableKeys, TableLocation

__all__ = ["check_new_schema", "keys_of_schema", "schema_of"]


def schema_of(cursor: Any, location: TableLocation) -> str:  # noqa: ANN401
    """The schema that a location names, or the usual one."""
    given = "current_schema()" if location.part is None else text_literal(_plain(location.part))
    found = fetch(cursor, f"SELECT nspname::text FROM pg_namespace WHERE nspname = {given}")  # noqa: S608  # quoted
    if not found:
        msg = f"{location.name}: there is no such schema"
        raise DataError(msg, hint="name a schema with tables: postgresql://host/database#schema")
    return str(found[0][0])


def keys_of_schema(cursor: Any, schema: str) -> dict[str, TableKeys]:  # noqa: ANN401
    """The tables of a schema that the user may read, with their keys; those of several columns are left out."""
    tables = fetch(
        cursor,
        "SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "  # noqa: S608  # quoted
        f"WHERE n.nspname = {text_literal(schema)} AND c.relkind IN ('r', 'p') AND NOT c.relispartition "
        "AND has_table_privilege(c.oid, 'SELECT') ORDER BY c.oid",
    )
    keys = dict(_constraints(cursor, schema, "p"))
    references: dict[str, dict[str, tuple[str, str]]] = {}
    for table, (column, target, key) in _constraints(cursor, schema, "f"):
        references.setdefault(table, {})[column] = (target, key)
    return {
        name: TableKeys(key=keys[name][0] if name in keys else None, references=references.get(name, {}))
        for (name,) in tables
    }


def check_new_schema(location: TableLocation) -> None:
    """Reject a schema that exists, and a database in which the user may not create one."""
    if location.part is None:
        msg = f"{location.name}: the name does not say which schema to create"
        raise UsageError(msg, hint="name it after a #: postgresql://host/database#released")
    with open_cursor(location) as cursor:
        found = fetch(
            cursor,
            "SELECT has_database_privilege(current_database(), 'CREATE'), "  # noqa: S608  # a quoted name
            f"EXISTS (SELECT FROM pg_namespace WHERE nspname = {text_literal(_plain(location.part))})",
        )
    may_create, exists = found[0]
    if exists:
        msg = f"{location.name}: the schema exists; several tables are released as a new one"
        raise UsageError(msg, hint="choose another name")
    if not may_create:
        msg = f"{location.name}: permission denied: a new schema needs CREATE on the database"
        raise UsageError(msg, hint="ask the owner of the database, or write a folder")


def _constraints(cursor: Any, schema: str, kind: str) -> list[tuple[str, tuple[str, str, str]]]:  # noqa: ANN401
    """Table → (column, target, key) for each key (``p``) or reference (``f``) of a single column."""
    found = fetch(
        cursor,
        "SELECT t.relname::text, a.attname::text, r.relname::text, b.attname::text FROM pg_constraint c "  # noqa: S608
        "JOIN pg_class t ON t.oid = c.conrelid JOIN pg_namespace n ON n.oid = t.relnamespace "
        "JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.conkey[1] "
        "LEFT JOIN pg_class r ON r.oid = c.confrelid AND r.relnamespace = t.relnamespace "
        "LEFT JOIN pg_attribute b ON b.attrelid = r.oid AND b.attnum = c.confkey[1] "
        f"WHERE n.nspname = {text_literal(schema)} AND c.contype = '{kind}' AND cardinality(c.conkey) = 1 "
        "AND (c.contype = 'p' OR r.oid IS NOT NULL) ORDER BY c.oid",
    )
    return [(table, (column, target or "", key or "")) for table, column, target, key in found]


def _plain(schema: str) -> str:
    return schema[1:-1].replace('""', '"') if schema.startswith('"') else schema
