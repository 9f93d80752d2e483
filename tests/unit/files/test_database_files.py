"""Tables of SQLite and DuckDB files, and of SQLite through SQLAlchemy: read, released, and never replaced."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from importlib import import_module
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import kinonym as kn
from databases.masking import mask, recipe_for
from engines.test_types import KEPT, recipe, typed_table
from kinonym.errors import DataError, PrivacyError, UsageError
from kinonym.files.databases import embedded_files
from kinonym.files.table_stream import read_table

SCHEMES = {"sqlite": "sqlite:{}#{}", "duckdb": "duckdb:{}#{}", "sql": "sqlite+pysqlite:///{}#{}"}
COLUMNS = ["job", "age", "share", "price", "name", "plain"]


@pytest.fixture(params=SCHEMES)
def kind(request):
    pytest.importorskip({"duckdb": "duckdb", "sql": "sqlalchemy", "sqlite": "sqlite3"}[request.param])
    return request.param


def name_of(kind, folder, table, file="stays.db"):
    return SCHEMES[kind].format(folder / file, table)


def execute(kind, file, statement):
    if kind == "duckdb":
        import duckdb

        with duckdb.connect(file) as connection:
            return connection.execute(statement).fetchall()
    with closing(sqlite3.connect(file)) as connection:
        found = connection.execute(statement).fetchall()
        connection.commit()
        return found


@pytest.fixture
def stays(kind, tmp_path):
    declared = "job VARCHAR, age INTEGER, share DOUBLE, price DECIMAL(10,2), name VARCHAR(9), plain INTEGER"
    execute(kind, tmp_path / "stays.db", f"CREATE TABLE stays ({declared})")
    jobs = ["'nurse'", "'baker'", "NULL"]
    rows = ", ".join(f"({jobs[i % 3]}, {20 + i % 5}, {i * 0.1}, {i}.25, '0{i}', {i})" for i in range(60))
    execute(kind, tmp_path / "stays.db", f"INSERT INTO stays VALUES {rows}")
    return name_of(kind, tmp_path, "stays")


@pytest.mark.parametrize("file", ["stays.db", "new.db"])
@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_a_release_is_a_new_table(kind, stays, tmp_path, file, engine):
    """In the database of the input, or in one that the run creates."""
    result = mask(stays, name_of(kind, tmp_path, "released", file), COLUMNS, engine=engine)
    assert (result.tally.records, result.table) == (60, name_of(kind, tmp_path, "released", file))
    query = "SELECT share, price, name, plain FROM {} ORDER BY name"
    released = execute(kind, tmp_path / file, query.format("released"))
    assert released == execute(kind, tmp_path / "stays.db", query.format("stays"))
    if file == "new.db" and kind != "sql":
        assert stat.S_IMODE((tmp_path / file).stat().st_mode) == 0o600
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_every_type_of_a_file(kind, tmp_path):
    """From Parquet to the database and back: what the gate compares is the same; NaN is refused where there is none."""
    table = typed_table()
    if kind != "duckdb":
        place = table.column_names.index("share")
        table = table.set_column(place, "share", table.column("single").cast("float64"))
    pq.write_table(table, tmp_path / "in.parquet")
    kn.mask_file(tmp_path / "in.parquet", recipe(), name_of(kind, tmp_path, "typed"), ledger=False)
    read = read_table(name_of(kind, tmp_path, "typed"), typed=True).table
    assert read.column_names == ["town", "age", *KEPT]
    assert sorted(map(int, read.column("number").to_pylist())) == list(range(table.num_rows))
    kn.mask_file(name_of(kind, tmp_path, "typed"), recipe(), tmp_path / "out.parquet", ledger=False)


def test_nothing_is_replaced(kind, stays, tmp_path):
    for table in ("stays", "STAYS"):
        with pytest.raises(UsageError, match="exists, and is never replaced"):
            mask(stays, name_of(kind, tmp_path, table), COLUMNS)
    assert execute(kind, tmp_path / "stays.db", "SELECT count(*) FROM stays") == [(60,)]


def test_a_query_is_a_source(kind, stays, tmp_path):
    query = name_of(kind, tmp_path, "SELECT job, age FROM stays WHERE name <> '#' AND age > 21;")
    result = mask(query, tmp_path / "out.csv", ["job", "age"])
    assert result.tally.records == 36


def test_rows_that_the_database_changed_are_not_released(kind, stays, tmp_path, monkeypatch):
    """And nothing is left of the table, nor of a new file."""
    module = import_module(f"kinonym.files.databases.{kind}_writing")
    real = getattr(module, f"read_back_{kind}")

    def changed(connection, table, *more):
        run = connection.exec_driver_sql if kind == "sql" else connection.execute
        run(f"UPDATE {table} SET plain = plain + 1 WHERE name = '01'")
        return real(connection, table, *more)

    monkeypatch.setattr(module, f"read_back_{kind}", changed)
    for file in ("stays.db", "new.db"):
        with pytest.raises(PrivacyError):
            mask(stays, name_of(kind, tmp_path, "released", file), COLUMNS)
    tables = (
        "SELECT table_name FROM information_schema.tables" if kind == "duckdb" else "SELECT name FROM sqlite_master"
    )
    assert execute(kind, tmp_path / "stays.db", tables) == [("stays",)]
    if kind != "sql":
        assert [path.name for path in tmp_path.iterdir()] == ["stays.db"]


def test_a_file_that_appears_during_the_run_is_not_replaced(tmp_path, monkeypatch):
    (tmp_path / "in.csv").write_text("job,age\n" + "nurse,30\nbaker,31\n" * 6)
    link = embedded_files.os.link

    def meanwhile(made, file):
        Path(file).write_text("of another program")
        link(made, file)

    monkeypatch.setattr(embedded_files.os, "link", meanwhile)
    with pytest.raises(UsageError, match="was created while"):
        mask(tmp_path / "in.csv", name_of("sqlite", tmp_path, "released"), ["job", "age"])
    assert (tmp_path / "stays.db").read_text() == "of another program"


def test_a_database_that_another_program_writes(tmp_path):
    """SQLite: a clear error after a few seconds, and the other program is not disturbed."""
    (tmp_path / "in.csv").write_text("job,age\n" + "nurse,30\nbaker,31\n" * 6)
    execute("sqlite", tmp_path / "stays.db", "CREATE TABLE other (a)")
    with closing(sqlite3.connect(tmp_path / "stays.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DataError, match="locked"):
            mask(tmp_path / "in.csv", name_of("sqlite", tmp_path, "released"), ["job", "age"])
        other.execute("COMMIT")


KILLED = """
import sys, time
from kinonym.files.databases import sqlite_writing, duckdb_writing
from databases.masking import mask

