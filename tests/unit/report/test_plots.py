"""Pictures from published figures: every kind as a file that needs nothing else, with the figures of the report."""

import json
import re
from xml.etree import ElementTree as ET

import numpy as np
import pandas as pd
import pytest

import kinonym as kn
from kinonym import plots
from kinonym.comparing import compare
from kinonym.errors import UsageError

from .conftest import sports_table


@pytest.fixture(scope="module")
def comparison(recipe):
    return compare(sports_table(), recipe, methods=["sa-mdav", "mdav"], k=[2, 5, 10])


@pytest.fixture(scope="module")
def pictures(result, comparison):
    return {
        "frequencies": result.plot.frequencies("sport"),
        "distances": result.plot.distances("sport"),
        "correlations": result.plot.correlations(),
        "classes": result.plot.classes(),
        "attackers": result.plot.attackers(),
        "frontier": comparison.plot.frontier(),
    }


def titles(picture):
    """The texts that a picture shows when a shape is pointed at."""
    return re.findall(r"<title>([^<]*)</title>", picture.drawing)


def test_every_kind_is_drawn_as_a_file_that_needs_nothing_else(pictures, tmp_path):
    assert set(pictures) == set(plots.PLOTS)
    for name, picture in pictures.items():
        for suffix in plots.FORMATS:
            picture.save(tmp_path / f"{name}{suffix}")
        svg = (tmp_path / f"{name}.svg").read_text(encoding="utf-8")
        assert ET.fromstring(svg).tag.endswith("svg")  # noqa: S314  # a picture of ours
        assert svg in (tmp_path / f"{name}.html").read_text(encoding="utf-8")
        assert not re.search(r'(src|href)="|url\(|@import', svg)


def test_a_notebook_displays_a_picture(pictures):
    assert pictures["classes"]._repr_html_().startswith("<svg")


def test_the_figures_drawn_are_those_of_the_report(pictures):
    drawn = titles(pictures["frequencies"])
    assert "soccer, before: 80" in drawn
    assert not any("diving" in title for title in drawn)  # too rare to show
    after = [re.search(r", after: ([0-9,]+)$", title) for title in titles(pictures["classes"])]
    assert sum(int(found[1].replace(",", "")) for found in after if found) == 200


def test_bars_are_as_long_as_their_figures(pictures):
    bars = re.findall(
        r'width="([0-9.]+)" height="11" class="\w+"><title>[^<]*: ([0-9,]+)<', pictures["frequencies"].drawing
    )
    lengths = {float(width) / int(count.replace(",", "")) for width, count in bars if count != "0"}
    assert max(lengths) == pytest.approx(min(lengths), rel=0.05)


def test_every_point_and_the_front_are_drawn(comparison, pictures):
    drawing = pictures["frontier"].drawing
    assert len(titles(pictures["frontier"])) == len(comparison.points)
    (front,) = re.findall(r'points="([^"]+)" class="front"', drawing)
    assert len(front.split()) == 2 * len(comparison.pareto) + 1
    for name in ("sa-mdav", "mdav"):
        assert f">{name}</text>" in drawing


def test_other_figures_of_a_comparison_can_be_drawn(comparison):
    drawing = comparison.plot.frontier(utility="smallest_class", risk="prosecutor").drawing
    assert 'class="front"' not in drawing
    assert len(re.findall("<title>", drawing)) == len(comparison.points)


def test_pictures_come_from_a_written_report(result):
    read = json.loads(result.report.json())
    assert plots.PLOTS["distances"](read, "sport") == result.plot.distances("sport")


def test_values_that_are_markup_or_not_xml_do_no_harm():
    values = [{"value": "<script>x</script> \x08&", "before": 7, "after": None}]
    picture = plots.PLOTS["frequencies"]({"columns": {"<b>": {"values": values}}})
    assert "<script" not in picture.svg()
    ET.fromstring(picture.svg())  # noqa: S314  # a picture of ours


def test_impossible_plots_are_refused(result, pictures, tmp_path):
    with pytest.raises(UsageError, match="not those of a comparison"):
        plots.PLOTS["frontier"](result.report.figures)
    with pytest.raises(UsageError, match="no column 'sprot'"):
        result.plot.frequencies("sprot")
    with pytest.raises(UsageError, match="not those of a report"):
        plots.PLOTS["classes"]({})
    with pytest.raises(UsageError, match="a picture must end in"):
        pictures["classes"].save(tmp_path / "x.pdf")


def test_one_column_has_nothing_to_correlate():
    table = pd.DataFrame({"a": np.repeat(list("xyz"), 10)})
    recipe = {"columns": {"a": {"role": "quasi", "type": "plain"}}, "method": {"name": "sa-mdav", "k": 3}}
    with pytest.raises(UsageError, match="nothing to correlate"):
        kn.mask(table, recipe).plot.correlations()
