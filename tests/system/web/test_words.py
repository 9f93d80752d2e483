"""The step Words: what a run would refuse comes first, suggestions are taken above a likeness, steps are undone."""

import pytest

from .browsing import browsing
from .serving import CHROMIUM, opened, roles
from .tables import open_table

WORDS = ["nurse", "midwife", "plumber", "carpenter", "welder", "surgeon", "nursse", "carpentr", "qwxzy"]
TABLE = "id,job,age,city\n" + "".join(f"p{i:03},{WORDS[i % 9]},{20 + i % 40},{'xyz'[i // 9 % 3]}\n" for i in range(180))


@pytest.fixture
def place(client):
    made = opened(client, "staff.csv", TABLE)
    client.post(f"{made}/roles", data=roles("identifier", "quasi", "quasi", "quasi"))
    client.post(f"{made}/knowledge/1", data={"type": "nominal", "ontology": "wordnet", "root": "person.n.01"})
    client.post(f"{made}/knowledge/3", data={"type": "plain"})
    return made


def test_a_column_that_a_run_would_refuse_is_not_called_ready(client, place):
    client.post(f"{place}/knowledge/3", data={"type": "numeric"})
    shown = client.get(f"{place}/knowledge").text
    assert "Needs a decision before a run: 2 of 3 columns." in shown
    waiting, _, ready = shown.partition("Ready columns: 1")
    assert "<strong>job</strong>" in waiting
    assert "<strong>city</strong>" in waiting  # numeric, and its values are words
    assert "<strong>age</strong>" in ready.split("</nav>")[0]
    assert "choose another kind for the column" in client.get(f"{place}/knowledge?column=3").text


def test_only_columns_that_need_somebody_are_open_and_each_shows_its_progress(client, place):
    shown = client.get(f"{place}/knowledge").text
    assert "Needs a decision before a run: 1 of 3 columns." in shown
    assert "3 of 9 values to check" in shown
    assert 'aria-label="6 of 9 values settled"' in shown
    assert '<details class="ready-columns"><summary>Ready columns: 2' in shown


def test_suggestions_above_a_likeness_are_taken_at_once_and_taken_back(client, place):
    shown = client.get(f"{place}/knowledge").text
    assert "all values at least 90 % alike (2)" in shown
    shown = client.post(f"{place}/knowledge/1/accept", data={"alike": "90"}).text
    assert "1 of 9 values to check" in shown
    assert "qwxzy" in shown
    assert "carpentr</strong>" not in shown
    shown = client.post(f"{place}/knowledge/undo").text
    assert "3 of 9 values to check" in shown


def test_a_value_without_a_concept_is_settled_when_somebody_says_so(client, place):
    client.post(f"{place}/knowledge/1/accept", data={"alike": "90"})
    shown = client.get(f"{place}/knowledge?column=1").text
    number = shown.split("qwxzy")[1].split('name="value" value="')[1].split('"')[0]
    client.post(f"{place}/knowledge/1/map", data={"value": number, "concept": ""})
    assert "All 3 columns are ready." in client.get(f"{place}/knowledge").text


def test_the_likeliest_meaning_of_all_ambiguous_values_is_taken_at_once(client):
    place = opened(
        client, "pets.csv", "id,pet\n" + "".join(f"{i},{('bat', 'crane', 'dog')[i % 3]}\n" for i in range(60))
    )
    client.post(f"{place}/roles", data=roles("identifier", "quasi"))
    shown = client.post(f"{place}/knowledge/1", data={"type": "nominal", "ontology": "wordnet"}).text
    if "ambiguous values" in shown:
        client.post(f"{place}/knowledge/1/accept", data={})
    shown = client.get(f"{place}/knowledge").text
    assert "ambiguous values" not in shown
    assert "All 1 columns are ready." in shown


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_words_are_settled_in_three_clicks(server, tmp_path):
    with browsing(server) as person:
        place = open_table(person, tmp_path / "staff.csv", TABLE)
        page = person.page
        page.goto(f"{place}/roles")
        person.click("button", "These roles are right")
        page.goto(f"{place}/knowledge?column=1")
        page.get_by_text("What its values are").click()
        page.get_by_label("Kind").select_option("nominal")
        page.locator("[name=ontology]").select_option("wordnet")
        page.get_by_label("Only concepts below this one").fill("person.n.01")
        page.get_by_label("Values without a concept").select_option("error")
        person.click("button", "Save", exact=True)
        person.sees("3 of 9 values to check")
        before = person.inputs
        page.get_by_label("Accept the first suggestion of").select_option("90")
        person.click("button", "Accept them")
        person.sees("1 of 9 values to check")
        page.keyboard.press("0")
        page.get_by_text("1 of 9 values to check").wait_for(state="detached")
        assert page.get_by_text("Needs a decision before a run").count() == 0
        assert person.inputs - before <= 3
        person.click("button", "Undo the last step")
        person.sees("1 of 9 values to check")
