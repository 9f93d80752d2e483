"""A release keeps the types of the columns that it does not mask, in every engine (specification 14)."""

import datetime as dt
import math
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet as pq
import pytest

import kinonym as kn
from kinonym.errors import PrivacyError
from kinonym.release import gate

ROWS = 40
MEMORY_ENGINES = ["memory", pytest.param("duckdb", marks=pytest.mark.filterwarnings("ignore"))]
BERLIN = pa.timestamp("us", "Europe/Berlin")


def typed_table():
    """One column of each type, each with a null; the floats have NaN as well. ``number`` identifies the rows."""
    number = range(ROWS)
    day = dt.date(2020, 1, 1)
    noon = dt.datetime(2020, 7, 1, 12, tzinfo=dt.UTC)

    def column(make, dtype):
        return pa.array([None if i == 7 else make(i) for i in number], dtype)

    return pa.table({
        "town": pa.array(["a", "b", "c", "d"] * (ROWS // 4)),
        "age": pa.array([20 + i % 5 for i in number], pa.int16()),
        "number": pa.array(number, pa.int32()),
        "small": column(lambda i: i % 3, pa.int8()),
        "large": column(lambda i: 2**63 + i, pa.uint64()),
        "share": column(lambda i: math.nan if i == 3 else i / 8, pa.float64()),
        "single": column(lambda i: i / 8, pa.float32()),
        "price": column(lambda i: Decimal(i) / 4, pa.decimal128(9, 2)),
        "alive": column(lambda i: i % 2 == 0, pa.bool_()),
        "born": column(lambda i: day + dt.timedelta(days=i), pa.date32()),
        "seen": column(lambda i: noon.replace(tzinfo=None) + dt.timedelta(hours=i), pa.timestamp("us")),
        "moment": column(lambda i: noon + dt.timedelta(hours=i), BERLIN),
    })  # fmt: skip


KEPT = [name for name in typed_table().column_names if name not in ("town", "age")]


def recipe(method=None, **columns):
    kept = {name: {"role": "other"} for name in KEPT}
    masked = {"town": {"role": "quasi", "type": "plain"}, "age": {"role": "quasi", "type": "numeric", "precision": 0}}
    method = method or {"name": "sa-mdav", "k": 4}
    return {
        "columns": {**masked, **kept, **columns},
        "method": method,
        "release": {"confirm": KEPT, "accept_unique": True},
    }


def write(table, path):
    (pyarrow.feather.write_feather if path.suffix == ".feather" else pq.write_table)(table, path)


def read(path):
    table = pyarrow.feather.read_table(path) if path.suffix == ".feather" else pq.read_table(path)
    return table.sort_by("number")


def cells(table, name):
    """The values, with NaN and null distinguished."""
    return ["NaN" if value != value else value for value in table.column(name).to_pylist()]  # noqa: PLR0124


@pytest.mark.parametrize("engine", MEMORY_ENGINES)
@pytest.mark.parametrize("ending", [".parquet", ".feather"])
def test_files_keep_the_types_of_unmasked_columns(engine, ending, tmp_path):
    table, output = typed_table(), tmp_path / f"out{ending}"
    write(table, tmp_path / f"in{ending}")
    kn.mask_file(tmp_path / f"in{ending}", recipe(), output, engine=engine)
    released = read(output)
    for name in KEPT:
        assert released.schema.field(name).type == table.schema.field(name).type, name
        assert cells(released, name) == cells(table, name), name
    assert released.schema.field("age").type == pa.int16()  # whole means fit it


@pytest.mark.parametrize("engine", MEMORY_ENGINES)
def test_a_zoned_time_is_written_with_its_offset(engine, tmp_path):
    write(typed_table(), tmp_path / "in.parquet")
    kn.mask_file(tmp_path / "in.parquet", recipe(), tmp_path / "out.csv", engine=engine)
    released = pd.read_csv(tmp_path / "out.csv", dtype=str, keep_default_na=False).sort_values(
        "number", key=lambda c: c.astype(int)
    )
    assert released["moment"].tolist()[:2] == ["2020-07-01 14:00:00+0200", "2020-07-01 15:00:00+0200"]
    assert released["seen"].tolist()[0] == "2020-07-01 12:00:00"


def test_engines_release_the_same_rows_for_methods_that_draw_nothing(tmp_path):
    write(typed_table(), tmp_path / "in.parquet")
    for engine in ("memory", "duckdb"):
        kn.mask_file(tmp_path / "in.parquet", recipe(), tmp_path / f"{engine}.parquet", engine=engine)
    first, second = (read(tmp_path / f"{engine}.parquet") for engine in ("memory", "duckdb"))
    assert first.schema.equals(second.schema)
    assert all(cells(first, name) == cells(second, name) for name in first.column_names)


def test_a_folder_keeps_types(tmp_path):
    (tmp_path / "in").mkdir()
    write(typed_table(), tmp_path / "in" / "part.parquet")
    kn.mask_file(tmp_path / "in", recipe(), f"{tmp_path}/out/")
    released = pq.read_table(tmp_path / "out").sort_by("number")
    assert [released.schema.field(name).type for name in KEPT] == [
        typed_table().schema.field(name).type for name in KEPT
    ]


@pytest.mark.parametrize("make", [lambda t: t, pl.from_arrow, lambda t: t.to_pandas(types_mapper=pd.ArrowDtype)])
def test_frames_keep_types(make):
    table = make(typed_table())
    released = kn.mask(table, recipe()).table
    for name in [*KEPT, "age"]:
        kinds = [t.schema.field(name).type if isinstance(t, pa.Table) else t[name].dtype for t in (table, released)]
        assert kinds[0] == kinds[1], name


def test_masked_numbers_keep_their_type_if_they_fit(tmp_path):
    write(typed_table(), tmp_path / "in.parquet")
    finer = recipe(age={"role": "quasi", "type": "numeric", "precision": 2}, method={"name": "sa-mdav", "k": 7})
    kn.mask_file(tmp_path / "in.parquet", finer, tmp_path / "out.parquet")
    released = read(tmp_path / "out.parquet")
    fractions = any(not float(age).is_integer() for age in released.column("age").to_pylist())
    assert released.schema.field("age").type == (pa.float64() if fractions else pa.int16())
    assert fractions


def test_the_gate_distinguishes_nan_from_null(tmp_path, monkeypatch):
    write(typed_table(), tmp_path / "in.parquet")
    honest = gate.write

    def without_nan(batches, form, file):
        def filled(batch):
            place = batch.schema.get_field_index("share")
            values = batch.column(place).to_numpy(zero_copy_only=False)
            return batch.set_column(place, "share", pa.array(values, mask=np.isnan(values)))

        honest(map(filled, batches), form, file)

    monkeypatch.setattr(gate, "write", without_nan)
    with pytest.raises(PrivacyError):
        kn.mask_file(tmp_path / "in.parquet", recipe(), tmp_path / "out.parquet")


@pytest.mark.cluster
@pytest.mark.parametrize("output", ["out.parquet", "out/"])
def test_spark_keeps_types(output, tmp_path):
    """All but unsigned integers of 64 bits, which Spark does not have."""
    pytest.importorskip("pyspark", reason="the extra kinonym[spark] is not installed")
    table, wanted = typed_table().drop_columns(["large"]), recipe()
    del wanted["columns"]["large"]
    wanted["release"] = {"confirm": [name for name in KEPT if name != "large"], "accept_unique": True}
    write(table, tmp_path / "in.parquet")
    kn.mask_file(tmp_path / "in.parquet", wanted, f"{tmp_path}/{output}", engine="spark")
    released = pq.read_table(tmp_path / output.rstrip("/")).sort_by("number")
    for name in (name for name in KEPT if name != "large"):
        assert released.schema.field(name).type == table.schema.field(name).type, name
        assert cells(released, name) == cells(table, name), name


@pytest.mark.parametrize("engine", MEMORY_ENGINES)
def test_persons_are_counted_in_a_column_with_nan(tmp_path, engine):
    """For counts NaN is missing, of rows as well as of persons."""
    rows = ROWS // 4
    shares = [math.nan, None, 1.0, 2.0] * rows
    table = pa.table({"town": ["a", "b"] * (2 * rows), "share": shares, "name": [f"p{i}" for i in range(ROWS)]})
    pq.write_table(table, tmp_path / "in.parquet")
    columns = {"town": {"role": "quasi", "type": "plain"}, "share": {"role": "other"}, "name": {"role": "identifier"}}
    asked = {"columns": columns, "table": {"person": "name"}, "method": {"name": "sa-mdav", "k": 4}}
    asked["release"] = {"confirm": ["share"], "accept_unique": True}
    result = kn.mask_file(tmp_path / "in.parquet", asked, tmp_path / "out.parquet", engine=engine, ledger=False)
    persons = result.tally.persons(["town", "share"])
    assert (len(set(persons.tuple_of)), len(set(persons.person_of))) == (4, ROWS)  # a: missing, 1; b: missing, 2
