"""Tables of a real PostgreSQL server: read in one snapshot, released in one transaction, with every type."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import kinonym as kn
from databases.masking import command, mask, recipe_for, write_recipe
from databases.servers import postgres_server
from kinonym.errors import DataError, PrivacyError, UsageError
from kinonym.files.databases import postgres_writing
from kinonym.files.table_stream import columns_of, read_stream, read_table

pytestmark = pytest.mark.cluster
pytest.importorskip("adbc_driver_postgresql", reason="the driver for PostgreSQL is not installed")

TYPES = (
    "SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = '{}'::regclass AND attnum > 0"
)
TABLES = "SELECT relname FROM pg_class WHERE relkind IN ('r', 'v') AND relnamespace = 'clinic'::regnamespace"


@pytest.fixture(scope="module")
def server():
    with postgres_server() as running:
        yield running


@pytest.fixture(autouse=True)
def clean(request):
    """Only the table of the input is there before and after each test."""
    if "server" not in request.fixturenames:
        yield
        return
    running = request.getfixturevalue("server")
    yield
    for table in tables_of(running) - {"stays"}:
        running.run(f'DROP TABLE clinic."{table}" CASCADE')


def tables_of(server):
    return set(server.run(TABLES).splitlines())


def name_of(server, table):
    return f"{server.address}#clinic.{table}"


@pytest.fixture
def stays(server):
    return name_of(server, "stays")


@pytest.fixture
def columns(stays):
    return columns_of(stays)


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_every_type_survives(server, stays, columns, engine):
    result = mask(stays, name_of(server, "released"), columns, engine=engine)
    assert (result.table, result.tally.records) == (name_of(server, "released"), 63)
    assert "in the written table" in str(result.claims[0])
    before = dict(line.split("|") for line in server.run(TYPES.format("clinic.stays")).splitlines())
    after = dict(line.split("|") for line in server.run(TYPES.format("clinic.released")).splitlines())
    assert list(before) == list(after)
    assert before == after
    unmasked = ", ".join('"odd ""name"' if name == 'odd "name' else f"{name}::text" for name in columns[3:])
    rows = [
        server.run(f"SELECT id, {unmasked} FROM clinic.{table} ORDER BY 1, weight") for table in ("stays", "released")
    ]
    assert rows[0] == rows[1]


def test_a_masked_decimal_column_stays_decimal(server, stays, columns):
    recipe = recipe_for(columns, masked=("job", "cost"))
    kn.mask_file(stays, recipe, name_of(server, "released"), ledger=False)
    assert "cost|numeric" in server.run(TYPES.format("clinic.released"))
    smallest = "SELECT min(n) FROM (SELECT count(*) AS n FROM clinic.released GROUP BY job, cost) AS classes"
    assert int(server.run(smallest)) >= 3


def test_from_a_table_to_a_file_and_back(server, stays, columns, tmp_path):
    mask(stays, tmp_path / "out.parquet", columns)
    kinds = {field.name: str(field.type) for field in pq.read_schema(tmp_path / "out.parquet")}
    assert (kinds["small"], kinds["at"], kinds["urgent"]) == ("int16", "timestamp[us, tz=UTC]", "bool")
    mask(tmp_path / "out.parquet", name_of(server, "again"), columns)
    after = dict(line.split("|") for line in server.run(TYPES.format("clinic.again")).splitlines())
    assert (after["small"], after["at"], after["seen"]) == ("smallint", "timestamp with time zone", "date")
    mask(stays, tmp_path / "out.csv", columns)
    mask(tmp_path / "out.csv", name_of(server, "from_text"), columns)
    assert server.run("SELECT count(*) FROM clinic.from_text") == "63"


def test_persons_of_a_table(server, stays, columns):
    """The recount reads the rows in the order in which they were written."""
    recipe = recipe_for(columns)
    recipe["columns"]["id"] = {"role": "identifier"}
    recipe["table"] = {"person": "name"}
    recipe["columns"]["name"] = {"role": "identifier"}
    result = kn.mask_file(stays, recipe, name_of(server, "released"), ledger=False)
    assert "persons" in str(result.claims[0])


def test_a_query_is_a_source(server, columns):
    query = f"{server.address}#SELECT job, age, weight, feels AS mood FROM clinic.stays WHERE name <> 'n#1';"
    file = read_table(query, typed=True)
    assert (file.table.column_names, file.table.num_rows) == (["job", "age", "weight", "mood"], 60)
    mask(query, name_of(server, "released"), file.table.column_names)
    assert "mood|clinic.mood" in server.run(TYPES.format("clinic.released"))


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("SELECT 1; DROP TABLE clinic.stays", "not a single SELECT"),
        ("WITH gone AS (DELETE FROM clinic.stays RETURNING *) SELECT * FROM gone", "could not complete|only reads|would change|not a single"),
        ("SELECT missing FROM clinic.stays WHERE job = 'canary'", "does not exist"),
        ("SELECT DATE 'infinity' AS day", "infinite dates"),
    ],
)  # fmt: skip
def test_a_query_that_does_not_only_read_is_rejected(server, query, message):
    with pytest.raises(DataError, match=message) as refused:
        read_table(f"{server.address}#{query}")
    assert "canary" not in f"{refused.value.message}{refused.value.hint}{refused.value.__cause__}"
    assert server.run("SELECT count(*) FROM clinic.stays") == "63"


def test_one_snapshot_while_another_session_writes(server):
    """A transaction that commits between the first and the last row is not seen."""
    server.run("CREATE TABLE clinic.long AS SELECT i, 'old' AS state FROM generate_series(1, 300000) AS i")
    stream = read_stream(name_of(server, "long"))
    first = next(stream.pieces)
    server.run("UPDATE clinic.long SET state = 'new'; INSERT INTO clinic.long VALUES (0, 'new')")
    pieces = [first, *stream.pieces]
    assert sum(piece.num_rows for piece in pieces) == 300_000
    assert {state for piece in pieces for state in piece.column("state").unique().to_pylist()} == {"old"}


def test_nothing_is_replaced(server, stays, columns):
    for kind in ("TABLE clinic.there (a int)", "VIEW clinic.there AS SELECT 1 AS a"):
        server.run(f"CREATE {kind}")
        with pytest.raises(UsageError, match="exists, and is never replaced"):
            mask(stays, name_of(server, "there"), columns)
        server.run(f"DROP {kind.split()[0]} clinic.there")
    with pytest.raises(UsageError, match="exists, and is never replaced"):
        mask(stays, stays, columns)
    with pytest.raises(UsageError, match="no such schema"):
        mask(stays, f"{server.address}#nowhere.released", columns)
    with pytest.raises(DataError, match="no such table"):
        read_table(f"{server.address}#nowhere.stays")


def test_a_table_that_appears_during_the_run(server, stays, columns, monkeypatch):
    copied = postgres_writing._copy_rows

    def meanwhile(*arguments):
        server.run("CREATE TABLE clinic.released (a int)")
        copied(*arguments)

    monkeypatch.setattr(postgres_writing, "_copy_rows", meanwhile)
    with pytest.raises(UsageError, match="exists, and is never replaced"):
        mask(stays, name_of(server, "released"), columns)
    assert server.run("SELECT count(*) FROM clinic.released") == "0"


def test_of_two_runs_at_once_one_writes(server, stays, columns):
    """The second one waits for the commit of the first, and then finds the table."""
    outcomes = []

    def run():
        try:
            outcomes.append(mask(stays, name_of(server, "released"), columns).tally.records)
        except UsageError as error:
            outcomes.append(error.message)

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(type, outcomes), key=str) == [int, str]
    assert any("exists" in str(outcome) or "another session" in str(outcome) for outcome in outcomes)
    assert server.run("SELECT count(*) FROM clinic.released") == "63"


@pytest.mark.parametrize(
    "change",
    ["UPDATE {} SET age = age + 1 WHERE name = 'n1'", "DELETE FROM {} WHERE name = 'n1'", "ALTER TABLE {} RENAME age TO old"],
)  # fmt: skip
def test_rows_that_the_database_changed_are_not_released(server, stays, columns, monkeypatch, change):
    """For example by a trigger: the recount reads the rows that the server has."""
    revoke = postgres_writing._revoke_grants

    def changed(cursor, target):
        revoke(cursor, target)
        cursor.execute(change.format(target))

    monkeypatch.setattr(postgres_writing, "_revoke_grants", changed)
    with pytest.raises(PrivacyError):
        mask(stays, name_of(server, "released"), columns)
    assert tables_of(server) == {"stays"}


def test_only_the_owner_may_read_a_release(server, stays, columns):
    server.run("DROP ROLE IF EXISTS reader; CREATE ROLE reader; GRANT USAGE ON SCHEMA clinic TO reader")
    server.run("ALTER DEFAULT PRIVILEGES IN SCHEMA clinic GRANT ALL ON TABLES TO reader, PUBLIC")
    mask(stays, name_of(server, "released"), columns)
    for right in ("SELECT", "INSERT", "UPDATE", "TRUNCATE"):
        assert server.run(f"SELECT has_table_privilege('reader', 'clinic.released', '{right}')") == "f"
    server.run("ALTER DEFAULT PRIVILEGES IN SCHEMA clinic REVOKE ALL ON TABLES FROM reader, PUBLIC")


def test_a_schema_without_the_right_to_create(server, stays, columns):
    server.run(
        "DROP OWNED BY guest; DROP ROLE guest" if "guest" in server.run("SELECT rolname FROM pg_roles") else "SELECT 1"
    )
    server.run("CREATE ROLE guest LOGIN; GRANT USAGE ON SCHEMA clinic TO guest; GRANT SELECT ON clinic.stays TO guest")
    as_guest = server.address.replace("steward", "guest")
    with pytest.raises(UsageError, match="permission denied"):
        mask(stays, f"{as_guest}#clinic.released", columns)
    server.run("REVOKE SELECT ON clinic.stays FROM guest")
    with pytest.raises(DataError, match="permission denied"):
        read_table(f"{as_guest}#clinic.stays")


KILLED = """
import sys, time
from kinonym.files.databases import postgres_writing
from databases.masking import mask

