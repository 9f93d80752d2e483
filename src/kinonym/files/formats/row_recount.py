"""Written JSON lines and workbooks, read back row by row: by Python's json, and by calamine."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kinonym.files.formats.read_back import text_of_value
from kinonym.files.formats.spreadsheet_library import calamine
from kinonym.files.formats.table_format import WrittenTable

if TYPE_CHECKING:
    from kinonym.files.output_form import Form

__all__ = ["recount_json_lines", "recount_sheet"]

_ROWS = 1 << 16


def recount_json_lines(path: Path, form: Form) -> WrittenTable:
    """The keys of the first record, and the values of all; a record with other keys cannot be read."""
    with _lines(path, gzipped=form.gzipped) as file:
        names = tuple(json.loads(next(file, "")))

    def rows() -> Iterator[list[Any]]:
        with _lines(path, gzipped=form.gzipped) as file:
            for line in file:
                record = json.loads(line)
                if tuple(record) != names:
                    msg = "records differ in their keys"
                    raise ValueError(msg)
                yield list(record.values())

    return WrittenTable(names, _batches(rows(), len(names)), text_of_value)


def recount_sheet(path: Path, form: Form) -> WrittenTable:  # noqa: ARG001  # a workbook has one form
    """The first row of the only sheet, and all others; an empty cell is null."""
    library = calamine()
    try:
        book = library.CalamineWorkbook.from_path(str(path))
        rows = iter(book.get_sheet_by_index(0).to_python(skip_empty_area=False))
    except library.CalamineError:
        msg = "the workbook cannot be read"
        raise ValueError(msg) from None
    names = tuple(map(str, next(rows)))
    cells = ([None if value == "" else value for value in row] for row in rows)
    return WrittenTable(names, _batches(cells, len(names)), text_of_value)


def _lines(path: Path, *, gzipped: bool) -> Any:  # noqa: ANN401  # a text file
    return gzip.open(path, "rt", encoding="utf-8") if gzipped else path.open(encoding="utf-8", newline="\n")


def _batches(rows: Iterator[Sequence[Any]], width: int) -> Iterator[Any]:
    """Arrow record batches; columns have unchanged texts, and numbers in their shortest form."""
    import pyarrow as pa

    while part := list(islice(rows, _ROWS)):
        columns = [pa.array([_plain(row[position]) for row in part], pa.string()) for position in range(width)]
        yield pa.RecordBatch.from_arrays(columns, names=[str(position) for position in range(width)])


def _plain(value: Any) -> str | None:  # noqa: ANN401
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        msg = "a cell has neither a text nor a number"
        raise ValueError(msg)  # noqa: TRY004  # it is the content of a file
    return repr(float(value) + 0.0).removesuffix(".0")  # −0 is 0
