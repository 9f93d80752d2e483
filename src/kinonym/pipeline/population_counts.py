"""Counts the population of a sample: from a table with everyone in it, or from survey weights (specification 23)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Numeric
from kinonym.engines import open_table
from kinonym.engines.contract import Source
from kinonym.engines.tuple_lookup import encode_cells
from kinonym.errors import DataError, RecipeError
from kinonym.recipe import Recipe
from kinonym.release.population_checks import PopulationTexts
from kinonym.tuples import Population, Tuples
from kinonym.tuples.counted import Counted
from kinonym.tuples.index_arrays import DROPPED, PlannedOfCounted

__all__ = ["COUNT", "count_population", "recount_population"]

Texts = tuple[str | None, ...]
COUNT = "count"
"""The column of a population table that says how many persons a row stands for; without it each row is a person."""


def count_population(
    source: Source, recipe: Recipe, counted: Counted, planned_of_counted: PlannedOfCounted, tuples: Tuples
) -> Population | None:
    """Return how many persons of the population have each tuple; None if the recipe does not describe it.

    Raises
    ------
    DataError
        If a weight is not a number greater than 0, or if the population has fewer persons than the table.
    """
    if recipe.table.weight is not None:
        each = _sum_weights(source, recipe, counted, recipe.table.weight)
    elif recipe.table.population is not None:
        each = _look_up(_open_population(recipe), recipe, counted)
    else:
        return None
    kept = planned_of_counted != DROPPED
    of_tuples = _add_up(planned_of_counted[kept], each[kept], len(tuples))
    known = recipe.table.weight is None
    if known and (lacking := int(np.count_nonzero(of_tuples < tuples.units_of_tuples))):
        msg = f"the population table has fewer persons than the table for {lacking:,} combinations of masked columns"
        hint = "it must contain everyone in the table, with values written alike"
        raise DataError(msg, hint=hint)
    return Population(of_tuples, known)


def recount_population(source: Source, recipe: Recipe) -> PopulationTexts | None:
    """Read the population again, row by row, for the gate: texts of the masked columns → persons."""
    if recipe.table.weight is not None:
        persons = _read_rows(source, recipe, recipe.table.weight)
        return PopulationTexts(persons=persons, known=False)
    if recipe.table.population is not None:
        opened = _open_population(recipe)
        persons = _read_rows(opened, recipe, _count_column(opened, recipe))
        return PopulationTexts(persons=persons, known=True)
    return None


def _open_population(recipe: Recipe) -> Source:
    """Open the population table, which must have the masked columns."""
    assert recipe.table.population is not None  # noqa: S101  # asked before
    source = open_table(recipe.path(recipe.table.population), recipe.table).source
    lacking = [name for name in recipe.masked if name not in source.columns]
    if lacking:
        msg = f"the population table does not have the masked column {lacking[0]!r}"
        raise RecipeError(msg, hint=f"it needs every masked column, and may have the column {COUNT!r}")
    return source


def _count_column(population: Source, recipe: Recipe) -> str | None:
    return COUNT if COUNT in population.columns and COUNT not in recipe.masked else None


def _look_up(population: Source, recipe: Recipe, counted: Counted) -> NDArray[np.float64]:
    """Persons of the population with the texts of each counted combination."""
    names = recipe.masked
    everyone = population.count(names)
    persons = everyone.counts.astype(np.float64)
    if (column := _count_column(population, recipe)) is not None:
        cells = population.count_with(names, column)
        numbers = _read_numbers(cells.values, recipe, column, whole=True)
        persons = _add_up(cells.tuple_of, cells.counts * numbers[cells.value_of], len(persons))
    places = [counted.columns.index(name) for name in names]
    left = dict(zip(_list_texts(everyone, range(len(names))), persons.tolist(), strict=True))
    return np.array([left.pop(texts, 0.0) for texts in _list_texts(counted, places)])  # each person is counted once


def _sum_weights(source: Source, recipe: Recipe, counted: Counted, name: str) -> NDArray[np.float64]:
    """The sum of the weights of the rows of each counted combination."""
    cells = source.count_with(counted.columns, name)
    numbers = _read_numbers(cells.values, recipe, name, whole=False)
    return _add_up(cells.tuple_of, cells.counts * numbers[cells.value_of], len(counted.counts))


def _add_up(group: NDArray[np.int64], numbers: NDArray[np.float64], groups: int) -> NDArray[np.float64]:
    return np.bincount(group, weights=numbers, minlength=groups).astype(np.float64)


def _list_texts(counted: Counted, places: Sequence[int]) -> list[Texts]:
    columns = [[counted.values[j][code] for code in counted.codes[:, j].tolist()] for j in places]
    return list(zip(*columns, strict=True))


def _read_rows(source: Source, recipe: Recipe, numbers: str | None) -> dict[Texts, float]:
    """Add up the persons of each combination of texts, row by row."""
    names, missing = recipe.masked, set(recipe.table.missing)
    persons: dict[Texts, float] = {}
    for _, batch in source.read_rows([*names, *([] if numbers is None else [numbers])]):
        columns = [_list_cells(batch, name) for name in names]
        texts = [[None if value in missing else value for value in column] for column in columns]
        each = [1.0] * batch.num_rows
        if numbers is not None:
            each = _read_numbers(_list_cells(batch, numbers), recipe, numbers, whole=False).tolist()
        for row, number in zip(zip(*texts, strict=True), each, strict=True):
            persons[row] = persons.get(row, 0.0) + number
    return persons


def _list_cells(batch: Any, name: str) -> list[str | None]:  # noqa: ANN401  # pyarrow has no types
    """The text of each row of a column."""
    texts, places = encode_cells(batch, name)
    return [texts[place] for place in places.tolist()]


def _read_numbers(texts: Sequence[str | None], recipe: Recipe, name: str, *, whole: bool) -> NDArray[np.float64]:
    """Read weights or counts; raise unless they are finite and greater than 0."""
    pointed = texts if recipe.table.decimal == "." else Numeric(decimal=",").to_python(texts)
    numbers = np.array([_read_number(text) for text in pointed])
    wrong = ~(np.isfinite(numbers) & (numbers > 0))
    if whole:
        wrong |= numbers != np.round(numbers)
    if wrong.any():
        kind = "whole numbers" if whole else "numbers"
        msg = f"column {name!r}: {int(wrong.sum()):,} distinct values are not {kind} greater than 0"
        raise DataError(msg, hint="every row stands for at least one person of the population")
    return numbers


def _read_number(text: str | None) -> float:
    try:
        return math.nan if text is None else float(text)
    except ValueError:
        return math.nan
