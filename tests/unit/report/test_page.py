"""The report says what was found, in every form, and needs nothing else to be read."""

import json
import re
from html.parser import HTMLParser

import pytest

from kinonym.metrics import measure_risk, measure_utility


class Outline(HTMLParser):
    """Checks that tags close in order, and gathers ids, links, headings and references."""

    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.headings, self.sources = [], [], [], [], []

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found["href"]] if "href" in found else []
        self.sources += [value for key, value in found.items() if key in ("src", "srcset", "data", "action")]
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def outline(page):
    made = Outline()
    made.feed(page)
    return made


def test_the_page_is_well_formed(outline):
    assert outline.open == []
    assert len(outline.ids) == len(set(outline.ids))
    assert all(link.startswith("#") and link[1:] in outline.ids for link in outline.links)
    steps = zip(outline.headings, outline.headings[1:], strict=False)
    assert outline.headings[0] == 1
    assert all(after <= before + 1 for before, after in steps)


def test_the_page_needs_nothing_else(page, outline):
    assert outline.sources == []
    assert "<script" not in page
    assert "@import" not in page
    assert "url(" not in page
    assert not re.search(r"https?://", page)


def test_the_page_has_every_section(outline):
    assert {"summary", "risk", "utility", "dependence", "columns", "origin"} <= set(outline.ids)


def test_the_claims_are_in_every_form_of_the_report(result):
    report = result.report
    for claim in result.claims:
        assert claim.sentence in report.text()
        assert claim.sentence.replace(" %", "\u00a0%") in report.page()
        assert claim.sentence in [c["sentence"] for c in json.loads(report.json())["claims"]]


def test_the_figures_are_those_of_the_plan(result):
    found = json.loads(result.report.json())
    assert found["utility"]["sse"] == pytest.approx(measure_utility(result.plan).sse, abs=0.5)  # to one record
    assert found["risk"]["prosecutor"] == measure_risk(result.plan).prosecutor
    assert found["risk"]["chance"] == max(attacker["chance"] for attacker in found["risk"]["attackers"])
    assert found["columns"]["sport"]["not_shown"]["before"] >= 1
    shown = {row["value"]: row["before"] for row in found["columns"]["sport"]["values"]}
    assert shown["soccer"] == 80
    assert "diving" not in shown


def test_numbers_are_shown_in_intervals_without_their_extremes(result):
    rows = json.loads(result.report.json())["columns"]["age"]["values"]
    assert rows[0]["value"].startswith("below ")
    assert rows[-1]["value"].endswith(" or more")
    assert sum(row["before"] or 0 for row in rows) <= 200


def test_confidential_columns_are_measured(result):
    (found,) = json.loads(result.report.json())["risk"]["disclosure"]
    released = result.table.groupby(["sport", "place", "age"])["illness"]
    single = released.transform("nunique") == 1
    assert found["column"] == "illness"
    assert found["homogeneous"] == pytest.approx(single.mean())


def test_the_recipe_of_the_report_is_the_recipe(result):
    import tomllib

    read = tomllib.loads(json.loads(result.report.json())["recipe"])
    assert read["method"] == {"name": "sa-mdav", "k": 5}
    assert read["columns"]["sport"]["ontology"] == "sports.csv"


def test_the_tree_opens_to_where_values_went(page):
    assert re.search(r'<summary>.*?<span class="concept">soccer</span>', page)
    assert "became: " in page


def test_notebooks_get_the_summary(result):
    shown = result._repr_html_()
    assert shown == result.report.html()
    assert "In four figures" in shown
    assert len(shown) < 20_000
