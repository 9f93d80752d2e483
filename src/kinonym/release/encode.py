"""A table as the bytes of a release: CSV with guarded cells, or Parquet without traces of what was removed.

Reading the bytes back is the business of `reread`, which shares no code with this module.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from kinonym.engines.texts import as_text, number_text
from kinonym.errors import UsageError

__all__ = ["Form", "form_of", "plain_table", "write"]

_BATCH = 1 << 17
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


def plain_table(table: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
    """Return the table with columns of text and of float64 only, without metadata, categories or NaN."""
    import pyarrow as pa
    import pyarrow.compute as pc

    columns = {}
    for name, column in zip(table.column_names, table.columns, strict=True):
        if pa.types.is_floating(column.type):
            numbers = column.cast(pa.float64())
            columns[name] = pc.if_else(pc.is_nan(numbers), pa.scalar(None, pa.float64()), numbers)
        else:
            columns[name] = as_text(column, name)
    return pa.table(columns)


def write(table: Any, form: Form, file: BinaryIO) -> None:  # noqa: ANN401
    """Write a plain table into an open file."""
    if form.parquet:
        _write_parquet(table, file)
    elif form.gzipped:
        # No name and no time in the gzip header.
        with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0, compresslevel=6) as packed:
            for piece in _csv(table, form):
                packed.write(piece)
    else:
        for piece in _csv(table, form):
            file.write(piece)


def _write_parquet(table: Any, file: BinaryIO) -> None:  # noqa: ANN401
    import pyarrow.parquet as pq

    pq.write_table(table, file, write_statistics=False, store_schema=False, compression="snappy")


def _csv(table: Any, form: Form) -> Iterator[memoryview]:  # noqa: ANN401
    """Yield the header and the rows; cells are prepared once per distinct value."""
    import pyarrow as pa
    import pyarrow.compute as pc

    alone = table.num_columns == 1
    header = (_cell(name, form, alone=alone) for name in table.column_names)
    yield memoryview((form.delimiter.join(header) + "\n").encode())
    columns = [_cells(column, form, alone=alone) for column in table.columns]
    for start in range(0, table.num_rows, _BATCH):
        parts = [texts.take(places.slice(start, _BATCH)) for texts, places in columns]
        lines = pc.binary_join_element_wise(*parts, form.delimiter)
        whole = pc.binary_join(pa.ListArray.from_arrays([0, len(lines)], lines), "\n")
        yield memoryview(whole[0].as_buffer())
        yield memoryview(b"\n")


def _cells(column: Any, form: Form, *, alone: bool) -> tuple[Any, Any]:  # noqa: ANN401
    """Return (distinct cells as they are written, place of each row's cell)."""
    import pyarrow as pa

    encoded = column.combine_chunks().dictionary_encode()
    if isinstance(encoded, pa.ChunkedArray):
        encoded = encoded.unify_dictionaries().combine_chunks()
    values = [number_text(v) if isinstance(v, float) else v for v in encoded.dictionary.to_pylist()]
    texts = [_cell(value, form, alone=alone) for value in [*values, form.missing_text]]
    return pa.array(texts, type=pa.string()), encoded.indices.fill_null(len(values))


def _cell(text: str, form: Form, *, alone: bool) -> str:
    """Guard a text that a spreadsheet would run as a formula, and quote it where CSV needs it."""
    if _FORMULA.match(text) and text != form.missing_text and not _NUMBER.fullmatch(text):
        text = f"'{text}"
    if any(mark in text for mark in (form.delimiter, '"', "\n", "\r")) or (alone and not text):
        text = '"' + text.replace('"', '""') + '"'
    return text
