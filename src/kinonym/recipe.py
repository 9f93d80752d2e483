"""A whole run as data: the TOML recipe, checked before any work, with names and plugins resolved.

Nothing is run here; `kinonym.run` does.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

import pydantic
import tomli_w
from pydantic import BaseModel, ConfigDict, Field

from kinonym.errors import KinonymError, RecipeError
from kinonym.measures import Measure, measure_named, plugin_measures
from kinonym.methods import METHODS, Method

__all__ = ["ColumnRecipe", "Recipe", "ReleaseRecipe", "TableRecipe", "load_recipe"]

Role = Literal["identifier", "quasi", "confidential", "other"]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class TableRecipe(_Part):
    """How the table is read."""

    missing: tuple[str, ...] = ("",)
    """Texts that mean missing."""
    missing_values: Literal["category", "drop", "error"] = "category"
    """What becomes of rows that miss a quasi-identifier."""
    delimiter: str | None = None
    encoding: str = "utf-8"


class ColumnRecipe(_Part):
    """One column: its role, and for what is masked, what its values mean."""

    role: Role
    type: Literal["nominal", "plain", "numeric", "ordinal"] | None = None
    ontology: str | None = None
    root: str | None = None
    measure: str = "wu-palmer"
    mapping: str | None = None
    code_map: str | None = None
    """An RF2 release or NLM file that leads from the column's ICD codes to concepts of SNOMED CT."""
    code_refset: str | None = None
    counts: str | None = None
    """A file of concept,count for information content from a corpus."""
    mask: bool = False
    unmapped: Literal["error", "isolate", "suppress"] = "error"
    write: Literal["label", "code"] | None = None
    order: tuple[str, ...] | None = None
    precision: int | None = Field(default=None, ge=0, le=15)
    weight: float = Field(default=1.0, gt=0, allow_inf_nan=False)

    @property
    def kind(self) -> str:
        """The type, or what the other keys imply."""
        if self.type is not None:
            return self.type
        return "nominal" if self.ontology else "ordinal" if self.order else "plain"

    @property
    def resolved_measure(self) -> Measure:
        """The measure, also one of a plugin."""
        return measure_named(self.measure, plugin_measures)

    @property
    def masked(self) -> bool:
        """Whether the method changes this column."""
        return self.role == "quasi" or (self.role == "confidential" and self.mask)


class ReleaseRecipe(_Part):
    """How the result is written."""

    confirm: tuple[str, ...] = ()
    """Columns declared ``other`` that may pass though they look like identifiers or free text."""


class Recipe(_Part):
    """A run: table, columns, method, release."""

    table: TableRecipe = TableRecipe()
    columns: dict[str, ColumnRecipe]
    method: dict[str, Any]
    release: ReleaseRecipe = ReleaseRecipe()
    folder: Path = Field(default=Path(), exclude=True)
    """Where relative paths of ontologies and mappings start."""

    def with_role(self, *roles: Role) -> list[str]:
        """Names of the columns with one of these roles."""
        return [name for name, column in self.columns.items() if column.role in roles]

    @property
    def masked(self) -> list[str]:
        """Names of the columns that the method changes."""
        return [name for name, column in self.columns.items() if column.masked]

    @property
    def resolved_method(self) -> Method:
        """The method with its parameters."""
        return make_method(self.method)

    def path(self, name: str) -> Path:
        """A path named in the recipe, relative to the recipe's own folder."""
        return self.folder / Path(name).expanduser()

    def with_method(self, **changes: object) -> Recipe:
        """The same recipe with other method parameters; a new name drops the old parameters."""
        method = {**({} if "name" in changes else self.method), **changes}
        changed = self.model_copy(update={"method": method})
        _ = changed.resolved_method
        return changed

    def to_toml(self) -> str:
        """The recipe as TOML, with what differs from the defaults."""
        data = self.model_dump(mode="json", exclude_defaults=True, exclude_none=True)
        return tomli_w.dumps(data)


def load_recipe(recipe: Recipe | Mapping[str, Any] | str | Path) -> Recipe:
    """Read and check a recipe given as an object, a dict, a path, or TOML text with a line break."""
    if isinstance(recipe, Recipe):
        return recipe
    folder = Path()
    if isinstance(recipe, str | Path):
        recipe, folder = _read(recipe)
    try:
        loaded = Recipe.model_validate({**recipe, "folder": folder})
    except pydantic.ValidationError as error:
        raise _explained(error) from None
    _check(loaded)
    return loaded


