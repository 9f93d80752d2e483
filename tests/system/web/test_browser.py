"""From an empty browser to a verified release, as a person would go there."""

import csv
import random

import pytest

from kinonym.verifying import verify

from .browsing import browsing
from .serving import CHROMIUM

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")]

CLICKS = 10
INPUTS = 25


def rows_of(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def released_k(path, columns):
    import pyarrow.csv

    return verify(pyarrow.csv.read_csv(path), columns).k


def test_the_demo_in_at_most_ten_clicks(server, tmp_path):
    with browsing(server) as person:
        person.click("button", "Open the demo")
        person.at("data")
        person.click("button", "Yes, go on to the roles")
        person.at("roles")
        person.sees("have a combination that nobody else has")
        person.click("button", "These roles are right")
        person.at("knowledge")
        person.click("link", "Go on to the protection")
        person.at("protection")
        person.click("button", "Go on to the run")
        person.at("run")
        person.click("button", "Start the run")
        person.click("link", "Go on to the release")
        person.at("release")
        person.tick("I have read this")
        person.tick("I accept that these rows stay unique")
        person.click("button", "Release", exact=True)
        person.sees("The release is ready")
        path = person.download("discharges.masked.csv", tmp_path / "released.csv")
    assert person.inputs <= CLICKS + 1  # one more: the tick that accepts unique rows
    rows = rows_of(path)
    assert len(rows) == 5000
    assert "record_id" not in rows[0]
    assert released_k(path, ["principal_diagnosis", "secondary_diagnosis", "occupation", "region", "age"]) >= 5


@pytest.fixture
def uploaded(tmp_path):
    """A table with a semicolon between cells and one word that no ontology has."""
    draw = random.Random(5)
    jobs = ["nurse", "midwife", "plumber", "carpenter", "welder", "surgeon", "dentist", "electrician"]
    path = tmp_path / "staff.csv"
    lines = [f"{i};{draw.choice(jobs)};{draw.randint(20, 60)};{draw.choice('ab')}" for i in range(120)]
    lines += [f"{i};nursse;{draw.randint(20, 60)};a" for i in range(120, 126)]
    path.write_text("staff_id;occupation;age;outcome\n" + "\n".join(lines) + "\n")
    return path


def test_an_upload_with_an_unmapped_word_in_at_most_25_inputs(server, uploaded, tmp_path):
    with browsing(server) as person:
        person.choose_file("Choose a file", uploaded)
        person.click("button", "Upload")
        person.at("data")
        person.sees("126 records")
        person.click("button", "Yes, go on to the roles")
        person.at("roles")
        before = person.page.locator("#unique").inner_text()
        person.select("Role: age", "other")
        person.page.wait_for_function("before => document.querySelector('#unique').innerText !== before", arg=before)
        person.sees("With this column alone")
        person.select("Role: age", "quasi")
        person.click("button", "These roles are right")
        person.at("knowledge")
        person.sees("nursse")
        person.inputs += 1
        person.page.keyboard.press("1")  # the first suggestion, by its key
        person.sees("Every value has its concept")
        person.click("link", "Go on to the protection")
        person.at("protection")
        person.click("button", "Go on to the run")
        person.at("run")
        person.click("button", "Start the run")
        person.click("link", "See what changed")
        person.at("explore")
        person.sees("Some records that changed")
        person.click("link", "Go on to the release")
        person.at("release")
        person.tick("I have read this")
        person.click("button", "Release", exact=True)
        person.sees("The release is ready")
        path = person.download("staff.masked.csv", tmp_path / "released.csv")
        mapping = person.download("occupation.map.csv", tmp_path / "occupation.map.csv")
    assert person.inputs <= INPUTS
    text = path.read_text()
    assert "nursse" not in text
    assert "staff_id" not in text
    assert text.count("\n") == 127
    assert "nursse" in mapping.read_text()


def test_by_keyboard_alone(server):
    """Every step is taken with Tab, Enter and the space bar; what has the focus is always in sight."""
    with browsing(server) as person:
        page = person.page

        def reach(message, condition):
            for _ in range(300):
                page.keyboard.press("Tab")
                if page.evaluate(f"(name => {{ const at = document.activeElement; return {condition} }})", message):
                    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
                    return
            pytest.fail(f"no way to {message}")

        def enter(name):
            reach(name, "(at.innerText || '').includes(name)")
            page.keyboard.press("Enter")

        page.keyboard.press("Tab")
        assert "Skip" in page.evaluate("document.activeElement.innerText")
        enter("Open the demo")
        person.at("data")
        enter("Yes, go on")
        person.at("roles")
        enter("These roles are right")
        person.at("knowledge")
        enter("Go on to the protection")
        person.at("protection")
        enter("Go on to the run")
        person.at("run")
        enter("Start the run")
        page.get_by_role("link", name="See what changed").wait_for()
        enter("See what changed")
        person.at("explore")
        page.locator(".frontier .front").wait_for()  # drawn by itself
        reach("Use this one", "(at.getAttribute('aria-label') || '').includes(name)")
        enter("Try other settings")
        reach("suppress", "at.type === 'checkbox' && at.value === name")
        enter("secondary_diagnosis")
        page.get_by_text("The tree of values of secondary_diagnosis").wait_for()
        enter("Go on to the release")
        person.at("release")
        reach("read", "at.name === name")
        page.keyboard.press("Space")
        reach("unique", "at.name === name")
        page.keyboard.press("Space")
        reach("Release", "at.tagName === 'BUTTON' && at.innerText === name")
        page.keyboard.press("Enter")
        person.sees("The release is ready")
        with page.expect_download() as waiting:
            enter("discharges.masked.csv")
        assert waiting.value.suggested_filename == "discharges.masked.csv"


def test_reload_back_and_double_click_during_a_run(server):
    with browsing(server) as person:
        page = person.page
        person.click("button", "Open the demo")
        person.at("data")
        place = page.url.removesuffix("/data")
        page.goto(f"{place}/run")
        page.get_by_role("button", name="Start the run").dblclick()
        page.locator("progress").wait_for()
        page.go_back()
        page.goto(f"{place}/run")
        page.reload()
        page.locator("progress").wait_for()
        page.get_by_role("button", name="Cancel").click()
        person.sees("Nothing was left")
        page.goto(f"{place}/run")
        assert page.get_by_text("Runs of this project").count() == 0  # the second click started nothing


def test_only_what_fits_a_kind_of_values_is_asked_for(server, uploaded):
    with browsing(server) as person:
        page = person.page
        person.choose_file("Choose a file", uploaded)
        person.click("button", "Upload")
        person.at("data")
        page.goto(page.url.replace("/data", "/knowledge"))
        page.get_by_text("What its values are").click()
        assert page.get_by_label("Measure of nearness").is_visible()
        page.get_by_label("Kind").select_option("ordinal")
        assert page.get_by_label("Levels, the lowest first").is_visible()
        assert not page.get_by_label("Measure of nearness").is_visible()
        assert not page.get_by_label("Decimals of a mean").is_visible()


def test_dark_and_light_are_remembered(server):
    with browsing(server) as person:
        page = person.page
        ground = "getComputedStyle(document.body).backgroundColor"
        light = page.evaluate(ground)
        page.get_by_role("button", name="Dark mode").click()
        assert page.get_by_role("button", name="Light mode").is_visible()
        dark = page.evaluate(ground)
        page.reload()
        assert light != dark == page.evaluate(ground)


def test_a_point_of_the_frontier_is_clicked_and_taken(server, uploaded):
    with browsing(server) as person:
        page = person.page
        person.choose_file("Choose a file", uploaded)
        person.click("button", "Upload")
        person.at("data")
        place = page.url.removesuffix("/data")
        page.goto(f"{place}/knowledge")
        page.keyboard.press("1")
        person.sees("Every value has its concept")
        page.goto(f"{place}/explore")
        page.get_by_text("Try other settings").click()
        for name in ("recode", "sa-mdav"):
            page.get_by_label(name, exact=True).uncheck()
        person.click("button", "Compare", exact=True)
        page.get_by_role("link", name="All settings tried").click()
        page.wait_for_load_state("load")  # a click before the script has come would be lost
        page.locator(".frontier g:has(title)").nth(1).dispatch_event("click")  # others may lie on it
        person.at("protection")
        assert page.get_by_label("Method").input_value() == "suppress"
        assert page.get_by_label("k", exact=True).input_value() == "5"
