"""How a release is written, by the name of its output, the recipe and the layout of the input."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from kinonym.domains.number import COMMA_AND_POINT
from kinonym.errors import UsageError
from kinonym.files.databases.database_names import is_query
from kinonym.files.formats import TABLE_FORMATS, TableFormat
from kinonym.files.formats.table_format import TableName
from kinonym.files.layout import Layout, Quoting
from kinonym.files.recognising import database_format, locate_table
from kinonym.files.texts import is_number, number_text

__all__ = ["Form", "folder_form", "form_of"]

Values = Sequence[str | float | None]


@dataclass(frozen=True)
class Form:
    """How a release is written."""

    format: TableFormat
    gzipped: bool = False
    delimiter: str = ","
    missing_text: str = ""
    encoding: str = "utf-8"
    quoting: Quoting = "minimal"
    decimal: str = "."
    folder: bool = False
    """Whether it is a folder of files."""
    masked: frozenset[str] = frozenset()
    """Masked columns: if columns have types, their numbers are compared in their shortest form."""
    origin: Any = None
    """The Arrow schema of the input, where a database says the types of its columns (`TableContent.types`)."""

    @property
    def typed(self) -> bool:
        """Whether columns of the file have types, which unmasked columns keep."""
        return self.format.typed

    @property
    def marker(self) -> str | None:
        """The text that represents a missing value in the file; None if the format has missing values."""
        if self.format.delimiter is not None:
            return self.missing_text
        return "" if self.format.empty_is_missing else None

    def database_type(self, name: str, kind: Any) -> str | None:  # noqa: ANN401  # pyarrow has no types
        """The type of a column in the database of the input, if that is of the format of the output.

        ``kind``: the Arrow type of the column as it is written; the type is known only of an unmasked column that still
        has it, and of decimal numbers that are masked by numbers.
        """
        index = -1 if self.origin is None else self.origin.get_field_index(name)
        if index < 0:
            return None
        field = self.origin.field(index)
        found = str((field.metadata or {}).get(self.format.name.encode(), b""), "utf-8")
        if name in self.masked:
            return found if found.startswith("numeric") and is_number(kind) else None
        return found if found and field.type == kind else None

    def written(self, values: Mapping[str, Values]) -> Mapping[str, Values]:
        """Return what is written for each masked tuple; with a decimal comma, numbers are texts."""
        if self.format.delimiter is None or self.decimal == ".":
            return values
        return {name: [_use_comma(value) for value in column] for name, column in values.items()}

    def check_size(self, records: int, columns: int) -> None:
        """Reject a table that the format cannot represent."""
        most_rows, most_columns = self.format.most_rows, self.format.most_columns
        if (most_rows is not None and records > most_rows) or (most_columns is not None and columns > most_columns):
            msg = f"{records:,} rows and {columns:,} columns do not fit in a sheet of a workbook"
            raise UsageError(msg, hint="write .csv or .parquet")


def folder_form() -> Form:
    """The form of a folder of files."""
    return Form(next(each for each in TABLE_FORMATS.values() if each.folders), folder=True)


def form_of(  # one keyword for each key of [table]
    path: TableName,
    *,
    delimiter: str | None = None,
    encoding: str | None = None,
    decimal: str = ".",
    missing_text: str = "",
    layout: Layout | None = None,
    folder: bool = False,
) -> Form:
    """Return the form of an output.

    Parameters
    ----------
    path
        The output: a file, or a table of a database.
    delimiter, encoding, decimal, missing_text
        As in the recipe.
    layout
        The layout of a text input, for what the recipe does not say.
    folder
        Whether the output is a folder.
    """
    if folder:
        return folder_form()
    if (database := database_format(path)) is not None:
        return _database_form(path, database)
    path = Path(path)
    suffixes = [suffix.lower() for suffix in path.suffixes]
    gzipped = suffixes[-1:] == [".gz"]
    last = "".join(suffixes[:-1][-1:] if gzipped else suffixes[-1:])
    chosen = next((each for each in TABLE_FORMATS.values() if last in each.written_endings), None)
    if chosen is None or (gzipped and not chosen.packed):
        raise _unwritable(path, last)
    if not all(map(find_spec, chosen.libraries)):
        msg = f"{path}: {chosen.title} needs further libraries"
        raise UsageError(msg, hint=f"pip install 'kinonym[{chosen.extra}]', or write .csv")
    if chosen.delimiter is None:
        return Form(chosen, gzipped)
    mark = layout.delimiter if layout is not None and layout.usual == chosen.delimiter else chosen.delimiter
    return Form(
        chosen, gzipped, delimiter or mark, missing_text, encoding or (layout.encoding if layout else "utf-8"),
        layout.quoting if layout else "minimal", decimal,
    )  # fmt: skip


def _database_form(name: TableName, form: TableFormat) -> Form:
    location = locate_table(name)
    if form.commit is None or is_query(location.part or ""):
        msg = f"{location.name}: the name does not say which table to write"
        raise UsageError(msg, hint=form.example)
    return Form(form)


def _unwritable(path: Path, ending: str) -> UsageError:
    packed = [each for form in TABLE_FORMATS.values() if form.packed for each in form.written_endings]
    *others, last = (each for form in TABLE_FORMATS.values() if not form.packed for each in form.written_endings)
    hint = f"let it end in {', '.join(packed)} (all also with .gz), {', '.join(others)} or {last}, or in / for a folder"
    if any(ending in {*form.endings} - {*form.written_endings} for form in TABLE_FORMATS.values()):
        return UsageError(f"{path}: files that end in {ending} can be read, not written", hint=hint)
    return UsageError(f"{path}: the name does not say how to write the table", hint=hint)


def _use_comma(value: str | float | None) -> str | float | None:
    return number_text(value).translate(COMMA_AND_POINT) if isinstance(value, int | float) else value
