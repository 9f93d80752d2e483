"""How a table is laid out in a file: the encoding, what stands between cells, what is quoted.

A `Layout` is found in the head of an input, a `Form` is asked for by the name of an output.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Literal

from kinonym.domains.number import COMMA_AND_POINT
from kinonym.errors import DataError, UsageError
from kinonym.files import csv_text
from kinonym.files.decode import found_encoding, to_utf8
from kinonym.files.formats import read_bytes
from kinonym.files.texts import number_text

__all__ = ["DELIMITERS", "Form", "Layout", "Quoting", "form_of", "layout_of"]

Quoting = Literal["minimal", "texts", "all"]
"""Quoted are: cells that need it, all but numbers, all."""
Stored = Literal["text", "json", "parquet", "feather", "excel"]
Values = Sequence[str | float | None]

DELIMITERS = (",", ";", "\t", "|")
_HEAD = 1 << 20
_SEEN = 64 << 20
"""So much of a file is looked at to find its encoding."""
_RECORDS = 200
_CELLS = 5_000
_UNQUOTED = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?|NA|NULL|TRUE|FALSE|", re.ASCII)
_ENDINGS: dict[str, Stored] = {
    ".csv": "text", ".tsv": "text", ".jsonl": "json", ".ndjson": "json", ".parquet": "parquet", ".feather": "feather",
    ".arrow": "feather", ".xlsx": "excel",
}  # fmt: skip
_OTHERS = (".sav", ".zsav", ".por", ".dta", ".sas7bdat", ".xpt", ".xls", ".xlsm", ".ods")
_LARGEST_SHEET = (1_048_575, 16_384)


@dataclass(frozen=True, kw_only=True)
class Layout:
    """How a text file is laid out, and what of that was found in it rather than said."""

    encoding: str = "utf-8"
    delimiter: str = ","
    usual: str = ","
    """The delimiter that the name of the file promises."""
    quoting: Quoting = "minimal"
    notices: tuple[str, ...] = ()

    @property
    def unusual(self) -> dict[str, str]:
        """The keys of a recipe's [table] that say what is not as usual."""
        named = {"encoding": (self.encoding, "utf-8"), "delimiter": (self.delimiter, self.usual)}
        return {key: value for key, (value, usual) in named.items() if value != usual}

    @property
    def told_delimiter(self) -> str:
        """The delimiter as a person reads it."""
        return "a tab" if self.delimiter == "\t" else repr(self.delimiter)


def layout_of(path: Path, usual: str, *, delimiter: str | None = None, encoding: str | None = None) -> Layout:
    """The layout of a text file: what is said of it, and for the rest what its head shows.

    Parameters
    ----------
    path
        The file, plain or packed.
    usual
        The delimiter that its name promises.
    delimiter, encoding
        As said; None: to be found.
    """
    data = read_bytes(path, limit=_HEAD if encoding else _SEEN)
    known = encoding or found_encoding(data, str(path))
    head = to_utf8(data[:_HEAD], known, str(path), whole=len(data) < _HEAD).decode(errors="ignore")
    _check_header(head, str(path), whole=len(data) < _HEAD)
    mark = csv_text.checked(delimiter) if delimiter else _found_delimiter(head, usual)
    notices = () if encoding else _told_encoding(known)
    notices += (
        () if delimiter or mark == usual else (f"cells are separated by {Layout(delimiter=mark).told_delimiter}",)
    )
    quoting = _found_quoting(head, mark)
    return Layout(encoding=known, delimiter=mark, usual=usual, quoting=quoting, notices=notices)


def _told_encoding(name: str) -> tuple[str, ...]:
    if name == "utf-8":
        return ()
    if name == "utf-8-sig":
        return ("the text begins with a byte order mark (BOM)",)
    return (f"the text is not UTF-8; it was read as {name}: if letters look wrong, say --encoding",)


def _check_header(head: str, where: str, *, whole: bool) -> None:
    if not whole and "\n" not in head and "\r" not in head:
        msg = f"{where}: the header is longer than 1 MiB"
        raise DataError(msg, hint="check that this is a table with one record per line")


