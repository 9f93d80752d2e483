"""The roles in a real browser: filters, several columns at once, keys, live figures, decisions at their column."""

import random
import tomllib

import pytest

from .browsing import browsing
from .serving import CHROMIUM

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")]


def patients(columns, rows=400):
    """A made-up table with a person column and many others of four kinds."""
    draw = random.Random(11)
    jobs = ["nurse", "midwife", "plumber", "carpenter", "welder", "surgeon"]
    kinds = {
        "age": lambda: draw.randint(18, 80),
        "occupation": lambda: draw.choice(jobs),
        "score": lambda: draw.randint(0, 20),
        "outcome": lambda: draw.choice(["better", "worse", "same"]),
    }
    names = [f"{kind}_{number}" for number in range(-(-columns // 4)) for kind in kinds][: columns - 1]
    lines = [
        f"p{row % (rows // 2):04}," + ",".join(str(kinds[n.split("_")[0]]()) for n in names) for row in range(rows)
    ]
    return "patient_id," + ",".join(names) + "\n" + "\n".join(lines) + "\n"


def opened(person, tmp_path, text, name="patients.csv"):
    """Upload a table and go to its roles."""
    (tmp_path / name).write_text(text)
    person.choose_file("Choose a file", tmp_path / name)
    person.click("button", "Upload")
    person.at("data")
    person.page.goto(person.page.url.replace("/data", "/roles"))
    return person.page


def shown_columns(page):
    return page.locator("tr[data-column]:visible").count()


def roles_of(page, prefix):
    return set(page.locator(f"tr[data-column^={prefix}] td > select").evaluate_all("all => all.map(one => one.value)"))


def changing(page, selector, action):
    """Do something, and wait until the text of an element is another one."""
    before = page.locator(selector).inner_text()
    action()
    page.wait_for_function(
        "([place, before]) => document.querySelector(place).innerText !== before", arg=[selector, before]
    )


def test_unsure_columns_come_first_and_filters_find_the_others(server, tmp_path):
    with browsing(server) as person:
        page = opened(person, tmp_path, patients(33))
        order = page.locator("tr.group").evaluate_all("all => all.map(one => one.dataset.group)")
        assert order == [each for each in ("low", "medium", "high") if each in order]
        assert "Proposed: patient_id" in page.locator("#person-help").inner_text()
        assert page.get_by_label("Who does a record belong to?").input_value() == "patient_id"
        assert shown_columns(page) == 33
        page.get_by_label("Find a column").fill("OCCUP")
        assert shown_columns(page) == 8
        page.locator("#filter-role").select_option("identifier")
        assert shown_columns(page) == 0
        page.get_by_label("Find a column").fill("")
        assert page.locator("tr[data-column]:visible th").all_inner_texts() == ["patient_id"]


def test_several_columns_are_changed_at_once_and_figures_follow(server, tmp_path):
    with browsing(server) as person:
        page = opened(person, tmp_path, patients(33))
        page.get_by_label("Find a column").fill("age")
        page.get_by_label("Pick all columns").check()
        changing(page, "#figures", lambda: page.get_by_label("Picked columns become").select_option("identifier"))
        assert roles_of(page, "age") == {"identifier"}
        assert roles_of(page, "occupation") == {"quasi"}
        changing(page, "#figures", lambda: page.get_by_label("Picked columns become").select_option("quasi"))
        assert roles_of(page, "age") == {"quasi"}
        words = page.locator("#unique").inner_text()
        assert "k = 5 holds for" in words
        assert "alone" in words


def test_columns_that_are_hidden_are_not_changed(server, tmp_path):
    with browsing(server) as person:
        page = opened(person, tmp_path, patients(17))
        page.get_by_label("Pick all columns").check()
        page.get_by_label("Find a column").fill("age")
        changing(page, "#figures", lambda: page.get_by_label("Picked columns become").select_option("identifier"))
        assert roles_of(page, "age") == {"identifier"}
        assert "identifier" not in roles_of(page, "occupation")


def test_by_keys_alone(server, tmp_path):
    with browsing(server) as person:
        page = opened(person, tmp_path, patients(17))
        page.keyboard.press("/")
        page.keyboard.type("age_")
        page.locator("tr[data-column]:visible [data-pick]").first.focus()
        page.keyboard.press("Space")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Space")
        changing(page, "#figures", lambda: page.keyboard.press("i"))
        given = page.locator("tr[data-column]:visible td > select").evaluate_all("all => all.map(one => one.value)")
        assert given == ["identifier", "identifier", "quasi", "quasi"]
        person.click("button", "These roles are right")
        person.at("knowledge")
        place = page.url.split("/knowledge")[0]
        recipe = tomllib.loads(page.request.get(f"{place}/recipe.toml").text())
        kept = [recipe["columns"][f"age_{number}"]["role"] for number in range(4)]
        assert kept == ["identifier", "identifier", "quasi", "quasi"]


def test_a_decision_is_asked_for_at_its_column_and_taken_there(server, tmp_path):
    with browsing(server) as person:
        page = opened(person, tmp_path, patients(9))
        page.get_by_label("Role: patient_id").scroll_into_view_if_needed()
        page.get_by_label("Who does a record belong to?").select_option("")
        page.locator("#doubt-0 .doubt").wait_for()
        person.click("button", "These roles are right")
        page.get_by_text("One column needs a decision").wait_for()
        assert page.get_by_label("Role: patient_id").get_attribute("aria-invalid") == "true"
        page.get_by_label("Who does a record belong to?").select_option("patient_id")
        page.locator("#doubt-0 .doubt").wait_for(state="detached")
        person.click("button", "These roles are right")
        person.at("knowledge")


def test_the_figures_stay_in_sight(server, tmp_path):
    with browsing(server) as person:
        page = opened(person, tmp_path, patients(33))
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 800})
            page.evaluate("window.scrollTo(0, document.body.scrollHeight * 0.6)")
            page.wait_for_timeout(100)
            top, height = page.evaluate(
                "(r => [r.top, r.height])(document.getElementById('figures').getBoundingClientRect())"
            )
            assert 0 <= top < 60, width
            assert height < 160, width


def test_500_columns_are_filtered_and_changed_quickly(server, tmp_path):
    with browsing(server) as person:
        page = opened(person, tmp_path, patients(500, rows=120))
        page.get_by_label("Find a column").fill("outcome")
        assert shown_columns(page) == 124
        page.get_by_label("Pick all columns").check()
        begun = page.evaluate("performance.now()")
        changing(page, "#figures", lambda: page.get_by_label("Picked columns become").select_option("identifier"))
        assert page.evaluate("performance.now()") - begun < 5_000  # about a third of a second on an idle machine
        assert roles_of(page, "outcome") == {"identifier"}
