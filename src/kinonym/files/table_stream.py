"""Files to tables, whole or piece by piece, whatever their format; every column as text, each cell as it is written.

No text is ever taken for a missing value here: which texts mean "missing" is the recipe's to say.
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

from kinonym.errors import DataError
from kinonym.files import csv_text
from kinonym.files.decode import known_encoding, to_utf8
from kinonym.files.formats import Format, format_of, opened, read_bytes, source_of, usual_delimiter
from kinonym.files.layout import Layout, layout_of
from kinonym.files.texts import check_cells

__all__ = ["TableFile", "TableStream", "columns_of", "input_file", "read_stream", "read_table", "sheets_of"]

_PIECE = 16 << 20
_HEAD = 1 << 20


@dataclass(frozen=True, eq=False)
class TableStream:
    """A table that is read once, piece by piece."""

    path: Path
    format: Format
    columns: tuple[str, ...]
    pieces: Iterator[Any]
    """Arrow tables of strings, or of columns with the types of ``schema``."""
    notices: list[str] = field(default_factory=list)
    """What was noticed; complete when all pieces were read."""
    layout: Layout | None = None
    """Of delimited text."""
    types: Any = None
    """The Arrow schema of the pieces, if some of their columns are not strings."""

    @property
    def schema(self) -> Any:  # noqa: ANN401  # pyarrow has no types
        """The Arrow schema of the pieces."""
        import pyarrow as pa

        return pa.schema([(name, pa.string()) for name in self.columns]) if self.types is None else self.types

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


@dataclass(frozen=True)
class TableFile:
    """A table read from a file: a pyarrow table of strings, what was noticed, the format, of a text its layout."""

    table: Any
    notices: tuple[str, ...]
    format: Format
    layout: Layout | None = None


def columns_of(
    path: str | PathLike[str], *, delimiter: str | None = None, encoding: str | None = None
) -> tuple[str, ...]:
    """Return the column names, reading no more than the head of the file where its format allows that."""
    return read_stream(Path(path), delimiter=delimiter, encoding=encoding).columns


def read_table(
    path: str | PathLike[str],
    *,
    delimiter: str | None = None,
    encoding: str | None = None,
    names: Sequence[str] = (),
    typed: bool = False,
) -> TableFile:
    r"""Read a table with every column as text, so that ``001``, ``NA`` and ``250.00`` stay what they are.

    Parameters
    ----------
    path
        CSV, TSV, JSON lines (all also as ``.gz`` or ``.zst``), Parquet or a folder of Parquet files, Feather, a sheet
        of a workbook (``book.xlsx#Sheet``), SPSS, Stata, SAS, a table of a database (``sqlite:file.db#table``).
    delimiter
        Of a text file; default: what its head shows, a comma (a tab for ``.tsv``) in doubt.
    encoding
        Of a text file; default: what its head shows, UTF-8 or cp1252.
    names
        Of a text file without a header: the names of its columns.
    typed
        Parquet and Feather: numbers, booleans, dates and times have the types of the file.

    Raises
    ------
    DataError
        With the file, the row (the header is row 1) or the column, and a hint; never with a cell's content.
    """
    import pyarrow as pa

    stream = read_stream(Path(path), delimiter=delimiter, encoding=encoding, names=names, typed=typed)
    table = pa.Table.from_batches(stream.batches(), schema=stream.schema)
    return TableFile(table, tuple(stream.notices), stream.format, stream.layout)


def read_stream(
    path: Path,
    *,
    delimiter: str | None = None,
    encoding: str | None = None,
    names: Sequence[str] = (),
    typed: bool = False,
) -> TableStream:
    """Open a table that is read piece by piece; parameters as of `read_table`."""
    kind = format_of(path)
    if kind in ("csv", "tsv"):
        layout = layout_of(path, usual_delimiter(kind), delimiter=delimiter, encoding=encoding)
        return _text_stream(path, kind, layout, csv_text.written_line(names, layout.delimiter))
    if names:
        msg = f"{path}: names are given, but only a delimited text can be without them"
        raise DataError(msg, hint="remove names under [table]")
    notices: list[str] = []
    if kind in ("parquet", "feather"):
        return _column_stream(path, kind, typed=typed)
    own, pieces = _opened(path, kind, encoding, notices)
    first_row = 2 if kind == "excel" else 1
    return TableStream(input_file(path), kind, tuple(own), _checked(pieces, str(path), first_row), notices)


def _column_stream(path: Path, kind: Format, *, typed: bool) -> TableStream:
    from kinonym.files import parquet

    schema, pieces = parquet.read(input_file(path), "feather" if kind == "feather" else "parquet", typed=typed)
    columns = tuple(schema.names)
    return TableStream(input_file(path), kind, columns, _checked(pieces, str(path), 1), types=schema)


def sheets_of(path: Path) -> list[str]:
    """The sheets of a workbook; none of anything else."""
    if format_of(path) != "excel":
        return []
    from kinonym.files import workbook

    return workbook.sheet_names(source_of(path)[0])


def _opened(path: Path, kind: Format, encoding: str | None, notices: list[str]) -> tuple[list[str], Iterator[Any]]:
    """The columns of what is no delimited text, and its pieces; what they need is imported here."""
    file, part = source_of(path)
    if kind == "json":
        from kinonym.files import json_lines

        return json_lines.read(file)
    if kind == "sqlite":
        from kinonym.files import sqlite_rows

        return sqlite_rows.read(file, part or "")
    if kind == "postgres":
        from kinonym.files import postgres_rows

        return postgres_rows.read(str(file), part or "")
    if kind == "excel":
        from kinonym.files import workbook

        return workbook.read(file, part, notices)
    from kinonym.files import labelled

    return labelled.read(file, encoding, notices)


def _text_stream(path: Path, kind: Format, layout: Layout, given: bytes) -> TableStream:
    head = given + to_utf8(read_bytes(path, limit=_HEAD), layout.encoding, str(path), whole=False)
    names, repeated = csv_text.header(head, layout.delimiter, str(path))
    parse = partial(csv_text.parse, delimiter=layout.delimiter, where=str(path))
    parsed = _parsed(_texts(_utf8(path, layout.encoding), layout.delimiter, given), parse, len(names))
    notices = [*layout.notices, *repeated]
    return TableStream(path, kind, tuple(names), _checked(parsed, str(path), 2), notices, layout)


def input_file(source: Path) -> Path:
    """The file or folder that a source names."""
    return source_of(source)[0]


def _checked(tables: Iterator[Any], where: str, first_row: int) -> Iterator[Any]:
    import pyarrow as pa

    for piece in tables:
        table = pa.Table.from_batches([piece]) if isinstance(piece, pa.RecordBatch) else piece
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


def _texts(pieces: Iterator[tuple[bytes, bool]], delimiter: str, header: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield (the header's line, whole records); without a given header, it is the first line."""
    rest = b""
    for piece, last in pieces:
        text = rest + piece
        if not header:
            size = csv_text.header_length(text, delimiter)
            header, text = text[:size], text[size:]
        end = len(text) if last else csv_text.complete(text, delimiter)
        if end or last:
            yield header, text[:end]
        rest = text[end:]


def _utf8(path: Path, encoding: str) -> Iterator[tuple[bytes, bool]]:
    """Yield (whole lines as UTF-8 without mark, whether they are the last)."""
    name = known_encoding(encoding)
    decoder = codecs.getincrementaldecoder(name)()
    with opened(path) as file:
        lines, rest, piece = 0, b"", file.read(_PIECE)
        while piece:
            following = file.read(_PIECE)
            raw = rest + (piece if name == "utf-8" else _decoded(decoder, piece, name, str(path), last=not following))
            end = raw.rfind(b"\n") + 1 if following else len(raw)
            text = to_utf8(raw[:end], "utf-8", str(path), before=lines)
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
    raise DataError(msg, hint='--encoding cp1252, or encoding = "cp1252" under [table]')


def _state(path: Path) -> list[tuple[int, int, int]]:
    """What changes when a file is written: its size, its time, itself; of a folder, all of its files."""
    if not path.exists():  # a database that answers for itself
        return []
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    states: list[os.stat_result] = [file.stat() for file in files]
    return [(state.st_size, state.st_mtime_ns, state.st_ino) for state in states]
