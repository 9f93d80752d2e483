"""Which tables belong to persons, and how: by a person column, or by a reference to a row of another table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kinonym.drafting.several_tables.table_keys import Reference, TableValues, names_persons, speaks_of_key
from kinonym.errors import DataError

__all__ = ["LinkedTable", "TableLinks", "find_links"]


@dataclass(frozen=True, kw_only=True)
class LinkedTable:
    """How a table belongs to persons."""

    person: str | None
    """The column that names the person."""
    parent: Reference | None
    """The reference to a row of another table."""
    key: str | None
    """The column that identifies the rows for another table, or the persons."""
    of_persons: bool
    """Whether the table has exactly one row of every person."""
    unused: tuple[str, ...] = ()
    """Columns that refer to further tables."""


@dataclass(frozen=True, kw_only=True)
class TableLinks:
    """The tables that are released together."""

    person: str
    """The column that names persons in most tables."""
    reason: str
    tables: Mapping[str, LinkedTable]
    left_out: Mapping[str, str]
    """Table that is not released → why."""


def find_links(tables: Mapping[str, TableValues], references: Sequence[Reference]) -> TableLinks:
    """Find the person column, and the tables that belong to persons.

    Raises
    ------
    DataError
        If no column identifies persons.
    """
    chosen = _choose_persons(tables, references)
    if chosen is None:
        msg = "no column of these tables identifies persons"
        raise DataError(
            msg, hint="give the column the same name in every table, such as patient_id; see docs/recipe.md"
        )
    target, key, reason = chosen
    persons = _person_columns(tables, references, target, key)
    rows = [each for each in references if each.target != target and each.column != persons.get(each.table)]
    complete = [each for each in rows if tables[each.table].is_complete(each.column)]
    parents = _choose_parents([each for each in complete if each.target in _include(persons, complete)], tables)
    included = _include(persons, [*parents.values()])
    keys = {each.target: each.key for name, each in parents.items() if name in included}
    order = sorted(included, key=lambda name: (name != target, _depth(name, parents), [*tables].index(name)))
    return TableLinks(
        person=_most_common([persons[name] for name in order if name in persons], key),
        reason=reason,
        tables={
            name: LinkedTable(
                person=persons.get(name),
                parent=parents.get(name),
                key=key if name == target else keys.get(name),
                of_persons=name == target,
                unused=_list_unused(name, rows, parents, included),
            )
            for name in order
        },
        left_out={name: _explain_absence(name, tables, target, key) for name in tables if name not in included},
    )


def _choose_persons(
    tables: Mapping[str, TableValues], references: Sequence[Reference]
) -> tuple[str | None, str, str] | None:
    """The table that has a row of every person, its key, and why; None for the table if there is none."""
    targets = Counter((each.target, each.key) for each in references)
    named = [pair for pair in targets if names_persons(pair[1], pair[0])]
    shared = _shared_person_column(tables)
    if named:
        best = max(named, key=lambda pair: (len(_reaching(pair[0], references)), len(tables[pair[0]].values(pair[1]))))
        if len(_partly_referring(best, tables, references)) <= targets[best]:
            return best[0], best[1], f"it numbers persons, and {_count_tables(targets[best])} to it"
    if shared is not None:
        return None, shared, "it numbers persons, and several tables have it"
    referring = {each.table for each in references}
    roots = [pair for pair in targets if pair[0] not in referring] or list(targets)
    if not roots:
        return None
    best = max(roots, key=lambda pair: (len(_reaching(pair[0], references)), tables[pair[0]].source.records))
    return best[0], best[1], f"{_count_tables(targets[best])} to it"


def _shared_person_column(tables: Mapping[str, TableValues]) -> str | None:
    """The column that numbers persons by its name, and that most tables have."""
    names = Counter(
        column for values in tables.values() for column in values.source.columns if names_persons(column, "")
    )
    best = max(names, key=lambda name: names[name], default=None)
    return best if best is not None and names[best] > 1 else None


def _having(column: str, tables: Mapping[str, TableValues]) -> list[str]:
    return [name for name, values in tables.items() if column in values.source.columns]


def _count_tables(number: int) -> str:
    return "another table refers" if number == 1 else f"{number} other tables refer"


def _partly_referring(
    person: tuple[str, str], tables: Mapping[str, TableValues], references: Sequence[Reference]
) -> list[str]:
    """The tables with a column that names the persons, of whom some have no row in their table."""
    whole = {each.table for each in references if (each.target, each.key) == person}
    others = [name for name in tables if name not in {*whole, person[0]}]
    return [name for name in others if _person_column_of(name, tables, person) is not None]


def _person_column_of(name: str, tables: Mapping[str, TableValues], person: tuple[str, str]) -> str | None:
    """The column of a table that names the persons of another one, by its name and some of its values."""
    known = tables[person[0]].values(person[1])
    named = (column for column in tables[name].source.columns if speaks_of_key(column, *person))
    return next((column for column in named if tables[name].values(column) & known), None)


def _explain_absence(name: str, tables: Mapping[str, TableValues], target: str | None, key: str) -> str:
    column = None if target is None else _person_column_of(name, tables, (target, key))
    if target is None or column is None:
        return "nothing links it to persons"
    values = tables[name].values(column)
    lacking = len(values - tables[target].values(key))
    if not lacking:
        return f"some rows have no value in {column}"
    return f"{lacking:,} of {len(values):,} persons have no row in {target}: leave their rows out, then draft again"


def _reaching(target: str, references: Sequence[Reference]) -> set[str]:
    """The tables with rows that refer to a table, directly or not."""
    found: set[str] = set()
    while new := {each.table for each in references if each.target in {target, *found}} - found - {target}:
        found |= new
    return found


def _person_columns(
    tables: Mapping[str, TableValues], references: Sequence[Reference], target: str | None, key: str
) -> dict[str, str]:
    """Table → its column that names the person of each row."""
    if target is None:
        return {name: key for name in _having(key, tables) if tables[name].is_complete(key)}
    found = {target: key}
    for each in references:
        if (each.target, each.key) == (target, key) and tables[each.table].is_complete(each.column):
            found.setdefault(each.table, each.column)
    return found


def _include(persons: Mapping[str, str], rows: Sequence[Reference]) -> set[str]:
    """The tables with a person column, and those that refer to their rows."""
    included = {*persons}
    while new := {each.table for each in rows if each.target in included} - included:
        included |= new
    return included


def _choose_parents(rows: Sequence[Reference], tables: Mapping[str, TableValues]) -> dict[str, Reference]:
    """The reference of each table to the rows with the most detail; no circle is formed."""
    places = list(tables)
    parents: dict[str, Reference] = {}
    for each in sorted(rows, key=lambda r: (-tables[r.target].source.records, places.index(r.target))):
        own = tables[each.table].values(each.column)
        same = own == tables[each.target].values(each.key) and each.column in tables[each.table].keys
        if same and places.index(each.table) < places.index(each.target):
            continue  # each table has one row for each row of the other: the later one refers to the earlier
        if each.table not in parents and not _leads_to(each.target, each.table, parents):
            parents[each.table] = each
    return parents


def _leads_to(start: str, goal: str, parents: Mapping[str, Reference]) -> bool:
    while start in parents:
        start = parents[start].target
        if start == goal:
            return True
    return False


def _depth(name: str, parents: Mapping[str, Reference]) -> int:
    """How many references lead from a table to one that belongs to the persons directly."""
    return 1 + _depth(parents[name].target, parents) if name in parents else 0


def _list_unused(
    name: str, rows: Sequence[Reference], parents: Mapping[str, Reference], included: set[str]
) -> tuple[str, ...]:
    used = parents[name].column if name in parents else None
    own = (each.column for each in rows if each.table == name and each.target in included and each.column != used)
    return tuple(dict.fromkeys(own))


def _most_common(columns: Sequence[str], default: str) -> str:
    counts = Counter(columns)
    return max(counts, key=lambda name: counts[name], default=default)
