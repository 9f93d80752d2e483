"""Pictures from published figures: every kind as SVG and PNG, pages that need nothing else."""

import json
import re

import numpy as np
import pandas as pd
import pytest

from kinonym.errors import UsageError

pytest.importorskip("altair", reason="the extra plots is not installed")
pytest.importorskip("vl_convert", reason="the extra plots is not installed")

from kinonym import plots
from kinonym.comparing import compare

from .conftest import sports_table


@pytest.fixture(scope="module")
def comparison(recipe):
    return compare(sports_table(), recipe, methods=["sa-mdav", "mdav"], k=[2, 5, 10])


@pytest.fixture(scope="module")
def charts(result, comparison):
    return {
        "frequencies": result.plot.frequencies("sport"),
        "distances": result.plot.distances("sport"),
        "correlations": result.plot.correlations(),
        "classes": result.plot.classes(),
        "attackers": result.plot.attackers(),
        "frontier": comparison.plot.frontier(),
    }


def test_every_kind_is_drawn(charts, tmp_path):
    assert set(charts) == set(plots.PLOTS)
    for name, chart in charts.items():
        plots.save(chart, tmp_path / f"{name}.svg")
        plots.save(chart, tmp_path / f"{name}.png")
        assert (tmp_path / f"{name}.svg").read_text().startswith("<svg")
        assert (tmp_path / f"{name}.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


def test_a_page_works_offline(charts, tmp_path):
    plots.save(charts["frontier"], tmp_path / "frontier.html")
    page = (tmp_path / "frontier.html").read_text(encoding="utf-8")
    assert not re.search(r'<(script|link)[^>]+(src|href)="https?:', page)


def test_the_figures_drawn_are_those_of_the_report(result, charts):
    spec = charts["frequencies"].to_dict()
    drawn = {(row["value"], row["side"]): row["records"] for row in spec["data"]["values"]}
    assert drawn["soccer", "before"] == 80
    assert not any("diving" in value for value, _ in drawn)  # too rare to show
    bands = charts["classes"].to_dict()["data"]["values"]
    assert sum(row["records"] for row in bands if row["side"] == "after") == 200


def test_every_point_and_the_front_are_drawn(comparison, charts):
    layers = charts["frontier"].to_dict()["layer"]
    front, _, marks, _ = (layer["data"]["values"] for layer in layers)
    assert len(marks) == len(comparison.points)
    assert len(front) == len(comparison.pareto)


def test_pictures_come_from_a_written_report(result):
    read = json.loads(result.report.json())
    assert plots.distances(read, "sport").to_dict() == result.plot.distances("sport").to_dict()


def test_what_cannot_be_drawn(result, charts, tmp_path):
    with pytest.raises(UsageError, match="not those of a comparison"):
        plots.frontier(result.report.figures)
    with pytest.raises(UsageError, match="no column 'sprot'"):
        result.plot.frequencies("sprot")
    with pytest.raises(UsageError, match="not those of a report"):
        plots.classes({})
    with pytest.raises(UsageError, match="a picture ends in"):
        plots.save(charts["classes"], tmp_path / "x.pdf")


def test_one_column_has_nothing_to_correlate():
    import kinonym as kn

    table = pd.DataFrame({"a": np.repeat(list("xyz"), 10)})
    recipe = {"columns": {"a": {"role": "quasi", "type": "plain"}}, "method": {"name": "sa-mdav", "k": 3}}
    with pytest.raises(UsageError, match="nothing to correlate"):
        kn.mask(table, recipe).plot.correlations()
