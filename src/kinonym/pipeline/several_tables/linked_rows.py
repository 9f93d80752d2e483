"""The rows of several tables with their persons and the rows that they refer to; keys that do not fit are rejected."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from kinonym.domains.date_formats import DateForm
from kinonym.engines.contract import Source
from kinonym.engines.person_ids import unify_person_ids
from kinonym.errors import DataError, RecipeError
from kinonym.files.texts import as_text
from kinonym.hints import did_you_mean
from kinonym.recipe.person_record import PersonRecord

__all__ = ["LinkedRows", "link_rows"]

Texts = list[str | None]
_FIRST_DAY = datetime(1, 1, 1)  # noqa: DTZ001  # dates of a table have no zone
_NUMBER = re.compile(r"[+-]?\d{1,15}(\.\d+)?")


@dataclass(frozen=True, eq=False)
class LinkedRows:
    """The rows of a table."""

    cells: Mapping[str, Texts]
    """Column → the text of each row; None is missing."""
    person: Sequence[str]
    """The person of each row."""
    parent: Sequence[int] | None
    """The row that each row refers to; None: the rows belong to the persons."""
    row_number: Sequence[int]
    """The number of each row among those with the same person or parent, from 0."""
    types: Mapping[str, Any]
    """Column → its Arrow type in the input."""

    @cached_property
    def height(self) -> int:
        """The greatest number of rows with the same person or parent."""
        return max(self.row_number, default=-1) + 1


def link_rows(sources: Mapping[str, Source], record: PersonRecord) -> dict[str, LinkedRows]:
    """Read the tables and find the person, the parent and the number of each row.

    Raises
    ------
    DataError
        If a key is missing or not unique, a reference leads nowhere, or a row names no person or two of them.
    """
    missing = frozenset(record.recipe.table.missing)
    linked: dict[str, LinkedRows] = {}
    keys: dict[str, dict[str, int]] = {}
    for name in record.ordered:
        cells, types = _read_texts(sources[name], missing)
        parent = _find_parents(name, cells, record, keys)
        person = _find_persons(name, cells, record, linked, parent)
        owners: Sequence[object] = person if parent is None else parent
        row_number = _number_rows(name, cells, owners, record)
        linked[name] = LinkedRows(cells, person, parent, row_number, types)
        key = record.tables[name].key
        if key is not None:
            keys[name] = _index_keys(name, key, cells)
    _check_everyone(linked, record)
    return linked


def _read_texts(source: Source, missing: frozenset[str]) -> tuple[dict[str, Texts], dict[str, Any]]:
    """The texts of all columns, and their types."""
    cells: dict[str, Texts] = {name: [] for name in source.columns}
    types: dict[str, Any] = {}
    for _, batch in source.read_rows(source.columns):
        for name, column in zip(source.columns, batch.columns, strict=True):
            types[name] = column.type
            cells[name] += [None if text in missing else text for text in as_text(column, name).to_pylist()]
    return cells, types


def _index_keys(name: str, key: str, cells: Mapping[str, Texts]) -> dict[str, int]:
    ids = unify_person_ids(_column(name, key, cells), ())
    if without := sum(each is None for each in ids):
        msg = f"table {name}: {without:,} rows have no value in the key {key!r}"
        raise DataError(msg, hint="leave these rows out, or name another key")
    index = {each: row for row, each in enumerate(ids) if each is not None}
    if len(index) < len(ids):
        msg = f"table {name}: the key {key!r} is not unique: {len(ids):,} rows have {len(index):,} values"
        raise DataError(msg, hint="name another key, or remove key if no table refers to it")
    return index


def _column(name: str, column: str, cells: Mapping[str, Texts]) -> Texts:
    if column not in cells:
        msg = f"the recipe names the column {column!r} of the table {name}, which the table does not have"
        raise RecipeError(msg, hint=did_you_mean(column, cells))
    return cells[column]


def _find_parents(
    name: str, cells: Mapping[str, Texts], record: PersonRecord, keys: Mapping[str, Mapping[str, int]]
) -> list[int] | None:
    """The number of the row that each row refers to."""
    if (reference := record.parents[name]) is None:
        return None
    column, target = reference
    rows = [keys[target].get(each or "") for each in unify_person_ids(_column(name, column, cells), ())]
    found = [row for row in rows if row is not None]
    if len(found) < len(rows):
        msg = f"table {name}: {len(rows) - len(found):,} rows refer by {column!r} to no row of the table {target}"
        raise DataError(msg, hint=f"leave these rows out, or drop the column: remove {column!r} from references")
    return found


def _find_persons(
    name: str,
    cells: Mapping[str, Texts],
    record: PersonRecord,
    linked: Mapping[str, LinkedRows],
    parent: Sequence[int] | None,
) -> list[str]:
    """The id of the person of each row: by its own column, and by the row that it refers to."""
    reference, column = record.parents[name], record.person_column(name)
    above = None
    if reference is not None and parent is not None:
        above = [linked[reference[1]].person[row] for row in parent]
    if column not in cells and above is not None and record.tables[name].person is None:
        return above
    ids = unify_person_ids(_column(name, column, cells), record.recipe.table.missing)
    named = [each for each in ids if each is not None]
    if len(named) < len(ids):
        msg = f"table {name}: {len(ids) - len(named):,} rows name no person in {column!r}"
        raise DataError(msg, hint="leave these rows out: in several tables every row needs a person")
    if above is not None and (others := sum(one != other for one, other in zip(named, above, strict=True))):
        target = "" if reference is None else reference[1]
        msg = f"table {name}: {others:,} rows name another person than the row of {target} that they refer to"
        raise DataError(msg, hint="correct these rows, or drop the reference")
    return named


def _number_rows(name: str, cells: Mapping[str, Texts], owners: Sequence[object], record: PersonRecord) -> list[int]:
    """Number the rows with the same owner, in the order of the recipe or of the table."""
    table = record.tables[name]
    rows = list(range(len(owners)))
    if table.order is not None:
        ranks = _rank_texts(_column(name, table.order, cells), record.recipe.table.two_digit_years_from)
        rows.sort(key=lambda row: ranks[row])
    row_number, seen = [0] * len(rows), Counter[object]()
    for row in rows:
        row_number[row] = seen[owners[row]]
        seen[owners[row]] += 1
    several = sum(times > 1 for times in seen.values())
    if several and table.rows is None and not table.gather:
        msg = f"table {name}: {several:,} persons or referenced rows have several rows"
        hint = f'[tables.{name}] gather = ["diagnosis"] releases a set of values, rows = {max(seen.values())} all rows'
        raise DataError(msg, hint=hint)
    return row_number


def _rank_texts(texts: Sequence[str | None], first_year: int | None) -> list[tuple[bool, float, str]]:
    """A sort key for each text: as a number or a date if all texts are; missing comes last."""
    known = {text for text in texts if text is not None}
    values: dict[str, float] = {}
    if all(map(_NUMBER.fullmatch, known)):
        values = {text: float(text) for text in known}
    elif all(map(DateForm.reads, known)):
        form = DateForm.of(known, first_year)
        read = {text: form.read(text) for text in known}
        values = {text: (date.start - _FIRST_DAY).total_seconds() for text, date in read.items() if date is not None}
    return [(text is None, values.get(text or "", 0.0), text or "") for text in texts]


def _check_everyone(linked: Mapping[str, LinkedRows], record: PersonRecord) -> None:
    """Reject persons who are not in a table with the persons as its key."""
    for name in filter(record.is_person_table, linked):
        known = frozenset(linked[name].person)
        for other, rows in linked.items():
            if unknown := len({*rows.person} - known):
                msg = f"table {other}: {unknown:,} persons have no row in the table {name}"
                raise DataError(msg, hint=f"leave their rows out, or remove key from [tables.{name}]")
