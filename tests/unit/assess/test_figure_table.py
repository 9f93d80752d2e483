"""One table of figures: each of its figures is shown in every view, and the docs have the same table."""

import json
from pathlib import Path

import pandas as pd
import pytest

import kinonym as kn
from kinonym.assess import COLUMN_FIGURES, FIGURES, ColumnFigure, Figure, figure_table
from kinonym.assess.figure import View
from kinonym.cli.compare import compare_table
from kinonym.cli.show import TextOptions
from kinonym.comparing import parse_target
from kinonym.errors import UsageError

VIEWS = View.__args__
PAGE = (Path(__file__).parents[3] / "docs" / "metrics.md").read_text(encoding="utf-8")
RECIPE = {
    "columns": {"town": {"role": "quasi", "type": "plain"}, "age": {"role": "quasi", "type": "numeric"}},
    "method": {"name": "sa-mdav", "k": 3},
}


@pytest.fixture
def table():
    return pd.DataFrame({"town": list("aaabbbccddee"), "age": [str(20 + i // 2) for i in range(12)]})


def row(figure):
    return f"| `{figure.name}` | {figure.title} | {figure.kind} | {figure.better or ''} | {figure.describe} |"


@pytest.mark.parametrize("figures", [FIGURES, COLUMN_FIGURES], ids=["table", "columns"])
def test_the_docs_have_the_same_table(figures):
    rows = "\n".join(row(figure) for figure in figures)
    assert f"|---|---|---|---|---|\n{rows}\n\n" in PAGE


def test_figure_names_are_unique_and_every_view_has_figures():
    names = [figure.name for figure in FIGURES]
    assert len(names) == len(set(names))
    views = {view for figure in FIGURES for view in figure.views}
    assert views == set(VIEWS)


def test_a_new_figure_is_one_line(table, monkeypatch, tmp_path, capsys):
    # Twice the number of masked records: 24 of 12 records, shown with a separate text in every view.
    new = Figure(
        name="twice", title="twice the records", short="twice", kind="count", views=VIEWS, describe="a planted figure",
        value=lambda m: m.risk.bands and 2 * sum(band.records_after for band in m.risk.bands),
        words=lambda _: " planted words",
    )  # fmt: skip
    monkeypatch.setattr(figure_table, "FIGURES", (*FIGURES, new))
    result = kn.mask(table, RECIPE)
    assert result.report.figures["figures"]["twice"] == 24
    for text in (result.report.text(), result.report.page()):
        assert "24 planted words" in text.replace("\xa0", " ")
    assert "a planted figure" in result.report.page()
    found = kn.compare(table, RECIPE, k=[3, 4])
    assert [point.twice for point in found.points] == [24, 24]
    assert found.best("twice>=24, k>=4").settings["k"] == 4
    assert ">twice<" in found.page()
    assert "twice" in found.csv()
    against = kn.verify(result.table, ["town", "age"], original=table)
    assert ("twice the records", "24 planted words") in against.rows()
    table.to_csv(tmp_path / "t.csv", index=False)
    (tmp_path / "r.toml").write_text(kn.Recipe(**RECIPE).to_toml())
    nothing = dict.fromkeys(("report", "target", "pick", "state", "seed", "workers"))
    compare_table(
        tmp_path / "t.csv",
        tmp_path / "r.toml",
        options=TextOptions(),
        methods="",
        strengths={"k": "3", "alpha": "", "epsilon": ""},
        **nothing,
    )
    assert "twice" in capsys.readouterr().out


def test_a_new_figure_of_columns_is_one_line(table, monkeypatch):
    new = ColumnFigure(
        name="letters", title="letters of the name", kind="count", views=VIEWS, describe="a planted figure of a column",
        value=lambda _, column: len(column),
    )  # fmt: skip
    monkeypatch.setattr(figure_table, "COLUMN_FIGURES", (*COLUMN_FIGURES, new))
    result = kn.mask(table, RECIPE)
    assert "letters of the name 4" in result.report.text()
    assert "letters of the name" in result.report.page()
    assert "letters of the name 3" in dict(kn.verify(result.table, ["town", "age"], original=table).rows())["age"]


def test_the_figures_are_what_was_measured(table):
    result = kn.mask(table, RECIPE)
    found = json.loads(result.report.json())
    for name in ("loss", "sse", "quality", "values_changed", "records_changed", "discernibility", "average_class"):
        assert found["figures"][name] == found["utility"][name], name
    for name in ("prosecutor", "marketer", "journalist"):
        assert found["figures"][name] == found["risk"][name], name
    assert found["figures"]["risk"] == found["risk"]["chance"]
    assert found["figures"]["linkage"] == pytest.approx(found["risk"]["linkage"] / 100)
    assert found["figures"]["unique_before"] == found["risk"]["unique_before"]
    assert found["figures"]["balance"] == pytest.approx((found["utility"]["loss"] + 100 * found["risk"]["chance"]) / 2)
    assert found["figures"]["score"] == pytest.approx((found["utility"]["loss"] + found["risk"]["linkage"]) / 2)
    assert found["figures"]["clusters"] == found["partitions"]["distance"]


def test_targets_are_figures_of_the_table():
    for figure in FIGURES:
        if "comparison" in figure.views:
            assert parse_target(f"{figure.name}<=1") == [(figure.name, "<=", 1.0)]
            if figure.kind == "share":
                assert parse_target(f"{figure.name}<=1%") == [(figure.name, "<=", 0.01)]
            else:
                with pytest.raises(UsageError):
                    parse_target(f"{figure.name}<=1%")


def test_an_unknown_figure_is_a_dash():
    assert Figure(name="a", title="a", kind="share", describe="", views=(), value=lambda _: None).text(None) == "–"
