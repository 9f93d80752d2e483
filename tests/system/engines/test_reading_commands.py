"""compare, recommend, verify and describe give the same results whatever engine counts the table."""

from __future__ import annotations

import random
import re

import pyarrow as pa
import pyarrow.csv as arrow_csv
import pyarrow.parquet as pq
import pytest

import kinonym as kn
from command import runner
from engines.engines import spark_session
from kinonym.cli import show
from kinonym.engines import open_table
from kinonym.errors import DataError, UsageError
from kinonym.recipe import load_recipe

ENGINES = ("memory", "duckdb", "spark")
RECIPE = {
    "columns": {
        "job": {"role": "quasi", "ontology": "wordnet"},
        "age": {"role": "quasi", "type": "numeric"},
        "illness": {"role": "confidential", "type": "plain"},
        "ward": {"role": "other"},
    },
    "method": {"name": "sa-mdav", "k": 4},
}


def rows(number=120):
    draw = random.Random("reading commands")
    jobs = ["nurse", "midwife", "plumber", "welder", "cook", None]
    return pa.table(
        {
            "job": [draw.choice(jobs) for _ in range(number)],
            "age": pa.array([draw.choice([30, 31, 45, 60, None]) for _ in range(number)], pa.int64()),
            "illness": [draw.choice(["flu", "asthma", "gout"]) for _ in range(number)],
            "ward": [draw.choice("AB") for _ in range(number)],
        }
    )


@pytest.fixture(params=["csv", "parquet"])
def data(request, tmp_path):
    path = tmp_path / f"data.{request.param}"
    arrow_csv.write_csv(rows(), path) if request.param == "csv" else pq.write_table(rows(), path)
    return path


def on_every_engine(run):
    spark_session()
    first, *others = [run(engine) for engine in ENGINES]
    assert all(other == first for other in others)
    return first


def test_describe(data):
    assert "age" in on_every_engine(lambda engine: repr(kn.describe(data, RECIPE, engine=engine)))


def test_compare(data):
    def points(engine):
        comparison = kn.compare(data, RECIPE, methods=["sa-mdav", "suppress"], k=[3, 5], seed=1, engine=engine)
        return [{**row, "seconds": None} for row in comparison.rows]

    assert len(on_every_engine(points)) == 4


def test_recommend(data):
    def advice(engine):
        made = kn.recommend(data, RECIPE, seed=1, engine=engine)
        return re.sub(r'"seconds": [0-9.]+', "", made.json())

    assert '"records": 120' in on_every_engine(advice)


def test_verify(data):
    def verified(engine):
        return kn.verify(
            data, ["job", "age"], ["illness"], original=data, against=data, missing="", recipe=RECIPE, engine=engine
        ).rows()

    assert on_every_engine(verified)


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_verify_row_by_row(data, engine):
    aligned = kn.verify(data, ["job", "age"], original=data, missing="", recipe=RECIPE, aligned=True, engine=engine)
    assert aligned.against is not None


def test_rows_of_spark_are_not_aligned(data):
    spark_session()
    with pytest.raises(DataError, match="no order"):
        kn.verify(data, ["job", "age"], original=data, missing="", recipe=RECIPE, aligned=True, engine="spark")


def test_trial_rows_are_the_same(data):
    memory, duckdb = (
        open_table(data, None, engine).source.gather_every(7).count(["job", "age", "illness"])
        for engine in ("memory", "duckdb")
    )
    assert memory.counts.sum() == duckdb.counts.sum() == 18
    assert memory.values == duckdb.values
    assert memory.codes.tolist() == duckdb.codes.tolist()
    spark_session()
    assert 0 < open_table(data, None, "spark").source.gather_every(7).records < 60


def test_the_first_rows_are_the_same(data):
    memory, duckdb = (open_table(data, None, engine).source.gather_first(5) for engine in ("memory", "duckdb"))
    assert memory.column("age").to_pylist() == duckdb.column("age").to_pylist()
    assert memory.records == duckdb.records == 5
    spark_session()
    assert open_table(data, None, "spark").source.gather_first(5).records == 5


def test_other_texts_mean_missing(data):
    for engine in ("memory", "duckdb"):
        source = open_table(data, None, engine).source
        everyone = source.profile("ward").present
        assert 0 < source.with_missing(["A"]).profile("ward").present < everyone
        assert source.with_missing(["A"]).count(["ward"]).values == (["B", None],)
        assert source.count(["ward"]).values == (["A", "B"],)


def test_init_drafts_the_same_recipe(data):
    spark_session()
    recipes = [kn.draft(data, engine=engine) for engine in ENGINES]
    assert recipes[0] == recipes[1] == recipes[2]


def test_a_draft_in_the_database_proposes_the_person(tmp_path):
    """Three rows each, one after another: rows spread evenly would show every patient once."""
    draw = random.Random(5)
    ids = [str(100_000 + i // 3) for i in range(30_000)]
    sexes, towns = ({key: draw.choice(values) for key in set(ids)} for values in ("mf", ["Oslo", "Bergen", "Bodø"]))
    table = pa.table({"zref": ids, "sex": [sexes[i] for i in ids], "town": [towns[i] for i in ids]})
    pq.write_table(table, tmp_path / "visits.parquet")
    assert kn.draft(tmp_path / "visits.parquet", engine="duckdb").table.person == "zref"


@pytest.mark.parametrize(
    "command",
    [
        ["init", "DATA"],
        ["describe", "DATA", "-r", "recipe.toml"],
        ["compare", "DATA", "-r", "recipe.toml", "--method", "suppress", "--k", "4"],
        ["recommend", "DATA", "-r", "recipe.toml"],
        ["verify", "DATA", "--quasi", "job,age", "--original", "DATA"],
        ["map", "DATA", "-r", "recipe.toml", "--check"],
    ],
    ids=lambda command: command[0],
)
def test_the_commands_have_the_options(data, command, monkeypatch, capsys):
    kinonym = runner(data.parent, monkeypatch, capsys)
    (data.parent / "recipe.toml").write_text(load_recipe(RECIPE).to_toml())
    given = [data.name if word == "DATA" else word for word in command]
    opened = []
    monkeypatch.setattr(show, "open_table", lambda *given: opened.append(open_table(*given)) or opened[-1])
    assert kinonym(*given, "--engine", "duckdb", "--memory-limit", "2GB").code == 0
    assert {each.engine for each in opened} == {"duckdb"}
    assert "no engine 'dask'" in kinonym(*given, "--engine", "dask").err


def test_an_open_table_stays_in_its_engine(data):
    opened = open_table(data, None, "duckdb").source
    assert open_table(opened).source is opened
    with pytest.raises(UsageError, match="in the engine duckdb, not in memory"):
        open_table(opened, None, "memory")
    with pytest.raises(UsageError, match="in the engine memory, not in spark"):
        open_table(rows(), None, "spark")
