"""The hierarchy editor: rules with a live preview, groups by mouse and keys, saved as CSV, opened again, released."""

import json
import tomllib

import pytest

from kinonym import ontologies

from .browsing import browsing
from .serving import CHROMIUM, opened, roles, upload, waited
from .tables import open_table

JOBS = ["nurse", "nursse", "midwife", "plumber", "welder", "glazier"]
TABLE = "id,job,age,zip,day,pain\n" + "".join(
    f"p{i:03},{JOBS[i % 6]},{20 + i % 50},{8000 + i % 40:05},2020-{1 + i % 12:02}-{1 + i % 28:02},{('no', 'low', 'high')[i % 3]}\n"
    for i in range(240)
)
ARX = "nurse;care;*\nnursse;care;*\nmidwife;care;*\nplumber;craft;*\nwelder;craft;*\nglazier;craft;*\nbaker;craft;*\n"
QUASI = roles("identifier", "quasi", "quasi", "other", "other", "other")
in_a_browser = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")]


@pytest.fixture
def place(client):
    made = opened(client, "jobs.csv", TABLE)
    client.post(f"{made}/roles", data=QUASI)
    return made


@pytest.mark.parametrize(
    ("column", "form", "below"),
    [
        (2, {"kind": "intervals", "by": "width", "widths": "5, 10"}, ("33", "30 to 39", "30 to 34", "33")),
        (
            2,
            {"kind": "intervals", "by": "breaks", "breaks": "30, 40", "join": "2"},
            ("33", "under 40", "30 to 39", "33"),
        ),
        (3, {"kind": "prefixes", "lengths": "4"}, ("08012", "0801.", "08012")),
        (
            4,
            {"kind": "dates", "level-quarter": "1", "level-year": "1"},
            ("2020-03-03", "2020", "2020-Q1", "2020-03-03"),
        ),
        (5, {"kind": "scale", "order": "no\nlow\nhigh", "sizes": "2"}, ("low", "no to low", "low")),
    ],
)
def test_a_rule_is_previewed_saved_and_opened_again(client, place, tmp_path, column, form, below):
    shown = client.post(f"{place}/hierarchy/{column}/preview", data=form).text
    assert f'value="{below[-2]}"' in shown  # the name of the smallest group
    assert str(client.post(f"{place}/hierarchy/{column}", data=form).url.path).endswith("/knowledge")
    file = tmp_path / "own.csv"
    file.write_text(client.get(f"{place}/hierarchy/{column}/hierarchy.csv").text)
    value, *groups = below
    assert ontologies.load(file).subsumers(value) == ("*", *groups)
    again = client.get(f"{place}/hierarchy/{column}").text
    assert f'<option value="{form["kind"]}" selected>' in again  # the rule is still there to be changed
    assert f'value="{below[-2]}"' in again


def test_a_rule_that_does_not_fit_is_explained_and_nothing_is_saved(client, place):
    for form, words in (
        ({"kind": "intervals", "by": "width", "widths": "0"}, "a width must be a number greater than 0"),
        ({"kind": "intervals", "by": "width", "widths": "many"}, "this must be one or several numbers"),
        ({"kind": "dates", "level-year": "1"}, "not dates"),
        ({"kind": "scale", "order": "tall\nshort", "sizes": "2"}, "2 lines of the order are not values of the column"),
        (
            {"kind": "groups", "tree": '{"name": "*", "groups": [], "values": [0]}'},
            "the values of the column have changed",
        ),
        ({"kind": "groups", "tree": "[]"}, "the values of the column have changed"),
    ):
        assert words in client.post(f"{place}/hierarchy/{1 if 'dates' in form['kind'] else 2}", data=form).text, form
    assert "hierarchy.csv" not in client.get(f"{place}/recipe.toml").text


def test_a_hierarchy_that_was_imported_is_opened_for_editing_and_keeps_its_other_values(client, place):
    assert upload(client, "jobs.arx.csv", ARX, f"{place}/knowledge/1/ontology").status_code == 201
    shown = client.get(f"{place}/hierarchy/1").text
    assert 'value="craft"' in shown
    assert "not in the table" in shown  # baker
    numbers = {word: place for place, word in enumerate([*JOBS[:3], *JOBS[3:], "baker"])}
    assert len(numbers) == 7
    form = {"kind": "groups", "tree": json.dumps({"name": "*", "values": list(range(7)), "groups": []})}
    client.post(f"{place}/hierarchy/1", data=form)
    saved = client.get(f"{place}/hierarchy/1/hierarchy.csv").text
    assert "baker" in saved
    client.post(f"{place}/knowledge/undo")
    assert 'ontology = "jobs.arx.csv"' in client.get(f"{place}/recipe.toml").text


