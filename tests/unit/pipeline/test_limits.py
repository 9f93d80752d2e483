"""Top and bottom coding: what is beyond the limits counts as them, in every step and for every kind of method."""

import numpy as np
import pandas as pd
import pytest

import kinonym as kn
from kinonym.errors import RecipeError
from kinonym.recipe import load_recipe

AGES = ["17", "20", "30", "30", "40", "55", "60", "60", "88", "91", "97", "104"]
METHODS = [{"name": "sa-mdav", "k": 2}, {"name": "recode", "k": 2}, {"name": "record-swap", "k": 2},
           {"name": "generalise", "k": 2}, {"name": "pram"}]  # fmt: skip


def recipe_of(method, **limits):
    return {
        "columns": {"age": {"role": "quasi", "type": "numeric", **limits}, "note": {"role": "other"}},
        "method": method,
        "release": {"accept_unique": True, "confirm": ["note"]},
    }


def table(numbers=AGES):
    return pd.DataFrame({"age": numbers, "note": ["x"] * len(numbers)})


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method["name"])
@pytest.mark.parametrize("kind", [str, float])
def test_top_and_bottom_coding_releases_nothing_beyond_the_limits(method, kind):
    result = kn.mask(table([kind(age) for age in AGES]), recipe_of(method, bottom=18, top=90))
    texts = [str(value) for value in result.table["age"] if not pd.isna(value)]
    assert not {"17", "91", "97", "104"} & {text.removesuffix(".0") for text in texts}
    if method["name"] != "generalise":
        numbers = np.array([float(text) for text in texts])
        assert numbers.min() >= 18
        assert numbers.max() <= 90
    assert sum("count as 90" in notice for notice in result.notices) == 1


def test_a_file_with_coded_numbers_passes_the_gate(tmp_path):
    table().to_csv(tmp_path / "data.csv", index=False)
    kn.mask_file(tmp_path / "data.csv", recipe_of({"name": "record-swap", "k": 2}, top=90), tmp_path / "out.csv")
    released = pd.read_csv(tmp_path / "out.csv")["age"].tolist()
    assert sorted(released) == sorted(min(int(age), 90) for age in AGES)


def test_coded_values_count_in_classes_of_k():
    """Three numbers above 90 are one value of three records: recoding leaves them alone."""
    result = kn.mask(table(["91", "97", "104", "5", "5", "5"]), recipe_of({"name": "recode", "k": 3}, top=90))
    assert sorted(float(x) for x in result.table["age"]) == [5, 5, 5, 90, 90, 90]


@pytest.mark.parametrize(
    "column",
    [
        {"role": "quasi", "type": "plain", "top": 90},
        {"role": "other", "type": "numeric", "top": 90},
        {"role": "quasi", "type": "numeric", "top": 18, "bottom": 90},
        {"role": "quasi", "type": "numeric", "top": float("nan")},
        {"role": "quasi", "type": "numeric", "top": "90"},
    ],
    ids=str,
)
def test_impossible_limits_are_refused(column):
    with pytest.raises(RecipeError):
        load_recipe({"columns": {"x": column, "y": {"role": "quasi"}}, "method": {"name": "suppress", "k": 2}})
