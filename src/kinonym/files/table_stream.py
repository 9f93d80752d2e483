"""Reads tables from files of any format, whole or piece by piece; every column as text, each cell unchanged.

No text means "missing" here: the recipe says which texts do.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kinonym.errors import DataError
from kinonym.files.formats.table_format import ReadOptions, TableLocation, TableName
from kinonym.files.layout import Layout
from kinonym.files.recognising import format_of, locate_table
from kinonym.files.texts import check_cells

__all__ = ["TableFile", "TableStream", "columns_of", "read_stream", "read_table"]


@dataclass(frozen=True, eq=False)
class TableStream:
    """A table that is read once, piece by piece."""

    location: TableLocation
    format: str
    """Its name in `TABLE_FORMATS`."""
    columns: tuple[str, ...]
    pieces: Iterator[Any]
    """Arrow tables with the types of ``schema``."""
    notices: list[str] = field(default_factory=list)
    """Notices; complete when all pieces were read."""
    layout: Layout | None = None
    """Of delimited text."""
    types: Any = None
    """The Arrow schema of the pieces, if some of their columns are not strings."""

    @property
    def path(self) -> Path:
        """The file or folder of a table that is in one."""
        return self.location.path

    @property
    def schema(self) -> Any:  # noqa: ANN401  # pyarrow has no types
        """The Arrow schema of the pieces."""
        import pyarrow as pa

        return pa.schema([(name, pa.string()) for name in self.columns]) if self.types is None else self.types

    def batches(self) -> Iterator[Any]:
        """Arrow record batches with the types of ``schema``.

        Raises
        ------
        DataError
            If there are no rows, or if the file changed while it was read.
        """
        before, rows = _state(self.location), 0
        for piece in self.pieces:
            rows += piece.num_rows
            yield from piece.to_batches()
        if _state(self.location) != before:
            msg = f"{self.location.name}: the file changed while it was read"
            raise DataError(msg, hint="wait until nothing writes to it, or copy it first")
        if not rows:
            msg = f"{self.location.name}: there are columns, but no rows"
            raise DataError(msg, hint="a table needs at least one row")


@dataclass(frozen=True)
class TableFile:
    """A table read from a file: a pyarrow table of strings, notices, the format, and the layout of a text file."""

    table: Any
    notices: tuple[str, ...]
    format: str
    """Its name in `TABLE_FORMATS`."""
    layout: Layout | None = None
    schema: Any = None
    """The Arrow schema of the stream; see `TableContent.types`."""


def columns_of(path: TableName, *, delimiter: str | None = None, encoding: str | None = None) -> tuple[str, ...]:
    """Return the column names, reading no more than the head of the file where its format allows that."""
    return read_stream(path, delimiter=delimiter, encoding=encoding).columns


def read_table(
    path: TableName,
    *,
    delimiter: str | None = None,
    encoding: str | None = None,
    names: Sequence[str] = (),
    typed: bool = False,
    few_texts: bool = False,
) -> TableFile:
    r"""Read a table with every column as text, so that ``001``, ``NA`` and ``250.00`` are unchanged.

    Parameters
    ----------
    path
        A file, a folder, a sheet of a workbook (``book.xlsx#Sheet``), a table of a database
        (``postgresql://host/db#schema.table``, ``sqlite:file.db#table``) or a query (``#SELECT …``), in one of the
        formats of `TABLE_FORMATS`.
    delimiter
        Of a text file; default: what its head shows, a comma (a tab for ``.tsv``) in doubt.
    encoding
        Of a text file; default: what its head shows, UTF-8 or cp1252.
    names
        Of a text file without a header: the names of its columns.
    typed
        Parquet, Feather and databases: numbers, booleans, dates and times have the types of the file.
    few_texts
        Columns with few distinct texts may be Arrow dictionaries, which take less time and memory.

    Raises
    ------
    DataError
        With the file, the row (the header is row 1) or the column, and a hint; never with a cell's content.
    """
    import pyarrow as pa

    given = {"delimiter": delimiter, "encoding": encoding}
    stream = read_stream(path, **given, names=names, typed=typed, few_texts=few_texts)
    table = pa.Table.from_batches(stream.batches(), schema=stream.schema)
    return TableFile(table, tuple(stream.notices), stream.format, stream.layout, stream.schema)


def read_stream(
    path: TableName,
    *,
    delimiter: str | None = None,
    encoding: str | None = None,
    names: Sequence[str] = (),
    typed: bool = False,
    few_texts: bool = False,
) -> TableStream:
    """Open a table to read piece by piece; parameters as for `read_table`."""
    form, location = format_of(path), locate_table(path)
    if names and form.delimiter is None:
        msg = f"{location.name}: names are given, but only a delimited text can lack a header"
        raise DataError(msg, hint="remove names under [table]")
    content = form.read(location, ReadOptions(delimiter, encoding, names, typed, few_texts))
    pieces = _check_tables(content.pieces, location.name, content.first_row)
    return TableStream(
        location, form.name, tuple(content.columns), pieces, content.notices, content.layout, content.types
    )


def _check_tables(tables: Iterator[Any], where: str, first_row: int) -> Iterator[Any]:
    import pyarrow as pa

    for piece in tables:
        table = pa.Table.from_batches([piece]) if isinstance(piece, pa.RecordBatch) else piece
        check_cells(table, where, first_row=first_row)
        first_row += table.num_rows
        yield table


def _state(location: TableLocation) -> list[tuple[int, int, int]]:
    """What changes when a file is written: its size, its time, itself; of a folder, all of its files."""
    if location.address or not location.path.exists():  # a table of a database is read in one transaction
        return []
    path = location.path
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    states: list[os.stat_result] = [file.stat() for file in files]
    return [(state.st_size, state.st_mtime_ns, state.st_ino) for state in states]
