"""What a long comparison has finished: one line of JSON for each point, so that it can be taken up again."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np

from kinonym._version import __version__
from kinonym.errors import UsageError
from kinonym.grouped import Tuples
from kinonym.grouped.plan import tuple_points
from kinonym.recipe import Recipe
from kinonym.run.comparison import Point

__all__ = ["State"]


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
        """Take up a file, or begin one."""
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        head, points = _read(path, lines)
        salt = str(head.get("salt") or secrets.token_hex(16))
        own = {"kinonym": __version__, "salt": salt, "fingerprint": _fingerprint(salt, tuples, recipe, seed)}
        if lines and head != own:
            msg = f"the state file {path.name!r} belongs to another table, recipe, seed or version"
            raise UsageError(msg, hint="name another state file, or remove this one")
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        state = cls(points, os.fdopen(handle, "w", encoding="utf-8"))
        state.write(own)
        for key, point in points.items():
            state.write({"key": key, "point": asdict(point)})
        return state

    def __contains__(self, settings: dict[str, Any]) -> bool:
        return _key(settings) in self.points

    def __getitem__(self, settings: dict[str, Any]) -> Point:
        return self.points[_key(settings)]

    def add(self, settings: dict[str, Any], point: Point) -> None:
        """Keep a finished point."""
        self.points[_key(settings)] = point
        self.write({"key": _key(settings), "point": asdict(point)})

    def write(self, line: dict[str, Any]) -> None:
        """One more line, on the disk before the next point."""
        if self.file is not None:
            self.file.write(json.dumps(line) + "\n")
            self.file.flush()

    def close(self) -> None:
        """Close the file."""
        if self.file is not None:
            self.file.close()


def _read(path: Path, lines: list[str]) -> tuple[dict[str, Any], dict[str, Point]]:
    """The first line, and the points of all whole lines."""
    found: list[dict[str, Any]] = []
    for number, line in enumerate(lines):
        try:
            found.append(json.loads(line))
        except ValueError:
            if number < len(lines) - 1:
                msg = f"line {number + 1} of the state file {path.name!r} cannot be read"
                raise UsageError(msg, hint="name another state file, or remove this one") from None
    head = found[0] if found and isinstance(found[0], dict) else {}
    try:
        return head, {line["key"]: Point(**line["point"]) for line in found[1:]}
    except (KeyError, TypeError):
        msg = f"the file {path.name!r} is not a state of a comparison"
        raise UsageError(msg, hint="name another state file") from None


def _key(settings: dict[str, Any]) -> str:
    return json.dumps(settings, sort_keys=True, default=str)


def _fingerprint(salt: str, tuples: Tuples, recipe: Recipe, seed: int | None) -> str:
    """What the points depend on; the salt keeps it from being compared with other tables."""
    told = recipe.model_dump(mode="json", exclude={"method", "release"})
    made = hashlib.sha256(json.dumps([salt, told, seed], sort_keys=True).encode())
    made.update(np.ascontiguousarray(tuple_points(tuples)).tobytes())
    made.update(np.ascontiguousarray(tuples.counts).tobytes())
    return made.hexdigest()
