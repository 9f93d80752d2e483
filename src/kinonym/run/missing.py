"""What becomes of rows with a missing quasi-identifier: a category of its own, dropped, or an error."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.memory import Counted
from kinonym.errors import DataError
from kinonym.recipe import Recipe

__all__ = ["apply_missing_policy", "restricted"]


def apply_missing_policy(recipe: Recipe, counted: Counted) -> tuple[Counted, NDArray[np.bool_], tuple[str, ...]]:
    """Return the tuples to mask, which rows they are, and what to tell the user."""
    _check_present(recipe, counted)
    every = np.ones(len(counted.tuple_of_row), dtype=bool)
    incomplete = np.zeros(len(counted.counts), dtype=bool)
    for j, values in enumerate(counted.values):
        if values and values[-1] is None:
            incomplete |= counted.codes[:, j] == len(values) - 1
    rows = int(counted.counts[incomplete].sum())
    if not rows:
        return counted, every, ()
    policy = recipe.table.missing_values
    if policy == "category":
        return counted, every, (f"{rows:,} rows miss a quasi-identifier: missing counts as a value",)
    if policy == "error":
        msg = f"{rows:,} rows miss a quasi-identifier"
        hint = 'fill them, or set missing_values = "category" or "drop" under [table]'
        raise DataError(msg, hint=hint)
    kept = ~incomplete[counted.tuple_of_row]
    if not kept.any():
        msg = "every row misses a quasi-identifier: nothing would be left"
        raise DataError(msg, hint='set missing_values = "category" under [table]')
    return restricted(counted, kept), kept, (f"{rows:,} rows that miss a quasi-identifier were dropped",)


def _check_present(recipe: Recipe, counted: Counted) -> None:
    for name, values in zip(recipe.masked, counted.values, strict=True):
        if values == [None]:
            msg = f"column {name!r} is to be masked, but all its values are missing"
            raise DataError(msg, hint='drop it with role = "identifier", or check the missing markers of [table]')


def restricted(counted: Counted, kept: NDArray[np.bool_]) -> Counted:
    """Only some of the rows, with only the tuples and values that occur in them."""
    used, tuple_of_row = np.unique(counted.tuple_of_row[kept], return_inverse=True)
    codes, values = counted.codes[used], []
    for j, texts in enumerate(counted.values):
        own, codes[:, j] = np.unique(codes[:, j], return_inverse=True)
        values.append([texts[i] for i in own.tolist()])
    return Counted(tuple(values), codes, np.bincount(tuple_of_row, minlength=len(used)), tuple_of_row)
