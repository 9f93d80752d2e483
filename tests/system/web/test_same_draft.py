"""Command, page and `kinonym.draft` start from one recipe, and for one seed release the same bytes."""

from __future__ import annotations

import csv
import importlib
import pkgutil
import sys

import pytest

import kinonym as kn
import tables
from kinonym.cli import main
from kinonym.errors import KinonymError
from kinonym.recipe import load_recipe
from unprepared.figures import DETECTED
from unprepared.made import ALL_TABLES, write_table

from .clicking import shown_form
from .serving import opened, serving, waited

SEED = 7


def every_table():
    """Name → the function that makes its rows, of every module with tables."""
    made = {}
    for module in pkgutil.iter_modules(tables.__path__, "tables."):
        if not module.name.rpartition(".")[2].startswith("test_"):
            content = importlib.import_module(module.name)
            made |= dict.fromkeys(getattr(content, "TABLES", ()), getattr(content, "table", None))
    return {name: make for name, make in made.items() if make is not None}


TABLES = every_table()
OFFICES = [name for name, made in ALL_TABLES.items() if made.encoding in DETECTED][::10]
"""Some tables of offices in ten languages, with their delimiters and encodings."""
RELEASED = {*list(TABLES)[::6], *OFFICES[::6]}
"""Tables that are also masked with each of the recipes; equal recipes must give equal bytes."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("offices")
    for name, make in TABLES.items():
        rows = make(name)
        with (place / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    for name in OFFICES:
        write_table(name, place)
    return place


@pytest.fixture(scope="module")
def browser(folder, tmp_path_factory):
    with serving(tmp_path_factory.mktemp("state"), "--folder", folder) as server, server.client() as client:
        yield client


def init(data, monkeypatch, capsys, *options):
    """What `kinonym init` prints."""
    monkeypatch.setattr(sys, "argv", ["kinonym", "init", str(data), *options])
    with pytest.raises(SystemExit) as ended:
        main()
    shown = capsys.readouterr()
    assert not ended.value.code, shown.err
    return shown.out


def clicked_through(client, place):
    """Confirm every screen as it is shown; the recipe of the page."""
    for step, having in (("data", "delimiter"), ("roles", "role-"), ("protection", "name")):
        shown = client.get(f"{place}/{step}")
        assert shown.status_code == 200, shown.text
        answer = client.post(f"{place}/{step}", data=shown_form(shown.text, having))
        assert answer.status_code == 200, answer.text
    return client.get(f"{place}/recipe.toml").text


def page_recipe(client, name):
    answer = client.post("/open", data={"path": name})
    assert answer.status_code == 200, answer.text
    place = answer.url.path.removesuffix("/data")
    first = client.get(f"{place}/recipe.toml").text
    recipe = clicked_through(client, place)
    client.post(f"{place}/delete")
    return first, recipe


def released(data, recipe, output):
    """The bytes of the release for one seed, however many rows stay unique, or the message of the refusal."""
    try:
        kn.mask_file(data, load_recipe(recipe).accept_unique_rows(), output, seed=SEED)
    except KinonymError as error:
        return str(error)
    return output.read_bytes()


@pytest.mark.parametrize("name", [*TABLES, *OFFICES])
def test_one_draft_by_command_page_and_python(name, folder, browser, tmp_path, monkeypatch, capsys):
    data = folder / f"{name}.csv"
    command = init(data, monkeypatch, capsys)
    first, clicked = page_recipe(browser, data.name)
    (tmp_path / "command.toml").write_text(command, encoding="utf-8")
    (tmp_path / "page.toml").write_text(clicked, encoding="utf-8")
    meant = load_recipe(command)
    assert load_recipe(first) == meant
    assert load_recipe(clicked) == meant
    drafted = kn.draft(data)
    assert drafted == meant
    if name in RELEASED:
        recipes = (tmp_path / "command.toml", tmp_path / "page.toml", drafted)
        outputs = [released(data, recipe, tmp_path / f"{number}.csv") for number, recipe in enumerate(recipes)]
        assert outputs[0] == outputs[1] == outputs[2]


def test_a_run_of_the_page_releases_the_bytes_of_the_command(folder, browser, tmp_path, monkeypatch, capsys):
    """The whole way: clicks, the process of a run, the download."""
    data = folder / "repeated_visits.csv"
    place = browser.post("/open", data={"path": data.name}).url.path.removesuffix("/data")
    clicked_through(browser, place)
    browser.post(f"{place}/run", data={"seed": str(SEED)})
    waited(browser, place)
    browser.post(f"{place}/release", data={"run": "1", "read": "1", "unique": "1"})
    downloaded = browser.get(f"{place}/release/1/repeated_visits.masked.csv")
    assert downloaded.status_code == 200
    (tmp_path / "recipe.toml").write_text(init(data, monkeypatch, capsys), encoding="utf-8")
    assert downloaded.content == released(data, tmp_path / "recipe.toml", tmp_path / "out.csv")


def test_a_seed_that_is_not_a_number_is_refused(browser):
    place = browser.post("/open", data={"path": "repeated_visits.csv"}).url.path.removesuffix("/data")
    assert "must be a whole number" in browser.post(f"{place}/run", data={"seed": "-x"}).text


STAYS = "patient_id,age,age_band,admitted,discharged,icd_code,icd_version\n" + "".join(
    f"p{i % 40:02},{20 + i % 40},{'young' if i % 40 < 20 else 'old'},2020-01-{1 + i % 20:02},2020-02-{1 + i % 25:02},"
    f"{('250.00', '401.9', '486', '493.90', '540.9', 'I10', 'E11.9', 'J18.9', 'J45.909', 'K35.80')[(i + i // 40) % 10]},"
    f"{'9' if (i + i // 40) % 10 < 5 else '10'}\n"
    for i in range(400)
)


def test_the_roles_show_what_the_draft_says_of_two_columns(browser):
    place = opened(browser, "stays.csv", STAYS.encode())
    page = browser.get(f"{place}/roles").text
    for words in ("follows age", "before discharged", "identifies the person", "named by icd_version"):
        assert words in page
    knowledge = browser.get(f"{place}/knowledge?column=5").text
    assert "Codes of several systems; the column icd_version names the system." in knowledge


def test_links_that_a_new_role_makes_impossible_are_removed(browser):
    """Without its leader a follower has its own type; the other links and keys are those of the draft."""
    place = opened(browser, "stays.csv", STAYS.encode())
    before = load_recipe(browser.get(f"{place}/recipe.toml").text)
    form = shown_form(browser.get(f"{place}/roles").text, "role-")
    browser.post(f"{place}/roles", data={**form, "role-1": "identifier", "role-4": "confidential"})
    after = load_recipe(browser.get(f"{place}/recipe.toml").text)
    assert after.columns["age"].role == "identifier"
    assert (after.columns["age_band"].follows, after.columns["age_band"].type) == (None, "plain")
    assert after.columns["admitted"].before is None
    assert after.columns["icd_code"] == before.columns["icd_code"]
    assert after.method == before.method
    assert after.table == before.table
