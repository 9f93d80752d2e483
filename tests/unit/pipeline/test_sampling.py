"""Sampling before masking: which rows and persons are drawn, what is claimed, and what the gate refuses."""

from __future__ import annotations

import hashlib
import itertools
import json
import random
from collections import Counter, defaultdict
from dataclasses import replace

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import kinonym as kn
from connections import hospital
from kinonym.engines.contract import RunKey
from kinonym.engines.duckdb import DuckDBSource
from kinonym.engines.memory import MemorySource
from kinonym.errors import DataError, PrivacyError, RecipeError, UsageError
from kinonym.pipeline import sinks
from kinonym.pipeline.sampling import draw_sample
from kinonym.recipe import load_recipe

COLUMNS = {
    "who": {"role": "identifier"},
    "job": {"role": "quasi", "type": "plain"},
    "row": {"role": "other"},
}


def recipe(sample, person=True, **table):
    person_key = {"person": "who"} if person else {}
    return {
        "table": {"sample": sample, **person_key, "missing": ["", "?"], **table},
        "columns": COLUMNS,
        "method": {"name": "sa-mdav", "k": 2},
        "release": {"accept_unique": True, "confirm": ["row", "who"]},
    }


def table(number=90, seed=4):
    """Persons with several rows and several spellings of their id, and rows that name nobody in several ways."""
    draw = random.Random(seed)
    nobody = [None, "", "?", " ", " ? "]
    ids = [
        draw.choice(nobody) if i % 7 == 0 else draw.choice(["{}", " {}"]).format(f"p{i % 31}") for i in range(number)
    ]
    return pa.table({"who": ids, "job": [draw.choice("ab") for _ in ids], "row": [f"r{i}" for i in range(number)]})


def drawn_rows(given, data, key):
    source, size = draw_sample(given, load_recipe(data), key)
    rows = [row for _, batch in source.read_rows(["row"]) for row in batch.column("row").to_pylist()]
    assert source.records == len(rows) == size.drawn_rows
    return rows, size


def duckdb(given):
    return DuckDBSource(given.to_batches(), given.schema, ["", "?"])


def memory(given):
    return MemorySource(given, ["", "?"])


# --- the draw itself, by a second program that is obviously right


def naive_draws(key, purpose, numbers):
    """64 bits for each row number, one block of 2^16 at a time."""
    blocks = {n >> 16 for n in numbers}
    drawn = {
        b: key.generator(f"{purpose} {b}").integers(0, 2**64 - 1, 2**16, dtype=np.uint64, endpoint=True) for b in blocks
    }
    return {n: int(drawn[n >> 16][n & 0xFFFF]) for n in numbers}


def naive_sample(given, number, key, person):
    rows, ids = given["row"].to_pylist(), given["who"].to_pylist()
    single = naive_draws(key, "rows of a sample", range(len(rows)))
    if not person:
        return sorted(sorted(range(len(rows)), key=lambda i: (single[i], i))[:number])
    form = [(text or "").strip() for text in ids]
    unnamed = [i for i, text in enumerate(form) if text in ("", "?")]
    secret = key.generator("persons of a sample").bytes(32)
    units = {
        text: int.from_bytes(hashlib.blake2b(text.encode(), key=secret, digest_size=8).digest(), "big")
        for text in form
        if text not in ("", "?")
    }
    units |= naive_draws(key, "rows of a sample that name no person", range(len(unnamed)))
    chosen = sorted(units, key=units.__getitem__)[:number]
    alone = sum(isinstance(unit, int) for unit in chosen)
    taken = sorted(unnamed, key=lambda i: (single[i], i))[:alone]
    return sorted([i for i, text in enumerate(form) if text in chosen] + taken)


@pytest.mark.parametrize("person", [False, True])
@pytest.mark.parametrize("engine", [memory, duckdb])
def test_the_sample_is_that_of_the_specification(engine, person):
    given = table()
    for seed in range(20):
        key = RunKey.of(seed)
        rows, size = drawn_rows(engine(given), recipe(7, person), key)
        assert rows == [f"r{i}" for i in naive_sample(given, 7, key, person)]
        assert (size.drawn, size.by_person, size.rows) == (7, person, 90)


@pytest.mark.parametrize("person", [False, True])
def test_a_sample_of_persons_does_not_depend_on_the_order_of_the_rows(person):
    given = table().filter(pa.array([i % 7 != 0 for i in range(90)]))
    order = list(range(given.num_rows))
    random.Random(1).shuffle(order)
    key = RunKey.of(5)
    first, other = (sorted(drawn_rows(memory(t), recipe(9, person), key)[0]) for t in (given, given.take(order)))
    assert (first == other) == person


def test_every_sample_is_equally_likely():
    """2 of 4 rows, and 2 of 4 persons, two of them rows that name nobody: 6 possible samples each, over 900 keys."""
    given = pa.table({"who": ["a", "a", None, "b", ""], "job": ["x"] * 5, "row": ["0", "1", "2", "3", "4"]})
    fewer = given.slice(1, 4)
    for data, person, units in ((fewer, False, ["1", "2", "3", "4"]), (given, True, ["01", "2", "3", "4"])):
        seen = Counter()
        for seed in range(900):
            rows, _ = drawn_rows(memory(data), recipe(2, person), RunKey.of(seed))
            seen["".join(rows)] += 1
        assert set(seen) == {"".join(sorted(a + b)) for a, b in itertools.combinations(units, 2)}
        assert sum((times - 150) ** 2 / 150 for times in seen.values()) < 35  # chi square of 5: p > 1e-6


