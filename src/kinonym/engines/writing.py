"""A masked table as the bytes of a release: text with guarded cells, or columns without traces of what was removed.

Reading the bytes back is the business of `recount`, which shares no code with this module.
"""

from __future__ import annotations

import codecs
import gzip
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count, islice
from pathlib import Path
from typing import Any, BinaryIO, Literal

from kinonym.domains.number import COMMA_AND_POINT
from kinonym.errors import DataError, UsageError
from kinonym.files.layout import Layout, Quoting
from kinonym.files.texts import number_text

__all__ = ["Form", "form_of", "write", "write_parts"]

Stored = Literal["text", "json", "parquet", "feather", "excel"]
Values = Sequence[str | float | None]

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_ENDINGS: dict[str, Stored] = {
    ".csv": "text", ".tsv": "text", ".jsonl": "json", ".ndjson": "json", ".parquet": "parquet", ".feather": "feather",
    ".arrow": "feather", ".xlsx": "excel",
}  # fmt: skip
_OTHERS = (".sav", ".zsav", ".por", ".dta", ".sas7bdat", ".xpt", ".xls", ".xlsm", ".ods")
_BATCHES_OF_A_PART = 8
_LARGEST_SHEET = (1_048_575, 16_384)


@dataclass(frozen=True)
class Form:
    """How a release is written."""

    stored: Stored = "text"
    gzipped: bool = False
    delimiter: str = ","
    missing_text: str = ""
    encoding: str = "utf-8"
    quoting: Quoting = "minimal"
    decimal: str = "."
    folder: bool = False
    """Whether it is a folder of Parquet files, in which kept columns may have types of their own."""
    masked: frozenset[str] = frozenset()
    """In a folder, the columns whose numbers are meant in their shortest form."""

    @property
    def marker(self) -> str | None:
        """The text that stands in the file for a missing value; None where the format knows missing values."""
        return self.missing_text if self.stored == "text" else "" if self.stored == "excel" else None

    def written(self, values: Mapping[str, Values]) -> Mapping[str, Values]:
        """What is written for each masked tuple: numbers as texts where they have a decimal comma."""
        if self.stored != "text" or self.decimal == ".":
            return values
        return {name: [_with_comma(value) for value in column] for name, column in values.items()}

    def check_size(self, records: int, columns: int) -> None:
        """Refuse what no sheet can hold."""
        if self.stored == "excel" and (records > _LARGEST_SHEET[0] or columns > _LARGEST_SHEET[1]):
            msg = f"{records:,} rows and {columns:,} columns do not fit into a sheet of a workbook"
            raise UsageError(msg, hint="write .csv or .parquet")


def form_of(  # one keyword for each key of [table]
    path: Path,
    *,
    delimiter: str | None = None,
    encoding: str | None = None,
    decimal: str = ".",
    missing_text: str = "",
    layout: Layout | None = None,
    folder: bool = False,
) -> Form:
    """Return the form that the name of an output asks for.

    Parameters
    ----------
    path
        The output.
    delimiter, encoding, decimal, missing_text
        As the recipe says.
    layout
        Of the input, if that is a text: what is not said is kept.
    folder
        Whether it was named as a folder.
    """
    if folder:
        return Form("parquet", folder=True)
    suffixes = [suffix.lower() for suffix in path.suffixes]
    gzipped = suffixes[-1:] == [".gz"]
    last = "".join(suffixes[:-1][-1:] if gzipped else suffixes[-1:])
    stored = _ENDINGS.get(last)
    if stored is None or (gzipped and stored not in ("text", "json")):
        raise _unwritable(path, last)
    if stored == "excel":
        from kinonym.engines.sheet_writing import check_libraries

        check_libraries()
    if stored != "text":
        return Form(stored, gzipped)
    usual = "\t" if last == ".tsv" else ","
    kept = layout.delimiter if layout is not None and layout.usual == usual else usual
    return Form(
        stored, gzipped, delimiter or kept, missing_text, encoding or (layout.encoding if layout else "utf-8"),
        layout.quoting if layout else "minimal", decimal,
    )  # fmt: skip


def _unwritable(path: Path, ending: str) -> UsageError:
    hint = "let it end in .csv, .tsv, .jsonl (all also with .gz), .parquet, .feather or .xlsx, or in / for a folder"
    if ending in _OTHERS:
        return UsageError(f"{path}: files that end in {ending} can be read, not written", hint=hint)
    return UsageError(f"{path}: the name does not say how to write the table", hint=hint)


def write(batches: Iterable[Any], form: Form, file: BinaryIO) -> None:
    """Write Arrow record batches of texts and numbers into an open file, as they come."""
    if form.stored in ("parquet", "feather"):
        _write_columns(batches, form, file)
    elif form.stored == "excel":
        from kinonym.engines.sheet_writing import write_sheet

        write_sheet(batches, file)
    elif form.gzipped:
        # No name and no time in the gzip header.
        with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0, compresslevel=6) as packed:
            for piece in _encoded(_lines(batches, form), form.encoding):
                packed.write(piece)
    else:
        for piece in _encoded(_lines(batches, form), form.encoding):
            file.write(piece)


