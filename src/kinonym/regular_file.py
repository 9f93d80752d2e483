"""Checks whether a path is a regular file: a pipe or a device may never end, so it is rejected before it is opened."""

from __future__ import annotations

import stat
from pathlib import Path

__all__ = ["describe_irregular", "make_irregular_error", "read_regular"]


def describe_irregular(path: Path) -> str | None:
    """Return what a path is instead of a regular file, in words; None if it is one.

    Raises OSError if nothing exists there.

    >>> describe_irregular(Path())
    'a folder'
    """
    mode = path.stat().st_mode
    if stat.S_ISREG(mode):
        return None
    return "a folder" if stat.S_ISDIR(mode) else "a pipe or a device"


def make_irregular_error(path: Path) -> OSError:
    """Return an error that says what a path is instead of a regular file. Raises OSError if it does not exist."""
    return OSError(None, f"it is {describe_irregular(path)}, not a regular file")


def read_regular(path: Path) -> bytes:
    """Return the bytes of a regular file; for anything else raise an OSError that says what it is."""
    if not path.is_file():
        raise make_irregular_error(path)
    return path.read_bytes()
