"""The k-anonymous methods as a recipe names them: parameters, notices, claims, and `kn.compare`."""

import sys
import threading
from dataclasses import fields

import numpy as np
import pandas as pd
import pytest

import kinonym as kn
from kinonym.cli import main
from kinonym.errors import RecipeError
from kinonym.methods import METHODS
from kinonym.pipeline.masking import mask_file
from kinonym.recipe import load_recipe, make_method

CLUSTERING = ("sa-mdav", "mdav", "recode", "resample")
MODES = [
    *({"name": "recode", "heuristics": number} for number in range(4)),
    {"name": "recode", "weighted": True},
    {"name": "recode", "block_size": 10, "workers": 2},
    {"name": "resample"},
    {"name": "resample", "reference": "table", "refine": True},
    {"name": "generalise"},
    {"name": "generalise", "scheme": "local"},
    {"name": "suppress"},
    {"name": "sa-mdav", "refine": True, "block_size": 10},
    {"name": "mdav", "centroid": "lcs"},
]


@pytest.fixture
def recipe(tmp_path):
    (tmp_path / "sports.csv").write_text(
        "child,parent\nsport,\nball,sport\nwater,sport\nsoccer,ball\nrugby,ball\nswimming,water\nsurfing,water\n"
    )
    return {
        "columns": {
            "hobby": {"role": "quasi", "ontology": str(tmp_path / "sports.csv"), "root": "sport"},
            "age": {"role": "quasi", "type": "numeric"},
            "illness": {"role": "confidential"},
        },
        "method": {"name": "sa-mdav", "k": 3},
        "release": {"accept_unique": True},
    }


@pytest.fixture
def table():
    rng = np.random.default_rng(2)
    return pd.DataFrame(
        {
            "hobby": rng.choice(["soccer", "rugby", "swimming", "surfing", "ball"], 80),
            "age": rng.integers(20, 30, 80),
            "illness": rng.choice(["flu", "cold", "ulcer"], 80),
        }
    )


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_a_recipe_names_every_parameter_and_toml_keeps_it(recipe, table, mode):
    loaded = load_recipe({**recipe, "method": {"k": 3, **mode}})
    again = load_recipe(loaded.to_toml())
    assert again.resolved_method == loaded.resolved_method
    result = kn.mask(table, again)
    assert kn.verify(result.table, ["hobby", "age"]).k >= 3
    assert result.claims[0].guarantee
    assert str(result.claims[0]).startswith("Every combination of hobby, age occurs at least ")


@pytest.mark.parametrize("name", CLUSTERING)
def test_unknown_settings_of_a_method_are_named(name):
    for field in fields(METHODS[name]):
        if field.name != "k":
            with pytest.raises(RecipeError, match=f"has no parameter '{field.name}s'") as error:
                make_method({"name": name, "k": 2, f"{field.name}s": 1})
            assert error.value.hint
    with pytest.raises(RecipeError, match="needs k"):
        make_method({"name": name})


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"name": "recode", "heuristics": 4}, "must be 0, 1, 2 or 3"),
        ({"name": "recode", "heuristics": 1, "weighted": True}, "no distance can be weighted"),
        ({"name": "recode", "local": True, "l_diversity": 2}, "takes no demands"),
        ({"name": "recode", "local": True, "block_size": 5}, "needs no blocks"),
        ({"name": "recode", "refine": True}, "has no parameter 'refine'"),
        ({"name": "resample", "reference": "centre"}, "reference"),
        ({"name": "generalise", "scheme": "partial"}, "scheme"),
        ({"name": "mdav", "centroid": "lcs", "refine": True}, "semantic distance and centroid"),
        ({"name": "sa-mdav", "block_size": 0}, "block_size must be"),
    ],
    ids=str,
)
def test_incompatible_settings_are_refused(wrong, words):
    with pytest.raises(RecipeError, match=words):
        make_method({"k": 2, **wrong})


@pytest.mark.parametrize(
    "mode",
    [
        {"name": "recode"},
        {"name": "recode", "local": True},
        {"name": "recode", "block_size": 10},
        {"name": "generalise"},
        {"name": "generalise", "scheme": "local"},
    ],
    ids=str,
)
def test_the_risk_of_downcoding_is_stated_with_every_result(recipe, table, mode):
    """Section 1.7 of docs/privacy.md."""
    result = kn.mask(table, {**recipe, "method": {"k": 3, **mode}})
    assert sum("partly undone by anyone who knows the method" in notice for notice in result.notices) == 1
    for shown in (repr(result), result.report.html(), result.report.json()):
        assert "downcoding" in shown


def test_local_recoding_claims_nothing_about_combinations(recipe, table):
    result = kn.mask(table, {**recipe, "method": {"name": "recode", "k": 3, "local": True}})
    assert not any(claim.guarantee for claim in result.claims)
    assert any("combinations of several columns may be rarer than k" in notice for notice in result.notices)
    for column in ("hobby", "age"):
        assert kn.verify(result.table, [column]).k >= 3


def test_compare_accepts_all_clustering_methods(recipe, table):
    found = kn.compare(table, recipe, methods=MODES, k=[3, 5], seed=4)
    assert len(found.points) == 2 * len(MODES)
    for point in found.points:
        assert point.failed is None, point
        assert point.smallest_class >= point.settings["k"]
        assert point.loss >= 0


def test_the_compare_command_accepts_clustering_methods(recipe, table, tmp_path, monkeypatch, capsys):
    table.to_csv(tmp_path / "data.csv", index=False)
    (tmp_path / "recipe.toml").write_text(load_recipe(recipe).to_toml())
    monkeypatch.chdir(tmp_path)
    arguments = [
        "compare",
        "data.csv",
        "-r",
        "recipe.toml",
        "--method",
        "recode,resample,generalise,mdav",
        "--k",
        "3,5",
    ]
    monkeypatch.setattr(sys, "argv", ["kinonym", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    shown = capsys.readouterr().out
    assert not ended.value.code
    for name in ("recode", "resample", "generalise", "mdav"):
        assert shown.count(name) >= 2


class Stop(Exception):  # noqa: N818
    pass


@pytest.mark.parametrize("late", [False, True], ids=["at once", "late"])
@pytest.mark.parametrize("mode", [mode for mode in MODES if mode["name"] != "suppress"], ids=str)
def test_an_interrupted_run_leaves_nothing(recipe, table, tmp_path, mode, late):
    """No file, no temporary file, no thread; an older output stays."""
    data, output = tmp_path / "data.csv", tmp_path / "out.csv"
    table.to_csv(data, index=False)
    output.write_text("older")
    before, threads = sorted(tmp_path.iterdir()), set(threading.enumerate())

    def stop(share):
        if not late or share >= 0.75:  # the plan is made and attacked, nothing is written yet
            raise Stop

    with pytest.raises(Stop):
        mask_file(data, {**recipe, "method": {"k": 3, **mode}}, output, progress=stop)
    assert sorted(tmp_path.iterdir()) == before
    assert output.read_text() == "older"
    assert set(threading.enumerate()) == threads