for module, name in ((sqlite_writing, "read_back_sqlite"), (duckdb_writing, "read_back_duckdb")):
    def wait(*arguments):
        print("here", flush=True)
        time.sleep(60)
    setattr(module, name, wait)
mask(sys.argv[1], sys.argv[2], sys.argv[3].split(","), engine="memory")
"""


@pytest.mark.parametrize("file", ["stays.db", "new.db"])
def test_a_run_that_is_killed_leaves_nothing(kind, stays, tmp_path, file):
    if kind == "sql":
        pytest.skip("databases that commit when a table is created may keep an empty table with a random name")
    tests = Path(__file__).parents[2]
    path = os.pathsep.join([str(tests / "system"), str(tests), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, stays, name_of(kind, tmp_path, "released", file), ",".join(COLUMNS)],
        stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": path},
    )  # fmt: skip
    assert process.stdout.readline() == "here\n"
    process.send_signal(signal.SIGKILL)
    process.communicate()
    tables = (
        "SELECT table_name FROM information_schema.tables" if kind == "duckdb" else "SELECT name FROM sqlite_master"
    )
    assert execute(kind, tmp_path / "stays.db", tables) == [("stays",)]
    assert not (tmp_path / "new.db").exists()


def test_persons_of_a_table(kind, stays, tmp_path):
    asked = recipe_for(COLUMNS)
    asked["columns"]["name"] = {"role": "identifier"}
    asked["table"] = {"person": "name"}
    result = kn.mask_file(stays, asked, name_of(kind, tmp_path, "released"), ledger=False)
    assert "persons" in str(result.claims[0])


def test_binary_cells_of_sqlite(tmp_path):
    execute("sqlite", tmp_path / "stays.db", "CREATE TABLE stays AS SELECT 'nurse' AS job, x'00ff' AS scan")
    with pytest.raises(DataError, match="binary values") as refused:
        read_table(name_of("sqlite", tmp_path, "stays"))
    assert "hex(" in refused.value.hint


def test_a_number_that_sqlite_lacks(tmp_path):
    pq.write_table(typed_table(), tmp_path / "in.parquet")
    with pytest.raises(DataError, match="NaN"):
        kn.mask_file(tmp_path / "in.parquet", recipe(), name_of("sqlite", tmp_path, "typed"), ledger=False)
