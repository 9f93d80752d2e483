"""Writes a file completely or not at all: with a lock, a private temporary file, a check of its bytes, and a rename.

After an error or a crash, the file is absent, the old one, or the complete new one.
"""

from __future__ import annotations

import os
import secrets
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from kinonym.errors import DataError, KinonymError, UsageError
from kinonym.files.locks import locked
from kinonym.files.private_files import create, file_key, private_stem

__all__ = [
    "WRITTEN",
    "FolderOutput",
    "Output",
    "create",
    "naming_written",
    "reserved",
    "write_document",
]

_LONGEST_NAME = 200

WRITTEN: list[Path | str] = []
"""The files and tables that the command has completed; it names them when it is interrupted."""


class FolderOutput(Protocol):
    """A folder that a run may write, and that does not exist yet."""

    @property
    def path(self) -> Path | str:
        """The name that the user gave."""

    def hidden(self, ending: str) -> Path:
        """The path of a private file of this run."""

    def commit_folder(self, save: Callable[[Any], None], check: Callable[[Any], None]) -> None:
        """Let ``save`` write Parquet files into a hidden folder; publish it only when ``check`` has read them."""


@dataclass(frozen=True)
class Output:
    """A file that a run may write. Its path was checked before any work, and is locked while the run lasts."""

    path: Path
    """The path that the user gave."""
    target: Path
    """The path without links."""

    def commit(
        self, write: Callable[[BinaryIO], None], check: Callable[[Path], None], *, private: bool = False
    ) -> None:
        """Write the file through a temporary one in the same folder; rename it only when ``check`` has read it.

        Parameters
        ----------
        write
            Writes the content.
        check
            Reads the temporary file back and raises if it is not as it must be.
        private
            Keep the mode 0600; otherwise the file gets what the umask allows.
        """
        try:
            with _temporary(self.target) as temporary:
                with create(temporary) as file:
                    write(file)
                    file.flush()
                    os.fsync(file.fileno())
                check(temporary)
                self.rename(temporary)
            with suppress(OSError):  # the file is complete and renamed; only its mode or the sync can fail
                if not private:
                    self.target.chmod(0o666 & ~_umask())
                _sync_folder(self.target.parent)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            msg = f"{self.path}: the file could not be written ({reason}); no part of it was left"
            raise DataError(msg, hint="check the disk space and the permissions of the folder") from None

    def rename(self, temporary: Path) -> None:
        """Rename the checked temporary file or folder; a folder must not exist yet."""
        try:
            if temporary.is_dir():
                temporary.rename(self.target)
            else:
                temporary.replace(self.target)
        finally:
            if not temporary.exists():  # also when an interruption comes with the rename
                WRITTEN.append(self.path)

    def hidden(self, ending: str) -> Path:
        """The name of a private file of this run in the folder of the output."""
        return self.target.parent / f"{private_stem(self.target)}{ending}"

    def write_bytes(self, content: bytes, *, private: bool = False) -> None:
        """Write a document, such as a report or a recipe, completely or not at all."""

        def write(file: BinaryIO) -> None:
            file.write(content)

        def same(path: Path) -> None:
            if path.read_bytes() != content:
                msg = "the written document differs from its content"
                raise OSError(msg)

        self.commit(write, same, private=private)


@contextmanager
def naming_written(*paths: Path | str) -> Iterator[None]:
    """Add the names of completed files to an error that comes after them."""
    written = f"written before that: {', '.join(map(str, paths))}"
    try:
        yield
    except KinonymError as error:
        error.message = f"{error.message}; {written}"
        error.args = (error.message,)
        raise
    except OSError as error:
        msg = f"a document could not be written ({error.strerror or type(error).__name__}); {written}"
        raise DataError(msg, hint="check the disk space and the permissions of the folder") from None
    except Exception as error:
        error.add_note(written)
        raise


@contextmanager
def reserved(outputs: Sequence[Path], inputs: Iterable[Path] = ()) -> Iterator[list[Output]]:
    """Check the outputs of a run before any work, and lock them until it ends.

    Rejected are a missing folder, a path that is not a regular file, a file or folder without write permission, a file
    that another run is writing, and an output that is also an input or another output, under any name.
    """
    targets = [_check_path(path) for path in outputs]
    _check_apart(list(zip(outputs, targets, strict=True)), list(inputs))
    with ExitStack() as locks:
        for target, path in zip(targets, outputs, strict=True):
            locks.enter_context(locked(target, path))
        yield [Output(path, target) for path, target in zip(outputs, targets, strict=True)]


def write_document(path: Path, text: str, *, private: bool = False) -> None:
    """Write a text file completely or not at all; ``private``: only its owner may read it."""
    with reserved([path]) as [output]:
        output.write_bytes(text.encode("utf-8"), private=private)


def _check_path(path: Path) -> Path:
    if len(path.name) > _LONGEST_NAME:
        msg = f"the name of an output has {len(path.name)} characters"
        raise UsageError(msg, hint=f"use at most {_LONGEST_NAME}")
    target = _resolve(path)
    if target is None:
        msg = f"{path}: the output is a link to itself"
        raise UsageError(msg, hint="name a file, not such a link")
    if not target.parent.is_dir():
        msg = f"{path}: the folder of the output does not exist"
        raise UsageError(msg, hint=f"create it: mkdir -p {path.parent}")
    if target.exists() and not stat.S_ISREG(target.stat().st_mode):
        msg = f"{path}: the output exists and is not a regular file"
        raise UsageError(msg, hint="name a file, not a folder or a device")
    _check_writable(target, path)
    return target


def _check_apart(outputs: list[tuple[Path, Path]], inputs: list[Path]) -> None:
    """Reject an output that is also an input or another output."""
    for number, (path, target) in enumerate(outputs):
        for other in inputs:
            if _same_file(target, other):
                msg = f"{path}: the output is the same file as the input {other}"
                raise UsageError(msg, hint="give the output a different name; the input is never overwritten")
        for other, other_target in outputs[:number]:
            if _same_file(target, other_target) or file_key(target) == file_key(other_target):
                msg = f"{path}: this output is the same file as the output {other}"
                raise UsageError(msg, hint="give each output a different name")


def _same_file(target: Path, other: Path) -> bool:
    return target == _resolve(other) or (target.exists() and other.exists() and target.samefile(other))


def _resolve(path: Path) -> Path | None:
    """Return a path without links; None for a link to itself."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return None


@contextmanager
def _temporary(target: Path) -> Iterator[Path]:
    """Yield the path of a temporary file, and remove it afterwards."""
    for left_over in target.parent.glob(f"{private_stem(target)}-*.tmp"):
        left_over.unlink(missing_ok=True)  # from a run that was killed; no other run has the lock
    path = target.parent / f"{private_stem(target)}-{secrets.token_hex(8)}.tmp"
    try:
        yield path
    finally:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _check_writable(target: Path, shown: Path) -> None:
    probe = target.parent / f"{private_stem(target)}-{secrets.token_hex(8)}.tmp"
    try:
        with create(probe):
            pass
        probe.unlink(missing_ok=True)
        reason = "the file is write-protected" if target.exists() and not os.access(target, os.W_OK) else None
    except OSError as error:
        reason = error.strerror
    if reason:
        msg = f"{shown}: the output cannot be written there ({reason})"
        raise UsageError(msg, hint="choose another folder or name, or change its permissions")


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _sync_folder(folder: Path) -> None:
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
