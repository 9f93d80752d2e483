"""The records of persons of several tables as one table, for commands that measure without releasing."""

from __future__ import annotations

from typing import Any

from kinonym.engines import open_table
from kinonym.engines.contract import Source
from kinonym.engines.memory import MemorySource
from kinonym.pipeline.several_tables.opened_tables import open_given_tables
from kinonym.pipeline.several_tables.person_records import fill_records
from kinonym.recipe import Recipe

__all__ = ["open_records"]


def open_records(
    table: Any,  # noqa: ANN401  # any dataframe
    recipe: Recipe,
    engine: str = "auto",
    memory_limit: str | int | None = None,
) -> tuple[Source, Recipe]:
    """Open a table, or several tables as one record per person; return it with the recipe of its columns."""
    if not recipe.tables:
        return open_table(table, recipe.table, engine, memory_limit).source, recipe
    opened = open_given_tables(table, recipe, engine, memory_limit)
    records = fill_records({name: each.source for name, each in opened.items()}, recipe)
    return MemorySource(records.table, recipe.table.missing), records.recipe
