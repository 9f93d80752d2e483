"""Several tables of a real PostgreSQL server: read in one snapshot, released as a new schema in one transaction."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import kinonym as kn
from connections import club
from databases.masking import command
from databases.servers import mariadb_server, postgres_server
from kinonym.errors import DataError, PrivacyError, UsageError
from kinonym.files.databases import postgres_writing
from kinonym.files.recognising import database_format, locate_schema

pytestmark = pytest.mark.cluster

SCHEMAS = "SELECT nspname FROM pg_namespace WHERE nspname NOT LIKE 'pg_%' AND nspname <> 'information_schema'"
CLUB = """
CREATE TABLE {0}members (
    member_id {1} PRIMARY KEY, team varchar(20), age integer, town varchar(20), weight numeric(6, 2){2}
);
CREATE TABLE {0}seasons (
    season_id varchar(20) PRIMARY KEY, member_id {1}, year integer, league varchar(20), remark varchar(20),
    FOREIGN KEY (member_id) REFERENCES {0}members (member_id)
);
CREATE TABLE {0}sports (
    season_id varchar(20), sport varchar(20), note varchar(20),
    FOREIGN KEY (season_id) REFERENCES {0}seasons (season_id)
);
"""


def statements(prefix, kind, key, extra="", value=""):
    """SQL that fills the tables of the club; ``key`` makes the id of a member."""
    rows = club.tables()
    rows["members"] = [
        [key(row[0]), *row[1:], str(50.25 + int(row[2])), *([value] if value else [])] for row in rows["members"]
    ]
    rows["seasons"] = [[row[0], key(row[1]), *row[2:]] for row in rows["seasons"]]
    filled = CLUB.format(prefix, kind, extra)
    for name, content in rows.items():
        cells = ", ".join("(" + ", ".join(f"'{cell}'" for cell in row) + ")" for row in content)
        filled += f"INSERT INTO {prefix}{name} VALUES {cells};"
    return filled


def as_uuid(member):
    return f"00000000-0000-4000-8000-{int(member[1:]):012}"


@pytest.fixture(scope="module")
def server():
    pytest.importorskip("adbc_driver_postgresql", reason="the driver for PostgreSQL is not installed")
    with postgres_server() as running:
        mood = "mood clinic.mood"
        running.run("CREATE SCHEMA club; " + statements("club.", "uuid", as_uuid, f", {mood}", "ok"))
        yield running


@pytest.fixture(autouse=True)
def clean(request):
    yield
    if "server" in request.fixturenames:
        running = request.getfixturevalue("server")
        for schema in set(running.run(SCHEMAS).split()) - {"public", "clinic", "club"}:
            running.run(f'DROP SCHEMA "{schema}" CASCADE')


@pytest.fixture
def recipe(tmp_path):
    (tmp_path / "sports.csv").write_text(club.TAXONOMY)
    made = club.recipe(tmp_path)
    made["tables"]["members"]["columns"] |= {
        "weight": {"role": "confidential", "type": "numeric"},
        "mood": {"role": "other"},
    }
    return made


def mask(server, recipe, schema="released"):
    return kn.mask_file(f"{server.address}#club", recipe, f"{server.address}#{schema}", ledger=False)


RELEASED = {
    "members": "member_id, team, age, town",
    "seasons": "season_id, member_id, league, sequence",
    "sports": "season_id, sport",
}


def read(server, schema="released"):
    made = {}
    for table, columns in RELEASED.items():
        lines = server.run(f"SELECT {columns} FROM {schema}.{table}").splitlines()
        made[table] = [dict(zip(columns.split(", "), line.split("|"), strict=True)) for line in lines]
    return made


def test_a_new_schema_holds_k_persons_and_valid_references(server, recipe):
    result = mask(server, recipe)
    assert "joined by their pseudonyms" in str(result.claims[0])
    released = read(server)
    shared = club.join(released)
    assert (sum(shared.values()), min(shared.values()) >= 3) == (60, True)
    ids = set(server.run("SELECT member_id FROM club.members").split())
    assert ids.isdisjoint(row["member_id"] for row in released["members"])


def test_types_of_unmasked_columns_survive(server, recipe):
    mask(server, recipe)
    types = "SELECT column_name, udt_name FROM information_schema.columns WHERE table_schema = 'released' AND table_name = 'members'"
    kinds = dict(line.split("|") for line in server.run(types).splitlines())
    assert (kinds["weight"], kinds["mood"], kinds["member_id"]) == ("numeric", "mood", "text")
    values = "SELECT weight, mood FROM {}.members ORDER BY weight"
    assert server.run(values.format("club")) == server.run(values.format("released"))


def test_a_draft_from_the_catalogue_masks_unedited(server, tmp_path):
    drafted = command("init", f"{server.address}#club", cwd=tmp_path)
    assert drafted.returncode == 0, drafted.stderr
    assert 'references = {season_id = "seasons"}  # guess: the database says so' in drafted.stdout
    (tmp_path / "recipe.toml").write_text(drafted.stdout)
    arguments = ["-r", "recipe.toml", "-o", f"{server.address}#released", "--report", "report.html", "--accept-unique"]
    masked = command("mask", f"{server.address}#club", *arguments, cwd=tmp_path, XDG_STATE_HOME=str(tmp_path))
    assert masked.returncode == 0, masked.stderr
    assert server.run("SELECT count(*) FROM released.members") == "60"


def test_a_single_table_is_still_drafted_by_its_name(server, tmp_path):
    assert "[columns.job]" in command("init", f"{server.address}#clinic.stays", cwd=tmp_path).stdout
    missing = command("init", f"{server.address}#nowhere", cwd=tmp_path)
    assert (missing.returncode, "there is no such table" in missing.stderr) == (3, True), missing.stderr


def test_a_schema_that_exists_is_never_replaced(server, recipe):
    with pytest.raises(UsageError, match="the schema exists"):
        mask(server, recipe, "clinic")
    with pytest.raises(UsageError, match="which schema to create"):
        kn.mask_file(f"{server.address}#club", recipe, server.address, ledger=False)
    with pytest.raises(DataError, match="no such schema"):
        kn.mask_file(f"{server.address}#nowhere", recipe, f"{server.address}#released", ledger=False)


def test_only_the_owner_may_use_the_schema(server, recipe):
    server.run("CREATE ROLE visitor; ALTER DEFAULT PRIVILEGES GRANT ALL ON SCHEMAS TO visitor, PUBLIC")
    server.run("ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO visitor, PUBLIC")
    mask(server, recipe)
    assert server.run("SELECT has_schema_privilege('visitor', 'released', 'USAGE')") == "f"
    assert server.run("SELECT has_table_privilege('visitor', 'released.members', 'SELECT')") == "f"
    server.run("ALTER DEFAULT PRIVILEGES REVOKE ALL ON SCHEMAS FROM visitor, PUBLIC")
    server.run("ALTER DEFAULT PRIVILEGES REVOKE ALL ON TABLES FROM visitor, PUBLIC; DROP ROLE visitor")


def test_the_tables_are_read_in_one_snapshot(server):
    """What another session commits after the first table was read is not seen in the second one."""
    name = f"{server.address}#club"
    form = database_format(name)
    server.run("CREATE SCHEMA spare; CREATE TABLE spare.a AS SELECT 1 AS x; CREATE TABLE spare.b AS SELECT 1 AS x")
    with form.open_tables(locate_schema(f"{server.address}#spare")) as given:
        assert sum(batch.num_rows for batch in given.read("a").pieces) == 1
        server.run("INSERT INTO spare.b VALUES (2)")
        assert sum(batch.num_rows for batch in given.read("b").pieces) == 1


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM released.sports WHERE ctid = (SELECT min(ctid) FROM released.sports)",
        "UPDATE released.members SET town = 'Rome'",
        "UPDATE released.members SET weight = weight + 1",
        "UPDATE released.seasons SET member_id = (SELECT min(member_id) FROM released.members)",
    ],
)
def test_rows_that_the_database_changed_are_not_released(server, recipe, monkeypatch, change):
    revoke = postgres_writing._revoke_grants

    def changed(cursor, target, *kind):
        revoke(cursor, target, *kind)
        if target.endswith('"sports"'):
            cursor.execute(change)

    monkeypatch.setattr(postgres_writing, "_revoke_grants", changed)
    with pytest.raises(PrivacyError):
        mask(server, recipe)
    assert "released" not in server.run(SCHEMAS).split()


KILLED = """
import sys, time
import kinonym as kn
from kinonym.files.databases import postgres_writing

