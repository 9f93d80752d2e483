"""Parses delimited text (CSV, TSV) into an Arrow table of strings; every cell is unchanged.

Arrow accepts unclosed quotes and fills blank lines, so its input is checked first.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count
from typing import Any

import numpy as np

from kinonym.errors import DataError, UsageError
from kinonym.files.texts import CELL_LIMIT, number_names, too_long

__all__ = ["check_delimiter", "complete", "format_line", "header", "header_length", "parse", "repeating_columns"]

_BLOCK = 8 << 20
_STEP = 1 << 16
_RARELY = 4
"""A column has few distinct values if each occurs so many times on average."""
_HEAD = 1 << 16
_FIRST_ROWS = 20
_UNUSUAL = {**dict.fromkeys("^~\x01\x1f\x1e#!$", 1), **dict.fromkeys(":/", 2)}
"""Unusual delimiters → how many a line must have, because some also occur inside words and dates."""
_QUOTE = 34
_NEWLINE = 10
_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$")
_LINE_ENDS = (b"\n", b"\r\n", b"\r")
_BLANK_LINES = (b"\n\n", b"\n\r", b"\r\r")


def header(data: bytes, delimiter: str, where: str) -> tuple[list[str], tuple[str, ...]]:
    """Return the checked column names of UTF-8 text, and notices about them."""
    names = next(_records(data, check_delimiter(delimiter), where), None)
    if names is None or not data.strip():
        msg = f"{where}: the file is empty"
        raise DataError(msg, hint="a table needs a header line and at least one row")
    if not names:
        msg = f"{where}, row 1: the line is blank where the column names should be"
        raise DataError(msg, hint="delete the lines above the column names")
    if len(names) == 1:
        _check_delimiter(names[0], delimiter, where)
        _check_unusual_delimiter(data, where)
    return number_names(names, where)


def format_line(cells: Sequence[str], delimiter: str) -> bytes:
    """Return cells as a line of UTF-8 text; empty if there are no cells."""
    if not cells:
        return b""
    line = io.StringIO()
    csv.writer(line, delimiter=delimiter, lineterminator="\n").writerow(cells)
    return line.getvalue().encode()


def parse(data: bytes, delimiter: str, where: str, types: Mapping[str, Any], *, before: int = 0) -> Any:  # noqa: ANN401  # pyarrow has no types
    """Return the table of UTF-8 text without a byte order mark and without a header; no cell is null.

    Parameters
    ----------
    data
        The rows of the file, or some of them.
    delimiter
        One character.
    where
        The file's name, for messages.
    types
        The name of each column → its Arrow type: strings, or a dictionary of them.
    before
        How many rows of the file come between the header and ``data``, for messages.
    """
    first, width = before + 2, len(types)
    if width > 1 and (data.endswith((b"\n\n", b"\n\r", b"\r\r", b"\n\r\n")) or data in _LINE_ENDS):
        data = data.rstrip(b"\r\n")
    if next(_records(data, delimiter, where, first), None) is None:
        msg = f"{where}: there is a header, but no rows"
        raise DataError(msg, hint="a table needs at least one row under its header")
    if _needs_scan(data, delimiter, width):
        _scan(data, delimiter, width, where, first)
    table = _arrow(data, delimiter, types, _BLOCK)
    if table is None:  # Arrow's message would quote the row, so find the row here
        _scan(data, delimiter, width, where, first)
        table = _arrow(data, delimiter, types, len(data) + 1)
    if table is None or table.num_columns != width:
        msg = f"{where}: the text cannot be read as a table"
        raise DataError(msg, hint="export it again as CSV with a header line")
    return table


def repeating_columns(data: bytes, delimiter: str, names: Sequence[str]) -> frozenset[str]:
    """Return the columns with few distinct values, given some rows without a header."""
    import pyarrow as pa
    import pyarrow.compute as pc

    table = _arrow(data[: complete(data, delimiter)], delimiter, dict.fromkeys(names, pa.string()), _BLOCK)
    if table is None or table.num_columns != len(names):
        return frozenset()
    return frozenset(n for n in names if _RARELY * pc.count_distinct(table.column(n)).as_py() <= table.num_rows)


def header_length(data: bytes, delimiter: str) -> int:
    """Return the length of the first record in bytes, with its end of line."""
    return next(_record_ends(data, delimiter), len(data))


def complete(data: bytes, delimiter: str) -> int:
    """Return how many bytes are complete records, given bytes that start with a record; 0 if none is complete.

    Blank lines at the end are left for the next piece: at the end of a file they are ignored.
    """
    if b'"' not in data:
        return _leave_blank_end(data, data.rfind(b"\n") + 1)
    raw = np.frombuffer(data, dtype=np.uint8)
    lines = np.flatnonzero(raw == _NEWLINE)
    outside = lines[np.searchsorted(np.flatnonzero(raw == _QUOTE), lines) % 2 == 0]
    end = int(outside[-1]) + 1 if len(outside) else 0
    if not _plainly_quoted(data[:end], delimiter):  # a quote inside a cell needs a parser
        *_, end = 0, *_record_ends(data[: data.rfind(b"\n") + 1], delimiter)
    return _leave_blank_end(data, end)


def _leave_blank_end(data: bytes, end: int) -> int:
    """Return where the text ends without the blank lines before ``end``."""
    while data.endswith((b"\n\n", b"\n\r\n"), 0, end):
        end = data.rfind(b"\n", 0, end - 1) + 1
    return end


def _record_ends(data: bytes, delimiter: str) -> Iterator[int]:
    """Yield the end of each record, except for one with an unclosed quote."""
    end = 0

    def lines() -> Iterator[str]:
        nonlocal end
        for line in _LINE.finditer(data):
            end = line.end()
            yield line[0].decode("latin-1")

    with suppress(csv.Error):  # the parser reports the error
        for _ in csv.reader(lines(), delimiter=delimiter, strict=True):
            yield end


def check_delimiter(delimiter: str) -> str:
    """Return the delimiter if Arrow and csv support it; else raise."""
    if len(delimiter) != 1 or not delimiter.isascii() or delimiter in '"\r\n\0':
        msg = "the delimiter must be one plain character, such as ',' ';' '|' or a tab"
        raise UsageError(msg, hint='--delimiter ";", or delimiter = ";" under [table]')
    return delimiter


def _check_delimiter(name: str, delimiter: str, where: str) -> None:
    likely = max(";\t|,", key=name.count)
    if likely != delimiter and likely in name:
        shown = "\\t" if likely == "\t" else likely
        msg = f"{where}: only one column was found, and its name contains '{shown}'"
        raise DataError(msg, hint=f'--delimiter "{shown}", or delimiter = "{shown}" under [table]')


def _check_unusual_delimiter(data: bytes, where: str) -> None:
    """Reject a single column that another delimiter splits into equally many cells in all of the first rows."""
    lines = [line for line in data[:_HEAD].splitlines()[:_FIRST_ROWS] if line]
    for mark, fewest in _UNUSUAL.items():
        cuts = {line.count(mark.encode()) for line in lines}
        if len(lines) > 1 and len(cuts) == 1 and cuts.pop() >= fewest:
            shown = mark if mark.isprintable() else f"\\x{ord(mark):02x}"
            msg = f"{where}: only one column was found, but '{shown}' seems to separate cells in it"
            option = f'--delimiter "{mark}"' if mark.isprintable() else f"--delimiter $'{shown}'"
            raise DataError(msg, hint=f"{option}, or delimiter = {json.dumps(mark)} under [table]")


def _records(data: bytes, delimiter: str, where: str, first: int = 1) -> Iterator[list[str]]:
    """Yield the records; raise for the first malformed one. ``first``: the number of the first record."""
    if csv.field_size_limit() < CELL_LIMIT:
        csv.field_size_limit(CELL_LIMIT)  # one limit per process: it is only ever raised
    text = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", newline="")
    reader = csv.reader(text, delimiter=delimiter, strict=True)
    for number in count(first):
        try:
            record = next(reader, None)
        except csv.Error as error:
            raise _make_row_error(str(error), number, where) from None
        if record is None:
            return
        for position, cell in enumerate(record, start=1):
            if len(cell) > CELL_LIMIT:
                raise too_long(where, number, position)
        yield record


def _make_row_error(reason: str, row: int, where: str) -> DataError:
    if "field limit" in reason:
        return too_long(where, row, None)
    if "unexpected end" in reason:
        msg = f"{where}, row {row}: a quote is opened and never closed"
        return DataError(msg, hint='close it, or write a quote inside a cell twice: ""')
    msg = f"{where}, row {row}: there is text between a closing quote and the next delimiter"
    return DataError(msg, hint='an earlier quote may be unclosed; a quote inside a cell is written twice: ""')


def _needs_scan(data: bytes, delimiter: str, width: int) -> bool:
    """Whether Arrow might misread the text."""
    return (width > 1 and _has_blank_line(data)) or not _plainly_quoted(data, delimiter)


def _has_blank_line(data: bytes) -> bool:
    """Whether a line has no characters; in parts that fit into the processor's cache."""
    if data.startswith((b"\n", b"\r")):
        return True
    if b"\r" in data:
        return any(mark in data for mark in _BLANK_LINES)
    raw = np.frombuffer(data, dtype=np.uint8)
    for start in range(0, len(raw), _STEP):
        ends = raw[start : start + _STEP + 1] == _NEWLINE
        if (ends[1:] & ends[:-1]).any():
            return True
    return False


