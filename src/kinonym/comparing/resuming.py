"""The finished points of a long comparison, one line of JSON each, so that it can be resumed."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np

from kinonym._version import __version__
from kinonym.comparing.measured_point import Point
from kinonym.errors import UsageError
from kinonym.recipe import Recipe
from kinonym.tuples import Tuples
from kinonym.tuples.tuples import tuple_points

__all__ = ["State"]

_BEGINS = b'{"kinonym": '


@dataclass
class State:
    """Finished points by their settings, kept in a file if there is one (private: mode 0600).

    The first line says what the points belong to: a salted fingerprint of the table and of the recipe without
    its method. A line cut short by a crash is left out and computed again.
    """

    points: dict[str, Point] = field(default_factory=dict)
    file: IO[str] | None = None

    @classmethod
    def open(cls, path: Path, tuples: Tuples, recipe: Recipe, seed: int | None) -> State:
        """Resume from a file, or begin one."""
        whole = _read_whole_lines(path)
        head, points = _parse(path, whole)
        salt = str(head.get("salt") or secrets.token_hex(16))
        header = {"kinonym": __version__, "salt": salt, "fingerprint": _compute_fingerprint(salt, tuples, recipe, seed)}
        if whole and head != header:
            msg = f"the state file {path.name!r} belongs to another table, recipe, seed or version"
            raise UsageError(msg, hint="name another state file, or remove this one")
        handle = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
        os.truncate(handle, sum(len(line) for line in whole))
        os.lseek(handle, 0, os.SEEK_END)
        state = cls(points, os.fdopen(handle, "w", encoding="utf-8"))
        if not whole:
            state.write(header)
        return state

    def __contains__(self, settings: dict[str, Any]) -> bool:
        return _make_key(settings) in self.points

    def __getitem__(self, settings: dict[str, Any]) -> Point:
        return self.points[_make_key(settings)]

    def add(self, settings: dict[str, Any], point: Point) -> None:
        """Store a finished point."""
        self.points[_make_key(settings)] = point
        self.write({"key": _make_key(settings), "point": point.parts})

    def write(self, line: dict[str, Any]) -> None:
        """One more line, on the disk before the next point."""
        if self.file is not None:
            self.file.write(json.dumps(line) + "\n")
            self.file.flush()

    def close(self) -> None:
        """Close the file."""
        if self.file is not None:
            self.file.close()


def _read_whole_lines(path: Path) -> list[bytes]:
    """All lines but one that a crash cut short; rejects a single line without our header."""
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    if not lines or lines[-1].endswith(b"\n"):
        return lines
    if len(lines) == 1 and not (lines[0].startswith(_BEGINS) or _BEGINS.startswith(lines[0])):
        raise _wrong_file_error(path)
    return lines[:-1]


def _wrong_file_error(path: Path) -> UsageError:
    msg = f"the file {path.name!r} is not the state of a comparison"
    return UsageError(msg, hint="name another state file, or remove this one")


def _parse(path: Path, lines: list[bytes]) -> tuple[dict[str, Any], dict[str, Point]]:
    """The first line, and the points of the others."""
    try:
        parsed = [json.loads(line) for line in lines]
        return parsed[0] if parsed else {}, {line["key"]: Point(**line["point"]) for line in parsed[1:]}
    except (ValueError, KeyError, TypeError, RecursionError):
        raise _wrong_file_error(path) from None


def _make_key(settings: dict[str, Any]) -> str:
    return json.dumps(settings, sort_keys=True, default=str)


def _compute_fingerprint(salt: str, tuples: Tuples, recipe: Recipe, seed: int | None) -> str:
    """What the points depend on; the salt keeps it from being compared with other tables."""
    settings = recipe.model_dump(mode="json", exclude={"method", "release"})
    digest = hashlib.sha256(json.dumps([salt, settings, seed], sort_keys=True).encode())
    confidential = [array for column in tuples.confidential for array in (column.start, column.value, column.count)]
    for array in (tuple_points(tuples), tuples.counts, *confidential):
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()
