"""What a file of a table is, which columns it has, and which cells no table may have."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any, Literal

from kinonym.errors import DataError
from kinonym.files import csv_text, json_lines, parquet
from kinonym.files.decode import to_utf8
from kinonym.files.input_bytes import check_file, read_bytes

__all__ = ["Format", "check_cells", "columns_of", "default_delimiter", "format_of"]

Format = Literal["csv", "tsv", "json", "parquet", "sqlite"]
_HEADER_LIMIT = 1 << 20


def columns_of(path: str | PathLike[str], *, delimiter: str | None = None, encoding: str = "utf-8") -> tuple[str, ...]:
    """Return the column names, reading no more than the head of the file."""
    file = Path(path)
    kind = format_of(file)
    if kind == "parquet":
        return tuple(parquet.column_names(file))
    if kind == "json":
        return tuple(json_lines.column_names(file))
    data = read_bytes(file, limit=_HEADER_LIMIT)
    whole = len(data) < _HEADER_LIMIT
    text, _ = to_utf8(data, encoding, str(file), whole=whole)
    if not whole and b"\n" not in text and b"\r" not in text:
        msg = f"{file}: the header is longer than 1 MiB"
        raise DataError(msg, hint="check that this is a table with one record per line")
    return tuple(csv_text.header(text, delimiter or default_delimiter(kind), str(file)))


def default_delimiter(kind: Format) -> str:
    """What stands between two cells of a text file if nothing else is said."""
    return "\t" if kind == "tsv" else ","


def format_of(path: Path) -> Format:
    """What a file is, by its first bytes and its name."""
    if path.is_dir():
        return "parquet"
    head = check_file(path)
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if head.startswith(parquet.MAGIC) or ".parquet" in suffixes[-1:]:
        return "parquet"
    if head.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        msg = f"{path}: this is a zip archive or an Excel workbook"
        raise DataError(msg, hint="unpack it, or save the sheet as CSV")
    if {".jsonl", ".ndjson"} & set(suffixes[-2:]):
        return "json"
    return "tsv" if ".tsv" in suffixes[-2:] else "csv"


def check_cells(table: Any, where: str, *, first_row: int) -> None:  # noqa: ANN401
    """Refuse a cell over the limit or with a NUL, whatever the format."""
    import pyarrow.compute as pc

    for number, column in enumerate(table.columns, start=1):
        row = pc.index(pc.greater(pc.binary_length(column), csv_text.CELL_LIMIT), value=True).as_py()
        if row >= 0:
            raise csv_text.too_long(where, row + first_row, number)
        row = pc.index(pc.match_substring(column, "\0"), value=True).as_py()
        if row >= 0:
            msg = f"{where}, row {row + first_row}, column {number}: there is a NUL character in a cell"
            raise DataError(msg, hint="remove it; text files cannot carry it")
