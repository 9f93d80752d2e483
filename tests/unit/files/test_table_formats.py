"""The registry of table formats: what follows for a format from its line, and that docs and page show every format."""

from __future__ import annotations

import re
from pathlib import Path

import pyarrow as pa
import pytest

import kinonym as kn
from kinonym.engines import engine_for, open_table
from kinonym.errors import DataError, PrivacyError, UsageError
from kinonym.files.formats import TABLE_FORMATS
from kinonym.files.formats.table_format import TableContent, TableFormat, WrittenTable
from kinonym.files.recognising import format_of, input_files, table_endings, titles
from kinonym.files.table_stream import read_table
from kinonym.web.folder_paths import listed

DOCS = Path(__file__).parents[3] / "docs" / "files.md"
CELL, LINE = "\x1e", "\x1d"
"""The separators of ASCII: between two cells, and after a record."""


def read_separated(location, options):
    names, *rows = (line.split(CELL) for line in location.file.read_text().removeprefix("toy\n").split(LINE)[:-1])
    columns = [pa.array([row[j] for row in rows], pa.string()) for j in range(len(names))]
    return TableContent(names, iter([pa.table(columns, names=names)]), 2, ["a toy was read"])


def write_separated(batches, form, file):
    for number, batch in enumerate(batches):
        if not number:
            file.write(f"toy\n{CELL.join(batch.schema.names)}{LINE}".encode())
        columns = [[str(text) for text in column.to_pylist()] for column in batch.columns]
        file.write("".join(f"{CELL.join(row)}{LINE}" for row in zip(*columns, strict=True)).encode())


def recount_separated(path, form):
    text = path.read_bytes().decode()[len("toy\n") :]
    names, *rows = [line.split(CELL) for line in text.split(LINE) if line]
    cells = [pa.array([row[place] for row in rows]).dictionary_encode() for place in range(len(names))]
    return WrittenTable(tuple(names), iter([pa.record_batch(cells, names=names)]), str)


TOY = TableFormat(
    name="toy", title="Toy", naming="`data.toy`", read=read_separated, write=write_separated, recount=recount_separated,
    endings=(".toy",), written_endings=(".toy",), magic=(b"toy\n",), growth={".toy": 10**9},
)  # fmt: skip
RECIPE = {
    "columns": {"job": {"role": "quasi", "type": "plain"}, "ward": {"role": "other"}},
    "method": {"name": "suppress", "k": 2},
    "release": {"confirm": ["ward"], "accept_unique": True},
}


@pytest.fixture
def toy(monkeypatch):
    monkeypatch.setitem(TABLE_FORMATS, "toy", TOY)
    return TOY


@pytest.fixture
def data(tmp_path):
    rows = [["job", "ward"], *(["nurse", "A"], ["cook", "B"]) * 6]
    (tmp_path / "data.toy").write_text("toy\n" + "".join(CELL.join(row) + LINE for row in rows))
    return tmp_path / "data.toy"


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_a_format_is_one_line_in_the_registry(tmp_path, toy, data, engine):
    """It is read, masked, written and recounted, by every engine; the other formats can be made from it."""
    result = kn.mask_file(data, RECIPE, tmp_path / "out.toy", engine=engine)
    assert (result.tally.records, read_table(tmp_path / "out.toy").table.column_names) == (12, ["job", "ward"])
    kn.mask_file(data, RECIPE, tmp_path / "out.csv", engine=engine)
    kn.mask_file(tmp_path / "out.csv", RECIPE, tmp_path / "again.toy", engine=engine)
    assert sorted((tmp_path / "again.toy").read_text()) == sorted((tmp_path / "out.toy").read_text())


def test_it_is_recognised_opened_and_listed(tmp_path, toy, data):
    data.rename(tmp_path / "data.odd")
    assert format_of(tmp_path / "data.odd") is toy, "by its first bytes"
    (tmp_path / "data.odd").rename(data)
    assert [file.path for file in listed(tmp_path)] == ["data.toy"]
    assert open_table(data).notices == ("a toy was read",)
    assert engine_for(data, memory_limit="2GB").engine == "duckdb", "it says that it grows in memory"
    with pytest.raises(UsageError) as refused:
        kn.mask_file(data, RECIPE, tmp_path / "out.docx")
    assert ".toy" in str(refused.value.hint)
    (tmp_path / "data.rds").write_bytes(b"RDX3")
    with pytest.raises(DataError, match="and Toy can be read"):
        read_table(tmp_path / "data.rds")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda text: text.replace("nurse", "cook", 1), "not those that the input and the plan ask for"),
        (lambda text: LINE.join([*text.split(LINE)[:-2], ""]), "11 rows where 12 are expected"),
        (lambda text: text.replace("ward", "bed", 1), "columns are not those"),
    ],
)
def test_its_bytes_are_recounted(tmp_path, monkeypatch, data, change, reason):
    def write_wrongly(batches, form, file):
        class Changed:
            def __init__(self):
                self.parts = []

            def write(self, part):
                self.parts.append(part.decode())

        changed = Changed()
        write_separated(batches, form, changed)
        file.write(change("".join(changed.parts)).encode())

    from dataclasses import replace

    monkeypatch.setitem(TABLE_FORMATS, "toy", replace(TOY, write=write_wrongly))
    with pytest.raises(PrivacyError, match=reason):
        kn.mask_file(data, RECIPE, tmp_path / "out.toy")
    assert not (tmp_path / "out.toy").exists()


def test_a_format_by_its_scheme(monkeypatch, data, tmp_path):
    """A reader by the scheme of a URI, such as one of a database."""
    from dataclasses import replace

    by_scheme = replace(TOY, endings=(), magic=(), scheme="toys:", example="toys:file#table")
    monkeypatch.setitem(TABLE_FORMATS, "toy", by_scheme)
    assert open_table(f"toys:{data}#first").source.records == 12
    assert input_files(Path(f"toys:{data}#first")) == [data]
    with pytest.raises(DataError) as refused:
        open_table(f"toys:{data}")
    assert refused.value.hint == "toys:file#table"


def test_the_docs_show_every_format():
    """The table of docs/files.md is that of the registry."""

    def row(form):
        unnamed = "no" if form.commit is None else "a new table"
        written = ", ".join(f"`{ending}`" for ending in form.written_endings) or unnamed
        packed = ", also `.gz`" if form.packed and form.written_endings else ""
        folder = "; `NAME/` is a folder" if form.folders else ""
        extra = "" if form.extra is None else f"`kinonym[{form.extra}]`"
        return [form.title, form.naming, extra, written + packed + folder]

    lines = [line for line in DOCS.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    shown = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[1:]]
    assert [re.sub(r"\s+", " ", "|".join(cells)) for cells in shown] == [
        re.sub(r"\s+", " ", "|".join(row(form))) for form in TABLE_FORMATS.values()
    ]


def test_the_page_names_every_format_of_files():
    from kinonym.web.pages import _environment

    files = [form for form in TABLE_FORMATS.values() if form.endings]
    assert _environment().globals["file_formats"] == titles(files=True)
    assert all(form.title in titles(files=True) for form in files)
    assert "SQLite" not in titles(files=True)


def test_entries_are_consistent():
    names = [ending for form in TABLE_FORMATS.values() for ending in form.endings]
    assert len(set(names)) == len(names)
    for name, form in TABLE_FORMATS.items():
        assert form.name == name
        assert (form.write is None) == (form.recount is None) == (not form.written_endings)
        assert set(form.written_endings) <= set(form.endings) <= {*table_endings()}
        assert (form.scheme is None) == bool(form.endings)
        assert (form.commit is None) == (form.check_output is None)
