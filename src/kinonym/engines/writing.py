"""A masked table as the bytes of a release: text with guarded cells, or columns without traces of what was removed.

Reading the bytes back is the business of `recount`, which shares no code with this module.
"""

from __future__ import annotations

import codecs
import gzip
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count, islice
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from kinonym.errors import DataError
from kinonym.files.layout import Form
from kinonym.files.texts import number_text

__all__ = ["write", "write_parts"]

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_BATCHES_OF_A_PART = 8


def write(batches: Iterable[Any], form: Form, file: BinaryIO) -> None:
    """Write Arrow record batches of texts and numbers into an open file, as they come."""
    if form.stored in ("parquet", "feather"):
        _write_columns(batches, form, file)
    elif form.stored == "excel":
        from kinonym.engines.sheet_writing import write_sheet

        write_sheet(batches, file)
    elif form.gzipped:
        # No name and no time in the gzip header.
        with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0, compresslevel=6) as packed:
            for piece in _encoded(_lines(batches, form), form.encoding):
                packed.write(piece)
    else:
        for piece in _encoded(_lines(batches, form), form.encoding):
            file.write(piece)


def write_parts(batches: Iterable[Any], folder: Path) -> None:
    """Write Arrow record batches as Parquet files of about a million rows into a folder."""
    numbered = iter(batches)
    for number in count():
        first = next(numbered, None)
        if first is None:
            return
        with (folder / f"part-{number:05}.parquet").open("wb") as file:
            _write_columns(chain([first], islice(numbered, _BATCHES_OF_A_PART - 1)), Form("parquet"), file)


def _encoded(pieces: Iterable[memoryview], encoding: str) -> Iterator[memoryview | bytes]:
    if encoding == "utf-8":
        yield from pieces
        return
    encoder = codecs.getincrementalencoder(encoding)()  # it writes a byte order mark once
    for piece in pieces:
        yield encoder.encode(str(piece, "utf-8"))


def _write_columns(batches: Iterable[Any], form: Form, file: BinaryIO) -> None:
    """Columns whose dictionaries name no value that no row has; Feather would show them, and gets plain ones."""
    import pyarrow as pa

    writer, held = None, _decoded if form.stored == "feather" else _with_used_values
    for batch in batches:
        if writer is None and _needs_schema(batch.schema):
            held = _decoded  # a stored schema would make categories of texts
        table = pa.Table.from_arrays([held(column) for column in batch], names=batch.schema.names)
        writer = writer or _column_writer(form, file, table.schema)
        writer.write_table(table)
    if writer is not None:
        writer.close()


def _needs_schema(schema: Any) -> bool:  # noqa: ANN401  # pyarrow has no types
    """Whether Parquet alone cannot tell the types: the zone of a time, or times in whole seconds."""
    import pyarrow as pa

    return any(pa.types.is_timestamp(kind) and (kind.tz is not None or kind.unit == "s") for kind in schema.types)