real = postgres_writing._revoke_grants

def stopped(cursor, target, *kind):
    real(cursor, target, *kind)
    if target.endswith('"sports"'):
        print("here", flush=True)
        time.sleep(4)

postgres_writing._revoke_grants = stopped
kn.mask_file(sys.argv[1], sys.argv[2], sys.argv[3], ledger=False)
"""


@pytest.mark.parametrize("kill", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_is_killed_leaves_nothing(server, recipe, tmp_path, kill):
    """When all tables are complete and none is committed."""
    import tomli_w

    (tmp_path / "recipe.toml").write_text(tomli_w.dumps(recipe))
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, f"{server.address}#club", str(tmp_path / "recipe.toml"), f"{server.address}#released"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=os.environ | {"PYTHONPATH": str(Path(kn.__file__).parents[1])},
    )  # fmt: skip
    assert process.stdout.readline() == "here\n", process.stderr.read()
    process.send_signal(kill)
    process.communicate(timeout=60)
    for _ in range(50):
        if server.run("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'") == "1":
            break
        time.sleep(0.1)
    assert "released" not in server.run(SCHEMAS).split()


def test_a_database_of_mariadb_is_drafted_and_read(tmp_path, recipe):
    pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed")
    pytest.importorskip("pymysql", reason="the driver for MariaDB is not installed")
    with mariadb_server() as server:
        server.run(statements("", "integer", lambda member: str(int(member[1:]))))
        drafted = kn.draft(server.address)
        assert {*drafted.tables} == {"members", "seasons", "sports"}
        assert drafted.tables["sports"].references == {"season_id": "seasons"}
        del recipe["tables"]["members"]["columns"]["mood"]
        released = kn.mask_file(server.address, recipe, f"sqlite:{tmp_path / 'out.db'}", ledger=False)
        assert "references" not in str(released.claims[0])
        with pytest.raises(UsageError, match="cannot be written to this database in one transaction"):
            kn.mask_file(server.address, recipe, f"{server.address}#released", ledger=False)
