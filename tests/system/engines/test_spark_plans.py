"""What Spark does for a release of files: the shuffles of every step are counted in its physical plans."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from engines.engines import spark_session
from kinonym.engines import open_table
from kinonym.engines.contract import Assignment, RunKey
from kinonym.engines.spark.combination_frame import CombinationFrame, PlannedBlock
from kinonym.engines.spark.expected_blocks import rows_with_plan
from kinonym.engines.spark.planned_masked import PlannedMasked
from kinonym.engines.spark.source import SparkSource

pytestmark = pytest.mark.cluster
ROWS = 400


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    spark_session()
    path = tmp_path_factory.mktemp("plans") / "data.parquet"
    words = [f"w{i % 20}" for i in range(ROWS)]
    pq.write_table(pa.table({"a": words, "b": words[::-1], "note": [str(i) for i in range(ROWS)]}), path)
    return open_table(path, engine="spark").source


def shuffles(frame):
    """The shuffles in a frame's plan; those inside a stored frame are not counted."""
    plan = frame._jdf.queryExecution().executedPlan().toString().split("InMemoryRelation")[0]
    lines = [line.strip(" :+-*()0123456789") for line in plan.splitlines()]
    return sum(line.startswith("Exchange ") for line in lines)


def plan(source, several):
    """Each combination keeps its words, or the records of the first one are split among two."""
    counted = source.count(["a", "b"])
    every = np.arange(len(counted.counts))
    records = counted.counts.copy()
    records[0] -= several
    extra = np.array([1] if several else [], dtype=np.int64)
    return Assignment(
        counted=counted,
        planned_of_counted=every,
        source=np.r_[every, extra - 1],
        target=np.r_[every, extra],
        count=np.r_[records, np.array([several] * several, dtype=np.int64)],
        written={name: [f"{name}{i}" for i in every.tolist()] for name in ("a", "b")},
    )


def test_a_release_takes_one_shuffle_and_its_expectation_none(source):
    assignment, key = plan(source, 0), RunKey()
    masked = source.apply(assignment, key, shuffle=True)
    assert shuffles(masked.parts()) == 1
    assert shuffles(masked.targets.with_drawn([source.key("a")])) == 0
    assert shuffles(source.apply(assignment, key, shuffle=False).parts()) == 0
    text = masked.parts()._jdf.queryExecution().executedPlan().toString()
    assert "Window" not in text
    assert key.generator("order").bytes(32).hex() not in text


def test_only_rows_that_draw_are_shuffled_for_their_draws(source):
    masked = source.apply(plan(source, 1), RunKey(), shuffle=True)
    assert shuffles(masked.targets.drawn) == 1
    assert "target#" in masked.targets.drawn._jdf.queryExecution().optimizedPlan().toString()
    assert shuffles(masked.parts()) == 2
    masked.targets.persist()
    try:
        assert shuffles(masked.parts()) == 1
        assert masked.parts().count() == ROWS
    finally:
        masked.targets.unpersist()
    assert shuffles(masked.parts()) == 2


def test_columns_are_profiled_together_and_once(source, monkeypatch):
    passes = []
    monkeypatch.setattr(SparkSource, "measure", lambda self, name: passes.append(name) or (1, 1, 1.0, False))
    other = SparkSource(source.frame, source.missing, identity=2)
    assert [other.profile(name).present for name in ("a", "b", "a", "a")] == [1] * 4
    assert passes == ["a", "b"]


def test_a_frame_of_unknown_origin_is_numbered_by_its_content(source):
    """Its rows have no file and position; equal rows are numbered, which takes one more shuffle."""
    other = SparkSource(source.frame.select("a", "b", "note"), source.missing)
    masked = other.apply(plan(other, 0), RunKey(), shuffle=True)
    assert shuffles(masked.parts()) == 2


def test_a_plan_that_stays_a_frame_is_joined_by_one_shuffle_of_rows_and_expected_by_one(source):
    """The join moves rows and plan once each, the random order moves the rows once more; nothing is sorted globally."""

    def assign_one_block(counted):  # local functions reach the executors without this module
        return np.zeros(len(counted.counts), dtype=np.int64)

    def keep_words(_number, combinations):
        words = {name: combinations.table.column(j).combine_chunks() for j, name in enumerate(combinations.columns)}
        return PlannedBlock(words, np.ones(len(combinations.counts), dtype=bool), None)

    combinations = CombinationFrame(source, ["a", "b"])
    plan, _ = combinations.plan(assign_one_block, keep_words, ["string", "string"], 1, RunKey())
    masked = PlannedMasked(source, plan, RunKey(), ["a", "b", "note"], ROWS, {})
    session = source.frame.sparkSession
    before = session.conf.get("spark.sql.autoBroadcastJoinThreshold")
    session.conf.set("spark.sql.autoBroadcastJoinThreshold", "-1")
    try:
        assert shuffles(masked.parts()) == 3
        assert "rangepartitioning" not in masked.parts()._jdf.queryExecution().executedPlan().toString()
        assert shuffles(rows_with_plan(source, plan, ["a", "b", "note"], 2)) == 1
        assert masked.parts().count() == ROWS
    finally:
        session.conf.set("spark.sql.autoBroadcastJoinThreshold", before)
        plan.unpersist()
    assert not session._jsparkSession.sharedState().cacheManager().lookupCachedData(plan.frame._jdf).isDefined()
