"""Compares the columns of a recipe with those of the table, before any work.

`role_checks` finds columns that look like something other than their role.
"""

from __future__ import annotations

from collections.abc import Sequence

from kinonym.engines.contract import Source
from kinonym.errors import DataError, RecipeError
from kinonym.hints import did_you_mean
from kinonym.recipe import Recipe

__all__ = ["MOST_COLUMNS", "check_columns"]

MOST_COLUMNS = 10_000
"""Each column of a release costs time and memory, so a wider table would keep its user waiting for minutes."""
_MOST_NAMED = 20


def check_columns(source: Source, recipe: Recipe) -> None:
    """Reject a table with too many columns, with undescribed ones, or with a quasi-identifier without values."""
    if len(source.columns) > MOST_COLUMNS:
        msg = f"the table has {len(source.columns):,} columns; masking takes at most {MOST_COLUMNS:,}"
        raise DataError(msg, hint="leave out the columns that nobody needs, or mask those that describe persons alone")
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
            raise RecipeError(msg, hint=did_you_mean(name, columns, f"it has: {_list_names(columns)}"))
    without = [name for name in columns if name not in recipe.columns]
    if without:
        msg = f"{len(without)} columns have no role: {_list_names(without)}"
        raise RecipeError(msg, hint="give each one a role: identifier, quasi, confidential, other")


def _list_names(names: Sequence[str]) -> str:
    """Join the first names."""
    return ", ".join(map(repr, names[:_MOST_NAMED])) + (", …" if len(names) > _MOST_NAMED else "")
