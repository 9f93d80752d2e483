"""Columns that are released as they are and lead to single rows: what the promise of record-swap does not bear."""

from __future__ import annotations

from typing import Any

from kinonym.errors import RecipeError
from kinonym.methods import Method
from kinonym.recipe import Recipe
from kinonym.release.roles import singles_out

__all__ = ["check_linking", "linking_columns"]


def linking_columns(method: Method, table: Any, recipe: Recipe) -> tuple[str, ...]:  # noqa: ANN401
    """The columns declared ``other`` that differ in nearly every row; asked of methods that cannot bear one."""
    if not method.traits.needs_unlinked:
        return ()
    return tuple(name for name in recipe.with_role("other") if singles_out(table, name, recipe.table.missing))


def check_linking(method: Method, recipe: Recipe, linking: tuple[str, ...]) -> None:
    """Refuse to write what undoes record-swap, unless the column is confirmed by name; its claim then says so."""
    unsure = [name for name in linking if name not in recipe.release.confirm]
    if unsure:
        msg = f"column {unsure[0]!r} has the role other and differs in nearly every row: it undoes {method.name}"
        hint = f'drop it with role = "identifier", or confirm it: [release] confirm = ["{unsure[0]}"]'
        raise RecipeError(msg, hint=hint)