def _found_delimiter(head: str, usual: str) -> str:
    """The mark by which the most records have as many cells as the header, of several the one with the most cells.

    The usual one where none is better.
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


def _found_quoting(head: str, mark: str) -> Quoting:
    """What of the first cells is quoted."""
    cell = re.compile(rf'("(?:[^"]|"")*"|[^{re.escape(mark)}\r\n]*)({re.escape(mark)}|\r\n?|\n|$)')
    whole = head.rstrip("\r\n") if len(head) < _HEAD else head[: head.rfind("\n")]
    cells = [match[1] for match in islice(cell.finditer(whole), _CELLS) if match[0]]
    plain = [text for text in cells if not text.startswith('"')]
    if len(plain) == len(cells):
        return "minimal"
    if not plain:
        return "all"
    return "texts" if all(_UNQUOTED.fullmatch(text) for text in plain) else "minimal"


@dataclass(frozen=True)
class Form:
    """How a release is written."""

    stored: Stored = "text"
    gzipped: bool = False
    delimiter: str = ","
    missing_text: str = ""
    encoding: str = "utf-8"
    quoting: Quoting = "minimal"
    decimal: str = "."
    folder: bool = False
    """Whether it is a folder of Parquet files."""
    masked: frozenset[str] = frozenset()
    """Where columns have types, those whose numbers are meant in their shortest form."""

    @property
    def typed(self) -> bool:
        """Whether columns have types in it: unmasked ones then keep theirs."""
        return self.stored in ("parquet", "feather")

    @property
    def marker(self) -> str | None:
        """The text that stands in the file for a missing value; None where the format knows missing values."""
        return self.missing_text if self.stored == "text" else "" if self.stored == "excel" else None

    def written(self, values: Mapping[str, Values]) -> Mapping[str, Values]:
        """What is written for each masked tuple: numbers as texts where they have a decimal comma."""
        if self.stored != "text" or self.decimal == ".":
            return values
        return {name: [_with_comma(value) for value in column] for name, column in values.items()}

    def check_size(self, records: int, columns: int) -> None:
        """Refuse what no sheet can hold."""
        if self.stored == "excel" and (records > _LARGEST_SHEET[0] or columns > _LARGEST_SHEET[1]):
            msg = f"{records:,} rows and {columns:,} columns do not fit into a sheet of a workbook"
            raise UsageError(msg, hint="write .csv or .parquet")


def form_of(  # one keyword for each key of [table]
    path: Path,
    *,
    delimiter: str | None = None,
    encoding: str | None = None,
    decimal: str = ".",
    missing_text: str = "",
    layout: Layout | None = None,
    folder: bool = False,
) -> Form:
    """Return the form that the name of an output asks for.

    Parameters
    ----------
    path
        The output.
    delimiter, encoding, decimal, missing_text
        As the recipe says.
    layout
        Of the input, if that is a text: what is not said is kept.
    folder
        Whether it was named as a folder.
    """
    if folder:
        return Form("parquet", folder=True)
    suffixes = [suffix.lower() for suffix in path.suffixes]
    gzipped = suffixes[-1:] == [".gz"]
    last = "".join(suffixes[:-1][-1:] if gzipped else suffixes[-1:])
    stored = _ENDINGS.get(last)
    if stored is None or (gzipped and stored not in ("text", "json")):
        raise _unwritable(path, last)
    if stored == "excel":
        _check_workbooks()
    if stored != "text":
        return Form(stored, gzipped)
    usual = "\t" if last == ".tsv" else ","
    kept = layout.delimiter if layout is not None and layout.usual == usual else usual
    return Form(
        stored, gzipped, delimiter or kept, missing_text, encoding or (layout.encoding if layout else "utf-8"),
        layout.quoting if layout else "minimal", decimal,
    )  # fmt: skip


def _unwritable(path: Path, ending: str) -> UsageError:
    hint = "let it end in .csv, .tsv, .jsonl (all also with .gz), .parquet, .feather or .xlsx, or in / for a folder"
    if ending in _OTHERS:
        return UsageError(f"{path}: files that end in {ending} can be read, not written", hint=hint)
    return UsageError(f"{path}: the name does not say how to write the table", hint=hint)


def _check_workbooks() -> None:
    """Refuse a workbook that could not be written, or not read back."""
    if find_spec("xlsxwriter") is None or find_spec("python_calamine") is None:
        msg = "Excel workbooks need two further libraries"
        raise UsageError(msg, hint="pip install 'kinonym[excel]', or write .csv")


def _with_comma(value: str | float | None) -> str | float | None:
    return number_text(value).translate(COMMA_AND_POINT) if isinstance(value, int | float) else value
