"""What the report prints of a swap: the strongest attack, certainty, unchanged cells, and how often values are true."""

from __future__ import annotations

import json

import pytest

import kinonym as kn
from report.conftest import sports_table

SWAPS = [
    {"name": "srs1", "k": 5}, {"name": "srs2", "k": 5}, {"name": "srs3", "k": 5}, {"name": "record-swap", "k": 5},
    {"name": "data-swap"}, {"name": "srs2", "k": 5, "published": True},
]  # fmt: skip


@pytest.fixture(scope="module", params=SWAPS, ids=lambda method: " ".join(map(str, method.values())))
def swapped(recipe, request):
    return kn.mask(sports_table(), {**recipe, "method": request.param}, aligned=True)


def shares(result, column, *, below):
    """By counting rows: unchanged cells, and true ones among the rare and the common values."""
    before, after = sports_table()[column].astype(str), result.table[column].map(lambda v: str(v).removesuffix(".0"))
    same = (before == after).to_numpy()
    rare = (after.map(after.value_counts()) < below).to_numpy()
    return [float(part.mean()) if len(part) else None for part in (same, same[rare], same[~rare])]


def test_figures_are_those_of_the_rows(swapped):
    below = getattr(swapped.recipe.resolved_method, "k", 10)
    found = {one["column"]: one for one in json.loads(swapped.report.json())["risk"]["true_values"]}
    assert list(found) == ["sport", "place", "age"]
    for column in found:
        unchanged, rare, common = shares(swapped, column, below=below)
        assert found[column]["unchanged"] == pytest.approx(unchanged)
        assert found[column]["rare_below"] == below
        if column == "age":  # 200 records, 47 ages of 4 or 5 records each
            assert found[column]["rare"] == pytest.approx(rare)
            assert found[column]["common"] == (None if common is None else pytest.approx(common))


def test_shares_of_fewer_than_five_records_are_not_shown(swapped):
    # Farland has one record and diving three: neither their share, nor the rest's, which would give it away.
    found = {one["column"]: one for one in json.loads(swapped.report.json())["risk"]["true_values"]}
    assert (found["place"]["rare"], found["place"]["common"]) == (None, None)
    assert "too few to show" in swapped.report.text()


def test_the_page_and_the_terminal_print_them(swapped):
    page, text = swapped.report.page(), swapped.report.text()
    assert "How often a released value is the person" in page
    assert "unchanged cells" in page
    assert "with certainty" in page
    for words in ("strongest attacker", "linked with certainty", "true values: sport", "true values: age"):
        assert words in text
    risk = json.loads(swapped.report.json())["risk"]
    assert risk["chance"] == max(one["chance"] for one in risk["attackers"])
    assert risk["certain"] == max(one["certain"] or 0.0 for one in risk["attackers"])


def test_attackers_of_swaps_have_separate_names(swapped):
    names = [one["name"] for one in json.loads(swapped.report.json())["risk"]["attackers"]]
    assert len(names) == len(set(names))


def test_other_methods_do_not_speak_of_true_values(result):
    assert json.loads(result.report.json())["risk"]["true_values"] == []
    assert "How often a released value" not in result.report.page()
