"""Reads transition matrices from files that a recipe names: lines of ``value,becomes,chance``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kinonym.errors import RecipeError

__all__ = ["list_transition_files", "read_transitions"]

_KEY = "transitions"


def list_transition_files(method: Mapping[str, Any]) -> list[str]:
    """List the files of transition matrices in a method section; a text with a comma is a line of a matrix."""
    given = method.get(_KEY)
    texts = given.values() if isinstance(given, Mapping) else ()
    return [text for text in texts if isinstance(text, str) and "," not in text]


def read_transitions(method: Mapping[str, Any], path: Callable[[str], Path]) -> Mapping[str, Any]:
    """Return the method section with the lines of each file instead of its name."""
    named = list_transition_files(method)
    if not named:
        return method
    lines = {name: _read_lines(path(name)) for name in named}
    return {**method, _KEY: {c: lines.get(given, given) if isinstance(given, str) else given
                             for c, given in method[_KEY].items()}}  # fmt: skip


def _read_lines(file: Path) -> tuple[str, ...]:
    try:
        lines = [line for line in file.read_text(encoding="utf-8-sig").splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError):
        msg = "a file of [method] transitions cannot be read as UTF-8 text"
        raise RecipeError(msg, hint="name a CSV file with the columns value, becomes, chance") from None
    heading = bool(lines) and [cell.strip().lower() for cell in lines[0].split(",")] == ["value", "becomes", "chance"]
    return tuple(lines[1:] if heading else lines)
