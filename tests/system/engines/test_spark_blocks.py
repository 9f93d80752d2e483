"""More combinations than the driver may hold: they are planned block by block where they are, and never collected."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, replace

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyspark.sql import functions as F  # noqa: N812
from pyspark.sql.classic.dataframe import DataFrame

import kinonym as kn
from connections.hospital import COLUMNS, recipe, rows, write_table
from engines.engines import spark_session
from kinonym.engines.spark import planned_masked
from kinonym.engines.spark.combination_frame import CombinationFrame
from kinonym.engines.spark.source import SparkSource
from kinonym.errors import PrivacyError, UniqueRowsError, UnmappedError, UsageError
from kinonym.pipeline.blockwise.blockwise_result import BlockwiseResult
from kinonym.pipeline.blockwise.plan_memory import PLAN_MEMORY

pytestmark = pytest.mark.cluster
ROWS = 600
AGE = {"role": "quasi", "type": "numeric"}
FEW = "100kB"
"""Of three columns, about a hundred combinations fit into this memory; the table has more than 500."""


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A folder with the table in two files, and its taxonomy."""
    folder = tmp_path_factory.mktemp("blocks")
    write_table(folder)
    table = pa.table(dict(zip(COLUMNS, map(list, zip(*rows(ROWS, missing=0.05), strict=True)), strict=True)))
    table = table.set_column(COLUMNS.index("age"), "age", table["age"].cast(pa.int32()))
    (folder / "data").mkdir()
    for part in range(2):
        pq.write_table(table.slice(part * ROWS // 2, ROWS // 2), folder / "data" / f"{part}.parquet")
    return folder


def asked(data, method=None, **changes):
    columns = {"age": AGE, **changes.pop("columns", {})}
    return recipe(data, {"name": "sa-mdav", "k": 4, **(method or {})}, columns=columns, **changes)


@pytest.fixture
def few(monkeypatch):
    """The driver may hold few combinations."""
    spark = spark_session()
    spark.conf.set(PLAN_MEMORY, FEW)
    yield spark
    spark.conf.unset(PLAN_MEMORY)


def read_rows(folder, names):
    return Counter(zip(*(pq.read_table(folder)[name].to_pylist() for name in names), strict=True))


def test_a_release_in_blocks_is_one_of_the_same_table(data, few, tmp_path, monkeypatch):
    """k holds, nothing else changed, no combination is collected, and the loss is near that of one plan."""
    collected, collect = [], DataFrame.toArrow
    monkeypatch.setattr(SparkSource, "group", lambda *given: pytest.fail("all combinations are collected"))
    monkeypatch.setattr(DataFrame, "toArrow", lambda self: collected.append(collect(self)) or collected[-1])
    masked = asked(data, {"block_size": 100})
    result = kn.mask_file(data / "data", masked, f"{tmp_path}/out/", tmp_path / "out.html", engine="spark")
    assert isinstance(result, BlockwiseResult)
    assert result.assessment.sums.totals["blocks"] > 3
    assert max(table.num_rows for table in collected) < result.utility.tuples / 2
    sizes = read_rows(tmp_path / "out", ["a", "b", "age"]).values()
    assert (min(sizes), len(sizes)) == (result.smallest_group, result.utility.masked_tuples)
    assert str(result.claims[0]).startswith(f"Every combination of a, b, age occurs at least {min(sizes)} times in the")
    assert min(sizes) >= 4
    assert read_rows(tmp_path / "out", ["illness", "note"]) == read_rows(data / "data", ["illness", "note"])
    assert pq.read_schema(next((tmp_path / "out").iterdir())).field("age").type == pa.int32()
    assert "planned on the executors" in (tmp_path / "out.html").read_text()
    assert "whole_groups" not in result.report.recipe
    wanted = kn.mask_file(data / "data", asked(data), tmp_path / "wanted.parquet", engine="memory")
    assert result.utility.loss <= 1.5 * wanted.utility.loss  # of 4 records of a block of 100, many are at its edge
    assert not list(tmp_path.glob(".kinonym*"))


def test_a_single_block_is_the_plan_of_the_whole_table(data, few, tmp_path):
    """What the sums of blocks say is then what every other engine measures."""
    blocks = kn.mask_file(data / "data", asked(data), f"{tmp_path}/out/", tmp_path / "out.json", engine="spark")
    whole = kn.mask_file(data / "data", asked(data), f"{tmp_path}/wanted/", engine="memory")
    names = ["a", "b", "age", "illness", "note"]
    assert read_rows(tmp_path / "out", names) == read_rows(tmp_path / "wanted", names)
    assert blocks.assessment.sums.totals["blocks"] == 1
    for measured in ("utility", "risk"):
        own, other = (asdict(getattr(result.assessment, measured)) for result in (blocks, whole))
        for name, column in own.pop("columns", {}).items():
            assert column == pytest.approx(other["columns"][name]), name
        assert own.pop("bands", ()) == other.pop("bands", ())
        assert own == pytest.approx({name: other[name] for name in own}), measured
    assert blocks.assessment.texts_changed == pytest.approx(whole.assessment.texts_changed)
    for own, other in zip(blocks.assessment.generality, whole.assessment.generality, strict=True):
        assert {name: pytest.approx(asdict(figures)) for name, figures in own.items()} == {
            name: asdict(figures) for name, figures in other.items()
        }
    assert [(a.name, pytest.approx(a.chance)) for a in blocks.assessment.attackers] == [
        (a.name, a.chance) for a in whole.assessment.attackers
    ]
    assert list(map(str, blocks.claims)) == list(map(str, whole.claims))
    figures = json.loads((tmp_path / "out.json").read_text())
    assert figures["utility"]["loss"] == json.loads(whole.report.json())["utility"]["loss"]
    assert (figures["records"], figures["distribution"], figures["columns"]) == (ROWS, None, {})


def test_what_stays_on_the_executors_is_named(data, few, tmp_path):
    result = kn.mask_file(data / "data", asked(data, {"name": "suppress"}), f"{tmp_path}/out/", engine="spark", seed=3)
    for name in ("plan", "prepared", "respelled"):
        with pytest.raises(UsageError, match=f"the {name} of this run has more combinations"):
            getattr(result, name)
    with pytest.raises(PrivacyError, match="only how large they are"):
        result.tally.count(["a", "b", "age"])
    assert pq.read_table(tmp_path / "out").column_names[0].startswith("TEST")
    assert all(not claim.guarantee for claim in result.claims)


@pytest.mark.parametrize("method", [{"name": "mdav"}, {"name": "recode"}, {"name": "suppress", "drop": True}])
def test_other_methods_and_rows_that_leave_the_table(data, few, tmp_path, method):
    """All records of a combination have one target, so the method need not draw which record gets which."""
    table = {"missing_values": "drop"}
    given = asked(data, {"block_size": 200, **method} if method["name"] != "suppress" else method, table=table)
    result = kn.mask_file(data / "data", given, f"{tmp_path}/out/", engine="spark")
    sizes = read_rows(tmp_path / "out", ["a", "b", "age"])
    assert min(sizes.values()) >= 4
    assert not any(cell in (None, "") for combination in sizes for cell in combination)
    complete = sum(times for (a, b), times in read_rows(data / "data", ["a", "b"]).items() if a and b)
    assert result.assessment.sums.totals["incomplete"] == ROWS - complete
    assert result.tally.records == sum(sizes.values()) == complete - result.utility.removed


def test_few_combinations_are_planned_in_one_place(data, few, tmp_path):
    """The numbers of values do not show that they fit; they are counted, and the count is used."""
    few.conf.set(PLAN_MEMORY, "590kB")
    grouped, group = [], SparkSource.group
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            SparkSource, "group", lambda self, columns: grouped.append(tuple(columns)) or group(self, columns)
        )
        result = kn.mask_file(data / "data", asked(data), f"{tmp_path}/out/", engine="spark")
    assert type(result) is kn.Result
    assert ("a", "b", "age") not in grouped


REFUSED = {
    "one file": ({}, {"output": "out.parquet"}, "the output is one file"),
    "person": ({"table": {"person": "id"}}, {}, "person: the persons of each combination are counted"),
    "demands": ({"method": {"name": "mdav", "l_diversity": 2}}, {}, "l_diversity, p_sensitive and t_closeness"),
    "method": ({"method": {"name": "srs1"}}, {}, "srs1 does not make groups of k"),
    "whole table": ({"method": {"name": "generalise"}}, {}, "generalise does not make groups of k that hold block"),
    "with": ({"columns": {"note": {"role": "other", "with": "a"}}}, {}, r"with \('note'\)"),
    "weight": ({"table": {"weight": "id"}}, {}, "weight is added up over all combinations"),
    "k_map": ({"method": {"k_map": 9}, "table": {"weight": "id"}}, {}, "k_map compares every group"),
    "resume": ({}, {"resume": True}, "--resume and --plan save"),
    "plan": ({}, {"plan": "groups.json"}, "--resume and --plan save"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_blocks_cannot_do_is_refused_before_any_plan(data, few, tmp_path, monkeypatch, case):
    changes, options, reason = REFUSED[case]
    monkeypatch.setattr(SparkSource, "group", lambda *given: pytest.fail("all combinations are collected"))
    output = tmp_path / options.get("output", "out")
    given = {name: tmp_path / value if name == "plan" else value for name, value in options.items() if name != "output"}
    with pytest.raises(UsageError, match=reason) as caught:
        kn.mask_file(
            data / "data", asked(data, **changes), f"{output}{'' if output.suffix else '/'}", engine="spark", **given
        )
    assert PLAN_MEMORY in caught.value.hint
    assert not list(tmp_path.iterdir())


def test_a_table_in_memory_is_refused(data, few):
    frame = few.read.parquet(str(data / "data"))
    with pytest.raises(UsageError, match="the result is a table, and not a folder"):
        kn.mask(frame, asked(data))


def test_errors_of_executors_are_those_of_the_driver(data, few, tmp_path):
    with pytest.raises(PrivacyError, match="the table has only 600 records"):
        kn.mask_file(data / "data", asked(data, {"k": 601}), f"{tmp_path}/out/", engine="spark")
    wrong = {"role": "quasi", "ontology": str(data / "sports.csv"), "root": "water"}
    with pytest.raises(UnmappedError):
        kn.mask_file(data / "data", asked(data, columns={"note": wrong}), f"{tmp_path}/out/", engine="spark")
    strict = asked(data, release={})
    with pytest.raises(UniqueRowsError):
        kn.mask_file(data / "data", strict, f"{tmp_path}/out/", engine="spark")
    assert not list(tmp_path.glob("out*"))


def plant(frame, change):
    return replace(frame, frame=change(frame.frame))


PLANTED = {
    "combinations are lost": lambda frame: frame.where("abs(xxhash64(k0, k1, k2)) % 10 > 0"),
    "combinations come twice": lambda frame: frame.union(frame.where("abs(xxhash64(k0, k1, k2)) % 10 = 0")),
    "a combination writes its own values": lambda frame: frame.withColumn("w2", F.col("k2").cast("double")),
    "records are miscounted": lambda frame: frame.withColumn("records", F.col("records") + 1),
}


@pytest.mark.parametrize("defect", PLANTED)
def test_a_plan_that_changes_on_its_way_is_refused(data, few, tmp_path, monkeypatch, defect):
    plan = CombinationFrame.plan

    def planted(self, *given):
        made, part = plan(self, *given)
        return plant(made, PLANTED[defect]), part

    monkeypatch.setattr(CombinationFrame, "plan", planted)
    with pytest.raises(PrivacyError):
        kn.mask_file(data / "data", asked(data, {"name": "suppress"}), f"{tmp_path}/out/", engine="spark")
    assert not list(tmp_path.iterdir())


WRITTEN = {
    "rows are lost": lambda rows: rows.limit(ROWS - 1),
    "a column slips": lambda rows: rows.withColumn("note", F.lit("n1")),
    "a masked column slips": lambda rows: rows.withColumn("b", F.col("a")),
    "an identifier stays": lambda rows: rows.withColumn("id", F.lit("p001")),
}


@pytest.mark.parametrize("defect", WRITTEN)
def test_rows_that_differ_from_the_plan_are_refused(data, few, tmp_path, monkeypatch, defect):
    parts = planned_masked.PlannedMasked.parts
    monkeypatch.setattr(planned_masked.PlannedMasked, "parts", lambda self: WRITTEN[defect](parts(self)))
    with pytest.raises(PrivacyError):
        kn.mask_file(data / "data", asked(data, {"name": "suppress"}), f"{tmp_path}/out/", engine="spark")
    assert not list(tmp_path.iterdir())


def test_a_view_has_rows_without_files_and_positions(data, few, tmp_path):
    few.read.parquet(str(data / "data")).createOrReplaceTempView("stays")
    result = kn.mask_file("spark:stays", asked(data, {"name": "suppress"}), f"file:{tmp_path}/out/")
    assert isinstance(result, BlockwiseResult)
    wanted = kn.mask_file(data / "data", asked(data, {"name": "suppress"}), tmp_path / "wanted.parquet")
    names = ["a", "b", "age", "illness", "note"]
    assert read_rows(tmp_path / "out", names) == read_rows(wanted.table, names)


def test_dates_and_ordered_levels_are_planned_in_blocks(data, few, tmp_path):
    """Dates are written at their precision, levels as levels; both have an order along which blocks are cut."""
    frame = few.read.parquet(str(data / "data"))
    frame = frame.withColumn("note", F.expr("date_add(date'2019-01-01', cast(age * 40 as int))"))
    frame.write.parquet(str(tmp_path / "dated"))
    columns = {
        "note": {"role": "quasi", "type": "date", "precision": "month"},
        "illness": {"role": "quasi", "type": "ordinal", "order": ["w", "x", "y", "z"]},
        "age": {"role": "identifier"},
    }
    given = asked(data, {"block_size": 100}, columns=columns)
    result = kn.mask_file(tmp_path / "dated", given, f"{tmp_path}/out/", engine="spark")
    assert result.assessment.sums.totals["blocks"] > 1
    sizes = read_rows(tmp_path / "out", ["a", "b", "note", "illness"])
    assert min(sizes.values()) >= 4
    assert {illness for *_, illness in sizes} <= {"w", "x", "y", "z"}
    assert all(len(day) == len("2019-01") for _, _, day, _ in sizes)
