"""Several tables read from a database and released as a new file or schema: all of them, checked, or nothing."""

import sqlite3

import pandas as pd
import pyarrow.parquet as pq
import pytest

import kinonym as kn
from connections import club
from kinonym.errors import DataError, PrivacyError, UsageError
from kinonym.files.databases import duckdb_writing, sqlite_writing
from kinonym.recipe import load_recipe

KINDS = ["sqlite", "duckdb"]


@pytest.fixture(params=KINDS)
def base(tmp_path, request):
    """The club as a database of each kind, with typed columns."""
    if request.param == "duckdb":
        pytest.importorskip("duckdb")
    return fill(tmp_path, request.param)


def fill(folder, kind, content=None):
    (folder / "sports.csv").write_text(club.TAXONOMY)
    name = f"{kind}:{folder / 'club.db'}"
    statements = [
        "CREATE TABLE members (member_id INTEGER PRIMARY KEY, team VARCHAR, age INTEGER, town VARCHAR, weight DOUBLE)",
        """CREATE TABLE seasons (season_id VARCHAR PRIMARY KEY, member_id INTEGER REFERENCES members(member_id),
        year INTEGER, league VARCHAR, remark VARCHAR)""",
        "CREATE TABLE sports (season_id VARCHAR REFERENCES seasons(season_id), sport VARCHAR, note VARCHAR)",
    ]
    rows = content or club.tables()
    rows["members"] = [[int(row[0][1:]), *row[1:], 50.5 + int(row[2])] for row in rows["members"]]
    rows["seasons"] = [[row[0], int(row[1][1:]), *row[2:]] for row in rows["seasons"]]
    inserts = [(f"INSERT INTO {t} VALUES ({', '.join('?' * len(r[0]))})", r) for t, r in rows.items()]  # noqa: S608
    run(name, statements, inserts)
    return name


def run(name, statements=(), inserts=()):
    kind, _, path = name.partition(":")
    if kind == "duckdb":
        import duckdb

        connection = duckdb.connect(path)
    else:
        connection = sqlite3.connect(path)
    found = []
    for statement in statements:
        done = connection.execute(statement)
        found.append(done.fetchall())
    if kind == "duckdb":
        connection.execute("BEGIN")
    for statement, rows in inserts:
        connection.executemany(statement, rows)
    if kind == "duckdb":
        connection.execute("COMMIT")
    if kind == "sqlite":
        connection.commit()
    connection.close()
    return found


def recipe(folder, **changes):
    made = club.recipe(folder, **changes)
    made["tables"]["members"]["columns"]["weight"] = {"role": "confidential", "type": "numeric"}
    return made


def mask(base, folder, output, given=None, **options):
    return kn.mask_file(base, given or recipe(folder), output, ledger=False, **options)


def read(name, schema=None):
    """The released tables, as `club.read` reads them from files."""
    made = {}
    for table in club.NAMES:
        released = {"members": ["member_id", "team", "age", "town", "weight"],
                    "seasons": ["season_id", "member_id", "league", "sequence"],
                    "sports": ["season_id", "sport"]}[table]  # fmt: skip
        target = table if schema is None else f"{schema}.{table}"
        (rows,) = run(name, [f"SELECT {', '.join(released)} FROM {target}"])  # noqa: S608
        made[table] = [dict(zip(released, map(str, row), strict=True)) for row in rows]
    return made


def test_a_new_file_has_all_tables(base, tmp_path):
    kind = base.partition(":")[0]
    result = mask(base, tmp_path, f"{kind}:{tmp_path / 'out.db'}")
    assert min(club.join(read(result.table)).values()) >= 3
    assert (tmp_path / "out.db").stat().st_mode & 0o777 == 0o600


def test_types_survive_but_not_those_of_keys(base, tmp_path):
    kind = base.partition(":")[0]
    name = mask(base, tmp_path, f"{kind}:{tmp_path / 'out.db'}").table
    (row,) = run(name, ["SELECT typeof(member_id), typeof(age), typeof(town), typeof(weight) FROM members LIMIT 1"])[0]
    texts = ("text", "real", "double", "varchar", "integer", "bigint")
    assert all(each.lower() in texts for each in row)
    assert (row[0].lower(), row[3].lower()) in (("text", "real"), ("varchar", "double"))
    before, after = (run(each, ["SELECT weight FROM members ORDER BY weight"])[0] for each in (base, name))
    assert before == after


def test_a_schema_is_created_next_to_the_input(tmp_path):
    pytest.importorskip("duckdb")
    base = fill(tmp_path, "duckdb")
    result = mask(base, tmp_path, f"{base}#released")
    assert result.table == f"{base}#released"
    assert min(club.join(read(base, "released")).values()) >= 3
    with pytest.raises(UsageError, match="the schema exists"):
        mask(base, tmp_path, f"{base}#released")