def _read(recipe: str | Path) -> tuple[dict[str, Any], Path]:
    try:
        if isinstance(recipe, str) and "\n" in recipe:
            return tomllib.loads(recipe), Path()
        path = Path(recipe)
        return tomllib.loads(path.read_text(encoding="utf-8")), path.parent
    except FileNotFoundError:
        msg = f"there is no recipe {str(recipe)!r}"
        raise RecipeError(msg, hint="`kinonym init data.csv > recipe.toml` drafts one") from None
    except (OSError, UnicodeDecodeError) as error:
        msg = f"the recipe {str(recipe)!r} cannot be read: {type(error).__name__}"
        raise RecipeError(msg) from None
    except tomllib.TOMLDecodeError as error:
        msg = f"the recipe is not valid TOML: {error}"
        raise RecipeError(msg, hint="see docs/recipe.md for an example") from None


def _explained(error: pydantic.ValidationError) -> RecipeError:
    """The first problem, with its place in the recipe and the nearest valid key."""
    problems = error.errors(include_url=False, include_input=False)
    # A misspelt key is also a missing one: name the misspelling.
    first = next((p for p in problems if p["type"] == "extra_forbidden"), problems[0])
    place = ".".join(str(part) for part in first["loc"]) or "recipe"
    if first["type"] == "extra_forbidden":
        key = str(first["loc"][-1])
        return RecipeError(f"the recipe has an unknown key: {place}", hint=_nearest(key, _keys(first["loc"])))
    if first["type"] == "missing":
        return RecipeError(f"the recipe lacks {place}", hint="see docs/recipe.md for an example")
    return RecipeError(f"the recipe's {place} does not fit: {first['msg']}")


def _keys(place: tuple[int | str, ...]) -> Iterable[str]:
    """The keys that are valid where an unknown one was found."""
    parts: dict[object, type[BaseModel]] = {
        "table": TableRecipe,
        "columns": ColumnRecipe,
        "release": ReleaseRecipe,
    }
    model = parts.get(place[0], Recipe) if len(place) > 1 else Recipe
    return [key for key in model.model_fields if key != "folder"]


def _nearest(key: str, valid: Iterable[str]) -> str:
    near = get_close_matches(key, list(valid), n=1, cutoff=0.5)
    return f"did you mean {near[0]!r}?" if near else f"valid keys: {', '.join(valid)}"


def _check(recipe: Recipe) -> None:
    """What the shape alone does not show."""
    for name, column in recipe.columns.items():
        if not column.masked:
            continue
        if column.kind == "nominal" and not column.ontology:
            msg = f"columns.{name} is nominal but names no ontology"
            raise RecipeError(msg, hint='add ontology = "wordnet" or "icd10cm" or a path, or type = "plain"')
        if column.kind == "ordinal" and not column.order:
            msg = f"columns.{name} is ordinal but gives no order"
            raise RecipeError(msg, hint='add order = ["low", "middle", "high"]')
        _ = column.resolved_measure
    if not recipe.masked:
        msg = "the recipe has no quasi-identifier: nothing would be masked"
        raise RecipeError(msg, hint='give at least one column role = "quasi"')
    _ = recipe.resolved_method


def make_method(settings: Mapping[str, Any]) -> Method:
    """A method from its name and parameters; each mistake is named with the nearest valid spelling."""
    given = dict(settings)
    name = given.pop("name", None)
    if name not in METHODS:
        msg = "the recipe names no method" if name is None else f"there is no method {name!r}"
        raise RecipeError(msg, hint=_nearest(str(name), METHODS))
    kind = METHODS[name]
    parameters = {f.name: f for f in fields(kind) if f.init}  # type: ignore[arg-type]  # methods are dataclasses
    for key in given:
        if key not in parameters:
            msg = f"the method {name} has no parameter {key!r}"
            raise RecipeError(msg, hint=_nearest(key, parameters))
    for key, parameter in parameters.items():
        required = parameter.default is MISSING and parameter.default_factory is MISSING
        if required and key not in given:
            msg = f"the method {name} needs {key}"
            raise RecipeError(msg, hint=f"add {key} = 5 under [method]" if key == "k" else None)
    if "k" in given:
        _check_k(given["k"])
    try:
        return pydantic.TypeAdapter(kind).validate_python(given)
    except pydantic.ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        msg = f"the recipe's method.{place} does not fit: {first['msg']}"
        raise RecipeError(msg) from None
    except KinonymError as error:
        raise RecipeError(error.message, hint=error.hint) from None


def _check_k(k: object) -> None:
    if isinstance(k, bool) or not isinstance(k, int) or k < 2:
        msg = "k must be a whole number of at least 2"
        raise RecipeError(msg, hint="k = 5 is a common choice")
