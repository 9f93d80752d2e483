"""A table of a real PostgreSQL server, where its programs and DuckDB's extension for it are installed."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import time
from pathlib import Path

import pytest

import kinonym as kn
from kinonym.errors import DataError, UsageError
from kinonym.files.table_stream import read_table

pytestmark = pytest.mark.cluster

PROGRAMS = max(Path("/usr/lib/postgresql").glob("*/bin/initdb"), default=None)
TABLE = """CREATE TABLE stays (job text, age int, seen date, weight double precision, "odd name" text);
INSERT INTO stays SELECT (ARRAY['nurse','baker',NULL])[1 + i % 3], 20 + i % 5, DATE '2020-01-31', i * 0.5, '00' || i
FROM generate_series(0, 59) AS i;"""


def extension():
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed")
    try:
        duckdb.connect().execute("LOAD postgres")
    except duckdb.Error:
        return False
    return True


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A separate server on a separate socket; yields its URI."""
    if PROGRAMS is None:
        pytest.skip("PostgreSQL is not installed")
    if not extension():
        pytest.skip("DuckDB's extension for PostgreSQL is not installed")
    folder, programs = tmp_path_factory.mktemp("postgres"), PROGRAMS.parent
    user = {}
    if os.getuid() == 0:  # the server does not run for root
        try:
            owner = pwd.getpwnam("postgres")
        except KeyError:
            pytest.skip("there is no user to run PostgreSQL")
        user = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        folder = Path("/tmp") / f"kinonym-test-{os.getpid()}"  # noqa: S108  # that user may not enter pytest's folders
        folder.mkdir(mode=0o755)
        os.chown(folder, owner.pw_uid, owner.pw_gid)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    try:
        subprocess.run(
            [PROGRAMS, "-D", folder / "data", "-A", "trust", "-U", "steward"],
            check=True,
            capture_output=True,
            cwd=folder,
            **user,
        )
        command = [
            programs / "postgres",
            "-D",
            folder / "data",
            "-k",
            folder,
            "-p",
            str(port),
            "-c",
            "listen_addresses=127.0.0.1",
            "-F",
        ]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder, **user)
        where = f"dbname=postgres host=127.0.0.1 port={port} user=steward"
        for _ in range(100):
            made = subprocess.run([programs / "psql", where, "-c", TABLE], capture_output=True, check=False)
            if made.returncode == 0:
                break
            time.sleep(0.2)
        yield where, process
    finally:
        process.terminate()
        process.wait()
        if user:
            shutil.rmtree(folder)


def test_a_table_as_text(server):
    file = read_table(f"postgres:{server[0]}#stays")
    assert file.format == "postgres"
    assert file.table.slice(0, 3).to_pydict() == {
        "job": ["nurse", "baker", None],
        "age": ["20", "21", "22"],
        "seen": ["2020-01-31"] * 3,
        "weight": ["0.0", "0.5", "1.0"],
        "odd name": ["000", "001", "002"],
    }


def test_a_table_is_masked(server, tmp_path):
    roles = {"age": "other", "seen": "other", "weight": "identifier", "odd name": "identifier"}
    columns = {name: {"role": role} for name, role in roles.items()}
    columns["job"] = {"role": "quasi", "type": "plain"}
    recipe = {"columns": columns, "method": {"name": "sa-mdav", "k": 3}, "release": {"accept_unique": True}}
    result = kn.mask_file(f"postgres:{server[0]}#public.stays", recipe, tmp_path / "out.csv")
    assert (result.written.engine, result.tally.records) == ("duckdb", 60)


def test_a_missing_table_and_a_stopped_server_are_refused(server):
    with pytest.raises(DataError, match="no table 'nothing'"):
        read_table(f"postgres:{server[0]}#nothing")
    with pytest.raises(DataError, match="did not let us in"):
        read_table("postgres:dbname=postgres host=127.0.0.1 port=1 password=hidden#stays")
    server[1].kill()
    server[1].wait()
    with pytest.raises(DataError) as caught:
        read_table(f"postgres:{server[0]}#stays")
    assert caught.value.hint


def test_without_the_extension_a_hint_says_how(monkeypatch):
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed")
    if extension():
        pytest.skip("the extension is installed")
    with pytest.raises(UsageError, match=f"DuckDB {duckdb.__version__} has no extension") as caught:
        read_table("postgres:dbname=hospital#stays")
    assert "INSTALL postgres" in caught.value.hint


@pytest.mark.parametrize("name", ["postgres:dbname=hospital", "postgres://user@host/db#stays", "sqlite:#t"])
def test_a_name_that_does_not_say_which_table(name):
    with pytest.raises(DataError, match="which table to read"):
        read_table(name)
