"""Released dates are shifted by a random number of days, one number per person."""

from collections import Counter
from datetime import date, timedelta

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import kinonym as kn
from kinonym.engines.person_shifts import PersonBounds, PersonShifts, ShiftedBatch
from kinonym.errors import DataError, PrivacyError, RecipeError

RECIPE = {
    "table": {"person": "patient", "missing": ["", "?"]},
    "columns": {
        "patient": {"role": "identifier"},
        "sex": {"role": "quasi", "type": "plain"},
        "number": {"role": "other"},
        "drawn": {"role": "confidential", "type": "date", "shift_with": "person"},
    },
    "method": {"name": "mdav", "k": 5},
    "release": {"confirm": ["number", "drawn"], "accept_unique": True},
}
FIRST = date(2021, 3, 1)


def rows(count=120, persons=30):
    """Every person has some samples; each row has its number."""
    owner = [i % persons for i in range(count)]
    return {
        "patient": [f"P{i}" for i in owner],
        "sex": ["fm"[i % 2] for i in owner],
        "number": [str(i) for i in range(count)],
        "drawn": [f"{FIRST + timedelta(days=3 * i):%d.%m.%Y}" for i in range(count)],
    }


def day(text):
    found = text.split(".")
    return date(int(found[2]), int(found[1]), int(found[0]))


def shifts(table, given):
    """Person → the numbers of days by which the dates of the person's rows were shifted."""
    moved = {}
    for number, text in zip(table["number"], table["drawn"], strict=True):
        before = given["drawn"][int(number)]
        moved.setdefault(given["patient"][int(number)], set()).add((day(text) - day(before)).days)
    return moved


@pytest.mark.parametrize("make", [pa.table, pd.DataFrame, pl.DataFrame])
def test_all_dates_of_a_person_move_together(make):
    given = rows()
    result = kn.mask(make(given), RECIPE, aligned=True)
    table = {name: list(result.table[name]) for name in ("number", "drawn")}
    if make is pa.table:
        table = result.table.to_pydict()
    moved = shifts(table, given)
    assert all(len(days) == 1 for days in moved.values())
    days = [next(iter(each)) for each in moved.values()]
    assert all(1 <= abs(by) <= 365 for by in days)
    assert len(set(days)) > 15  # 30 draws of 730 numbers: the chance of fewer is below 1e-20
    assert min(days) < 0 < max(days)  # the chance that this fails is 2e-9
    assert any("moved by one random number of days" in notice for notice in result.notices)
    assert type(result.table) is type(make(given))


def test_a_written_file_has_the_shifted_dates_and_passes_the_recount(tmp_path):
    given = rows()
    pd.DataFrame(given).to_csv(tmp_path / "data.csv", index=False)
    result = kn.mask_file(tmp_path / "data.csv", RECIPE, tmp_path / "out.csv")
    assert any("moved by one random number of days" in notice for notice in result.notices)
    written = pd.read_csv(tmp_path / "out.csv", dtype=str)
    assert list(written.columns) == ["sex", "number", "drawn"]
    assert all(len(days) == 1 for days in shifts(written.to_dict("list"), given).values())


def test_rows_without_a_person_are_shifted_separately_and_missing_dates_stay_missing():
    given = rows(40, persons=8)
    given["patient"] = [None if i < 20 else person for i, person in enumerate(given["patient"])]
    given["drawn"][5] = "?"
    table = kn.mask(pa.table(given), RECIPE, aligned=True).table.to_pydict()
    assert Counter(table["drawn"])["?"] == 1
    alone = {
        (day(text) - day(given["drawn"][int(number)])).days
        for number, text in zip(table["number"], table["drawn"], strict=True)
        if int(number) < 20 and text != "?"
    }
    assert len(alone) > 8  # 19 draws of 730


@pytest.mark.parametrize(("precision", "form"), [("month", r"\d\d\.\d{4}"), ("year", r"\d{4}")])
def test_a_coarser_precision_is_written(precision, form):
    recipe = {**RECIPE, "columns": {**RECIPE["columns"]}}
    recipe["columns"]["drawn"] = {**RECIPE["columns"]["drawn"], "precision": precision}
    table = kn.mask(pa.table(rows()), recipe, aligned=True).table
    assert pd.Series(table.column("drawn").to_pylist()).str.fullmatch(form).all()


def test_times_without_seconds_and_the_last_day_of_the_calendar_are_shifted():
    given = rows()
    given["drawn"] = [f"2021-03-{1 + i % 28:02} 0{i % 10}:30" for i in range(119)] + ["9999-12-31 00:00"]
    texts = kn.mask(pa.table(given), RECIPE, aligned=True).table.column("drawn").to_pylist()
    assert all(
        text[11:16] == before[11:16] and len(text) == 16 for text, before in zip(texts, given["drawn"], strict=True)
    )


def broken(**changes):
    column = {**RECIPE["columns"]["drawn"], **changes.pop("drawn", {})}
    return {**RECIPE, **changes, "columns": {**RECIPE["columns"], "drawn": column}}


