"""The bytes of a file: regular files only, gzip and zstd unpacked in a stream with limits."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, BinaryIO

from kinonym.errors import DataError
from kinonym.regular_file import describe_irregular

__all__ = ["RATIO_FROM", "RATIO_LIMIT", "Unpacked", "check_file", "open_unpacked", "read_bytes"]

_PACKED = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}
_STEP = 1 << 20
_LONGEST_LINE = 16 << 20
RATIO_LIMIT = 200
"""Text of tables packs 3 to 50 times; gzip itself reaches 1,032."""
RATIO_FROM = 16 << 20
"""Up to this many bytes any ratio is harmless."""


def check_file(path: Path) -> bytes:
    """Return the first bytes of a readable, regular, non-empty file, or report what it is instead."""
    try:
        other = None if path.is_file() else describe_irregular(path)
    except FileNotFoundError:
        msg = f"{path}: there is no such file"
        raise DataError(msg, hint="check the path; it is relative to the current folder") from None
    except OSError as error:
        raise _unreadable(path, error) from None
    if other is not None:
        msg = f"{path}: this is {other}, not a regular file"
        raise DataError(msg, hint="name one CSV, TSV or Parquet file; save what comes through a pipe first")
    head = _head(path)
    if not head:
        msg = f"{path}: the file is empty"
        raise DataError(msg, hint="a table needs a header line and at least one row")
    return head


def read_bytes(path: Path, *, limit: int | None = None) -> bytes:
    """Return the bytes of a file, unpacked; with ``limit`` about that many from its start."""
    pieces: list[bytes] = []
    total = 0
    with open_unpacked(path) as file:
        while (limit is None or total < limit) and (piece := file.read(_STEP)):
            pieces.append(piece)
            total += len(piece)
    return b"".join(pieces)


@contextmanager
def open_unpacked(path: Path) -> Iterator[Unpacked]:
    """A file open for reading in a stream, unpacked if it is gzip or zstd."""
    head = check_file(path)
    packing = next((name for magic, name in _PACKED.items() if head.startswith(magic)), None)
    try:
        with path.open("rb") as raw, _unpacking(raw, packing) as file:
            yield Unpacked(path, file, packing)
    except OSError as error:
        if packing is None or error.errno is not None:
            raise _unreadable(path, error) from None
        raise _make_damage_error(path, packing) from None
    except (EOFError, zlib.error):
        raise _make_damage_error(path, str(packing)) from None


class Unpacked:
    """The bytes of a file that may be packed; a file that unpacks to too much is rejected."""

    def __init__(self, path: Path, file: Any, packing: str | None) -> None:  # noqa: ANN401
        self.packing = packing
        self._path, self._size = path, path.stat().st_size
        self._file, self._total = file, 0

    def read(self, size: int) -> bytes:
        """The next bytes; none at the end."""
        if not self.packing:
            return bytes(self._file.read(size))
        pieces: list[bytes] = []
        while size > 0 and (piece := self._file.read(min(size, _STEP))):
            pieces.append(piece)
            size -= len(piece)
            self._total += len(piece)
            if self._total > max(RATIO_FROM, RATIO_LIMIT * self._size):
                unpacked = f"more than {self._total >> 20} MiB from {self._size} bytes"
                msg = f"{self._path}: the packed file unpacks to {unpacked}"
                raise DataError(msg, hint="if you trust the file, unpack it first, with gzip -d or zstd -d")
        if not self._total:
            msg = f"{self._path}: the {self.packing} file is empty inside"
            raise DataError(msg, hint="a table needs a header line and at least one row")
        return b"".join(pieces)

    def __iter__(self) -> Iterator[bytes]:
        """Its lines."""
        rest = b""
        while piece := self.read(_STEP):
            *lines, rest = (rest + piece).split(b"\n")
            yield from lines
            if len(rest) > _LONGEST_LINE:
                msg = f"{self._path}: a line is longer than {_LONGEST_LINE >> 20} MiB"
                raise DataError(msg, hint="write one record per line, and leave long texts out of the table")
        if rest:
            yield rest


def _unpacking(raw: BinaryIO, packing: str | None) -> Any:  # noqa: ANN401
    if packing is None:
        return nullcontext(raw)
    if packing == "gzip":
        return gzip.GzipFile(fileobj=raw, mode="rb")
    import pyarrow as pa

    return pa.CompressedInputStream(pa.PythonFile(raw, mode="r"), packing)


def _make_damage_error(path: Path, packing: str) -> DataError:
    msg = f"{path}: the {packing} file is damaged or cut off"
    return DataError(msg, hint=f"copy the file again, or unpack it with {packing} -d to see how far it goes")


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(8)
    except OSError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: OSError) -> DataError:
    msg = f"{path}: the file cannot be read ({error.strerror})"
    return DataError(msg, hint="check that you may read the file")
