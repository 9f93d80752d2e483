"""Functions that are imported when they are first called: those of databases import drivers and the formats again."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

__all__ = ["lazy"]


def lazy(module: str, name: str) -> Callable[..., Any]:
    """A function of a module that is imported when the function is called."""

    def call(*arguments: Any) -> Any:  # noqa: ANN401
        return getattr(import_module(module), name)(*arguments)

    return call
