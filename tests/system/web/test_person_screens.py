"""The person column: chosen in the roles, shown in the protection, stored in the recipe and the release."""

import re
import tomllib

from .serving import opened, roles, waited

VISITS = "patient_id,job,age,illness\n" + "".join(
    f"p{i % 30:02},{('nurse', 'plumber', 'midwife', 'carpenter', 'welder', 'surgeon')[i % 6]},{20 + i % 30},{'wxyz'[i % 4]}\n"
    for i in range(120)
)
CHOSEN = roles("identifier", "quasi", "quasi", "confidential")


def written(client, place):
    return tomllib.loads(client.get(f"{place}/recipe.toml").text)


def test_a_column_of_repeated_ids_is_proposed_as_person_and_can_be_declined(client):
    place = opened(client, "visits.csv", VISITS)
    page = client.get(f"{place}/roles").text
    assert "Who does a record belong to?" in page
    assert '<option value="patient_id" selected>' in page
    assert "120 records of 30 persons." in page
    assert "of the persons have a combination that nobody else has" in page
    client.post(f"{place}/roles", data={**CHOSEN, "person": ""})
    assert "person" not in written(client, place)["table"]
    page = client.get(f"{place}/protection").text
    assert "Every record counts as a separate person." in page
    assert "But the column patient_id looks like it identifies persons" in page
    client.post(f"{place}/roles", data={**CHOSEN, "person": "patient_id"})
    assert written(client, place)["table"]["person"] == "patient_id"
    page = client.get(f"{place}/protection").text
    assert "The column patient_id identifies 30 of them in 120 records" in page
    assert "k, l, p and t count different persons" in page


def test_a_choice_of_the_person_column_is_shown_at_once(client):
    place = opened(client, "visits.csv", VISITS)
    live = client.post(f"{place}/roles/live", data={**CHOSEN, "person": "patient_id"}).text
    assert "120 records of 30 persons." in live
    live = client.post(f"{place}/roles/live", data={**CHOSEN, "person": ""}).text
    figures, _, doubts = live.partition('id="doubt-0"')
    assert "persons" not in figures
    assert "of the records are unique" in figures
    assert "persons with several records each" in doubts  # the run would refuse it, and its row says so at once


def test_the_person_column_is_left_out_whatever_its_role(client):
    place = opened(client, "visits.csv", VISITS)
    client.post(f"{place}/roles", data={**roles("quasi", "quasi", "quasi", "confidential"), "person": "patient_id"})
    recipe = written(client, place)
    assert recipe["columns"]["patient_id"] == {"role": "identifier"}


def test_claims_of_a_run_on_the_page_count_persons(client):
    place = opened(client, "visits.csv", VISITS)
    client.post(f"{place}/roles", data={**CHOSEN, "person": "patient_id"})
    client.post(f"{place}/knowledge/1", data={"type": "plain"})
    client.post(f"{place}/knowledge/2", data={"type": "numeric", "precision": "0"})
    client.post(f"{place}/protection", data={"name": "sa-mdav", "k": "4", "weighted": "yes", "static": "no"})
    client.post(f"{place}/run", data={"name": ""})
    assert "k counts different persons instead of records" in client.get(f"{place}/protection").text
    done = waited(client, place, "1")
    assert "Done in" in done
    page = client.get(f"{place}/release?run=1").text
    assert "different persons in the written file" in page
    [smallest] = re.findall(r"belongs to at least (\d+) different persons", page)
    assert f"the smallest group belongs to {smallest} different persons" in page
    assert f"the smallest group belongs to {smallest} different persons" in done
    assert '<th scope="col">persons</th>' in client.get(f"{place}/explore?run=1").text
