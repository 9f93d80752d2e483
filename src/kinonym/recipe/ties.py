"""What a recipe says of columns that belong together, held against the others: ``before``, ``with``, ``shift_with``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kinonym.errors import RecipeError
from kinonym.hints import did_you_mean
from kinonym.recipe.model import Recipe

__all__ = ["check_ties"]


def check_ties(recipe: Recipe) -> None:
    """Name the first mistake in what ties columns together."""
    for name, column in recipe.columns.items():
        followed = () if column.follows is None else (column.follows,)
        for key, others in (("before", column.successors), ("with", followed)):
            for other in others:
                _check_other(recipe, name, key, other)
        for other in column.successors:
            _check_before(recipe, name, other)
        if column.follows is not None:
            _check_with(recipe, name, column.follows)
    for name in recipe.shifted:
        _check_shift(recipe, name)
    _check_cycles(recipe)
    _check_method(recipe)


def _check_other(recipe: Recipe, name: str, key: str, other: str) -> None:
    if other == name:
        msg = f"columns.{name} is tied to itself by {key}"
        raise RecipeError(msg, hint="name another column")
    if other not in recipe.columns:
        msg = f"columns.{name}: {key} names the column {other!r}, which the recipe does not have"
        raise RecipeError(msg, hint=did_you_mean(other, recipe.columns))


def _check_before(recipe: Recipe, name: str, other: str) -> None:
    """Both are masked and of one kind."""
    left = [each for each in (name, other) if each not in recipe.masked]
    if left:
        msg = f"columns.{name} comes before {other!r}, but {left[0]!r} is not masked"
        raise RecipeError(msg, hint='give both the role "quasi", or remove before')
    first, second = recipe.columns[name], recipe.columns[other]
    if first.kind != second.kind or not first.has_order:
        msg = f"columns.{name} is {first.kind} and columns.{other} is {second.kind}: they have no common order"
        hint = "a time of day has no order without its day" if "time" in (first.kind, second.kind) else None
        raise RecipeError(msg, hint=hint or 'for instance type = "date" for both')
    if first.order != second.order:
        msg = f"columns.{name} and columns.{other} are tied, but their levels are not the same"
        raise RecipeError(msg, hint="give both the same order")


def _check_with(recipe: Recipe, name: str, leader: str) -> None:
    column = recipe.columns[name]
    if recipe.columns[leader].follows is not None:
        msg = f"columns.{name} follows {leader!r}, which follows another column itself"
        raise RecipeError(msg, hint=f'with = "{recipe.columns[leader].follows}"')
    if column.role in ("quasi", "confidential", "other") and recipe.columns[leader].role == "identifier":
        msg = f"columns.{name} follows {leader!r}, which is dropped"
        raise RecipeError(msg, hint='drop it as well with role = "identifier", or remove with')
    if column.role == "quasi" and leader not in recipe.masked:
        msg = f"columns.{name} follows {leader!r}, which is not masked, and would stay as it is"
        raise RecipeError(msg, hint=f'give {leader!r} the role "quasi", or remove with')


def _check_shift(recipe: Recipe, name: str) -> None:
    """A shifted column holds dates, is released unmasked, and the recipe names the persons."""
    column = recipe.columns[name]
    if not column.holds_dates:
        msg = f"columns.{name} is {column.kind}, and only dates can be shifted"
        raise RecipeError(msg, hint='type = "date", or remove shift_with')
    if recipe.table.person is None:
        msg = f"columns.{name} is shifted with the person, but the table names no person"
        raise RecipeError(msg, hint='[table] person = "…"')
    if name in recipe.masked or column.follows is not None or column.role == "identifier":
        msg = f"columns.{name} is shifted, but is not released unmasked"
        raise RecipeError(msg, hint='give it the role "confidential" or "other", or remove shift_with')


def _check_cycles(recipe: Recipe) -> None:
    """Follow the links of each column; no way may lead back to it."""
    followed: dict[str, tuple[str, ...]] = {
        name: (column.follows,) if column.follows else () for name, column in recipe.columns.items()
    }
    for links in ({name: column.successors for name, column in recipe.columns.items()}, followed):
        for start in links:
            if cycle := _find_cycle(links, start):
                msg = f"columns are tied in a circle: {' → '.join(cycle)}"
                raise RecipeError(msg, hint="remove one of the ties")


def _find_cycle(links: Mapping[str, Sequence[str]], start: str) -> tuple[str, ...]:
    """The shortest way along the links from a column back to it; empty if there is none."""
    ways: list[tuple[str, ...]] = [(start,)]
    reached = {start}
    while ways:
        steps = [(*way, name) for way in ways for name in links[way[-1]]]
        if cycle := next((way for way in steps if way[-1] == start), ()):
            return cycle
        ways = [way for way in steps if way[-1] not in reached]
        reached |= {way[-1] for way in ways}
    return ()


def _check_method(recipe: Recipe) -> None:
    """A swap moves values one by one, and keeps all of them: it cannot mend an order."""
    method = recipe.resolved_method
    if recipe.ordered and method.traits.keeps_marginals:
        msg = f"columns.{recipe.ordered[0][0]} is tied by before, but {method.name} gives every value to some record"
        raise RecipeError(msg, hint='remove before, or choose a method such as "sa-mdav"')
    if recipe.following and method.traits.differentially_private:
        name = next(iter(recipe.following))
        msg = f"columns.{name} follows another column as the data have it, which no epsilon covers"
        raise RecipeError(msg, hint='drop it with role = "identifier"')
