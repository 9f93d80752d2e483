"""From a source and a recipe to the tuples that a method plans on.

Count, decide what becomes of missing values, read what values mean, group.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.contract import Source
from kinonym.errors import DataError, RecipeError
from kinonym.grouped import Tuples
from kinonym.grouped.index_arrays import DROPPED, Counts, PlannedOfCounted, TupleOfRow
from kinonym.grouped.tuples import Counted
from kinonym.pipeline.cells import split_cell
from kinonym.pipeline.columns import ColumnMeaning, column_meanings, load_ontologies
from kinonym.pipeline.person_notices import describe_persons
from kinonym.pipeline.tuple_counts import count_confidential, count_persons
from kinonym.recipe import Recipe

__all__ = ["PreparedTable", "prepare"]


@dataclass(frozen=True, eq=False)
class PreparedTable:
    """The masked columns of a source as tuples, and the way back to what was counted."""

    tuples: Tuples
    counted: Counted
    planned_of_counted: PlannedOfCounted
    """Counted tuple → tuple; `DROPPED` for those that miss a value and go."""
    columns: list[ColumnMeaning]
    notices: tuple[str, ...]
    respelled: Counts
    """Records of each tuple, column by column, whose text is not the one that is written for its meaning."""

    @property
    def context(self) -> tuple[str, ...]:
        """Columns where the other records decided what some values mean."""
        return tuple(column.name for column in self.columns if column.by_context)


def prepare(source: Source, recipe: Recipe, *, demanding: bool | None = None) -> PreparedTable:
    """Group the columns that the recipe masks.

    Parameters
    ----------
    source
        The table.
    recipe
        What its columns are and mean.
    demanding
        Also count the confidential columns; by default if the recipe's method demands something of them.
    """
    if recipe.table.gather:
        msg = "table.gather: the rows of persons are gathered by `mask`, `compare` and `describe` alone"
        raise RecipeError(msg, hint="remove gather, or give a table of one row a person with a separator")
    load_ontologies(recipe)
    every = source.count([*recipe.masked, *recipe.told_apart])
    kept, told = _kept(recipe, every)
    counted = every if kept.all() else every.only(kept)
    recipe = _with_settled_years(recipe, counted)
    columns = column_meanings(recipe, counted, source)
    tuples, own = _group(recipe, counted, columns)
    tuples = replace(tuples, histories=recipe.table.person_link)
    place = np.full(len(kept), DROPPED, dtype=np.int64)
    place[kept] = own
    method = recipe.resolved_method
    if method.demands is not None if demanding is None else demanding:
        kept_columns = recipe.confidential_kept
        person = recipe.table.person
        tuples = tuples.beside(
            *(count_confidential(source, recipe, every.columns, n, place, person) for n in kept_columns)
        )
    if recipe.table.person is not None:
        persons = count_persons(source, every.columns, recipe.table.person, place)
        tuples = replace(tuples, persons=persons)
        told = (*told, *describe_persons(recipe, persons, tuples.records))
    notices = (*told, *(notice for column in columns for notice in column.notices), *_little_room(recipe, tuples))
    return PreparedTable(tuples, every, place, columns, notices, _respelled(counted, columns, own, len(tuples)))


def _with_settled_years(recipe: Recipe, counted: Counted) -> Recipe:
    """The recipe with one century for all two-digit years, where columns hold dates."""
    if not any(recipe.columns[n].holds_dates or recipe.columns[n].ontology == "dates" for n in counted.columns):
        return recipe
    from kinonym.pipeline.two_digit_years import settle_years

    return settle_years(recipe, counted)


def _respelled(counted: Counted, columns: Sequence[ColumnMeaning], tuple_of_counted: TupleOfRow, tuples: int) -> Counts:
    """Records of each tuple whose word is written in another way even if its meaning stays."""
    records = np.zeros((tuples, len(columns)), dtype=np.int64)
    for j, column in enumerate(columns):
        if column.domain.traits.has_hierarchy:
            written = column.domain.decode(column.points)
            other = np.array([text != value for text, value in zip(written, column.texts, strict=True)], dtype=bool)
            np.add.at(records[:, j], tuple_of_counted, other[_codes(counted, j, column)] * counted.counts)
    return records


def _codes(counted: Counted, j: int, column: ColumnMeaning) -> NDArray[np.int32]:
    """Which point of a column each counted tuple has."""
    return counted.codes[:, j] if column.codes is None else column.codes


def _kept(recipe: Recipe, counted: Counted) -> tuple[NDArray[np.bool_], tuple[str, ...]]:
    """Which tuples are masked, as `missing_values` says, and what to tell the user."""
    incomplete = np.zeros(len(counted.counts), dtype=bool)
    for j, name in enumerate(recipe.masked):
        empty = _empty_cells(counted.values[j], recipe.columns[name].separator, recipe.table.missing)
        if len(empty) and empty.all():
            msg = f"column {name!r} is to be masked, but all its values are missing"
            raise DataError(msg, hint='drop it with role = "identifier", or check the missing markers of [table]')
        incomplete |= empty[counted.codes[:, j]]
    rows = int(counted.counts[incomplete].sum())
    if not rows:
        return ~incomplete, ()
    if recipe.table.missing_values == "category":
        told = (f"{rows:,} rows miss a quasi-identifier: missing counts as a value",)
        return np.ones(len(incomplete), dtype=bool), told
    if recipe.table.missing_values == "error":
        msg = f"{rows:,} rows miss a quasi-identifier"
        raise DataError(msg, hint='fill them, or set missing_values = "category" or "drop" under [table]')
    if incomplete.all():
        msg = "every row misses a quasi-identifier: nothing would be left"
        raise DataError(msg, hint='set missing_values = "category" under [table]')
    return ~incomplete, (f"{rows:,} rows that miss a quasi-identifier were dropped",)


def _empty_cells(values: Sequence[str | None], separator: str | None, missing: Collection[str]) -> NDArray[np.bool_]:
    """Which values of a column are missing: of sets, the empty ones as well."""
    if separator is None:
        return np.array([value is None for value in values], dtype=bool)
    return np.array([not split_cell(value, separator, missing) for value in values], dtype=bool)


def _group(recipe: Recipe, counted: Counted, columns: Sequence[ColumnMeaning]) -> tuple[Tuples, TupleOfRow]:
    """Distinct tuples of meanings, so that what means the same is the same; also the tuple of each counted one."""
    points = np.column_stack([column.points[_codes(counted, j, column)] for j, column in enumerate(columns)])
    return Tuples.from_points(
        [column.name for column in columns],
        [column.domain for column in columns],
        points,
        counted.counts,
        weights=[recipe.columns[column.name].weight for column in columns],
    )


def _little_room(recipe: Recipe, tuples: Tuples) -> Iterator[str]:
    """What leaves a k-anonymous method little or nothing to choose (privacy 5)."""
    method = recipe.resolved_method
    k = method.k_or_none or 1
    if not method.traits.k_anonymous:
        return
    for column in tuples.columns:
        if len(column.points) == 1:
            yield f"column {column.name!r} has a single value"
    if k <= tuples.units < 2 * k:
        yield f"{tuples.units} {tuples.unit} are fewer than 2k = {2 * k}: there is room for one class only"
