"""Every kind of input: files of every form, folders, databases, lazy tables; and the engine that reads it."""

from __future__ import annotations

import gc
import gzip
import json
import sqlite3
import stat
import sys
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

import kinonym as kn
from connections.hospital import COLUMNS, read, recipe, rows, write_table
from kinonym.cli import main
from kinonym.engines import open_table, opening
from kinonym.engines.combinations import Combinations
from kinonym.engines.duckdb import database
from kinonym.engines.duckdb.masked import DuckDBMasked
from kinonym.engines.memory_size import Size
from kinonym.errors import DataError, PrivacyError, UsageError
from kinonym.files import output, table_stream
from kinonym.files.databases import sqlite_reading
from kinonym.files.formats import delimited
from kinonym.files.table_stream import read_table
from kinonym.recipe import TableRecipe, load_recipe

METHOD = {"name": "generalise", "k": 3}
ENGINES = ("memory", "duckdb")


def table(number=60):
    return pa.table(dict(zip(COLUMNS, map(list, zip(*rows(number), strict=True)), strict=True)))


def multiset(path):
    return Counter(map(tuple, read(path)[1]))


@pytest.fixture
def expected(tmp_path):
    write_table(tmp_path)
    kn.mask_file(tmp_path / "data.csv", recipe(tmp_path, METHOD), tmp_path / "expected.csv", engine="memory")
    return multiset(tmp_path / "expected.csv")


def plain(folder):
    return folder / "data.csv"


def packed(folder):
    (folder / "data.csv.gz").write_bytes(gzip.compress((folder / "data.csv").read_bytes()))
    return folder / "data.csv.gz"


def zstd(folder):
    (folder / "data.csv.zst").write_bytes(pa.compress((folder / "data.csv").read_bytes(), "zstd", asbytes=True))
    return folder / "data.csv.zst"


def parquet(folder):
    pq.write_table(table(), folder / "data.parquet", row_group_size=7)
    return folder / "data.parquet"


def parquet_folder(folder):
    for number in range(3):
        (folder / "parts").mkdir(exist_ok=True)
        pq.write_table(table().slice(20 * number, 20), folder / "parts" / f"{number}.parquet")
    return folder / "parts"


def hive(folder):
    pq.write_to_dataset(table(), folder / "hive", partition_cols=["note"])
    return folder / "hive"


def json_lines(folder):
    lines = (json.dumps(dict(zip(COLUMNS, row, strict=True))) for row in rows())
    (folder / "data.jsonl").write_text("\n".join(lines) + "\n")
    return folder / "data.jsonl"


def sqlite(folder):
    connection = sqlite3.connect(folder / "data.db")
    connection.execute('CREATE TABLE "the stays" (id TEXT, a TEXT, b TEXT, age INTEGER, illness TEXT, note TEXT)')
    connection.executemany('INSERT INTO "the stays" VALUES (?, ?, ?, ?, ?, ?)', rows())
    connection.commit()
    connection.close()
    return Path(f"sqlite:{folder / 'data.db'}#the stays")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("make", [plain, packed, zstd, parquet, parquet_folder, hive, json_lines, sqlite])
def test_every_form_of_a_file_gives_the_same_rows(tmp_path, expected, make, engine):
    result = kn.mask_file(make(tmp_path), recipe(tmp_path, METHOD), tmp_path / "out.csv", engine=engine)
    assert (result.written.engine, result.written.reason) == (engine, "as asked for")
    assert multiset(tmp_path / "out.csv") == expected


@pytest.mark.parametrize("name", ["out.csv.gz", "out.parquet", "out.tsv"])
def test_duckdb_writes_every_form(tmp_path, expected, name):
    kn.mask_file(plain(tmp_path), recipe(tmp_path, METHOD), tmp_path / name, engine="duckdb")
    released = read_table(tmp_path / name).table
    assert Counter(map(tuple, (row.values() for row in released.to_pylist()))) == expected


@pytest.mark.parametrize(
    "method", [{"name": "mdav", "k": 3}, {"name": "record-swap", "k": 3}, {"name": "noise", "alpha": 0.5}]
)
def test_random_methods_have_equal_counts_and_claims_on_every_engine(tmp_path, method):
    """One seed gives one plan; row targets differ by engine, but the counts of masked tuples and the claims do not."""
    write_table(tmp_path, rows(400))
    made = {}
    for engine in ENGINES:
        output = tmp_path / f"{engine}.csv"
        result = kn.mask_file(
            plain(tmp_path), recipe(tmp_path, method), output, tmp_path / "r.html", engine=engine, seed=4
        )
        header, content = read(output)
        masked = Counter((row[header.index("a")], row[header.index("b")]) for row in content)
        made[engine] = masked, [str(claim) for claim in result.claims]
    assert made["memory"] == made["duckdb"]


