"""A recipe held against its table before any work: names, roles, and columns that look like something else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kinonym.engines.contract import Looks, Source
from kinonym.errors import DataError, RecipeError
from kinonym.hints import did_you_mean
from kinonym.recipe import Recipe

__all__ = ["check_columns", "check_linking", "doubts", "linking_columns"]

_FEWEST = 20
_NEARLY_UNIQUE = 0.95
_MOSTLY_DIFFERENT = 0.5
_WORDS = 5


def check_columns(source: Source, recipe: Recipe) -> None:
    """Refuse a table whose columns and roles do not fit together."""
    _check_names(source.columns, recipe)
    for name in recipe.with_role("quasi"):
        if not source.looks(name).present:
            msg = f"column {name!r} is a quasi-identifier, but all its values are missing"
            raise DataError(msg, hint='drop it with role = "identifier", or check the missing markers of [table]')


def doubts(source: Source, recipe: Recipe) -> Iterator[tuple[str, str]]:
    """Columns that are not confirmed and should perhaps not be released: (name, why)."""
    following = recipe.following
    for name, column in recipe.columns.items():
        if name in following:
            continue  # it is written anew
        verbatim = column.role == "other" or (column.role != "identifier" and column.kind == "plain")
        if verbatim and name not in recipe.release.confirm and (why := _doubt(source.looks(name))):
            what = "the role other" if column.role == "other" else f"the role {column.role} and no meaning"
            yield name, f"column {name!r} has {what}, but {why}"


def linking_columns(source: Source, recipe: Recipe) -> tuple[str, ...]:
    """Columns that are released as they are and differ in nearly every row, where the method's promise needs none."""
    if not recipe.resolved_method.traits.needs_unlinked:
        return ()
    following = recipe.following
    passed = [name for name in recipe.with_role("other") if name not in following]
    return tuple(name for name in passed if _nearly_unique(source.looks(name)))


def check_linking(recipe: Recipe, linking: Sequence[str]) -> None:
    """Refuse to write what undoes the method, unless the column is confirmed by name; its claim then says so."""
    unsure = [name for name in linking if name not in recipe.release.confirm]
    if unsure:
        method = recipe.resolved_method.name
        msg = f"column {unsure[0]!r} has the role other and differs in nearly every row: it undoes {method}"
        raise RecipeError(msg, hint=confirm_hint(unsure[0]))


def confirm_hint(name: str) -> str:
    """How to release a doubtful column all the same."""
    return f'drop it with role = "identifier", or confirm it: [release] confirm = ["{name}"]'


def _doubt(looks: Looks) -> str | None:
    """Why a column should perhaps not be released; None if it may."""
    if looks.present < _FEWEST:
        return None
    sentences = looks.words >= _WORDS and looks.distinct >= _MOSTLY_DIFFERENT * looks.present
    if not sentences and (looks.decimal or not _nearly_unique(looks)):
        return None
    what = "free text" if sentences else "an identifier"
    return f"looks like {what}: {looks.distinct} different values in {looks.present} rows"


def _nearly_unique(looks: Looks) -> bool:
    """Nearly every row has a value of its own."""
    return looks.present > 1 and looks.distinct >= _NEARLY_UNIQUE * looks.present


def _check_names(columns: Sequence[str], recipe: Recipe) -> None:
    for name in [*recipe.columns, *recipe.release.confirm]:
        if name not in columns:
            msg = f"the recipe names the column {name!r}, which the table does not have"
            raise RecipeError(msg, hint=did_you_mean(name, columns, f"it has: {_listed(columns)}"))
    without = [name for name in columns if name not in recipe.columns]
    if without:
        msg = f"{len(without)} columns have no role: {_listed(without)}"
        raise RecipeError(msg, hint="give each one a role: identifier, quasi, confidential, other")


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names))
