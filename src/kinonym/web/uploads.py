"""Uploads: the bytes of a request go straight into a private file, a piece at a time."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from starlette.requests import ClientDisconnect, Request

from kinonym.errors import DataError
from kinonym.files.private_files import create
from kinonym.web.wording import text

__all__ = ["receive"]

LARGEST = 2_000_000_000


async def receive(request: Request, path: Path, *, largest: int = LARGEST) -> Path:
    """Write the body of a request to a new file that only its owner may read; nothing is left of one cut off."""
    announced = request.headers.get("content-length", "")
    if announced.isdecimal() and int(announced) > largest:
        raise _too_large(largest)
    try:
        with create(path) as file:
            size = await _write(request, file, largest)
        _check_whole(announced, size)
    except ClientDisconnect:
        path.unlink(missing_ok=True)
        raise _cut_off() from None
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return path


async def _write(request: Request, file: BinaryIO, largest: int) -> int:
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > largest:
            raise _too_large(largest)
        file.write(chunk)
    return size


def _check_whole(announced: str, size: int) -> None:
    if announced.isdecimal() and size != int(announced):
        raise _cut_off()


def _cut_off() -> DataError:
    return DataError(text("upload.cut_off"), hint=text("upload.cut_off_hint"))


def _too_large(largest: int) -> DataError:
    return DataError(text("upload.too_large", most=f"{largest / 1e9:g}"), hint=text("upload.too_large_hint"))
