"""Take the screenshots of docs/web.md in a real browser: the demo's records, groups of a column, and one walk.

    python tools/web_screenshots.py docs/images

Needs the extras ``web`` and ``test`` and the system's Chromium.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.system.web.browsing import browsing
from tests.system.web.serving import serving
from tests.system.web.test_roles_browser import patients
from tests.system.web.test_wide_table import walk
from tools.animated_png import join

WORDS = ["nurse", "midwife", "plumber", "carpenter", "welder", "surgeon", "nursse"]


def main(folder: Path) -> None:
    """Go through the seven screens once and photograph each."""
    with tempfile.TemporaryDirectory() as state, serving(Path(state)) as server, browsing(server, 1040, 700) as person:
        page = person.page

        def shot(name: str, *, scheme: str = "light", width: int = 1040, height: int = 700) -> None:
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": height})
            page.screenshot(path=folder / f"web-{name}.png")
            page.emulate_media(color_scheme="light")
            page.set_viewport_size({"width": 1040, "height": 700})

        shot("start")
        _demo(person, shot)
        _mapping(person, Path(state), shot)
        _walk(person, Path(state), folder / "web-walk.png")


def _demo(person: Any, shot: Any) -> None:  # noqa: ANN401
    page = person.page
    person.click("button", "Open the demo")
    person.at("data")
    place = page.url.removesuffix("/data")
    shot("data")
    page.goto(f"{place}/roles")
    shot("roles")
    shot("phone", width=390, height=780)
    person.click("button", "These roles are right")
    person.at("knowledge")
    page.goto(f"{place}/protection")
    shot("protection")
    page.goto(f"{place}/run")
    person.click("button", "Start the run")
    page.get_by_role("link", name="See what changed").wait_for()
    page.goto(f"{place}/explore")
    page.locator(".frontier .front").wait_for()
    shot("explore", height=760)
    shot("dark", scheme="dark", height=760)
    page.goto(f"{place}/release")
    shot("release", height=760)


def _mapping(person: Any, folder: Path, shot: Any) -> None:  # noqa: ANN401
    page = person.page
    table = folder / "staff.csv"
    table.write_text("staff_id,occupation,age\n" + "".join(f"{i},{WORDS[i % 7]},{20 + i % 40}\n" for i in range(120)))
    page.goto("/".join(page.url.split("/")[:3]))
    person.choose_file("Choose a file", table)
    person.click("button", "Upload")
    person.at("data")
    page.goto(page.url.removesuffix("/data") + "/roles")
    person.click("button", "These roles are right")
    person.at("knowledge")
    page.get_by_label("Search the ontology").first.press_sequentially("nurs", delay=50)
    page.locator("#hits-1 button").first.wait_for()
    page.evaluate("window.scrollTo(0, 0)")
    shot("knowledge", height=760)
    page.goto(page.url.split("/knowledge")[0] + "/hierarchy/2")
    page.get_by_label("How to group").select_option("intervals")
    page.get_by_label("Widths").fill("5, 10, 20")
    page.locator("[data-group] .name[value='25 to 29']").wait_for()
    shot("hierarchy", height=760)


def _walk(person: Any, folder: Path, path: Path) -> None:  # noqa: ANN401
    """Record the walk that `test_wide_table` repeats: one picture before each click."""
    page, pictures = person.page, []
    table = folder / "patients.csv"
    table.write_text(patients(33))
    page.goto("/".join(page.url.split("/")[:3]))
    page.set_viewport_size({"width": 840, "height": 560})
    person.inputs = 0

    def seen(name: str) -> None:
        target = (
            page.get_by_label(name).or_(page.get_by_role("button", name=name)).or_(page.get_by_role("link", name=name))
        )
        target.last.evaluate("element => { element.scrollIntoView({block: 'center'}); element.focus(); }")
        pictures.append(page.screenshot())

    walk(person, table, folder, seen)
    pictures.append(page.screenshot())
    join(pictures, path, seconds=2.0)
    print(f"{person.inputs} clicks")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
