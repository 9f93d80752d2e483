"""From a table and a recipe to grouped tuples: count, apply the missing policy, map, group."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.engines import memory
from kinonym.engines.memory import Counted
from kinonym.grouped import Confidential, Tuples
from kinonym.recipe import Recipe
from kinonym.run.columns import Prepared, prepare_columns
from kinonym.run.missing import apply_missing_policy, restricted

__all__ = ["GroupedTable", "group", "group_table"]


@dataclass(frozen=True, eq=False)
class GroupedTable:
    """The masked columns of a table as tuples, and the way back to its rows."""

    tuples: Tuples
    tuple_of_row: NDArray[np.int64]
    """The tuple of each kept row."""
    kept: NDArray[np.bool_]
    """Which rows are masked; the others go, because they miss a value."""
    columns: list[Prepared]
    notices: tuple[str, ...]


def group_table(table: Any, recipe: Recipe, *, demanding: bool | None = None) -> GroupedTable:  # noqa: ANN401
    """Group the columns that the recipe masks.

    Parameters
    ----------
    table
        A pandas, polars or pyarrow table.
    recipe
        What its columns are and mean.
    demanding
        Also count the confidential columns; by default if the recipe's method demands something of them.
    """
    counted = memory.count(table, recipe.masked, missing=recipe.table.missing)
    counted, kept, told = apply_missing_policy(recipe, counted)
    columns = prepare_columns(recipe, counted, rows=np.flatnonzero(kept))
    tuples, tuple_of_row = group(recipe, counted, columns)
    if demanding is None:
        demanding = recipe.resolved_method.demands is not None
    if demanding:
        tuples = tuples.beside(*_confidential(table, recipe, kept, tuple_of_row, len(tuples)))
    notices = (*told, *(notice for column in columns for notice in column.notices), *_little_room(recipe, tuples))
    return GroupedTable(tuples, tuple_of_row, kept, columns, notices)


def _little_room(recipe: Recipe, tuples: Tuples) -> Iterator[str]:
    """What leaves a k-anonymous method little or nothing to choose (PRIVACY 5)."""
    method = recipe.resolved_method
    if not method.traits.k_anonymous:
        return
    for column in tuples.columns:
        if len(column.points) == 1:
            yield f"column {column.name!r} has a single value"
    k = method.k_or_none or 1
    if k <= tuples.records < 2 * k:
        yield f"{tuples.records} records are fewer than 2k = {2 * k}: there is room for one class only"


def _confidential(
    table: Any,  # noqa: ANN401
    recipe: Recipe,
    kept: NDArray[np.bool_],
    tuple_of_row: NDArray[np.int64],
    tuples: int,
) -> list[Confidential]:
    """The confidential columns that stay as they are, counted beside the tuples."""
    found = []
    for name in recipe.confidential_kept:
        counted = restricted(memory.count(table, [name], missing=recipe.table.missing), kept)
        column = prepare_columns(recipe, counted, [name], rows=np.flatnonzero(kept))[0]
        points = column.points[counted.codes[counted.tuple_of_row, 0]]
        found.append(Confidential.from_rows(name, column.domain, points, tuple_of_row, tuples))
    return found


def group(recipe: Recipe, counted: Counted, columns: list[Prepared]) -> tuple[Tuples, NDArray[np.int64]]:
    """Distinct tuples of concepts, so that what means the same is the same; also the tuple of each row."""
    points = np.column_stack([column.points[counted.codes[:, j]] for j, column in enumerate(columns)])
    tuples, place = Tuples.from_points(
        [column.name for column in columns],
        [column.domain for column in columns],
        points,
        counted.counts,
        weights=[recipe.columns[column.name].weight for column in columns],
    )
    return tuples, place[counted.tuple_of_row]
