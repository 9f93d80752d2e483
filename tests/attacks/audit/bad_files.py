"""Bad tables of other formats than CSV as data: workbooks, JSON lines, statistics packages, Arrow, folders, pipes."""

from __future__ import annotations

import gzip
import io
import os
import struct
import zipfile

import pyarrow as pa
import pyarrow.parquet as pq
import xlsxwriter

from audit.bad_inputs import Case, file
from audit.starting import DATA

HEADER, *ROWS = (line.split(",") for line in DATA.splitlines())
FAR = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'


def masked(name):
    return ("mask", name, "-r", "recipe.toml", "-o", "out.csv")


def workbook(change=lambda name, content: content):
    """The starting table as a workbook, with its parts changed."""
    packed = io.BytesIO()
    with xlsxwriter.Workbook(packed) as book:
        sheet = book.add_worksheet()
        for place, row in enumerate([HEADER, *ROWS]):
            sheet.write_row(place, 0, row)
    changed = io.BytesIO()
    with zipfile.ZipFile(packed) as old, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)))
    return changed.getvalue()


def sheet(old, new):
    """A workbook with a text in its sheet replaced."""

    def change(name, content):
        return content.replace(old.encode(), new.encode()) if name.startswith("xl/worksheets/") else content

    return workbook(change)


def sheet_of_zeros(name, content):
    return content + bytes(400 << 20) if name.startswith("xl/worksheets/") else content


def written(folder, name, content):
    (folder / name).write_bytes(content() if callable(content) else content)


def case(name, made, content):
    return Case(name, 3, lambda folder: written(folder, made, content), masked(made))


def pipe(name):
    return Case(f"a pipe as {name}", 3, lambda folder: os.mkfifo(folder / name), masked(name))


def device(name):
    return Case(f"a device as {name}", 3, lambda folder: (folder / name).symlink_to("/dev/zero"), masked(name))


def record(**cells):
    return ", ".join(f'"{name}": {cell}' for name, cell in {**dict.fromkeys(HEADER, '"x"'), **cells}.items())


def json_case(name, text):
    def content():
        return (text() if callable(text) else text).encode()

    return case(f"JSON lines: {name}", "data.jsonl", content)


def differing_schemas(folder):
    (folder / "parts").mkdir()
    rows = {name: [row[place] for row in ROWS] for place, name in enumerate(HEADER)}
    pq.write_table(pa.table(rows), folder / "parts" / "a.parquet")
    pq.write_table(pa.table({**rows, "further": ["1"] * len(ROWS)}), folder / "parts" / "b.parquet")


OPEN_SHEET = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
    '<table:table table:name="s">{}</table:table></office:spreadsheet></office:body></office:document-content>'
)


def open_sheet(rows=1, cells=1, last_cells=1):
    """The starting table as a sheet of OpenDocument; its last row and the last cells of rows are repeated."""

    def row(content, times, further):
        cell = '<table:table-cell office:value-type="string"{}><text:p>{}</text:p></table:table-cell>'
        cells_written = [cell.format("", text) for text in content[:-1]]
        cells_written.append(cell.format(f' table:number-columns-repeated="{further}"', content[-1]))
        return f'<table:table-row table:number-rows-repeated="{times}">{"".join(cells_written)}</table:table-row>'

    first_rows = [row(content, 1, cells) for content in (HEADER, *ROWS[:-1])]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        parts.writestr("content.xml", OPEN_SHEET.format("".join([*first_rows, row(ROWS[-1], rows, last_cells)])))
    return packed.getvalue()


