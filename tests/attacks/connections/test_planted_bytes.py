"""Defects planted in the written bytes of every format, before the gate reads them: refused, and nothing is left.

The file is read and written again by other libraries than those of the program; without a defect the same rewriting
passes, so it is the defect that is refused.
"""

import csv
import gzip
import io
import json

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow import feather

import kinonym as kn
from connections import hospital
from kinonym.errors import PrivacyError
from kinonym.release import gate

# --- each format read into rows of cells, the header first, and written again


def text_rows(content, delimiter=","):
    return [[cell or None for cell in row] for row in csv.reader(io.StringIO(content.decode()), delimiter=delimiter)]


def text_of(rows, delimiter=","):
    file = io.StringIO()
    csv.writer(file, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return file.getvalue().encode()


def json_rows(content):
    records = [json.loads(line) for line in content.splitlines()]
    return [list(records[0]), *(list(record.values()) for record in records)]


def json_of(rows):
    return "".join(json.dumps(dict(zip(rows[0], row, strict=True))) + "\n" for row in rows[1:]).encode()


def table_rows(table):
    return [table.column_names, *map(list, zip(*table.to_pydict().values(), strict=True))]


def table_of(rows):
    return pa.table(
        {name: pa.array(cells, pa.string()) for name, *cells in map(list, zip(*rows, strict=True))},
    )


def parquet_of(rows, write=pq.write_table):
    file = io.BytesIO()
    write(table_of(rows), file)
    return file.getvalue()


def feather_of(rows):
    return parquet_of(rows, feather.write_feather)


def sheet_rows(content):
    return [list(row) for row in openpyxl.load_workbook(io.BytesIO(content)).active.iter_rows(values_only=True)]


def sheet_of(rows):
    book, file = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(file)
    return file.getvalue()


FORMATS = {
    "out.csv": (text_rows, text_of),
    "out.csv.gz": (lambda content: text_rows(gzip.decompress(content)), lambda rows: gzip.compress(text_of(rows))),
    "out.tsv": (lambda content: text_rows(content, "\t"), lambda rows: text_of(rows, "\t")),
    "out.jsonl": (json_rows, json_of),
    "out.jsonl.gz": (lambda content: json_rows(gzip.decompress(content)), lambda rows: gzip.compress(json_of(rows))),
    "out.parquet": (lambda content: table_rows(pq.read_table(io.BytesIO(content))), parquet_of),
    "out.feather": (lambda content: table_rows(feather.read_table(io.BytesIO(content))), feather_of),
    "out.xlsx": (sheet_rows, sheet_of),
    "out/": (lambda content: table_rows(pq.read_table(io.BytesIO(content))), parquet_of),
}

# --- defects: rows in, rows out; the mark of a test is the first column, `a` the next, `note` the last


def nothing(rows):
    return rows


def changed(rows, place, column, cell):
    return [*rows[:place], [*rows[place][:column], cell, *rows[place][column:][1:]], *rows[place + 1 :]]


def slipped(rows, column):
    cells = [row[column] for row in rows[1:]]
    moved = [*cells[1:], cells[0]]
    return [rows[0], *([*row[:column], cell, *row[column:][1:]] for row, cell in zip(rows[1:], moved, strict=True))]


DEFECTS = {
    "a row is lost": lambda rows: rows[:-1],
    "a row comes twice": lambda rows: [*rows, rows[-1]],
    "a row is exchanged for another": lambda rows: [*rows[:-1], next(row for row in rows[1:] if row != rows[-1])],
    "a masked cell changes": lambda rows: changed(rows, 5, 1, "rugby" if rows[5][1] != "rugby" else "soccer"),
    "a masked cell is missing": lambda rows: changed(rows, 5, 1, None),
    "a kept cell changes": lambda rows: changed(rows, 5, -1, "n99"),
    "a masked column slips": lambda rows: slipped(rows, 1),
    "a kept column slips": lambda rows: slipped(rows, -1),
    "a column is lost": lambda rows: [row[:-1] for row in rows],
    "a column comes twice": lambda rows: [[*row, "again" if row is rows[0] else row[-1]] for row in rows],
    "a column has another name": lambda rows: [[*rows[0][:-1], "remark"], *rows[1:]],
    "columns change places": lambda rows: [[row[0], row[2], row[1], *row[3:]] for row in rows],
    "the mark of a test is taken off": lambda rows: [row[1:] for row in rows],
    "one row has no mark of a test": lambda rows: changed(rows, 5, 0, None),
    "the mark of a test says something else": lambda rows: [rows[0], *(["ready", *row[1:]] for row in rows[1:])],
}
CUT = 30

# --- runs: by record, by person, and whole histories

HISTORIES = {"person": "id", "gather": ["a"]}
RUNS = {
    "records": {"columns": {"b": {"role": "identifier"}}},
    "persons": {"columns": {"b": {"role": "identifier"}}, "table": {"person": "id"}},
    "histories": {
        "table": HISTORIES,
        "columns": {name: {"role": "identifier"} for name in ("b", "age", "illness", "note")},
    },
}
BY_PERSON = [
    (run, name) for run in ("persons", "histories") for name in ("out.csv", "out.jsonl", "out.parquet", "out.xlsx")
]
PLACES = [*(("records", name) for name in FORMATS), *BY_PERSON]


def planted(patch, name, change):
    """Let the gate count a file that was changed after it was written."""
    real = gate.read_back

    def altered(path, form):
        file = next(path.glob("*.parquet")) if path.is_dir() else path
        file.write_bytes(change(file.read_bytes()))
        return real(path, form)

    patch.setattr(gate, "read_back", altered)


def rewriting(name, defect):
    read, write = FORMATS[name]
    return lambda content: write(defect(read(content)))


def mask(folder, run, name):
    content = [[f"p{i % 20}", *row[1:]] for i, row in enumerate(hospital.rows(60))]
    data = hospital.write_table(folder, content)
    recipe = hospital.recipe(folder, {"name": "sa-mdav", "k": 3}, **{key: dict(RUNS[run][key]) for key in RUNS[run]})
    return kn.mask_file(data, recipe, f"{folder}/{name}", seed=1)


def left(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize(("run", "name"), PLACES)
def test_a_file_that_was_rewritten_without_a_defect_passes(tmp_path, monkeypatch, run, name):
    planted(monkeypatch, name, rewriting(name, nothing))
    mask(tmp_path, run, name)
    assert (tmp_path / name).exists()


@pytest.mark.parametrize(("run", "name"), PLACES)
def test_every_defect_of_the_bytes_is_refused(tmp_path, monkeypatch, run, name):
    for label, defect in DEFECTS.items():
        with monkeypatch.context() as patch:
            planted(patch, name, rewriting(name, defect))
            with pytest.raises(PrivacyError):
                pytest.fail(f"{label}: {mask(tmp_path, run, name)}")
        assert left(tmp_path) == ["data.csv", "sports.csv"], label


@pytest.mark.parametrize(("run", "name"), PLACES)
def test_a_file_that_is_cut_short_is_refused(tmp_path, monkeypatch, run, name):
    planted(monkeypatch, name, lambda content: content[:-CUT])
    with pytest.raises(PrivacyError):
        mask(tmp_path, run, name)
    assert left(tmp_path) == ["data.csv", "sports.csv"]
