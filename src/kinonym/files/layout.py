"""Detects the layout of a text file from its first bytes: its encoding, its delimiter, its quoting."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Literal

from kinonym.errors import DataError
from kinonym.files import csv_text
from kinonym.files.decode import detect_encoding, to_utf8
from kinonym.files.unpacking import read_bytes

__all__ = ["DELIMITERS", "Layout", "Quoting", "layout_of"]

Quoting = Literal["minimal", "texts", "all"]
"""Which cells are quoted: those that need it, all except numbers, or all."""

DELIMITERS = (",", ";", "\t", "|")
_HEAD = 1 << 20
_SEEN = 64 << 20
"""How much of a file is read to detect its encoding."""
_RECORDS = 200
_CELLS = 5_000
_UNQUOTED = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?|NA|NULL|TRUE|FALSE|", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class Layout:
    """The layout of a text file, and notices about what was detected."""

    encoding: str = "utf-8"
    delimiter: str = ","
    usual: str = ","
    """The usual delimiter for the name of the file."""
    quoting: Quoting = "minimal"
    notices: tuple[str, ...] = ()

    @property
    def unusual(self) -> dict[str, str]:
        """The keys of a recipe's [table] for what is not usual."""
        named = {"encoding": (self.encoding, "utf-8"), "delimiter": (self.delimiter, self.usual)}
        return {key: value for key, (value, usual) in named.items() if value != usual}

    @property
    def delimiter_name(self) -> str:
        """The delimiter in words, for messages."""
        return "a tab" if self.delimiter == "\t" else repr(self.delimiter)


def layout_of(path: Path, usual: str, *, delimiter: str | None = None, encoding: str | None = None) -> Layout:
    """Return the layout of a text file: as the user says, otherwise detected.

    Parameters
    ----------
    path
        The file, plain or packed.
    usual
        The usual delimiter for its name.
    delimiter, encoding
        As the user states them; None: to be detected.
    """
    data = read_bytes(path, limit=_HEAD if encoding else _SEEN)
    name = encoding or detect_encoding(data, str(path))
    head = to_utf8(data[:_HEAD], name, str(path), whole=len(data) < _HEAD).decode(errors="ignore")
    _check_header(head, str(path), whole=len(data) < _HEAD)
    mark = csv_text.check_delimiter(delimiter) if delimiter else _detect_delimiter(head, usual)
    notices = () if encoding else _encoding_notices(name)
    notices += (
        () if delimiter or mark == usual else (f"cells are separated by {Layout(delimiter=mark).delimiter_name}",)
    )
    quoting = _detect_quoting(head, mark)
    return Layout(encoding=name, delimiter=mark, usual=usual, quoting=quoting, notices=notices)


def _encoding_notices(name: str) -> tuple[str, ...]:
    if name == "utf-8":
        return ()
    if name == "utf-8-sig":
        return ("the text begins with a byte order mark (BOM)",)
    return (f"the text is not UTF-8; it was read as {name}: if letters look wrong, use --encoding",)


def _check_header(head: str, where: str, *, whole: bool) -> None:
    if not whole and "\n" not in head and "\r" not in head:
        msg = f"{where}: the header is longer than 1 MiB"
        raise DataError(msg, hint="check that this is a table with one record per line")


def _detect_delimiter(head: str, usual: str) -> str:
    """The delimiter with which most records have as many cells as the header.

    Of several, the one with the most cells; the usual one where none is better.
    """
    fits = {mark: _fit(head, mark) for mark in dict.fromkeys((usual, *DELIMITERS))}
    return max(fits, key=lambda mark: fits[mark])


def _fit(head: str, mark: str) -> tuple[float, int]:
    """The share of records that are as wide as the header, and its cells; 0 if it has one cell."""
    try:
        records = list(islice(csv.reader(io.StringIO(head, newline=""), delimiter=mark), _RECORDS))
    except csv.Error:
        return 0.0, 0
    widths = [len(record) for record in records if record]
    return (widths.count(widths[0]) / len(widths), widths[0]) if widths and widths[0] > 1 else (0.0, 0)


def _detect_quoting(head: str, mark: str) -> Quoting:
    """Which of the first cells are quoted."""
    cell = re.compile(rf'("(?:[^"]|"")*"|[^{re.escape(mark)}\r\n]*)({re.escape(mark)}|\r\n?|\n|$)')
    whole = head.rstrip("\r\n") if len(head) < _HEAD else head[: head.rfind("\n")]
    cells = [match[1] for match in islice(cell.finditer(whole), _CELLS) if match[0]]
    plain = [text for text in cells if not text.startswith('"')]
    if len(plain) == len(cells):
        return "minimal"
    if not plain:
        return "all"
    return "texts" if all(_UNQUOTED.fullmatch(text) for text in plain) else "minimal"
