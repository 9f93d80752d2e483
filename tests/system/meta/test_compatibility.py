"""The public interface changes on purpose only: names, recipe keys, the JSON report, and versions of formats."""

import json
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import jsonschema
import pandas as pd
import pytest

import kinonym as kn
from kinonym.methods import METHODS
from kinonym.recipe import FORMAT_VERSION, load_recipe

ROOT = Path(__file__).parents[3]
SCHEMAS = ROOT / "docs" / "schemas"
sys.path.insert(0, str(ROOT / "tools"))

import make_schemas  # noqa: E402  # a script of the folder above

RECIPE = {
    "columns": {"job": {"role": "quasi", "ontology": "wordnet"}, "age": {"role": "quasi", "type": "numeric"}},
    "method": {"name": "sa-mdav", "k": 3},
}
WHEN_IT_FAILS = "run python tools/make_schemas.py, and read docs/compatibility.md"


def rows():
    jobs = ["nurse", "midwife", "plumber", "welder", "baker", "cook"]
    return pd.DataFrame({"job": [jobs[i % 6] for i in range(36)], "age": [20 + (7 * i) % 40 for i in range(36)]})


def saved_schema(name):
    return json.loads((SCHEMAS / name).read_text(encoding="utf-8"))


def checker(name):
    schema = saved_schema(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("name", ["recipe.schema.json", "report.schema.json", "public-names.txt"])
def test_the_public_interface_is_the_one_that_was_written_down(name):
    if name.endswith(".schema.json") and tuple(map(int, version("pydantic").split(".")[:2])) < (2, 12):
        pytest.skip("older versions of pydantic word the same schema in another way")
    assert make_schemas.make_files()[name] == (SCHEMAS / name).read_text(encoding="utf-8"), WHEN_IT_FAILS


@pytest.mark.parametrize("path", sorted((ROOT / "examples").rglob("recipe*.toml")), ids=lambda path: path.parent.name)
def test_the_recipes_of_the_examples_fit_the_schema(path):
    checker("recipe.schema.json").validate(tomllib.loads(path.read_text(encoding="utf-8")))


def test_a_drafted_recipe_fits_the_schema():
    checker("recipe.schema.json").validate(tomllib.loads(kn.draft(rows()).to_toml()))


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ("columns", {"age": {"role": "quasi", "typ": "numeric"}}),
        ("columns", {"age": {"role": "secret"}}),
        ("method", {}),
        ("relase", {}),
        ("folder", "somewhere"),
        ("version", "1"),
    ],
)
def test_the_schema_rejects_what_the_program_rejects(part, wrong):
    recipe = {**RECIPE, part: wrong}
    assert not checker("recipe.schema.json").is_valid(recipe)
    with pytest.raises(kn.RecipeError):
        _ = load_recipe(recipe).resolved_method


def test_every_method_is_named_in_the_schema():
    examples = saved_schema("recipe.schema.json")["properties"]["method"]["examples"]
    assert {example["name"] for example in examples} == set(METHODS)


@pytest.mark.parametrize(
    "method",
    [
        {"name": "sa-mdav", "k": 3},
        {"name": "generalise", "k": 3},
        {"name": "suppress", "k": 3},
        {"name": "srs2", "k": 3},
        {"name": "noise", "alpha": 0.1},
        {"name": "pram", "keep": 0.8},
    ],
    ids=lambda method: method["name"],
)
def test_reports_fit_the_schema(method):
    result = kn.mask(rows(), {**RECIPE, "method": method}, seed=1)
    data = json.loads(result.report.json())
    checker("report.schema.json").validate(data)
    assert next(iter(data)) == "format"


def test_a_report_without_its_figures_does_not_fit_the_schema():
    data = json.loads(kn.mask(rows(), RECIPE, seed=1).report.json())
    valid = checker("report.schema.json").is_valid
    assert valid(data)
    assert not valid({key: value for key, value in data.items() if key != "figures"})
    assert not valid({**data, "format": "kinonym-report-0"})


def test_a_recipe_may_name_the_version_of_its_format():
    assert load_recipe({**RECIPE, "version": FORMAT_VERSION}) == load_recipe(RECIPE)
    assert "version" not in load_recipe(RECIPE).to_toml()


@pytest.mark.parametrize("other", [0, FORMAT_VERSION + 1])
def test_a_recipe_of_another_version_is_refused_with_what_to_do(other):
    with pytest.raises(
        kn.RecipeError, match=rf"version {other}; this program reads version {FORMAT_VERSION}"
    ) as refused:
        load_recipe({**RECIPE, "version": other})
    assert "update Kinonym" in refused.value.hint


@pytest.mark.parametrize("given", ["1", 1.0, True])
def test_a_version_is_a_whole_number(given):
    with pytest.raises(kn.RecipeError, match="version"):
        load_recipe({**RECIPE, "version": given})


@pytest.mark.parametrize("key", ["folder", "file"])
def test_a_recipe_cannot_say_where_it_was_read_from(key):
    with pytest.raises(kn.RecipeError, match=f"unknown key: {key}"):
        load_recipe({**RECIPE, key: "elsewhere"})
