"""What a system refuses a run: memory, space, open files. Each becomes an error with a hint."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from kinonym.errors import DataError, UsageError

__all__ = ["check_path_text", "limits_explained"]

_MEMORY_HINT = "take --engine duckdb, which keeps rows on the disk, with --memory-limit 1GB or more; or a smaller table"
_NO_THREAD = ("start new thread", "Failed to launch worker thread")
"""What Python and Arrow report if they cannot start a thread; neither has a class of errors for it."""
_NO_MEMORY_FOR_LIBRARY = ("failed to map segment", "cannot allocate memory", "cannot map zero-fill pages")
"""What the loader of shared libraries reports if memory runs out while a module is imported."""
_LIMITS = {
    errno.EMFILE: ("too many files are open", "raise the limit: ulimit -n 1024"),
    errno.ENFILE: ("the system has too many open files", "close other programs, or ask who runs the machine"),
    errno.EFBIG: ("a file grew beyond the size that is allowed", "raise the limit: ulimit -f unlimited"),
    errno.ENOSPC: ("no space is left on the disk", "free some space, or set TMPDIR to another disk"),
    errno.EDQUOT: ("the disk quota is used up", "free some space, or set TMPDIR to another disk"),
}


@contextmanager
def limits_explained() -> Iterator[None]:
    """Raise `DataError` with a hint where memory, space or open files do not suffice.

    The errors of libraries may quote a cell, so that they do not go on as causes.
    """
    found: tuple[str, str] | None = None
    try:
        yield
    except MemoryError:
        found = ("the memory is too small for this table", _MEMORY_HINT)
    except OSError as error:
        if error.errno == errno.ENOMEM:
            found = ("the memory is too small for this table", _MEMORY_HINT)
        elif error.errno in _LIMITS:
            found = _LIMITS[error.errno]
        else:
            raise
    except ImportError as error:
        if not any(words in str(error).lower() for words in _NO_MEMORY_FOR_LIBRARY):
            raise
        found = ("the memory is too small for the libraries that this run needs", _MEMORY_HINT)
    except Exception as error:
        if not any(words in str(error) for words in _NO_THREAD):
            raise
        found = ("the memory, or the number of processes, does not allow another thread", _MEMORY_HINT)
    if found is not None:
        raise DataError(found[0], hint=found[1])


def check_path_text(*paths: object) -> None:
    """Reject a path that no file can have."""
    for path in paths:
        if path is not None and "\0" in str(path):
            msg = "a path has a NUL character, which no file name can have"
            raise UsageError(msg, hint="write the path again")
