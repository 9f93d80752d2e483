"""A sheet of an Excel or OpenDocument workbook; calamine reads it, cell by cell.

A spreadsheet keeps numbers, not texts: 250.00 is 250 in the file, and 007 only if the cell holds text.
"""

from __future__ import annotations

import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from functools import reduce
from itertools import islice
from pathlib import Path
from typing import IO, Any

from kinonym.errors import DataError
from kinonym.files.formats.row_recount import recount_sheet
from kinonym.files.formats.spreadsheet_library import calamine
from kinonym.files.formats.table_format import ReadOptions, TableContent, TableFormat, TableLocation
from kinonym.files.formats.workbook_writing import write_sheet
from kinonym.files.texts import number_names, number_text
from kinonym.files.unpacking import RATIO_FROM, RATIO_LIMIT
from kinonym.hints import did_you_mean

__all__ = ["EXCEL", "cell_text"]

_ROWS = 1 << 16
_PIECE = 1 << 20
_OVERLAP = 32
_CELLS = 16 << 20
"""Sheets with at most this many cells may be arbitrarily sparse."""
_PLACE = re.compile(rb"""\sr\s*=\s*["']([A-Za-z]{1,3})([0-9]{1,7})["']""")

_REPEATED = re.compile(
    rb"""<(?:[\w.-]+:)?(table-row|table-cell)(?=[\s/>])((?:[^>"']|"[^"]*"|'[^']*')*)>(\s*</(?:[\w.-]+:)?table-cell)?"""
)
_TIMES = re.compile(rb"""number-(?:rows|columns)-repeated\s*=\s*["'](\d{1,18})["']""")
_BAD_ZIP = (
    *(zipfile.BadZipFile, OSError, EOFError, zlib.error, lzma.LZMAError, struct.error),
    *(NotImplementedError, RuntimeError, ValueError, IndexError),
)
"""Errors that a damaged zip archive can cause."""
_LAST_ROW, _LAST_COLUMN = 1 << 20, 1 << 14
"""Spreadsheets do not show cells beyond these limits, and calamine leaves them out."""


def _read(location: TableLocation, options: ReadOptions) -> TableContent:  # noqa: ARG001  # a workbook needs none
    """The sheet that is named, or the only one."""
    table = _sheet(location.path, location.part)
    where = f"{location.path}#{table.name}"
    if table.start is None:
        msg = f"{where}: the sheet is empty"
        raise DataError(msg, hint="a table needs a header line and at least one row")
    first = table.start[0]
    _check_merged(table.merged_cell_ranges or (), first, where)
    rows = islice(table.iter_rows(), first, None)
    header = ["" if text is None else text for text in map(cell_text, next(rows))]
    names, notices = number_names(header, where)
    return TableContent(names, _tables(rows, names, first + 2, where), 2, list(notices))


def _sheet_names(file: Path) -> list[str]:
    """List the visible sheets of a workbook; none if it cannot be read."""
    library = calamine()
    try:
        return _list_shown_sheets(library.CalamineWorkbook.from_path(str(file)))
    except (library.CalamineError, OSError, ValueError):
        return []


def _list_shown_sheets(book: Any) -> list[str]:  # noqa: ANN401
    visible = calamine().SheetVisibleEnum.Visible
    return [sheet.name for sheet in book.sheets_metadata if sheet.visible == visible]


def _sheet(file: Path, sheet: str | None) -> Any:  # noqa: ANN401
    library = calamine()
    _check_unpacked(file)
    try:
        book = library.CalamineWorkbook.from_path(str(file))
        name = _choose_sheet(file, sheet, _list_shown_sheets(book), book.sheet_names)
        return book.get_sheet_by_name(name)
    except library.PasswordError:
        msg = f"{file}: the workbook is protected by a password"
        raise DataError(msg, hint="save it without one") from None
    except (library.CalamineError, OSError, ValueError):  # their messages may quote a cell
        raise _make_damage_error(file) from None


def _choose_sheet(file: Path, sheet: str | None, shown: Sequence[str], known: Sequence[str]) -> str:
    if sheet is not None and sheet not in known:
        msg = f"{file}: the workbook has no sheet {sheet!r}"
        raise DataError(msg, hint=did_you_mean(sheet, known) or f"it has: {', '.join(known)}")
    if sheet is None and len(shown) != 1:
        msg = f"{file}: the workbook has {len(shown)} sheets, but none was chosen"
        raise DataError(msg, hint=f"name one: '{file}#{(*shown, 'Sheet1')[0]}'; it has: {', '.join(shown)}")
    return shown[0] if sheet is None else sheet


def _check_unpacked(file: Path) -> None:
    """Reject a workbook, a zip archive, that unpacks to too many bytes or has cells too far apart."""
    if not zipfile.is_zipfile(file):
        return
    try:
        with zipfile.ZipFile(file) as packed:
            _check_size(file, sum(part.file_size for part in packed.infolist()))
            for part in packed.infolist():
                with packed.open(part) as content:
                    _check_extent(file, content)
                if part.filename == "content.xml":
                    with packed.open(part) as content:
                        _check_repeats(file, content)
    except _BAD_ZIP:
        raise _make_damage_error(file) from None


def _check_size(file: Path, size: int) -> None:
    if size > max(RATIO_FROM, RATIO_LIMIT * file.stat().st_size):
        msg = f"{file}: the workbook unpacks to more than {size >> 20} MiB"
        raise DataError(msg, hint="if you trust the file, save the sheet as CSV")


