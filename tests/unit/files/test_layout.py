"""Text files of offices: encoding, delimiter and quoting are detected, reported, and used for the output."""

from __future__ import annotations

import pytest

from kinonym.errors import DataError
from kinonym.files.layout import Layout, layout_of
from kinonym.files.table_stream import columns_of, read_table

WESTERN = "Größe;Ort\n1,75;Köln\n1,80;Zürich “Nord”\n"


def saved(tmp_path, content, name="data.csv"):
    path = tmp_path / name
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    ("encoding", "notice_part"),
    [
        ("utf-8", None),
        ("utf-8-sig", "byte order mark"),
        ("cp1252", "read as cp1252"),
        ("utf-16", "read as utf-16"),
        ("utf-16-le", "read as utf-16-le"),
        ("utf-16-be", "read as utf-16-be"),
        ("utf-32", "read as utf-32"),
    ],
)
def test_the_encoding_is_detected_and_reported(tmp_path, encoding, notice_part):
    file = read_table(saved(tmp_path, WESTERN.encode(encoding)))
    assert file.table.to_pydict() == {"Größe": ["1,75", "1,80"], "Ort": ["Köln", "Zürich “Nord”"]}
    assert file.layout.encoding == encoding
    assert [notice_part in notice for notice in file.notices[:-1]] == ([] if notice_part is None else [True])
    assert file.notices[-1] == "cells are separated by ';'"


@pytest.mark.parametrize(
    "text",
    [
        "płeć,zawód\nmężczyzna,hydraulik\n".encode("cp1250"),
        "имя,работа\nИван,врач\n".encode("cp1251"),
        "名前,仕事\n田中,医者\n".encode("shift_jis"),
        b"a,b\n1,caf\x81\n",
        b"a,b\n\x01\x02,caf\xe9\n",
    ],
)
def test_an_encoding_that_cannot_be_detected_is_rejected_before_it_is_misread(tmp_path, text):
    with pytest.raises(DataError, match="cannot be detected") as caught:
        read_table(saved(tmp_path, text))
    assert "--encoding" in caught.value.hint


def test_a_few_wrong_bytes_do_not_make_another_encoding(tmp_path):
    with pytest.raises(DataError, match="not UTF-8 .first at line 4."):
        read_table(saved(tmp_path, "a,b\né,ü\nö,à\n".encode() + b"x,\xff\n"))


def test_letters_late_in_the_file_are_used_to_detect_the_encoding(tmp_path):
    late = b"a,b\n" + b"1,2\n" * 400_000 + "é,2\n".encode("cp1252")
    assert read_table(saved(tmp_path, late)).table["a"][-1].as_py() == "é"


def test_a_stated_layout_is_not_detected(tmp_path):
    path = saved(tmp_path, "płeć;wiek\nmąż;40\n".encode("cp1250"))
    file = read_table(path, encoding="cp1250", delimiter=";")
    assert file.table.column_names == ["płeć", "wiek"]
    assert file.notices == ()
    assert file.layout == Layout(encoding="cp1250", delimiter=";")


@pytest.mark.parametrize(
    ("text", "name", "delimiter"),
    [
        ("a,b\n1,2\n", "data.csv", ","),
        ("a;b\n1,5;2\n", "data.csv", ";"),
        ("a\tb\n1,5\t2\n", "data.csv", "\t"),
        ("a|b\n1,5|2\n", "data.csv", "|"),
        ("a,b;c\n1,2;3\n", "data.csv", ","),  # both delimiters are possible: that of the ending
        ("a,b\tc\n1,2\t3\n", "data.tsv", "\t"),
        ("age, years;place\n34;Bonn\n35;Ulm\n", "data.csv", ";"),
        ('a;b\n"x;y";2\n1;2;3\n', "data.csv", ";"),  # a broken row, not another delimiter
        ("text\nno, mark; at | all\n", "data.csv", ","),
        ("a;b\n1;2\n", "data.tsv", ";"),
        ("id;surname, given;sex\n1;Byron, Ada;f\n2;Weiss, Karl;m\n", "data.csv", ";"),  # a comma in each row
    ],
)
def test_the_delimiter_is_found(tmp_path, text, name, delimiter):
    path = saved(tmp_path, text.encode(), name)
    usual = "\t" if name.endswith("tsv") else ","
    layout = layout_of(path, usual)
    assert layout.delimiter == delimiter
    assert bool(layout.notices) == (delimiter != usual)


@pytest.mark.parametrize(
    ("text", "quoting"),
    [
        ("a,b\n1,x\n", "minimal"),
        ('a,b\n1,"x,y"\n', "minimal"),
        ('"a","b"\n1,"x"\nNA,"y"\n', "texts"),
        ('"a","b"\n"1","x ""y"" z"\n"",""\n', "all"),
        ('"a";"b"\n1,5;"two\nlines"\n', "texts"),
    ],
)
def test_the_quoting_is_found(tmp_path, text, quoting):
    assert layout_of(saved(tmp_path, text.encode()), ",").quoting == quoting


def test_repeated_names_are_numbered_with_a_notice(tmp_path):
    file = read_table(saved(tmp_path, b"age,job,age,age_2,age\n1,x,2,3,4\n"))
    assert file.table.to_pydict() == {"age": ["1"], "job": ["x"], "age_3": ["2"], "age_2": ["3"], "age_4": ["4"]}
    assert [notice.split(" has")[0] for notice in file.notices] == ["column 3", "column 5"]
    assert columns_of(tmp_path / "data.csv") == ("age", "job", "age_3", "age_2", "age_4")


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("data.rds", b"X\n", "an R file"),
        ("data.accdb", b"\0\1\0\0Standard ACE DB", "an Access database"),
        ("data.zip", b"PK\x03\x04rest", "a zip archive"),
        ("data.csv", b"PK\x03\x04rest", "with another ending"),
        ("data.txt", b"%PDF-1.7\n", "a PDF document"),
        ("data.json", b'[{"a": 1}]\n', "JSON array"),
        ("data.pkl", b"\x80\x04", "never opened"),
    ],
)
def test_an_unreadable_file_gets_a_clear_error(tmp_path, name, content, words):
    with pytest.raises(DataError, match=words) as caught:
        read_table(saved(tmp_path, content, name))
    assert caught.value.hint


def test_json_lines_under_the_name_of_json(tmp_path):
    file = read_table(saved(tmp_path, b'{"a": 1}\n{"a": "007"}\n', "data.json"))
    assert (file.format, file.table.to_pydict(), file.layout) == ("json", {"a": ["1", "007"]}, None)


@pytest.mark.parametrize("mark", ["^", "~", ":", "/", "#", "\x01"])
def test_an_unusual_delimiter_is_named_in_the_hint(tmp_path, mark):
    rows = [["age", "sex", "job"], ["30", "f", "nurse"], ["40", "m", "baker"]]
    data = tmp_path / "data.csv"
    data.write_text("".join(f"{mark.join(row)}\n" for row in rows))
    with pytest.raises(DataError) as refused:
        read_table(data)
    assert "--delimiter" in refused.value.hint
    assert read_table(data, delimiter=mark).table.column_names == ["age", "sex", "job"]


@pytest.mark.parametrize(
    "rows", [["start time", "10:30", "11:45"], ["day", "1/2/2020", "2/3/2020"], ["note", "a#b", "c"]]
)
def test_one_column_stays_one_column(tmp_path, rows):
    data = tmp_path / "data.csv"
    data.write_text("\n".join([*rows, ""]))
    assert read_table(data).table.column_names == rows[:1]
