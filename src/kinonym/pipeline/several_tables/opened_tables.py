"""Opens the tables of a run: the files of a folder, or the tables of a database in one transaction."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kinonym.engines import OpenedSource, common_engine, engine_for, open_table
from kinonym.engines.memory import MemorySource
from kinonym.errors import DataError, UsageError
from kinonym.files.formats.table_format import DatabaseTables, TableName
from kinonym.files.recognising import database_format, input_files, locate_schema
from kinonym.hints import did_you_mean
from kinonym.pipeline.several_tables.table_folder import find_files
from kinonym.recipe import Recipe

__all__ = [
    "open_database",
    "open_files",
    "open_frames",
    "open_given_tables",
    "open_tables",
    "read_database_table",
    "read_files",
]

_REASON = "the tables of a database are read in one transaction"


def read_files(source: TableName, recipe: Recipe) -> list[Path]:
    """The files that the table, or the tables, of a recipe are read from."""
    if not recipe.tables:
        return input_files(source)
    if database_format(source) is None:
        return [*find_files(Path(source), recipe).values()]
    file = locate_schema(source).file
    return [] if file is None else [file]


def open_given_tables(
    tables: Any,  # noqa: ANN401  # a dict of data frames, or a name
    recipe: Recipe,
    engine: str = "auto",
    memory_limit: str | int | None = None,
) -> dict[str, OpenedSource]:
    """Open a dict of tables, a folder or a database."""
    if isinstance(tables, Mapping):
        return open_frames(tables, recipe)
    if not isinstance(tables, str | Path):
        msg = "one table was given, but the recipe describes several tables"
        raise UsageError(msg, hint="give a dict of tables, a folder or a database")
    return open_tables(tables, recipe, engine, memory_limit)


def open_frames(tables: Mapping[str, Any], recipe: Recipe) -> dict[str, OpenedSource]:
    """Open data frames by the names of their tables."""
    if unknown := [name for name in tables if name not in recipe.tables]:
        msg = f"the recipe does not have the table {unknown[0]!r}"
        raise UsageError(msg, hint=f"it has: {', '.join(recipe.tables)}")
    if lacking := [name for name in recipe.tables if name not in tables]:
        msg = f"the table {lacking[0]!r} of the recipe was not given"
        raise UsageError(msg, hint=f"give a dict of tables: {', '.join(recipe.tables)}")
    return {name: open_table(tables[name], recipe.table) for name in recipe.tables}


def open_tables(
    source: TableName, recipe: Recipe, engine: str = "auto", memory_limit: str | int | None = None
) -> dict[str, OpenedSource]:
    """Open the tables that a recipe names, in its order."""
    if database_format(source) is not None:
        return open_database(source, recipe)
    return open_files(find_files(Path(source), recipe), recipe, engine, memory_limit)


def open_files(
    files: Mapping[str, Path], recipe: Recipe, engine: str, memory_limit: str | int | None
) -> dict[str, OpenedSource]:
    """Open the files of a folder, all in one engine."""
    chosen = common_engine(list(files.values()), engine, memory_limit)
    return {name: engine_for(path, chosen, memory_limit).open(path, recipe.table) for name, path in files.items()}


def open_database(source: TableName, recipe: Recipe) -> dict[str, OpenedSource]:
    """Read the tables of a database: all rows are of one moment."""
    form, location = database_format(source), locate_schema(source)
    if form is None or form.open_tables is None:
        msg = f"{location.name}: the tables of this database cannot be listed"
        raise DataError(msg, hint="export the tables to a folder")
    with form.open_tables(location) as given:
        found = {name: _find_table(name, recipe.tables[name].file, given, location.name) for name in recipe.tables}
        return {name: read_database_table(given, table, recipe.table.missing) for name, table in found.items()}


def read_database_table(given: DatabaseTables, table: str, missing: Any) -> OpenedSource:  # noqa: ANN401
    """Read a table into memory."""
    import pyarrow as pa

    content = given.read(table)
    rows = pa.Table.from_batches(list(content.pieces), schema=content.types)
    return OpenedSource(MemorySource(rows, missing), "memory", _REASON, schema=content.types)


def _find_table(name: str, named: str | None, given: DatabaseTables, database: str) -> str:
    """The table of the database for a table of the recipe."""
    if named is not None and named in given.keys:
        return named
    same = [table for table in given.keys if table.casefold() == name.casefold()] if named is None else []
    exact = [table for table in same if table == name]
    if len(same) != 1 and not exact:
        wanted = named or name
        msg = f"{database}: the database has no table {wanted!r}, or several with this name"
        raise DataError(msg, hint=did_you_mean(wanted, given.keys, f'name it: [tables.{name}] file = "…"'))
    return exact[0] if exact else same[0]