def test_a_private_risk_file_from_duckdb(tmp_path):
    write_table(tmp_path)
    risks = {}
    for engine in ENGINES:
        path = tmp_path / f"risk-{engine}.csv"
        kn.mask_file(plain(tmp_path), recipe(tmp_path, METHOD), tmp_path / "o.csv", private_risk=path, engine=engine)
        risks[engine] = path.read_text()
    assert risks["memory"] == risks["duckdb"]


def test_a_lazy_table_is_returned_as_a_lazy_table(tmp_path):
    write_table(tmp_path)
    wanted = kn.mask(pl.from_arrow(table()), recipe(tmp_path, METHOD), aligned=True).table
    lazy = kn.mask(pl.from_arrow(table()).lazy(), recipe(tmp_path, METHOD), aligned=True).table
    assert isinstance(lazy, pl.LazyFrame)
    assert lazy.collect().equals(wanted)
    dataset = kn.mask(ds.dataset(table()), recipe(tmp_path, METHOD), aligned=True).table
    assert isinstance(dataset, ds.Dataset)
    assert pl.from_arrow(dataset.to_table()).equals(wanted)


def test_a_duckdb_relation_is_returned_on_its_connection(tmp_path):
    write_table(tmp_path)
    connection = duckdb.connect()
    connection.register("stays", table())
    relation = connection.sql("SELECT id, a, b, age::INT AS age, illness, note FROM stays")
    result = kn.mask(relation, recipe(tmp_path, METHOD), aligned=True)
    assert isinstance(result.table, duckdb.DuckDBPyRelation)
    assert dict(zip(result.table.columns, map(str, result.table.types), strict=True))["age"] == "INTEGER"
    wanted = kn.mask(table(), recipe(tmp_path, METHOD), aligned=True).table
    assert [row[:2] for row in result.table.fetchall()] == list(
        zip(*(wanted[n].to_pylist() for n in "ab"), strict=True)
    )
    joined = result.table.join(connection.sql("SELECT 'w' AS illness, 1 AS severe"), "illness")
    assert len(joined.fetchall()) == sum(row[4] == "w" for row in rows())


def test_engine_auto_says_what_it_chose_and_why(tmp_path, monkeypatch):
    data = write_table(tmp_path)
    opened = open_table(data, TableRecipe())
    assert (opened.engine, opened.reason) == ("memory", f"{Size(data.stat().st_size)} fit into memory")
    monkeypatch.setattr(opening, "_PLAIN_GROWTH", 10**9)
    opened = open_table(data, TableRecipe(), memory_limit=Size.parse("2GB"))
    assert opened.engine == "duckdb"
    assert "2 GB are allowed" in opened.reason
    monkeypatch.setattr(opening, "find_spec", lambda _: None)
    assert "kinonym[duckdb]" in open_table(data, TableRecipe()).reason


