"""Explore: a front is drawn by itself after a run; its settings are sorted, filtered and adopted; charts are readable."""

import pytest

from kinonym.methods.refine import QUICKLY_REFINED
from kinonym.web.fronts import front_settings

from .browsing import browsing
from .serving import CHROMIUM
from .tables import run_table


def test_three_strengths_of_the_method_and_of_two_others():
    tried = front_settings({"name": "sa-mdav", "refine": True, "k": 5}, 1000)
    assert [(each["name"], each["k"]) for each in tried] == [(m, k) for m in ("sa-mdav", "recode") for k in (2, 5, 10)]
    tried = front_settings({"name": "suppress", "k": 4}, 1000)
    assert {each["name"] for each in tried} == {"suppress", "sa-mdav", "recode"}
    assert {each["k"] for each in tried} == {2, 4, 8}


def test_demands_are_kept_and_large_tables_are_not_refined():
    tried = front_settings({"name": "sa-mdav", "k": 5, "l_diversity": 2}, QUICKLY_REFINED + 1)
    assert all(each["l_diversity"] == 2 for each in tried)
    assert not any("refine" in each for each in tried)


def test_a_method_without_k_is_tried_once_with_the_others():
    tried = front_settings({"name": "noise", "alpha": 0.3}, 1000)
    assert [each["name"] for each in tried].count("noise") == 1
    assert {each.get("k") for each in tried} == {None, 2, 5, 10}


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_the_first_picture_is_a_front_that_can_be_sorted_filtered_and_used(server, tmp_path):
    with browsing(server) as person:
        page = person.page
        place = run_table(person, tmp_path / "jobs.csv")
        page.goto(f"{place}/explore")
        page.locator(".frontier .front").wait_for()  # nobody asked for it
        rows = page.locator("table.points tbody tr")
        assert rows.count() >= 6
        strengths = page.locator("#point-strength option").all_inner_texts()
        page.locator("#point-strength").select_option(strengths[1])
        assert 0 < page.locator("table.points tbody tr:visible").count() < rows.count()
        page.locator("#point-strength").select_option("")
        page.get_by_label("only on the front").check()
        assert page.locator("table.points tbody tr:visible").count() == page.locator("tr[data-front]").count()
        page.get_by_label("only on the front").uncheck()
        page.get_by_label("Find a setting").fill("recode")
        assert page.locator("table.points tbody tr:visible").count() == 3
        page.get_by_label("Find a setting").fill("")
        for order in ("ascending", "descending"):
            page.locator("table.points .sort", has_text="L").first.click()
            shown = page.locator("table.points tbody tr td:nth-child(3)").evaluate_all(
                "all => all.map(one => Number(one.dataset.sort))"
            )
            assert shown == sorted(shown, reverse=order == "descending")
            assert page.locator(f"th[aria-sort={order}]").count() == 1
        page.get_by_role("button", name="Use this one: recode (k = 10)").click()
        person.at("protection")
        assert 'name = "recode"\nk = 10' in page.request.get(f"{place}/recipe.toml").text()


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_charts_follow_the_theme_and_are_readable_on_a_phone(server, tmp_path):
    with browsing(server, width=390, height=844, scheme="dark") as person:
        page = person.page
        place = run_table(person, tmp_path / "jobs.csv")
        page.goto(f"{place}/explore")
        page.locator(".frontier").wait_for()
        paper, body = page.evaluate(
            "() => ['.paper', 'body'].map(name => getComputedStyle(document.querySelector(name)).backgroundColor)"
        )
        assert paper == body
        heights = page.locator(".frontier text").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().height)"
        )
        assert min(heights) > 9  # pixels
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
        left, width = page.evaluate(
            "() => (box => [box.left, box.right])(document.querySelector('.steps [aria-current]').getBoundingClientRect())"
        )
        assert left >= 0  # the step bar has scrolled to the present step
        assert width <= 390
