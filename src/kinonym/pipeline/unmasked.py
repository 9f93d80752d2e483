"""What the unmasked columns of a run do to its guarantee: the check for unique rows, also before planning."""

from __future__ import annotations

import numpy as np

from kinonym.engines.contract import Source
from kinonym.recipe import Recipe
from kinonym.release.uniqueness import UniqueRows, Unit, reject_unique_rows, uniqueness_of
from kinonym.tuples.persons import each_named

__all__ = ["check_before_planning", "make_unique_rows_check"]

MOST_CELLS = 5_000_000
"""Rows times columns that are counted together; beyond that counting would take longer than masking."""


def make_unique_rows_check(recipe: Recipe, records: int) -> UniqueRows | None:
    """The check for unique rows; None if every released column is masked.

    Groups of equal records are counted together with the unmasked columns. Where the masked columns are swapped or
    changed at random, their own combinations say little: the unmasked columns are then counted alone.
    """
    if not recipe.unmasked:
        return None
    method = recipe.resolved_method
    gathered = recipe.table.person_link and recipe.table.person is None
    unit: Unit = "persons" if gathered else "rows" if recipe.table.person is None else "rows of one person"
    return UniqueRows(
        k=method.k_or_none if method.traits.k_anonymous else None,
        covered=recipe.covered,
        others=recipe.unmasked,
        together=method.traits.k_anonymous,
        unit=unit,
        accepted=recipe.release.accept_unique,
        counted=records * len((*recipe.covered, *recipe.unmasked)) <= MOST_CELLS,
    )


def check_before_planning(source: Source, recipe: Recipe) -> None:
    """Reject a table before any work if its unmasked columns alone make too many rows unique.

    They are released as they are, so the release cannot have fewer unique rows, unless rows leave the table: then
    only the written file can tell.

    Raises
    ------
    UniqueRowsError
        If more than a fifth of the rows are unique, and the recipe does not accept it.
    """
    check = make_unique_rows_check(recipe, source.records)
    keeps_rows = recipe.resolved_method.traits.keeps_rows and recipe.table.missing_values != "drop"
    if check is None or check.accepted or not check.counted or not keeps_rows or not source.records:
        return
    alone = check.without_masked()
    counted, person = source.count(alone.others), None
    place, rows = np.arange(len(counted.counts)), counted.counts
    if recipe.table.person is not None:
        owned = source.persons(alone.others, recipe.table.person)
        person, rows, place = each_named(owned.person_of, owned.counts, owned.tuple_of)
    reject_unique_rows(uniqueness_of(alone, counted.codes[place], person, rows))
