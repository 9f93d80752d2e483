"""Where the machine code of the kernels is cached: in folders named by a hash of all kernel sources.

The code of a kernel contains the code of the kernels that it calls, in any file; so a change to any source begins a
new folder. `kernel_cache` writes the files. A wheel may bring such a folder, which `tools/compile_hook.py` makes.
This module does not import numba, which is slow to import.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

__all__ = [
    "FOLDER_VARIABLE",
    "SHIPPED",
    "code_folder_path",
    "is_compiled",
    "read_only_folder",
    "shipped_folder",
    "shipped_name",
    "sources_hash",
]

FOLDER_VARIABLE = "NUMBA_CACHE_DIR"
"""Environment variable that names the folder for machine code."""

SHIPPED = "machine_code"
"""Folder of this package in which a wheel brings machine code."""

_PREFIX = "kinonym-"
_KEPT_FOLDERS = 3  # folders of other sources: another installed version, a developer's last few changes
_PACKAGE = Path(__file__).parent


@cache
def sources_hash() -> str:
    """Hash of the sources of all kernels."""
    total = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*.py")):
        total.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()[:16]


def _candidate_folders() -> Iterator[tuple[Path, bool]]:
    """The folders in which the cache may be, the best first, and whether each must be private to this user."""
    if chosen := os.environ.get(FOLDER_VARIABLE):
        yield Path(chosen), False
        return
    yield _PACKAGE / "__pycache__", False
    from platformdirs import user_cache_path

    yield user_cache_path("kinonym", appauthor=False) / "kernels", True


@cache
def code_folder_path() -> Path | None:
    """The folder to write code to, created if necessary; None if no folder can be written."""
    for parent, private in _candidate_folders():
        folder = parent / (_PREFIX + sources_hash())
        with suppress(OSError):
            _make_folder(folder, 0o700 if private else 0o777)
            if os.access(folder, os.W_OK) and not (
                _is_of_another_user(folder) or (private and _is_writable_by_others(folder))
            ):
                return folder
    return None


@cache
def read_only_folder() -> Path | None:
    """A folder with code that this user can only read, e.g. from `python -m kinonym.warm` in an image; or None."""
    for parent, private in _candidate_folders():
        folder = parent / (_PREFIX + sources_hash())
        if not private and folder.is_dir() and not _is_of_another_user(folder):
            return None if folder == code_folder_path() else folder
    return None


def shipped_name() -> str:
    """What machine code depends on: the system, the Python version, the numba version and the kernel sources."""
    from importlib.metadata import version

    system = f"{sys.platform}-{platform.machine().lower()}"
    return f"{system}-cp{sys.version_info[0]}{sys.version_info[1]}-numba{version('numba')}-{sources_hash()}"


@cache
def shipped_folder() -> Path | None:
    """The folder with the code that the wheel brought, if that code fits; it is never written."""
    folder = _PACKAGE / SHIPPED / shipped_name()
    return folder if folder.is_dir() else None


def is_compiled() -> bool:
    """Whether at least one kernel has been compiled."""
    if shipped_folder() is not None:
        return True
    return any(folder is not None and any(folder.glob("*.nbi")) for folder in (code_folder_path(), read_only_folder()))


def _make_folder(folder: Path, mode: int) -> None:
    """Create a folder and remove the least recently used ones of other sources; update the time of an existing one."""
    if folder.is_dir():
        with suppress(OSError):
            os.utime(folder)
        return
    folder.mkdir(mode=mode, parents=True, exist_ok=True)
    others = [other for other in folder.parent.glob(_PREFIX + "*") if other != folder]
    for other in sorted(others, key=_last_used, reverse=True)[_KEPT_FOLDERS:]:
        shutil.rmtree(other, ignore_errors=True)  # a process that still uses it compiles again


def _last_used(folder: Path) -> float:
    with suppress(OSError):  # another process is removing it
        return folder.stat().st_mtime
    return 0.0


def _is_of_another_user(folder: Path) -> bool:
    """Whether another user, but not the administrator, owns the folder: that user could put any code there."""
    return hasattr(os, "getuid") and folder.stat().st_uid not in (os.getuid(), 0)


def _is_writable_by_others(folder: Path) -> bool:
    """Whether another user can write to the folder."""
    if not hasattr(os, "getuid"):
        return False
    status = folder.stat()
    return status.st_uid != os.getuid() or bool(status.st_mode & 0o022)
