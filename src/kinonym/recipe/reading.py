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
from kinonym.files.decode import known_encoding
from kinonym.hints import did_you_mean
from kinonym.methods.contract import check_several_ontologies
from kinonym.ontologies.from_values import OWN_VALUES
from kinonym.recipe.linked_columns import check_linked_columns
from kinonym.recipe.method import suggest_key, suggest_value
from kinonym.recipe.model import Recipe, ReleaseRecipe, TableRecipe
from kinonym.regular_file import irregular
from kinonym.system_limits import check_path_text

__all__ = ["load_recipe"]

_HINTS = {
    "delimiter": 'one character, such as delimiter = ";"',
    "two_digit_years_from": "two_digit_years_from = 1930 reads two-digit years as 1930 to 2029",
    "decimal": 'decimal = "," for numbers such as 36,6; a point is the default',
    "weight": "a weight is greater than 0; a column with weight 2 counts twice as much as with 1, the default",
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
        return RecipeError(
            f"the recipe has an unknown key: {key}", hint=suggest_key(str(loc[-1]), _list_keys(first["loc"]))
        )
    if first["type"] == "missing":
        return RecipeError(f"the recipe lacks {key}", hint="see docs/recipe.md for an example")
    hint = _HINTS.get(str(loc[-1])) if loc else None
    message = first["msg"].partition(" or instance of ")[0]  # users do not know classes of Python
    return RecipeError(f"the recipe's {key} is not valid: {message}", hint=hint or suggest_value(first["type"]))


def _find_keys(loc: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """Return the keys that lead to a problem, without the column type that pydantic inserts."""
    return (*loc[:2], *loc[3:]) if loc[:1] == ("columns",) else loc


def _list_keys(loc: tuple[int | str, ...]) -> Iterable[str]:
    """List the valid keys of the part that has an unknown key."""
    parts: dict[object, type[BaseModel]] = {
        "table": TableRecipe,
        "columns": COLUMN_TYPES.get(str(loc[2]), ColumnRecipe) if len(loc) > 2 else ColumnRecipe,
        "release": ReleaseRecipe,
    }
    model = parts.get(loc[0], Recipe) if len(loc) > 1 else Recipe
    return [field.alias or key for key, field in model.model_fields.items() if key not in ("folder", "file")]


def _check(recipe: Recipe) -> None:
    """Check how the parts of a recipe fit together."""
    check_path_text(*(name for column in recipe.columns.values() for name in _named_files(column)))
    if recipe.table.encoding is not None:
        known_encoding(recipe.table.encoding)
    for name, column in recipe.columns.items():
        column.check_precision(name)
        column.check_limits(name)
    if not recipe.masked:
        msg = "the recipe has no quasi-identifier: nothing would be masked"
        raise RecipeError(msg, hint='give at least one column role = "quasi"')
    _check_person(recipe)
    for name in recipe.masked:
        _check_systems(name, recipe)
    check_linked_columns(recipe)  # after the code systems, which it uses to find followers
    demanding = recipe.resolved_method.demands is not None
    for name, column in recipe.columns.items():
        if column.masked or (demanding and column.role == "confidential"):
            column.check(name)
            _check_systems(name, recipe)
    if demanding:
        _check_confidential(recipe)
    _check_means_of_two(recipe)
    _check_several_ontologies(recipe)
    if recipe.resolved_method.traits.masked_only:
        _check_masked_only(recipe)


def _check_several_ontologies(recipe: Recipe) -> None:
    """Several ontologies go with methods that form classes, and with columns that nothing else depends on."""
    several = [name for name, column in recipe.columns.items() if column.has_several_ontologies]
    check_several_ontologies(recipe.resolved_method, several)
    for name in several:
        if not recipe.columns[name].masked or name in recipe.table.gather:
            msg = f"columns.{name} has several ontologies, but is not masked, or is gathered"
            raise RecipeError(msg, hint="name one ontology for this column")
    for name, column in recipe.columns.items():
        if column.follows in several:
            msg = f"columns.{name} follows {column.follows!r}, which has several ontologies"
            raise RecipeError(msg, hint=f"name one ontology for {column.follows!r}, or drop {name!r}")


def _named_files(column: ColumnRecipe) -> list[str | None]:
    return [*column.ontologies, *column.systems.values(), column.mapping, column.code_map, column.counts]


def _check_gathered(recipe: Recipe) -> None:
    """Reject ``gather`` without a person column, and for columns that are not masked concepts."""
    if recipe.table.gather and recipe.table.person is None:
        msg = "table.gather gathers the rows of persons, but the recipe does not name the person column"
        raise RecipeError(msg, hint='add [table] person = "patient_id"')
    for name in recipe.table.gather:
        if recipe.table.gather.count(name) > 1:
            msg = f"table.gather names the column {name!r} twice"
            raise RecipeError(msg, hint="name each column once")
        if name not in recipe.columns:
            msg = f"table.gather names the column {name!r}, which the recipe does not have"
            raise RecipeError(msg, hint=did_you_mean(name, recipe.columns))
        column = recipe.columns[name]
        if not column.masked or not column.maps_values:
            msg = f"columns.{name} is in table.gather, but only masked concepts can be gathered"
            raise RecipeError(msg, hint='give it role = "quasi" and an ontology, or remove it from gather')


def _check_person(recipe: Recipe) -> None:
    """Reject settings that need a person column, and other roles for it: it is never released."""
    person = recipe.table.person
    if recipe.table.person_link and person is None:
        msg = "table.person_link links the rows of a person, but the recipe does not name the person column"
        raise RecipeError(msg, hint='add [table] person = "patient_id"')
    if recipe.table.person_link and not recipe.table.gather:
        msg = "table.person_link: linked rows show all values of a person, which only gather protects"
        raise RecipeError(msg, hint='name the columns of such rows: gather = ["diagnosis"]; or remove person_link')
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
    """Check the code systems of a column: ``ontology_by`` names another column, and an ontology per system."""
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
        raise RecipeError(msg, hint="name the column that says which code system a value belongs to")
    if by not in recipe.columns:
        msg = f"columns.{name}: ontology_by names the column {by!r}, which the recipe does not have"
        raise RecipeError(msg, hint=did_you_mean(by, recipe.columns))
    for key in ("root", "mapping", "code_map", "counts"):
        if column.model_dump()[key] is not None:
            msg = f"columns.{name} has {key}, which cannot be combined with ontology_by"
            raise RecipeError(msg, hint=f'remove {key}; for values without a concept use unmapped = "isolate"')
    if built := [ontology for ontology in column.systems.values() if ontology in OWN_VALUES]:
        msg = f"columns.{name}: ontology_by names {built[0]!r}, which is built from a whole column"
        raise RecipeError(msg, hint="name an ontology, or a file with a hierarchy")


def _check_confidential(recipe: Recipe) -> None:
    """Check that demands have a confidential column, and that all of these are released unmasked."""
    confidential = recipe.with_role("confidential")
    if not confidential:
        msg = "l_diversity, p_sensitive and t_closeness need a confidential column, and the recipe has none"
        raise RecipeError(msg, hint='give a column role = "confidential"')
    if both := recipe.confidential_masked:
        msg = f"columns.{both[0]} is masked as a quasi-identifier and cannot also be kept diverse in its classes"
        raise RecipeError(msg, hint="remove mask = true from it, or the demand under [method]")


def _check_means_of_two(recipe: Recipe) -> None:
    """Reject means of groups of two: each member can work out the number of the other."""
    method = recipe.resolved_method
    if method.k_or_none != 2 or not method.traits.averages:
        return
    for name in recipe.confidential_masked:
        if recipe.columns[name].averages and name not in recipe.release.confirm:
            msg = f"columns.{name}: with k = 2, the mean of a group shows each of its two members the other's number"
            raise RecipeError(msg, hint=f'set k = 3 or more, or confirm it: [release] confirm = ["{name}"]')
