"""Selects the rows to mask by the treatment of missing quasi-identifiers."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import DataError
from kinonym.pipeline.cells import split_cell
from kinonym.recipe import Recipe
from kinonym.tuples.counted import Counted

__all__ = ["select_tuples"]


def select_tuples(recipe: Recipe, counted: Counted) -> tuple[NDArray[np.bool_], tuple[str, ...]]:
    """Return which counted tuples are masked, by ``missing_values`` of the recipe, and notices."""
    incomplete = np.zeros(len(counted.counts), dtype=bool)
    for j, name in enumerate(recipe.masked):
        empty = _find_missing(counted.values[j], recipe.columns[name].separator, recipe.table.missing)
        if len(empty) and empty.all():
            msg = f"column {name!r} is to be masked, but all its values are missing"
            raise DataError(msg, hint='drop it with role = "identifier", or check the missing markers of [table]')
        incomplete |= empty[counted.codes[:, j]]
    rows = int(counted.counts[incomplete].sum())
    if not rows:
        return ~incomplete, ()
    if recipe.table.missing_values == "category":
        notices = (f"{rows:,} rows miss a quasi-identifier: missing counts as a value",)
        return np.ones(len(incomplete), dtype=bool), notices
    if recipe.table.missing_values == "error":
        msg = f"{rows:,} rows miss a quasi-identifier"
        raise DataError(msg, hint='fill them, or set missing_values = "category" or "drop" under [table]')
    if incomplete.all():
        msg = "every row misses a quasi-identifier: nothing would be left"
        raise DataError(msg, hint='set missing_values = "category" under [table]')
    return ~incomplete, (f"{rows:,} rows that miss a quasi-identifier were dropped",)


def _find_missing(values: Sequence[str | None], separator: str | None, missing: Collection[str]) -> NDArray[np.bool_]:
    """Find the missing values of a column; a set without members is missing."""
    if separator is None:
        return np.array([value is None for value in values], dtype=bool)
    return np.array([not split_cell(value, separator, missing) for value in values], dtype=bool)
