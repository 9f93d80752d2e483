"""Columns with an ontology that is built from their own values, from the recipe to the masked table."""

import random

import pandas as pd
import pytest

import kinonym as kn
from kinonym.errors import DataError, RecipeError

PLACES = ["eu|es|bcn", "eu|es|mad", "eu|fr|par", "as|jp|tok", "as|jp|osa"]
DRUGS = ["A10BA02", "A10BB01", "C01AA05", "C07AB02", "N02BE01"]


@pytest.fixture(scope="module")
def table():
    draw = random.Random(3)
    days = [f"{draw.randint(1, 28):02}.{draw.randint(1, 12):02}.{draw.randint(2018, 2021)}" for _ in range(120)]
    return pd.DataFrame(
        {
            "place": [draw.choice(PLACES) for _ in days],
            "drug": [draw.choice(DRUGS) for _ in days],
            "seen": days,
            "income": [draw.choice(["low", "high"]) for _ in days],
        }
    )


def recipe(method=None, **columns):
    known = {
        "place": {"role": "quasi", "ontology": "paths", "path_separator": "|"},
        "drug": {"role": "quasi", "ontology": "prefix", "lengths": [1, 3, 4, 5]},
        "seen": {"role": "quasi", "ontology": "dates"},
        "income": {"role": "confidential"},
    }
    return {
        "columns": known | columns,
        "method": method or {"name": "sa-mdav", "k": 5},
        "release": {"accept_unique": True},
    }


def test_paths_prefixes_and_dates_are_masked_with_their_ancestors(table):
    masked = kn.mask(table, recipe(), aligned=True).table
    assert masked.groupby(["place", "drug", "seen"]).size().min() >= 5
    beginnings = {"any"} | {"|".join(p.split("|")[:n]) for p in PLACES for n in (1, 2, 3)}
    assert set(masked["place"]) <= beginnings
    assert set(masked["drug"]) <= {"any", "*"} | {d[:n] for d in DRUGS for n in (1, 3, 4, 5, 7)}
    assert masked["seen"].str.fullmatch(r"any|\d{4}(-Q\d|-\d\d)?|\d\d\.\d\d\.\d{4}").all()


def test_a_hierarchy_built_from_the_values_gives_no_differential_privacy(table):
    dates = {"role": "quasi", "ontology": "dates", "root": "*"}
    one = {name: {"role": "other"} for name in ("place", "drug")}
    run = recipe({"name": "exponential", "epsilon": 4.0, "public": {"seen": "*"}}, seen=dates, **one)
    assert not any("differentially private" in claim.sentence for claim in kn.mask(table, run, aligned=True).claims)


@pytest.mark.parametrize(
    ("column", "words"),
    [
        ({"ontology": "paths"}, "no path_separator"),
        ({"ontology": "prefix"}, "no lengths"),
        ({"ontology": "prefix", "lengths": [3, 1]}, "shortest first"),
        ({"ontology": "prefix", "lengths": [0, 1]}, "at least 1"),
        ({"ontology": "wordnet", "lengths": [1]}, "which needs ontology"),
        ({"ontology": "dates", "path_separator": "|"}, "which needs ontology"),
        ({"ontology": "wordnet", "ontology_by": {"column": "drug", "9": "m49"}}, "both ontology and ontology_by"),
        ({"ontology_by": {"column": "place", "9": "m49"}}, "the column itself"),
        ({"ontology_by": {"column": "plase", "9": "m49"}}, "does not have"),
        ({"ontology_by": {"9": "m49"}}, "names a column"),
    ],
)
def test_a_recipe_that_lacks_what_the_hierarchy_needs_is_refused(table, column, words):
    with pytest.raises(RecipeError, match=words):
        kn.mask(table, recipe(place={"role": "quasi", **column}), aligned=True)


def test_an_error_in_the_values_names_the_column_and_no_value(table):
    broken = table.assign(seen=["31.02.2020", *table["seen"][1:]])
    with pytest.raises(DataError, match=r"column 'seen': 1 of .* does not exist") as raised:
        kn.mask(broken, recipe(), aligned=True)
    assert "31.02" not in str(raised.value)
