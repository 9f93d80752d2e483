"""Fills the records of persons from the rows of several tables: one per person, with sets for gathered tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kinonym.engines.contract import Source
from kinonym.errors import DataError
from kinonym.files.texts import keeps_type
from kinonym.pipeline.several_tables.linked_rows import LinkedRows, link_rows
from kinonym.recipe import Recipe
from kinonym.recipe.person_record import PersonRecord, Slot
from kinonym.recipe.released_table import ReleasedTable

__all__ = ["FilledRecords", "fill_records"]


@dataclass(frozen=True, eq=False)
class FilledRecords:
    """The records of all persons, and what un-gathering them needs to know of the tables."""

    record: PersonRecord
    table: Any
    """An Arrow table of texts with one row per person."""
    columns: Mapping[str, tuple[str, ...]]
    """Table → the columns that are released, in the order of the table; keys are among them."""
    complete: frozenset[str]
    """The tables in which every person has exactly one row, which is always released."""
    ids: frozenset[str]
    """All values of keys, references and persons: no released pseudonym may be one of them."""
    types: Mapping[str, Mapping[str, Any]]
    """Table → its unmasked columns with a simple Arrow type, which they keep."""
    notices: tuple[str, ...]

    @cached_property
    def recipe(self) -> Recipe:
        """The recipe of the records."""
        return self.record.make_recipe(self.table.column_names)


def fill_records(sources: Mapping[str, Source], recipe: Recipe) -> FilledRecords:
    """Gather the rows of every person.

    Raises
    ------
    DataError
        If keys and references of the tables do not fit together, or a table has more rows of a person than expected.
    """
    import pyarrow as pa

    record = PersonRecord(recipe)
    linked = link_rows(sources, record)
    number = {person: None for rows in linked.values() for person in rows.person}
    persons = {person: i for i, person in enumerate(number)}
    complete = frozenset(name for name, rows in linked.items() if _is_complete(name, rows, record, len(persons)))
    _check_unmasked(record, complete)
    cells, slots = _fill_cells(linked, persons, record)
    always = {f"{name}.{column}" for name in complete for column in record.tables[name].released}
    filled = {name for name, texts in cells.items() if name in always or any(text is not None for text in texts)}
    whole = record.make_recipe()
    names = [name for name in cells if name in filled and _has_leaders(name, filled, whole)]
    return FilledRecords(
        record=record,
        table=pa.table({name: pa.array(cells[name], pa.string()) for name in names}),
        columns={name: _list_released(name, sources[name].columns, record) for name in recipe.tables},
        complete=complete,
        ids=frozenset(_list_ids(linked, record)),
        types={name: _kept_types(rows, record.tables[name]) for name, rows in linked.items()},
        notices=(*_describe_gathering(linked, len(persons), record), *_describe_left_out(linked, slots, record)),
    )


def _kept_types(rows: LinkedRows, table: ReleasedTable) -> dict[str, Any]:
    """The unmasked columns of numbers, booleans, dates and times with their types; all others are texts."""
    unmasked = [name for name in table.released if not table.columns[name].masked and name in rows.types]
    return {name: rows.types[name] for name in unmasked if keeps_type(rows.types[name])}


def _is_complete(name: str, rows: LinkedRows, record: PersonRecord, persons: int) -> bool:
    table = record.tables[name]
    return rows.parent is None and not table.numbered and not table.gather and len(rows.person) == persons


def _check_unmasked(record: PersonRecord, complete: frozenset[str]) -> None:
    """Reject unmasked columns of a table in which some persons have no row: that would tell persons apart."""
    for name, table in record.tables.items():
        unmasked = record.recipe.model_copy(update={"tables": {}, "columns": dict(table.columns)}).unmasked
        passed = [column for column in unmasked if column in table.released]
        if passed and name not in complete:
            msg = f"table {name}: {passed[0]!r} would be released unmasked, but some persons have no row in this table"
            raise DataError(msg, hint='drop it with role = "identifier", or mask it')


def _fill_cells(
    linked: Mapping[str, LinkedRows], persons: Mapping[str, int], record: PersonRecord
) -> tuple[dict[str, list[str | None]], dict[str, list[Slot | None]]]:
    """The columns of the records, and the slot of each row; None if the row is beyond the number of ``rows``."""
    slots: dict[str, list[Slot | None]] = {}
    cells: dict[str, list[str | None]] = {}
    for name in record.ordered:
        slots[name] = [*_place_rows(name, linked[name], slots, record)]
        for possible in record.slots[name]:
            cells |= {f"{possible.prefix}{column}": [None] * len(persons) for column in record.tables[name].released}
    for name in linked:
        separator = record.separator(name)
        for column in record.tables[name].released:
            rows = zip(slots[name], linked[name].person, linked[name].cells[column], strict=True)
            sets: dict[tuple[str, int], set[str]] = {}
            for slot, person, text in rows:
                if slot is not None and text is not None:
                    sets.setdefault((f"{slot.prefix}{column}", persons[person]), set()).add(text)
            for (slot_column, number), members in sets.items():
                cells[slot_column][number] = (
                    next(iter(members)) if separator is None else separator.join(sorted(members))
                )
    return cells, slots


def _place_rows(
    name: str, rows: LinkedRows, slots: Mapping[str, list[Slot | None]], record: PersonRecord
) -> Iterator[Slot | None]:
    slot_of = {(slot.parent, slot.number): slot for slot in record.slots[name]}
    parents = record.parents[name]
    gathered = bool(record.tables[name].gather)
    for row, row_number in enumerate(rows.row_number):
        above = None if parents is None or rows.parent is None else slots[parents[1]][rows.parent[row]]
        lost = parents is not None and above is None
        yield None if lost else slot_of.get((above, 1 if gathered else row_number + 1))


def _has_leaders(name: str, filled: set[str], recipe: Recipe) -> bool:
    """Whether the columns that decide the text or the code system of a column have values."""
    column = recipe.columns[name]
    return all(leader is None or leader in filled for leader in (column.follows, column.by_column))


def _list_released(name: str, columns: tuple[str, ...], record: PersonRecord) -> tuple[str, ...]:
    table = record.tables[name]
    released = {*table.released, *table.keys, record.person_column(name)}
    return tuple(column for column in columns if column in released)


def _list_ids(linked: Mapping[str, LinkedRows], record: PersonRecord) -> Iterator[str]:
    for name, rows in linked.items():
        for column in {*record.tables[name].keys, record.person_column(name)} & {*rows.cells}:
            yield from (text for text in rows.cells[column] if text is not None)


def _describe_gathering(linked: Mapping[str, LinkedRows], persons: int, record: PersonRecord) -> Iterator[str]:
    listed = ", ".join(f"{name} ({len(linked[name].person):,})" for name in record.tables)
    yield f"{persons:,} persons were gathered from the rows of {listed}"


def _describe_left_out(
    linked: Mapping[str, LinkedRows], slots: Mapping[str, list[Slot | None]], record: PersonRecord
) -> Iterator[str]:
    """Yield a notice for each table with rows that are not released, and for repeated values of a set."""
    for name, table in record.tables.items():
        if beyond := sum(slot is None for slot in slots[name]):
            yield f"{beyond:,} rows of {name} are left out: they are beyond the number of rows in the recipe"
        if table.gather:
            column = linked[name].cells[table.gather[0]]
            given = [
                (slot, person, text)
                for slot, person, text in zip(slots[name], linked[name].person, column, strict=True)
                if slot is not None
            ]
            if again := len(given) - len({each for each in given if each[2] is not None}):
                yield f"{again:,} rows of {name} repeat a value of their set or have none, and count as no further row"
