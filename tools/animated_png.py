"""Join PNG pictures of one size to an animated PNG, which browsers play; without any library."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def join(pictures: Sequence[bytes], path: Path, *, seconds: float) -> None:
    """Write the pictures as frames that are shown for some seconds each, again and again."""
    heads = [next(data for name, data in _chunks(picture) if name == b"IHDR") for picture in pictures]
    if len(set(heads)) != 1:
        msg = "the pictures must have one size and one kind of colours"
        raise ValueError(msg)
    width, height = struct.unpack(">II", heads[0][:8])
    parts = [_SIGNATURE, _chunk(b"IHDR", heads[0]), _chunk(b"acTL", struct.pack(">II", len(pictures), 0))]
    number = 0
    for place, picture in enumerate(pictures):
        control = struct.pack(">IIIIIHHBB", number, width, height, 0, 0, round(seconds * 1000), 1000, 0, 0)
        parts.append(_chunk(b"fcTL", control))
        number += 1
        for name, data in _chunks(picture):
            if name == b"IDAT" and place == 0:
                parts.append(_chunk(b"IDAT", data))
            elif name == b"IDAT":
                parts.append(_chunk(b"fdAT", struct.pack(">I", number) + data))
                number += 1
    path.write_bytes(b"".join([*parts, _chunk(b"IEND", b"")]))


def _chunks(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(_SIGNATURE)
    while at < len(picture):
        (length,) = struct.unpack(">I", picture[at : at + 4])
        yield picture[at + 4 : at + 8], picture[at + 8 : at + 8 + length]
        at += length + 12


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
