"""Columns with few distinct texts are read as dictionaries: the same cells, rows and refusals as without."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import kinonym as kn
from kinonym.engines.duckdb import text_codes
from kinonym.engines.memory import MemorySource
from kinonym.engines.opening import ReadingOptions, engine_for
from kinonym.errors import DataError
from kinonym.files import unpacking
from kinonym.files.formats import delimited
from kinonym.files.table_stream import read_stream, read_table

ROWS = 9_000


@pytest.fixture
def small_pieces(monkeypatch):
    """A file of some 200 kB is read in many pieces, and its beginning is a part of it."""
    for module, name in ((delimited, "_PIECE"), (delimited, "_HEAD"), (unpacking, "_STEP")):
        monkeypatch.setattr(module, name, 1 << 14)


def columns(rows=ROWS):
    """Few texts, different ones in each row, and few at the beginning only."""
    return {
        "ward": [f"ward {i * i % 7}" for i in range(rows)],
        "number": [f"{i:05}" for i in range(rows)],
        "later": ["same" if i < rows // 2 else f"{i}" for i in range(rows)],
        "gaps": ["" if i % 3 else "x" for i in range(rows)],
    }


def save(table, path, end="\n", quote=""):
    lines = [
        ",".join(table),
        *(",".join(f"{quote}{cell}{quote}" for cell in row) for row in zip(*table.values(), strict=True)),
    ]
    path.write_bytes((end.join(lines) + end).encode())
    return path


def is_dictionary(schema):
    return [pa.types.is_dictionary(kind) for kind in schema.types]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("quote", ["", '"'])
def test_a_text_has_the_same_cells_with_and_without(tmp_path, small_pieces, end, quote):
    path = save(columns(), tmp_path / "data.csv", end, quote)
    plain, few = read_table(path), read_table(path, few_texts=True)
    assert is_dictionary(plain.table.schema) == [False] * 4
    assert is_dictionary(few.table.schema) == [True, False, True, True]
    assert few.table.to_pydict() == plain.table.to_pydict() == columns()


def test_a_short_text_has_no_dictionaries(tmp_path):
    path = save(columns(100), tmp_path / "data.csv")
    assert is_dictionary(read_table(path, few_texts=True).table.schema) == [False] * 4


@pytest.mark.parametrize("damage", ["\0", "x" * (1 << 20) + "x"])
def test_a_cell_of_a_dictionary_is_refused_with_its_row(tmp_path, small_pieces, damage):
    table = columns()
    table["ward"][7_000] += damage
    path = save(table, tmp_path / "data.csv")
    messages = []
    for few in (False, True):
        with pytest.raises(DataError) as caught:
            read_table(path, few_texts=few)
        messages.append(str(caught.value))
    assert messages[0] == messages[1]
    assert "7002" in messages[0]


def test_a_broken_record_has_the_same_number_in_every_piece(tmp_path, small_pieces):
    table = columns()
    table["ward"][8_000] = '"open'
    with pytest.raises(DataError, match="row 8002: a quote is opened"):
        read_table(save(table, tmp_path / "data.csv"), few_texts=True)


def test_parquet_keeps_the_dictionaries_that_it_has(tmp_path):
    table = pa.table(columns() | {"gaps": [None if i % 3 else "x" for i in range(ROWS)], "age": range(ROWS)})
    pq.write_table(table, tmp_path / "data.parquet", row_group_size=4_000)
    stream = read_stream(tmp_path / "data.parquet", typed=True, few_texts=True)
    assert is_dictionary(stream.schema) == [True, False, True, True, False]
    assert pa.Table.from_batches(stream.batches(), schema=stream.schema).to_pydict() == table.to_pydict()


@pytest.mark.parametrize("name", ["data.csv", "data.parquet"])
@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_engines_count_the_same_texts(tmp_path, small_pieces, name, engine):
    path = tmp_path / name
    save(columns(), path) if name == "data.csv" else pq.write_table(pa.table(columns()), path)
    source = engine_for(path, engine).open(path, ReadingOptions()).source
    plain = MemorySource(pa.table(columns()))
    for column in columns():
        assert source.profile(column) == plain.profile(column)
    counted, expected = source.count(["ward", "gaps"]), plain.count(["ward", "gaps"])
    assert counted.values == expected.values
    assert counted.codes.tolist() == expected.codes.tolist()
    assert counted.counts.tolist() == expected.counts.tolist()
    assert source.locate("later", ["4500"]) == plain.locate("later", ["4500"]) == 4501


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_a_release_has_the_same_rows(tmp_path, small_pieces, engine):
    """Also of columns that are released unchanged, in the format of the input."""
    table = columns() | {"gaps": [None if i % 3 else "x" for i in range(ROWS)]}
    recipe = {
        "columns": {
            "ward": {"role": "quasi", "type": "plain"},
            "number": {"role": "identifier"},
            "later": {"role": "identifier"},
            "gaps": {"role": "confidential"},
        },
        "method": {"name": "suppress", "k": 3},
    }
    pq.write_table(pa.table(table), tmp_path / "data.parquet")
    save({name: [cell or "" for cell in cells] for name, cells in table.items()}, tmp_path / "data.csv")
    expected = sorted((ward, gap or "") for ward, gap in zip(table["ward"], table["gaps"], strict=True))
    for ending in ("csv", "parquet"):
        out = tmp_path / f"out.{ending}"
        kn.mask_file(tmp_path / f"data.{ending}", recipe, out, engine=engine)
        read = read_table(out).table
        assert set(read.schema.types) == {pa.string()}
        assert sorted((row["ward"], row["gaps"] or "") for row in read.to_pylist()) == expected


def test_a_column_that_has_too_many_texts_after_all_is_stored_as_texts(tmp_path, small_pieces, monkeypatch):
    """In the middle of a file: the rows before it are decoded, in their order."""
    monkeypatch.setattr(text_codes, "_MOST", 2_000)
    table = columns()
    path = save(table, tmp_path / "data.csv")
    source = engine_for(path, "duckdb").open(path, ReadingOptions()).source
    assert is_dictionary(read_table(path, few_texts=True).table.schema)[2]
    rows = pa.concat_tables([pa.Table.from_batches([batch]) for _, batch in source.read_rows(list(table))])
    assert rows.to_pydict() == table
    assert sorted(source.database.texts) == ["c0", "c3"]
    plain = MemorySource(pa.table(table))
    for column in table:
        assert source.profile(column) == plain.profile(column)
        assert source.locate(column, [table[column][4_998]]) == plain.locate(column, [table[column][4_998]])
