"""Numbers as they stand in the table: a swap writes what was there, `007` and `250.00` included, and never rounds."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from kinonym.domains import Numeric
from kinonym.engines import memory
from kinonym.engines.kinds import arrow_column, kind
from kinonym.grouped import Plan
from kinonym.recipe import Recipe
from kinonym.release.checks import SameValues

__all__ = ["number_checks", "verbatim_numbers"]


def verbatim_numbers(table: Any, recipe: Recipe, plan: Plan) -> dict[str, list[str | float | None]]:  # noqa: ANN401
    """Numeric column → what is written for each masked tuple of a swap: its text, or the number itself."""
    written: dict[str, list[str | float | None]] = {}
    for j, column in enumerate(plan.tuples.columns):
        if isinstance(column.domain, Numeric):
            texts = _texts(table, column.name, recipe)
            points = plan.targets[:, j].tolist()
            written[column.name] = [None if math.isnan(x) else texts.get(x, x) for x in points]
    return written


def number_checks(table: Any, recipe: Recipe, plan: Plan) -> list[SameValues]:  # noqa: ANN401
    """For the gate: a swap leaves every number of a text column as often as it was."""
    checks = []
    for j, column in enumerate(plan.tuples.columns):
        texts = _texts(table, column.name, recipe) if isinstance(column.domain, Numeric) else {}
        if not texts:
            continue
        counts = np.bincount(plan.tuples.codes[:, j], weights=plan.tuples.counts, minlength=len(column.points))
        held = zip(column.points.tolist(), counts.tolist(), strict=True)
        expected: dict[tuple[str | None, ...], int] = {(texts.get(x),): int(n) for x, n in held if n}
        checks.append(SameValues((column.name,), expected))
    return checks


def _texts(table: Any, name: str, recipe: Recipe) -> dict[float, str]:  # noqa: ANN401
    """Number → the text that stands for it most often; empty where the column holds numbers, not texts."""
    import pyarrow as pa

    found = arrow_column(table, name, kind(table)).type
    held = found.value_type if pa.types.is_dictionary(found) else found
    if not (pa.types.is_string(held) or pa.types.is_large_string(held) or pa.types.is_string_view(held)):
        return {}
    counted = memory.count(table, [name], missing=recipe.table.missing)
    times = np.bincount(counted.codes[:, 0], weights=counted.counts, minlength=len(counted.values[0]))
    rising = [counted.values[0][i] for i in np.argsort(times, kind="stable")]
    return {float(text): text for text in rising if text is not None}
