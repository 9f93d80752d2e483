"""What a file of a table is, and its bytes: regular files only, gzip and zstd unpacked in a stream with limits.

Its format is told by its first bytes and its name, with a clear word for what cannot be read; what the bytes mean is
decided in `csv_text`, `json_lines` and `parquet`.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, BinaryIO, Literal

from kinonym.errors import DataError
from kinonym.regular_file import what_else

__all__ = [
    "Format",
    "Source",
    "Unpacked",
    "check_file",
    "format_of",
    "opened",
    "read_bytes",
    "source_of",
    "usual_delimiter",
]

_PACKED = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}
_STEP = 1 << 20
_LONGEST_LINE = 16 << 20
RATIO_LIMIT = 200
"""Text of tables packs 3 to 50 times; gzip itself reaches 1,032."""
RATIO_FROM = 16 << 20
"""Up to this many bytes any ratio is harmless."""


def check_file(path: Path) -> bytes:
    """Return the first bytes of a readable, regular, non-empty file, or say what it is instead."""
    try:
        other = None if path.is_file() else what_else(path)
    except FileNotFoundError:
        msg = f"{path}: there is no such file"
        raise DataError(msg, hint="check the path; it is relative to the current folder") from None
    except OSError as error:
        raise _unreadable(path, error) from None
    if other is not None:
        msg = f"{path}: this is {other}, not a regular file"
        raise DataError(msg, hint="name one CSV, TSV or Parquet file; save what comes through a pipe first")
    head = _head(path)
    if not head:
        msg = f"{path}: the file is empty"
        raise DataError(msg, hint="a table needs a header line and at least one row")
    return head


def read_bytes(path: Path, *, limit: int | None = None) -> bytes:
    """Return the bytes of a file, unpacked; with ``limit`` about that many from its start."""
    pieces: list[bytes] = []
    total = 0
    with opened(path) as file:
        while (limit is None or total < limit) and (piece := file.read(_STEP)):
            pieces.append(piece)
            total += len(piece)
    return b"".join(pieces)


@contextmanager
def opened(path: Path) -> Iterator[Unpacked]:
    """A file open for reading in a stream, unpacked if it is gzip or zstd."""
    head = check_file(path)
    packing = next((name for magic, name in _PACKED.items() if head.startswith(magic)), None)
    try:
        with path.open("rb") as raw, _unpacking(raw, packing) as file:
            yield Unpacked(path, file, packing)
    except OSError as error:
        if packing is None or error.errno is not None:
            raise _unreadable(path, error) from None
        raise _damaged(path, packing) from None
    except (EOFError, zlib.error):
        raise _damaged(path, str(packing)) from None


class Unpacked:
    """The bytes of a file that may be packed; what unpacks beyond measure is refused."""

    def __init__(self, path: Path, file: Any, packing: str | None) -> None:  # noqa: ANN401
        self.packing = packing
        self._path, self._size = path, path.stat().st_size
        self._file, self._total = file, 0

    def read(self, size: int) -> bytes:
        """The next bytes; none at the end."""
        if not self.packing:
            return bytes(self._file.read(size))
        pieces: list[bytes] = []
        while size > 0 and (piece := self._file.read(min(size, _STEP))):
            pieces.append(piece)
            size -= len(piece)
            self._total += len(piece)
            if self._total > max(RATIO_FROM, RATIO_LIMIT * self._size):
                unpacked = f"more than {self._total >> 20} MiB from {self._size} bytes"
                msg = f"{self._path}: the packed file unpacks to {unpacked}"
                raise DataError(msg, hint="if you trust the file, unpack it first, with gzip -d or zstd -d")
        if not self._total:
            msg = f"{self._path}: the {self.packing} file is empty inside"
            raise DataError(msg, hint="a table needs a header line and at least one row")
        return b"".join(pieces)

    def __iter__(self) -> Iterator[bytes]:
        """Its lines."""
        rest = b""
        while piece := self.read(_STEP):
            *lines, rest = (rest + piece).split(b"\n")
            yield from lines
            if len(rest) > _LONGEST_LINE:
                msg = f"{self._path}: a line is longer than {_LONGEST_LINE >> 20} MiB"
                raise DataError(msg, hint="write one record a line, and leave long texts out of the table")
        if rest:
            yield rest


def _unpacking(raw: BinaryIO, packing: str | None) -> Any:  # noqa: ANN401
    if packing is None:
        return nullcontext(raw)
    if packing == "gzip":
        return gzip.GzipFile(fileobj=raw, mode="rb")
    import pyarrow as pa

    return pa.CompressedInputStream(pa.PythonFile(raw, mode="r"), packing)


def _damaged(path: Path, packing: str) -> DataError:
    msg = f"{path}: the {packing} file is damaged or cut off"
    return DataError(msg, hint=f"copy the file again, or unpack it with {packing} -d to see how far it goes")


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(8)
    except OSError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: OSError) -> DataError:
    msg = f"{path}: the file cannot be read ({error.strerror})"
    return DataError(msg, hint="check that you may read the file")


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
