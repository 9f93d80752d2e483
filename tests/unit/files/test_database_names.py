"""Names of tables in databases: what they mean, and that none with a password gets further than its own check."""

from __future__ import annotations

import traceback
from pathlib import Path

import pytest

import kinonym as kn
from kinonym.errors import DataError, KinonymError, UsageError
from kinonym.files.databases.passwords import known_password
from kinonym.files.databases.postgres_connection import _with_password
from kinonym.files.output_form import form_of
from kinonym.files.recognising import format_of, locate_table
from kinonym.files.table_stream import read_table

SECRET = "s3cret#/?@"


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("postgresql://user@host:5432/db#clinic.stays", "postgres"),
        ("postgres:dbname=db host=here#stays", "postgres"),
        ("sqlite:file.db#stays", "sqlite"),
        ("duckdb:file.duckdb#SELECT * FROM stays", "duckdb"),
        ("mysql+pymysql://user@host/db#stays", "sql"),
        ("sqlite+pysqlite:///file.db#stays", "sql"),
        ("oracle://user@host/db#stays", "sql"),
    ],
)
def test_a_name_says_the_format(name, form):
    assert (format_of(name).name, form_of("out.csv").format.name) == (form, "csv")


@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("file.db", "file.db"),
        ("/folder/file.db", "/folder/file.db"),
        ("///file.db", "file.db"),
        ("////folder/file.db", "/folder/file.db"),
    ],
)
@pytest.mark.parametrize("scheme", ["sqlite", "duckdb"])
def test_a_path_may_be_written_as_in_urls(scheme, address, path):
    """Three slashes began a path at the root of the file system."""
    assert locate_table(f"{scheme}:{address}#stays").path == Path(path)


@pytest.mark.parametrize("address", ["//file.db", "///", "//host/file.db"])
def test_a_path_with_two_slashes_is_refused(address):
    with pytest.raises(DataError, match="two slashes") as refused:
        locate_table(f"sqlite:{address}#stays")
    assert "three slashes" in refused.value.hint


@pytest.mark.parametrize(
    "name",
    [
        f"postgresql://user:{SECRET}@host/db#stays",
        f"postgresql://user:{SECRET}@host/db",
        f"postgres:dbname=db password={SECRET}#stays",
        f"postgres:password={SECRET} dbname=db#stays",
        f"postgresql://host/db?user=u&password={SECRET}#stays",
        f"postgresql://host/db?sslpassword={SECRET}#stays",
        f"mysql+pymysql://user:{SECRET}@host/db#stays",
        f"mssql+pyodbc://host/db?odbc_connect=PWD={SECRET}#SELECT 1 AS a",
        f"mssql+pyodbc://host/db?driver=x;PWD={SECRET}#stays",
    ],
)
def test_a_password_in_a_name_is_rejected_and_not_shown(name, tmp_path):
    recipe = {"columns": {"a": {"role": "quasi", "type": "plain"}}, "method": {"name": "suppress", "k": 2}}
    (tmp_path / "in.csv").write_text("a\nx\nx\n")
    tries = [
        lambda: read_table(name),
        lambda: kn.mask_file(name, recipe, tmp_path / "out.csv"),
        lambda: kn.mask_file(tmp_path / "in.csv", recipe, name),
    ]
    for attempt in tries:
        with pytest.raises(UsageError, match="contains a password") as refused:
            attempt()
        shown = f"{refused.value}{refused.value.hint}{traceback.format_exception_only(refused.value)}"
        assert not any(part in shown for part in (SECRET, "s3cret"))
        assert "PGPASSWORD" in refused.value.hint


@pytest.mark.parametrize("name", ["postgres:dbname=hospital", "postgresql://user@host/db", "sqlite:#t", "duckdb:f.db#"])
def test_a_name_that_does_not_say_which_table(name):
    with pytest.raises(DataError, match="which table to read") as refused:
        read_table(name)
    assert "#" in refused.value.hint


def test_a_query_is_not_shown_and_not_an_output(tmp_path):
    query = "sqlite:gone.db#SELECT * FROM stays WHERE name = 'canary'"
    with pytest.raises(DataError) as refused:
        read_table(query)
    assert "canary" not in refused.value.message
    assert locate_table(query).name == "sqlite:gone.db#(a query)"
    with pytest.raises(UsageError, match="which table to write"):
        form_of(query)


def test_a_path_is_not_the_name_of_a_server():
    with pytest.raises(DataError, match="a path cannot name") as refused:
        read_table(Path("postgresql://host/db#stays"))
    assert "as text" in refused.value.hint


@pytest.mark.parametrize(
    "name", ["postgresql://nobody@/db?host=/nowhere#stays", "postgres:dbname=db host=/nowhere#stays"]
)
def test_a_server_that_is_not_there(name):
    pytest.importorskip("adbc_driver_postgresql", reason="the driver for PostgreSQL is not installed")
    with pytest.raises(DataError, match="cannot be reached") as refused:
        read_table(name)
    assert refused.value.__cause__ is None


def test_a_driver_that_is_not_installed(monkeypatch):
    for module, name in (
        ("adbc_driver_postgresql", "postgresql://host/db#t"),
        ("sqlalchemy", "mysql+pymysql://h/db#t"),
    ):
        monkeypatch.setitem(__import__("sys").modules, module, None)
        with pytest.raises(UsageError) as refused:
            read_table(name)
        assert "pip install 'kinonym[" in refused.value.hint
    monkeypatch.undo()
    with pytest.raises(KinonymError, match="driver of this database is not installed"):
        read_table("oracle+oracledb://user@host/db#t")


def test_how_a_password_is_handed_on(monkeypatch):
    monkeypatch.setenv("KINONYM_DATABASE_PASSWORD", "a'b c&")
    given = known_password("postgresql://u@h/db")
    assert _with_password("postgresql://u@h/db", given) == "postgresql://u@h/db?password=a%27b%20c%26"
    assert _with_password("postgresql://u@h/db?host=x", given) == "postgresql://u@h/db?host=x&password=a%27b%20c%26"
    assert _with_password("postgres:dbname=db", given) == "dbname=db password='a\\'b c&'"
    assert _with_password("postgres:dbname=db", None) == "dbname=db"
