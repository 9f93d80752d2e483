"""A masked table as a workbook of one sheet; XlsxWriter writes it, and calamine, another library, reads it back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING, Any, BinaryIO

from kinonym.errors import DataError
from kinonym.files.texts import number_text

if TYPE_CHECKING:
    from kinonym.files.output_form import Form

__all__ = ["write_sheet"]

_LONGEST = 32_767
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\ufffe\uffff]|_x[0-9a-fA-F]{4}_")
_MADE = datetime(2000, 1, 1, tzinfo=UTC)  # no trace of when it was
_SETTINGS = {"in_memory": True, "strings_to_numbers": False, "strings_to_formulas": False, "strings_to_urls": False}


def write_sheet(batches: Iterable[Any], form: Form, file: BinaryIO) -> None:  # noqa: ARG001  # a workbook has one form
    """Write Arrow record batches of texts and numbers into an open file."""
    import xlsxwriter

    packed = BytesIO()  # on a full disk the library would raise its error
    book = xlsxwriter.Workbook(packed, _SETTINGS)
    book.set_properties({"created": _MADE.replace(tzinfo=None)})
    sheet = book.add_worksheet("masked")
    row = 0
    for batch in batches:
        if not row:
            for position, name in enumerate(batch.schema.names):
                sheet.write_string(0, position, _text(name, name))
            row = 1
        for position, (name, column) in enumerate(zip(batch.schema.names, batch.columns, strict=True)):
            for number, value in enumerate(column.to_pylist(), start=row):
                _write_cell(sheet, number, position, value, name)
        for number in _empty_rows(batch):
            sheet.write_string(row + number, 0, "")  # a row without any cell would be lost at the end of the sheet
        row += batch.num_rows
    book.close()
    file.write(packed.getbuffer())


def _empty_rows(batch: Any) -> list[int]:  # noqa: ANN401  # pyarrow has no types
    """The rows of a batch in which every cell is missing or empty."""
    rows = set(range(batch.num_rows))
    for column in batch.columns:
        if rows:
            values = column.to_pylist()
            rows = {row for row in rows if values[row] is None or values[row] == ""}
    return sorted(rows)


def _write_cell(sheet: Any, row: int, position: int, value: str | float | None, name: str) -> None:  # noqa: ANN401
    """Write a value; a text that is the exact text of a number becomes a number."""
    if value is None or value == "":
        return
    number = _number(value)
    if number is None:
        sheet.write_string(row, position, _text(value if isinstance(value, str) else number_text(value), name))
    else:
        sheet.write_number(row, position, number)


def _number(value: str | float) -> float | None:
    """Return the number of a cell, if writing it with sixteen digits does not change it."""
    try:
        number = float(value)
    except ValueError:
        return None
    text = value if isinstance(value, str) else number_text(value)
    same = number_text(float(f"{number:.16G}")) == text and number_text(number) == text
    return number if same and text not in ("nan", "inf", "-inf", "-0") else None


def _text(text: str, column: str) -> str:
    if len(text) > _LONGEST or _CONTROL.search(text):
        msg = f"column {column!r} has a text that a sheet cannot represent: too long, or with control characters"
        raise DataError(msg, hint="write .csv or .parquet")
    return text
