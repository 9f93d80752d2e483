"""All texts of the page, from one file: `texts.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["text", "texts"]


@cache
def texts() -> dict[str, Any]:
    """The words, by screen."""
    return tomllib.loads(files(__package__).joinpath("texts.toml").read_text(encoding="utf-8"))


def text(place: str, **values: object) -> str:
    """One text by its place, such as ``upload.too_large``, with its values filled in.

    >>> text("steps.roles")
    'Roles'
    """
    found: Any = texts()
    for part in place.split("."):
        found = found[part]
    return str(found).format(**values)
