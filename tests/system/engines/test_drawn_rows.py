"""Sampling on every engine: the same persons are drawn, and Spark refuses what it cannot draw."""

import pyarrow as pa
import pytest

import kinonym as kn
from engines.engines import OPEN, spark_session
from kinonym.engines.contract import RunKey
from kinonym.errors import UsageError
from kinonym.pipeline.sampling import draw_sample
from kinonym.recipe import load_recipe

ROWS = {
    "who": [f"p{i % 23}" if i % 3 else f" p{i % 23} " for i in range(120)],
    "job": ["ab"[i % 2] for i in range(120)],
    "row": [f"r{i}" for i in range(120)],
}
RECIPE = {
    "table": {"sample": 6, "person": "who"},
    "columns": {"job": {"role": "quasi", "type": "plain"}, "row": {"role": "other"}},
    "method": {"name": "sa-mdav", "k": 2},
    "release": {"accept_unique": True, "confirm": ["row"]},
}


@pytest.mark.parametrize("engine", OPEN)
def test_the_same_persons_are_drawn(engine):
    given = pa.table(ROWS)
    drawn = []
    for name in ("memory", engine):
        source, size = draw_sample(OPEN[name](given, [""]), load_recipe(RECIPE), RunKey.of(3))
        assert (size.drawn, size.units, size.drawn_rows) == (6, 23, source.records)
        counted = source.count(["row"])
        drawn.append({counted.values[0][code] for code in counted.codes[:, 0].tolist()})
    assert drawn[0] == drawn[1]


@pytest.mark.cluster
def test_a_spark_table_is_released_as_a_sample():
    result = kn.mask(spark_session().createDataFrame(pa.table(ROWS)), RECIPE)
    assert any("drawn from 23 persons (120 rows)" in str(claim) for claim in result.claims)
    released = {row["row"] for row in result.table.select("row").collect()}
    persons = {int(row[1:]) % 23 for row in released}
    assert len(persons) == 6
    assert released == {f"r{i}" for i in range(120) if i % 23 in persons}


@pytest.mark.cluster
def test_spark_cannot_draw_rows_without_numbers():
    frame = spark_session().createDataFrame(pa.table(ROWS))
    rows = {**RECIPE, "table": {"sample": 6}, "columns": {"who": {"role": "identifier"}, **RECIPE["columns"]}}
    rows["release"] = {**RECIPE["release"], "confirm": ["row", "who"]}
    with pytest.raises(UsageError, match="sample draws rows by their numbers, and the rows of a Spark table have none"):
        kn.mask(frame, rows)
    unnamed = spark_session().createDataFrame(pa.table({**ROWS, "who": ["" if i % 2 else "p" for i in range(120)]}))
    with pytest.raises(UsageError, match="rows that name no person"):
        kn.mask(unnamed, {**RECIPE, "table": {"sample": 30, "person": "who"}})
