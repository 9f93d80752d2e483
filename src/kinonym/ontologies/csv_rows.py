"""Read the rows of a delimited text file with their line numbers: detect the delimiter, reject uneven rows.

`parents` (child, parent) and `levels` (leaf; level 1; …; *) interpret the rows.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from itertools import islice

from kinonym.errors import OntologyError

__all__ = ["Row", "find_delimiter", "first_row", "read_rows"]

Row = tuple[int, list[str]]

_DELIMITERS = (",", ";", "\t", "|")
_SAMPLE = 200
_LONGEST = 128 << 10


def find_delimiter(text: str) -> str:
    """Find the delimiter that splits the first rows into the same number of fields, and the most of them."""

    def rate(delimiter: str) -> tuple[bool, int]:
        try:
            widths = [len(fields) for _, fields in islice(_parse(text, delimiter), _SAMPLE)]
        except csv.Error:
            return False, 0
        if not widths:
            return False, 0
        even = len(set(widths)) == 1 and widths[0] > 1
        return even, widths[0]

    return max(_DELIMITERS, key=rate)


def first_row(text: str, name: str) -> list[str]:
    """Read the fields of the first row that is not blank."""
    lines = text.split("\n", _SAMPLE + 1)[:_SAMPLE]
    sample = "\n".join(lines)
    try:
        return next((fields for _, fields in _parse(sample, find_delimiter(sample))), [])
    except csv.Error as error:
        msg = f"{name}: {error}"
        raise OntologyError(msg, hint="look for an unclosed quote in the first row") from error


def read_rows(text: str, name: str, delimiter: str | None = None) -> list[Row]:
    """Read all rows that are not blank: (line number, stripped fields)."""
    chosen = delimiter or find_delimiter(text)
    rows: list[Row] = []
    try:
        rows.extend(_parse(text, chosen))
    except csv.Error as error:
        msg = f"{name}, after line {rows[-1][0] if rows else 0}: {error}"
        raise OntologyError(msg, hint="look for an unclosed quote or a cell over 128 KiB") from error
    if not rows:
        msg = f"{name} is empty"
        raise OntologyError(msg, hint="a table begins with names such as child,parent")
    width = len(rows[0][1])
    if width == 1:
        msg = f"{name}: only one column was found"
        raise OntologyError(msg, hint=f"separate the columns by one of {' '.join(map(repr, _DELIMITERS))}")
    for number, fields in rows:
        if len(fields) != width:
            msg = f"{name}, line {number}: {len(fields)} fields, where the first row has {width}"
            raise OntologyError(msg, hint="quote a field that contains the delimiter")
    return rows


def _parse(text: str, delimiter: str) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    for fields in reader:
        if any(len(field) > _LONGEST for field in fields):  # Python's limit is global and may have been raised
            msg = "a cell is longer than 128 KiB"
            raise csv.Error(msg)
        if any(field.strip() for field in fields):
            yield reader.line_num, [field.strip() for field in fields]
