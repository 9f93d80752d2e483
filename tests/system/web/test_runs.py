"""Runs as jobs: they continue without the page, leave nothing if cancelled, report a crash, and release what the command does."""

import os
import signal
import subprocess
import sys
import time
from html import unescape
from pathlib import Path

import pytest

from kinonym import ontologies
from kinonym.pipeline.masking import mask_file

from .conftest import JOBS
from .serving import opened, roles, serving, waited

RECIPE = """
[columns.id]
role = "identifier"
[columns.job]
role = "quasi"
type = "nominal"
ontology = "wordnet"
root = "person.n.01"
[columns.age]
role = "quasi"
type = "numeric"
precision = 0
[columns.illness]
role = "confidential"
[release]
accept_unique = true
[method]
name = "sa-mdav"
k = 4
"""


def demo(client):
    """A run that takes some seconds."""
    place = str(client.post("/demo").url.path).removesuffix("/data")
    assert client.post(f"{place}/run", data={"name": "long"}).status_code == 200
    return place


def small(client):
    place = opened(client, "jobs.csv", JOBS)
    client.post(f"{place}/roles", data=roles("identifier", "quasi", "quasi", "confidential"))
    client.post(f"{place}/knowledge/1", data={"type": "nominal", "ontology": "wordnet", "root": "person.n.01"})
    client.post(f"{place}/knowledge/2", data={"type": "numeric", "precision": "0"})
    client.post(f"{place}/protection", data={"name": "sa-mdav", "k": "4", "weighted": "yes", "static": "no"})
    return place


def run(client, place, job="1"):
    client.post(f"{place}/run", data={"name": ""})
    assert "Done in" in waited(client, place, job)
    client.post(f"{place}/release", data={"run": job, "read": "1", "unique": "1"})


def started(server):
    """The process of the run that has just been started."""
    for _ in range(100):
        if server.children():
            return server.children()[-1]
        time.sleep(0.05)
    pytest.fail("no run was started")


def gone(pid):
    for _ in range(200):
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except FileNotFoundError:
            return True
        time.sleep(0.05)
    return False


def test_a_cancelled_run_leaves_nothing(server, client):
    place = demo(client)
    pid = started(server)
    time.sleep(2)
    client.post(f"{place}/jobs/1/cancel")
    assert "Nothing was left" in client.get(f"{place}/jobs/1/status").text
    assert gone(pid)
    [project] = server.work()[0].rglob(place.rpartition("/")[2])
    assert sorted(path.name for path in project.iterdir()) == ["discharges.csv", "files"]


def test_a_run_that_dies_says_so(server, client):
    place = demo(client)
    os.kill(started(server), signal.SIGKILL)
    shown = waited(client, place)
    assert "the run ended unexpectedly" in shown
    assert client.get(f"{place}/release/1/discharges.masked.csv").status_code == 403


def test_a_second_click_finds_the_first_run(server, client):
    place = demo(client)
    client.post(f"{place}/run", data={"name": "again"})
    assert client.get(f"{place}/jobs/2/status").status_code == 404
    client.post(f"{place}/jobs/1/cancel")


def test_a_run_ends_with_its_server(tmp_path):
    with serving(tmp_path) as running, running.client() as client:
        demo(client)
        pid = started(running)
        running.stop(signal.SIGKILL)
        assert gone(pid)


def test_a_killed_server_leaves_the_old_release_whole(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "jobs.csv").write_text(JOBS)
    with serving(tmp_path, "--folder", folder) as running, running.client() as client:
        place = str(client.post("/open", data={"path": "jobs.csv"}).url.path).removesuffix("/data")
        client.post(f"{place}/roles", data=roles("identifier", "quasi", "quasi", "other"))
        run(client, place)
        assert "Saved next to the data" in client.post(f"{place}/release/1/save").text
        before = {path.name: path.read_bytes() for path in folder.iterdir()}
        assert "jobs.masked.csv" in before
        client.post(f"{place}/run", data={"name": "second"})
        started(running)
        running.stop(signal.SIGKILL)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert before["jobs.csv"].decode() == JOBS


