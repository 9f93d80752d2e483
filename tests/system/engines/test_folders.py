"""Releases that are folders: written by the engine, recounted from their bytes, complete or absent."""

from __future__ import annotations

import datetime as dt
from collections import Counter

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

import kinonym as kn
from engines.engines import spark_session
from kinonym.engines.memory.masked import MemoryMasked
from kinonym.engines.spark.masked import SparkMasked
from kinonym.engines.writing import write_parts
from kinonym.errors import DataError, PrivacyError, UsageError
from kinonym.files.table_stream import read_table

RECIPE = {
    "columns": {
        "job": {"role": "quasi", "type": "plain"},
        "age": {"role": "quasi", "type": "numeric"},
        "id": {"role": "identifier"},
        "day of birth": {"role": "other"},
        "seen": {"role": "other"},
        "weight": {"role": "other"},
        "well": {"role": "other"},
    },
    "method": {"name": "sa-mdav", "k": 3},
    "release": {"confirm": ["seen", "day of birth", "weight"], "accept_unique": True},
}


@pytest.fixture
def data(tmp_path):
    rows = 40
    table = pa.table(
        {
            "job": pa.array([("nurse", "baker", None)[i % 3] for i in range(rows)]),
            "age": pa.array([20 + i % 7 for i in range(rows)], pa.int32()),
            "id": pa.array([f"P{i}" for i in range(rows)]),
            "day of birth": pa.array([dt.date(1980, 1, 1 + i % 5) for i in range(rows)]),
            "seen": pa.array([f"2020-01-01 0{i % 3}:00:00" for i in range(rows)]).cast(pa.timestamp("us")),
            "weight": pa.array([(1e10, 2.5, 70.0, None)[i % 4] for i in range(rows)]),
            "well": pa.array([i % 2 == 0 for i in range(rows)]),
        }
    )
    pq.write_table(table, tmp_path / "data.parquet")
    return tmp_path / "data.parquet"


def rows_of(folder):
    table = read_table(folder).table
    columns = [[text and text.removesuffix(".0") for text in column.to_pylist()] for column in table.columns]
    return Counter(zip(*columns, strict=True))


@pytest.mark.parametrize("engine", ["memory", "duckdb", "spark"])
def test_a_folder_holds_what_a_file_holds(tmp_path, data, engine):
    if engine == "spark":
        spark_session()
    recipe = RECIPE | {"method": {"name": "generalise", "k": 3}}
    kn.mask_file(data, recipe, tmp_path / "wanted.parquet", engine="memory")
    result = kn.mask_file(data, recipe, f"{tmp_path}/out/", engine=engine)
    assert result.tally.records == 40
    assert rows_of(tmp_path / "out") == rows_of(tmp_path / "wanted.parquet")
    assert {path.suffix for path in (tmp_path / "out").iterdir()} == {".parquet"}
    assert not list(tmp_path.glob(".kinonym*"))
    if engine == "spark":
        kinds = ds.dataset(tmp_path / "out").schema
        assert (kinds.field("weight").type, kinds.field("well").type) == (pa.float64(), pa.bool_())


@pytest.mark.parametrize("engine", ["memory", "spark"])
def test_several_targets_and_a_seed(tmp_path, data, engine):
    if engine == "spark":
        spark_session()
    kn.mask_file(data, RECIPE | {"method": {"name": "mdav", "k": 4}}, f"{tmp_path}/out/", engine=engine, seed=1)
    table = read_table(tmp_path / "out").table
    assert table.column_names[0].startswith("TEST")
    assert table.num_rows == 40


def lost_rows(self, folder, persons=None):
    """A writer that loses a row."""
    write_parts((batch.slice(1) for batch in self.batches()), folder)


def no_disk(self, folder, persons=None):
    (folder / "part-0.parquet").write_bytes(b"half")
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize(("writer", "error"), [(lost_rows, PrivacyError), (no_disk, DataError)])
@pytest.mark.parametrize(("engine", "masked"), [("memory", MemoryMasked), ("spark", SparkMasked)])
def test_a_failed_run_leaves_no_folder(tmp_path, data, monkeypatch, writer, error, engine, masked):
    if engine == "spark":
        spark_session()
    monkeypatch.setattr(masked, "save", writer)
    with pytest.raises(error):
        kn.mask_file(data, RECIPE, f"{tmp_path}/out/", engine=engine)
    assert {path.name for path in tmp_path.iterdir()} == {"data.parquet"}


def test_a_folder_is_never_replaced(tmp_path, data):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("mine")
    with pytest.raises(UsageError, match="never replaced"):
        kn.mask_file(data, RECIPE, f"{tmp_path}/out/")
    assert (tmp_path / "out" / "mine.txt").read_text() == "mine"


def test_a_folder_of_parts_is_one_table(tmp_path, data, monkeypatch):
    from kinonym.engines import writing
    from kinonym.engines.memory import masked

    monkeypatch.setattr(masked, "_BATCH", 7)
    monkeypatch.setattr(writing, "_BATCHES_OF_A_PART", 2)
    kn.mask_file(data, RECIPE, f"{tmp_path}/out/", engine="memory")
    assert [pq.read_metadata(path).num_rows for path in sorted((tmp_path / "out").iterdir())] == [14, 14, 12]


@pytest.mark.parametrize("engine", ["memory", "duckdb", "spark"])
def test_a_folder_is_counted_by_person(tmp_path, engine):
    """Each of 20 persons has two records; a class of one person's records is too small, and is not released."""
    if engine == "spark":
        spark_session()
    rows = 40
    jobs = [("nurse", "baker", "tailor")[i % 3] for i in range(rows)]
    table = pa.table({"id": [f"P{i // 2:02}" for i in range(rows)], "job": jobs, "well": [i % 2 for i in range(rows)]})
    pq.write_table(table, tmp_path / "persons.parquet")
    columns = {"id": {"role": "identifier"}, "job": {"role": "quasi", "type": "plain"}, "well": {"role": "other"}}
    recipe = {"table": {"person": "id"}, "columns": columns, "method": {"name": "sa-mdav", "k": 5}}
    claims = {}
    for output in ("out/", "out.parquet"):
        result = kn.mask_file(tmp_path / "persons.parquet", recipe, f"{tmp_path}/{output}", engine=engine)
        claims[output] = list(map(str, result.claims))
    assert claims["out/"] == claims["out.parquet"]
    assert "different persons" in claims["out/"][0]
    assert rows_of(tmp_path / "out") == rows_of(tmp_path / "out.parquet")
