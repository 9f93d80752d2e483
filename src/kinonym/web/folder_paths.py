"""Files below the folder that was given at the start, and none outside it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from kinonym.errors import UsageError
from kinonym.files.recognising import table_endings
from kinonym.web.wording import text

__all__ = ["MOST_LISTED", "ListedFile", "below", "folder_below", "listed"]

MOST_LISTED = 200


def below(folder: Path | None, name: str) -> Path:
    """The file of this name inside the folder, links followed; anything else is refused in the same words."""
    place = _inside(folder, name)
    if place is None or not place.is_file():
        raise UsageError(text("start.outside"), hint=text("start.outside_hint"))
    return place


def folder_below(folder: Path | None, name: str) -> Path | None:
    """The folder of this name inside the given one, if there is one and nothing in it leads out of the given one."""
    place = _inside(folder, name)
    if folder is None or place is None or not place.is_dir():
        return None
    top = folder.resolve()
    return place if all(path.resolve().is_relative_to(top) for path in place.rglob("*")) else None


def _inside(folder: Path | None, name: str) -> Path | None:
    """What a name stands for, links followed, if that lies inside the folder."""
    if folder is None or not name or "\0" in name:
        return None
    top = folder.resolve()
    try:
        place = (top / name).resolve()
    except (OSError, RuntimeError):
        return None
    return place if place.is_relative_to(top) else None


@dataclass(frozen=True, kw_only=True)
class ListedFile:
    """A table in the folder: its path inside it, and its size."""

    path: str
    size: int


def listed(folder: Path) -> list[ListedFile]:
    """The tables in the folder, those that lie deepest last."""
    top = folder.resolve()
    names = (path for path in sorted(top.rglob("*")) if path.name.lower().endswith(table_endings()))
    inside = (path for path in names if path.is_file() and path.resolve().is_relative_to(top))
    first = [
        ListedFile(path=str(path.relative_to(top)), size=path.stat().st_size) for path in islice(inside, MOST_LISTED)
    ]
    return sorted(first, key=lambda file: (file.path.count(os.sep), file.path))
