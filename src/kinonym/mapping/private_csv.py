"""CSV files that contain values: private, written completely or not at all, and safe to open in a spreadsheet.

Cells that a spreadsheet would run as a formula are guarded when written and restored when read.
"""

from __future__ import annotations

import csv
import os
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from kinonym.errors import DataError

__all__ = ["guard", "may_replace", "restore", "write_private_csv"]

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def guard(cell: str) -> str:
    """Put an apostrophe before a cell that begins like a formula, and before one that looks guarded.

    >>> guard("=1+1"), guard("'=1+1"), guard("plain")
    ("'=1+1", "''=1+1", 'plain')
    """
    return f"'{cell}" if cell.lstrip("'").startswith(_FORMULA) else cell


def restore(cell: str) -> str:
    """Undo `guard`.

    >>> restore(guard("-5")), restore("'quoted'")
    ('-5', "'quoted'")
    """
    return cell[1:] if cell.startswith("'") and cell.lstrip("'").startswith(_FORMULA) else cell


def may_replace(path: Path, header: Sequence[str]) -> bool:
    """Whether the path is free, or a regular file with this header, i.e. written by this program."""
    if not path.exists() and not path.is_symlink():
        return True
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return file.readline(4096).rstrip(b"\r\n") == ",".join(header).encode()
    except OSError:
        return False


def write_private_csv(path: Path, rows: Iterable[Sequence[str]]) -> None:
    """Write guarded rows to a file that only its owner can read; an old one is replaced when it is complete."""
    draft: Path | None = None
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".kinonym-", suffix=".csv")  # mode 0600
        draft = Path(name)
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([guard(cell) for cell in row] for row in rows)
        draft.replace(path)
    except OSError as error:
        msg = f"{path.name} cannot be written: {error.strerror or 'unknown reason'}"
        raise DataError(msg, hint="choose a folder that exists and can be written") from error
    finally:
        if draft is not None:
            with suppress(FileNotFoundError):
                draft.unlink()