@pytest.mark.parametrize(
    ("sample", "number"), [(0.2, 18), (0.005, 1), (0.001, 1), (0.25, 23), (0.99999, 90), (1, 1), (90, 90)]
)
def test_a_share_is_rounded_half_up_and_never_to_nothing(sample, number):
    assert drawn_rows(memory(table()), recipe(sample, person=False), RunKey.of(1))[1].drawn == number


def test_a_sample_larger_than_the_table_is_rejected():
    with pytest.raises(DataError, match="sample = 91 asks for more rows than the table has, which are 90"):
        kn.mask(table(), recipe(91, person=False))
    with pytest.raises(DataError, match="more persons than the table has"):
        kn.mask(table(), recipe(90))


@pytest.mark.parametrize("sample", [0, 1.0, 1.5, -1, 0.0, True, "0.2", float("nan")])
def test_what_is_neither_a_share_nor_a_number_is_rejected(sample):
    with pytest.raises(RecipeError, match=r"table\.sample"):
        load_recipe(recipe(sample))


# --- through the public API


@pytest.mark.parametrize("person", [False, True])
def test_all_kinds_of_tables_release_the_same_sample(person):
    import duckdb as database
    import polars as pl

    given = table(400)
    kinds = {
        "arrow": given,
        "pandas": given.to_pandas(),
        "polars": pl.from_arrow(given),
        "duckdb": database.from_arrow(given),
    }
    released = {}
    for kind, rows in kinds.items():
        result = kn.mask(rows, recipe(0.3, person), seed=8)
        out = result.table.to_arrow_table() if kind == "duckdb" else pa.table(result.table)
        released[kind] = sorted(zip(out["row"].to_pylist(), out["job"].to_pylist(), strict=True))
    assert len(set(map(tuple, released.values()))) == 1


def test_all_rows_of_a_drawn_person_are_released_and_the_claim_says_of_how_many():
    given = table(300).filter(pa.array([i % 7 != 0 for i in range(300)]))
    result = kn.mask(given, recipe(10))
    out = set(result.table["row"].to_pylist())
    rows_of = defaultdict(set)
    for text, row in zip(given["who"].to_pylist(), given["row"].to_pylist(), strict=True):
        rows_of[text.strip()].add(row)
    inside = [rows for rows in rows_of.values() if rows & out]
    assert len(inside) == 10
    assert set.union(*inside) == out
    sentence = (
        f"The release was made from all rows of 10 persons ({len(out)} rows), drawn from 31 persons (257 rows) as a "
        "simple random sample without replacement."
    )
    claims = {str(claim): claim.guarantee for claim in result.claims}
    assert claims[sentence]
    assert any(s.startswith("Sampling alone guarantees nothing") and not sure for s, sure in claims.items())
    assert sentence in result.report.html()
    assert "sample = 10" in result.report.document(".html")


def test_runs_without_a_seed_draw_different_samples_and_a_seed_repeats_one():
    def released(**seed):
        return tuple(sorted(kn.mask(table(), recipe(5, person=False), **seed).table["row"].to_pylist()))

    assert len({released() for _ in range(5)}) > 1
    assert released(seed=1) == released(seed=1) != released(seed=2)


def test_pandas_columns_of_several_types_keep_their_texts():
    """A sample may have one type only: whole numbers of a column of floats, numbers among objects."""
    given = pd.DataFrame({
        "who": [f"p{i}" for i in range(40)], "job": ["a", "b"] * 20,
        "row": [1.5, *([2.0, np.nan, 3.0] * 13)], "mixed": ["x", True, *([1.0, 2, None] * 12), 5, 6.5],
    })  # fmt: skip
    data = recipe(4, person=False)
    data["columns"] = {**COLUMNS, "mixed": {"role": "other"}}
    data["release"]["confirm"].append("mixed")
    for seed in range(30):
        result = kn.mask(given, data, seed=seed)
        assert set(map(str, result.table["mixed"].dropna())) <= {"x", "True", "1.0", "2", "5", "6.5"}


