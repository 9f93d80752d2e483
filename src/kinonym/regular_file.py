"""Whether a path is a regular file: a pipe or a device may never end, and is refused before it is opened."""

from __future__ import annotations

import stat
from pathlib import Path

__all__ = ["read_regular", "what_else"]


def what_else(path: Path) -> str | None:
    """What a path is instead of a regular file, in words; None where it is one. Raises OSError where there is nothing.

    >>> what_else(Path())
    'a folder'
    """
    mode = path.stat().st_mode
    if stat.S_ISREG(mode):
        return None
    return "a folder" if stat.S_ISDIR(mode) else "a pipe or a device"


def read_regular(path: Path) -> bytes:
    """The bytes of a regular file; OSError says what else it is."""
    if (other := what_else(path)) is not None:
        raise OSError(None, f"it is {other}, not a regular file")
    return path.read_bytes()
