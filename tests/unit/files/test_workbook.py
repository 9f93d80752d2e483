"""Sheets of workbooks: read by name, every cell as text, and a clear refusal of sheets without a table."""

from __future__ import annotations

import base64
import datetime as dt
import zipfile
import zlib

import pytest

from kinonym.errors import DataError, UsageError
from kinonym.files.formats import workbook
from kinonym.files.recognising import sheets_of
from kinonym.files.table_stream import read_table

xlsxwriter = pytest.importorskip("xlsxwriter")
pytest.importorskip("python_calamine")

OLD_EXCEL = (  # a sheet "Old" of two columns and two rows, as Excel 97 writes it
    "c-rk)O=uHA6#iy6X@1(Ko0<x(P(sD3wHNWChq@|g4`Que6cIEri)h0}Rz2uJt2IYK@T7Pt6v0c?i$CZ=4}u4wq6a|`5<PknR6Mj<-@Kj0RC8!RgUWo%eDn6bH#09gZ)P+5axPt&zS~#DPuL6-H9vv2I-Q`B2yZNq-S?#!)^RGn#y^EboF=j@ibtI<VsZ}Ud{<%MPUI;u@Se&+oWNMgb+RqQHjW`DWDFz30yjvLLN7<v&3uG;8S`!Se9XLsHJ6!3$hRU6V9p*J+NiR4zcIkJ6lA~mxy@VFtVa)?%Pc;BMFhT4Z1s-iihrk}Khl92(7cU0uH)s36=Y}vXYj?(0-wW``XsCMt<?*V{@Y@GtbzWj5dkLQALaxvqaDvoX)&?8SeVC3keLf<kC*bqxuZ@La8G+D9n$aoT6B|gQ|3i%En38#oZKD61$42T<`lPRo1VY*>D8|MxP6E<le}>U+xsdR5qw;bEvRt{K|B)DcZhi%^F{7;1<QTR8A?p52giGquw#mSF0plx#@WDlZLhAA*N|NPxaUEC`GdWd<k`{c+05)4dm01ux+ze5c}-zh42$d6Bp%vfE!0-<j=A@jZ6R)0Dt2GJ!@975B#UY0;7&drq5MSyf5HB;$8$!K<4NPD@;4gz8|-f?|KRDjZ=%<#(T#i3NSo9TB%z_9p`oFnp`oGC5(xFj-c%=zs5(Bx)OVc)DmDF?<iEvUl;}D|2h;6vsrGQDsr*@vs0jNKOKcN<FO=9vqkEV@p5vHkI)CZ-C+dICk{epTZwWO!eyy1}|M2+V0oGo{69"
)
MANIFEST = '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
OPEN_DOCUMENT = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">
<office:body><office:spreadsheet><table:table table:name="Blatt">
<table:table-row><table:table-cell office:value-type="string"><text:p>job</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell office:value-type="float" office:value="7"><text:p>007</text:p></table:table-cell></table:table-row>
</table:table></office:spreadsheet></office:body></office:document-content>"""


def made(path, *sheets, merge=None, first_row=0):
    """A workbook; each sheet is (name, rows)."""
    book = xlsxwriter.Workbook(path)
    day = book.add_format({"num_format": "yyyy-mm-dd"})
    for name, rows in sheets:
        sheet = book.add_worksheet(name)
        for number, row in enumerate(rows, start=first_row):
            for place, value in enumerate(row):
                sheet.write(number, place, value, *([day] if isinstance(value, dt.date) else []))
        if merge is not None:
            sheet.merge_range(*merge, "together")
    book.close()
    return path


ROWS = [["job", "age", "seen", "well"], ["nurse", 41, dt.date(2020, 1, 31), True], ["welder", 36.5, None, False]]


def test_cells_as_text(tmp_path):
    book = xlsxwriter.Workbook(tmp_path / "b.xlsx", {"strings_to_formulas": False})
    sheet = book.add_worksheet("One")
    sheet.write_row(0, 0, ["code", "weight", "code"])
    sheet.write_string(1, 0, "007")
    sheet.write_number(1, 1, 250.0)
    sheet.write_number(2, 0, 7, book.add_format({"num_format": "000"}))
    sheet.write_formula(2, 1, "=1/0", value="#DIV/0!")
    sheet.write_string(2, 2, "=1+1")
    book.close()
    file = read_table(tmp_path / "b.xlsx")
    assert file.table.to_pydict() == {"code": ["007", "7"], "weight": ["250", None], "code_2": [None, "=1+1"]}
    assert file.format == "excel"
    assert "column 3" in file.notices[0]


def test_dates_booleans_and_an_offset(tmp_path):
    file = read_table(made(tmp_path / "b.xlsx", ("One", [[None, *row] for row in ROWS]), first_row=3))
    assert file.table.to_pydict() == {
        "job": ["nurse", "welder"],
        "age": ["41", "36.5"],
        "seen": ["2020-01-31", None],
        "well": ["true", "false"],
    }


def test_a_sheet_by_name(tmp_path):
    path = made(tmp_path / "b.xlsx", ("One", [["a"], ["1"]]), ("Two words", [["b"], ["2"]]))
    assert read_table(f"{path}#Two words").table.to_pydict() == {"b": ["2"]}
    assert sheets_of(path) == ["One", "Two words"]
    with pytest.raises(DataError, match="2 sheets, but none was chosen") as caught:
        read_table(path)
    assert "it has: One, Two words" in caught.value.hint
    with pytest.raises(DataError, match="no sheet 'Too'") as caught:
        read_table(f"{path}#Too")
    assert caught.value.hint


def test_a_hidden_sheet_is_read_only_by_name(tmp_path):
    book = xlsxwriter.Workbook(tmp_path / "b.xlsx")
    for name in ("ShownError", "Lists"):
        book.add_worksheet(name).write_column(0, 0, [name, "x"])
    book.get_worksheet_by_name("Lists").hide()
    book.close()
    assert read_table(tmp_path / "b.xlsx").table.column_names == ["ShownError"]
    assert read_table(f"{tmp_path / 'b.xlsx'}#Lists").table.column_names == ["Lists"]


@pytest.mark.parametrize(
    ("merge", "words"),
    [((0, 0, 0, 1), "row 1: cells of the header are merged"), ((1, 0, 2, 0), "row 2: cells are merged")],
)
def test_merged_cells(tmp_path, merge, words):
    rows = [["a", "b"], ["1", "2"], ["3", "4"]]
    with pytest.raises(DataError, match=words):
        read_table(made(tmp_path / "b.xlsx", ("One", rows), merge=merge))


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([], "the sheet is empty"),
        ([["a", "b"]], "no rows"),
        ([["a", None, "c"], [1, 2, 3]], "column 2 has no name"),
        ([["a"], ["x"], [None], ["sum"]], "row 3: the line is blank"),
    ],
)
def test_a_sheet_without_a_table_is_refused(tmp_path, rows, words):
    with pytest.raises(DataError, match=words):
        read_table(made(tmp_path / "b.xlsx", ("One", rows)))


def test_a_file_that_is_not_a_workbook_is_refused(tmp_path):
    (tmp_path / "b.xlsx").write_bytes(b"PK\x03\x04 not a workbook")
    with pytest.raises(DataError, match="not a workbook, or it is damaged"):
        read_table(tmp_path / "b.xlsx")
    whole = made(tmp_path / "whole.xlsx", ("One", [["a"], ["x"]])).read_bytes()
    directory = whole.rindex(b"PK\5\6") + 16  # where the archive says that its directory begins: behind its end
    (tmp_path / "b.xlsx").write_bytes(whole[:directory] + b"\xff\xff\xff\x7f" + whole[directory + 4 :])
    with pytest.raises(DataError, match="not a workbook, or it is damaged"):
        read_table(tmp_path / "b.xlsx")
    with zipfile.ZipFile(tmp_path / "bomb.xlsx", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", b"0" * (64 << 20))
    with pytest.raises(DataError, match="unpacks to more than"):
        read_table(tmp_path / "bomb.xlsx")


def test_old_excel_and_opendocument_workbooks_are_read(tmp_path):
    (tmp_path / "old.xls").write_bytes(zlib.decompress(base64.b85decode(OLD_EXCEL)))
    assert read_table(tmp_path / "old.xls").table.to_pydict() == {"job": ["nurse", "Köln"], "age": ["41", "36.5"]}
    with zipfile.ZipFile(tmp_path / "open.ods", "w") as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr("META-INF/manifest.xml", MANIFEST)
        packed.writestr("content.xml", OPEN_DOCUMENT)
    assert read_table(f"{tmp_path / 'open.ods'}#Blatt").table.to_pydict() == {"job": ["7"]}


def test_a_name_with_a_number_sign_is_a_name(tmp_path):
    (tmp_path / "visit#2.csv").write_text("a\n1\n")
    assert read_table(tmp_path / "visit#2.csv").table.num_rows == 1


def test_without_the_library(tmp_path, monkeypatch):
    path = made(tmp_path / "b.xlsx", ("One", [["a"], ["1"]]))
    monkeypatch.setitem(__import__("sys").modules, "python_calamine", None)
    with pytest.raises(UsageError) as caught:
        workbook.calamine()
    assert "kinonym[excel]" in caught.value.hint
    with pytest.raises(UsageError):
        read_table(path)
