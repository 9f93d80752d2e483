"""Reading a recipe and holding its parts against each other; every mistake is named with what to do about it."""

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
from kinonym.files.decode import known_encoding
from kinonym.hints import did_you_mean
from kinonym.ontologies.from_values import OWN_VALUES
from kinonym.recipe.method import fitting, nearest
from kinonym.recipe.model import Recipe, ReleaseRecipe, TableRecipe
from kinonym.recipe.ties import check_ties
from kinonym.regular_file import irregular
from kinonym.system_limits import check_path_text

__all__ = ["load_recipe"]

_HINTS = {
    "delimiter": 'one character, such as delimiter = ";"',
    "two_digit_years_from": "two_digit_years_from = 1930 reads two-digit years as 1930 to 2029",
    "decimal": 'decimal = "," for numbers such as 36,6; a point is the default',
    "weight": "a column of weight 2 counts twice as much as one of weight 1, the default; 0 or less is no weight",
    "lengths": "lengths = [1, 3, 4, 5] are those of ATC codes",
    "precision": PRECISION_HINT,
}


def load_recipe(recipe: Recipe | Mapping[str, Any] | str | Path) -> Recipe:
    """Read and check a recipe given as an object, a dict, a path, or TOML text with a line break."""
    if isinstance(recipe, Recipe):
        return recipe
    file: Path | None = None
    if isinstance(recipe, str | Path):
        recipe, file = _read(recipe)
    try:
        loaded = Recipe.model_validate({**recipe, "folder": file.parent if file else Path(), "file": file})
    except pydantic.ValidationError as error:
        raise _explain(error) from None
    except RecursionError:
        msg = "the recipe is nested too deeply"
        raise RecipeError(msg, hint="see docs/recipe.md for an example") from None
    _check(loaded)
    return loaded


