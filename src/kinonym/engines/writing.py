"""A masked table as the bytes of a release: CSV with guarded cells, or Parquet without traces of what was removed.

Reading the bytes back is the business of `recount`, which shares no code with this module.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from kinonym.errors import UsageError
from kinonym.files.texts import number_text

__all__ = ["Form", "form_of", "write"]

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


@dataclass(frozen=True)
class Form:
    """How a release is written."""

    parquet: bool = False
    gzipped: bool = False
    delimiter: str = ","
    missing_text: str = ""


def form_of(path: Path, *, delimiter: str | None = None, missing_text: str = "") -> Form:
    """Return the form that the name of an output asks for."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    gzipped = suffixes[-1:] == [".gz"]
    last = suffixes[:-1][-1:] if gzipped else suffixes[-1:]
    if last == [".parquet"] and not gzipped:
        return Form(parquet=True)
    if last not in ([".csv"], [".tsv"]):
        msg = f"{path}: the name does not say how to write the table"
        raise UsageError(msg, hint="let it end in .csv, .tsv, .csv.gz, .tsv.gz or .parquet")
    default = "\t" if last == [".tsv"] else ","
    return Form(gzipped=gzipped, delimiter=delimiter or default, missing_text=missing_text)


def write(batches: Iterable[Any], form: Form, file: BinaryIO) -> None:
    """Write Arrow record batches of texts and numbers into an open file, as they come."""
    if form.parquet:
        _write_parquet(batches, file)
    elif form.gzipped:
        # No name and no time in the gzip header.
        with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0, compresslevel=6) as packed:
            for piece in _lines(batches, form):
                packed.write(piece)
    else:
        for piece in _lines(batches, form):
            file.write(piece)


def _write_parquet(batches: Iterable[Any], file: BinaryIO) -> None:
    """Plain columns: a dictionary could name values that no row has."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    writer = None
    for batch in batches:
        plain = [column.dictionary_decode() if pa.types.is_dictionary(column.type) else column for column in batch]
        table = pa.Table.from_arrays(plain, names=batch.schema.names)
        if writer is None:
            writer = pq.ParquetWriter(
                file, table.schema, write_statistics=False, store_schema=False, compression="snappy"
            )
        writer.write_table(table)
    if writer is not None:
        writer.close()


def _lines(batches: Iterable[Any], form: Form) -> Iterator[memoryview]:
    """Yield the header and the rows; cells are prepared once for each distinct value."""
    import pyarrow as pa
    import pyarrow.compute as pc

    cells: list[_Cells] = []
    for batch in batches:
        if not cells:
            alone = batch.num_columns == 1
            header = (_cell(name, form, alone=alone) for name in batch.schema.names)
            yield memoryview((form.delimiter.join(header) + "\n").encode())
            cells = [_Cells(form, alone=alone) for _ in batch.schema.names]
        if not batch.num_rows:
            continue
        parts = [prepared.of(column) for prepared, column in zip(cells, batch.columns, strict=True)]
        lines = pc.binary_join_element_wise(*parts, form.delimiter)
        whole = pc.binary_join(pa.ListArray.from_arrays([0, len(lines)], lines), "\n")
        yield memoryview(whole[0].as_buffer())
        yield memoryview(b"\n")


class _Cells:
    """The cells of one column as they are written; those of a dictionary that comes again are kept."""

    def __init__(self, form: Form, *, alone: bool) -> None:
        self.form, self.alone = form, alone
        self.dictionary: Any = None
        self.texts: Any = None

    def of(self, column: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
        import pyarrow as pa

        encoded = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
        if self.dictionary is None or not encoded.dictionary.equals(self.dictionary):
            self.dictionary = encoded.dictionary
            distinct = encoded.dictionary.dictionary_encode()  # targets may hold the same value many times
            written = [self._written(value) for value in [*distinct.dictionary.to_pylist(), None]]
            places = pa.concat_arrays(
                [distinct.indices.fill_null(len(written) - 1), pa.array([len(written) - 1], pa.int32())]
            )
            self.texts = pa.array(written, type=pa.string()).take(places)
        return self.texts.take(encoded.indices.fill_null(len(self.texts) - 1))

    def _written(self, value: str | float | None) -> str:
        text = self.form.missing_text if value is None else value
        return _cell(text if isinstance(text, str) else number_text(text), self.form, alone=self.alone)


def _cell(text: str, form: Form, *, alone: bool) -> str:
    """Guard a text that a spreadsheet would run as a formula, and quote it where CSV needs it."""
    if _FORMULA.match(text) and text != form.missing_text and not _NUMBER.fullmatch(text):
        text = f"'{text}"
    if any(mark in text for mark in (form.delimiter, '"', "\n", "\r")) or (alone and not text):
        text = '"' + text.replace('"', '""') + '"'
    return text
