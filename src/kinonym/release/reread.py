"""Reading a written release back with code of its own: Python's csv module, or a fresh read of Parquet.

It trusts nothing of the writer: the file must hold exactly the table it was made from, row by row.
"""

from __future__ import annotations

import csv
import gzip
import io
import re
import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn, cast

from kinonym.errors import PrivacyError
from kinonym.release.encode import Form

__all__ = ["Row", "Rows", "reread"]

Row = tuple[str | None, ...]
Columns = list[tuple[Any, ...]]
_CSV_BATCH = 1 << 9  # small: lists of rows that outgrow the cache cost twice the time
_PARQUET_BATCH = 1 << 15
_CELL_LIMIT = 1 << 22
_GUARDED = re.compile(r"''*[=+\-@\t\r]")


@dataclass(frozen=True)
class Rows:
    """What stands in a written file: its columns, its number of rows, and counts of combinations."""

    columns: tuple[str, ...]
    number: int
    combinations: Mapping[tuple[str, ...], Counter[Row]]

    def count(self, columns: tuple[str, ...]) -> Counter[Row]:
        """How often each combination of these columns occurs; missing is None and counts as a value."""
        return self.combinations[columns]


def reread(path: Path, form: Form, table: Any, wanted: Collection[tuple[str, ...]]) -> Rows:  # noqa: ANN401
    """Read the file, compare it with the table, and count the combinations of columns that are wanted.

    Raises
    ------
    PrivacyError
        If the file cannot be read, or differs from the table anywhere.
    """
    from pyarrow import ArrowException

    reader = _parquet_batches(path) if form.parquet else _csv_batches(path, form)
    rows: Rows | None = None
    # The errors of these libraries may quote the file, so they end here.
    with suppress(ArrowException, ValueError, OSError, EOFError, csv.Error, zlib.error):
        rows = _collect(reader, form, table, wanted)
    if rows is None:
        _refuse("it cannot be read back")
    return rows


def _collect(reader: Iterator[Columns], form: Form, table: Any, wanted: Collection[tuple[str, ...]]) -> Rows:  # noqa: ANN401
    names = tuple(column[0] for column in next(reader))
    if names != tuple(table.column_names):
        _refuse("its columns are not those of the table")
    counters: dict[tuple[str, ...], Counter[Row]] = {columns: Counter() for columns in wanted}
    number = 0
    for batch in reader:
        size = len(batch[0])
        if number + size > table.num_rows:
            _refuse(f"it has more than the {table.num_rows} rows of the table")
        for name, cells in zip(names, batch, strict=True):
            if not _same(cells, table.column(name).slice(number, size), form):
                _refuse(f"a cell of column {name!r} is not what it was made from")
        for columns, counter in counters.items():
            counter.update(zip(*(batch[names.index(name)] for name in columns), strict=True))
        number += size
    if number != table.num_rows:
        _refuse(f"it has {number} rows where the table has {table.num_rows}")
    return Rows(names, number, {columns: _restored(counters[columns], form) for columns in counters})


def _csv_batches(path: Path, form: Form) -> Iterator[Columns]:
    """Yield the header, then batches of rows, all column by column and as they are written."""
    if csv.field_size_limit() < _CELL_LIMIT:
        csv.field_size_limit(_CELL_LIMIT)
    with path.open("rb") as file, gzip.open(file) if form.gzipped else file as unpacked:
        text = io.TextIOWrapper(cast("io.BufferedReader", unpacked), encoding="utf-8", newline="")
        reader = csv.reader(text, delimiter=form.delimiter, strict=True)
        yield [(_unguarded(name),) for name in next(reader, [])]
        while rows := list(islice(reader, _CSV_BATCH)):
            yield list(zip(*rows, strict=True))


def _parquet_batches(path: Path) -> Iterator[Columns]:
    import pyarrow.parquet as pq

    with path.open("rb") as file, pq.ParquetFile(file) as parquet:
        yield [(name,) for name in parquet.schema_arrow.names]
        for batch in parquet.iter_batches(_PARQUET_BATCH):
            yield [tuple(column.to_pylist()) for column in batch.columns]


def _same(cells: tuple[Any, ...], meant: Any, form: Form) -> bool:  # noqa: ANN401
    """Whether the cells of one column, as they are written, say what the table says."""
    import pyarrow as pa

    if form.parquet:
        return list(cells) == list(meant.to_pylist())
    if pa.types.is_floating(meant.type):
        numbers = [None if cell == form.missing_text else float(cell) for cell in cells]
        return numbers == list(meant.to_pylist())
    texts: list[str] = meant.fill_null(form.missing_text).to_pylist()
    return list(cells) == texts or [_unguarded(cell) for cell in cells] == texts


def _restored(counter: Counter[Row], form: Form) -> Counter[Row]:
    """Undo guards and name the missing, once per combination; two must never become one."""
    restored: Counter[Row] = Counter()
    for combination, times in counter.items():
        restored[tuple(_value(cell, form) for cell in combination)] += times
    if len(restored) != len(counter):
        _refuse("equal values are written in different ways")
    return restored


def _value(cell: Any, form: Form) -> str | None:  # noqa: ANN401
    if form.parquet:
        return repr(cell).removesuffix(".0") if isinstance(cell, float) else cell
    return None if cell == form.missing_text else _unguarded(cell)


def _unguarded(cell: str) -> str:
    """Take off the apostrophe that guards a formula.

    >>> _unguarded("'=1+1"), _unguarded("'tis")
    ('=1+1', "'tis")
    """
    return cell[1:] if _GUARDED.match(cell) else cell


def _refuse(reason: str) -> NoReturn:
    msg = f"the written file was refused: {reason}; nothing was released"
    raise PrivacyError(msg, hint="run it again; if it happens twice, please report it")
