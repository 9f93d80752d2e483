"""axe finds nothing on every screen at three widths, light and dark, everything opened; nothing sticks out."""

import os
from pathlib import Path

import pytest

from .browsing import browsing
from .conftest import JOBS
from .serving import CHROMIUM

AXE = Path(os.environ.get("KINONYM_AXE", "node_modules/axe-core/axe.min.js"))
WIDTHS = {"phone": 390, "laptop": 1280, "wide": 1920}

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"),
    pytest.mark.skipif(not AXE.is_file(), reason="KINONYM_AXE names no axe.min.js (npm install axe-core, any folder)"),
]

RUN = """async (rules) => {
  document.querySelectorAll("details").forEach(one => one.open = true);
  const found = await axe.run(document, {resultTypes: ["violations"], ...rules});
  return found.violations.map(v => v.id + ": " + v.nodes.map(n => n.html.slice(0, 160)).slice(0, 3).join(" | "));
}"""


COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
SCHEMES = {"light": {}, "dark": COLOURS}  # in the dark, only colours differ


def problems(page, where, rules):
    """What axe finds on the page as it is, and whether it is wider than its window."""
    if not page.evaluate("typeof axe !== 'undefined'"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return [f"{where}: {problem}" for problem in page.evaluate(RUN, rules)] + (
        [f"{where}: {wide} px too wide"] if wide > 0 else []
    )


def test_axe_finds_nothing_on_any_screen(server, tmp_path):  # noqa: PLR0915  # one visit, screen by screen
    table = tmp_path / "staff.csv"
    table.write_text(JOBS + "p900,nursse,33,w\n" + "p901,,41,\n")
    found = []
    with browsing(server) as person:
        page = person.page

        def look(name):
            for width_name, width in WIDTHS.items():
                page.set_viewport_size({"width": width, "height": 900})
                for scheme, rules in SCHEMES.items():
                    page.emulate_media(color_scheme=scheme)
                    found.extend(problems(page, f"{name}, {width_name}, {scheme}", rules))
            page.set_viewport_size({"width": 1280, "height": 900})
            page.emulate_media(color_scheme="light")

        look("start")
        person.choose_file("Choose a file", table)
        person.click("button", "Upload")
        person.at("data")
        place = page.url.removesuffix("/data")
        look("data")
        page.goto(f"{place}/roles")
        look("roles")
        person.select("Role: illness", "confidential")  # drafted as quasi; released unmasked, it leaves rows unique
        person.click("button", "These roles are right")
        person.at("knowledge")
        page.get_by_label("Search the ontology").first.press_sequentially("nurse")
        page.locator("#hits-1 button").first.wait_for()
        look("knowledge")
        for column, kind in ((1, "groups"), (2, "intervals")):
            page.goto(f"{place}/hierarchy/{column}")
            page.get_by_label("How to group").select_option(kind)
            look(f"hierarchy: {kind}")
        page.goto(f"{place}/knowledge")
        page.get_by_role("link", name="Browse the tree").first.click()
        page.wait_for_url("**/concepts/**")
        look("concept")
        page.goto(f"{place}/knowledge")
        page.keyboard.press("1")
        person.sees("Every value has its concept")
        page.goto(f"{place}/protection")
        look("protection")
        page.get_by_label("k", exact=True).fill("1")
        person.click("button", "Go on to the run")
        person.sees("k must be a whole number of at least 2")
        look("protection with an error")
        page.get_by_label("k", exact=True).fill("4")
        person.click("button", "Go on to the run")
        person.at("run")
        person.click("button", "Start the run")
        page.get_by_role("link", name="See what changed").wait_for()
        look("run")
        page.goto(f"{place}/explore")
        page.locator(".frontier .front").wait_for()
        look("explore")
        page.goto(f"{place}/release")
        look("release")
        person.click("button", "Release", exact=True)
        person.sees("The release is not confirmed yet.")
        look("release with errors")
        person.tick("I have read this")
        person.tick("I accept that these rows stay unique")
        person.click("button", "Release", exact=True)
        person.sees("The release is ready")
        look("released")
        page.goto(f"{place}/summary/1")
        look("summary")
        page.goto(f"{place}/recipe")
        page.get_by_label("Name").fill("first")
        person.click("button", "Keep this version")
        person.sees("Go on from it")
        look("recipe")
        page.goto(f"{place}/nowhere")
        look("error")
        person.wrong.clear()  # the browser notes the 404 itself
    assert not found, "\n".join(found)
