"""The step Protection: four questions propose a method; what k means follows the typed number; experts choose freely."""

import pytest

from .browsing import browsing
from .conftest import JOBS
from .serving import CHROMIUM, opened, roles
from .tables import open_table

USUAL = {"name": "sa-mdav", "k": "4", "l_diversity": "2"}


@pytest.fixture
def place(client):
    made = opened(client, "jobs.csv", JOBS)
    client.post(f"{made}/roles", data=roles("identifier", "quasi", "quasi", "confidential"))
    return made


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({"question-new": "no"}, ("Proposed: recode.", 'value="4"')),
        ({"question-exact": "yes"}, ("Proposed: record-swap.", "No method keeps every frequency exact")),
        ({"question-shared": "no", "question-use": "means"}, ("Proposed: noise.", "what attackers can still link")),
        ({"question-new": "missing"}, ("Proposed: suppress.", 'value="4"')),
    ],
)
def test_an_answer_changes_the_proposal_and_keeps_the_strength(client, place, answers, words):
    shown = client.post(f"{place}/protection/propose", data={**USUAL, **answers}).text
    assert all(each in shown for each in words)
    assert "Use it if " in shown


def test_demands_are_kept_by_methods_that_take_them(client, place):
    shown = client.post(f"{place}/protection/propose", data={**USUAL, "question-new": "no"}).text
    assert 'name="l_diversity" inputmode="decimal" value="2' in shown


def test_what_k_means_for_this_table(client, place):
    def meaning(**query):
        return client.get(f"{place}/protection/meaning", params=query).text

    assert meaning(name="sa-mdav", k="7").startswith(
        "For this table: at least 7 of your 80 records share each combination"
    )
    assert "at most 25.0 %" in meaning(name="record-swap", k="4").replace("\xa0", " ")
    assert meaning(name="sa-mdav", k="81") == "There are only 80 records: k must be smaller."
    assert [meaning(name="sa-mdav", k=k) for k in ("", "1", "x", "-3", "9" * 30)] == [""] * 5


def test_a_method_that_no_answer_leads_to_is_shown_as_an_own_choice(client, place):
    client.post(f"{place}/protection", data={"name": "srs2", "k": "4"})
    shown = client.get(f"{place}/protection").text
    assert "Your own choice: srs2." in shown
    assert '<details class="box experts" open>' in shown
    assert 'type="radio" name="question-shared" value="yes" checked' not in shown


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_the_proposal_follows_the_answers_and_is_taken(server, tmp_path):
    with browsing(server) as person:
        place = open_table(person, tmp_path / "jobs.csv", JOBS)
        page = person.page
        page.goto(f"{place}/roles")
        person.click("button", "These roles are right")
        page.goto(f"{place}/protection")
        person.sees("Proposed: sa-mdav.")
        assert not page.get_by_label("Method", exact=True).is_visible()
        page.get_by_label("k", exact=True).fill("6")
        page.get_by_text("at least 6 of your 80 records").wait_for()
        page.get_by_label("No: values may only become broader").check()
        person.sees("Proposed: generalise.")
        assert page.get_by_label("k", exact=True).input_value() == "6"
        person.click("button", "Go on to the run")
        person.at("run")
        recipe = page.request.get(f"{place}/recipe.toml").text()
        assert 'name = "generalise"\nk = 6\nscheme = "local"' in recipe