def test_the_release_has_the_hierarchy_and_the_command_makes_it_again(client, place, tmp_path):
    import kinonym as kn

    client.post(f"{place}/hierarchy/2", data={"kind": "intervals", "by": "width", "widths": "5, 10"})
    client.post(f"{place}/knowledge/1", data={"type": "plain"})
    client.post(f"{place}/roles", data=QUASI)
    client.post(f"{place}/protection", data={"name": "generalise", "scheme": "local", "k": "4"})
    client.post(f"{place}/run", data={"name": ""})
    assert "Done in" in waited(client, place)
    client.post(f"{place}/release", data={"run": "1", "read": "1", "unique": "1"})
    for name in ("recipe.toml", "age.hierarchy.csv", "jobs.masked.csv"):
        answer = client.get(f"{place}/release/1/{name}")
        assert answer.status_code == 200, name
        (tmp_path / name).write_bytes(answer.content)
    assert tomllib.loads((tmp_path / "recipe.toml").read_text())["columns"]["age"]["ontology"] == "age.hierarchy.csv"
    (tmp_path / "jobs.csv").write_text(TABLE)
    result = kn.mask_file(tmp_path / "jobs.csv", tmp_path / "recipe.toml", tmp_path / "again.csv")
    assert any(claim.guarantee for claim in result.claims)
    assert kn.verify(tmp_path / "jobs.masked.csv", quasi=["job", "age"]).k >= 4


def groups_on(page):
    return page.locator("[data-group] > .head > .name").evaluate_all("all => all.map(one => one.value)")


def editor(person, tmp_path):
    place = open_table(person, tmp_path / "jobs.csv", TABLE)
    page = person.page
    page.goto(f"{place}/roles")
    person.click("button", "These roles are right")
    page.goto(f"{place}/hierarchy/1")
    page.get_by_label("How to group").select_option("groups")
    page.get_by_role("checkbox", name="nurse ").first.wait_for()
    return page, place


class TestInABrowser:
    pytestmark = in_a_browser

    def test_the_preview_follows_each_change_of_a_rule(self, server, tmp_path):
        with browsing(server) as person:
            page, place = editor(person, tmp_path)
            page.goto(f"{place}/hierarchy/2")
            page.get_by_label("How to group").select_option("intervals")
            page.get_by_label("Widths").fill("25")
            page.wait_for_function("() => document.querySelectorAll('[data-group]').length === 3")
            assert groups_on(page) == ["under 25", "25 to 49", "50 and more"]
            page.locator("[name=by]").select_option("counts")
            page.get_by_label("Number of intervals").fill("4")
            page.wait_for_function("() => document.querySelectorAll('[data-group]').length === 4")
            assert "4 groups; the smallest has" in page.locator("#summary").inner_text()

    def test_groups_are_made_by_keys_renamed_and_dissolved(self, server, tmp_path):
        with browsing(server) as person:
            page, place = editor(person, tmp_path)
            page.get_by_role("checkbox", name="nursse ").focus()
            page.keyboard.press("Space")
            page.get_by_role("checkbox", name="midwife ").focus()
            page.keyboard.press("Space")
            assert page.locator("#picked").inner_text() == "2 picked"
            page.get_by_label("New group of the picked").focus()
            page.keyboard.type("care")
            page.keyboard.press("Enter")
            assert groups_on(page) == ["care"]
            page.get_by_role("checkbox", name="nurse ").first.check()
            page.get_by_label("Move the picked to").select_option(label="care")
            page.wait_for_function("() => document.getElementById('summary').innerText.includes('120 records')")
            page.get_by_label("Name of the group").fill("health")
            page.get_by_label("Name of the group").press("Tab")
            person.click("button", "Use these groups")
            page.wait_for_url("**/knowledge*")
            page.goto(f"{place}/hierarchy/1")
            assert groups_on(page) == ["health"]
            assert page.locator("[data-group] .value").count() == 3
            person.click("button", "dissolve health")
            assert groups_on(page) == []

    def test_a_value_and_a_group_are_dragged(self, server, tmp_path):
        with browsing(server) as person:
            page, _place = editor(person, tmp_path)
            for word, name in (("nurse ", "care"), ("welder ", "craft"), ("plumber ", "water")):
                page.get_by_role("checkbox", name=word).first.check()
                page.get_by_label("New group of the picked").fill(name)
                person.click("button", "Group", exact=True)
            heads = page.locator("[data-group] > .head")
            names = groups_on(page)
            page.locator(".value", has_text="midwife").drag_to(heads.nth(names.index("care")))
            assert page.locator("[data-group]").nth(names.index("care")).locator(".value").count() == 2
            heads.nth(names.index("water")).drag_to(heads.nth(names.index("craft")), source_position={"x": 250, "y": 8})
            assert page.locator("[data-group] [data-group]").count() == 1
            page.wait_for_function("() => document.getElementById('summary').innerText.includes('2 levels')")
