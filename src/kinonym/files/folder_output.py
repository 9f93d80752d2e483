"""Writes a folder completely or not at all: a private temporary folder, a check of its bytes, one rename.

After an error or a crash, the folder is absent or complete.
"""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kinonym.errors import DataError, UsageError
from kinonym.files.output import Output

__all__ = ["LocalFolder", "check_absent"]


def check_absent(path: Path) -> None:
    """Reject a folder that exists: one rename cannot replace it."""
    if path.exists() or path.is_symlink():
        msg = f"{path}: the output exists, and a folder is never replaced"
        raise UsageError(msg, hint="remove it, or choose another name")


@dataclass(frozen=True)
class LocalFolder:
    """A folder of this machine, at the place of an output."""

    output: Output
    ending: str = ".parquet"
    """Of the files of tables; everything else in the folder is removed."""

    @property
    def path(self) -> Path:
        """The path that the user gave."""
        return self.output.path

    def hidden(self, ending: str) -> Path:
        """The path of a private file of this run, next to the folder."""
        return self.output.hidden(ending)

    def commit_folder(self, save: Callable[[Path], None], check: Callable[[Path], None]) -> None:
        """Let ``save`` write files into a temporary folder; rename it only when ``check`` has read them."""
        output = self.output
        for left_over in output.target.parent.glob(output.hidden("-*.tmp").name):
            shutil.rmtree(left_over, ignore_errors=True)  # of a run that was killed
        temporary = output.hidden(f"-{secrets.token_hex(8)}.tmp")
        try:
            temporary.mkdir(mode=0o700)
            save(temporary)
            _leave_tables(temporary, self.ending)
            check(temporary)
            output.rename(temporary)
            with suppress(OSError):
                mask = os.umask(0o077)
                os.umask(mask)
                output.target.chmod(0o777 & ~mask)
        except OSError as error:
            msg = f"{output.path}: the folder could not be written ({error.strerror}); no part of it was left"
            raise DataError(msg, hint="check the disk space and the permissions of the parent folder") from None
        finally:
            shutil.rmtree(temporary, ignore_errors=True)


def _leave_tables(folder: Path, ending: str) -> None:
    """Remove markers and checksums of the writer, and make sure that the tables are on the disk."""
    for path in folder.iterdir():
        if path.suffix != ending:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
            continue
        with path.open("rb") as file:
            os.fsync(file.fileno())