def write_parts(batches: Iterable[Any], folder: Path) -> None:
    """Write Arrow record batches as Parquet files of about a million rows into a folder."""
    numbered = iter(batches)
    for number in count():
        first = next(numbered, None)
        if first is None:
            return
        with (folder / f"part-{number:05}.parquet").open("wb") as file:
            _write_columns(chain([first], islice(numbered, _BATCHES_OF_A_PART - 1)), Form("parquet"), file)


def _encoded(pieces: Iterable[memoryview], encoding: str) -> Iterator[memoryview | bytes]:
    if encoding == "utf-8":
        yield from pieces
        return
    encoder = codecs.getincrementalencoder(encoding)()  # it writes a byte order mark once
    for piece in pieces:
        yield encoder.encode(str(piece, "utf-8"))


def _write_columns(batches: Iterable[Any], form: Form, file: BinaryIO) -> None:
    """Plain columns: a dictionary could name values that no row has."""
    import pyarrow as pa

    writer = None
    for batch in batches:
        plain = [column.dictionary_decode() if pa.types.is_dictionary(column.type) else column for column in batch]
        table = pa.Table.from_arrays(plain, names=batch.schema.names)
        writer = writer or _column_writer(form, file, table.schema)
        writer.write_table(table)
    if writer is not None:
        writer.close()


def _column_writer(form: Form, file: BinaryIO, schema: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
    if form.stored == "feather":
        import pyarrow as pa

        return pa.ipc.new_file(file, schema, options=pa.ipc.IpcWriteOptions(compression="lz4"))
    import pyarrow.parquet as pq

    return pq.ParquetWriter(file, schema, write_statistics=False, store_schema=False, compression="snappy")


def _lines(batches: Iterable[Any], form: Form) -> Iterator[memoryview]:
    """Yield the header and the rows; cells are prepared once for each distinct value."""
    import pyarrow as pa
    import pyarrow.compute as pc

    cells: list[_Cells] = []
    between = ", " if form.stored == "json" else form.delimiter
    for batch in batches:
        if not cells:
            names = batch.schema.names
            cells = [_Cells(form, names, place) for place in range(len(names))]
            if form.stored == "text":
                header = (_cell(name, form, alone=len(names) == 1, name=True) for name in names)
                yield memoryview((form.delimiter.join(header) + "\n").encode())
        if not batch.num_rows:
            continue
        parts = [prepared.of(column) for prepared, column in zip(cells, batch.columns, strict=True)]
        lines = pc.binary_join_element_wise(*parts, between)
        whole = pc.binary_join(pa.ListArray.from_arrays([0, len(lines)], lines), "\n")
        yield memoryview(whole[0].as_buffer())
        yield memoryview(b"\n")


class _Cells:
    """The cells of one column as they are written; those of a dictionary that comes again are kept."""

    def __init__(self, form: Form, names: Sequence[str], place: int) -> None:
        self.form, self.name, self.alone = form, names[place], len(names) == 1
        self.before = f"{'' if place else '{'}{json.dumps(self.name, ensure_ascii=False)}: "
        self.after = "}" if place == len(names) - 1 else ""
        self.dictionary: Any = None
        self.texts: Any = None

    def of(self, column: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
        import pyarrow as pa

        encoded = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
        if self.dictionary is None or not encoded.dictionary.equals(self.dictionary):
            self.dictionary = encoded.dictionary
            distinct = encoded.dictionary.dictionary_encode()  # targets may hold the same value many times
            written = [self._written(value) for value in [*distinct.dictionary.to_pylist(), None]]
            self._check_encoding(written)
            places = pa.concat_arrays(
                [distinct.indices.fill_null(len(written) - 1), pa.array([len(written) - 1], pa.int32())]
            )
            self.texts = pa.array(written, type=pa.string()).take(places)
        return self.texts.take(encoded.indices.fill_null(len(self.texts) - 1))

    def _written(self, value: str | float | None) -> str:
        if self.form.stored == "json":
            text = number_text(value) if isinstance(value, int | float) else json.dumps(value, ensure_ascii=False)
            return f"{self.before}{text}{self.after}"
        text = self.form.missing_text if value is None else value if isinstance(value, str) else number_text(value)
        return _cell(text, self.form, alone=self.alone)

    def _check_encoding(self, written: Iterable[str]) -> None:
        if self.form.encoding == "utf-8":
            return
        lacking = 0
        for text in written:
            try:
                text.encode(self.form.encoding)
            except UnicodeEncodeError:
                lacking += 1
        if lacking:
            msg = f"column {self.name!r}: {lacking} values have characters that {self.form.encoding} has not"
            raise DataError(msg, hint="write .parquet or .xlsx, or save the input as UTF-8 first")


def _cell(text: str, form: Form, *, alone: bool, name: bool = False) -> str:
    """Guard a text that a spreadsheet would run as a formula, and quote it where it is the habit or CSV needs it."""
    number = _NUMBER.fullmatch(text.replace(",", ".", 1) if form.decimal == "," else text)
    if _FORMULA.match(text) and text != form.missing_text and not number:
        text = f"'{text}"
    needed = any(mark in text for mark in (form.delimiter, '"', "\n", "\r")) or (alone and not text)
    habit = form.quoting == "all" or (form.quoting == "texts" and (name or not (number or text == form.missing_text)))
    return '"' + text.replace('"', '""') + '"' if needed or habit else text


def _with_comma(value: str | float | None) -> str | float | None:
    return number_text(value).translate(COMMA_AND_POINT) if isinstance(value, int | float) else value
