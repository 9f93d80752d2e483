"""Columns that follow masked ones, and code systems that another column names, on every engine."""

import pyarrow as pa
import pytest

import kinonym as kn
from kinonym.engines.contract import Assignment, RunKey
from kinonym.engines.fingerprint import Fingerprint
from kinonym.pipeline.assigning import make_assignment
from kinonym.pipeline.planning import plan_run
from kinonym.recipe import load_recipe
from tests.system.engines.engines import OPEN, rows_of


@pytest.mark.parametrize("engine", OPEN)
def test_followers_are_written_by_every_engine(engine, tmp_path):
    for name in ("old", "new"):
        (tmp_path / f"{name}.csv").write_text("child,parent\nA,\nA1,A\nA2,A\nA3,A\n")
    codes = ["A1", "A2", "A3", "A1"] * 10
    table = pa.table(
        {
            "code": codes,
            "version": ["9", "10"] * 20,
            "text": [f"text of {code}" for code in codes],
            "kept": [str(i % 7) for i in range(40)],
        }
    )
    systems = {"column": "version", "9": str(tmp_path / "old.csv"), "10": str(tmp_path / "new.csv")}
    recipe = load_recipe(
        {
            "columns": {
                "code": {"role": "quasi", "ontology_by": systems},
                "version": {"role": "other"},
                "text": {"role": "other", "with": "code"},
                "kept": {"role": "other"},
            },
            "method": {"name": "srs1", "k": 3},
            "release": {"accept_unique": True},
        }
    )
    source, key = OPEN[engine](table, ()), RunKey.of(1)
    run = plan_run(source, recipe, key, lambda _: None)
    assignment: Assignment = make_assignment(run)
    masked = source.apply(assignment, key, shuffle=True)
    rows = rows_of(masked)
    assert len(rows) == 40
    assert all(text == f"text of {code}" and version in ("9", "10") for code, version, text, _ in rows)
    fingerprint = Fingerprint(key, masked.columns)
    cells = [
        fingerprint.texts(name, column) for name, column in zip(masked.columns, zip(*rows, strict=True), strict=True)
    ]
    assert source.expect(assignment, key, fingerprint) == fingerprint.total(cells)


def test_followers_are_in_a_returned_relation(tmp_path):
    duckdb = pytest.importorskip("duckdb", reason="the extra kinonym[duckdb] is not installed")
    (tmp_path / "codes.csv").write_text("child,parent\nA,\nA1,A\nA2,A\nA3,A\n")
    connection = duckdb.connect()
    stays = pa.table({"code": ["A1", "A2", "A3", "A1"] * 10, "text": ["one", "two", "three", "one"] * 10})
    connection.register("stays", stays)
    columns = {
        "code": {"role": "quasi", "ontology": str(tmp_path / "codes.csv")},
        "text": {"role": "other", "with": "code"},
    }
    recipe = {"columns": columns, "method": {"name": "mdav", "k": 9}, "release": {"accept_unique": True}}
    masked = kn.mask(connection.sql("SELECT * FROM stays"), recipe, aligned=True).table
    words = {"A1": "one", "A2": "two", "A3": "three", "A": "A"}
    assert all(text == words[code] for code, text in masked.fetchall())
