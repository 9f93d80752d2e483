"""The bytes of an input file: regular files only, gzip unpacked in a stream with limits.

What the bytes mean is decided in `files`, `delimited` and `parquet`.
"""

from __future__ import annotations

import gzip
import stat
import zlib
from pathlib import Path

from kinonym.errors import DataError

__all__ = ["GZIP_MAGIC", "check_file", "read_bytes"]

GZIP_MAGIC = b"\x1f\x8b"
_STEP = 1 << 20
RATIO_LIMIT = 200
"""Text of tables packs 3 to 50 times; gzip itself reaches 1,032."""
RATIO_FROM = 16 << 20
"""Up to this many bytes any ratio is harmless."""
UNPACKED_LIMIT = 4 << 30


def check_file(path: Path) -> bytes:
    """Return the first bytes of a readable, regular, non-empty file, or say what it is instead."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        msg = f"{path}: there is no such file"
        raise DataError(msg, hint="check the path; it is relative to the current folder") from None
    except OSError as error:
        raise _unreadable(path, error) from None
    if stat.S_ISDIR(mode):
        msg = f"{path}: this is a folder, not a file"
        raise DataError(msg, hint="name one CSV, TSV or Parquet file")
    if not stat.S_ISREG(mode):
        msg = f"{path}: this is a pipe or a device, not a regular file"
        raise DataError(msg, hint="save the data to a file first")
    head = _head(path)
    if not head:
        msg = f"{path}: the file is empty"
        raise DataError(msg, hint="a table needs a header line and at least one row")
    return head


def read_bytes(path: Path, *, limit: int | None = None) -> bytes:
    """Return the bytes of a file, unpacked if it is gzip; with ``limit`` about that many from its start."""
    packed = check_file(path).startswith(GZIP_MAGIC)
    try:
        if packed:
            return _unpack(path, limit)
        with path.open("rb") as file:
            return file.read(-1 if limit is None else limit)
    except OSError as error:
        if not isinstance(error, gzip.BadGzipFile):
            raise _unreadable(path, error) from None
    except (EOFError, zlib.error):
        pass
    msg = f"{path}: the gzip file is damaged or cut off"
    raise DataError(msg, hint="copy the file again, or unpack it with gzip -d to see how far it goes")


def _unpack(path: Path, limit: int | None) -> bytes:
    size = path.stat().st_size
    pieces: list[bytes] = []
    total = 0
    with gzip.open(path, "rb") as file:
        while piece := file.read(_STEP):
            pieces.append(piece)
            total += len(piece)
            if limit is not None and total >= limit:
                break
            if total > UNPACKED_LIMIT or (total > RATIO_FROM and total > RATIO_LIMIT * size):
                msg = f"{path}: the gzip file unpacks to more than {total >> 20} MiB from {size} bytes"
                raise DataError(msg, hint="if you trust the file, unpack it with gzip -d first")
    if not total:
        msg = f"{path}: the gzip file is empty inside"
        raise DataError(msg, hint="a table needs a header line and at least one row")
    return b"".join(pieces)


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(8)
    except OSError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: OSError) -> DataError:
    msg = f"{path}: the file cannot be read ({error.strerror})"
    return DataError(msg, hint="check that you may read the file")
