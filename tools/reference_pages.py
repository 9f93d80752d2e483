"""Pages of the documentation that are made from the registries: whatever the program has, they have.

`tools/site_hooks.py` puts them into the site; a test holds them to the registries.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from inspect import getdoc
from typing import Any, get_args

import typer

import kinonym
from kinonym import errors, ontologies
from kinonym.assess.figure_table import COLUMN_FIGURES, FIGURES
from kinonym.cli.app import app
from kinonym.column_types import COLUMN_TYPES
from kinonym.measures import MEASURES
from kinonym.methods import METHODS, Method
from kinonym.recipe.model import ColumnRecipe, Recipe, ReleaseRecipe, TableRecipe
from kinonym.recommending import CHOICES
from kinonym.web.method_forms import method_parameters

__all__ = ["api_pages", "describe_parameters", "make_table", "reference_pages"]

_SECTIONS = {"table": TableRecipe, "columns.NAME": ColumnRecipe, "release": ReleaseRecipe}
_ENTRY = re.compile(r'^    (\w+): [^\n]+\n    """(.*?)"""', re.MULTILINE | re.DOTALL)


def reference_pages() -> dict[str, str]:
    """Address inside the site → Markdown."""
    return {
        "reference/index.md": _index(),
        "reference/recipe-keys.md": _recipe_keys(),
        "reference/commands.md": _commands(),
        "reference/errors.md": _errors(),
        "reference/measures.md": _measures(),
        "reference/methods.md": _methods(),
        "reference/metrics.md": _metrics(),
        "reference/ontologies.md": _ontologies(),
    }


def api_pages() -> dict[str, str]:
    """A page for every group of public Python names; mkdocstrings fills it from the docstrings."""
    homes = kinonym._HOMES  # noqa: SLF001  # the one list of public names
    groups: dict[str, list[str]] = {title: [] for title in (*_GROUPS, "Words and numbers")}
    for name, module in homes.items():
        if module == "kinonym":  # a module
            continue
        title = next((title for title, part in _GROUPS.items() if module.startswith(part)), "Words and numbers")
        groups[title].append(f"::: {module}.{name}")
    return {
        f"api/{title.lower().replace(' ', '-')}.md": f"# {title}\n\n" + "\n\n".join(names) + "\n"
        for title, names in groups.items()
    }


_GROUPS = {
    "Masking": (
        "kinonym.pipeline.draft_recipe",
        "kinonym.pipeline.masking",
        "kinonym.verifying",
        "kinonym.comparing",
        "kinonym.recommending",
        "kinonym.pipeline.result",
        "kinonym.release.facts",
    ),
    "Recipe": ("kinonym.recipe",),
    "Errors": ("kinonym.errors",),
    "Methods": ("kinonym.methods",),
    "Domains": ("kinonym.domains", "kinonym.taxonomy"),
}


def make_table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table in Markdown."""
    lines = [list(head), *([str(cell).replace("|", "\\|").replace("\n", " ") for cell in row] for row in rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _index() -> str:
    return (
        "# Reference\n\nThese pages are generated from the program.\n\n"
        "- [Recipe keys](recipe-keys.md)\n- [Commands](commands.md)\n- [Errors](errors.md)\n"
        "- [Measures](measures.md)\n- [Methods](methods.md)\n- [Metrics](metrics.md)\n- [Ontologies](ontologies.md)\n"
    )


def _recipe_keys() -> str:
    parts = [
        "# Recipe keys\n\nA recipe is a TOML file; [The recipe](../recipe.md) explains it. Unknown keys are refused.",
        f"Sections: {', '.join(f'`[{name}]`' for name in Recipe.model_fields if name not in ('folder', 'file'))}.",
    ]
    for section, model in _SECTIONS.items():
        meanings = _said_of(model)
        rows = [
            (f"`{name}`", f"`{_takes(section, name, field)}`", _default(field), meanings.get(name, ""))
            for name, field in model.model_fields.items()
        ]
        parts += [f"## `[{section}]`", make_table(("key", "takes", "default", "meaning"), rows)]
    parts += ["## `[method]`", "`name`, and what the [method](methods.md) takes."]
    return "\n\n".join(parts) + "\n"


def _takes(section: str, key: str, field: Any) -> str:  # noqa: ANN401  # pydantic's own
    """What a key takes; the types of columns are those of the registry."""
    if (section, key) == ("columns.NAME", "type"):
        return " / ".join(f'"{name}"' for name in COLUMN_TYPES)
    return _kind(field.annotation)


def _said_of(model: type) -> dict[str, str]:
    from inspect import getsource

    return {name: " ".join(text.split()).replace("``", "`") for name, text in _ENTRY.findall(getsource(model))}


def _kind(annotation: object) -> str:
    """A type as somebody who writes TOML would say it."""
    values = get_args(annotation)
    if values and all(isinstance(value, str) for value in values):
        return " / ".join(f'"{value}"' for value in values)
    inner = [value for value in values if value is not type(None)]
    if len(inner) < len(values):
        return " / ".join(map(_kind, inner))
    known = {bool: "true / false", str: "text", int: "whole number", float: "number"}
    if annotation in known:
        return known[annotation]  # type: ignore[index]  # a class, as it was found
    return "list" if "tuple" in str(annotation) else "section" if "dict" in str(annotation) else "value"


def _default(field: Any) -> str:  # noqa: ANN401  # pydantic's own
    if field.is_required():
        return "needed"
    value = field.get_default(call_default_factory=True)
    return "" if value in (None, ()) else f"`{_toml(value)}`"


def _commands() -> str:
    parts = ["# Commands\n\n`kinonym COMMAND --help` tells the same."]
    for name, command in _every_command(typer.main.get_command(app), "kinonym"):
        rows = [
            (f"`{' '.join(parameter.opts)}`", _needed(parameter), parameter.help or "")
            for parameter in command.params
            if parameter.name != "help"
        ]
        parts += [f"## `{name}`", (command.help or "").strip(), make_table(("", "", ""), rows) if rows else ""]
    return "\n\n".join(part for part in parts if part) + "\n"


def _needed(parameter: Any) -> str:  # noqa: ANN401  # typer's own
    if parameter.required:
        return "needed"
    default = parameter.default
    return "" if default in (None, False, "") or callable(default) else f"`{default}`"


def _every_command(command: Any, name: str) -> Iterator[tuple[str, Any]]:  # noqa: ANN401  # click's groups and commands
    if not hasattr(command, "commands"):
        yield name, command
        return
    for word, each in command.commands.items():
        yield from _every_command(each, f"{name} {word}")


def _errors() -> str:
    kinds = {kind.code: kind for kind in vars(errors).values() if isinstance(kind, type) and hasattr(kind, "code")}
    rows = [
        (f"`{code}`", f"`{kinds[code].__name__}`", kinds[code].exit_code, meanings)
        for code, meanings in errors.ERROR_CODES.items()
    ]
    more = "[Errors and exit codes](../errors.md) says what the exit codes mean."
    return f"# Errors\n\n{make_table(('code', 'class', 'exit code', 'meaning'), rows)}\n\n{more}\n"


def _measures() -> str:
    rows = []
    for name, measure in MEASURES.items():
        made = measure()
        facts = [word for word, holds in asdict(made.traits).items() if holds is True]
        rows.append((f"`{name}`", _first(type(made)), ", ".join(facts).replace("_", " ")))
    more = "[Measures](../measures.md) has the formulas and the papers."
    return f"# Measures\n\n{make_table(('name', 'distance', 'traits'), rows)}\n\n{more}\n"


def _first(kind: type) -> str:
    return (getdoc(kind) or "").partition("\n\n")[0].replace("\n", " ").replace("``", "`")


def _methods() -> str:
    parts = ["# Methods\n\n[Which method when](../which-method.md) helps to choose."]
    for name, kind in METHODS.items():
        parts += [f"## `{name}`", *_method(name, kind)]
    return "\n\n".join(parts) + "\n"


def _method(name: str, kind: type[Method]) -> Iterator[str]:
    yield _first(kind)
    traits = [word.replace("_", " ") for word, holds in asdict(kind.traits).items() if holds is True]
    yield f"Promise: {kind.traits.promise}" + (f"; {', '.join(traits)}." if traits else ".")
    yield f"Take it if {CHOICES[name].take}. Not if {CHOICES[name].leave}."
    yield describe_parameters(name)


def describe_parameters(method: str) -> str:
    """The parameters of a method with defaults and meanings, as a table."""
    rows = [
        (f"`{p.name}`", "needed" if p.group == "strength" else "" if p.default is None else f"`{_toml(p.default)}`",
         p.help)
        for p in method_parameters(method)
    ]  # fmt: skip
    return make_table(("parameter", "default", "meaning"), rows)


def _toml(value: object) -> str:
    """A default as a recipe writes it."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value) if isinstance(value, bool | str | int | float) else str(value)


def _metrics() -> str:
    whole = [(f"`{f.name}`", f.title, f.better or "", f.describe) for f in FIGURES]
    columns = [(f"`{f.name}`", f.title, f.better or "", f.describe) for f in COLUMN_FIGURES]
    head = ("figure", "title", "better", "what it is")
    return (
        f"# Metrics\n\nOf a release:\n\n{make_table(head, whole)}\n\nOf each column:\n\n{make_table(head, columns)}\n\n"
        "[What the report measures](../metrics.md) has the formulas.\n"
    )


def _ontologies() -> str:
    names = "\n".join(f"- `{name}`" for name in ontologies.NAMES)
    formats = "\n".join(f"- `{name}`" for name in ontologies.FORMATS)
    more = "[Ontologies](../ontologies.md) says what each of them holds."
    return f"# Ontologies\n\nBy name:\n\n{names}\n\nBy path, in one of these formats:\n\n{formats}\n\n{more}\n"
