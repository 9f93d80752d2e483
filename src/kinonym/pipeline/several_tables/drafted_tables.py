"""The draft of a recipe for a folder, a database or a dict of tables (`kinonym init folder/`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from kinonym.drafting.several_tables import GivenTable, TablesDraft, draft_tables
from kinonym.engines import OpenedSource, ReadingOptions, engine_for, open_table
from kinonym.errors import DataError
from kinonym.files.databases.database_names import is_query, split_schema
from kinonym.files.formats.table_format import TableKeys, TableName
from kinonym.files.recognising import database_format, locate_schema
from kinonym.files.table_stream import columns_of
from kinonym.pipeline.several_tables.opened_tables import read_database_table
from kinonym.pipeline.several_tables.table_folder import ending_of, list_tables

__all__ = ["draft_frames", "draft_stored_tables", "is_several_tables"]

_ODD = re.compile(r"[^\w -]+")
_WHOLE_FOLDER = ".parquet"
_EMPTY = "no rows"


def is_several_tables(source: object) -> bool:
    """Whether a source is a database, or a folder with several tables.

    A folder of Parquet files with the same columns is one table.
    """
    if not isinstance(source, str | Path):
        return isinstance(source, Mapping)
    if (form := database_format(source)) is not None:
        mark, part = str(source).rpartition("#")[1:]
        return form.open_tables is not None and (not mark or (not is_query(part) and _is_schema(source)))
    folder = Path(source)
    if not folder.is_dir():
        return False
    files = [*list_tables(folder).values()]
    parts = all(ending_of(path).lower() == _WHOLE_FOLDER for path in files)
    return len(files) > 1 and not (parts and len({columns_of(path) for path in files}) == 1)


def _is_schema(source: TableName) -> bool:
    """Whether what is named after the ``#`` is a schema with tables, and not a table."""
    form, location = database_format(source), locate_schema(source)
    schema, name = split_schema(location.part or "")
    if form is None or form.open_tables is None or not form.has_schemas or schema is not None:
        return False
    try:
        with form.open_tables(location) as given:
            filled = bool(given.keys)
    except DataError:  # opening the table explains it
        return False
    if not filled:
        return False
    with form.open_tables(locate_schema(location.address)) as given:
        return name not in given.keys


def draft_stored_tables(
    source: TableName,
    *,
    reading: ReadingOptions,
    engine: str = "auto",
    memory_limit: str | int | None = None,
    extra: Sequence[str] = (),
    tell: Callable[[str, tuple[str, ...]], None] = lambda *_: None,
) -> TablesDraft:
    """Draft a recipe for the tables of a folder or a database; ``tell`` gets the notices of reading a table."""
    if database_format(source) is not None:
        opened = dict(_open_database(source, reading))
    else:
        opened = dict(_open_folder(Path(source), reading, engine, memory_limit))
    given: dict[str, GivenTable] = {}
    for stored, (table, keys) in opened.items():
        tell(stored, table.notices)
        name, file = _name_table(stored, given)
        layout = {} if table.layout is None else table.layout.unusual
        given[name] = GivenTable(source=table.source, file=file, known=keys, layout=layout)
    return draft_tables(_with_new_names(given, [*opened]), extra=extra)


def draft_frames(tables: Mapping[str, Any], *, extra: Sequence[str] = ()) -> TablesDraft:
    """Draft a recipe for data frames by the names of their tables."""
    return draft_tables(
        {name: GivenTable(source=open_table(each).source) for name, each in tables.items()}, extra=extra
    )


def _open_folder(
    folder: Path, reading: ReadingOptions, engine: str, memory_limit: str | int | None
) -> Iterator[tuple[str, tuple[OpenedSource, TableKeys]]]:
    for path in list_tables(folder).values():
        try:
            opened = engine_for(path, engine, memory_limit).open(path, reading)
        except DataError as error:
            if _EMPTY not in error.message:
                raise
            continue  # a table without rows has nothing to draft
        yield path.name, (opened, TableKeys())


def _open_database(source: TableName, reading: ReadingOptions) -> Iterator[tuple[str, tuple[OpenedSource, TableKeys]]]:
    form = database_format(source)
    if form is None or form.open_tables is None:
        return
    with form.open_tables(locate_schema(source)) as given:
        for name, keys in given.keys.items():
            yield name, (read_database_table(given, name, reading.missing), keys)


def _name_table(stored: str, taken: Mapping[str, GivenTable]) -> tuple[str, str | None]:
    """The name of a table in the recipe, and its file or its name in the database if that differs."""
    own = stored.removesuffix(ending_of(Path(stored)))
    name = _ODD.sub("_", own).strip(" _-") or "table"
    while any(name.casefold() == each.casefold() for each in taken):
        name += "_2"
    return name, None if name == own else stored


def _with_new_names(given: Mapping[str, GivenTable], stored: Sequence[str]) -> dict[str, GivenTable]:
    """The same tables; references of the catalogue name the tables of the recipe."""
    new = dict(zip(stored, given, strict=True))
    made: dict[str, GivenTable] = {}
    for name, each in given.items():
        references = {
            column: (new[target], key) for column, (target, key) in each.known.references.items() if target in new
        }
        known = TableKeys(key=each.known.key, references=references)
        made[name] = GivenTable(source=each.source, file=each.file, known=known, layout=each.layout)
    return made