def _read(recipe: str | Path) -> tuple[dict[str, Any], Path | None]:
    try:
        if isinstance(recipe, str) and "\n" in recipe:
            return tomllib.loads(recipe), None
        path = Path(recipe)
        if not path.is_file():
            raise irregular(path)
        return tomllib.loads(path.read_text("utf-8")), path
    except FileNotFoundError:
        msg = f"there is no recipe {str(recipe)!r}"
        raise RecipeError(msg, hint="`kinonym init data.csv > recipe.toml` drafts one") from None
    except OSError as error:
        msg = f"the recipe {str(recipe)!r} cannot be read: {error.strerror}"
        raise RecipeError(msg, hint="name a TOML file that you may read") from None
    except UnicodeDecodeError:
        msg = f"the recipe {str(recipe)!r} is not UTF-8"
        raise RecipeError(msg, hint="save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        msg = f"the recipe is not valid TOML: {error}"
        raise RecipeError(msg, hint="see docs/recipe.md for an example") from None
    except RecursionError:
        msg = "the recipe is nested too deeply"
        raise RecipeError(msg, hint="see docs/recipe.md for an example") from None
    except ValueError:  # of Python's own: a number with thousands of digits, a path with NUL
        msg = "the recipe has a number that is too long, or a path that no file can have"
        raise RecipeError(msg, hint="see docs/recipe.md for an example") from None


def _explain(error: pydantic.ValidationError) -> RecipeError:
    """The first problem, with its place in the recipe and the nearest valid key."""
    problems = error.errors(include_url=False, include_input=False)
    # A misspelt key is also a missing one: name the misspelling.
    first = next((p for p in problems if p["type"] == "extra_forbidden"), problems[0])
    loc = _find_place(first["loc"])
    if first["type"] == WRONG_TYPE:
        place = ".".join(map(str, (*loc, "type")))
        return RecipeError(f"the recipe's {place} does not fit: {first['msg']}", hint=fitting("literal_error"))
    place = ".".join(map(str, loc)) or "recipe"
    if first["type"] == "extra_forbidden":
        return RecipeError(
            f"the recipe has an unknown key: {place}", hint=nearest(str(loc[-1]), _list_keys(first["loc"]))
        )
    if first["type"] == "missing":
        return RecipeError(f"the recipe lacks {place}", hint="see docs/recipe.md for an example")
    hint = _HINTS.get(str(loc[-1])) if loc else None
    message = first["msg"].partition(" or instance of ")[0]  # users know no classes
    return RecipeError(f"the recipe's {place} does not fit: {message}", hint=hint or fitting(first["type"]))


def _find_place(loc: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """Return the keys that lead to a problem, without the column type that pydantic inserts."""
    return (*loc[:2], *loc[3:]) if loc[:1] == ("columns",) else loc


def _list_keys(place: tuple[int | str, ...]) -> Iterable[str]:
    """The keys that are valid where an unknown one was found."""
    parts: dict[object, type[BaseModel]] = {
        "table": TableRecipe,
        "columns": COLUMN_TYPES.get(str(place[2]), ColumnRecipe) if len(place) > 2 else ColumnRecipe,
        "release": ReleaseRecipe,
    }
    model = parts.get(place[0], Recipe) if len(place) > 1 else Recipe
    return [field.alias or key for key, field in model.model_fields.items() if key not in ("folder", "file")]


def _check(recipe: Recipe) -> None:
    """What the shape alone does not show."""
    check_path_text(*(name for column in recipe.columns.values() for name in _named_files(column)))
    if recipe.table.encoding is not None:
        known_encoding(recipe.table.encoding)
    for name, column in recipe.columns.items():
        column.check_precision(name)
    if not recipe.masked:
        msg = "the recipe has no quasi-identifier: nothing would be masked"
        raise RecipeError(msg, hint='give at least one column role = "quasi"')
    _check_person(recipe)
    for name in recipe.masked:
        _check_systems(name, recipe)
    check_ties(recipe)  # after the code systems: it asks which columns decide what others say
    demanding = recipe.resolved_method.demands is not None
    for name, column in recipe.columns.items():
        if column.masked or (demanding and column.role == "confidential"):
            column.check(name)
            _check_systems(name, recipe)
    if demanding:
        _check_confidential(recipe)
    _check_means_of_two(recipe)
    if recipe.resolved_method.traits.masked_only:
        _check_masked_only(recipe)


def _named_files(column: ColumnRecipe) -> list[str | None]:
    return [column.ontology, *column.systems.values(), column.mapping, column.code_map, column.counts]


def _check_gathered(recipe: Recipe) -> None:
    """Only columns of masked concepts are gathered, and only over the rows of persons."""
    if recipe.table.gather and recipe.table.person is None:
        msg = "table.gather gathers the rows of persons, but no column says whose they are"
        raise RecipeError(msg, hint='name it: [table] person = "patient_id"')
    for name in recipe.table.gather:
        if recipe.table.gather.count(name) > 1:
            msg = f"table.gather names the column {name!r} twice"
            raise RecipeError(msg, hint="name each column once")
        if name not in recipe.columns:
            msg = f"table.gather names the column {name!r}, which the recipe does not have"
            raise RecipeError(msg, hint=did_you_mean(name, recipe.columns))
        column = recipe.columns[name]
        if not column.masked or not column.maps_values:
            msg = f"columns.{name} is gathered, but only masked concepts make sets"
            raise RecipeError(msg, hint='give it role = "quasi" and an ontology, or take it out of gather')


def _check_person(recipe: Recipe) -> None:
    """The person column is dropped; nothing else may be asked of it."""
    person = recipe.table.person
    if recipe.table.person_link and person is None:
        msg = "table.person_link keeps the rows of a person linked, but no column says whose they are"
        raise RecipeError(msg, hint='name it: [table] person = "patient_id"')
    if recipe.table.person_link and not recipe.table.gather:
        msg = "table.person_link: rows that stay linked show all that a person has, which only gather protects"
        raise RecipeError(msg, hint='name the columns of such rows: gather = ["diagnosis"]; or leave person_link out')
    _check_gathered(recipe)
    if person is not None and (role := recipe.columns[person].role) != "identifier":
        msg = f"columns.{person} is the person column and cannot have the role {role}: it is never released"
        raise RecipeError(msg, hint=f'remove the role of {person!r}, or write role = "identifier"')


def _check_masked_only(recipe: Recipe) -> None:
    """A release that is private as a whole has no other column, and its epsilon protects records."""
    method = recipe.resolved_method.name
    if recipe.unmasked:
        msg = f"columns.{recipe.unmasked[0]} would be released unmasked, which the epsilon of {method} does not cover"
        names = ", ".join(recipe.unmasked)
        raise RecipeError(msg, hint=f'drop with role = "identifier", or mask with role = "quasi": {names}')
    if recipe.table.person is not None:
        msg = f"table.person names persons, but the epsilon of {method} protects one record"
        raise RecipeError(msg, hint="make a table with one row per person, and leave out [table] person")


def _check_systems(name: str, recipe: Recipe) -> None:
    """A column of several code systems names the column that tells them apart."""
    column = recipe.columns[name]
    if column.ontology_by is None:
        return
    if column.ontology is not None:
        msg = f"columns.{name} has both ontology and ontology_by"
        raise RecipeError(msg, hint="keep one of them")
    by = column.ontology_by.get("column")
    if by is None or len(column.ontology_by) < 2:
        msg = f"columns.{name}: ontology_by names a column and an ontology for each of its values"
        raise RecipeError(msg, hint='for instance {column = "icd_version", "9" = "icd9cm.csv", "10" = "icd10cm"}')
    if by == name:
        msg = f"columns.{name}: ontology_by names the column itself"
        raise RecipeError(msg, hint="name the column that says which code system a value is of")
    if by not in recipe.columns:
        msg = f"columns.{name}: ontology_by names the column {by!r}, which the recipe does not have"
        raise RecipeError(msg, hint=did_you_mean(by, recipe.columns))
    for key in ("root", "mapping", "code_map", "counts"):
        if column.model_dump()[key] is not None:
            msg = f"columns.{name} has {key}, which goes with one ontology, not with ontology_by"
            raise RecipeError(msg, hint=f'remove {key}; for values without a concept there is unmapped = "isolate"')
    if own := [ontology for ontology in column.systems.values() if ontology in OWN_VALUES]:
        msg = f"columns.{name}: ontology_by names {own[0]!r}, which is built from a whole column"
        raise RecipeError(msg, hint="name an ontology, or a file with a hierarchy")


def _check_confidential(recipe: Recipe) -> None:
    """Demands speak of confidential columns that are released as they are."""
    confidential = recipe.with_role("confidential")
    if not confidential:
        msg = "l_diversity, p_sensitive and t_closeness need a confidential column, and the recipe has none"
        raise RecipeError(msg, hint='give a column role = "confidential"')
    if both := recipe.confidential_masked:
        msg = f"columns.{both[0]} is masked as a quasi-identifier and cannot be kept diverse in its classes as well"
        raise RecipeError(msg, hint="remove mask = true there, or the demand under [method]")


def _check_means_of_two(recipe: Recipe) -> None:
    """The mean of two numbers tells each member of the group the number of the other: no protection of its value."""
    method = recipe.resolved_method
    if method.k_or_none != 2 or not method.traits.averages:
        return
    for name in recipe.confidential_masked:
        if recipe.columns[name].averages and name not in recipe.release.confirm:
            msg = f"columns.{name}: with k = 2, the mean of a group tells each of its two members the other's number"
            raise RecipeError(msg, hint=f'set k = 3 or more, or confirm it: [release] confirm = ["{name}"]')
