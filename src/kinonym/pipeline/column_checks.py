"""Columns and roles of a recipe against those of its table, before any work.

Columns that look like something other than their role are found in `role_checks`.
"""

from __future__ import annotations

from collections.abc import Sequence

from kinonym.engines.contract import Source
from kinonym.errors import DataError, RecipeError
from kinonym.hints import did_you_mean
from kinonym.recipe import Recipe

__all__ = ["check_columns"]

_MOST_NAMED = 20


def check_columns(source: Source, recipe: Recipe) -> None:
    """Refuse a table whose columns and roles do not fit together."""
    _check_names(source.columns, recipe)
    for name in recipe.with_role("quasi"):
        if not source.profile(name).present:
            msg = f"column {name!r} is a quasi-identifier, but all its values are missing"
            raise DataError(msg, hint='drop it with role = "identifier", or check the missing markers of [table]')


def _check_names(columns: Sequence[str], recipe: Recipe) -> None:
    known = frozenset(columns)
    for name in [*recipe.columns, *recipe.release.confirm]:
        if name not in known:
            msg = f"the recipe names the column {name!r}, which the table does not have"
            raise RecipeError(msg, hint=did_you_mean(name, columns, f"it has: {_listed(columns)}"))
    without = [name for name in columns if name not in recipe.columns]
    if without:
        msg = f"{len(without)} columns have no role: {_listed(without)}"
        raise RecipeError(msg, hint="give each one a role: identifier, quasi, confidential, other")


def _listed(names: Sequence[str]) -> str:
    """The first of some names."""
    return ", ".join(map(repr, names[:_MOST_NAMED])) + (", …" if len(names) > _MOST_NAMED else "")
