"""Databases in a file: an existing file is written in a transaction, a new one gets its name when it is complete."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kinonym.errors import DataError, UsageError

__all__ = ["check_readable", "reject_table", "writable_database"]


def check_readable(file: Path) -> None:
    """Reject a database that is not there: opening it would create it."""
    if not file.is_file():
        msg = f"{file}: there is no such file"
        raise DataError(msg, hint="check the path; it is relative to the current folder")


def reject_table(name: str) -> None:
    """Raise because a table exists."""
    msg = f"{name}: the table exists, and is never replaced"
    raise UsageError(msg, hint="choose another name, or drop the table first")


@contextmanager
def writable_database(file: Path) -> Iterator[Path]:
    """Yield the path to write a table to: the file itself, or a file in a private folder that then gets its name.

    A new file is readable by its owner only. It does not replace one that was created in the meantime.
    """
    if file.exists():
        yield file
        return
    folder = Path(tempfile.mkdtemp(prefix=".kinonym-", suffix=".tmp", dir=file.parent))
    try:
        made = folder / "database"
        yield made
        made.chmod(0o600)
        os.link(made, file)
    except FileExistsError:
        msg = f"{file}: the file was created while the release was written"
        raise UsageError(msg, hint="choose another name") from None
    finally:
        shutil.rmtree(folder, ignore_errors=True)
