"""From the method section of a recipe to a method with its parameters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from difflib import get_close_matches
from functools import cache
from typing import Any

import pydantic

from kinonym.errors import KinonymError, RecipeError
from kinonym.methods import METHODS, Method

__all__ = ["make_method", "nearest"]


def make_method(settings: Mapping[str, Any]) -> Method:
    """A method from its name and parameters; each mistake is named with the nearest valid spelling."""
    given = dict(settings)
    name = given.pop("name", None)
    if name not in METHODS:
        msg = "the recipe names no method" if name is None else f"there is no method {name!r}"
        raise RecipeError(msg, hint=nearest(str(name), METHODS))
    kind = METHODS[name]
    parameters = {f.name: f for f in fields(kind) if f.init}  # type: ignore[arg-type]  # methods are dataclasses
    for key in given:
        if key not in parameters:
            msg = f"the method {name} has no parameter {key!r}"
            raise RecipeError(msg, hint=nearest(key, parameters))
    for key, parameter in parameters.items():
        required = parameter.default is MISSING and parameter.default_factory is MISSING
        if required and key not in given:
            msg = f"the method {name} needs {key}"
            raise RecipeError(msg, hint=f"add {key} = 5 under [method]" if key == "k" else None)
    if "k" in given:
        _check_k(given["k"])
    try:
        return _adapter(kind).validate_python(given)
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


@cache
def _adapter(kind: type[Method]) -> pydantic.TypeAdapter[Method]:
    """What checks the types of a method's parameters; made once, as that takes longer than the check."""
    return pydantic.TypeAdapter(kind)


def nearest(key: str, valid: Iterable[str]) -> str:
    """A hint: the valid key that was probably meant, or all of them."""
    near = get_close_matches(key, list(valid), n=1, cutoff=0.5)
    return f"did you mean {near[0]!r}?" if near else f"valid keys: {', '.join(valid)}"
