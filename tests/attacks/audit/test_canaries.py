"""No raw value leaves: every cell, header and file name is a unique token, and everything that a run makes is searched
for these tokens: outputs, reports, what is printed, temporary files and caches, in runs that succeed and in runs that
fail.

Confidential and other columns are released unchanged: their tokens may be in the output, and nowhere else.
"""

from __future__ import annotations

import csv
import errno
import gzip
import os
import random
import re
import sqlite3
import tempfile
import tomllib
import zipfile
from contextlib import closing

import pandas as pd
import pyarrow.parquet as pq
import pytest
import tomli_w
from pyarrow import feather

from command import Ran, runner
from kinonym.files import output as outputs
from kinonym.methods import METHODS
from kinonym.release import gate

pytestmark = pytest.mark.usefixtures("few_repetitions")

TREE = "child,parent\ntop,\nball,top\nwater,top\nsoccer,ball\nrugby,ball\ntennis,ball\nswimming,water\nsurfing,water\n"
CONCEPTS = ["soccer", "rugby", "tennis", "swimming", "surfing", "ball"]
ROWS = 24
DATA = "canaryfile0001"
HIDDEN = "canaryhead0001"  # the name of the identifier
ANY = re.compile(rb"canary[a-z]+\d{4}")
NUMBERS = [f"{7_300_000 + i}.{7919 * (i + 1) ** 3 % 1_000_000:06}" for i in range(ROWS)]
"""The chance that a mean of some of them equals one of them is below 1e-6 in all runs together."""
FORMATS = (".csv", ".tsv", ".csv.gz", ".parquet")
MODES = [mode for kind in METHODS.values() for mode in kind.modes()]
OTHERS = (".jsonl.gz", ".feather", ".xlsx", "/")
FIRST = [kind.modes()[0] for kind in METHODS.values()]
ONCE = [(mode, OTHERS[i % len(OTHERS)]) for i, mode in enumerate(FIRST)]
GOOD = [*((mode, ending) for mode in MODES for ending in FORMATS), *ONCE]


def tokens(kind):
    return [f"canary{kind}{i:04}" for i in range(ROWS)]


def recipe_of(method):
    word = {"role": "quasi", "ontology": "sports.csv", "root": "top", "write": "label"}
    return {
        "columns": {
            HIDDEN: {"role": "identifier"},
            "a": word | {"mapping": "a.map.csv"},
            "b": word | {"mapping": "b.map.csv"},
            "number": {"role": "quasi", "type": "numeric"},
            "secret": {"role": "confidential"},
            "note": {"role": "other"},
        },
        "method": method,
        "release": {"confirm": ["secret", "note"], "accept_unique": True},
    }


def write_inputs(folder, mode):
    """Every cell of the table is a token; two tables say which concept those of a and b mean."""
    draw = random.Random(5)
    (folder / "sports.csv").write_text(TREE)
    for name in "ab":
        rows = "".join(f"{token},{draw.choice(CONCEPTS)}\n" for token in tokens(name))
        (folder / f"{name}.map.csv").write_text("value,concept\n" + rows)
    columns = {HIDDEN: tokens("id"), "a": tokens("a"), "b": tokens("b"), "number": NUMBERS, "secret": tokens("secret"),
               "note": tokens("note")}  # fmt: skip
    recipe = recipe_of(settings(mode))
    if mode.twins:  # it takes two columns of words only
        recipe["columns"]["number"] = {"role": "other"}
        recipe["release"]["confirm"].append("number")
    if mode.method.traits.masked_only:
        recipe["columns"] |= {name: {"role": "identifier"} for name in ("number", "secret", "note")}
    with (folder / f"{DATA}.csv").open("w", newline="", encoding="utf-8-sig") as file:  # its mark is noticed
        csv.writer(file).writerows([columns, *zip(*columns.values(), strict=True)])
    (folder / "recipe.toml").write_text(tomli_w.dumps(recipe))


def settings(mode):
    """The settings of a mode in the form of a recipe file."""
    return {key: list(map(list, value)) if key == "pairs" else value for key, value in mode.recipe.items()}


@pytest.fixture
def places(tmp_path, monkeypatch):
    """The folder of the run, and a folder for everything that it leaves elsewhere."""
    here, elsewhere = tmp_path / "run", tmp_path / "elsewhere"
    here.mkdir()
    elsewhere.mkdir()
    monkeypatch.setenv("KINONYM_CACHE", str(elsewhere / "cache"))
    monkeypatch.setenv("TMPDIR", str(elsewhere))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return here, elsewhere


def unpacked(path):
    if path.is_dir():
        return b"".join(part.name.encode() + unpacked(part) for part in path.iterdir())
    if path.suffix == ".xlsx":
        with zipfile.ZipFile(path) as book:
            return b"".join(name.encode() + book.read(name) for name in book.namelist())
    if path.suffix == ".feather":
        return path.read_bytes() + repr(feather.read_table(path).to_pydict()).encode()
    if path.name.endswith(".gz"):
        return gzip.decompress(path.read_bytes())
    if path.suffix == ".parquet":
        table = pq.read_table(path)
        return path.read_bytes() + str(table.schema).encode() + repr(table.to_pydict()).encode()
    return path.read_bytes()


