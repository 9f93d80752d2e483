"""Columns with several ontologies, from the recipe to the masked table, its report and its verification."""

import random

import pandas as pd
import pytest

import kinonym as kn
from kinonym.errors import KinonymError, RecipeError, UsageError
from kinonym.methods import METHODS
from kinonym.ontologies.rf2_maps import CodeMap
from kinonym.pipeline.several_ontologies import join_ontologies
from kinonym.recipe.reading import load_recipe
from kinonym.taxonomy import Taxonomy
from kinonym.web.draft_state import DraftState

GENERAL = """concept,parent
entity,
activity,entity
place,entity
sport,activity
leisure,activity
swimming,sport
surfing,sport
sailing,sport
walk,leisure
beach,place
"""
ANSWERS = """concept,parent
reason,
nature,reason
sport,reason
beach,nature
walk,nature
birdwatching,nature
swimming,sport
surfing,sport
"""
VALUES = ("swimming", "surfing", "sailing", "walk", "beach", "birdwatching")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "general.csv").write_text(GENERAL)
    (tmp_path / "answers.csv").write_text(ANSWERS)
    return tmp_path


@pytest.fixture
def table():
    draw = random.Random(5)
    return pd.DataFrame(
        {
            "reason": [draw.choice(VALUES) for _ in range(120)],
            "age": [str(draw.randint(20, 22)) for _ in range(120)],
            "spent": [draw.choice(["low", "high"]) for _ in range(120)],
        }
    )


def recipe(folder, method=None, **keys):
    names = [str(folder / "general.csv"), str(folder / "answers.csv")]
    return {
        "columns": {
            "reason": {"role": "quasi", "ontology": names, **keys},
            "age": {"role": "quasi", "type": "numeric"},
            "spent": {"role": "confidential"},
        },
        "method": method or {"name": "sa-mdav", "k": 5},
        "release": {"accept_unique": True},
    }


@pytest.mark.parametrize(
    "method",
    [
        {"name": "sa-mdav", "k": 5},
        {"name": "sa-mdav", "k": 5, "refine": True},
        {"name": "sa-mdav", "k": 5, "l_diversity": 2},
        {"name": "mdav", "k": 5},
        {"name": "k-ward", "k": 5},
        {"name": "recode", "k": 5},
        {"name": "resample", "k": 5},
        {"name": "generalise", "k": 5},
        {"name": "suppress", "k": 5},
    ],
    ids=lambda method: "-".join(map(str, method.values())),
)
def test_a_column_with_several_ontologies_is_masked(folder, table, method):
    result = kn.mask(table, recipe(folder, method), aligned=True)
    masked = result.table
    assert masked.groupby(["reason", "age"], dropna=False).size().min() >= 5
    concepts = {line.split(",")[0] for line in (GENERAL + ANSWERS).splitlines()} | {"any"}
    assert set(masked["reason"].dropna()) <= concepts


def test_values_of_either_ontology_have_a_concept(folder, table):
    with_one = recipe(folder, ontology=str(folder / "general.csv"))
    with pytest.raises(KinonymError, match="have no concept"):
        kn.mask(table, with_one)
    assert kn.mask(table, recipe(folder)).table["reason"].notna().all()


def test_a_class_takes_the_centre_of_the_ontology_that_judges_best(folder):
    table = pd.DataFrame({"reason": ["beach", "walk", "birdwatching"] * 2 + ["swimming", "surfing", "sailing"] * 2})
    only = recipe(folder, {"name": "sa-mdav", "k": 6})
    only["columns"] = {"reason": only["columns"]["reason"]}
    masked = kn.mask(table, only, aligned=True).table["reason"].tolist()
    # `nature` is known to the answers alone; `sport` to both (figures: tests/proofs/papers/test_several_ontologies.py)
    assert masked == ["nature"] * 6 + ["sport"] * 6


def test_the_report_names_the_ontologies_and_how_they_are_combined(folder, table):
    report = kn.mask(table, recipe(folder, combine="coverage")).report
    text = report.page()
    assert "weighted by coverage" in text
    assert "general" in text
    assert "answers" in text
    assert str(folder) not in text