def _make_damage_error(file: Path) -> DataError:
    msg = f"{file}: this is not a workbook, or it is damaged"
    return DataError(msg, hint="open it in a spreadsheet and save it again")


def _check_extent(file: Path, part: IO[bytes]) -> None:
    """Reject a sheet with a cell far from all others: calamine would allocate every cell in between."""
    rest, cells, last, widths = b"", 0, 0, {b""}
    while piece := part.read(_PIECE):
        if b"<!DOCTYPE" in rest + piece:
            msg = f"{file}: a part of the workbook declares a document type"
            raise DataError(msg, hint="open it in a spreadsheet and save it again")
        places = _PLACE.findall(rest + piece)
        cells += len(places)
        widths.update(column.upper() for column, _ in places)
        last = max(last, max((int(row) for _, row in places), default=0))
        rest = piece[-_OVERLAP:]
    width = max(map(_column_number, widths))
    if last * width > max(_CELLS, RATIO_LIMIT * cells):
        msg = f"{file}: a sheet has {last:,} rows and {width:,} columns, nearly all of them empty"
        raise DataError(msg, hint="delete the cells that are far from the table, or save the sheet as CSV")


def _check_repeats(file: Path, part: IO[bytes]) -> None:
    """Reject an OpenDocument sheet in which rows and cells that are written once and repeated are too many.

    Such a sheet usually ends with many empty cells that are repeated: they do not count.
    """
    rest, written, cells, rows = b"", 0, 0, 0
    row = filled = width = 0  # repetitions of the present row, its cells up to the last filled one, and all of them
    while piece := part.read(_PIECE):
        text = rest + piece
        for tag, attributes, closed in _REPEATED.findall(text[: text.rfind(b"<")]):
            times = int((_TIMES.findall(attributes) or [b"1"])[0])
            if tag == b"table-row":
                cells, rows = cells + row * filled, rows + (row if filled else 0)
                row, filled, width = times, 0, 0
                continue
            width += times
            if b"value-type" in attributes or not (attributes.endswith(b"/") or closed):
                written, filled = written + 1, width
        rest = text[text.rfind(b"<") :]
        if filled > _LAST_COLUMN:
            msg = f"{file}: a sheet has {filled:,} columns, most of them one cell that is repeated"
            raise DataError(msg, hint="delete the repeated cells next to the table, or save the sheet as CSV")
        if max(cells, row * filled) > max(_CELLS, RATIO_LIMIT * written) or rows + row * (filled > 0) > _LAST_ROW:
            msg = f"{file}: a sheet has {max(rows, row):,} rows, most of them one row that is repeated"
            raise DataError(msg, hint="delete the repeated rows below the table, or save the sheet as CSV")


def _column_number(letters: bytes) -> int:
    """Return the number of a column, such as 27 for AA."""
    return reduce(lambda number, letter: 26 * number + letter - ord("A") + 1, letters, 0)


def _check_merged(ranges: Sequence[tuple[tuple[int, int], tuple[int, int]]], header: int, where: str) -> None:
    for (top, _), _ in sorted(ranges):
        if top == header:
            msg = f"{where}, row {top + 1}: cells of the header are merged"
            hint = "undo it, and give every column its own name in the first row; remove titles above it"
        else:
            msg, hint = f"{where}, row {top + 1}: cells are merged", "undo it and fill every cell"
        raise DataError(msg, hint=hint)


def _tables(rows: Iterator[list[Any]], names: list[str], number: int, where: str) -> Iterator[Any]:
    import pyarrow as pa

    blank = 0
    while part := list(islice(rows, _ROWS)):
        rows_so_far: list[list[str | None]] = []
        for row in part:
            texts = [cell_text(value) for value in row]
            if any(text is not None for text in texts):
                if blank:
                    msg = f"{where}, row {blank}: the line is blank"
                    raise DataError(msg, hint="delete the blank line, and everything below the table")
                rows_so_far.append(texts)
            elif not blank:
                blank = number
            number += 1
        columns = zip(*rows_so_far, strict=True) if rows_so_far else ([] for _ in names)
        yield pa.table([pa.array(column, pa.string()) for column in columns], names=names)


def cell_text(value: Any) -> str | None:  # noqa: ANN401  # whatever a cell holds
    """Return a cell as text; an empty cell, or one with an error, is missing.

    >>> cell_text(41.0), cell_text("007"), cell_text(""), cell_text(True), cell_text(date(2020, 1, 31))
    ('41', '007', None, 'true', '2020-01-31')
    """
    if isinstance(value, str):
        return value or None
    if value is None or isinstance(value, bool):
        return None if value is None else str(value).lower()
    if isinstance(value, int | float):
        return number_text(value)
    if isinstance(value, datetime):
        return value.isoformat(" ")
    return value.isoformat() if isinstance(value, date | time) else str(value)


EXCEL = TableFormat(
    name="excel",
    title="Excel, OpenDocument",
    naming="`book.xlsx#Sheet`; also `.xlsm`, `.xlsb`, `.xls`, `.ods`",
    read=_read,
    write=write_sheet,
    recount=recount_sheet,
    endings=(".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"),
    written_endings=(".xlsx",),
    empty_is_missing=True,
    most_rows=1_048_575,
    most_columns=16_384,
    parts=_sheet_names,
    growth={".xlsx": 100, ".ods": 100},
    extra="excel",
    libraries=("xlsxwriter", "python_calamine"),
)
