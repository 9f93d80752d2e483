"""Original and released rows side by side, in a real browser: classes, marks, search, and that nothing gets out."""

import csv
import re

import pytest

from .browsing import browsing
from .serving import CHROMIUM
from .tables import ROWS, look, run_table
from .test_axe import AXE

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")]

COLUMNS = ("job", "age", "illness")


def shown_rows(page):
    """Row number → (class number, its cells as they are read)."""
    return page.evaluate("""() => Object.fromEntries([...document.querySelectorAll(".pairs tbody")].flatMap((body) =>
      [...body.querySelectorAll("tr:not(.class)")].map((row) =>
        [row.querySelector("th").innerText.replace(/\\D/g, ""), [body.querySelector(".class").innerText,
          [...row.querySelectorAll("td")].map((cell) => (cell.querySelector("mark, .stayed") || cell).innerText.trim())]])))""")


@pytest.fixture(scope="module")
def ran(server, tmp_path_factory):
    with browsing(server) as person:
        folder = tmp_path_factory.mktemp("rows")
        place = run_table(person, folder / "staff.csv")
        person.click("link", "See what changed")
        person.click("link", "Compare the rows, original and released")
        person.at("rows")
        yield person, place, folder


def test_every_row_stands_next_to_its_release_in_the_class_of_its_equals(ran):
    person, place, folder = ran
    page = person.page
    page.goto(f"{place}/runs/1/rows")
    rows = shown_rows(page)
    while page.locator("#rows-after").count():
        before = page.locator(".pairs tbody tr:nth-child(2) th").first.inner_text()
        page.locator("#rows-after").click()
        page.wait_for_function(
            "before => document.querySelector('.pairs tbody tr:nth-child(2) th').innerText !== before", arg=before
        )
        rows |= shown_rows(page)
    with (folder / "staff.csv").open() as file:
        original = list(csv.DictReader(file))
    assert sorted(map(int, rows)) == list(range(1, ROWS + 1))
    classes = {}
    for number, (title, cells) in rows.items():
        job, new_job, age, new_age, illness = cells
        row = original[int(number) - 1]
        assert (job, age, illness) == (row["job"], row["age"], row["illness"])
        classes.setdefault(title, []).append((new_job, new_age))
    for title, released in classes.items():
        assert len(set(released)) == 1
        assert int(re.search(r"(\d+) records", title)[1]) == len(released) >= 5


def test_changed_cells_are_marked_with_their_distance(ran):
    person, place, _ = ran
    page = person.page
    page.goto(f"{place}/runs/1/rows")
    page.get_by_label("only rows that changed").check()
    page.wait_for_function("() => !document.querySelector('#rows p').innerText.startsWith('80 ')")
    for row in page.locator(".pairs tbody tr:not(.class)").all():
        assert row.locator("mark").count()
    far = page.locator(".pairs mark + .far").all_inner_texts()
    assert far
    assert all(re.search(r"\d\.\d\d$|same meaning$", text) for text in far)
    row = page.locator(".pairs tr:has(mark)").first
    before, after = (row.locator(f"td.{side}").all() for side in ("before", "after"))
    for old, new in zip(before, after, strict=True):
        changed = new.locator("mark").count() > 0
        assert changed == (old.inner_text() != new.locator("mark, .stayed").inner_text())


def test_typing_searches_and_no_address_has_the_word(ran):
    person, place, _ = ran
    page = person.page
    page.goto(f"{place}/runs/1/rows")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_label("Search").press_sequentially("midwi", delay=5)
    page.wait_for_function("() => !document.querySelector('#rows p').innerText.startsWith('80 ')")
    rows = shown_rows(page)
    assert rows
    assert all(any("midwi" in cell for cell in cells) for _, cells in rows.values())
    page.locator("#row-filter select[name=column]").select_option("illness")
    page.get_by_text("No row has this").wait_for()
    assert page.evaluate("document.activeElement.tagName") != "BODY"
    assert asked
    assert not any("midwi" in address for address in [*asked, page.url])
    page.get_by_label("Search").fill("")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#rows p').innerText.startsWith('80 ')")


def test_it_works_by_keyboard_and_without_the_script(ran):
    person, place, _ = ran
    page = person.page
    page.goto(f"{place}/runs/1/rows")
    page.locator("#row-text").focus()
    for _ in range(300):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "rows-after":
            break
    page.keyboard.press("Enter")
    page.get_by_text("Page 2 of 2").wait_for()
    origin = {"origin": page.url.split("/p/")[0]}
    wanted = {"text": "surgeon", "order": "farthest"}
    shown = page.request.post(f"{place}/runs/1/rows", form=wanted, headers=origin).text()
    assert "<!doctype html>" in shown
    assert 'value="surgeon"' in shown


def test_a_rare_value_is_here_and_in_no_report_and_no_download(ran):
    """The rare word is shown to the steward only: the masked file, the report and the recipe do not have it."""
    person, _, folder = ran
    page = person.page
    page.goto("/".join(page.url.split("/")[:3]))
    rows = "".join(f"p{i},{('nurse', 'plumber')[i % 2]},{20 + i % 5},w\n" for i in range(60))
    place = run_table(person, folder / "rare.csv", "id,job,age,illness\n" + rows + "p99,acrobat,21,w\n")
    page.goto(f"{place}/runs/1/rows")
    page.get_by_label("Search").fill("acrobat")
    page.get_by_role("button", name="Find").click()
    page.locator(".pairs td.before", has_text="acrobat").wait_for()
    page.goto(f"{place}/release")
    for box in page.locator("form input[type=checkbox]").all():
        box.check()
    page.get_by_role("button", name="Release", exact=True).click()
    page.get_by_text("The release is ready").wait_for()
    names = [link.get_attribute("href").rpartition("/")[2] for link in page.locator(".downloads a").all()]
    assert {"report.html", "recipe.toml", "rare.masked.csv"} <= set(names)
    for name in names:
        assert "acrobat" not in page.request.get(f"{place}/release/1/{name}").text()
    assert page.request.get(f"{place}/release/1/rows.arrow").status == 404


def test_other_addresses_have_nothing(ran):
    person, place, _ = ran
    for address in (f"{place}/runs/7/rows", place.rpartition("/")[0] + "/other/runs/1/rows"):
        assert person.page.request.get(address).status == 404


@pytest.mark.skipif(not AXE.is_file(), reason="KINONYM_AXE names no axe.min.js")
def test_axe_finds_nothing(ran):
    person, place, _ = ran
    person.page.goto(f"{place}/runs/1/rows")
    assert not look(person.page, "rows")
