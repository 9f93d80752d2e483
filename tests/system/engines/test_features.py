"""What a recipe and a run can say, on every engine: each cell of the table in docs/howto/spark.md is tried."""

from __future__ import annotations

import datetime as dt
import re
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import kinonym as kn
from connections.hospital import TAXONOMY
from engines.engines import spark_session

ENGINES = ("memory", "duckdb", "spark")
PAGE = Path(__file__).parents[3] / "docs" / "howto" / "spark.md"
ROWS = 60
WORD = {"role": "quasi", "ontology": "sports.csv", "root": "top", "write": "label"}
DATE = {"role": "quasi", "type": "date", "precision": "year"}
PERSON = {"table": {"person": "id"}}

FEATURES = {
    "one file": ({}, {}),
    "folder": ({}, {"output": "out/"}),
    "records of a combination divided at random": ({"method": {"name": "mdav", "k": 4}}, {"output": "out/"}),
    "`person`, one file": (PERSON, {}),
    "`person`, folder": (PERSON, {"output": "out/"}),
    "`gather`, folder": (
        {
            "table": {"person": "id", "gather": ["word"]},
            "columns": {name: {"role": "identifier"} for name in ("sets", "begin", "end", "text", "code", "version")}
            | {"illness": {"role": "identifier"}},
        },
        {"output": "out/"},
    ),
    "`shift_with`": (
        {**PERSON, "columns": {"begin": {"role": "other", "type": "date", "shift_with": "person"}}},
        {},
    ),
    "sets in cells (`separator`)": ({"columns": {"sets": {**WORD, "separator": ";"}}}, {"output": "out/"}),
    "dates, `before`": (
        {"columns": {"begin": {**DATE, "before": "end"}, "end": DATE}},
        {"output": "out/"},
    ),
    "`with`": ({"columns": {"text": {"role": "other", "with": "word"}}}, {"output": "out/"}),
    "`ontology_by`": (
        {
            "columns": {
                "word": {"role": "identifier"},
                "code": {
                    "role": "quasi",
                    "ontology_by": {"column": "version", "9": "sports.csv", "10": "sports.csv"},
                },
            },
            "method": {"name": "srs1", "k": 3},
        },
        {"output": "out/"},
    ),
    "`l_diversity`, `p_sensitive`, `t_closeness`": (
        {"method": {"name": "mdav", "k": 6, "l_diversity": 2, "p_sensitive": 2, "t_closeness": 0.6}},
        {"output": "out/"},
    ),
    "`--resume`": ({}, {"output": "out/", "resume": True}),
    "`--private-risk`": ({}, {"private_risk": "risk.csv"}),
}
"""Name → (changes of the recipe, options of the run)."""


def table():
    words = ["soccer", "rugby", "tennis", "swimming", "surfing", "rowing"]
    cell = [words[i % 6] for i in range(ROWS)]
    day = dt.date(2019, 1, 1)
    return pa.table(
        {
            "id": [f"P{i // 3:02}" for i in range(ROWS)],
            "word": cell,
            "sets": [f"{word};{words[(i + 1) % 6]}" for i, word in enumerate(cell)],
            "begin": [f"{day + dt.timedelta(days=40 * (i % 30)):%Y-%m-%d}" for i in range(ROWS)],
            "end": [f"{day + dt.timedelta(days=40 * (i % 30) + 9):%Y-%m-%d}" for i in range(ROWS)],
            "text": [f"text of {word}" for word in cell],
            "code": cell,
            "version": [("9", "10")[i % 2] for i in range(ROWS)],
            "illness": ["wxyz"[i % 4] for i in range(ROWS)],
        }
    )


def recipe(folder, changes):
    """A recipe that masks a word, releases an illness, and leaves out what a feature does not need."""
    columns = {name: {"role": "identifier"} for name in table().column_names}
    columns |= {"word": WORD, "illness": {"role": "confidential"}}
    columns |= changes.get("columns", {})
    if "version" in str(changes.get("columns")):
        columns["version"] = columns["version"] if "gather" in changes.get("table", {}) else {"role": "other"}
    text = {**changes, "columns": columns, "method": changes.get("method", {"name": "sa-mdav", "k": 3})}
    text["release"] = {"accept_unique": True, "confirm": ["begin"] if "shift_with" in str(changes) else []}
    return absolute(text, folder)


def absolute(value, folder):
    """The recipe with full paths of its files."""
    if isinstance(value, dict):
        return {key: absolute(each, folder) for key, each in value.items()}
    return str(folder / value) if value == "sports.csv" else value


def written_table():
    """Feature → engine → the cell of the page."""
    content = re.search(r"<!-- features -->\n(.*?)<!-- /features -->", PAGE.read_text(encoding="utf-8"), re.DOTALL)[1]
    head, _, *lines = [
        [cell.strip() for cell in line.strip("| \n").split(" | ")] for line in content.strip().split("\n")
    ]
    assert tuple(head[1:]) == ENGINES
    return {name: dict(zip(ENGINES, cells, strict=True)) for name, *cells in lines}


def test_the_page_lists_every_feature():
    assert list(written_table()) == list(FEATURES)
    assert {cell for cells in written_table().values() for cell in cells.values()} <= {"yes", "no", "by the driver"}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("feature", FEATURES)
def test_every_engine_does_what_the_page_says(tmp_path, feature, engine):
    if engine == "spark":
        spark_session()
    (tmp_path / "sports.csv").write_text(TAXONOMY)
    pq.write_table(table(), tmp_path / "data.parquet")
    changes, options = FEATURES[feature]
    options = {**options, "output": f"{tmp_path}/{options.get('output', 'out.parquet')}"}
    if "private_risk" in options:
        options["private_risk"] = tmp_path / options["private_risk"]
    run = partial(kn.mask_file, tmp_path / "data.parquet", recipe(tmp_path, changes), engine=engine, **options)
    if written_table()[feature][engine] == "no":
        with pytest.raises(kn.KinonymError) as refused:
            run()
        assert refused.value.hint
        return
    result = run()
    assert result.written.records == sum(pq.read_metadata(path).num_rows for path in parts(options["output"]))


def parts(output):
    path = Path(output)
    return sorted(path.glob("*.parquet")) if path.is_dir() else [path]