def stop(name):
    real = getattr(postgres_writing, name)
    def stopped(*arguments):
        if name == "_copy_rows":
            batches = arguments[1]
            arguments = (arguments[0], (wait(batch) for batch in batches), *arguments[2:])
            return real(*arguments)
        real(*arguments)
        wait(None)
    setattr(postgres_writing, name, stopped)

def wait(batch):
    print("here", flush=True)
    time.sleep(4)
    return batch

stop(sys.argv[1])
mask(sys.argv[2], sys.argv[3], sys.argv[4].split(","))
"""


@pytest.mark.parametrize("step", ["_copy_rows", "_revoke_grants"])
@pytest.mark.parametrize("kill", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_is_killed_leaves_nothing(server, step, kill):
    """While rows are copied, and when the table is complete but not committed."""
    source, columns = f"{server.address}#SELECT job, age, name FROM clinic.stays", "job,age,name"
    tests = Path(__file__).parents[2]
    path = os.pathsep.join([str(tests / "system"), str(tests), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, step, source, name_of(server, "released"), columns],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": path},
    )  # fmt: skip
    assert process.stdout.readline() == "here\n", process.stderr.read()
    process.send_signal(kill)
    process.communicate(timeout=60)
    for _ in range(50):
        if server.run("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'") == "1":
            break
        time.sleep(0.1)
    assert tables_of(server) == {"stays"}
    assert server.run("SELECT count(*) FROM pg_class WHERE relname LIKE 'kinonym%'") == "0"


def test_the_other_commands(server, stays, columns, tmp_path):
    """Each takes the name of a table where it takes a file."""
    recipe = write_recipe(tmp_path, columns)
    drafted = command("init", stays, cwd=tmp_path)
    assert (drafted.returncode, "[columns.feels]" in drafted.stdout) == (0, True), drafted.stderr
    assert command("map", stays, "-r", recipe, cwd=tmp_path).returncode == 2, "no column of this recipe is nominal"
    assert command("describe", stays, "-r", recipe, cwd=tmp_path).returncode == 0
    compared = command(
        "compare", stays, "-r", recipe, "--method", "sa-mdav", "--k", "2,3", "--report", "compared.json", cwd=tmp_path
    )
    assert (compared.returncode, (tmp_path / "compared.json").exists()) == (0, True), compared.stderr
    assert command("recommend", stays, "-r", recipe, "--report", "advice.json", cwd=tmp_path).returncode == 0
    released = name_of(server, "released")
    masked = command("mask", stays, "-r", recipe, "-o", released, "--report", "report.html", cwd=tmp_path)
    assert (masked.returncode, (tmp_path / "report.html").exists()) == (0, True), masked.stderr
    assert f"written: {released}" in masked.stdout
    arguments = ["--quasi", "job,age", "-r", recipe, "--k", "3", "--original", stays]
    verified = command("verify", released, *arguments, cwd=tmp_path)
    assert verified.returncode == 0, verified.stderr
    again = command("mask", stays, "-r", recipe, "-o", released, cwd=tmp_path)
    assert (again.returncode, "never replaced" in again.stderr) == (2, True)
    resumed = command("mask", stays, "-r", recipe, "-o", name_of(server, "other"), "--resume", cwd=tmp_path)
    assert (resumed.returncode, "cannot be resumed" in resumed.stderr) == (2, True)


def test_a_server_that_goes_away():
    with postgres_server() as server:
        stream = read_stream(name_of(server, "stays"))
        server.run("CREATE TABLE clinic.long AS SELECT i, repeat('x', 100) AS t FROM generate_series(1, 1000000) AS i")
        long = read_stream(name_of(server, "long"))
        next(long.pieces)
        server.process.send_signal(signal.SIGQUIT)  # it ends at once, with all sessions
        server.process.wait()
        with pytest.raises(DataError, match="stopped in the middle|could not complete"):
            list(long.pieces)
        stream.pieces.close()
        with pytest.raises(DataError, match="rejected the connection, or cannot be reached") as caught:
            read_table(name_of(server, "stays"))
        assert caught.value.hint
