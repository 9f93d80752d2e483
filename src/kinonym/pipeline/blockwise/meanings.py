"""What the masked columns of a large table mean: interpreted by their distinct values, without the combinations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from kinonym.engines.columns.written_values import are_numbers
from kinonym.engines.spark.combination_frame import CombinationFrame
from kinonym.errors import DataError, RecipeError, UnmappedError
from kinonym.files.texts import is_number
from kinonym.mapping import Coverage, UnmappedReport
from kinonym.mapping import Mapping as ValueMapping
from kinonym.methods.contract import check_bounded
from kinonym.metrics.utility import column_centre
from kinonym.pipeline.blockwise.block_plan import PlannedColumn
from kinonym.pipeline.column_mapping import load_ontologies
from kinonym.pipeline.column_meanings import ColumnMeaning, interpret_columns
from kinonym.pipeline.preparing import settle_two_digit_years
from kinonym.recipe import Recipe
from kinonym.tuples import Tuples
from kinonym.tuples.counted import Counted

__all__ = ["TableMeaning", "interpret_combinations"]


@dataclass(frozen=True, eq=False, kw_only=True)
class TableMeaning:
    """The masked columns of a table, interpreted."""

    recipe: Recipe
    asked: Recipe
    """The recipe that repeats the run."""
    columns: tuple[PlannedColumn, ...]
    originals: tuple[Tuples, ...]
    """For each column, its values as tuples of one column."""
    coverage: dict[str, Coverage]
    notices: tuple[str, ...]
    context: tuple[str, ...]
    """Columns in which the meaning of some value depends on other records."""


def interpret_combinations(combinations: CombinationFrame, recipe: Recipe) -> TableMeaning:
    """Interpret every masked column by its distinct values; one error lists all unmapped values."""
    load_ontologies(recipe)
    counted = {name: combinations.count_column(name) for name in recipe.masked}
    _check_missing(recipe, counted)
    settled = _keep_combinations_whole(_settle_years(recipe, counted))
    meanings = _interpret(combinations, settled, counted)
    originals = tuple(
        Tuples.from_points(
            [m.name], [m.domain], m.points[:, None], counted[m.name].counts, weights=[settled.columns[m.name].weight]
        )[0]
        for m in meanings
    )
    for tuples in originals:
        check_bounded(tuples)
    return TableMeaning(
        recipe=settled,
        asked=recipe,
        columns=tuple(_plan_column(combinations, settled, *pair) for pair in zip(meanings, originals, strict=True)),
        originals=originals,
        coverage={meaning.name: meaning.mapping.coverage for meaning in meanings if meaning.mapping},
        notices=tuple(notice for meaning in meanings for notice in meaning.notices),
        context=tuple(meaning.name for meaning in meanings if meaning.by_context),
    )


def _interpret(combinations: CombinationFrame, recipe: Recipe, counted: Mapping[str, Counted]) -> list[ColumnMeaning]:
    meanings, unmapped = list[ColumnMeaning](), dict[str, ValueMapping]()
    for column in counted.values():
        try:
            meanings += interpret_columns(recipe, column, combinations.source)
        except UnmappedError as error:
            unmapped |= error.mappings
    if unmapped:
        raise UnmappedReport(unmapped).error()
    return meanings


def _plan_column(
    combinations: CombinationFrame, recipe: Recipe, meaning: ColumnMeaning, original: Tuples
) -> PlannedColumn:
    kind = combinations.arrow_type(meaning.name)
    values: list[object] = [*meaning.domain.decode(np.unique(meaning.points))]
    return PlannedColumn(
        name=meaning.name,
        domain=meaning.domain,
        weight=recipe.columns[meaning.name].weight,
        texts=meaning.texts,
        points=meaning.points,
        centre=column_centre(original, 0),
        number_kind=kind if are_numbers(values, numeric_before=is_number(kind)) else None,
    )


def _check_missing(recipe: Recipe, counted: Mapping[str, Counted]) -> None:
    """Reject missing values if the recipe asks for it."""
    absent = {name: int(column.counts[-1]) for name, column in counted.items() if None in column.values[0]}
    if absent and recipe.table.missing_values == "error":
        msg = f"at least {max(absent.values()):,} rows miss a quasi-identifier"
        raise DataError(msg, hint='fill them, or set missing_values = "category" or "drop" under [table]')


def _settle_years(recipe: Recipe, counted: Mapping[str, Counted]) -> Recipe:
    """The recipe with one century for all two-digit years, if some column has dates."""
    settled = [settle_two_digit_years(recipe, column) for column in counted.values()]
    centuries = {each.table.two_digit_years_from for each in settled} - {None}
    if len(centuries) > 1:
        msg = "the columns of dates suggest different centuries for years of two digits"
        raise RecipeError(msg, hint="set two_digit_years_from under [table]")
    return next((each for each in settled if each.table.two_digit_years_from is not None), recipe)


def _keep_combinations_whole(recipe: Recipe) -> Recipe:
    """The recipe of a plan in which a combination has one target, so that no row draws one."""
    return recipe.model_copy(update={"release": recipe.release.model_copy(update={"whole_groups": True})})