def _plainly_quoted(data: bytes, delimiter: str) -> bool:
    """Whether every quote opens a cell, closes a cell or is doubled: then quotes alternate by position."""
    if b'"' not in data:
        return True
    raw = np.frombuffer(data, dtype=np.uint8)
    places = np.flatnonzero(raw == _QUOTE)
    if places.size % 2:
        return False
    edge = np.zeros(256, dtype=bool)
    edge[[ord(delimiter), 10, 13]] = True
    opening, closing = places[0::2], places[1::2]
    before = (opening == 0) | edge[raw[opening - 1]]
    after = edge[raw[np.minimum(closing + 1, len(raw) - 1)]] | (closing == len(raw) - 1)
    doubled = closing[:-1] + 1 == opening[1:]
    before[1:] |= doubled
    after[:-1] |= doubled
    return bool(before.all() and after.all())


def _scan(data: bytes, delimiter: str, width: int, where: str, first: int) -> None:
    """Reject the first record that does not fit the header."""
    for row, record in enumerate(_records(data, delimiter, where, first), start=first):
        if len(record) == width or (width == 1 and not record):
            continue
        if not record:
            msg = f"{where}, row {row}: the line is blank"
            raise DataError(msg, hint="delete the blank line; the header is row 1")
        fields = "1 field" if len(record) == 1 else f"{len(record)} fields"
        msg = f"{where}, row {row}: {fields}, but the header has {width}"
        hint = "look for a missing or an unquoted delimiter in that row; the header is row 1"
        raise DataError(msg, hint=hint)


def _arrow(data: bytes, delimiter: str, types: Mapping[str, Any], block: int) -> Any:  # noqa: ANN401
    """Parse with Arrow; return None if it fails."""
    import pyarrow as pa
    from pyarrow import csv as arrow_csv

    try:
        return arrow_csv.read_csv(
            pa.BufferReader(data),
            read_options=arrow_csv.ReadOptions(block_size=min(block, 2**31 - 1), column_names=list(types)),
            parse_options=arrow_csv.ParseOptions(
                delimiter=delimiter, newlines_in_values=b'"' in data, ignore_empty_lines=False
            ),
            convert_options=arrow_csv.ConvertOptions(
                check_utf8=False,
                column_types=types,
                null_values=[],
                strings_can_be_null=False,
            ),
        )
    except pa.ArrowInvalid:
        return None
