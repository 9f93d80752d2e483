"""Where the kernels' machine code is kept: in folders named by a hash of all their sources.

The code of a kernel holds that of the kernels it calls, in whatever file they are; so a change to any source begins
a folder of its own. What is put there is in `compile`; this module does without numba, which is slow to import.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

__all__ = ["FOLDER_VARIABLE", "code_folder_path", "is_compiled", "ready_folder", "sources_hash"]

FOLDER_VARIABLE = "NUMBA_CACHE_DIR"
"""Environment variable: where to keep machine code."""

_PREFIX = "kinonym-"
_KEPT = 3  # folders of other sources: another version beside this one, the last few changes of a developer
_PACKAGE = Path(__file__).parent


@cache
def sources_hash() -> str:
    """Hash of the sources of all kernels."""
    total = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*.py")):
        total.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()[:16]


def _places() -> Iterator[tuple[Path, bool]]:
    """The folders that may hold ours, the best first, and whether only this user may write there."""
    if chosen := os.environ.get(FOLDER_VARIABLE):
        yield Path(chosen), False
        return
    yield _PACKAGE / "__pycache__", False
    from platformdirs import user_cache_path

    yield user_cache_path("kinonym", appauthor=False) / "kernels", True


@cache
def code_folder_path() -> Path | None:
    """The folder to keep code in, made if need be; None if there is no place that can be written."""
    for place, private in _places():
        folder = place / (_PREFIX + sources_hash())
        with suppress(OSError):
            _make(folder, 0o700 if private else 0o777)
            if os.access(folder, os.W_OK) and not (_is_foreign(folder) or (private and _is_open(folder))):
                return folder
    return None


@cache
def ready_folder() -> Path | None:
    """A folder that can be read but not written, as `python -m kinonym.warm` leaves it in an image; or None."""
    for place, private in _places():
        folder = place / (_PREFIX + sources_hash())
        if not private and folder.is_dir() and not _is_foreign(folder):
            return None if folder == code_folder_path() else folder
    return None


def is_compiled() -> bool:
    """Whether any kernel was ever compiled here."""
    return any(folder is not None and any(folder.glob("*.nbi")) for folder in (code_folder_path(), ready_folder()))


def _make(folder: Path, mode: int) -> None:
    """Make a folder, in place of the least recently used ones of other sources, or note that it is used."""
    if folder.is_dir():
        with suppress(OSError):
            os.utime(folder)
        return
    folder.mkdir(mode=mode, parents=True, exist_ok=True)
    others = [other for other in folder.parent.glob(_PREFIX + "*") if other != folder]
    for other in sorted(others, key=_last_used, reverse=True)[_KEPT:]:
        shutil.rmtree(other, ignore_errors=True)  # who still uses it compiles again


def _last_used(folder: Path) -> float:
    with suppress(OSError):  # another process removes it too
        return folder.stat().st_mtime
    return 0.0


def _is_foreign(folder: Path) -> bool:
    """Whether another user made it, who could put any code there; the administrator may."""
    return hasattr(os, "getuid") and folder.stat().st_uid not in (os.getuid(), 0)


def _is_open(folder: Path) -> bool:
    """Whether somebody else could put code there."""
    if not hasattr(os, "getuid"):
        return False
    found = folder.stat()
    return found.st_uid != os.getuid() or bool(found.st_mode & 0o022)
