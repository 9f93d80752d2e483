"""Reads a recipe and checks that its parts fit together; every error says what is wrong and what to do."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pydantic
from pydantic import BaseModel

from kinonym.column_types import COLUMN_TYPES, WRONG_TYPE, ColumnRecipe
from kinonym.column_types.column_recipe import PRECISION_HINT
from kinonym.errors import RecipeError
from kinonym.recipe.consistency import check_consistency
from kinonym.recipe.method import suggest_key, suggest_value
from kinonym.recipe.model import Recipe, ReleaseRecipe, ScenarioRecipe, TableRecipe
from kinonym.recipe.released_table import ReleasedTable
from kinonym.recipe.table_consistency import check_tables
from kinonym.regular_file import make_irregular_error

__all__ = ["load_recipe"]

_HINTS = {
    "delimiter": 'one character, such as delimiter = ";"',
    "two_digit_years_from": "two_digit_years_from = 1930 reads two-digit years as 1930 to 2029",
    "decimal": 'decimal = "," for numbers such as 36,6; a point is the default',
    "weight": "a weight is greater than 0; a column with weight 2 counts twice as much as with 1, the default",
    "population": 'population = "census.csv": a file with the masked columns, one row per person or a column count',
    "knows": 'name the masked columns that she knows: knows = ["age", "region"]',
    "knows_any": "knows_any = 2: she knows any two of the columns, whichever they are",
    "scenario": 'begin each scenario with [[scenario]], then name = "neighbour", knows = ["age", "region"]',
    "lengths": "lengths = [1, 3, 4, 5] are those of ATC codes",
    "precision": PRECISION_HINT,
    "version": "a newer Kinonym may have written it: update Kinonym, or see docs/compatibility.md",
}
_INTERNAL = ("folder", "file")
"""Fields of `Recipe` that describe where it was read from; a recipe cannot set them."""


def load_recipe(recipe: Recipe | Mapping[str, Any] | str | Path, *, tables: bool = False) -> Recipe:
    """Read and check a recipe given as an object, a dict, a path, or TOML text with a line break.

    ``tables``: whether the recipe may be one of several tables.
    """
    loaded = recipe if isinstance(recipe, Recipe) else _load(recipe)
    if loaded.tables and not tables:
        msg = "the recipe describes several tables, which only mask, map, describe, compare and verify accept"
        raise RecipeError(msg, hint="kinonym mask folder/ -r recipe.toml -o released/")
    return loaded


def _load(recipe: Mapping[str, Any] | str | Path) -> Recipe:
    file: Path | None = None
    if isinstance(recipe, str | Path):
        recipe, file = _read(recipe)
    if internal := next((key for key in _INTERNAL if key in recipe), None):
        raise _unknown_key((internal,))
    try:
        loaded = Recipe.model_validate({**recipe, "folder": file.parent if file else Path(), "file": file})
    except pydantic.ValidationError as error:
        raise _explain(error) from None
    except RecursionError:
        msg = "the recipe is nested too deeply"
        raise RecipeError(msg, hint="see docs/recipe.md for an example") from None
    if loaded.tables:
        check_tables(loaded)
    else:
        check_consistency(loaded)
    return loaded


def _read(recipe: str | Path) -> tuple[dict[str, Any], Path | None]:
    try:
        if isinstance(recipe, str) and "\n" in recipe:
            return tomllib.loads(recipe), None
        path = Path(recipe)
        if not path.is_file():
            raise make_irregular_error(path)
        return tomllib.loads(path.read_text("utf-8")), path
    except FileNotFoundError:
        msg = f"there is no recipe {str(recipe)!r}"
        raise RecipeError(msg, hint="`kinonym init data.csv > recipe.toml` drafts one") from None
    except OSError as error:
        msg = f"the recipe {str(recipe)!r} cannot be read: {error.strerror}"
        raise RecipeError(msg, hint="name a TOML file that you have permission to read") from None
    except UnicodeDecodeError:
        msg = f"the recipe {str(recipe)!r} is not UTF-8"
        raise RecipeError(msg, hint="save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        msg = f"the recipe is not valid TOML: {error}"
        raise RecipeError(msg, hint="see docs/recipe.md for an example") from None
    except RecursionError:
        msg = "the recipe is nested too deeply"
        raise RecipeError(msg, hint="see docs/recipe.md for an example") from None
    except ValueError:  # raised by Python: a number with thousands of digits, or a path with NUL
        msg = "the recipe has a number that is too long, or a path that is not valid"
        raise RecipeError(msg, hint="see docs/recipe.md for an example") from None


def _explain(error: pydantic.ValidationError) -> RecipeError:
    """Return an error for the first problem, with its key in the recipe and the nearest valid key."""
    problems = error.errors(include_url=False, include_input=False)
    # A misspelt key is also a missing one: name the misspelling.
    first = next((p for p in problems if p["type"] == "extra_forbidden"), problems[0])
    loc = _find_keys(first["loc"])
    if first["type"] == WRONG_TYPE:
        key = ".".join(map(str, (*loc, "type")))
        return RecipeError(f"the recipe's {key} is not valid: {first['msg']}", hint=suggest_value("literal_error"))
    key = ".".join(map(str, loc)) or "recipe"
    if first["type"] == "extra_forbidden":
        return _unknown_key(first["loc"])
    if first["type"] == "missing":
        return RecipeError(f"the recipe lacks {key}", hint="see docs/recipe.md for an example")
    hint = _HINTS.get(str(loc[-1])) if loc else None
    message = first["msg"].partition(" or instance of ")[0]  # users do not know classes of Python
    return RecipeError(f"the recipe's {key} is not valid: {message}", hint=hint or suggest_value(first["type"]))


def _unknown_key(loc: tuple[int | str, ...]) -> RecipeError:
    """Return an error for an unknown key, with the nearest valid key."""
    keys = _find_keys(loc)
    key = ".".join(map(str, keys))
    return RecipeError(f"the recipe has an unknown key: {key}", hint=suggest_key(str(keys[-1]), _list_keys(loc)))


def _find_keys(loc: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """Return the keys that lead to a problem, without the column type that pydantic inserts."""
    if loc[:1] == ("tables",):
        return (*loc[:2], *_find_keys(loc[2:]))
    return (*loc[:2], *loc[3:]) if loc[:1] == ("columns",) else loc


def _list_keys(loc: tuple[int | str, ...]) -> Iterable[str]:
    """List the valid keys of the part that has an unknown key."""
    if loc[:1] == ("tables",) and len(loc) > len(("tables", "name")):
        return _list_keys(loc[2:]) if loc[2] == "columns" else [*ReleasedTable.model_fields]
    parts: dict[object, type[BaseModel]] = {
        "table": TableRecipe,
        "columns": COLUMN_TYPES.get(str(loc[2]), ColumnRecipe) if len(loc) > 2 else ColumnRecipe,
        "release": ReleaseRecipe,
        "scenario": ScenarioRecipe,
    }
    model = parts.get(loc[0], Recipe) if len(loc) > 1 else Recipe
    return [field.alias or key for key, field in model.model_fields.items() if key not in _INTERNAL]
