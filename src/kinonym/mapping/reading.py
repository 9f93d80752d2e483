"""Reading the lines of a mapping table from a CSV that a person or a spreadsheet may have saved."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from kinonym.errors import DataError
from kinonym.mapping.cells import restore
from kinonym.mapping.result import TableEntry

__all__ = ["read_entries"]

_NEEDED = ("value", "concept")
_HINT = "its first line names the columns, for instance: value,concept"

Line = tuple[int, list[str]]


def read_entries(path: Path) -> tuple[tuple[TableEntry, ...], str]:
    """Return the entries and the comment before the header, empty if there is none."""
    text = _text(path)
    lines = _lines(text, path.name)
    comment = lines.pop(0)[1][0] if lines and lines[0][1][0].startswith("#") else ""
    if not lines:
        msg = f"{path.name} is empty"
        raise DataError(msg, hint=_HINT)
    _, header = lines.pop(0)
    columns = _columns(header, path.name)
    entries = [_entry(line, columns, len(header), path.name) for line in lines]
    _refuse_twice(entries, path.name)
    return tuple(entries), comment


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        msg = f"the mapping table {path.name} cannot be read: {error.strerror or 'unknown reason'}"
        raise DataError(msg, hint="give a path relative to the recipe; `kinonym map` writes such a table") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        msg = f"{path.name}, line {line}: not UTF-8"
        raise DataError(msg, hint="save the file as CSV in UTF-8") from error


def _lines(text: str, name: str) -> list[Line]:
    """Cells of every line that is not blank, cut by the delimiter of the header."""
    head = next(
        (line for line in text.splitlines() if line.strip(" ,;\t") and not line.lstrip('"').startswith("#")),
        "",
    )
    delimiter = max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        return [(reader.line_num, cells) for cells in reader if any(cell.strip() for cell in cells)]
    except csv.Error as error:
        msg = f"{name}, line {reader.line_num}: {error}"
        raise DataError(msg, hint="check the quotes around the cells of this line") from error


def _columns(header: Sequence[str], name: str) -> tuple[int, int]:
    names = [cell.strip().casefold() for cell in header]
    for column in _NEEDED:
        if names.count(column) != 1:
            number = "no column" if column not in names else "more than one column"
            msg = f"{name} has {number} {column!r}"
            raise DataError(msg, hint=_HINT)
    return names.index("value"), names.index("concept")


def _entry(line: Line, columns: tuple[int, int], width: int, name: str) -> TableEntry:
    row, cells = line
    if len(cells) <= max(columns) or any(cell.strip() for cell in cells[width:]):
        msg = f"{name}, line {row}: {len(cells)} fields, but the header has {width}"
        raise DataError(msg, hint="put a text that contains the delimiter in double quotes")
    value, concept = (restore(cells[i]) for i in columns)
    if not value:
        msg = f"{name}, line {row}: the value is empty"
        raise DataError(msg, hint="missing values need no line: the recipe names their markers")
    return TableEntry(value, concept.strip(), row)


def _refuse_twice(entries: Sequence[TableEntry], name: str) -> None:
    seen: dict[str, int] = {}
    for entry in entries:
        if entry.value in seen:
            msg = f"{name}, line {entry.row}: the same value as on line {seen[entry.value]}"
            raise DataError(msg, hint="keep one line for each value")
        seen[entry.value] = entry.row
