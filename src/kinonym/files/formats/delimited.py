"""Delimited text, CSV and TSV: read in pieces of whole records, every cell unchanged."""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence
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
    import pyarrow as pa

    path, where = location.path, location.name
    layout = layout_of(path, usual, delimiter=options.delimiter, encoding=options.encoding)
    header = csv_text.format_line(options.names, layout.delimiter)
    head = header + to_utf8(read_bytes(path, limit=_HEAD), layout.encoding, where, whole=False)
    names, repeated = csv_text.header(head, layout.delimiter, where)
    types = _types(head, layout.delimiter, names, few_texts=options.few_texts)
    parse = partial(csv_text.parse, delimiter=layout.delimiter, where=where, types=types)
    pieces = _parse(_texts(_utf8(path, layout.encoding), layout.delimiter, header), parse, len(names))
    has_dictionaries = any(kind != "string" for kind in types.values())
    return TableContent(
        names, pieces, 2, [*layout.notices, *repeated], layout, pa.schema(types) if has_dictionaries else None
    )


def _types(head: bytes, delimiter: str, names: Sequence[str], *, few_texts: bool) -> dict[str, Any]:
    """The Arrow type of each column: in a long file, a dictionary where the beginning has few distinct texts."""
    import pyarrow as pa

    repeating = frozenset[str]()
    if few_texts and len(head) >= _HEAD:
        repeating = csv_text.repeating_columns(head[csv_text.header_length(head, delimiter) :], delimiter, names)
    return {name: pa.dictionary(pa.int32(), pa.string()) if name in repeating else pa.string() for name in names}


def _parse(texts: Iterator[bytes], parse: Any, width: int) -> Iterator[Any]:  # noqa: ANN401
    """The table of each piece."""
    rows = 0
    for text in texts:
        if rows and width > 1 and not text[:1].strip(b"\r\n") and not text.strip(b"\r\n"):
            continue  # blank lines at the end of the file
        table = parse(text, before=rows)
        rows += table.num_rows
        yield table


def _texts(pieces: Iterator[tuple[bytes, bool]], delimiter: str, header: bytes) -> Iterator[bytes]:
    """Yield whole records; without a given header, the first one is left out."""
    rest = b""
    for piece, last in pieces:
        text = rest + piece
        if not header:
            size = csv_text.header_length(text, delimiter)
            header, text = text[:size], text[size:]
        end = len(text) if last else csv_text.complete(text, delimiter)
        if end or last:
            yield text[:end]
        rest = text[end:]


def _utf8(path: Path, encoding: str) -> Iterator[tuple[bytes, bool]]:
    """Yield (whole lines as UTF-8 without mark, whether they are the last)."""
    name = known_encoding(encoding)
    decoder = codecs.getincrementaldecoder(name)()
    with open_unpacked(path) as file:
        lines, rest, piece = 0, b"", file.read(_PIECE)
        while piece:
            following = file.read(_PIECE)
            raw = piece if name == "utf-8" else _decode(decoder, piece, name, str(path), last=not following)
            end = raw.rfind(b"\n") + 1 if following else len(raw)
            begun, rest = (rest, raw[end:]) if end or not following else (b"", rest + raw)
            text = to_utf8(b"".join((begun, memoryview(raw)[:end])), "utf-8", str(path), before=lines)
            lines += text.count(b"\n")
            piece = following
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
