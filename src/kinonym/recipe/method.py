"""From the method section of a recipe to a method with its parameters, also one that another package offers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["GROUP", "RECOUNTED", "fitting", "make_method", "method_class", "method_section", "nearest"]

GROUP = "kinonym.methods"
_LARGEST = 10**15
_EXAMPLES = {"k": 5, "alpha": 0.3, "epsilon": 4.0}
_PARAMETERS = "docs/methods.md lists what the method takes"
_FITTING = {
    "literal_error": "write one of these words, in quotes",
    "bool": "write true or false, without quotes",
    "int": "write a whole number, without quotes",
    "float": "write a number, without quotes",
    "finite_number": "write a number, without quotes",
    "string": 'write a text, in quotes: "…"',
    "tuple": 'write a list of texts: ["…", "…"]',
    "dict": "write a section of its own, such as [columns.NAME]",
    "model": "write a section of its own, such as [table]",
}
RECOUNTED: frozenset[PromiseName] = frozenset({"k-anonymity", "noise", "none"})
"""What a method of another package may promise: its k is recounted, what it distorts is measured. The other promises
rest on proofs, and Kinonym has read only its own."""


def method_class(name: object) -> type[Method]:
    """The class of a method by its name in recipes; a misspelt one is named with the nearest that there is."""
    if isinstance(name, str) and name in METHODS:
        return METHODS[name]
    offered = entries(GROUP, "method")
    if isinstance(name, str) and name in offered:
        return _load_plugin(offered[name])
    msg = "the recipe names no method" if name is None else f"there is no method {name!r}"
    raise RecipeError(msg, hint=nearest(str(name), [*METHODS, *offered]))


def _load_plugin(entry: EntryPoint) -> type[Method]:
    """A method of another package, as far as it can be checked before it runs."""
    kind = load(entry, "method")
    if not (isinstance(kind, type) and issubclass(kind, Method) and kind.is_whole() and kind.name == entry.name):
        msg = f"the plugin method {entry.name!r} ({entry.value}) is no frozen dataclass `Method` of that name"
        raise RecipeError(msg, hint="see `Method` in kinonym.methods, and `kinonym.testing.check_method`")
    if kind.traits.promise not in RECOUNTED:
        msg = f"the plugin method {entry.name!r} promises {kind.traits.promise}, which cannot be recounted"
        raise RecipeError(msg, hint=f"a method of another package may promise: {', '.join(sorted(RECOUNTED))}")
    return guard_method(kind)


def make_method(settings: Mapping[str, Any]) -> Method:
    """A method from its name and parameters; each mistake is named with the nearest valid spelling."""
    given = dict(settings)
    kind = method_class(given.pop("name", None))
    _check_names(kind, given)
    try:
        if "k" in given:
            check_k(given["k"])
        _check_numbers(kind, given)
        return _make_adapter(kind).validate_python(given)
    except pydantic.ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        msg = f"the recipe's method.{place} does not fit: {first['msg']}"
        raise RecipeError(msg, hint=fitting(first["type"])) from None
    except RecipeError:
        raise
    except KinonymError as error:
        raise RecipeError(error.message, hint=error.hint or _PARAMETERS) from None


def method_section(method: Method) -> dict[str, Any]:
    """The section of a recipe that names this method: its parameters as far as they differ from their defaults."""
    told: dict[str, Any] = {"name": method.name}
    for name, field in method.parameters().items():
        value, factory = method.settings()[name], field.default_factory
        if value != (field.default if factory is MISSING else factory()):
            told[name] = value
    return told


def _check_names(kind: type[Method], given: Mapping[str, Any]) -> None:
    """Every name is a parameter, and every parameter without a default is there."""
    parameters = kind.parameters()
    for key in given:
        if key not in parameters:
            msg = f"the method {kind.name} has no parameter {key!r}"
            raise RecipeError(msg, hint=nearest(key, parameters))
    for key, parameter in parameters.items():
        required = parameter.default is MISSING and parameter.default_factory is MISSING
        if required and key not in given:
            msg = f"the method {kind.name} needs {key}"
            raise RecipeError(msg, hint=f"add {key} = {_EXAMPLES.get(key, 1)} under [method]")


def _check_numbers(kind: type[Method], given: Mapping[str, Any]) -> None:
    """Reject true, false and texts where a parameter is a number, and numbers where it is true or false."""
    hints = get_type_hints(kind)
    for name, value in given.items():
        kinds = set(get_args(hints[name]) or (hints[name],)) & {bool, int, float}
        if kinds and bool not in kinds and isinstance(value, bool | str):
            msg = f"the recipe's method.{name} does not fit: it is a number"
            raise RecipeError(msg, hint=fitting("int" if float not in kinds else "float"))
        if kinds == {bool} and not isinstance(value, bool):
            msg = f"the recipe's method.{name} does not fit: it is true or false"
            raise RecipeError(msg, hint=fitting("bool"))
        if isinstance(value, int) and abs(value) > _LARGEST:
            msg = f"the recipe's method.{name} does not fit: the number is too large"
            raise RecipeError(msg, hint=f"at most {_LARGEST}")


@cache
def _make_adapter(kind: type[Method]) -> pydantic.TypeAdapter[Method]:
    """What checks the types of a method's parameters; made once, as that takes longer than the check."""
    return pydantic.TypeAdapter(kind)


def fitting(problem: str) -> str:
    """A hint: what would fit where pydantic found a value that does not.

    >>> fitting("int_parsing")
    'write a whole number, without quotes'
    """
    return _FITTING.get(problem) or _FITTING.get(problem.partition("_")[0]) or "docs/recipe.md says what may stand here"


def nearest(key: str, valid: Iterable[str]) -> str:
    """A hint: the valid key that was probably meant, or all of them."""
    names = list(valid)
    return did_you_mean(key, names, f"valid keys: {', '.join(names)}")
