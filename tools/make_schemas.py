"""Write what others may rely on into docs/schemas/: JSON Schemas of recipe and report, and the public Python names.

    python tools/make_schemas.py

A change of these files changes the public interface; docs/compatibility.md says which change needs which version.
"""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

import kinonym
from kinonym.assess import figure_table
from kinonym.methods import METHODS
from kinonym.recipe import Recipe
from kinonym.release.facts import Claim
from kinonym.release.report.as_json import REPORT_FORMAT

FOLDER = Path(__file__).parents[1] / "docs" / "schemas"
_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_INTERNAL = ("folder", "file")
_OBJECTS = ("versions", "method", "facts", "ontologies")
_MEASURED = {
    "figures": "object", "risk": "object", "utility": "object", "distribution": ["object", "null"],
    "generality": "object", "statistics": ["object", "array", "null"], "partitions": ["object", "null"],
    "shares_that_moved": ["array", "object"], "columns": "object", "coverage": "object",
}  # fmt: skip


def recipe_schema() -> dict[str, Any]:
    """The JSON Schema of a recipe, as an editor of TOML files uses it."""
    schema = Recipe.model_json_schema(mode="validation")
    for key in _INTERNAL:
        del schema["properties"][key]
    columns = schema["properties"]["columns"]["additionalProperties"]
    columns["anyOf"] = columns.pop("oneOf")  # without `type`, the other keys decide, and several types may fit
    schema["properties"]["method"] = {
        "type": "object",
        "description": "The name of a method and its parameters.",
        "properties": {"name": {"type": "string"}},
        "required": ["name"],
        "examples": [{"name": name} for name in sorted(METHODS)],
    }
    return {"$schema": _DIALECT, **schema, "title": "A recipe of Kinonym"}


def report_schema() -> dict[str, Any]:
    """The JSON Schema of a report in JSON; a report may have more keys than those of the schema."""
    figures = {figure.name: {"description": figure.describe} for figure in figure_table.FIGURES}
    claim = TypeAdapter(Claim).json_schema(mode="serialization")
    properties: dict[str, Any] = {
        "format": {"const": REPORT_FORMAT},
        "title": {"type": "string"},
        "date": {"type": "string"},
        "test": {"type": "boolean", "description": "Whether a seed was given; such a release is only a test."},
        "uniqueness": {"type": ["object", "null"]},
        "records": {"type": "integer"},
        "recipe": {"type": "string", "description": "The recipe that repeats the run, as TOML."},
        "withheld": {"type": "string", "description": "Why nothing is published that compares with the original."},
        **{name: {"type": "object"} for name in _OBJECTS},
        "claims": {"type": "array", "items": claim},
        "notices": {"type": "array", "items": {"type": "string"}},
        **{name: {"type": kind} for name, kind in _MEASURED.items()},
    }
    properties["figures"] = {"type": "object", "properties": figures}
    measured = [name for name in properties if name not in _MEASURED and name != "withheld"]
    return {
        "$schema": _DIALECT,
        "title": "A report of Kinonym in JSON",
        "type": "object",
        "properties": properties,
        "required": measured,
        "oneOf": [{"required": ["withheld"]}, {"required": list(_MEASURED)}],
    }


def public_names() -> str:
    """Every public name, with the signature of functions and classes."""
    return "".join(f"{_describe(name)}\n" for name in sorted(kinonym.__all__))


def _describe(name: str) -> str:
    value = getattr(kinonym, name)
    if inspect.ismodule(value):
        members = sorted(member for member in getattr(value, "__all__", ()))
        return f"{name}: {', '.join(members)}"
    if not callable(value) or (inspect.isclass(value) and issubclass(value, Exception)):
        return name
    try:
        parameters = inspect.signature(value).parameters.values()
    except ValueError:
        return name
    return f"{name}({', '.join(_describe_parameter(parameter) for parameter in parameters)})"


def _describe_parameter(parameter: inspect.Parameter) -> str:
    """The name of a parameter; ``=`` says that it is optional, ``*`` that it is given by name."""
    stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
    by_name = "*" if parameter.kind is parameter.KEYWORD_ONLY else ""
    optional = "" if parameter.default is parameter.empty else "="
    return f"{stars}{by_name}{parameter.name}{optional}"


def make_files() -> dict[str, str]:
    """File name → content."""
    return {
        "recipe.schema.json": json.dumps(recipe_schema(), indent=2, ensure_ascii=False) + "\n",
        "report.schema.json": json.dumps(report_schema(), indent=2, ensure_ascii=False) + "\n",
        "public-names.txt": public_names(),
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file_name, content in make_files().items():
        (FOLDER / file_name).write_text(content, encoding="utf-8")
