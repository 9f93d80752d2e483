"""The ranks of a comparison: within one strength only, the knee of the front, and every printed column explained."""

from __future__ import annotations

import html
import json

import numpy as np
import pandas as pd
import pytest

import kinonym as kn
from kinonym.assess import figures_in
from kinonym.cli.compare import _show
from kinonym.comparing import Comparison, Point

METHOD = {"name": "sa-mdav", "k": 2}


def point(name, risk, loss, **settings):
    return Point(settings={"name": name, **settings}, risk=risk, loss=loss, guaranteed=name in ("sa-mdav", "mdav"))


def made(*points):
    return Comparison(kn.Recipe(columns={}, method={}), points)


def test_the_weakest_protection_is_not_the_best():
    """k = 2 loses least of all, and says nothing of k = 5 and k = 10: each k has its own leader."""
    found = made(
        point("sa-mdav", 0.4, 1.0, k=2),
        point("mdav", 0.4, 2.0, k=2),
        point("sa-mdav", 0.2, 6.0, k=5),
        point("mdav", 0.2, 5.0, k=5),
    )
    assert [(one.strength, one.point.label) for one in found.leaders] == [
        ("k = 2", "sa-mdav (k = 2)"),
        ("k = 5", "mdav (k = 5)"),
    ]
    assert [(row["rank"], row["ranked"]) for row in found.rows] == [(1, 2), (2, 2), (2, 2), (1, 2)]
    assert "best" not in " ".join(found.findings)


def test_settings_of_other_guarantees_are_not_ranked_together():
    """Swaps give a bound for each column alone, published ones give none; demands are part of the strength."""
    found = made(
        point("sa-mdav", 0.2, 6.0, k=5),
        point("srs1", 0.2, 1.0, k=5),
        point("srs1", 0.2, 0.5, k=5, published=True),
        point("sa-mdav", 0.2, 9.0, k=5, l_diversity=2),
        point("noise", 0.9, 0.1, alpha=0.3),
    )
    assert [row["rank"] for row in found.rows] == [1, 1, 1, 1, 1]
    assert len({row["strength"] for row in found.rows}) == 5
    assert [one.strength for one in found.leaders] == ["k = 5", "k = 5, l_diversity = 2"]


def test_the_knee_lies_farthest_below_the_line_between_the_ends():
    """Scaled: (0, 1), (0.25, 0.125), (0.5, 0.1), (1, 0); 1 − x − y is 0, 0.625, 0.4 and 0."""
    front = [(0.1, 17.0), (0.2, 3.0), (0.3, 2.6), (0.5, 1.0)]
    found = made(*(point("sa-mdav", risk, loss, k=k) for k, (risk, loss) in enumerate(front, 2)))
    assert found.knee is found.points[1]
    assert [row["knee"] for row in found.rows] == [False, True, False, False]
    assert any(finding.startswith("knee of the front: 2, sa-mdav (k = 3)") for finding in found.findings)


@pytest.mark.parametrize("front", [[(0.1, 3.0), (0.2, 1.0)], [(0.1, 3.0), (0.2, 2.0), (0.3, 1.0)]])
def test_a_short_or_straight_front_has_no_knee(front):
    assert made(*(point("sa-mdav", risk, loss, k=2) for risk, loss in front)).knee is None


@pytest.fixture(scope="module")
def measured():
    rng = np.random.default_rng(4)
    table = pd.DataFrame({"a": rng.choice(list("pqrs"), 60), "b": rng.integers(0, 30, 60).astype(str)})
    columns = {"a": {"role": "quasi", "type": "plain"}, "b": {"role": "quasi", "type": "numeric"}}
    return kn.compare(table, {"columns": columns, "method": METHOD}, methods=["sa-mdav", "mdav"], k=[2, 5])


def test_every_printed_column_is_explained(measured, capsys):
    _show(measured, None)
    shown = capsys.readouterr().out
    page, data = measured.page(), json.loads(measured.json())
    for figure in figures_in("terminal"):
        assert f"{figure.short or figure.title}: {figure.describe}" in shown
    for figure in figures_in("points"):
        assert figure.describe in html.unescape(page)
    for text in ("front: ", "rank: ", "seconds: ", "k = 2: ", "k = 5: "):
        assert text in shown
    assert set(data["columns"]) >= {"at_most", "rank", "front", "loss", "risk"}
    assert data["findings"] == list(measured.published_findings)
