"""The form of a method, made from what the method says of itself: its fields, their types and their descriptions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import cache
from inspect import getdoc
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from kinonym.errors import KinonymError
from kinonym.methods import Method
from kinonym.methods.demands import Demands
from kinonym.methods.k_anonymous import Blocked
from kinonym.recipe import find_method_class, make_method
from kinonym.web.page_request import Fields
from kinonym.web.pages import ShownError, shown_error

__all__ = ["first_sentence", "method_parameters", "parameter_errors", "read_method"]

Kind = Literal["whole", "number", "choice", "flag", "pairs", "concepts"]
_ENTRY = re.compile(r"^(\w+)\n((?:    .*\n?|\n)+)", re.MULTILINE)
_USUAL = {"k": 5, "alpha": 0.3, "epsilon": 1.0}
_NUMBERS: dict[object, Kind] = {bool: "flag", int: "whole", float: "number"}


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """One field of a method's form."""

    name: str
    kind: Kind
    help: str
    default: object
    choices: tuple[str, ...] = ()
    group: Literal["strength", "demands", "own", "blocks"] = "own"


@cache
def method_parameters(name: str) -> tuple[Parameter, ...]:
    """The fields that a form asks for."""
    kind = find_method_class(name)
    hints, described = get_type_hints(kind), _descriptions(kind)
    made = []
    for field, declared in kind.parameters().items():
        shape = _shape(hints[field])
        if shape is not None:
            default = _USUAL.get(field) if declared.default is MISSING else declared.default
            choices = tuple(map(str, get_args(hints[field]))) if shape == "choice" else ()
            group = _group(kind, field)
            meaning = described.get(field, "")
            made.append(Parameter(name=field, kind=shape, help=meaning, default=default, choices=choices, group=group))
    return tuple(made)


def _shape(hint: Any) -> Kind | None:  # noqa: ANN401  # any annotation
    """How a field of this type is asked for: a single value, pairs of columns, or concepts for each column."""
    if get_origin(hint) is Literal:
        return "choice"
    if get_origin(hint) is Mapping:
        return "concepts"
    if hint == tuple[tuple[str, str], ...]:
        return "pairs"
    if get_origin(hint) in (Union, UnionType):
        inner = [part for part in get_args(hint) if part is not type(None)]
        return _shape(inner[0]) if len(inner) == 1 else None
    return _NUMBERS.get(hint)


def _group(kind: type[Method], field: str) -> Literal["strength", "demands", "own", "blocks"]:
    if field == kind.traits.strength:
        return "strength"
    if field in {f.name for f in fields(Demands)}:
        return "demands"
    return "blocks" if field in {f.name for f in fields(Blocked)} else "own"


def _descriptions(kind: type[Method]) -> dict[str, str]:
    """What the docstrings say of each field, the class's own words before those of its bases."""
    meanings: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        part = (getdoc(base) or "").partition("Parameters\n----------\n")[2].partition("\nNotes\n")[0]
        for name, words in _ENTRY.findall(part + "\n"):
            meanings[name] = " ".join(words.split()).replace("``", "")
    return meanings


def first_sentence(kind: type[Method]) -> str:
    """What a method does, in its own words."""
    return (getdoc(kind) or "").partition("\n\n")[0].replace("\n", " ")


def read_method(name: str, form: Fields, masked: Sequence[str] = ()) -> dict[str, Any]:
    """The method section that a form asks for: what differs from the defaults; numbers as far as they are numbers."""
    section: dict[str, Any] = {"name": name}
    for parameter in method_parameters(name):
        if parameter.kind in ("pairs", "concepts"):
            read = _read_pairs if parameter.kind == "pairs" else _read_concepts
            section |= {parameter.name: several} if (several := read(parameter, form, masked)) else {}
            continue
        given = _read(parameter, form.get(parameter.name).strip())
        if given is not None and (given != parameter.default or parameter.group == "strength"):
            section[parameter.name] = given
    return section


def _read_pairs(parameter: Parameter, form: Fields, masked: Sequence[str]) -> list[list[str]]:
    """Two choices make a pair; what was left open is no pair."""
    chosen = [form.get(f"{parameter.name}-{place}") for place in range(len(masked) // 2 * 2)]
    pairs = zip(chosen[::2], chosen[1::2], strict=True)
    return [[first, second] for first, second in pairs if first or second]


def _read_concepts(parameter: Parameter, form: Fields, masked: Sequence[str]) -> dict[str, str | list[str]]:
    """Column → a root, or several values, one on a line."""
    lines = {column: form.get(f"{parameter.name}-{place}").split("\n") for place, column in enumerate(masked)}
    named = {column: [line.strip() for line in each if line.strip()] for column, each in lines.items()}
    return {column: each[0] if len(each) == 1 else each for column, each in named.items() if each}


def _read(parameter: Parameter, text: str) -> object:
    if parameter.kind == "flag":
        return text == "yes"
    if not text or parameter.kind == "choice":
        return text or None
    try:
        return int(text) if parameter.kind == "whole" else float(text)
    except ValueError:
        return text


def parameter_errors(section: Mapping[str, Any]) -> dict[str, ShownError]:
    """Field → what the recipe's own check says of it, each tried alone; an empty name for what concerns several."""
    together = _refusal(section)
    if together is None:
        return {}
    name = str(section["name"])
    strength = {p.name: p.default for p in method_parameters(name) if p.group == "strength"}
    wrong: dict[str, ShownError] = {}
    for field, value in section.items():
        error = None if field == "name" else _refusal({"name": name, **strength, field: value})
        if error is not None:
            wrong[field] = error
    return wrong or {"": together}


def _refusal(section: Mapping[str, Any]) -> ShownError | None:
    try:
        make_method(section)
    except KinonymError as error:
        return shown_error(error)
    return None
