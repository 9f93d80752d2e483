"""Mask a file: read as text, mask in memory, and hand the result to the release gate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kinonym.engines.files import read_table
from kinonym.methods import Progress, silent
from kinonym.privacy.demands import Demands
from kinonym.privacy.ground import ground_of
from kinonym.random import generator
from kinonym.recipe import Recipe, load_recipe
from kinonym.release.checks import AllowedValues, Check, MinimumClass, SameValues, Shape
from kinonym.release.diversity import DiverseClasses
from kinonym.release.gate import Verified, check_target, write_release
from kinonym.run.confidential import meanings
from kinonym.run.mask import mask
from kinonym.run.result import Result
from kinonym.run.verbatim import number_checks

__all__ = ["Released", "mask_file", "read_input"]


@dataclass(frozen=True, eq=False)
class Released:
    """A written file: what the run found, and what the gate found in the written bytes."""

    result: Result
    verified: Verified


def read_input(path: str | Path, recipe: Recipe) -> Any:  # noqa: ANN401  # pyarrow has no types
    """Read a table as the recipe says; returns the file's table and notices."""
    return read_table(path, delimiter=recipe.table.delimiter, encoding=recipe.table.encoding)


def mask_file(
    source: str | Path,
    recipe: Recipe | Mapping[str, Any] | str | Path,
    output: str | Path,
    *,
    seed: int | None = None,
    progress: Progress = silent,
) -> Released:
    """Mask a CSV or Parquet file into another one; nothing is written unless every check holds."""
    recipe = load_recipe(recipe)
    check_target(output, source)
    read = read_input(source, recipe)
    result = mask(read.table, recipe, seed=seed, progress=progress, release=True)
    missing = recipe.table.missing
    swapped = result.recipe.resolved_method.traits.keeps_marginals
    numbers = number_checks(read.table, recipe, result.plan) if swapped else []
    verified = write_release(
        result.table,
        output,
        checks=[*_checks(result), *numbers],
        rng=generator(seed),
        inputs=[source],
        delimiter=recipe.table.delimiter,
        missing_text="" if not missing or "" in missing else missing[0],
    )
    return Released(result, verified)


def _checks(result: Result) -> list[Check]:
    """What must hold in the written bytes."""
    table, method = result.table, result.recipe.resolved_method
    checks: list[Check] = [Shape(tuple(table.column_names), table.num_rows)]
    if method.traits.k_anonymous:
        checks.append(MinimumClass(tuple(result.recipe.masked), method.k))  # type: ignore[attr-defined]
    if (demands := method.demands) is not None:
        checks += [_diverse(result, demands, name) for name in result.recipe.confidential_kept]
    for j, (name, written) in enumerate(result.plan.written().items()):
        texts = {value for value in written if value is None or isinstance(value, str)}
        if len(texts) < len(set(written)):
            continue  # numbers are formatted by the writer; the gate compares them with the table itself
        checks.append(AllowedValues(name, frozenset(texts)))
        if method.traits.keeps_marginals:
            checks.append(SameValues((name,), _original_values(result, j)))
    return checks


def _diverse(result: Result, demands: Demands, name: str) -> DiverseClasses:
    """The demands on one confidential column, with what its written texts mean."""
    recipe = result.recipe
    classes = np.zeros(result.table.num_rows, dtype=np.int64)
    meant = meanings(result.table, name, classes, missing=recipe.table.missing, recipe=recipe)
    ground = ground_of(name, meant.domain, meant.points, demands.needed_ground)
    columns = (*recipe.masked, name)
    return DiverseClasses(columns, demands, meant.code_of, frozenset(recipe.table.missing), ground)


def _original_values(result: Result, j: int) -> dict[tuple[str | None, ...], int]:
    """How often each value of a column stood in the original, as it is written."""
    tuples = result.plan.tuples
    column = tuples.columns[j]
    counts = np.bincount(tuples.codes[:, j], weights=tuples.counts, minlength=len(column.points))
    found: dict[tuple[str | None, ...], int] = {}
    for value, number in zip(column.domain.decode(column.points), counts.tolist(), strict=True):
        key = (None if value is None else str(value),)
        found[key] = found.get(key, 0) + int(number)
    return found