def test_a_masked_file_is_verified(folder, table, tmp_path):
    table.to_csv(tmp_path / "data.csv", index=False)
    toml = load_recipe(recipe(folder)).to_toml()
    (tmp_path / "recipe.toml").write_text(toml)
    kn.mask_file(tmp_path / "data.csv", tmp_path / "recipe.toml", tmp_path / "out.csv")
    assert pd.read_csv(tmp_path / "out.csv").groupby(["reason", "age"]).size().min() >= 5


@pytest.mark.parametrize("name", [name for name, method in METHODS.items() if not method.traits.k_anonymous])
def test_other_methods_are_refused(folder, table, name):
    method = METHODS[name].modes()[0].recipe
    with pytest.raises(KinonymError, match="several ontologies"):
        kn.mask(table, recipe(folder, method))


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"separator": "|"}, "separator"),
        ({"counts": "counts.csv"}, "goes with one ontology"),
        ({"ontology": ["general.csv"]}, "at least two"),
        ({"ontology": ["m49", "m49"]}, "each once"),
        ({"ontology": ["m49", "paths"]}, "built from a whole column"),
        ({"ontology": "m49", "combine": "coverage"}, "only goes with several"),
        ({"ontology_by": {"column": "age", "9": "m49"}}, "both ontology and ontology_by"),
    ],
)
def test_a_contradictory_recipe_is_refused(folder, keys, message):
    with pytest.raises(RecipeError, match=message):
        load_recipe(recipe(folder, **keys))


def test_an_unbounded_distance_is_refused(folder, table, monkeypatch):
    from kinonym.measures import MEASURES, MeasureTraits, WuPalmer

    class Unbounded(WuPalmer):
        traits = MeasureTraits(bounded=False)

    monkeypatch.setitem(MEASURES, "unbounded", Unbounded)
    with pytest.raises(UsageError, match="not bounded"):
        kn.mask(table, recipe(folder, measure="unbounded"))


def test_columns_that_follow_or_are_not_masked_are_refused(folder):
    following = recipe(folder)
    following["columns"]["note"] = {"role": "other", "with": "reason"}
    with pytest.raises(RecipeError, match="several ontologies"):
        load_recipe(following)
    unmasked = recipe(folder, role="confidential")
    with pytest.raises(RecipeError, match="not masked"):
        load_recipe(unmasked)


def test_a_mapping_table_names_concepts_of_either_ontology(folder, table):
    (folder / "reason.map.csv").write_text("value,concept\nrowing,sailing\nornithology,birdwatching\n")
    other = table.replace({"reason": {"sailing": "rowing", "birdwatching": "ornithology"}})
    masked = kn.mask(other, recipe(folder, mapping=str(folder / "reason.map.csv"))).table
    assert masked.groupby(["reason", "age"]).size().min() >= 5


def test_a_code_map_links_the_codes_of_one_ontology_to_the_concepts_of_another():
    codes = Taxonomy.from_parents({"I": [], "I21": "I", "I21.9": "I21"})
    concepts = Taxonomy.from_parents({"404684003": [], "22298006": "404684003"}, {"22298006": ["infarction"]})
    known = CodeMap("map", {"I21": ("22298006",), "I219": ("22298006",), "X": ("22298006",)})
    joined = join_ontologies([codes, concepts], known)
    assert joined.labels("I21") == ("I21", "infarction", "22298006")  # the first link counts: a concept has one partner
    assert joined.subsumers("I21.9")[-2:] == ("I21", "I21.9")
    assert joined.number("404684003") in joined.above(joined.number("I21.9"))


def test_an_uploaded_recipe_may_list_ontologies_of_the_project(folder):
    columns = {"reason": {"role": "quasi", "ontology": ["general.csv", "answers.csv"]}}
    method = {"name": "sa-mdav", "k": 5}
    loaded = DraftState(columns=columns, method=method).recipe(folder / "inside", folder)
    assert [path.name for path in loaded.files()] == ["general.csv", "answers.csv"]
    outside = {"reason": {"role": "quasi", "ontology": ["wordnet", "/etc/answers.csv"]}}
    with pytest.raises(UsageError):
        DraftState(columns=outside, method=method).recipe(folder / "inside", folder)
