"""A table of 33 columns, from upload to download: at most 12 clicks where the draft is right."""

import pytest

from kinonym.verifying import verify

from .browsing import browsing
from .serving import CHROMIUM
from .test_roles_browser import patients

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")]

CLICKS = 12


def walk(person, table, folder, seen=lambda _: None):
    """Go through all steps and accept each proposal; the downloaded file. ``seen`` is called before each click."""
    page = person.page
    seen("Choose a file")
    person.choose_file("Choose a file", table)
    seen("Upload")
    person.click("button", "Upload")
    person.at("data")
    for name, kind, step in (
        ("Yes, go on to the roles", "button", "roles"),
        ("These roles are right", "button", "knowledge"),
        ("Go on to the protection", "link", "protection"),
        ("Go on to the run", "button", "run"),
    ):
        seen(name)
        person.click(kind, name)
        person.at(step)
    seen("Start the run")
    person.click("button", "Start the run")
    page.get_by_role("link", name="Go on to the release").wait_for()
    seen("Go on to the release")
    person.click("link", "Go on to the release")
    person.at("release")
    seen("I have read this")
    person.tick("I have read this")
    if page.get_by_label("I accept that these rows stay unique").count():
        seen("I accept that these rows stay unique")
        person.tick("I accept that these rows stay unique")
    seen("Release")
    person.click("button", "Release", exact=True)
    person.sees("The release is ready")
    seen(f"Download {table.stem}.masked.csv")
    return person.download(f"{table.stem}.masked.csv", folder / "released.csv")


def test_33_columns_in_at_most_12_clicks(server, tmp_path):
    table = tmp_path / "patients.csv"
    table.write_text(patients(33))
    with browsing(server) as person:
        path = walk(person, table, tmp_path)
        recipe = person.page.request.get(person.page.url.split("/release")[0] + "/recipe.toml").text()
    assert person.inputs <= CLICKS
    released = path.read_text().splitlines()
    assert len(released) == 401
    masked = [name for name in released[0].split(",") if f'[columns.{name}]\nrole = "quasi"' in recipe]
    assert masked
    import pyarrow.csv

    assert verify(pyarrow.csv.read_csv(path), masked).k >= 5
