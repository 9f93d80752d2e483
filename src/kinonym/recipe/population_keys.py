"""Checks what a recipe says about the population of a sample (specification 23)."""

from __future__ import annotations

from collections.abc import Iterator

from kinonym.errors import RecipeError
from kinonym.hints import did_you_mean
from kinonym.recipe.model import Recipe

__all__ = ["check_population"]


def check_population(recipe: Recipe) -> None:
    """Reject the first mistake in the population of a recipe."""
    table, demanded = recipe.table, recipe.resolved_method.population_k
    if table.population is None and table.weight is None:
        if demanded is not None:
            msg = "method.k_map counts persons of the population, which the recipe does not describe"
            raise RecipeError(msg, hint='add [table] population = "census.csv", or weight = "w" for an estimate')
        return
    if table.population is not None and table.weight is not None:
        msg = "table.population and table.weight both describe the population"
        raise RecipeError(msg, hint="keep the population: it is counted, and weights only estimate")
    if table.weight is not None:
        _check_weight(recipe, table.weight)
    key = "population" if table.weight is None else "weight"
    if reason := next(_list_conflicts(recipe), None):
        msg = f"table.{key} cannot be combined with {reason}"
        raise RecipeError(msg, hint="leave one of them out")


def _check_weight(recipe: Recipe, name: str) -> None:
    """Reject a weight that is not an unmasked column, or that has no meaning for persons."""
    if name not in recipe.columns:
        msg = f"table.weight names the column {name!r}, which the recipe does not have"
        raise RecipeError(msg, hint=did_you_mean(name, recipe.columns))
    if name in recipe.covered:
        msg = f"columns.{name} has the survey weights, and would be masked"
        raise RecipeError(msg, hint=f'give {name!r} role = "other", or drop it with role = "identifier"')
    if recipe.table.person is not None:
        msg = "table.weight says for how many persons a row stands, but the recipe has several rows per person"
        raise RecipeError(msg, hint="make a table with one row per person, and leave out [table] person")
    if recipe.table.sample is not None:
        msg = "table.weight cannot be combined with table.sample: the weights are those of the whole table"
        raise RecipeError(msg, hint="draw the sample first and adapt its weights")


def _list_conflicts(recipe: Recipe) -> Iterator[str]:
    """Yield what changes the meaning of a combination between the table and its population."""
    if recipe.table.gather:
        yield "table.gather"
    for name in recipe.shifted_columns:
        yield f"columns.{name}: shift_with"
    for name in recipe.masked:
        if recipe.columns[name].ontology_by is not None:
            yield f"columns.{name}: ontology_by"
    if recipe.release.reuse is not None:
        yield "release.reuse (--previous)"
