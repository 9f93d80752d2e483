"""Checks that the tables of a recipe fit together; every error says what is wrong and what to do."""

from __future__ import annotations

import re

from kinonym.errors import RecipeError
from kinonym.hints import did_you_mean
from kinonym.recipe.consistency import check_consistency
from kinonym.recipe.model import Recipe
from kinonym.recipe.person_record import PersonRecord

__all__ = ["SEQUENCE", "check_tables"]

SEQUENCE = "sequence"
"""The column with the number of a row among those of its person or of the row that it refers to."""
_NAME = re.compile(r"[^\W_][\w -]*")
_MOST_SLOTS = 2_000


def check_tables(recipe: Recipe) -> None:
    """Check a recipe of several tables: its keys and references, and what is released of each table."""
    _check_sections(recipe)
    for name in recipe.tables:
        _check_name(name, recipe)
    record = PersonRecord(recipe)
    for name in recipe.tables:
        _check_references(name, record)
        _check_rows(name, record)
        _check_released(name, record)
    _check_structure(record)
    if not recipe.resolved_method.traits.k_anonymous:
        msg = (
            f"the rows of a person are linked over several tables, which {recipe.resolved_method.name} does not protect"
        )
        raise RecipeError(msg, hint='choose a method that makes groups of persons: name = "sa-mdav"')
    check_consistency(record.make_recipe())


def _check_sections(recipe: Recipe) -> None:
    """Reject sections and keys that belong to a single table."""
    if recipe.columns:
        msg = "the recipe has both [columns] and [tables]"
        raise RecipeError(msg, hint="move each column to its table: [tables.patients.columns.sex]")
    if recipe.table.person is None:
        msg = "the recipe of several tables does not name the person column"
        raise RecipeError(msg, hint='add [table] person = "patient_id"')
    single = {"gather": recipe.table.gather, "person_link": recipe.table.person_link, "names": recipe.table.names,
              "sample": recipe.table.sample, "population": recipe.table.population, "weight": recipe.table.weight,
              "reuse": recipe.release.reuse, "scenario": recipe.scenario}  # fmt: skip
    for key, is_set in single.items():
        if is_set:
            msg = f"the key {key} belongs to the recipe of a single table"
            raise RecipeError(
                msg, hint="remove it; gather is a key of [tables.name]" if key == "gather" else "remove it"
            )
    if recipe.table.missing_values != "category":
        msg = "missing_values: in several tables a missing value is always a category"
        raise RecipeError(msg, hint="remove missing_values")
    known = {f"{name}.{column}" for name, table in recipe.tables.items() for column in table.columns}
    for each in recipe.release.confirm:
        if each not in known:
            msg = f"release.confirm names {each!r}, which is not a column of any table in the recipe"
            raise RecipeError(msg, hint=did_you_mean(each, known, "write table.column"))


def _check_name(name: str, recipe: Recipe) -> None:
    if not _NAME.fullmatch(name) or name != name.strip():
        msg = f"tables.{name}: the name of a table has letters, digits, blanks, hyphens and underscores only"
        raise RecipeError(msg, hint='give the name of the file or of the table in the database by file = "…"')
    if sum(other.casefold() == name.casefold() for other in recipe.tables) > 1:
        msg = f"tables.{name}: another table differs only in upper and lower case"
        raise RecipeError(msg, hint="rename one of them, as both name files")
    for column, target in recipe.tables[name].references.items():
        if target not in recipe.tables:
            msg = f"tables.{name}.references: {column!r} refers to the table {target!r}, which the recipe does not have"
            raise RecipeError(msg, hint=did_you_mean(target, recipe.tables, "add it, or drop the column"))


def _check_references(name: str, record: PersonRecord) -> None:
    table = record.tables[name]
    for column, target in table.references.items():
        if record.tables[target].key is None:
            msg = f"tables.{name}: {column!r} refers to the table {target!r}, which has no key"
            raise RecipeError(msg, hint=f'add the column with its ids: [tables.{target}] key = "…"')
    rows = [column for column, target in table.references.items() if not record.is_person_table(target)]
    if len(rows) > 1:
        msg = f"tables.{name} refers to the rows of several tables: {', '.join(map(repr, rows))}"
        raise RecipeError(msg, hint='keep one reference, and drop the other column: role = "identifier"')
    for column in table.keys:
        if table.columns[column].role != "identifier":
            msg = f"tables.{name}: {column!r} is a key and cannot have the role {table.columns[column].role}"
            raise RecipeError(msg, hint="remove its role: it is released as a pseudonym")


def _check_rows(name: str, record: PersonRecord) -> None:
    table = record.tables[name]
    if table.gather and (table.rows is not None or table.order is not None or table.key is not None):
        msg = f"tables.{name} is gathered to a set, which has no order, no number of rows and no key"
        raise RecipeError(msg, hint="remove rows, order and key, or gather")
    if table.order is not None and table.rows is None:
        msg = f"tables.{name} has an order, but does not say how many rows of a person are released"
        raise RecipeError(msg, hint="add rows = 3, or remove order")
    if table.order is not None and table.order not in table.columns:
        msg = f"tables.{name}.order names the column {table.order!r}, which the recipe does not have"
        raise RecipeError(msg, hint=did_you_mean(table.order, table.columns))
    if table.numbered and SEQUENCE in table.columns:
        msg = f"tables.{name} has a column {SEQUENCE!r}, but the release adds a column with this name"
        raise RecipeError(msg, hint="rename that column")


def _check_released(name: str, record: PersonRecord) -> None:
    """Only a table with one row per person may release columns unmasked; a gathered one has a single column."""
    table = record.tables[name]
    single = record.recipe.model_copy(update={"tables": {}, "columns": dict(table.columns)})
    for column in table.gather:
        if column not in table.columns:
            msg = f"tables.{name}.gather names the column {column!r}, which the recipe does not have"
            raise RecipeError(msg, hint=did_you_mean(column, table.columns))
        if not table.columns[column].masked or not table.columns[column].maps_values:
            msg = f"tables.{name}: {column!r} is gathered, but only masked concepts can be gathered"
            raise RecipeError(msg, hint='give it role = "quasi" and an ontology, or use rows instead of gather')
    if table.gather and table.released != table.gather[:1]:
        msg = f"tables.{name} is gathered to a set, so it can release that one column only"
        raise RecipeError(msg, hint='drop the others with role = "identifier", or use rows instead of gather')
    several = table.numbered or bool(table.gather) or record.parents[name] is not None
    if several and (passed := [each for each in single.unmasked if each in table.released]):
        msg = f"tables.{name}: {passed[0]!r} would be released unmasked, and tables with several rows per person cannot"
        raise RecipeError(msg, hint='drop it with role = "identifier", or mask it: role = "quasi", or mask = true')
    for column in table.released:
        if table.columns[column].shift_with is not None:
            msg = f"tables.{name}: {column!r} has shift_with, which belongs to the recipe of a single table"
            raise RecipeError(msg, hint='mask it: role = "quasi", type = "date"')


def _check_structure(record: PersonRecord) -> None:
    left = [name for name in record.tables if name not in record.ordered]
    if left:
        msg = f"the references of the tables form a circle: {', '.join(map(repr, left))}"
        raise RecipeError(msg, hint='drop one of the columns: role = "identifier"')
    number = sum(len(slots) for slots in record.slots.values())
    if number > _MOST_SLOTS:
        msg = f"a person would have up to {number:,} rows; at most {_MOST_SLOTS:,} can be masked together"
        raise RecipeError(msg, hint="lower rows in [tables.name]")