def search(places, inputs, ran, spelled=frozenset()):
    """Look for tokens where there must not be any; returns the new files. ``spelled``: tokens of the recipe."""
    here, elsewhere = places
    made = {path.name: path for path in here.iterdir() if path.name not in inputs}
    for name, path in made.items():
        found = {token.decode().rstrip("0123456789") for token in ANY.findall(unpacked(path))}
        if name.endswith("unmapped.csv") or name.startswith("risk"):
            assert path.stat().st_mode & 0o077 == 0  # private
            found -= {"canarya", "canaryb"}
        if name.startswith("out"):
            found -= {"canarysecret", "canarynote", *spelled}
        if name.startswith("report"):
            found -= {"canaryhead", *spelled}  # it shows the recipe, which names every column
            assert not any(number.encode() in unpacked(path) for number in NUMBERS), name
        assert not found, (name, found)
    printed = (ran.out + ran.err).replace(DATA, "").replace(HIDDEN, "")
    assert not ANY.search(printed.encode()), printed
    assert not any(number in printed for number in NUMBERS)
    for path in elsewhere.rglob("*"):
        assert path.is_dir() or not ANY.search(path.read_bytes()), path
    return made


def run(places, monkeypatch, capsys, mode, ending=".csv", number=0, make=None):
    here, _ = places
    write_inputs(here, mode)
    if make is not None:
        make(here, monkeypatch)
    inputs = {path.name for path in here.iterdir()}
    report = ("report.html", "report.json")[number % 2]
    command = ["mask", f"{DATA}.csv", "-r", "recipe.toml", "-o", f"out{ending}", "--report", report]
    command += ["--private-risk", "risk.jsonl"] if number % 3 == 0 else []
    ran = runner(here, monkeypatch, capsys)(*command)
    return ran, search(places, inputs, ran)


def test_at_least_600_marked_runs_are_tried_of_which_a_third_fails():
    runs = len(GOOD) + len(PERSONS) + len(FAILING) + len(IN_DATABASES) + len(REFUSED_IN_DATABASES)
    assert runs >= 600
    assert 3 * (len(FAILING) + len(REFUSED_IN_DATABASES)) >= runs


@pytest.mark.parametrize("number", range(len(GOOD)), ids=lambda i: f"{GOOD[i][0]} {GOOD[i][1]}")
def test_a_run_that_ends_well(number, places, monkeypatch, capsys):
    mode, ending = GOOD[number]
    ran, made = run(places, monkeypatch, capsys, mode, ending, number)
    refuses = mode.settings.get("drop")  # where every row is rare, nothing would be left
    assert ran.code == (4 if refuses else 0), ran.err
    assert (f"out{ending}".rstrip("/") in made) == (not refuses)


GATHERED = {"person": HIDDEN, "gather": ["a"]}
PERSONS = [(table, ending) for table in ({"person": HIDDEN}, GATHERED) for ending in (".csv", ".parquet", ".xlsx")]


@pytest.mark.parametrize("number", range(len(PERSONS)))
def test_a_run_that_knows_persons(number, places, monkeypatch, capsys):
    table, ending = PERSONS[number]

    def make(here, _):
        recipe = recipe_of({"name": "sa-mdav", "k": 3}) | {"table": table}
        if table is GATHERED:
            recipe["columns"] |= {name: {"role": "identifier"} for name in ("b", "number", "secret", "note")}
        (here / "recipe.toml").write_text(tomli_w.dumps(recipe))

    ran, made = run(places, monkeypatch, capsys, FIRST[0], ending, number, make)
    assert ran.code == 0, ran.err
    assert f"out{ending}" in made


BASE, TABLE = "canarybase0001", "canarytable0001"
MISSING = "canarymissing0001"  # a value of the recipe: what means missing
DATABASES = ("sqlite", "duckdb")
IN_DATABASES = [(mode, DATABASES[i % 2]) for i, mode in enumerate(FIRST)]


def run_in_database(places, monkeypatch, capsys, mode, kind, number, make=None):
    """The table, the recipe's marker of missing cells, and the names of database and table are tokens."""
    here, _ = places
    write_inputs(here, mode)
    table = pd.read_csv(here / f"{DATA}.csv", dtype=str, encoding="utf-8-sig")
    if "public" not in mode.recipe:  # a public set has no missing cell
        table.loc[len(table)] = {**dict.fromkeys(table, MISSING), HIDDEN: "canaryid0099"}
    recipe = tomllib.loads((here / "recipe.toml").read_text())
    (here / "recipe.toml").write_text(tomli_w.dumps({**recipe, "table": {"missing": [MISSING]}}))
    if make is not None:
        table = make(here, table)
    (here / f"{DATA}.csv").unlink()
    if kind == "sqlite":
        with closing(sqlite3.connect(here / f"{BASE}.db")) as base:
            table.to_sql(TABLE, base, index=False)
    else:
        duckdb = pytest.importorskip("duckdb")
        with closing(duckdb.connect(here / f"{BASE}.db")) as base:
            base.register("cells", table)
            base.execute(f"CREATE TABLE {TABLE} AS SELECT * FROM cells")  # noqa: S608
    inputs = {path.name for path in here.iterdir()}
    command = ["mask", f"{kind}:{BASE}.db#{TABLE}", "-r", "recipe.toml", "-o", f"{kind}:out.db#released"]
    ran = runner(here, monkeypatch, capsys)(*command, "--report", ("report.html", "report.json")[number % 2])
    shown = Ran(ran.code, ran.out.replace(BASE, "").replace(TABLE, ""), ran.err.replace(BASE, "").replace(TABLE, ""))
    return ran, search(places, inputs, shown, spelled={"canarymissing"})  # missing cells are written so


