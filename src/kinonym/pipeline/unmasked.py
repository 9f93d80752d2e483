"""Checks whether the unmasked columns of a run make rows unique, before planning and in the release."""

from __future__ import annotations

import numpy as np

from kinonym.engines.contract import Source
from kinonym.recipe import Recipe
from kinonym.release.uniqueness import Uniqueness, UniqueRows, Unit, reject_unique_rows, uniqueness_of
from kinonym.tuples.persons import number_unnamed

__all__ = ["check_before_planning", "make_unique_rows_check", "measure_before_planning"]

MOST_CELLS = 5_000_000
"""Most cells (rows × columns) that are counted; counting more would take longer than masking."""


def make_unique_rows_check(recipe: Recipe, records: int, *, learnt: bool = False) -> UniqueRows | None:
    """Make the check for unique rows; None if k holds for all released columns together.

    If the method makes groups of equal records, masked and unmasked columns are counted together. If it swaps values
    or changes them at random, masked combinations mean little, and the unmasked columns are counted alone. If the
    groups were ``learnt`` from another table, no k holds.
    """
    method = recipe.resolved_method
    if not recipe.unmasked and not method.scenarios:
        return None
    gathered = recipe.table.person_link and recipe.table.person is None
    unit: Unit = "persons" if gathered else "rows" if recipe.table.person is None else "rows of one person"
    return UniqueRows(
        k=method.k_or_none if method.traits.k_anonymous and not learnt else None,
        scenarios=method.scenarios,
        covered=recipe.covered,
        others=recipe.unmasked,
        together=method.traits.k_anonymous or bool(method.scenarios),
        unit=unit,
        accepted=recipe.release.accept_unique,
        counted=records * len((*recipe.covered, *recipe.unmasked)) <= MOST_CELLS,
    )


def measure_before_planning(source: Source, recipe: Recipe, *, learnt: bool = False) -> Uniqueness | None:
    """Count how many rows the unmasked columns alone make unique; None if every released column is masked.

    They are released unchanged, so the release has at least as many unique rows, unless rows leave the table: then
    only the written file shows how many.
    """
    check = make_unique_rows_check(recipe, source.records, learnt=learnt)
    if check is None or not check.others or not source.records:
        return None
    alone = check.without_masked()
    if not check.counted:
        return alone.describe(source.records, None)
    counted, person = source.count(alone.others), None
    tuple_of, rows = np.arange(len(counted.counts)), counted.counts
    if recipe.table.person is not None:
        cells = source.persons(alone.others, recipe.table.person)
        person, rows, tuple_of = number_unnamed(cells.person_of, cells.counts, cells.tuple_of)
    return uniqueness_of(alone, counted.codes[tuple_of], person, rows)


def check_before_planning(source: Source, recipe: Recipe, *, learnt: bool = False) -> None:
    """Reject a table before any work if its unmasked columns alone make too many rows unique.

    Raises
    ------
    UniqueRowsError
        If more than a fifth of the rows are unique, and the recipe does not accept it.
    """
    keeps_rows = recipe.resolved_method.traits.keeps_rows and recipe.table.missing_values != "drop"
    if recipe.release.accept_unique or not keeps_rows:
        return
    found = measure_before_planning(source, recipe, learnt=learnt)
    if found is not None:
        reject_unique_rows(found)
