"""Bytes and text of ontology files: gzip is read through, bombs and wrong encodings are refused.

So is XML with a document type or entities, in which the known attacks live: its beginning is scanned before any
parser sees it. What the bytes mean is for the readers, one module each.
"""

from __future__ import annotations

import gzip
import io
import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO
from xml.etree.ElementTree import Element, ParseError, fromstring

from kinonym.errors import OntologyError
from kinonym.regular_file import what_else

__all__ = [
    "archive_names",
    "decode",
    "head",
    "open_bytes",
    "open_member",
    "parse_packaged",
    "read_bytes",
    "read_text",
    "refuse_declarations",
    "refuse_irregular",
]

_GZIP = b"\x1f\x8b"
_FREE = 64 << 20
_RATIO = 200
_CUT_SHORT = "the file is damaged or cut short; get it again"
_BAD_ZIP = (
    *(zipfile.BadZipFile, OSError, EOFError, zlib.error, lzma.LZMAError, struct.error),
    *(NotImplementedError, RuntimeError, ValueError, KeyError, IndexError),
)
"""What a damaged zip file is known to raise."""


def _refuse_bomb(name: str, packed: int, unpacked: int) -> None:
    """Refuse what unpacks to over 64 MiB and over 200 times its size: no ontology does, bombs do."""
    if unpacked > _FREE and unpacked > _RATIO * max(packed, 1):
        msg = f"{name} unpacks to more than {_RATIO} times its size"
        raise OntologyError(msg, hint="if you trust it, unpack it by other means and give the unpacked file")


class _Unpacked(io.RawIOBase):
    """A gzip stream that counts what comes out of it."""

    def __init__(self, raw: IO[bytes], path: Path) -> None:
        self._inner = gzip.GzipFile(fileobj=raw)
        self._name = path.name
        self._packed = path.stat().st_size
        self._total = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # any writable buffer
        data = self._inner.read(len(buffer))
        buffer[: len(data)] = data
        self._total += len(data)
        _refuse_bomb(self._name, self._packed, self._total)
        return len(data)


def refuse_irregular(path: Path) -> None:
    """Refuse a pipe, a device or a folder where a file is to be read."""
    with suppress(OSError):  # what cannot be looked at is told when it is opened
        if (other := what_else(path)) is not None:
            msg = f"{path.name} is {other}, not a regular file"
            raise OntologyError(msg, hint="save the ontology to a file first")


@contextmanager
def open_bytes(path: Path) -> Iterator[IO[bytes]]:
    """Open a file, through gzip where it is; system errors become ours and name the file."""
    refuse_irregular(path)
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == _GZIP
            raw.seek(0)
            yield io.BufferedReader(_Unpacked(raw, path), 1 << 18) if packed else raw
    except (OSError, EOFError, zlib.error) as error:
        msg = f"{path.name} cannot be read: {error.__class__.__name__}"
        raise OntologyError(msg, hint=_hint(error)) from error


def _hint(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "check the path"
    if isinstance(error, PermissionError):
        return "you lack the permission to read it"
    return _CUT_SHORT


def archive_names(path: Path) -> list[str]:
    """Names of the files inside a zip."""
    refuse_irregular(path)
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.namelist()
    except _BAD_ZIP as error:
        msg = f"{path.name} is no zip file that can be read"
        raise OntologyError(msg, hint=_CUT_SHORT) from error


@contextmanager
def open_member(path: Path, member: str) -> Iterator[IO[bytes]]:
    """Open one of the files inside a zip."""
    try:
        with zipfile.ZipFile(path) as archive:
            info = archive.getinfo(member)
            _refuse_bomb(path.name, info.compress_size, info.file_size)
            with archive.open(info) as stream:
                yield stream
    except _BAD_ZIP as error:
        msg = f"{path.name} cannot be unpacked: {error.__class__.__name__}"
        raise OntologyError(msg, hint=_CUT_SHORT) from error


def head(path: Path, size: int = 1 << 20) -> bytes:
    """The first bytes of a file, unpacked."""
    with open_bytes(path) as stream:
        return stream.read(size)


def read_bytes(path: Path) -> bytes:
    """The whole file, unpacked."""
    with open_bytes(path) as stream:
        return stream.read()


def read_text(path: Path) -> str:
    """The whole file as text, in UTF-8 with or without a byte order mark."""
    return decode(read_bytes(path), path.name)


def decode(data: bytes, name: str) -> str:
    """Text of UTF-8 bytes; other encodings are refused with a guess, and so are NUL bytes."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        msg = f"{name} is in UTF-16"
        raise OntologyError(msg, hint="save it as UTF-8")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        msg = f"{name}, line {line}: not UTF-8"
        raise OntologyError(msg, hint="it looks like Windows-1252 or Latin-1; save it as UTF-8") from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        msg = f"{name}, line {line}: a NUL byte"
        raise OntologyError(msg, hint="this is no text file, or a damaged one")
    return text


_PROLOG = re.compile(rb"\s+|<\?.*?\?>|<!--.*?-->", re.DOTALL)
_ENCODING = re.compile(rb"<\?xml[^>]*encoding\s*=\s*[\"']([^\"']*)[\"']")
_PLAIN = {b"utf-8", b"utf8", b"us-ascii", b"ascii"}


def refuse_declarations(head: bytes, name: str) -> None:
    """Refuse a document type, an entity, or an encoding in which one could hide.

    A document type may only stand before the first element, so what comes before it is all that is looked
    at; a beginning without any element is refused as well.
    """
    data = head.removeprefix(b"\xef\xbb\xbf")
    encoding = _ENCODING.match(data)
    if b"\0" in data or data.startswith((b"\xff\xfe", b"\xfe\xff")):
        msg = f"{name} is XML in another encoding than UTF-8"
        raise OntologyError(msg, hint="save it as UTF-8")
    if encoding and encoding.group(1).lower() not in _PLAIN:
        msg = f"{name} is XML in another encoding than UTF-8"
        raise OntologyError(msg, hint="save it as UTF-8")
    at = 0
    while match := _PROLOG.match(data, at):
        at = match.end()
    if data[at : at + 2] == b"<!":
        msg = f"{name} is XML with a document type or entities, which are refused"
        raise OntologyError(msg, hint="save it without entities (in Protégé an option), or as Turtle")
    if not re.match(rb"<[A-Za-z_]", data[at : at + 2]):
        msg = f"{name} begins like XML but no element follows"
        raise OntologyError(msg, hint="the file is damaged or cut short; get it again")


def parse_packaged(path: Path, package: str) -> Element:
    """Parse an XML file that an installed package carries, after the same scan."""
    data = read_bytes(path)
    refuse_declarations(data[: 1 << 20], path.name)
    try:
        return fromstring(data)  # noqa: S314  # no document type, as just checked
    except ParseError as error:
        msg = f"the data of the package {package} cannot be read"
        raise OntologyError(msg, hint=f"install the package {package} again") from error