def _decoded(column: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
    import pyarrow as pa

    return column.dictionary_decode() if pa.types.is_dictionary(column.type) else column


def _with_used_values(column: Any) -> Any:  # noqa: ANN401
    """A column whose dictionary, if it has one, holds the texts of its rows and no others."""
    import pyarrow as pa

    if not pa.types.is_dictionary(column.type) or not pa.types.is_string(column.type.value_type):
        return _decoded(column)
    size = len(column.dictionary)
    place = column.indices.fill_null(size).to_numpy(zero_copy_only=False)
    used = np.flatnonzero(np.bincount(place, minlength=size + 1)[:size])
    rank = np.zeros(size + 1, dtype=np.int32)
    rank[used] = np.arange(len(used), dtype=np.int32)
    return pa.DictionaryArray.from_arrays(pa.array(rank[place], mask=place == size), column.dictionary.take(used))


def _column_writer(form: Form, file: BinaryIO, schema: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
    if form.stored == "feather":
        import pyarrow as pa

        return pa.ipc.new_file(file, schema, options=pa.ipc.IpcWriteOptions(compression="lz4"))
    import pyarrow.parquet as pq

    stored = _needs_schema(schema)
    return pq.ParquetWriter(file, schema, write_statistics=False, store_schema=stored, compression="snappy")


def _lines(batches: Iterable[Any], form: Form) -> Iterator[memoryview]:
    """Yield the header and the rows; cells are prepared once for each distinct value."""
    import pyarrow as pa
    import pyarrow.compute as pc

    cells: list[_Cells] = []
    between = ", " if form.stored == "json" else form.delimiter
    for batch in batches:
        if not cells:
            names = batch.schema.names
            cells = [_Cells(form, names, place) for place in range(len(names))]
            if form.stored == "text":
                header = (_cell(name, form, alone=len(names) == 1, name=True) for name in names)
                yield memoryview((form.delimiter.join(header) + "\n").encode())
        if not batch.num_rows:
            continue
        parts = [prepared.of(column) for prepared, column in zip(cells, batch.columns, strict=True)]
        lines = pc.binary_join_element_wise(*parts, between)
        whole = pc.binary_join(pa.ListArray.from_arrays([0, len(lines)], lines), "\n")
        yield memoryview(whole[0].as_buffer())
        yield memoryview(b"\n")


class _Cells:
    """The cells of one column as they are written; those of a dictionary that comes again are kept."""

    def __init__(self, form: Form, names: Sequence[str], place: int) -> None:
        self.form, self.name, self.alone = form, names[place], len(names) == 1
        self.before = f"{'' if place else '{'}{json.dumps(self.name, ensure_ascii=False)}: "
        self.after = "}" if place == len(names) - 1 else ""
        self.dictionary: Any = None
        self.texts: Any = None

    def of(self, column: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
        import pyarrow as pa

        encoded = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
        if self.dictionary is None or not encoded.dictionary.equals(self.dictionary):
            self.dictionary = encoded.dictionary
            distinct = encoded.dictionary.dictionary_encode()  # targets may hold the same value many times
            written = [self._written(value) for value in [*distinct.dictionary.to_pylist(), None]]
            self._check_encoding(written)
            places = pa.concat_arrays(
                [distinct.indices.fill_null(len(written) - 1), pa.array([len(written) - 1], pa.int32())]
            )
            self.texts = pa.array(written, type=pa.string()).take(places)
        return self.texts.take(encoded.indices.fill_null(len(self.texts) - 1))

    def _written(self, value: str | float | None) -> str:
        if self.form.stored == "json":
            text = number_text(value) if isinstance(value, int | float) else json.dumps(value, ensure_ascii=False)
            return f"{self.before}{text}{self.after}"
        text = self.form.missing_text if value is None else value if isinstance(value, str) else number_text(value)
        return _cell(text, self.form, alone=self.alone)

    def _check_encoding(self, written: Iterable[str]) -> None:
        if self.form.encoding == "utf-8":
            return
        lacking = 0
        for text in written:
            try:
                text.encode(self.form.encoding)
            except UnicodeEncodeError:
                lacking += 1
        if lacking:
            msg = f"column {self.name!r}: {lacking} values have characters that {self.form.encoding} has not"
            raise DataError(msg, hint="write .parquet or .xlsx, or save the input as UTF-8 first")


def _cell(text: str, form: Form, *, alone: bool, name: bool = False) -> str:
    """Guard a text that a spreadsheet would run as a formula, and quote it where it is the habit or CSV needs it."""
    number = _NUMBER.fullmatch(text.replace(",", ".", 1) if form.decimal == "," else text)
    if _FORMULA.match(text) and text != form.missing_text and not number:
        text = f"'{text}"
    needed = any(mark in text for mark in (form.delimiter, '"', "\n", "\r")) or (alone and not text)
    habit = form.quoting == "all" or (form.quoting == "texts" and (name or not (number or text == form.missing_text)))
    return '"' + text.replace('"', '""') + '"' if needed or habit else text
