"""The private folder of a running server: only its owner may look in, and it is gone when the server is.

The next server deletes what a killed one left: a running server has a lock next to its folder.
"""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import platformdirs

from kinonym.files.locks import acquire_lock

__all__ = ["private_folder", "work_folder"]

_NAME = "work-"


@contextmanager
def work_folder(base: Path | None = None) -> Iterator[Path]:
    """Wipe what dead servers left, then yield a folder of this server, which is deleted afterwards."""
    home = base or platformdirs.user_state_path("kinonym") / "serve"
    home.mkdir(parents=True, exist_ok=True)
    home.chmod(0o700)
    _wipe_left_over(home)
    name = _NAME + secrets.token_hex(8)
    lock = home / f"{name}.lock"
    lock_file = acquire_lock(lock)
    folder = private_folder(home / name)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        lock.unlink(missing_ok=True)
        if lock_file is not None:
            os.close(lock_file)


def private_folder(path: Path) -> Path:
    """Make a folder that only its owner may enter."""
    path.mkdir(mode=0o700)
    path.chmod(0o700)
    return path


def _wipe_left_over(home: Path) -> None:
    """Remove every folder with a lock that no process has."""
    for folder in home.glob(f"{_NAME}*"):
        if not folder.is_dir():
            continue
        lock = home / f"{folder.name}.lock"
        lock_file = acquire_lock(lock)
        if lock_file is None:
            continue
        shutil.rmtree(folder, ignore_errors=True)
        with suppress(OSError):
            lock.unlink(missing_ok=True)
        os.close(lock_file)
