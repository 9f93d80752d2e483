"""Delimited text, CSV and TSV: read in pieces of whole records, every cell unchanged."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from kinonym.errors import DataError
from kinonym.files import csv_text
from kinonym.files.decode import known_encoding, to_utf8
from kinonym.files.formats.delimited_recount import recount_delimited
from kinonym.files.formats.delimited_writing import write_delimited
from kinonym.files.formats.table_format import ReadOptions, TableContent, TableFormat, TableLocation
from kinonym.files.layout import layout_of
from kinonym.files.unpacking import open_unpacked, read_bytes

__all__ = ["CSV", "TSV"]

_PIECE = 16 << 20
_HEAD = 1 << 20


def _read(location: TableLocation, options: ReadOptions, usual: str) -> TableContent:
    path, where = location.path, location.name
    layout = layout_of(path, usual, delimiter=options.delimiter, encoding=options.encoding)
    header = csv_text.format_line(options.names, layout.delimiter)
    head = header + to_utf8(read_bytes(path, limit=_HEAD), layout.encoding, where, whole=False)
    names, repeated = csv_text.header(head, layout.delimiter, where)
    parse = partial(csv_text.parse, delimiter=layout.delimiter, where=where)
    pieces = _parse(_texts(_utf8(path, layout.encoding), layout.delimiter, header), parse, len(names))
    return TableContent(names, pieces, 2, [*layout.notices, *repeated], layout)


def _parse(texts: Iterator[tuple[bytes, bytes]], parse: Any, width: int) -> Iterator[Any]:  # noqa: ANN401
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
    with open_unpacked(path) as file:
        lines, rest, piece = 0, b"", file.read(_PIECE)
        while piece:
            following = file.read(_PIECE)
            raw = rest + (piece if name == "utf-8" else _decode(decoder, piece, name, str(path), last=not following))
            end = raw.rfind(b"\n") + 1 if following else len(raw)
            text = to_utf8(raw[:end], "utf-8", str(path), before=lines)
            lines += text.count(b"\n")
            rest, piece = raw[end:], following
            if text or not following:
                yield text, not following


def _decode(decoder: codecs.IncrementalDecoder, piece: bytes, encoding: str, where: str, *, last: bool) -> bytes:
    try:
        return decoder.decode(piece, final=last).encode()
    except UnicodeError:  # its message carries the text
        pass
    to_utf8(piece, encoding, where, whole=last)
    msg = f"{where}: the text is not {encoding}"
    raise DataError(msg, hint='--encoding cp1252, or encoding = "cp1252" under [table]')


CSV = TableFormat(
    name="csv",
    title="CSV",
    naming="`data.csv`, also `.gz` and `.zst`",
    read=partial(_read, usual=","),
    write=write_delimited,
    recount=recount_delimited,
    endings=(".csv",),
    written_endings=(".csv",),
    packed=True,
    delimiter=",",
)
TSV = TableFormat(
    name="tsv",
    title="TSV",
    naming="`data.tsv`, `data.tab`, also `.gz` and `.zst`",
    read=partial(_read, usual="\t"),
    write=write_delimited,
    recount=recount_delimited,
    endings=(".tsv", ".tab"),
    written_endings=(".tsv",),
    packed=True,
    delimiter="\t",
)
