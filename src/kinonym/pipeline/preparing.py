"""Prepares a source for a method: count its tuples, interpret their columns, group tuples with the same meaning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.contract import Source
from kinonym.errors import RecipeError
from kinonym.pipeline.column_mapping import load_ontologies
from kinonym.pipeline.column_meanings import ColumnMeaning, interpret_columns
from kinonym.pipeline.learnt_columns import LearntColumn, interpret_alike
from kinonym.pipeline.missing_values import select_tuples
from kinonym.pipeline.person_notices import describe_persons
from kinonym.pipeline.population_counts import count_population
from kinonym.pipeline.returning_persons import WITHHELD, ReturningPersons, find_returning, links_releases
from kinonym.pipeline.tuple_counts import count_confidential, count_persons
from kinonym.recipe import Recipe
from kinonym.tuples import Tuples
from kinonym.tuples.counted import Counted
from kinonym.tuples.index_arrays import DROPPED, ClassOfTuple, Counts, PlannedOfCounted, TupleOfRow

__all__ = ["PreparedTable", "count_respelled", "prepare", "settle_two_digit_years"]


@dataclass(frozen=True, eq=False)
class PreparedTable:
    """The masked columns of a source as planned tuples, and the counted tuples they come from."""

    tuples: Tuples
    counted: Counted
    planned_of_counted: PlannedOfCounted
    """Counted tuple → planned tuple; `DROPPED` if its records leave the table because of a missing value."""
    columns: list[ColumnMeaning]
    notices: tuple[str, ...]
    respelled: Counts
    """Records of each tuple, by column, that have another text than the one written for its meaning."""
    returning: ReturningPersons | None = None
    """What is known of the persons of earlier releases; None if the release follows none of them."""

    @property
    def group_of_tuple(self) -> ClassOfTuple | None:
        """Planned tuple → group of the earlier releases, −1 for new persons; None if the release follows none."""
        if self.returning is None:
            return None
        group = np.empty(len(self.tuples), dtype=np.int64)
        released = self.planned_of_counted != DROPPED
        group[self.planned_of_counted[released]] = self.returning.group_of_counted[released]
        return group

    @property
    def context(self) -> tuple[str, ...]:
        """Columns in which the meaning of some value depends on other records."""
        return tuple(column.name for column in self.columns if column.by_context)


def prepare(
    source: Source,
    recipe: Recipe,
    *,
    demanding: bool | None = None,
    linked: bool = False,
    learnt: Sequence[LearntColumn] | None = None,
) -> PreparedTable:
    """Group the columns that the recipe masks.

    Parameters
    ----------
    source
        The table.
    recipe
        The roles and meanings of its columns.
    demanding
        Also count the confidential columns; by default if the recipe's method makes demands on them.
    linked
        Count persons with the masked columns if the recipe links its release with an earlier or a later one.
    learnt
        What the columns of a training table mean, to be read in the same way; None: the table itself decides.
    """
    if recipe.table.gather:
        msg = "table.gather: only `mask`, `compare` and `describe` gather the rows of persons"
        raise RecipeError(msg, hint="remove gather, or give a table with one row per person and a separator")
    if learnt is None:
        load_ontologies(recipe)
    persons = [recipe.table.person] if linked and links_releases(recipe) and recipe.table.person is not None else []
    all_counted = source.count([*recipe.masked, *recipe.system_columns, *persons])
    selected, notices, returning = _select(source, recipe, all_counted, by_person=bool(persons))
    counted = (all_counted if selected.all() else all_counted.select(selected)).without(persons)
    if learnt is None:
        recipe = settle_two_digit_years(recipe, counted)
        columns = interpret_columns(recipe, counted, source)
    else:
        columns = interpret_alike(recipe, learnt, counted)
    apart = None if returning is None else returning.group_of_counted[selected]
    tuples, tuple_of_counted = _group(recipe, counted, columns, apart)
    planned_of_counted = np.full(len(selected), DROPPED, dtype=np.int64)
    planned_of_counted[selected] = tuple_of_counted
    demanding = recipe.resolved_method.demands is not None if demanding is None else demanding
    tuples = _count_further(source, recipe, all_counted, tuples, planned_of_counted, demanding=demanding)
    if tuples.persons is not None:
        notices += tuple(describe_persons(recipe, tuples.persons, tuples.records))
    notices += tuple(notice for column in columns for notice in column.notices)
    return PreparedTable(
        tuples=tuples,
        counted=all_counted,
        planned_of_counted=planned_of_counted,
        columns=columns,
        notices=(*notices, *(_describe_few_units(recipe, tuples) if learnt is None else ())),
        respelled=count_respelled(counted, columns, tuple_of_counted, len(tuples)),
        returning=returning,
    )


def _select(
    source: Source, recipe: Recipe, counted: Counted, *, by_person: bool
) -> tuple[NDArray[np.bool_], tuple[str, ...], ReturningPersons | None]:
    """Select the tuples that stay in the table, and find the persons of the earlier release, if there was one."""
    selected, notices = select_tuples(recipe, counted)
    if not by_person or recipe.release.reuse is None:
        return selected, notices, None
    returning = find_returning(source, recipe, counted, selected)
    return returning.group_of_counted != WITHHELD, (*notices, *returning.describe()), returning


def _count_further(
    source: Source,
    recipe: Recipe,
    all_counted: Counted,
    tuples: Tuples,
    planned_of_counted: PlannedOfCounted,
    *,
    demanding: bool,
) -> Tuples:
    """Add the persons and the population, if the recipe names them, and the confidential columns, if demanded."""
    person, columns = recipe.table.person, all_counted.columns
    tuples = replace(tuples, histories=recipe.table.person_link)
    if demanding:
        names = recipe.confidential_unmasked
        counts = (count_confidential(source, recipe, columns, n, planned_of_counted, person) for n in names)
        tuples = tuples.with_confidential(*counts)
    if person is not None:
        tuples = replace(tuples, persons=count_persons(source, columns, person, planned_of_counted))
    population = count_population(source, recipe, all_counted, planned_of_counted, tuples)
    return tuples if population is None else replace(tuples, population=population)


def settle_two_digit_years(recipe: Recipe, counted: Counted) -> Recipe:
    """Return the recipe with one century for all two-digit years, if some column has dates."""
    if not any(recipe.columns[n].holds_dates or recipe.columns[n].ontology == "dates" for n in counted.columns):
        return recipe
    from kinonym.pipeline.two_digit_years import settle_years

    return settle_years(recipe, counted)


def count_respelled(
    counted: Counted, columns: Sequence[ColumnMeaning], tuple_of_counted: TupleOfRow, tuples: int
) -> Counts:
    """Count the records of each tuple, by column, with another text than the one written for its meaning."""
    records = np.zeros((tuples, len(columns)), dtype=np.int64)
    for j, column in enumerate(columns):
        if column.domain.traits.has_hierarchy:
            written = column.domain.decode(column.points)
            other = np.array([text != value for text, value in zip(written, column.texts, strict=True)], dtype=bool)
            np.add.at(records[:, j], tuple_of_counted, other[_list_codes(counted, j, column)] * counted.counts)
    return records


def _list_codes(counted: Counted, j: int, column: ColumnMeaning) -> NDArray[np.int32]:
    """Return the code of the point of each counted tuple in a column."""
    return counted.codes[:, j] if column.codes is None else column.codes


def _group(
    recipe: Recipe, counted: Counted, columns: Sequence[ColumnMeaning], apart: NDArray[np.int64] | None
) -> tuple[Tuples, TupleOfRow]:
    """Group counted tuples with the same meaning; return the tuples and the tuple of each counted tuple."""
    points = np.column_stack([column.points[_list_codes(counted, j, column)] for j, column in enumerate(columns)])
    return Tuples.from_points(
        [column.name for column in columns],
        [column.domain for column in columns],
        points,
        counted.counts,
        weights=[recipe.columns[column.name].weight for column in columns],
        apart=apart,
    )


def _describe_few_units(recipe: Recipe, tuples: Tuples) -> Iterator[str]:
    """Yield notices about a table that leaves a k-anonymous method little or no choice (privacy 5)."""
    method = recipe.resolved_method
    k = method.k_or_none or 1
    if not method.traits.k_anonymous:
        return
    for column in tuples.columns:
        if len(column.points) == 1:
            yield f"column {column.name!r} has a single value"
    if k <= tuples.units < 2 * k:
        yield f"{tuples.units} {tuples.unit} are fewer than 2k = {2 * k}: they form a single class"
