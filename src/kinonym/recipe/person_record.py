"""The record of a person over several tables: which of its columns come from which rows of which table.

`pipeline.several_tables` fills the records, and turns masked ones into tables again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kinonym.column_types import AnyColumn
from kinonym.engines.contract import UNIT_SEPARATOR
from kinonym.recipe.model import Recipe
from kinonym.recipe.released_table import ReleasedTable

__all__ = ["PersonRecord", "Slot"]


@dataclass(frozen=True)
class Slot:
    """A row of a table in the record of a person, or a set of rows if the table is gathered."""

    table: str
    prefix: str
    """What precedes the names of its columns in the record."""
    number: int
    """Of the row among those with the same parent, from 1."""
    parent: Slot | None
    """The row that it refers to; None: it belongs to the person."""


@dataclass(frozen=True)
class PersonRecord:
    """The tables of a recipe as the columns of one record per person."""

    recipe: Recipe

    @property
    def tables(self) -> Mapping[str, ReleasedTable]:
        """The tables of the recipe."""
        return self.recipe.tables

    @cached_property
    def parents(self) -> dict[str, tuple[str, str] | None]:
        """Table → its column that refers to a row of another table, and that table; None: its rows are the person's."""
        return {
            name: next(
                ((column, target) for column, target in table.references.items() if not self.is_person_table(target)),
                None,
            )
            for name, table in self.tables.items()
        }

    def is_person_table(self, name: str) -> bool:
        """Whether the key of a table is the person."""
        table = self.tables[name]
        return table.key is not None and table.key == (table.person or self.recipe.table.person)

    def person_column(self, name: str) -> str:
        """The column of a table that names the person, if the table has it."""
        table = self.tables[name]
        person_columns = (column for column, target in table.references.items() if self.is_person_table(target))
        return table.person or next(person_columns, self.recipe.table.person or "")

    @cached_property
    def ordered(self) -> list[str]:
        """The tables, each after the one that it refers to; those of a circle of references are left out."""
        done: list[str] = []
        while ready := [
            n for n, parent in self.parents.items() if n not in done and (parent is None or parent[1] in done)
        ]:
            done += ready
        return done

    @cached_property
    def slots(self) -> dict[str, list[Slot]]:
        """Table → its slots, by their parents and then by their numbers."""
        made: dict[str, list[Slot]] = {}
        for name in self.ordered:
            parent, table = self.parents[name], self.tables[name]
            above: list[Slot | None] = [None] if parent is None else [*made[parent[1]]]
            made[name] = [
                Slot(
                    name,
                    f"{'' if slot is None else slot.prefix}{name}.{f'{number}.' if table.numbered else ''}",
                    number,
                    slot,
                )
                for slot in above
                for number in range(1, (table.rows or 1) + 1)
            ]
        return made

    def separator(self, table: str) -> str | None:
        """What separates the values of a gathered table in the record; None if the table is not gathered."""
        section = self.tables[table]
        return (section.columns[section.gather[0]].separator or UNIT_SEPARATOR) if section.gather else None

    def make_recipe(self, columns: Collection[str] | None = None) -> Recipe:
        """Return the recipe of the records; ``columns``: those that occur, None for all."""
        described = {
            f"{slot.prefix}{name}": (slot, name, self.tables[slot.table].columns[name])
            for slots in self.slots.values()
            for slot in slots
            for name in self.tables[slot.table].released
        }
        names = {name for name in described if columns is None or name in columns}
        made = {name: self._rename_links(*described[name], names) for name in described if name in names}
        known = self.recipe.release.confirm
        confirm = tuple(name for name in made if f"{described[name][0].table}.{described[name][1]}" in known)
        table = self.recipe.table.model_copy(update={"person": None})
        release = self.recipe.release.model_copy(update={"confirm": confirm})
        return self.recipe.model_copy(update={"tables": {}, "columns": made, "table": table, "release": release})

    def _rename_links(self, slot: Slot, name: str, column: AnyColumn, names: Collection[str]) -> AnyColumn:
        """Return a column that names other columns of the same row as they are called in the record."""
        changes: dict[str, Any] = {}
        if column.successors:
            changes["before"] = tuple(
                f"{slot.prefix}{each}" for each in column.successors if f"{slot.prefix}{each}" in names
            )
        if column.follows is not None:
            changes["follows"] = f"{slot.prefix}{column.follows}"
        if column.ontology_by is not None and column.by_column is not None:
            changes["ontology_by"] = {**column.ontology_by, "column": f"{slot.prefix}{column.by_column}"}
        if name in self.tables[slot.table].gather:
            changes["separator"] = self.separator(slot.table)
        return column.model_copy(update=changes)

    def table_recipe(self, name: str, columns: Collection[str]) -> Recipe:
        """Return the recipe of one table, to check its roles; ``columns``: those of the table."""
        table, parent = self.tables[name], self.parents[name]
        person = self.person_column(name)
        group = person if person in columns else parent[0] if parent is not None else None
        roles = dict(table.columns)
        if person in columns and person not in roles:
            roles[person] = next(iter(_IDENTIFIER.columns.values()))
        confirm = tuple(
            each.removeprefix(f"{name}.") for each in self.recipe.release.confirm if each.startswith(f"{name}.")
        )
        return self.recipe.model_copy(
            update={
                "tables": {},
                "columns": roles,
                "table": self.recipe.table.model_copy(update={"person": group}),
                "release": self.recipe.release.model_copy(update={"confirm": confirm}),
            }
        )


_IDENTIFIER = ReleasedTable.model_validate({"columns": {"person": {"role": "identifier"}}})
