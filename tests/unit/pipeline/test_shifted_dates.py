"""Released dates are shifted by a random number of days, one number per person."""

from collections import Counter
from datetime import date, timedelta

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import kinonym as kn
from kinonym.errors import DataError, RecipeError, UsageError

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


def test_other_engines_name_the_engine_that_shifts_dates(tmp_path):
    pytest.importorskip("duckdb", reason="the extra kinonym[duckdb] is not installed")
    pd.DataFrame(rows()).to_csv(tmp_path / "data.csv", index=False)
    with pytest.raises(UsageError, match="can only be shifted in memory"):
        kn.mask_file(tmp_path / "data.csv", RECIPE, tmp_path / "out.csv", engine="duckdb")
    assert not (tmp_path / "out.csv").exists()


def test_a_stream_cannot_shift_dates_by_person():
    from kinonym.engines import open_table
    from kinonym.pipeline.streaming import open_stream
    from kinonym.recipe import load_recipe

    recipe = load_recipe({**RECIPE, "method": {"name": "noise", "alpha": 0.1}})
    with pytest.raises(RecipeError, match="is shifted by person"):
        open_stream(open_table(pa.table(rows())).source, recipe)