@pytest.mark.parametrize("kind", KINDS)
def test_a_folder_becomes_a_database_and_a_database_a_folder(tmp_path, kind):
    if kind == "duckdb":
        pytest.importorskip("duckdb")
    club.write(tmp_path)
    output = f"{kind}:{tmp_path / 'out.db'}"
    kn.mask_file(tmp_path / "club", club.recipe(tmp_path), output, ledger=False)
    base = fill(tmp_path, kind)
    mask(base, tmp_path, tmp_path / "folder")
    assert {path.name for path in (tmp_path / "folder").iterdir()} == {
        "members.parquet",
        "seasons.parquet",
        "sports.parquet",
    }
    weight = pq.read_schema(tmp_path / "folder" / "members.parquet").field("weight")
    assert str(weight.type) == ("double" if kind == "duckdb" else "string")


def test_unmasked_columns_of_frames_keep_their_types(tmp_path):
    (tmp_path / "sports.csv").write_text(club.TAXONOMY)
    frames = club.frames()
    frames["members"]["weight"] = [50.5 + i for i in range(len(frames["members"]))]
    frames["members"]["town"] = [i % 2 == 0 for i in range(len(frames["members"]))]
    released = kn.mask(frames, recipe(tmp_path)).table["members"]
    assert (str(released["weight"].dtype), str(released["town"].dtype)) == ("float64", "bool")
    assert sorted(released["weight"]) == sorted(frames["members"]["weight"])
    assert isinstance(released, pd.DataFrame)


def test_what_exists_is_never_replaced(base, tmp_path):
    with pytest.raises(UsageError, match="exists"):
        mask(base, tmp_path, base)
    (tmp_path / "taken.db").write_bytes(b"")
    with pytest.raises((UsageError, DataError)):
        mask(base, tmp_path, f"{base.partition(':')[0]}:{tmp_path / 'taken.db'}")
    assert (tmp_path / "taken.db").read_bytes() == b""


def test_sqlite_has_no_schemas(tmp_path):
    base = fill(tmp_path, "sqlite")
    with pytest.raises(UsageError, match="no schemas"):
        mask(base, tmp_path, f"sqlite:{tmp_path / 'out.db'}#released")
    with pytest.raises(DataError, match="no schemas"):
        mask(f"{base}#released", tmp_path, tmp_path / "out")


def test_databases_that_cannot_write_all_tables_at_once_are_rejected(base, tmp_path):
    with pytest.raises(UsageError, match="cannot be written to this database in one transaction"):
        mask(base, tmp_path, "mysql+pymysql://root@/clinic#released")


def test_a_missing_table_is_named(base, tmp_path):
    given = recipe(tmp_path)
    given["tables"]["sports"]["file"] = "sport"
    with pytest.raises(DataError, match="no table 'sport'"):
        mask(base, tmp_path, tmp_path / "out", given)


DEFECTS = [
    "DELETE FROM sports",
    "UPDATE members SET town = 'Rome'",
    "UPDATE members SET weight = weight + 1",
    "UPDATE seasons SET member_id = (SELECT min(member_id) FROM members)",
    "UPDATE sports SET season_id = 'x'",
    "INSERT INTO sports SELECT * FROM sports",
]


@pytest.mark.parametrize("change", DEFECTS)
def test_tables_that_change_before_they_are_counted_are_refused(base, tmp_path, monkeypatch, change):
    kind = base.partition(":")[0]
    module, name = {"sqlite": (sqlite_writing, "read_back_sqlite"), "duckdb": (duckdb_writing, "read_back_duckdb")}[
        kind
    ]
    real = getattr(module, name)
    done = []

    def changed(connection, *given):
        if not done:
            done.append(connection.execute(change))
        return real(connection, *given)

    monkeypatch.setattr(module, name, changed)
    with pytest.raises((PrivacyError, DataError)):
        mask(base, tmp_path, f"{kind}:{tmp_path / 'out.db'}")
    assert done
    assert not (tmp_path / "out.db").exists()


def test_the_list_of_unmapped_values_and_the_report(base, tmp_path):
    kind = base.partition(":")[0]
    mask(base, tmp_path, f"{kind}:{tmp_path / 'out.db'}", report=tmp_path / "report.html")
    assert str(tmp_path) not in (tmp_path / "report.html").read_text()
    drafted = load_recipe(kn.draft(base), tables=True)
    assert {*drafted.tables} == {"members", "seasons", "sports"}
