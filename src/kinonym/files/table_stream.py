"""Files to tables piece by piece: CSV and TSV (also packed), JSON lines, Parquet files and folders of them.

Every cell is kept as it is written, with the same refusals and messages as when a table is read whole.
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from kinonym.errors import DataError
from kinonym.files import csv_text, json_lines, parquet, sqlite_rows
from kinonym.files.decode import known_encoding, to_utf8
from kinonym.files.formats import Format, check_cells, columns_of, default_delimiter, format_of
from kinonym.files.input_bytes import opened

__all__ = ["TableStream", "input_file", "read_stream"]

_PIECE = 16 << 20


@dataclass(frozen=True, eq=False)
class TableStream:
    """A table that is read once, piece by piece."""

    path: Path
    format: Format
    columns: tuple[str, ...]
    pieces: Iterator[Any]
    """Arrow tables of strings."""
    notices: list[str] = field(default_factory=list)
    """What was noticed; complete when all pieces were read."""

    def batches(self) -> Iterator[Any]:
        """Arrow record batches of strings.

        Raises
        ------
        DataError
            If there are no rows, or if the file changed while it was read.
        """
        before, rows = _state(self.path), 0
        for piece in self.pieces:
            rows += piece.num_rows
            yield from piece.to_batches()
        if _state(self.path) != before:
            msg = f"{self.path}: the file changed while it was read"
            raise DataError(msg, hint="wait until nothing writes to it, or copy it first")
        if not rows:
            msg = f"{self.path}: there are columns, but no rows"
            raise DataError(msg, hint="a table needs at least one row")


def read_stream(path: Path, *, delimiter: str | None = None, encoding: str = "utf-8") -> TableStream:
    """Open a table that is read piece by piece; parameters as of `kinonym.files.table_file.read_table`."""
    if str(path).startswith(sqlite_rows.SCHEME):
        return _database(path)
    kind = format_of(path)
    notices: list[str] = []
    if kind == "parquet":
        names = parquet.column_names(path)
        return TableStream(path, kind, tuple(names), _checked(parquet.pieces(path), str(path), 1))
    if kind == "json":
        names = json_lines.column_names(path)
        tables = map(_as_table, json_lines.batches(path, names))
        return TableStream(path, kind, tuple(names), _checked(tables, str(path), 1))
    names = list(columns_of(path, delimiter=delimiter, encoding=encoding))
    mark = delimiter or default_delimiter(kind)
    parse = partial(csv_text.parse, delimiter=mark, where=str(path))
    parsed = _parsed(_texts(_utf8(path, encoding, notices), mark), parse, len(names))
    return TableStream(path, kind, tuple(names), _checked(parsed, str(path), 2), notices)


def _database(source: Path) -> TableStream:
    names = sqlite_rows.column_names(source)
    tables = map(_as_table, sqlite_rows.batches(source, names))
    return TableStream(sqlite_rows.parts(source)[0], "sqlite", tuple(names), _checked(tables, str(source), 1))


def input_file(source: Path) -> Path:
    """The file or folder that a source names."""
    return sqlite_rows.parts(source)[0] if str(source).startswith(sqlite_rows.SCHEME) else source


def _as_table(batch: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
    import pyarrow as pa

    return pa.Table.from_batches([batch])


def _checked(tables: Iterator[Any], where: str, first_row: int) -> Iterator[Any]:
    for table in tables:
        check_cells(table, where, first_row=first_row)
        first_row += table.num_rows
        yield table


def _parsed(texts: Iterator[tuple[bytes, bytes]], parse: Any, width: int) -> Iterator[Any]:  # noqa: ANN401
    """The table of each piece, read under the header of the file."""
    rows = 0
    for header, text in texts:
        if rows and width > 1 and not text.strip(b"\r\n"):
            continue  # blank lines at the end of the file
        table = parse(header + text, before=rows)
        rows += table.num_rows
        yield table


def _texts(pieces: Iterator[tuple[bytes, bool]], delimiter: str) -> Iterator[tuple[bytes, bytes]]:
    """Yield (the header's line, whole records)."""
    header = rest = b""
    for piece, last in pieces:
        text = rest + piece
        if not header:
            size = csv_text.header_length(text, delimiter)
            header, text = text[:size], text[size:]
        end = len(text) if last else csv_text.complete(text, delimiter)
        if end or last:
            yield header, text[:end]
        rest = text[end:]


def _utf8(path: Path, encoding: str, notices: list[str]) -> Iterator[tuple[bytes, bool]]:
    """Yield (whole lines as UTF-8 without mark, whether they are the last)."""
    name = known_encoding(encoding)
    decoder = codecs.getincrementaldecoder(name)()
    with opened(path) as file:
        lines, rest, piece = 0, b"", file.read(_PIECE)
        while piece:
            following = file.read(_PIECE)
            raw = rest + (piece if name == "utf-8" else _decoded(decoder, piece, name, str(path), last=not following))
            end = raw.rfind(b"\n") + 1 if following else len(raw)
            text, noticed = to_utf8(raw[:end], "utf-8", str(path), before=lines)
            notices.extend(noticed)
            lines += text.count(b"\n")
            rest, piece = raw[end:], following
            if text or not following:
                yield text, not following


def _decoded(decoder: codecs.IncrementalDecoder, piece: bytes, encoding: str, where: str, *, last: bool) -> bytes:
    try:
        return decoder.decode(piece, final=last).encode()
    except UnicodeError:  # its message carries the text
        pass
    to_utf8(piece, encoding, where, whole=last)
    msg = f"{where}: the text is not {encoding}"
    raise DataError(msg, hint='set the right encoding under [table], such as encoding = "cp1252"')


def _state(path: Path) -> list[tuple[int, int, int]]:
    """What changes when a file is written: its size, its time, itself; of a folder, all of its files."""
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    states: list[os.stat_result] = [file.stat() for file in files]
    return [(state.st_size, state.st_mtime_ns, state.st_ino) for state in states]
