"""A password reaches the server from the environment or ~/.pgpass, and occurs in nothing that a run writes or prints."""

from __future__ import annotations

import pytest

from databases.masking import command, write_recipe
from databases.servers import postgres_server

pytestmark = pytest.mark.cluster
pytest.importorskip("adbc_driver_postgresql", reason="the driver for PostgreSQL is not installed")

CANARY = "c4n4ry-pa55word"
COLUMNS = ("job", "age", "name")


@pytest.fixture(scope="module")
def server():
    with postgres_server("scram-sha-256", CANARY) as running:
        running.run("CREATE TABLE clinic.short AS SELECT job, age, name FROM clinic.stays")
        yield running


def everything(folder, *processes):
    """All that was printed, and all bytes of all files and their names."""
    printed = "".join(process.stdout + process.stderr for process in processes)
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != ".pgpass"]
    return printed + "".join(f"{path} {path.read_bytes().decode('utf-8', 'replace')}" for path in files)


def mask(server, folder, output, recipe, **environment):
    arguments = [
        "mask",
        f"{server.address}#clinic.short",
        "-r",
        recipe,
        "-o",
        output,
        "--report",
        f"{output[-3:]}.html",
    ]
    more = ["--private-risk", f"{output[-3:]}.risk", "--plan", f"{output[-3:]}.plan"]
    return command(*arguments, *more, cwd=folder, XDG_STATE_HOME=str(folder), HOME=str(folder), **environment)


def test_from_the_environment_and_a_file(server, tmp_path):
    recipe = write_recipe(tmp_path, COLUMNS)
    first = mask(server, tmp_path, f"{server.address}#clinic.one", recipe, PGPASSWORD=CANARY)
    assert first.returncode == 0, first.stderr
    (tmp_path / ".pgpass").write_text(f"*:*:*:steward:{CANARY}\n")
    (tmp_path / ".pgpass").chmod(0o600)
    second = mask(server, tmp_path, f"{server.address}#clinic.two", recipe)
    assert second.returncode == 0, second.stderr
    third = mask(server, tmp_path, "out.csv", recipe, KINONYM_DATABASE_PASSWORD=CANARY)
    assert third.returncode == 0, third.stderr
    assert CANARY not in everything(tmp_path, first, second, third)
    assert CANARY not in server.log()


@pytest.mark.parametrize("given", [CANARY, f"wrong-{CANARY}"])
def test_a_failure_does_not_show_it(server, tmp_path, given):
    recipe = write_recipe(tmp_path, COLUMNS)
    taken = mask(server, tmp_path, f"{server.address}#clinic.short", recipe, PGPASSWORD=given)
    gone = command("init", f"{server.address}#clinic.gone", cwd=tmp_path, PGPASSWORD=given)
    assert (taken.returncode, gone.returncode) == ((2, 3) if given == CANARY else (3, 3))
    assert CANARY not in everything(tmp_path, taken, gone)


def test_without_one_nothing_is_asked_where_nobody_sits(server, tmp_path):
    ended = command("init", f"{server.address}#clinic.short", cwd=tmp_path, HOME=str(tmp_path))
    assert (ended.returncode, "rejected the connection" in ended.stderr) == (3, True)
    assert "PGPASSWORD" in ended.stderr