def test_gathered_histories_are_those_of_drawn_persons(tmp_path):
    (tmp_path / "tree.csv").write_text("child,parent\ntop,\na,top\nb,top\nc,top\n")
    draw = random.Random(2)
    rows = [(f"p{i % 40}", draw.choice("abc")) for i in range(200)]
    given = pa.table({"who": [p for p, _ in rows], "code": [c for _, c in rows]})
    data = {
        "table": {"person": "who", "gather": ["code"], "sample": 12},
        "columns": {"code": {"role": "quasi", "ontology": str(tmp_path / "tree.csv")}},
        "method": {"name": "sa-mdav", "k": 3},
    }
    result = kn.mask(given, data)
    assert len(set(result.table["pseudonym"].to_pylist())) == 12
    assert any("drawn from 40 persons (200 rows)" in str(claim) for claim in result.claims)


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_files(tmp_path, engine):
    hospital.write_table(tmp_path)
    data = hospital.recipe(tmp_path, {"name": "sa-mdav", "k": 3}, table={"sample": 0.5})
    result = kn.mask_file(
        tmp_path / "data.csv", data, tmp_path / "out.csv", tmp_path / "out.json", engine=engine,
        private_risk=tmp_path / "risk.jsonl",
    )  # fmt: skip
    _, rows = hospital.read(tmp_path / "out.csv")
    assert len(rows) == 30
    original = {tuple(row[3:]): i for i, row in enumerate(hospital.rows(), 1)}
    assert all(tuple(row[2:]) in original for row in rows)
    assert any("30 rows, drawn from 60 rows" in str(claim) for claim in result.claims)
    assert "drawn from 60 rows" in (tmp_path / "out.json").read_text()
    lines = [json.loads(line) for line in (tmp_path / "risk.jsonl").read_text().splitlines()]
    numbers = [line["row"] for line in lines if line["kind"] == "row"]
    remaining = Counter(tuple(row[2:]) for row in rows)
    assert Counter(tuple(hospital.rows()[number - 1][3:]) for number in numbers) == remaining


@pytest.mark.parametrize("engine", [memory, duckdb])
def test_errors_name_the_row_of_the_whole_table(engine):
    given = pa.table({"who": ["a"] * 50, "job": ["1"] * 49 + ["x"], "row": [str(i) for i in range(50)]})
    for seed in range(30):
        source, _ = draw_sample(engine(given), load_recipe(recipe(10, person=False)), RunKey.of(seed))
        assert source.locate("job", {"x"}) in (None, 50)


def test_what_needs_the_whole_table_is_rejected(tmp_path):
    with pytest.raises(UsageError, match="aligned"):
        kn.mask(table(), recipe(5), aligned=True)
    with pytest.raises(UsageError, match="state"):
        kn.compare(table(), recipe(0.5), state=tmp_path / "points.json")


def test_compare_and_recommend_measure_the_sample():
    points = kn.compare(table(), recipe(20, person=False), methods=["sa-mdav"], k=[2, 30], seed=1).points
    assert points[0].loss is not None
    assert "20 records" in points[1].failed
    assert kn.recommend(table(), recipe(20, person=False), seed=1).facts.records == 20


def test_an_interrupted_run_resumes_with_the_same_sample(tmp_path, monkeypatch):
    hospital.write_table(tmp_path)
    data = hospital.recipe(tmp_path, {"name": "sa-mdav", "k": 3}, table={"sample": 0.5})

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(sinks, "write_release", interrupted)
        with pytest.raises(KeyboardInterrupt):
            kn.mask_file(tmp_path / "data.csv", data, tmp_path / "out.csv", resume=True)
    result = kn.mask_file(tmp_path / "data.csv", data, tmp_path / "out.csv", resume=True)
    assert "the run resumed with the plan of an interrupted run" in result.notices
    assert len(hospital.read(tmp_path / "out.csv")[1]) == 30


# --- planted defects: the engine returns other rows than those that were drawn


def first_rows(real, source, drawn, key):
    sampled = real(source, drawn, key)
    taken = source.with_table(source.table.slice(0, sampled.records))
    taken._numbers = np.arange(sampled.records)
    return taken


def one_row_twice(real, source, drawn, key):
    sampled = real(source, drawn, key)
    rows = np.append(np.arange(sampled.records - 1), 0)
    taken = sampled.with_table(sampled.table.take(rows))
    taken._numbers = sampled._numbers[rows]
    return taken


def another_key(real, source, drawn, key):
    return real(source, drawn, RunKey())


def one_fewer(real, source, drawn, key):
    return real(source, replace(drawn, single=drawn.single - 1), key)


def rows_of_one_person_lost(real, source, drawn, key):
    return real(source, replace(drawn, whole=frozenset(list(drawn.whole)[1:])), key)


def a_cell_changed(real, source, drawn, key):
    sampled = real(source, drawn, key)
    cells = sampled.table.column("row").to_pylist()
    cells[0], cells[1] = cells[1], cells[0]
    return sampled.with_table(sampled.table.set_column(2, "row", pa.array(cells)))


@pytest.mark.parametrize(
    ("defect", "person"),
    [
        (first_rows, False), (one_row_twice, False), (one_row_twice, True), (another_key, False), (one_fewer, False),
        (rows_of_one_person_lost, True), (a_cell_changed, True), (a_cell_changed, False),
    ],
)  # fmt: skip
def test_a_wrong_sample_is_refused(monkeypatch, defect, person):
    given = table().filter(pa.array([i % 7 != 0 for i in range(90)])) if person else table()
    real = MemorySource.draw_rows
    monkeypatch.setattr(MemorySource, "draw_rows", lambda source, drawn, key: defect(real, source, drawn, key))
    with pytest.raises(PrivacyError, match="not those that were drawn"):
        kn.mask(given, recipe(12, person))