def test_a_mapping_table_that_was_edited_next_to_the_data_is_not_replaced(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "jobs.csv").write_text(JOBS)
    with serving(tmp_path, "--folder", folder) as running, running.client() as client:
        place = str(client.post("/open", data={"path": "jobs.csv"}).url.path).removesuffix("/data")
        client.post(f"{place}/roles", data=roles("identifier", "quasi", "quasi", "confidential"))
        client.post(f"{place}/knowledge/1", data={"type": "nominal", "ontology": "wordnet", "root": "person.n.01"})
        client.put(f"{place}/knowledge/1/mapping", content="value,concept\nnurse,nurse.n.01\n")
        client.post(f"{place}/protection", data={"name": "sa-mdav", "k": "4", "weighted": "yes", "static": "no"})
        run(client, place)
        for _ in range(2):  # its own table may be written again
            assert "Saved next to the data" in client.post(f"{place}/release/1/save").text
        (table,) = folder.glob("*.map.csv")
        table.write_text(table.read_text() + "baker,baker.n.02\n")
        before = {path.name: path.read_bytes() for path in folder.iterdir()}
        answer = client.post(f"{place}/release/1/save").text
    assert "somebody may have edited" in answer
    assert "Saved next to the data" not in answer
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_unique_rows_must_be_accepted_with_a_separate_tick(client):
    """With the illness most of the 4 to 7 rows of a group are unique; the run ends, and nothing is given out before."""
    place = small(client)
    client.post(f"{place}/run", data={"name": ""})
    assert "k = 4 holds for 2 of 3 columns; together with the other one," in waited(client, place, "1")
    shown = client.get(f"{place}/release").text
    assert "I accept that these rows stay unique." in shown
    assert "Columns that contribute most: illness" in shown
    assert "Shares that moved" in shown
    assert "nobody has accepted this" in client.post(f"{place}/release", data={"run": "1", "read": "1"}).text
    assert client.get(f"{place}/release/1/jobs.masked.csv").status_code == 403
    ready = client.post(f"{place}/release", data={"run": "1", "read": "1", "unique": "1"}).text
    assert "The release is ready" in ready
    assert "accept_unique = true" in client.get(f"{place}/release/1/recipe.toml").text
    assert "accept_unique = true" in client.get(f"{place}/recipe.toml").text


def test_page_command_and_python_release_the_same_rows(client, tmp_path):
    """A deterministic method; files are shuffled, so that the rows are put in order first."""
    place = small(client)
    run(client, place)
    page = client.get(f"{place}/release/1/jobs.masked.csv").content
    recipe = client.get(f"{place}/release/1/recipe.toml").text
    assert recipe == client.get(f"{place}/recipe.toml").text
    (tmp_path / "jobs.csv").write_text(JOBS)
    (tmp_path / "recipe.toml").write_text(recipe)
    command = ["mask", tmp_path / "jobs.csv", "-r", tmp_path / "recipe.toml", "-o", tmp_path / "command.csv"]
    subprocess.run([sys.executable, "-m", "kinonym", *command], check=True, capture_output=True)
    mask_file(tmp_path / "jobs.csv", tmp_path / "recipe.toml", tmp_path / "python.csv")

    def in_order(content):
        head, *rows = content.splitlines(keepends=True)
        return b"".join([head, *sorted(rows)])

    assert in_order(page) == in_order((tmp_path / "command.csv").read_bytes())
    assert in_order(page) == in_order((tmp_path / "python.csv").read_bytes())


def test_command_and_python_write_the_same_bytes_when_the_order_is_the_same(tmp_path):
    """The order of the rows is drawn; with the same key it is the same, and so is every byte of the file."""
    (tmp_path / "jobs.csv").write_text(JOBS)
    (tmp_path / "recipe.toml").write_text(RECIPE)
    command = ["mask", "jobs.csv", "-r", "recipe.toml", "-o", "command.csv", "--seed", "7"]
    subprocess.run([sys.executable, "-m", "kinonym", *command], check=True, capture_output=True, cwd=tmp_path)
    mask_file(tmp_path / "jobs.csv", tmp_path / "recipe.toml", tmp_path / "python.csv", seed=7)
    assert (tmp_path / "command.csv").read_bytes() == (tmp_path / "python.csv").read_bytes()


def test_a_public_set_is_named_on_the_page(client):
    place = small(client)
    client.post(f"{place}/roles", data=roles("identifier", "quasi", "other", "confidential"))
    meaning = {"type": "nominal", "ontology": "wordnet", "root": "person.n.01", "write": "label"}
    client.post(f"{place}/knowledge/1", data=meaning)
    form = {"name": "exponential", "epsilon": "8", "mechanism": "exponential", "missing": "no", "tight": "no"}
    assert "public-0" in client.get(f"{place}/protection/method", params={"name": "exponential"}).text
    client.post(f"{place}/protection", data={**form, "public-0": "person.n.01"})
    assert 'job = "person.n.01"' in client.get(f"{place}/recipe.toml").text
    assert ">person.n.01</textarea>" in client.get(f"{place}/protection").text
    run(client, place)
    shown = client.get(f"{place}/release").text
    assert "the other records decided what some values of job mean" in shown  # honest: several senses were left open
    assert "the data decide how job is written" not in shown


def test_a_release_of_snomed_is_opened_by_the_path_of_its_folder(server, client):
    """A folder is pointed at, never copied; the run reads it there."""
    made = [sys.executable, "tools/make_rf2.py", server.folder / "snomed", "--concepts", "300", "--links", "400"]
    subprocess.run(made, check=True, capture_output=True, cwd=Path(__file__).parents[3])
    taxonomy = ontologies.load(server.folder / "snomed")
    words = [taxonomy.label(concept) for concept in taxonomy.concepts[50:58]]
    place = opened(client, "ills.csv", "id,ill\n" + "".join(f"p{i:03},{words[i % 8]}\n" for i in range(64)))
    client.post(f"{place}/roles", data=roles("identifier", "quasi"))
    assert "Every value has its concept" in client.post(f"{place}/knowledge/1/path", data={"path": "snomed"}).text
    client.post(f"{place}/protection", data={"name": "sa-mdav", "k": "4", "weighted": "yes", "static": "no"})
    run(client, place)
    copied = sorted((server.folder / "snomed").rglob("*"))
    client.post(f"{place}/delete")
    assert sorted((server.folder / "snomed").rglob("*")) == copied  # the project goes, the release stays