@pytest.mark.parametrize(
    ("recipe", "said"),
    [
        (broken(drawn={"type": "plain"}), "only dates can be shifted"),
        (broken(table={"missing": [""]}), "does not name the person column"),
        (broken(drawn={"role": "quasi"}), "is shifted, but it is masked, dropped or follows"),
        (broken(drawn={"role": "identifier"}), "is shifted, but it is masked, dropped or follows"),
    ],
)
def test_columns_that_cannot_be_shifted_are_refused(recipe, said):
    with pytest.raises(RecipeError, match=said):
        kn.mask(pa.table(rows()), recipe, aligned=True)


def test_texts_that_are_not_dates_are_counted():
    given = rows()
    given["drawn"][3] = "soon"
    with pytest.raises(DataError, match="column 'drawn'"):
        kn.mask(pa.table(given), RECIPE, aligned=True)


def mask_elsewhere(folder, given, engine):
    """Mask a file with another engine; the columns of the release, as texts."""
    if engine == "spark":
        from engines.engines import spark_session

        spark_session()
    else:
        pytest.importorskip("duckdb", reason="the extra kinonym[duckdb] is not installed")
    pq.write_table(pa.table(given), folder / "data.parquet")
    result = kn.mask_file(folder / "data.parquet", RECIPE, folder / "out.parquet", engine=engine)
    assert any("moved by one random number of days" in notice for notice in result.notices)
    return pq.read_table(folder / "out.parquet").to_pydict()


@pytest.mark.parametrize("engine", ["duckdb", "spark"])
def test_other_engines_shift_dates_where_the_rows_are(tmp_path, engine):
    given = rows(150, persons=30)
    given["patient"] = [None if i >= 130 else person for i, person in enumerate(given["patient"])]
    given["drawn"][5] = "?"
    table = mask_elsewhere(tmp_path, given, engine)
    assert Counter(table["drawn"])["?"] == 1
    kept = [(number, text) for number, text in zip(table["number"], table["drawn"], strict=True) if text != "?"]
    named = [pair for pair in kept if int(pair[0]) < 130]
    moved = shifts(dict(zip(("number", "drawn"), zip(*named, strict=True), strict=True)), given)
    assert all(len(days) == 1 for days in moved.values())
    days = [next(iter(each)) for each in moved.values()]
    assert all(1 <= abs(by) <= 365 for by in days)
    assert len(set(days)) > 15  # as in memory
    alone = {(day(text) - day(given["drawn"][int(number)])).days for number, text in kept if int(number) >= 130}
    assert len(alone) > 8  # 20 draws of 730


@pytest.mark.parametrize(
    ("defect", "said"),
    [
        (lambda persons, days: (persons, np.arange(len(days)) + 1), "not moved by one number of days"),
        (lambda persons, days: (persons, days * 0), "not moved by one number of days"),
        (lambda persons, days: (persons, days * 0 + 7), "all moved by the same number of days"),
    ],
)
def test_moves_that_are_wrong_in_another_engine_are_refused(tmp_path, monkeypatch, defect, said):
    pytest.importorskip("duckdb", reason="the extra kinonym[duckdb] is not installed")
    draws = PersonShifts._draws
    monkeypatch.setattr(PersonShifts, "_draws", lambda self, table, places: defect(*draws(self, table, places)))
    with pytest.raises(PrivacyError, match=said):
        mask_elsewhere(tmp_path, rows(), "duckdb")
    assert not (tmp_path / "out.parquet").exists()


def test_the_bounds_of_persons_do_not_depend_on_the_batches():
    """Persons 1 and 3 have a known number of days, 2 has none: its rows were moved by 1 and by 2 days."""
    rows_of = np.array([[1, 5, 5], [2, 1, 1], [1, 5, 9], [3, -2, -2], [2, 2, 2], [4, -9, 9]])
    for cuts in ([], [1], [2, 4], [1, 2, 3, 4, 5]):
        bounds = PersonBounds()
        for part in np.split(rows_of, cuts):
            bounds.add(ShiftedBatch({}, *part.T))
        assert bounds.summary() == (1, 2, -2, 5)
    assert PersonBounds().summary()[:2] == (0, 0)


def test_no_number_of_days_is_0_and_each_is_drawn_as_often():
    """730 numbers; 73,000 draws give 100 each, with a standard deviation of 10: 5.5 of them leave 1 in 10^4 runs."""
    made = PersonShifts(person="p", missing=frozenset(), moves={}, bounds={}, secret=b"k" * 32)
    table = pa.table({"p": [str(i) for i in range(73_000)]})
    persons, days = made._draws(table, [""] * table.num_rows)
    times = Counter(days.tolist())
    assert set(times) == {*range(-365, 0), *range(1, 366)}
    assert max(abs(count - 100) for count in times.values()) < 55
    assert len(set(persons.tolist())) == 73_000


def test_a_stream_cannot_shift_dates_by_person():
    from kinonym.engines import open_table
    from kinonym.pipeline.streaming import open_stream
    from kinonym.recipe import load_recipe

    recipe = load_recipe({**RECIPE, "method": {"name": "noise", "alpha": 0.1}})
    with pytest.raises(RecipeError, match="is shifted by person"):
        open_stream(open_table(pa.table(rows())).source, recipe)