NESTED = 100_000
FIRST = HEADER[0]
WORKBOOKS = [
    case("a cell far from the table", "far.xlsx", lambda: sheet("</sheetData>", FAR)),
    case("a cell far from the table, in small letters", "far.xlsx", lambda: sheet("</sheetData>", FAR.replace("XFD", "xfd"))),
    case("a document type in a sheet", "type.xlsx", lambda: sheet("<worksheet", '<!DOCTYPE w [<!ENTITY a "b">]><worksheet')),
    case("a workbook cut short", "cut.xlsx", lambda: workbook()[:-200]),
    case("a part of a workbook damaged", "hurt.xlsx", lambda: workbook().replace(b"PK\x03\x04", b"PK\x03\x05", 3)),
    case("a workbook that unpacks beyond measure", "bomb.xlsx", lambda: workbook(sheet_of_zeros)),
    case("text named as a workbook", "text.xlsx", b"a,b\n1,2\n"),
    Case("no such sheet", 3, lambda folder: written(folder, "ok.xlsx", workbook), masked("ok.xlsx#Nobody")),
    case("an OpenDocument sheet of random bytes", "random.ods", bytes(range(256)) * 40),
    case("an OpenDocument sheet with a row 50 million times", "rows.ods", lambda: open_sheet(rows=50_000_000)),
    case("an OpenDocument sheet with cells 100 million times", "cells.ods", lambda: open_sheet(cells=100_000_000)),
    case("an OpenDocument sheet with 10,000 rows of 10,000 cells", "both.ods", lambda: open_sheet(rows=10_000, last_cells=10_000)),
    case("an old workbook of random bytes", "random.xls", bytes(range(256)) * 40),
    case("a binary workbook of random bytes", "random.xlsb", bytes(range(256)) * 40),
]  # fmt: skip
LINES = [
    json_case("lists in lists", "{" + record(**{FIRST: "[" * NESTED + "]" * NESTED}) + "}\n"),
    json_case("objects in objects", "{" + record(**{FIRST: '{"a":' * NESTED + "1" + "}" * NESTED}) + "}\n"),
    json_case("only opened", "[" * NESTED),
    json_case("a key twice", "{" + record() + f', "{FIRST}": "y"' + "}\n"),
    json_case("every record has other keys", lambda: "".join(f'{{"k{i}": 1}}\n' for i in range(200_000))),
    json_case("one line of 40 MiB", lambda: '{"a": "' + "x" * (40 << 20) + '"}\n'),
    case(
        "packed JSON lines: one line without end",
        "data.jsonl.gz",
        lambda: gzip.compress(b'{"a": "' + b"x" * (300 << 20), 1),
    ),
    json_case("a list", "[1, 2]\n"),
    json_case("a list in a cell", "{" + record(**{FIRST: "[1]"}) + "}\n"),
    json_case("not JSON", "a,b\n1,2\n"),
]
STATISTICS = [
    case(f"{ending} of random bytes", f"random.{ending}", bytes(range(256)) * 40)
    for ending in ("sav", "zsav", "por", "dta", "sas7bdat", "xpt")
]
ARROW = [
    case("Feather of random bytes", "random.feather", bytes(range(256)) * 40),
    case("Feather with a foot of ones", "ones.feather", b"ARROW1\0\0" + b"\xff" * 500 + b"ARROW1"),
    case("Parquet of random bytes", "random.parquet", b"PAR1" + bytes(range(256)) * 40 + b"PAR1"),
    case("Parquet with a foot of 2 GiB", "foot.parquet", b"PAR1" + bytes(100) + struct.pack("<I", 0x7FFFFFFF) + b"PAR1"),
    Case("Parquet folder with differing schemas", 3, differing_schemas, masked("parts")),
    Case("Parquet folder without a file", 3, lambda folder: (folder / "none").mkdir(), masked("none")),
    case("zstd of random bytes", "random.csv.zst", b"\x28\xb5\x2f\xfd" + bytes(range(256)) * 4),
]  # fmt: skip
OTHERS = ("xlsx", "ods", "sav", "dta", "parquet", "feather", "jsonl", "csv.gz")
PIPES = [make(f"data.{ending}") for ending in OTHERS for make in (pipe, device)]
WIDE = [
    case("a million columns", "wide.csv", ",".join(f"c{i}" for i in range(10**6)).encode() + b"\n"),
    case("a million commas", "commas.csv", b"," * 10**6 + b"\n"),
    Case("a pipe as an SQLite file", 3, lambda folder: os.mkfifo(folder / "data.db"), masked("sqlite:data.db#t")),
    Case("text as an SQLite file", 3, file("data.db", "a,b\n"), masked("sqlite:data.db#t")),
]
CASES = [*WORKBOOKS, *LINES, *STATISTICS, *ARROW, *PIPES, *WIDE]
