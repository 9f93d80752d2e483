"""Locks of files, so that two processes never write the same output."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kinonym.errors import UsageError
from kinonym.files.private_files import private_stem

__all__ = ["acquire_lock", "locked"]

_LOCKED_ERRORS = {errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK}


@contextmanager
def locked(target: Path, shown: Path) -> Iterator[None]:
    """Lock an output; the system releases the lock when a process dies, so no lock is stale."""
    path = target.parent / f"{private_stem(target)}.lock"
    try:
        descriptor = acquire_lock(path)
    except OSError as error:
        msg = f"{shown}: its lock {path.name} cannot be opened ({error.strerror})"
        raise UsageError(msg, hint="remove it, unless a run of another user is using it") from None
    if descriptor is None:
        msg = f"{shown}: another run is writing this file"
        raise UsageError(msg, hint="wait for it to end, or choose another name")
    try:
        yield
    finally:
        if sys.platform != "win32":
            path.unlink(missing_ok=True)
        os.close(descriptor)


def acquire_lock(path: Path) -> int | None:
    """Lock a file and return its descriptor; None if another run has locked it."""
    while True:
        # Do not follow a link: in a folder that others may write to, it could lead to any file.
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        if not _lock(descriptor):
            os.close(descriptor)
            return None
        with suppress(FileNotFoundError):
            if os.path.samestat(path.stat(), os.fstat(descriptor)):
                return descriptor
        os.close(descriptor)  # the run that had locked the file has removed it


def _lock(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in _LOCKED_ERRORS  # a file system without locks is no reason to stop
    return True
