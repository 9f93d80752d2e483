"""SPSS, Stata and SAS: value labels replace codes, and values without a label are reported."""

from __future__ import annotations

import datetime as dt
import sys

import pandas as pd
import pytest

from kinonym.errors import DataError, UsageError
from kinonym.files.formats import labelled
from kinonym.files.table_stream import read_table

pyreadstat = pytest.importorskip("pyreadstat")

TABLE = pd.DataFrame(
    {
        "job": [1.0, 2.0, None, 2.0],
        "age": [41.0, 36.5, 99.0, 7.0],
        "place": ["Köln", "", "Ulm", "007"],
        "seen": [dt.date(2020, 1, 31)] * 3 + [None],
    }
)
JOBS = {1: "nurse", 2: "midwife", 3: "welder"}
EXPECTED = {
    "job": ["nurse", "midwife", None, "midwife"],
    "age": ["41", "36.5", "99", "7"],
    "place": ["Köln", None, "Ulm", "007"],
    "seen": ["2020-01-31"] * 3 + [None],
}


@pytest.mark.parametrize(("name", "write"), [("t.sav", "write_sav"), ("t.zsav", "write_sav"), ("t.dta", "write_dta")])
def test_labels_replace_their_codes(tmp_path, name, write):
    options = {"compress": True} if name.endswith("zsav") else {}
    getattr(pyreadstat, write)(TABLE, tmp_path / name, variable_value_labels={"job": JOBS}, **options)
    file = read_table(tmp_path / name)
    assert file.table.to_pydict() == EXPECTED
    assert file.notices == ()
    assert file.format == ("stata" if name.endswith("dta") else "spss")


@pytest.mark.parametrize(("name", "write"), [("t.xpt", "write_xport"), ("t.por", "write_por")])
def test_files_without_labels(tmp_path, name, write):
    table = TABLE.replace("Köln", "Bonn").rename(columns=str.upper)
    getattr(pyreadstat, write)(table, str(tmp_path / name))
    read = read_table(tmp_path / name).table.to_pydict()
    places = {"place": ["Bonn", None, "Ulm", "007"], "job": ["1", "2", None, "2"]}
    assert {key.lower(): value for key, value in read.items()} == {**EXPECTED, **places}


def test_piece_by_piece(tmp_path, monkeypatch):
    pyreadstat.write_sav(TABLE, tmp_path / "t.sav", variable_value_labels={"job": JOBS})
    for size in (1, 2, 3, 4):
        monkeypatch.setattr(labelled, "_ROWS", size)
        assert read_table(tmp_path / "t.sav").table.to_pydict() == EXPECTED


def test_values_with_equal_labels_are_released_with_label_and_code(tmp_path):
    pyreadstat.write_sav(TABLE, tmp_path / "t.sav", variable_value_labels={"job": {1: "other", 2: "other", 3: "none"}})
    file = read_table(tmp_path / "t.sav")
    assert file.table["job"].to_pylist() == ["other (1)", "other (2)", None, "other (2)"]
    assert "column 'job': 1 value labels belong to several values" in file.notices[0]


def test_values_without_a_label_are_unchanged_and_reported(tmp_path):
    pyreadstat.write_sav(TABLE, tmp_path / "t.sav", variable_value_labels={"job": {1: "nurse"}, "age": {99: "unknown"}})
    file = read_table(tmp_path / "t.sav")
    assert file.table["job"].to_pylist() == ["nurse", "2", None, "2"]
    assert file.table["age"].to_pylist() == ["41", "36.5", "unknown", "7"]
    assert file.notices == (
        "column 'job': 1 values have no label and are unchanged",
        "column 'age': 3 values have no label and are unchanged",
    )


def test_a_value_equal_to_the_label_of_another_value_is_refused(tmp_path):
    pyreadstat.write_sav(TABLE, tmp_path / "t.sav", variable_value_labels={"job": {1: "2"}})
    with pytest.raises(DataError, match="column 'job' has a value without a label that equals"):
        read_table(tmp_path / "t.sav")


def test_values_that_the_file_declares_missing(tmp_path):
    pyreadstat.write_sav(TABLE, tmp_path / "t.sav", missing_ranges={"age": [99]})
    assert read_table(tmp_path / "t.sav").table["age"].to_pylist() == ["41", "36.5", None, "7"]


@pytest.mark.parametrize("name", ["t.sav", "t.dta", "t.sas7bdat", "t.xpt"])
def test_a_damaged_file(tmp_path, name):
    (tmp_path / name).write_bytes(b"this is no such file at all, and says so" * 99)
    with pytest.raises(DataError, match="does not have the format of its name"):
        read_table(tmp_path / name)


def test_without_the_library(tmp_path, monkeypatch):
    (tmp_path / "t.sav").write_bytes(b"$FL2")
    monkeypatch.setitem(sys.modules, "pyreadstat", None)
    with pytest.raises(UsageError) as caught:
        read_table(tmp_path / "t.sav")
    assert "kinonym[stats]" in caught.value.hint
