"""Which format a table has, by its name and its first bytes, with a hint for files that cannot be read."""

from __future__ import annotations

import re
from pathlib import Path

from kinonym.errors import DataError
from kinonym.files.databases.database_names import is_query, shown_name, split_name
from kinonym.files.formats import TABLE_FORMATS, TableFormat
from kinonym.files.formats.table_format import TableLocation, TableName
from kinonym.files.unpacking import check_file

__all__ = [
    "database_format", "format_of", "input_files", "locate_schema", "locate_table", "sheets_of", "table_endings",
    "titles",
]  # fmt: skip

_OTHERS = {
    ".rds": ("an R file", 'in R: write.csv(readRDS("FILE"), "data.csv", row.names = FALSE)'),
    ".rda": ("an R file", "in R: load it and write the table with write.csv(…, row.names = FALSE)"),
    ".rdata": ("an R file", "in R: load it and write the table with write.csv(…, row.names = FALSE)"),
    ".mdb": ("an Access database", "export the table as CSV or as an Excel workbook"),
    ".accdb": ("an Access database", "export the table as CSV or as an Excel workbook"),
    ".dbf": ("a dBase file", "open it in a spreadsheet and save it as CSV"),
    ".numbers": ("a Numbers document", "export it as CSV"),
    ".pdf": ("a PDF document", "ask for the table itself, as CSV"),
    ".xml": ("an XML document", "export it as CSV"),
    ".html": ("a web page", "export it as CSV"),
    ".h5": ("an HDF5 file", "write it as Parquet"),
    ".pkl": ("a pickled object, which is never opened: it can run programs", "write it as Parquet"),
    ".orc": ("an ORC file", "write it as Parquet"),
    ".avro": ("an Avro file", "write it as Parquet"),
    ".sas7bcat": ("a SAS catalogue of labels, not a table", "name the .sas7bdat file"),
    ".sps": ("an SPSS program, not a table", "name the .sav file"),
    ".zip": ("a zip archive", "unpack it and name the table in it"),
}
_ARCHIVES = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_PACKINGS = (".gz", ".zst")


def titles(*, files: bool = False) -> str:
    """The titles of all formats, or of those of files, for messages."""
    *most, last = (form.title for form in TABLE_FORMATS.values() if form.endings or not files)
    return f"{', '.join(most)} and {last}"


def table_endings() -> tuple[str, ...]:
    """The endings of all files that may be tables."""
    plain = [(ending, form.packed) for form in TABLE_FORMATS.values() for ending in form.endings]
    return tuple(ending + packing for ending, packed in plain for packing in ("", *(_PACKINGS if packed else ())))


def locate_table(name: TableName) -> TableLocation:
    """The file that is named, and the sheet in it after a ``#``; or a table of a database."""
    text = str(name)
    for form in TABLE_FORMATS.values():
        if form.is_named_by(text):
            return _locate_in_database(text, form)
    path, (file, mark, part) = Path(text), text.rpartition("#")
    with_parts = {ending for form in TABLE_FORMATS.values() if form.parts is not None for ending in form.endings}
    if mark and not path.exists() and Path(file).suffix.lower() in with_parts:
        return TableLocation(text, Path(file), part)
    return TableLocation(text, path)


def _locate_in_database(text: str, form: TableFormat) -> TableLocation:
    address, part = split_name(text)
    shown, named = shown_name(text), address.partition(":")[2]
    if not named or not part:
        msg = f"{shown}: the name does not say which table to read"
        raise DataError(msg, hint=form.example)
    if form.local:
        return TableLocation(shown, _path_in_url(named, form), part, address)
    if re.match("/[^/]", named):
        msg = f"{shown}: a path cannot name a table of a server"
        raise DataError(msg, hint="give the name as text, not as a Path")
    return TableLocation(shown, None, part, address)


def _path_in_url(named: str, form: TableFormat) -> Path:
    """The file after the scheme: ``file.db``, or as in URLs ``///file.db`` and ``////folder/file.db``."""
    path = named.removeprefix("///")
    if not path or (path == named and named.startswith("//")):
        msg = f"the name of a {form.title} file begins with two slashes, as that of a server does"
        raise DataError(msg, hint=f"{form.example}, or with three slashes before the path")
    return Path(path)


def database_format(name: TableName) -> TableFormat | None:
    """The format of a table of a database; None for a file."""
    return next((form for form in TABLE_FORMATS.values() if form.is_named_by(name)), None)


def locate_schema(name: TableName) -> TableLocation:
    """The database that is named, and the schema in it after a ``#``, None for the usual one."""
    text, form = str(name), database_format(name)
    if form is None:
        msg = f"{text} is not the name of a database"
        raise ValueError(msg)
    address, part = split_name(text) if "#" in text else split_name(f"{text}#")
    named = address.partition(":")[2]
    if is_query(part):
        msg = f"{shown_name(text)}: a query is a single table"
        raise DataError(msg, hint="name the schema with the tables, or the database")
    if form.local:
        return TableLocation(text, _path_in_url(named, form), part or None, address)
    return TableLocation(text, None, part or None, address)


def input_files(name: TableName) -> list[Path]:
    """The file or folder that a table is read from; none for a table of a server."""
    file = locate_table(name).file
    return [] if file is None else [file]


def format_of(name: TableName) -> TableFormat:
    """The format of a table: a file, a folder, a sheet of a workbook or a table of a database."""
    if (form := database_format(name)) is not None:
        return form
    file = locate_table(name).path
    if file.is_dir():
        return next(form for form in TABLE_FORMATS.values() if form.folders)
    return _format_of_file(file, check_file(file), [suffix.lower() for suffix in file.suffixes])


def sheets_of(path: Path) -> list[str]:
    """The sheets of a workbook; none of anything else."""
    parts = format_of(path).parts
    return [] if parts is None else parts(locate_table(path).path)


def _format_of_file(path: Path, head: bytes, suffixes: list[str]) -> TableFormat:
    formats = TABLE_FORMATS.values()
    ending = suffixes[-1] if suffixes else ""
    if (form := next((form for form in formats if form.magic and head.startswith(form.magic)), None)) is not None:
        return form
    if (form := next((form for form in formats if ending in form.endings and not form.packed), None)) is not None:
        return form
    if head.startswith(_ARCHIVES) and ending not in _OTHERS:
        msg = f"{path}: this is a zip archive, or an Excel workbook with another ending"
        raise DataError(msg, hint="rename a workbook to end in .xlsx, .xls or .ods; unpack an archive")
    if head.startswith(b"%PDF"):
        ending = ".pdf"
    if ending in _OTHERS:
        what, hint = _OTHERS[ending]
        msg = f"{path}: this is {what}; {titles()} can be read"
        raise DataError(msg, hint=hint)
    texts = (form for form in formats if form.packed and {*form.endings} & {*suffixes[-2:]})
    return next(texts, next(iter(formats)))