def test_a_folder_that_leads_out_of_the_given_one_is_refused(server, client):
    place = small(client)
    (server.folder / "leading").mkdir()
    (server.folder / "leading" / "out.txt").symlink_to(server.outside)
    shown = client.post(f"{place}/knowledge/1/path", data={"path": "leading"}).text
    assert "there is no such file in the folder" in shown


def test_the_page_shows_the_figures_of_the_report(client):
    place = small(client)
    run(client, place)
    report = client.get(f"{place}/release/1/report.html").text
    shown = client.get(f"{place}/explore").text
    release = client.get(f"{place}/release").text
    sentence = "Every combination of job, age occurs at least 4 times in the written file"
    assert sentence in report
    assert sentence in release
    assert "Some records that changed" in shown
    assert "Some records that changed" not in report
    assert "How the columns depend" in shown


def test_a_comparison_is_explored_and_a_point_adopted(client):
    place = small(client)
    form = {"method": ["sa-mdav", "suppress"], "k": "2, 4", "alpha": "", "epsilon": ""}
    client.post(f"{place}/compare", data=form)
    waited(client, place)
    shown = client.get(f"{place}/explore").text
    assert "suppress (k = 2)" in shown
    assert "<svg" in shown
    before = shown.split('aria-label="Use this one: suppress (k = 4)"')[0]
    number = unescape(before.rpartition('value="')[2].split('"')[0])
    answer = client.post(f"{place}/adopt", data={"point": number})
    assert str(answer.url.path).endswith("/protection")
    assert 'name = "suppress"\nk = 4' in client.get(f"{place}/recipe.toml").text


def test_two_runs_are_shown_side_by_side(client):
    place = small(client)
    run(client, place)
    client.post(f"{place}/protection", data={"name": "sa-mdav", "k": "8", "weighted": "yes", "static": "no"})
    run(client, place, "2")
    shown = client.get(f"{place}/explore?run=2&other=1").text
    assert shown.count('</h3><dl class="figures">') == 2


@pytest.mark.parametrize("numbers", ["x", "2,,a"])
def test_a_comparison_of_no_numbers_is_refused(client, numbers):
    place = small(client)
    assert "strengths must be numbers" in client.post(f"{place}/compare", data={"method": "sa-mdav", "k": numbers}).text


def test_steps_back_versions_and_their_difference(client):
    place = small(client)
    client.post(f"{place}/versions", data={"name": "four"})
    client.post(f"{place}/protection", data={"name": "sa-mdav", "k": "9", "weighted": "yes", "static": "no"})
    assert "k = 9" in client.get(f"{place}/recipe.toml").text
    shown = client.get(f"{place}/recipe?first=four&second=").text
    assert '<span class="removed">-k = 4</span>' in shown
    assert '<span class="added">+k = 9</span>' in shown
    client.post(f"{place}/undo")
    assert "k = 4" in client.get(f"{place}/recipe.toml").text
    client.post(f"{place}/protection", data={"name": "sa-mdav", "k": "7", "weighted": "yes", "static": "no"})
    client.post(f"{place}/versions/restore", data={"name": "four"})
    assert "k = 4" in client.get(f"{place}/recipe.toml").text
    assert "needs a unique name" in client.post(f"{place}/versions", data={"name": "four"}).text


def test_a_concept_has_a_page(client):
    place = small(client)
    shown = client.get(f"{place}/concepts/1", params={"id": "nurse.n.01"}).text
    assert "health professional" in shown  # on the way up
    assert "14 records mean exactly this concept" in shown
    assert "distance" in shown
    assert client.get(f"{place}/concepts/1", params={"id": "entity.n.01"}).status_code == 200


def test_the_tree_can_be_searched(client):
    place = small(client)
    hits = client.get(f"{place}/concepts/1/search", params={"q": "nurs", "value": "0"}).text
    assert "nurse.n.01" in hits
    assert "nursery" not in hits  # below the root, persons only


def test_a_release_is_entered_in_the_ledger_when_it_is_confirmed(tmp_path):
    ledger = tmp_path / "ledger.jsonl"
    with serving(tmp_path) as server, server.client() as client:
        place = small(client)
        client.post(f"{place}/run", data={"name": ""})
        assert "Done in" in waited(client, place)
        assert len(ledger.read_text().splitlines()) == 1  # the header: nothing was released yet
        assert "Earlier releases" not in client.get("/").text
        for _ in range(2):
            client.post(f"{place}/release", data={"run": "1", "read": "1", "unique": "1"})
        assert len(ledger.read_text().splitlines()) == 2
        assert "sa-mdav (k = 4)" in client.get("/").text
        client.post(f"{place}/run", data={"name": ""})
        assert "Done in" in waited(client, place, "2")
        assert "released once before" in client.get(f"{place}/release", params={"run": "2"}).text
