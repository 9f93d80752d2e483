"""Private files next to an output: how they are created, and their names."""

from __future__ import annotations

import hashlib
import os
import secrets
import unicodedata
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import BinaryIO

__all__ = ["create", "file_key", "ignores_case", "private_stem"]


def create(path: Path) -> BinaryIO:
    """Open a new file that only its owner may read."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(path, flags, 0o600), "wb")


def private_stem(path: Path) -> str:
    """Return the start of the names of private files next to an output.

    A digest has the same length for every name, and is equal in every run that writes this file.
    """
    return f".kinonym-{hashlib.sha256(os.fsencode(file_key(path)[1])).hexdigest()[:16]}"


def file_key(path: Path) -> tuple[Path, str]:
    """Return the folder and the name, equal for all names of a file that does not exist yet."""
    name = path.name
    return path.parent, unicodedata.normalize("NFC", name).casefold() if ignores_case(path.parent) else name


@cache
def ignores_case(folder: Path) -> bool:
    """Whether a folder treats upper and lower case alike, as most do on macOS and Windows."""
    probe = folder / f".kinonym-{secrets.token_hex(8)}.tmp"
    try:
        with create(probe):
            return (folder / probe.name.swapcase()).exists()
    except OSError:
        return False
    finally:
        with suppress(OSError):
            probe.unlink(missing_ok=True)
