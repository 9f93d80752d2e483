"""Turns the method section of a recipe into a method, built in or from a plugin; running it is the pipeline's task."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING
from functools import cache
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import pydantic

from kinonym.entry_points import entries, load
from kinonym.errors import KinonymError, RecipeError
from kinonym.hints import did_you_mean
from kinonym.methods import METHODS, Method, PromiseName
from kinonym.methods.contract import check_k
from kinonym.methods.guarded import guard_method
from kinonym.methods.scenarios import Scenario, satisfy_scenarios

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = [
    "GROUP",
    "RECOUNTED",
    "find_method_class",
    "make_method",
    "make_method_section",
    "make_scenario_method",
    "suggest_key",
    "suggest_value",
]

GROUP = "kinonym.methods"
_LARGEST = 10**15
_EXAMPLES = {"k": 5, "alpha": 0.3, "epsilon": 4.0}
_PARAMETERS = "docs/methods.md lists the parameters of the method"
_FITTING = {
    "literal_error": "write one of these words, in quotes",
    "bool": "write true or false, without quotes",
    "int": "write a whole number, without quotes",
    "float": "write a number, without quotes",
    "finite_number": "write a number, without quotes",
    "string": 'write a text, in quotes: "…"',
    "tuple": 'write a list of texts: ["…", "…"]',
    "dict": "write a separate section, such as [columns.NAME]",
    "model": "write a separate section, such as [table]",
}
RECOUNTED: frozenset[PromiseName] = frozenset({"k-anonymity", "noise", "none"})
"""What a plugin method may promise: k is recounted, and distortion is measured. The other promises rest on proofs, and
Kinonym has checked only the proofs of its built-in methods."""


def find_method_class(name: object) -> type[Method]:
    """Return the class of a method by its name in recipes; the error for a misspelt name suggests the nearest one."""
    if isinstance(name, str) and name in METHODS:
        return METHODS[name]
    offered = entries(GROUP, "method")
    if isinstance(name, str) and name in offered:
        return _load_plugin(offered[name])
    msg = "the recipe does not name a method" if name is None else f"there is no method {name!r}"
    raise RecipeError(msg, hint=suggest_key(str(name), [*METHODS, *offered]))


def _load_plugin(entry: EntryPoint) -> type[Method]:
    """Load a plugin method, checked as far as possible before it runs."""
    kind = load(entry, "method")
    if not (isinstance(kind, type) and issubclass(kind, Method) and kind.is_whole() and kind.name == entry.name):
        msg = f"the plugin method {entry.name!r} ({entry.value}) is not a frozen dataclass `Method` with that name"
        raise RecipeError(msg, hint="see `Method` in kinonym.methods, and `kinonym.testing.check_method`")
    if kind.traits.promise not in RECOUNTED:
        msg = f"the plugin method {entry.name!r} promises {kind.traits.promise}, which cannot be recounted"
        raise RecipeError(msg, hint=f"a plugin method may promise: {', '.join(sorted(RECOUNTED))}")
    return guard_method(kind)


def make_method(settings: Mapping[str, Any]) -> Method:
    """Make a method from its name and parameters; errors suggest the nearest valid spelling."""
    parameters = dict(settings)
    kind = find_method_class(parameters.pop("name", None))
    _check_names(kind, parameters)
    try:
        if "k" in parameters:
            check_k(parameters["k"])
        _check_numbers(kind, parameters)
        return _make_adapter(kind).validate_python(parameters)
    except pydantic.ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        key = ".".join(str(part) for part in first["loc"])
        msg = f"the recipe's method.{key} is not valid: {first['msg']}"
        raise RecipeError(msg, hint=suggest_value(first["type"])) from None
    except RecipeError:
        raise
    except KinonymError as error:
        raise RecipeError(error.message, hint=error.hint or _PARAMETERS) from None


def make_scenario_method(method: Method, scenarios: Sequence[Scenario], masked: Sequence[str]) -> Method:
    """Return a method that satisfies scenarios."""
    try:
        return satisfy_scenarios(method, scenarios, masked)
    except KinonymError as error:
        raise RecipeError(error.message, hint=error.hint) from None


def make_method_section(method: Method) -> dict[str, Any]:
    """Return the recipe section of a method: its name and the parameters that differ from their defaults."""
    section: dict[str, Any] = {"name": method.name}
    for name, field in method.parameters().items():
        value, factory = method.settings()[name], field.default_factory
        if value != (field.default if factory is MISSING else factory()):
            section[name] = value
    return section


def _check_names(kind: type[Method], settings: Mapping[str, Any]) -> None:
    """Reject unknown parameters, and missing ones that have no default."""
    parameters = kind.parameters()
    for key in settings:
        if key not in parameters:
            msg = f"the method {kind.name} has no parameter {key!r}"
            raise RecipeError(msg, hint=suggest_key(key, parameters))
    for key, parameter in parameters.items():
        required = parameter.default is MISSING and parameter.default_factory is MISSING
        if required and key not in settings:
            msg = f"the method {kind.name} needs {key}"
            raise RecipeError(msg, hint=f"add {key} = {_EXAMPLES.get(key, 1)} under [method]")


def _check_numbers(kind: type[Method], settings: Mapping[str, Any]) -> None:
    """Reject true, false and texts for a numeric parameter, and numbers for one that is true or false."""
    hints = _read_type_hints(kind)
    for name, value in settings.items():
        kinds = set(get_args(hints[name]) or (hints[name],)) & {bool, int, float}
        if kinds and bool not in kinds and isinstance(value, bool | str):
            msg = f"the recipe's method.{name} is not valid: it must be a number"
            raise RecipeError(msg, hint=suggest_value("int" if float not in kinds else "float"))
        if kinds == {bool} and not isinstance(value, bool):
            msg = f"the recipe's method.{name} is not valid: it must be true or false"
            raise RecipeError(msg, hint=suggest_value("bool"))
        if isinstance(value, int) and abs(value) > _LARGEST:
            msg = f"the recipe's method.{name} is not valid: the number is too large"
            raise RecipeError(msg, hint=f"at most {_LARGEST}")


@cache
def _read_type_hints(kind: type[Method]) -> dict[str, Any]:
    """Return the types of a method's parameters; cached, because a run asks for its method many times."""
    return get_type_hints(kind)


@cache
def _make_adapter(kind: type[Method]) -> pydantic.TypeAdapter[Method]:
    """Make the type adapter that checks a method's parameters; cached, because making it takes longer than checking."""
    return pydantic.TypeAdapter(kind)


def suggest_value(problem: str) -> str:
    """Return a hint: which value pydantic would accept instead of the rejected one.

    >>> suggest_value("int_parsing")
    'write a whole number, without quotes'
    """
    return _FITTING.get(problem) or _FITTING.get(problem.partition("_")[0]) or "docs/recipe.md lists the valid values"


def suggest_key(key: str, valid: Iterable[str]) -> str:
    """Return a hint: the valid key that was probably meant, or all valid keys."""
    names = list(valid)
    return did_you_mean(key, names, f"valid keys: {', '.join(names)}")
