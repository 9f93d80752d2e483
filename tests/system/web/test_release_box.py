"""The step Release: guarantee, limit and consent in one box; an error at its control; the command that repeats it."""

import shlex
import subprocess
import sys

from .conftest import JOBS
from .serving import opened, roles, waited


def released_box(client):
    place = opened(client, "jobs.csv", JOBS)
    client.post(f"{place}/roles", data=roles("identifier", "quasi", "quasi", "other"))
    client.post(f"{place}/protection", data={"name": "sa-mdav", "k": "4"})
    client.post(f"{place}/run", data={"name": ""})
    assert "Done in" in waited(client, place)
    return place


def test_guarantee_limit_and_consent_are_in_one_box_at_the_top(client):
    place = released_box(client)
    shown = client.get(f"{place}/release").text
    box = shown.split('<section class="box still consent"')[1].split("</section>")[0]
    order = ["The guarantee", "occurs at least 4 times", "Its limit", "% of the rows are unique", "Your consent"]
    places = [box.index(words) for words in order]
    assert places == sorted(places)
    assert box.count("of the rows are unique.") == 1  # the limit is said once
    assert "accept_unique" not in box.split("Your consent")[0]  # no key of a recipe
    assert 'name="read"' in box
    assert 'name="unique"' in box
    assert "The strongest attacker who was tried links" in shown
    attacker = shown.split("The strongest attacker who was tried links")[1]
    assert attacker.index("<details>") < attacker.index('<dl class="figures">')


def test_each_error_stands_at_its_box_and_what_was_ticked_stays(client):
    place = released_box(client)
    shown = client.post(f"{place}/release", data={"run": "1", "unique": "1"}).text
    assert 'aria-errormessage="read-error"' in shown
    assert 'id="read-error"' in shown.split('name="read"')[1].split('name="unique"')[0]
    assert 'id="unique-error"' not in shown
    assert 'name="unique" value="1" checked' in shown
    shown = client.post(f"{place}/release", data={"run": "1"}).text
    assert 'id="read-error"' in shown
    assert 'id="unique-error"' in shown
    assert "The release is ready" not in shown


def test_the_shown_command_makes_the_release_again(client, tmp_path):
    place = released_box(client)
    shown = client.post(f"{place}/release", data={"run": "1", "read": "1", "unique": "1"}).text
    command = shlex.split(shown.split('<pre class="command"')[1].split(">", 1)[1].split("</pre>")[0])
    assert command[:2] == ["kinonym", "mask"]
    (tmp_path / "jobs.csv").write_text(JOBS)
    (tmp_path / "recipe.toml").write_bytes(client.get(f"{place}/release/1/recipe.toml").content)
    subprocess.run([sys.executable, "-m", *command], cwd=tmp_path, check=True, capture_output=True)
    again = (tmp_path / "jobs.masked.csv").read_text()
    assert again.count("\n") == JOBS.count("\n")
    assert again.partition("\n")[0] == client.get(f"{place}/release/1/jobs.masked.csv").text.partition("\n")[0]
