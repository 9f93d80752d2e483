"""Read the bytes and the text of ontology files: decompress gzip, reject bombs and wrong encodings.

XML with a document type or entities is rejected too, because these allow known attacks; the beginning of the file is
scanned before it is parsed. The readers, one module each, interpret the content.
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
from kinonym.regular_file import describe_irregular

__all__ = [
    "archive_names",
    "decode",
    "open_bytes",
    "open_member",
    "parse_packaged",
    "read_bytes",
    "read_head",
    "read_text",
    "reject_declarations",
    "reject_irregular",
    "without_document_type",
]

_GZIP = b"\x1f\x8b"
_ALWAYS_ALLOWED = 64 << 20
_RATIO = 200
_DAMAGED = "the file is damaged or cut short; download it again"
_BAD_ZIP = (
    *(zipfile.BadZipFile, OSError, EOFError, zlib.error, lzma.LZMAError, struct.error),
    *(NotImplementedError, RuntimeError, ValueError, KeyError, IndexError),
)
"""Errors that a damaged zip file can cause."""


def _reject_bomb(name: str, packed: int, unpacked: int) -> None:
    """Reject a file that decompresses to more than 64 MiB and 200 times its size: ontologies do not, bombs do."""
    if unpacked > _ALWAYS_ALLOWED and unpacked > _RATIO * max(packed, 1):
        msg = f"{name} unpacks to more than {_RATIO} times its size"
        raise OntologyError(msg, hint="if you trust it, unpack it by other means and give the unpacked file")


class _GzipStream(io.RawIOBase):
    """A gzip stream that counts the decompressed bytes."""

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
        _reject_bomb(self._name, self._packed, self._total)
        return len(data)


def reject_irregular(path: Path) -> None:
    """Reject a pipe, a device or a folder instead of a file."""
    with suppress(OSError):  # an inaccessible file is reported when it is opened
        if (other := describe_irregular(path)) is not None:
            msg = f"{path.name} is {other}, not a regular file"
            raise OntologyError(msg, hint="save the ontology to a file first")


@contextmanager
def open_bytes(path: Path) -> Iterator[IO[bytes]]:
    """Open a file, decompress it if necessary, and convert system errors to ours, with the file name."""
    reject_irregular(path)
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == _GZIP
            raw.seek(0)
            yield io.BufferedReader(_GzipStream(raw, path), 1 << 18) if packed else raw
    except (OSError, EOFError, zlib.error) as error:
        msg = f"{path.name} cannot be read: {error.__class__.__name__}"
        raise OntologyError(msg, hint=_hint(error)) from error


def _hint(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "check the path"
    if isinstance(error, PermissionError):
        return "you do not have permission to read it"
    return _DAMAGED


def archive_names(path: Path) -> list[str]:
    """Names of the files inside a zip file."""
    reject_irregular(path)
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.namelist()
    except _BAD_ZIP as error:
        msg = f"{path.name} is not a readable zip file"
        raise OntologyError(msg, hint=_DAMAGED) from error


@contextmanager
def open_member(path: Path, member: str) -> Iterator[IO[bytes]]:
    """Open one of the files inside a zip file."""
    try:
        with zipfile.ZipFile(path) as archive:
            info = archive.getinfo(member)
            _reject_bomb(path.name, info.compress_size, info.file_size)
            with archive.open(info) as stream:
                yield stream
    except _BAD_ZIP as error:
        msg = f"{path.name} cannot be unpacked: {error.__class__.__name__}"
        raise OntologyError(msg, hint=_DAMAGED) from error


def read_head(path: Path, size: int = 1 << 20) -> bytes:
    """Read the first bytes of a file, decompressed."""
    with open_bytes(path) as stream:
        return stream.read(size)


def read_bytes(path: Path) -> bytes:
    """Read the whole file, decompressed."""
    with open_bytes(path) as stream:
        return stream.read()


def read_text(path: Path) -> str:
    """Read the whole file as text, in UTF-8 with or without a byte order mark."""
    return decode(read_bytes(path), path.name)


def decode(data: bytes, name: str) -> str:
    """Decode UTF-8 bytes; reject other encodings, with a guess, and NUL bytes."""
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
        raise OntologyError(msg, hint="this is not a text file, or it is damaged")
    return text


_PROLOG = re.compile(rb"\s+|<\?.*?\?>|<!--.*?-->", re.DOTALL)
_ENCODING = re.compile(rb"<\?xml[^>]*encoding\s*=\s*[\"']([^\"']*)[\"']")
_ASCII_COMPATIBLE = {b"utf-8", b"utf8", b"us-ascii", b"ascii"}


def reject_declarations(first_bytes: bytes, name: str) -> None:
    """Reject a document type, an entity, or an encoding that could hide one.

    A document type must precede the first element, so only the part before it is scanned. A beginning without any
    element is rejected too.
    """
    data = first_bytes.removeprefix(b"\xef\xbb\xbf")
    encoding = _ENCODING.match(data)
    if b"\0" in data or data.startswith((b"\xff\xfe", b"\xfe\xff")):
        msg = f"{name} is XML in another encoding than UTF-8"
        raise OntologyError(msg, hint="save it as UTF-8")
    if encoding and encoding.group(1).lower() not in _ASCII_COMPATIBLE:
        msg = f"{name} is XML in another encoding than UTF-8"
        raise OntologyError(msg, hint="save it as UTF-8")
    end = 0
    while match := _PROLOG.match(data, end):
        end = match.end()
    if data[end : end + 2] == b"<!":
        msg = f"{name} is XML with a document type or entities, which are rejected"
        raise OntologyError(msg, hint="save it without entities (an option in Protégé), or as Turtle")
    if not re.match(rb"<[A-Za-z_]", data[end : end + 2]):
        msg = f"{name} begins like XML but has no element"
        raise OntologyError(msg, hint="the file is damaged or cut short; download it again")


_QUOTED = rb"(?:\"[^\"]*\"|'[^']*')"
_REFERENCE = re.compile(rb"<!DOCTYPE\s+[\w:-]+\s+(?:SYSTEM|PUBLIC\s+" + _QUOTED + rb")\s+" + _QUOTED + rb"\s*>")


def without_document_type(first_bytes: bytes) -> bytes:
    """Remove a document type that only names a file elsewhere, which the parser never reads, before the scan.

    A document type that contains declarations remains, and is rejected by the scan.
    """
    return _REFERENCE.sub(b"", first_bytes, count=1)


def parse_packaged(path: Path, package: str) -> Element:
    """Parse an XML file from an installed package, after the same scan."""
    data = read_bytes(path)
    reject_declarations(data[: 1 << 20], path.name)
    try:
        return fromstring(data)  # noqa: S314  # no document type, as just checked
    except ParseError as error:
        msg = f"the data of the package {package} cannot be read"
        raise OntologyError(msg, hint=f"install the package {package} again") from error
