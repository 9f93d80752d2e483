"""A mapping table that a person may have edited is extended by the values it lacks; what stands in it stays."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kinonym.mapping.outcome import Mapping
from kinonym.mapping.private_csv import guard
from kinonym.mapping.table import COLUMNS, find_delimiter, header_of, read_entries, row_cells, table_rows

__all__ = ["ExtendedTable", "extended_table"]

_NEW_LINE = "\r\n"


@dataclass(frozen=True, kw_only=True)
class ExtendedTable:
    """The bytes of a table, how many values of it were there before, and how many are new."""

    content: bytes
    kept: int
    added: int


def extended_table(mapping: Mapping, path: Path) -> ExtendedTable:
    """The table at ``path`` byte for byte, followed by the values that it lacks; a new one where there is none."""
    if not path.exists():
        text = _csv(table_rows(mapping), ",")
        return ExtendedTable(content=text.encode(), kept=0, added=len(mapping.rows))
    entries, _ = read_entries(path)
    known = {entry.value for entry in entries}
    names = [name.strip().casefold() for name in header_of(path)]
    lacking = [
        dict(zip(COLUMNS, row_cells(row, mapping), strict=True)) for row in mapping.rows if row.value not in known
    ]
    before = path.read_bytes()
    more = _csv(
        ([cells.get(name, "") for name in names] for cells in lacking), find_delimiter(before.decode("utf-8-sig"))
    )
    between = b"" if before.endswith((b"\n", b"\r")) or not lacking else _NEW_LINE.encode()
    return ExtendedTable(content=before + between + more.encode(), kept=len(known), added=len(lacking))


def _csv(rows: Iterable[Sequence[str]], delimiter: str) -> str:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter, lineterminator=_NEW_LINE).writerows([guard(c) for c in row] for row in rows)
    return text.getvalue()
