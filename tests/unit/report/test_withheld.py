"""The report of a differentially private release depends on nothing but public knowledge and the number of records.

Two tables that share no value, no frequency and no shape make the same report to the letter, in every form.
"""

import json

import pandas as pd
import pytest

import kinonym as kn
from kinonym.errors import UsageError

LEAVES = [f"leaf{i}" for i in range(12)]
ONTOLOGY = "child,parent\ntop,\nleft,top\nright,top\n" + "".join(
    f"{leaf},{'left' if i % 2 else 'right'}\n" for i, leaf in enumerate(LEAVES)
)
RECORDS = 173
TABLES = {
    "one value": [LEAVES[0]] * RECORDS,
    "another": [LEAVES[1]] * RECORDS,
    "two, 137 to 36": [LEAVES[2]] * 137 + [LEAVES[3]] * 36,
    "all, rare ones too": [LEAVES[i % 9 if i % 50 else 11] for i in range(RECORDS)],
    "one unmapped spelling": ["LEAF 4"] * 3 + [LEAVES[4]] * (RECORDS - 3),
}


PUBLIC = {"epsilon": 2.0, "public": {"a": "top", "b": "top"}}
METHODS = {
    "exponential": {"name": "exponential", **PUBLIC},
    "dp-histogram": {"name": "dp-histogram", **PUBLIC},
    "dp-microaggregation": {"name": "dp-microaggregation", "size": 10, **PUBLIC},
}


@pytest.fixture(scope="module", params=METHODS.values(), ids=METHODS)
def recipe(tmp_path_factory, request):
    path = tmp_path_factory.mktemp("public") / "words.csv"
    path.write_text(ONTOLOGY)
    word = {"role": "quasi", "ontology": str(path), "root": "top", "write": "label"}
    return {
        "columns": {"a": word, "b": word},
        "method": request.param,
    }


def table(name):
    values = TABLES[name]
    return pd.DataFrame({"a": values, "b": values[::-1]})


def forms(result):
    report = result.report
    return {
        "text": report.text(),
        "page": report.page(),
        "fragment": report.html(),
        "json": report.json(),
        "summary": str(report.summary()),
        "repr": repr(result),
        "notebook": result._repr_html_(),
    }


def test_every_form_is_the_same_whatever_the_data(recipe):
    shown = {name: forms(kn.mask(table(name), recipe)) for name in TABLES}
    first = shown.pop("one value")
    for name, other in shown.items():
        for form, text in first.items():
            assert other[form] == text, (name, form)
    assert all("173" in text for text in first.values())


def test_the_written_report_is_the_same_whatever_the_data(recipe, tmp_path):
    pages = set()
    for i, name in enumerate(TABLES):
        table(name).to_csv(tmp_path / f"{i}.csv", index=False)
        for suffix in ("html", "json"):
            report = tmp_path / f"{i}.{suffix}"
            kn.mask_file(tmp_path / f"{i}.csv", recipe, tmp_path / f"{i}.{suffix}.csv", report=report)
            pages.add(report.read_text())
    assert len(pages) == 2


def test_a_report_that_withholds_figures_gives_the_reason(recipe):
    result = kn.mask(table("another"), recipe)
    assert any(claim.guarantee for claim in result.claims)
    for form, text in forms(result).items():
        if form != "summary":
            assert "would disclose more of the data than epsilon allows" in " ".join(text.split()), form
    figures = json.loads(result.report.json())
    assert figures["withheld"]
    assert set(figures["facts"]) >= {"epsilon_total", "public_values:a"}
    assert not {"figures", "risk", "utility", "distribution", "statistics", "columns", "coverage"} & set(figures)
    with pytest.raises(UsageError, match="the report has no 'columns'") as error:
        result.plot.frequencies()
    assert "epsilon" in str(error.value.hint)


def test_reports_of_other_methods_show_figures_of_the_original(recipe):
    noisy = kn.mask(table("two, 137 to 36"), {**recipe, "method": {"name": "noise", "alpha": 0.3}})
    assert noisy.report.published.withheld is None
    assert "137" in noisy.report.page()


def test_a_comparison_publishes_no_more_than_the_report(recipe):
    """The documents of a comparison have no figures of a differentially private point, not even rounded ones."""
    found = kn.compare(table("all, rare ones too"), recipe, methods=[recipe["method"], {"name": "sa-mdav", "k": 5}])
    private = found.points[0]
    assert private.loss is not None  # for the user, not for publication
    row, other = found.published_rows
    assert row["loss"] is row["risk"] is row["rank"] is row["seconds"] is None
    assert not row["pareto"]
    assert "epsilon" in row["failed"]
    assert other["loss"] is not None
    assert other["pareto"]
    assert not any(private.label in sentence for sentence in found.published_findings)
    assert json.loads(found.json())["points"][0]["loss"] is None
    assert "were not tried" in found.page()


def test_no_attacker_is_tried_and_the_report_says_why(recipe, monkeypatch):
    monkeypatch.setattr("kinonym.pipeline.planning.attack", None)
    result = kn.mask(table("another"), recipe)
    assert result.attacks == ()
    assert "attackers were not tried" in result.report.text()
