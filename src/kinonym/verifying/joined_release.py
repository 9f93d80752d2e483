"""A release of several tables as one record per person, joined by pseudonyms as the release gate joins it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kinonym.engines.contract import Source
from kinonym.engines.memory import MemorySource
from kinonym.errors import PrivacyError
from kinonym.pipeline.several_tables.opened_tables import open_given_tables
from kinonym.pipeline.several_tables.person_records import fill_records
from kinonym.pipeline.several_tables.rejoined_records import Joining, rejoin_records
from kinonym.recipe import Recipe
from kinonym.recipe.person_record import PersonRecord
from kinonym.release.checks import REFUSED

__all__ = ["JoinedRelease", "join_release"]


@dataclass(frozen=True, eq=False, kw_only=True)
class JoinedRelease:
    """The records of persons in a release, and in its original."""

    table: MemorySource
    original: MemorySource | None
    recipe: Recipe
    """Of their columns."""


def join_release(
    released: Any,  # noqa: ANN401  # a dict of data frames, or a name
    recipe: Recipe,
    original: Any = None,  # noqa: ANN401
    engine: str = "auto",
    memory_limit: str | int | None = None,
) -> JoinedRelease:
    """Join the tables of a release.

    Raises
    ------
    PrivacyError
        If a key is not a pseudonym, or if keys and references do not fit together.
    """
    opened = open_given_tables(released, _name_released(recipe), engine, memory_limit)
    record, sources = PersonRecord(recipe), {name: each.source for name, each in opened.items()}
    columns = tuple(record.make_recipe().columns)
    joining = Joining(
        record=record, columns=columns, complete=_find_complete(sources, record), ids=frozenset(), empty=0
    )
    whole = _join(sources, joining)
    before = None
    if original is not None:
        given = open_given_tables(original, recipe, engine, memory_limit)
        before = fill_records({name: each.source for name, each in given.items()}, recipe).table
    filled = [
        name for name in columns if _has_values(whole, name) or (before is not None and _has_values(before, name))
    ]
    return JoinedRelease(
        table=_take(whole, filled),
        original=None if before is None else _take(before, filled),
        recipe=record.make_recipe(filled),
    )


def _join(sources: Mapping[str, Source], joining: Joining) -> Any:  # noqa: ANN401  # pyarrow has no types
    try:
        return rejoin_records(sources, joining).table
    except PrivacyError as error:
        msg = error.message.removesuffix(REFUSED)
        raise PrivacyError(msg, hint="the tables were changed, or they were not released with this recipe") from None


def _name_released(recipe: Recipe) -> Recipe:
    """The recipe with the names of released tables, which are those of its sections."""
    table = recipe.table
    missing = tuple(dict.fromkeys((*table.missing, table.missing_text)))
    tables = {name: each.model_copy(update={"file": None}) for name, each in recipe.tables.items()}
    return recipe.model_copy(update={"tables": tables, "table": table.model_copy(update={"missing": missing})})


def _find_complete(sources: Mapping[str, Source], record: PersonRecord) -> frozenset[str]:
    """The tables with exactly one row of each person of all tables; those with the persons as their key must be."""
    named = [name for name, source in sources.items() if record.person_column(name) in source.columns]
    persons = {name: {*sources[name].count([record.person_column(name)]).values[0]} for name in named}
    everyone = set[str | None]().union(*persons.values())
    single = [name for name in named if record.parents[name] is None and not record.tables[name].gather]
    full = [name for name in single if persons[name] == everyone and sources[name].records == len(everyone)]
    return frozenset(
        name for name in named if record.is_person_table(name) or (name in full and not record.tables[name].numbered)
    )


def _has_values(table: Any, name: str) -> bool:  # noqa: ANN401  # pyarrow has no types
    return name in table.column_names and table.column(name).null_count < table.num_rows


def _take(table: Any, columns: list[str]) -> MemorySource:  # noqa: ANN401
    import pyarrow as pa

    empty = pa.nulls(table.num_rows, pa.string())
    made = {name: table.column(name) if name in table.column_names else empty for name in columns}
    return MemorySource(pa.table(made), ())
