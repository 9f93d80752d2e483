"""Files to tables: CSV, TSV and JSON lines (also packed) and Parquet, every column as text.

No text is ever taken for a missing value here: which texts mean "missing" is the recipe's to say.
"""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from kinonym.files.formats import Format, columns_of
from kinonym.files.table_stream import read_stream

__all__ = ["TableFile", "columns_of", "read_table"]


@dataclass(frozen=True)
class TableFile:
    """A table read from a file: a pyarrow table of strings, what was noticed, and the file's format."""

    table: Any
    notices: tuple[str, ...]
    format: Format


def read_table(path: str | PathLike[str], *, delimiter: str | None = None, encoding: str = "utf-8") -> TableFile:
    r"""Read a table with every column as text, so that ``001``, ``NA`` and ``250.00`` stay what they are.

    Parameters
    ----------
    path
        CSV, TSV, JSON lines (all also as ``.gz`` or ``.zst``), Parquet or a folder of Parquet files; the content
        decides, not the name alone.
    delimiter
        Default: a comma, or a tab for ``.tsv``.
    encoding
        Of a text file; a UTF-8 byte order mark is accepted.

    Raises
    ------
    DataError
        With the file, the row (the header is row 1) or the column, and a hint; never with a cell's content.
    """
    import pyarrow as pa

    stream = read_stream(Path(path), delimiter=delimiter, encoding=encoding)
    schema = pa.schema([(name, pa.string()) for name in stream.columns])
    table = pa.Table.from_batches(stream.batches(), schema=schema)
    return TableFile(table, tuple(stream.notices), stream.format)
