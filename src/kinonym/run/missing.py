"""What becomes of rows with a missing quasi-identifier: a category of its own, dropped, or an error."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.memory import Counted
from kinonym.errors import DataError
from kinonym.recipe import Recipe

__all__ = ["apply_missing_policy"]


def apply_missing_policy(recipe: Recipe, counted: Counted) -> tuple[Counted, NDArray[np.bool_], tuple[str, ...]]:
    """Return the tuples to mask, which rows they are, and what to tell the user."""
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
    return _without(counted, incomplete), kept, (f"{rows:,} rows that miss a quasi-identifier were dropped",)


def _without(counted: Counted, incomplete: NDArray[np.bool_]) -> Counted:
    number = np.cumsum(~incomplete) - 1
    rows = counted.tuple_of_row[~incomplete[counted.tuple_of_row]]
    return replace(
        counted,
        codes=counted.codes[~incomplete],
        counts=counted.counts[~incomplete],
        tuple_of_row=number[rows],
    )
