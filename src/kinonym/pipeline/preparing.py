"""From a source and a recipe to the tuples that a method plans on: count, interpret, group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.contract import Source
from kinonym.errors import RecipeError
from kinonym.pipeline.column_mapping import load_ontologies
from kinonym.pipeline.column_meanings import ColumnMeaning, interpret_columns
from kinonym.pipeline.missing_values import select_tuples
from kinonym.pipeline.person_notices import describe_persons
from kinonym.pipeline.tuple_counts import count_confidential, count_persons
from kinonym.recipe import Recipe
from kinonym.tuples import Tuples
from kinonym.tuples.index_arrays import DROPPED, Counts, PlannedOfCounted, TupleOfRow
from kinonym.tuples.tuples import Counted

__all__ = ["PreparedTable", "prepare"]


@dataclass(frozen=True, eq=False)
class PreparedTable:
    """The masked columns of a source as tuples, and the counted tuples that they stand for."""

    tuples: Tuples
    counted: Counted
    planned_of_counted: PlannedOfCounted
    """Counted tuple → planned tuple; `DROPPED` for those that leave the table because they miss a value."""
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
        raise RecipeError(msg, hint="remove gather, or give a table with one row per person and a separator")
    load_ontologies(recipe)
    every = source.count([*recipe.masked, *recipe.system_columns])
    selected, notices = select_tuples(recipe, every)
    counted = every if selected.all() else every.only(selected)
    recipe = _settle_years(recipe, counted)
    columns = interpret_columns(recipe, counted, source)
    tuples, tuple_of_counted = _group(recipe, counted, columns)
    planned_of_counted = np.full(len(selected), DROPPED, dtype=np.int64)
    planned_of_counted[selected] = tuple_of_counted
    demanding = recipe.resolved_method.demands is not None if demanding is None else demanding
    tuples = _count_further(source, recipe, every.columns, tuples, planned_of_counted, demanding=demanding)
    if tuples.persons is not None:
        notices += tuple(describe_persons(recipe, tuples.persons, tuples.records))
    notices += tuple(notice for column in columns for notice in column.notices)
    return PreparedTable(
        tuples=tuples,
        counted=every,
        planned_of_counted=planned_of_counted,
        columns=columns,
        notices=(*notices, *_describe_few_units(recipe, tuples)),
        respelled=_count_respelled(counted, columns, tuple_of_counted, len(tuples)),
    )


def _count_further(
    source: Source,
    recipe: Recipe,
    columns: Sequence[str],
    tuples: Tuples,
    planned_of_counted: PlannedOfCounted,
    *,
    demanding: bool,
) -> Tuples:
    """The tuples with their persons, if the recipe names them, and with the confidential columns, if demanded."""
    person = recipe.table.person
    tuples = replace(tuples, histories=recipe.table.person_link)
    if demanding:
        names = recipe.confidential_unmasked
        counts = (count_confidential(source, recipe, columns, n, planned_of_counted, person) for n in names)
        tuples = tuples.beside(*counts)
    if person is not None:
        tuples = replace(tuples, persons=count_persons(source, columns, person, planned_of_counted))
    return tuples


def _settle_years(recipe: Recipe, counted: Counted) -> Recipe:
    """The recipe with one century for all two-digit years, where columns hold dates."""
    if not any(recipe.columns[n].holds_dates or recipe.columns[n].ontology == "dates" for n in counted.columns):
        return recipe
    from kinonym.pipeline.two_digit_years import settle_years

    return settle_years(recipe, counted)


def _count_respelled(
    counted: Counted, columns: Sequence[ColumnMeaning], tuple_of_counted: TupleOfRow, tuples: int
) -> Counts:
    """Records of each tuple, by column, whose text is not the one that is written for its meaning."""
    records = np.zeros((tuples, len(columns)), dtype=np.int64)
    for j, column in enumerate(columns):
        if column.domain.traits.has_hierarchy:
            written = column.domain.decode(column.points)
            other = np.array([text != value for text, value in zip(written, column.texts, strict=True)], dtype=bool)
            np.add.at(records[:, j], tuple_of_counted, other[_list_codes(counted, j, column)] * counted.counts)
    return records


def _list_codes(counted: Counted, j: int, column: ColumnMeaning) -> NDArray[np.int32]:
    """Which point of a column each counted tuple has."""
    return counted.codes[:, j] if column.codes is None else column.codes


def _group(recipe: Recipe, counted: Counted, columns: Sequence[ColumnMeaning]) -> tuple[Tuples, TupleOfRow]:
    """Distinct tuples of meanings, so that texts with one meaning are one; also the tuple of each counted tuple."""
    points = np.column_stack([column.points[_list_codes(counted, j, column)] for j, column in enumerate(columns)])
    return Tuples.from_points(
        [column.name for column in columns],
        [column.domain for column in columns],
        points,
        counted.counts,
        weights=[recipe.columns[column.name].weight for column in columns],
    )


def _describe_few_units(recipe: Recipe, tuples: Tuples) -> Iterator[str]:
    """Notices about a table that leaves a k-anonymous method little or no choice (privacy 5)."""
    method = recipe.resolved_method
    k = method.k_or_none or 1
    if not method.traits.k_anonymous:
        return
    for column in tuples.columns:
        if len(column.points) == 1:
            yield f"column {column.name!r} has a single value"
    if k <= tuples.units < 2 * k:
        yield f"{tuples.units} {tuples.unit} are fewer than 2k = {2 * k}: there is room for one class only"
