"""Written delimited text, read back by Arrow; a cell that a spreadsheet would run must be guarded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kinonym.files.formats.read_back import refuse_file
from kinonym.files.formats.table_format import WrittenTable

if TYPE_CHECKING:
    from kinonym.files.output_form import Form

__all__ = ["recount_delimited"]

_BLOCK = 16 << 20
_HEAD = 2 << 20  # longer than any header
_GUARD = re.compile(r"''*[=+\-@\t\r]")
_BARE = re.compile(r"[=+\-@\t\r]")
_COMMA_NUMBER = re.compile(r"[+-]?(\d+[.,]?\d*|[.,]\d+)([eE][+-]?\d+)?", re.ASCII)
_PLAIN_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


def recount_delimited(path: Path, form: Form) -> WrittenTable:
    """The header, and all other rows."""
    import pyarrow as pa
    from pyarrow import csv as arrow_csv

    # The header is read as a row: the columns are numbered, so that repeated or unusual names cause no error.
    numbered = {str(j): pa.dictionary(pa.int32(), pa.string()) for j in range(_width(path, form))}
    reader = arrow_csv.open_csv(
        _stream(path, form),
        read_options=arrow_csv.ReadOptions(block_size=_BLOCK, column_names=list(numbered), encoding=form.encoding),
        parse_options=_parsing(form),
        convert_options=arrow_csv.ConvertOptions(column_types=numbered, null_values=[], strings_can_be_null=False),
    )
    batches = _split_first_row(reader)
    header = next(batches)
    names = tuple(_text_of_name(column[0].as_py()) for column in header.columns)
    return WrittenTable(names, batches, partial(_text, form=form))


def _stream(path: Path, form: Form) -> Any:  # noqa: ANN401
    import pyarrow as pa

    return pa.input_stream(str(path), compression="gzip" if form.gzipped else None)


def _parsing(form: Form) -> Any:  # noqa: ANN401
    from pyarrow import csv as arrow_csv

    return arrow_csv.ParseOptions(delimiter=form.delimiter, newlines_in_values=True, ignore_empty_lines=False)


def _width(path: Path, form: Form) -> int:
    """How many columns the first row has."""
    from pyarrow import csv as arrow_csv

    options = arrow_csv.ReadOptions(block_size=_HEAD, autogenerate_column_names=True, encoding=form.encoding)
    return len(arrow_csv.open_csv(_stream(path, form), read_options=options, parse_options=_parsing(form)).schema)


def _split_first_row(reader: Any) -> Iterator[Any]:  # noqa: ANN401
    """Yield the first row, then the rows after it."""
    first = next(reader)
    yield first.slice(0, 1)
    yield first.slice(1)
    yield from reader


def _text(cell: str, form: Form) -> str | None:
    """The text of a cell: None if it is missing, and without the apostrophe that guards a formula."""
    if cell == form.missing_text:
        return None
    number = _COMMA_NUMBER if form.decimal == "," else _PLAIN_NUMBER
    if _BARE.match(cell) and not number.fullmatch(cell):
        refuse_file("a cell begins like a formula and is not guarded")
    return _text_of_name(cell)


def _text_of_name(cell: str) -> str:
    """Remove the apostrophe that guards a formula.

    >>> _text_of_name("'=1+1"), _text_of_name("'tis")
    ('=1+1', "'tis")
    """
    return cell[1:] if _GUARD.match(cell) else cell
