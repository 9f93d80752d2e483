"""Checks columns that a recipe links to others: ``before``, ``with``, ``shift_with``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kinonym.errors import RecipeError
from kinonym.hints import did_you_mean
from kinonym.recipe.model import Recipe

__all__ = ["check_linked_columns"]


def check_linked_columns(recipe: Recipe) -> None:
    """Reject the first mistake in links between columns."""
    for name, column in recipe.columns.items():
        followed = () if column.follows is None else (column.follows,)
        for key, others in (("before", column.successors), ("with", followed)):
            for other in others:
                _check_other(recipe, name, key, other)
        for other in column.successors:
            _check_before(recipe, name, other)
        if column.follows is not None:
            _check_with(recipe, name, column.follows)
    for name in recipe.shifted_columns:
        _check_shift(recipe, name)
    _check_cycles(recipe)
    _check_method(recipe)


def _check_other(recipe: Recipe, name: str, key: str, other: str) -> None:
    if other == name:
        msg = f"columns.{name} is linked to itself by {key}"
        raise RecipeError(msg, hint="name another column")
    if other not in recipe.columns:
        msg = f"columns.{name}: {key} names the column {other!r}, which the recipe does not have"
        raise RecipeError(msg, hint=did_you_mean(other, recipe.columns))


def _check_before(recipe: Recipe, name: str, other: str) -> None:
    """Check that both columns are masked and have a common order."""
    unmasked = [each for each in (name, other) if each not in recipe.masked]
    if unmasked:
        msg = f"columns.{name} comes before {other!r}, but {unmasked[0]!r} is not masked"
        raise RecipeError(msg, hint='give both the role "quasi", or remove before')
    first, second = recipe.columns[name], recipe.columns[other]
    if first.kind != second.kind or not first.has_order:
        msg = f"columns.{name} is {first.kind} and columns.{other} is {second.kind}: they have no common order"
        raise RecipeError(msg, hint='for instance type = "date" for both')
    if first.order != second.order:
        msg = f"columns.{name} and columns.{other} are linked by before, but their levels differ"
        raise RecipeError(msg, hint="give both the same order")


def _check_with(recipe: Recipe, name: str, leader: str) -> None:
    column = recipe.columns[name]
    if recipe.columns[leader].follows is not None:
        msg = f"columns.{name} follows {leader!r}, which also follows another column"
        raise RecipeError(msg, hint=f'with = "{recipe.columns[leader].follows}"')
    if column.role in ("quasi", "confidential", "other") and recipe.columns[leader].role == "identifier":
        msg = f"columns.{name} follows {leader!r}, which is dropped"
        raise RecipeError(msg, hint='drop it as well with role = "identifier", or remove with')
    if column.role == "quasi" and leader not in recipe.masked:
        msg = f"columns.{name} follows {leader!r}, which is not masked: neither would change"
        raise RecipeError(msg, hint=f'give {leader!r} the role "quasi", or remove with')


def _check_shift(recipe: Recipe, name: str) -> None:
    """Check that a shifted column has dates, is released unmasked, and that the recipe names the person column."""
    column = recipe.columns[name]
    if not column.holds_dates:
        msg = f"columns.{name} is {column.kind}, and only dates can be shifted"
        raise RecipeError(msg, hint='type = "date", or remove shift_with')
    if recipe.table.person is None:
        msg = f"columns.{name} is shifted with the person, but the recipe does not name the person column"
        raise RecipeError(msg, hint='add [table] person = "…"')
    if name in recipe.masked or column.follows is not None or column.role == "identifier":
        msg = f"columns.{name} is shifted, but it is masked, dropped or follows another column"
        raise RecipeError(msg, hint='give it the role "confidential" or "other", or remove shift_with')


def _check_cycles(recipe: Recipe) -> None:
    """Reject links that lead from a column back to itself."""
    followed: dict[str, tuple[str, ...]] = {
        name: (column.follows,) if column.follows else () for name, column in recipe.columns.items()
    }
    for links in ({name: column.successors for name, column in recipe.columns.items()}, followed):
        for start in links:
            if cycle := _find_cycle(links, start):
                msg = f"columns are linked in a circle: {' → '.join(cycle)}"
                raise RecipeError(msg, hint="remove one of the links")


def _find_cycle(links: Mapping[str, Sequence[str]], start: str) -> tuple[str, ...]:
    """Return the shortest path along the links from a column back to it; empty if there is none."""
    paths: list[tuple[str, ...]] = [(start,)]
    reached = {start}
    while paths:
        longer = [(*path, name) for path in paths for name in links[path[-1]]]
        if cycle := next((path for path in longer if path[-1] == start), ()):
            return cycle
        paths = [path for path in longer if path[-1] not in reached]
        reached |= {path[-1] for path in paths}
    return ()


def _check_method(recipe: Recipe) -> None:
    """Reject links that the method cannot keep: a swap keeps all values, and a recoding gives each value one image."""
    method = recipe.resolved_method
    fixed = method.traits.keeps_marginals or method.known_items is not None
    if recipe.ordered_pairs and fixed:
        msg = f"columns.{recipe.ordered_pairs[0][0]} is linked by before, but {method.name} cannot repair an order"
        raise RecipeError(msg, hint='remove before, or choose a method such as "sa-mdav"')
    if recipe.followers and method.traits.differentially_private:
        name = next(iter(recipe.followers))
        msg = f"columns.{name} takes its texts from the data, which no epsilon covers"
        raise RecipeError(msg, hint='drop it with role = "identifier"')
