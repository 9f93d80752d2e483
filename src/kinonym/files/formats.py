"""What a file of a table is: by its first bytes and its name; a clear word for what cannot be read."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from kinonym.errors import DataError
from kinonym.files.input_bytes import check_file

__all__ = ["Format", "Source", "format_of", "source_of", "usual_delimiter"]

Format = Literal["csv", "tsv", "json", "parquet", "feather", "sqlite", "postgres", "excel", "spss", "stata", "sas"]
Source = tuple[Path, str | None]
"""The file, and the sheet or table in it that is meant."""

_DATABASES: dict[str, tuple[Format, str]] = {
    "sqlite:": ("sqlite", "sqlite:file.db#table"),
    "postgres:": ("postgres", "postgres:dbname=NAME host=HOST#table"),
}
_EXCEL = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
_ENDINGS: dict[str, Format] = {
    ".parquet": "parquet", ".feather": "feather", ".arrow": "feather", ".ipc": "feather",
    ".sav": "spss", ".zsav": "spss", ".por": "spss", ".dta": "stata", ".sas7bdat": "sas", ".xpt": "sas",
    **dict.fromkeys(_EXCEL, "excel"),
}  # fmt: skip
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
READ = "CSV, TSV, JSON lines, Parquet, Feather, Excel, SPSS, Stata, SAS, sqlite: and postgres: can be read"


def source_of(path: Path) -> Source:
    """The file that is named, and what follows a ``#``: a sheet of a workbook, a table of a database."""
    text = str(path)
    file, mark, part = text.rpartition("#")
    for scheme, (_, example) in _DATABASES.items():
        if text.startswith(scheme):
            named = file.removeprefix(scheme)
            if not named or not part or (named.startswith("/") and scheme == "postgres:"):
                msg = f"{path}: this does not say which table is meant"
                raise DataError(msg, hint=example)
            return Path(named), part
    if mark and not path.exists() and Path(file).suffix.lower() in _EXCEL:
        return Path(file), part
    return path, None


def usual_delimiter(kind: Format) -> str:
    """What stands between two cells of a text file by its name."""
    return "\t" if kind == "tsv" else ","


def format_of(path: Path) -> Format:
    """What is named: a file, a folder, a sheet of a workbook or a table of a database."""
    file, _ = source_of(path)
    for scheme, (kind, _) in _DATABASES.items():
        if str(path).startswith(scheme):
            return kind
    if file.is_dir():
        return "parquet"
    return _by_content(file, check_file(file), [suffix.lower() for suffix in file.suffixes])


def _by_content(path: Path, head: bytes, suffixes: list[str]) -> Format:
    ending = suffixes[-1] if suffixes else ""
    if head.startswith(b"PAR1"):
        return "parquet"
    if head.startswith((b"ARROW1", b"FEA1")):
        return "feather"
    if ending in _ENDINGS:
        return _ENDINGS[ending]
    if head.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")) and ending not in _OTHERS:
        msg = f"{path}: this is a zip archive or an Excel workbook under another name"
        raise DataError(msg, hint="let the name of a workbook end in .xlsx, .xls or .ods; unpack an archive")
    if head.startswith(b"%PDF"):
        ending = ".pdf"
    if ending in _OTHERS:
        what, hint = _OTHERS[ending]
        msg = f"{path}: this is {what}; {READ}"
        raise DataError(msg, hint=hint)
    return _text_format(path, head, suffixes)


def _text_format(path: Path, head: bytes, suffixes: list[str]) -> Format:
    if suffixes[-1:] == [".json"] and head.lstrip().startswith(b"["):
        msg = f"{path}: this is a JSON array, not JSON lines"
        raise DataError(msg, hint="write one object a line: jq -c '.[]' FILE > data.jsonl")
    if {".jsonl", ".ndjson", ".json"} & set(suffixes[-2:]):
        return "json"
    return "tsv" if {".tsv", ".tab"} & set(suffixes[-2:]) else "csv"
