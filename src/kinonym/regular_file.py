"""Whether a path is a regular file: a pipe or a device may never end, and is refused before it is opened."""

from __future__ import annotations

import stat
from pathlib import Path

__all__ = ["irregular", "read_regular", "what_else"]


def what_else(path: Path) -> str | None:
    """What a path is instead of a regular file, in words; None where it is one. Raises OSError where there is nothing.

    >>> what_else(Path())
    'a folder'
    """
    mode = path.stat().st_mode
    if stat.S_ISREG(mode):
        return None
    return "a folder" if stat.S_ISDIR(mode) else "a pipe or a device"


def irregular(path: Path) -> OSError:
    """What to raise where a path is no regular file: it says what else it is. Raises OSError where there is nothing."""
    return OSError(None, f"it is {what_else(path)}, not a regular file")


def read_regular(path: Path) -> bytes:
    """The bytes of a regular file; OSError says what else it is."""
    if not path.is_file():
        raise irregular(path)
    return path.read_bytes()
