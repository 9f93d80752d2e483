"""`kinonym compare` and `kinonym plot` as functions of the command."""

import json
import tomllib

import numpy as np
import pandas as pd
import pytest

from kinonym.cli.compare import compare_table, plot_figures
from kinonym.cli.show import TextOptions
from kinonym.errors import DataError, PrivacyError, UsageError


@pytest.fixture
def files(tmp_path):
    rng = np.random.default_rng(4)
    table = pd.DataFrame({"a": rng.choice(list("pqrs"), 60), "b": rng.integers(0, 30, 60)})
    table.to_csv(tmp_path / "data.csv", index=False)
    (tmp_path / "recipe.toml").write_text(
        '[columns.a]\nrole = "quasi"\ntype = "plain"\n[columns.b]\nrole = "quasi"\ntype = "numeric"\n'
        '[method]\nname = "sa-mdav"\nk = 3\n'
    )
    return tmp_path


def run(files, **options):
    given = {"k": "2,5", "alpha": "", "epsilon": "", **options.pop("strengths", {})}
    default = {
        "options": TextOptions(),
        "report": None,
        "target": None,
        "pick": None,
        "state": None,
        "seed": None,
        "workers": None,
    }
    compare_table(
        files / "data.csv", files / "recipe.toml", methods=options.pop("methods", "sa-mdav,mdav"), strengths=given,
        **{**default, **options},
    )  # fmt: skip


def test_the_command_shows_every_point(files, capsys):
    run(files)
    shown = capsys.readouterr().out
    assert all(text in shown for text in ("sa-mdav (k = 2)", "mdav (k = 5)", "--pick"))


def test_a_range_of_k_is_expanded(files, capsys):
    run(files, methods="mdav", strengths={"k": "2-4,9"})
    shown = capsys.readouterr().out
    assert [k for k in range(2, 12) if f"(k = {k})" in shown] == [2, 3, 4, 9]


def test_pick_prints_a_recipe_and_nothing_else(files, capsys):
    run(files, pick="2")
    assert tomllib.loads(capsys.readouterr().out)["method"] == {"name": "sa-mdav", "k": 5}
    run(files, pick="best", target="k>=5")
    assert tomllib.loads(capsys.readouterr().out)["method"]["k"] == 5


@pytest.mark.parametrize("suffix", [".html", ".json", ".csv"])
def test_a_comparison_is_written_as_html_json_and_csv(files, capsys, suffix):
    report = files / f"frontier{suffix}"
    run(files, report=report, target="risk<=1")
    assert "least loss that meets the target" in capsys.readouterr().out
    text = report.read_text(encoding="utf-8")
    assert {".html": "<!doctype html>", ".json": '"points"', ".csv": "method,k,alpha"}[suffix] in text


def test_mistakes_in_options_are_refused(files):
    with pytest.raises(UsageError, match="ends in"):
        run(files, report=files / "x.pdf")
    with pytest.raises(UsageError, match="needs a target"):
        run(files, pick="best")
    with pytest.raises(UsageError, match="--pick takes"):
        run(files, pick="9")
    with pytest.raises(UsageError, match="--k takes"):
        run(files, strengths={"k": "two"})


def test_an_unreached_target_still_shows_what_was_found(files, capsys):
    report = files / "frontier.html"
    with pytest.raises(PrivacyError, match="none of the 4 points"):
        run(files, target="risk<=0.0001", report=report)
    assert "sa-mdav (k = 2)" in capsys.readouterr().out
    assert report.exists()


def test_pictures_from_figures(files, capsys):
    run(files, report=files / "points.json")
    plot_figures(files / "points.json", "frontier", files / "frontier.svg", column=None)
    assert (files / "frontier.svg").read_text().startswith("<svg")
    with pytest.raises(UsageError, match="no picture 'frontire'"):
        plot_figures(files / "points.json", "frontire", files / "x.svg", column=None)
    with pytest.raises(DataError, match="cannot be read"):
        plot_figures(files / "data.csv", "frontier", files / "x.svg", column=None)
    (files / "list.json").write_text(json.dumps([1]))
    with pytest.raises(DataError, match="contains no figures"):
        plot_figures(files / "list.json", "frontier", files / "x.svg", column=None)
