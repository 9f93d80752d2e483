"""Files to tables, every column as text.

No text is ever taken for a missing value here: which texts mean "missing" is the recipe's to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from kinonym.files.formats import Format
from kinonym.files.layout import Layout
from kinonym.files.table_stream import read_stream

__all__ = ["TableFile", "columns_of", "read_table"]


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
    path: str | PathLike[str], *, delimiter: str | None = None, encoding: str | None = None, names: Sequence[str] = ()
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

    Raises
    ------
    DataError
        With the file, the row (the header is row 1) or the column, and a hint; never with a cell's content.
    """
    import pyarrow as pa

    stream = read_stream(Path(path), delimiter=delimiter, encoding=encoding, names=names)
    schema = pa.schema([(name, pa.string()) for name in stream.columns])
    table = pa.Table.from_batches(stream.batches(), schema=schema)
    return TableFile(table, tuple(stream.notices), stream.format, stream.layout)
