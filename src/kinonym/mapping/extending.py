"""Extend a mapping table, which a user may have edited, by the values that it lacks; existing lines are unchanged."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kinonym.mapping.outcome import Mapping
from kinonym.mapping.private_csv import guard
from kinonym.mapping.table import COLUMNS, find_delimiter, read_entries, read_header, row_cells, table_rows

__all__ = ["ExtendedTable", "extend_table"]

_NEW_LINE = "\r\n"


@dataclass(frozen=True, kw_only=True)
class ExtendedTable:
    """The bytes of a table, the number of values that it had before, and the number of new values."""

    content: bytes
    kept: int
    added: int


def extend_table(mapping: Mapping, path: Path) -> ExtendedTable:
    """Return the table at ``path``, byte for byte, followed by the values that it lacks; or a new table."""
    if not path.exists():
        text = _format_csv(table_rows(mapping), ",")
        return ExtendedTable(content=text.encode(), kept=0, added=len(mapping.rows))
    entries, _ = read_entries(path)
    listed_values = {entry.value for entry in entries}
    names = [name.strip().casefold() for name in read_header(path)]
    missing_rows = [
        dict(zip(COLUMNS, row_cells(row, mapping), strict=True))
        for row in mapping.rows
        if row.value not in listed_values
    ]
    before = path.read_bytes()
    new_lines = _format_csv(
        ([cells.get(name, "") for name in names] for cells in missing_rows), find_delimiter(before.decode("utf-8-sig"))
    )
    line_end = b"" if before.endswith((b"\n", b"\r")) or not missing_rows else _NEW_LINE.encode()
    return ExtendedTable(
        content=before + line_end + new_lines.encode(), kept=len(listed_values), added=len(missing_rows)
    )


def _format_csv(rows: Iterable[Sequence[str]], delimiter: str) -> str:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter, lineterminator=_NEW_LINE).writerows([guard(c) for c in row] for row in rows)
    return text.getvalue()