@pytest.mark.parametrize("number", range(len(IN_DATABASES)), ids=lambda i: f"{IN_DATABASES[i][0]} {IN_DATABASES[i][1]}")
def test_a_run_from_a_database_into_one(number, places, monkeypatch, capsys):
    mode, kind = IN_DATABASES[number]
    ran, made = run_in_database(places, monkeypatch, capsys, mode, kind, number)
    refuses = mode.settings.get("drop")
    assert ran.code == (4 if refuses else 0), ran.err
    assert ("out.db" in made) == (not refuses)


def unknown_word(here, table):
    return table.replace("canarya0003", "canarya9903")


def no_number(here, table):
    return table.replace(NUMBERS[3], "canarynumber0003")


REFUSED_IN_DATABASES = [
    (mode, DATABASES[i % 2], cause) for i, mode in enumerate(FIRST) for cause in (unknown_word, no_number)
]


@pytest.mark.parametrize("number", range(len(REFUSED_IN_DATABASES)))
def test_a_run_from_a_database_that_fails(number, places, monkeypatch, capsys):
    mode, kind, cause = REFUSED_IN_DATABASES[number]
    if cause is no_number and (mode.twins or mode.method.traits.masked_only):
        cause = unknown_word  # such a table has no numeric column
    ran, made = run_in_database(places, monkeypatch, capsys, mode, kind, number, cause)
    assert ran.code != 0
    assert not {name for name in made if not name.endswith("unmapped.csv")}


def unmapped(here, _):
    table = here / f"{DATA}.csv"
    table.write_text(table.read_text().replace("canarya0003", "canarya9903"))


def ragged(here, _):
    with (here / f"{DATA}.csv").open("a") as file:
        file.write("canaryid0777,canarya0777\n")


def word_for_a_number(here, _):
    table = here / f"{DATA}.csv"
    table.write_text(table.read_text().replace(NUMBERS[3], "canarynumber0003"))


def unconfirmed(here, _):
    recipe = here / "recipe.toml"
    recipe.write_text(re.sub(r"confirm = \[.*?\]", 'confirm = ["secret"]', recipe.read_text(), flags=re.DOTALL))


def wrong_encoding(here, _):
    table = here / f"{DATA}.csv"
    table.write_bytes(table.read_bytes() + b"canaryid0778,\xff\xfe,x,1,y,z\n")


def bad_mapping(here, _):
    (here / "a.map.csv").write_text((here / "a.map.csv").read_text().replace("soccer", "socer"))


def broken_ontology(here, _):
    (here / "sports.csv").write_text(TREE + "odd,nowhere\n")


def full_disk(_, monkeypatch):
    def fail(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(outputs.os, "fsync", fail)


def interrupted(_, monkeypatch):
    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(gate, "recount", stop)


def unforeseen(_, monkeypatch):
    def fail(*_, **__):
        raise ValueError("canarysecret0001")  # noqa: EM101

    monkeypatch.setattr(gate, "recount", fail)


def damaged(_, monkeypatch):
    """One byte of what was written is another one: the gate must refuse, and show nothing."""
    own = gate.recount

    def changed(path, *more, **options):
        with path.open("r+b") as file:
            file.seek(-40, os.SEEK_END)
            file.write(b"#")
        return own(path, *more, **options)

    monkeypatch.setattr(gate, "recount", changed)


CAUSES = (unmapped, ragged, word_for_a_number, unconfirmed, wrong_encoding, bad_mapping, broken_ontology, full_disk, interrupted,
          unforeseen, damaged)  # fmt: skip
FAILING = [
    (kind.modes()[0], cause)
    for kind in METHODS.values()
    for cause in CAUSES
    if not (kind.traits.masked_only and cause is unconfirmed)  # it drops what would need to be confirmed
]


@pytest.mark.parametrize("number", range(len(FAILING)), ids=lambda i: f"{FAILING[i][0]} {FAILING[i][1].__name__}")
def test_a_run_that_fails(number, places, monkeypatch, capsys):
    mode, cause = FAILING[number]
    if cause is word_for_a_number and mode.twins:
        cause = ragged  # such a table has no numeric column
    ending = ".csv" if cause is damaged else FORMATS[number % 4]  # in a CSV file every byte matters
    ran, made = run(places, monkeypatch, capsys, mode, ending, number, cause)
    assert ran.code != 0
    assert set(made) <= {"out.unmapped.csv", "out.csv.unmapped.csv"}
