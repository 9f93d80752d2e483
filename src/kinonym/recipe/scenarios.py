"""Checks the scenarios of a recipe: their columns, and what cannot be combined with them."""

from __future__ import annotations

from collections.abc import Iterator

from kinonym.errors import RecipeError
from kinonym.hints import did_you_mean
from kinonym.recipe.model import Recipe, ScenarioRecipe

__all__ = ["check_scenarios"]


_LONGEST = 60
"""Characters of a name, which begins the sentences about the scenario."""


def check_scenarios(recipe: Recipe) -> None:
    """Reject the first mistake in the scenarios."""
    if not recipe.scenario:
        return
    names = [scenario.name for scenario in recipe.scenario]
    for i, name in enumerate(names):
        if not name.isprintable() or len(name) > _LONGEST:
            msg = f"the name of scenario {i + 1} has more than {_LONGEST} characters, or one that cannot be printed"
            raise RecipeError(msg, hint='choose a short name, such as name = "neighbour"')
        if name in names[:i]:
            msg = f"two scenarios have the name {name!r}"
            raise RecipeError(msg, hint="name each scenario after one attacker, such as neighbour or employer")
    for scenario in recipe.scenario:
        _check_columns(recipe, scenario)
    known = {name for scenario in recipe.scenario for name in scenario.knows or recipe.masked}
    if unknown := [name for name in recipe.masked if name not in known]:
        msg = f"columns.{unknown[0]} is masked, but no scenario knows it"
        hint = 'add it to the knows of a scenario, or release it unchanged with role = "other"'
        raise RecipeError(msg, hint=hint)
    if reason := next(_list_conflicts(recipe), None):
        msg = f"{reason} cannot be combined with [[scenario]]"
        raise RecipeError(msg, hint="leave one of them out")
    _ = recipe.resolved_method  # rejects a method that cannot satisfy scenarios


def _check_columns(recipe: Recipe, scenario: ScenarioRecipe) -> None:
    """Reject columns that a scenario cannot know, or too few of them."""
    where = f"the scenario {scenario.name!r}"
    if scenario.knows is None and scenario.knows_any is None:
        msg = f"{where} does not say what the attacker knows"
        raise RecipeError(msg, hint='knows = ["age", "region"], or knows_any = 3 for any three masked columns')
    columns = scenario.knows or tuple(recipe.masked)
    for i, name in enumerate(columns):
        if name in columns[:i]:
            msg = f"{where} names the column {name!r} twice"
            raise RecipeError(msg, hint="name each column once")
        if name not in recipe.columns:
            msg = f"{where} names the column {name!r}, which the recipe does not have"
            raise RecipeError(msg, hint=did_you_mean(name, recipe.columns))
        if name in recipe.followers:
            msg = f"{where} knows {name!r}, which follows {recipe.followers[name][0]!r}"
            raise RecipeError(msg, hint=f"name {recipe.followers[name][0]!r} instead")
        if name not in recipe.masked:
            msg = f"{where} knows {name!r}, which is not masked (role {recipe.columns[name].role})"
            raise RecipeError(msg, hint=f'give {name!r} role = "quasi", or leave it out of the scenario')
    if scenario.knows_any is not None and scenario.knows_any > len(columns):
        msg = f"{where}: knows_any = {scenario.knows_any}, but it has only {len(columns)} columns"
        raise RecipeError(msg, hint=f"knows_any = {len(columns)} at most")


def _list_conflicts(recipe: Recipe) -> Iterator[str]:
    """Yield what a recipe has that is planned for all masked columns together."""
    for key in ("suppress_share", "local"):  # forms of generalise and recode that give no k to some columns
        if recipe.method.get(key):
            yield f"method.{key}"
    if recipe.table.gather:
        yield "table.gather"
    if recipe.ordered_pairs:
        yield f"columns.{recipe.ordered_pairs[0][0]}: before"
    if recipe.release.reuse is not None:
        yield "release.reuse (--previous)"
    if recipe.release.whole_groups:
        yield "release.whole_groups (--plan)"