def test_the_command_reports_the_engine(tmp_path, capsys, monkeypatch):
    data = write_table(tmp_path)
    (tmp_path / "recipe.toml").write_text(load_recipe(recipe(tmp_path, METHOD)).to_toml())
    arguments = ["kinonym", "mask", str(data), "-r", str(tmp_path / "recipe.toml"), "-o", str(tmp_path / "out.csv")]
    monkeypatch.setattr("sys.argv", [*arguments, "--engine", "duckdb", "--memory-limit", "2GB"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0
    assert "duckdb: as asked for" in capsys.readouterr().out


def test_an_unknown_engine_and_a_wrong_limit(tmp_path):
    data = write_table(tmp_path)
    with pytest.raises(UsageError, match="no engine 'dask'"):
        open_table(data, TableRecipe(), "dask")
    with pytest.raises(UsageError, match="not a memory size"):
        kn.mask_file(data, recipe(tmp_path, METHOD), tmp_path / "out.csv", memory_limit="much")
    with pytest.raises(UsageError, match=r"200 MB is too small") as caught:
        kn.mask_file(data, recipe(tmp_path, METHOD), tmp_path / "out.csv", engine="duckdb", memory_limit="200MB")
    assert "at least" in caught.value.hint


def test_no_duckdb_names_the_extra(tmp_path, monkeypatch):
    data = write_table(tmp_path)
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(UsageError, match="needs DuckDB") as caught:
        open_table(data, TableRecipe(), "duckdb")
    assert "kinonym[duckdb]" in caught.value.hint


def test_a_folder_with_differing_schemas_is_refused(tmp_path):
    folder = parquet_folder(tmp_path)
    pq.write_table(pa.table({"a": [1]}), folder / "9.parquet")
    for engine in ENGINES:
        with pytest.raises(DataError, match=r"columns of 9\.parquet are not those"):
            open_table(folder, TableRecipe(), engine)
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError, match="folder without Parquet files"):
        open_table(tmp_path / "empty", TableRecipe())


def test_an_output_inside_the_folder_that_is_read_is_refused(tmp_path):
    write_table(tmp_path)
    folder = parquet_folder(tmp_path)
    with pytest.raises(UsageError, match="is in the folder"):
        kn.mask_file(folder, recipe(tmp_path, METHOD), folder / "out.parquet")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_file_that_changes_while_it_is_read_is_refused(tmp_path, monkeypatch, engine):
    data = write_table(tmp_path)
    whole = table_stream._check_tables

    def meanwhile(tables, *rest):
        for piece in whole(tables, *rest):
            with data.open("a") as file:
                file.write("p999,soccer,rugby,20,w,n1\n")
            yield piece

    monkeypatch.setattr(table_stream, "_check_tables", meanwhile)
    with pytest.raises(DataError, match="changed while it was read"):
        open_table(data, TableRecipe(), engine)


def test_a_database_that_is_removed_or_is_not_a_database_is_refused(tmp_path):
    with pytest.raises(DataError, match="no such file"):
        open_table(Path("sqlite:gone.db#t"), TableRecipe())
    (tmp_path / "text.db").write_text("not a database, but long enough to be read as one" * 30)
    with pytest.raises(DataError, match="not an SQLite database") as caught:
        open_table(Path(f"sqlite:{tmp_path / 'text.db'}#t"), TableRecipe())
    assert caught.value.__cause__ is None
    source = sqlite(tmp_path)
    with pytest.raises(DataError, match="no such table") as caught:
        open_table(Path(f"{str(source).split('#')[0]}#stays"), TableRecipe())
    assert "the stays" in caught.value.hint


@pytest.mark.parametrize(
    "change", ["DROP TABLE {0}", "ALTER TABLE {0} ADD further", "ALTER TABLE {0} RENAME note TO n", "DELETE FROM {0}"]
)
def test_a_table_does_not_change_while_it_is_read(tmp_path, monkeypatch, change):
    """Between the names of its columns and its rows: both are read in one transaction."""
    source, columns = sqlite(tmp_path), sqlite_reading.columns_of
    other = sqlite3.connect(tmp_path / "data.db", timeout=0.1, isolation_level=None)

    def meanwhile(connection, table):
        found = columns(connection, table)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute(change.format('"the stays"'))
        return found

    monkeypatch.setattr(sqlite_reading, "columns_of", meanwhile)
    with closing(other):
        assert open_table(source).source.records == len(rows())


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("[1, 2]\n", "line 1: this is not a JSON object"),
        ('{"a": "x"}\n{"a": \n', "line 2"),
        ('{"a": [1]}\n', "has a list"),
    ],
)
def test_broken_json_lines(tmp_path, lines, message):
    (tmp_path / "data.jsonl").write_text(lines)
    with pytest.raises(DataError, match=message):
        open_table(tmp_path / "data.jsonl", TableRecipe())


def test_json_keeps_numbers_as_they_are_written(tmp_path):
    (tmp_path / "data.jsonl").write_text('{"a": 250.00, "b": true}\n\n{"b": null, "c": 1e5, "a": 7}\n')
    assert read_table(tmp_path / "data.jsonl").table.to_pylist() == [
        {"a": "250.00", "b": "true", "c": None}, {"a": "7", "b": None, "c": "1e5"},
    ]  # fmt: skip


@pytest.mark.parametrize("size", [7, 16, 40, 64, 1000])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_pieces_of_any_size_give_the_same_table(tmp_path, monkeypatch, size, end):
    text = (
        f'a,"b ""c""",d{end}1,"x, y",ü{end}"two{end}lines",,z{end}3" pipe,"{end}{end}",é{end}'
        + f"4,5,6{end}" * 20
        + end
    )
    (tmp_path / "t.csv").write_bytes(text.encode())
    whole = read_table(tmp_path / "t.csv").table
    monkeypatch.setattr(delimited, "_PIECE", size)
    assert read_table(tmp_path / "t.csv").table.to_pydict() == whole.to_pydict()
    assert whole.num_rows == 23
    (tmp_path / "u.csv").write_bytes(text.encode("utf-16"))
    assert read_table(tmp_path / "u.csv", encoding="utf-16").table.to_pydict() == whole.to_pydict()


