"""A new column type is one module and one line in the registry: both are added to a copy of the program."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import kinonym

SOURCE = Path(kinonym.__file__).parent
TYPE = Path(__file__).with_name("new_column_type.py")

MASK = """
import json, sys
import kinonym as kn, pyarrow as pa
from kinonym.column_types import COLUMN_TYPES
from kinonym.recipe import load_recipe

stays = ["0h50", "1h00", "1h10", "5h40", "6h00", "6h20", None, None, None]
column = {"role": "quasi", "type": "duration"}
recipe = {"columns": {"stay": column}, "method": {"name": "sa-mdav", "k": 3}}
result = kn.mask(pa.table({"stay": stays}), recipe, seed=1, aligned=True)
errors = []
for changes in ({"precision": 2}, {"separator": "|"}, {"typ": "x"}):
    try:
        load_recipe({**recipe, "columns": {"stay": {**column, **changes}}})
    except kn.KinonymError as error:
        errors.append(str(error).splitlines()[0])
print(json.dumps({
    "stay": result.table.to_pydict()["stay"],
    "described": result.plan.tuples.columns[0].domain.describe() in result.report.page(),
    "errors": errors,
    "recipe": load_recipe(load_recipe(recipe).to_toml()).columns["stay"].kind,
    "titles": [kind.title for kind in COLUMN_TYPES.values()],
}))
"""


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    folder = tmp_path_factory.mktemp("copy")
    copy = shutil.copytree(SOURCE, folder / "kinonym", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(TYPE, copy / "column_types" / "durations.py")
    registry = copy / "column_types" / "__init__.py"
    line, text = "COLUMN_TYPES: dict[str, type[ColumnRecipe]] = {\n", registry.read_text("utf-8")
    assert line in text
    added = f'from kinonym.column_types.durations import DurationColumn\n\n{line}    "duration": DurationColumn,\n'
    registry.write_text(text.replace(line, added), "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    run = subprocess.run(
        [sys.executable, "-c", MASK], check=False, cwd=folder, env=environment, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_a_column_of_a_new_type_is_masked(answers):
    assert answers["stay"] == ["1h00"] * 3 + ["6h00"] * 3 + [None] * 3


def test_reports_recipes_and_the_page_know_a_new_type(answers):
    assert answers["described"]
    assert answers["recipe"] == "duration"
    assert "lengths of time" in answers["titles"]


def test_mistakes_in_a_column_of_a_new_type_are_reported_as_for_all_types(answers):
    assert answers["errors"] == [
        "columns.stay has a precision, but its type is duration",
        "columns.stay has a separator, but its values are duration: only concepts make sets",
        "the recipe has an unknown key: columns.stay.typ",
    ]