@pytest.mark.parametrize("size", [8, 30, 1000])
def test_a_broken_row_has_its_number_in_every_piece(tmp_path, monkeypatch, size):
    monkeypatch.setattr(delimited, "_PIECE", size)
    (tmp_path / "t.csv").write_text("a,b\n" + "1,2\n" * 9 + "1\n" + "1,2\n" * 9)
    with pytest.raises(DataError, match="row 11: 1 field, but the header has 2"):
        read_table(tmp_path / "t.csv")
    (tmp_path / "t.csv").write_text("a,b\n" + "1,2\n" * 9 + "\n" + "1,2\n" * 9)
    with pytest.raises(DataError, match="row 11: the line is blank"):
        read_table(tmp_path / "t.csv")
    (tmp_path / "t.csv").write_bytes(b"a,b\n" + b"1,2\n" * 9 + b"1,\xff\n" + b"1,2\n" * 9)
    with pytest.raises(DataError, match="line 11"):
        read_table(tmp_path / "t.csv", encoding="utf-8")


@pytest.mark.parametrize("part", ["spill", "write"])
def test_a_full_disk_leaves_the_old_file(tmp_path, monkeypatch, part):
    """Spill: the database's own limit of space on disk stands for a full one. Write: /dev/full does."""
    data = write_table(tmp_path, rows(60_000))
    (tmp_path / "out.csv").write_text("old")
    if part == "spill":
        monkeypatch.setattr(
            database, "_settings", lambda folder, _: {**_tight, "temp_directory": str(folder / "spilled")}
        )
        message = "memory limit, .* is too small|could not be stored on the disk"
    else:
        monkeypatch.setattr(output, "create", lambda _: Path("/dev/full").open("wb"))  # noqa: SIM115
        message = "could not be written"
    with pytest.raises(DataError, match=message):
        kn.mask_file(data, recipe(tmp_path, METHOD), tmp_path / "out.csv", engine="duckdb")
    assert (tmp_path / "out.csv").read_text() == "old"
    assert not list(tmp_path.glob(".kinonym*"))


_tight = {"memory_limit": "5MB", "max_temp_directory_size": "1KB", "threads": 1}


def test_the_private_folder_is_private_and_gone_afterwards(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path / "spills"))
    monkeypatch.setattr(tempfile, "tempdir", None)
    (tmp_path / "spills").mkdir()
    data = write_table(tmp_path)
    opened = open_table(data, TableRecipe(), "duckdb")
    (folder,) = (tmp_path / "spills").iterdir()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    del opened
    gc.collect()
    assert not list((tmp_path / "spills").iterdir())


@pytest.mark.parametrize(
    "defect", ["a column slips by a row", "a row is lost", "a row comes twice", "a row has another target"]
)
def test_the_gate_refuses_wrong_rows_of_duckdb(tmp_path, monkeypatch, defect):
    data = write_table(tmp_path)
    whole = DuckDBMasked._masked

    def wrong(self, *given):
        rows = pa.Table.from_batches(whole(self, *given))
        order = list(range(rows.num_rows))
        if defect == "a column slips by a row":
            rows = rows.set_column(1, rows.schema.field(1), rows.column(1).take([*order[1:], 0]))
        elif defect == "a row has another target":
            last = [*rows.column("target").to_pylist()[:-1], 0 if rows.column("target")[-1].as_py() else 1]
            rows = rows.set_column(0, "target", pa.array(last, pa.int64()))
        else:
            rows = rows.take(order[1:] if defect == "a row is lost" else [*order[1:], 1])
        return iter(rows.combine_chunks().to_batches())

    monkeypatch.setattr(DuckDBMasked, "_masked", wrong)
    with pytest.raises(PrivacyError, match="nothing was released"):
        kn.mask_file(data, recipe(tmp_path, {"name": "suppress", "k": 2}), tmp_path / "out.csv", engine="duckdb")
    assert not (tmp_path / "out.csv").exists()


def test_the_gate_refuses_a_wrong_table_of_targets_in_duckdb(tmp_path, monkeypatch):
    """Two combinations change places in the table of the database: the gate looks rows up by their texts."""
    data = write_table(tmp_path)
    mapping = Combinations.planned_targets

    def exchanged(self, assignment):
        planned, target = mapping(self, assignment)
        kept = [int(i) for i in target.argsort()[[0, -1]]]
        target[kept] = target[kept[::-1]]
        return planned, target

    monkeypatch.setattr(Combinations, "planned_targets", exchanged)
    with pytest.raises(PrivacyError, match="nothing was released"):
        kn.mask_file(data, recipe(tmp_path, METHOD), tmp_path / "out.csv", engine="duckdb")
