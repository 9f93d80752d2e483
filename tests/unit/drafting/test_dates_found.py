"""What a draft says of dates and times: one century, every order among them, times of day."""

import datetime as dt
import random
import tomllib

import pyarrow as pa
import pyarrow.csv
import pytest

import kinonym as kn
from kinonym.domains.centuries import find_first_year
from kinonym.domains.date_formats import DateForm
from kinonym.drafting import draft_recipe, guess_table
from kinonym.drafting.dates_found import find_linked, find_orders, read_date_columns, read_starts
from kinonym.drafting.times_found import are_times_of_day
from kinonym.recipe import load_recipe

FIRST = dt.date(2008, 1, 1)


def later(day, most, draw):
    return day + dt.timedelta(days=draw.randrange(most))


def stays(number=300, seed=1, form="%Y-%m-%d", births=(1915, 2007), dead=0.1):
    """Births, admissions, discharges and a few deaths, each in its order, and an unrelated date."""
    draw, rows = random.Random(seed), []
    days = (dt.date(births[1], 12, 31) - dt.date(births[0], 1, 1)).days
    for _ in range(number):
        born, came = later(dt.date(births[0], 1, 1), days, draw), later(FIRST, 700, draw)
        left = later(came, 20, draw)
        died = later(left, 80, draw) if draw.random() < dead else None
        rows.append([died, left, later(FIRST, 700, draw), born, came])
    texts = [[None if day is None else day.strftime(form) for day in row] for row in rows]
    names = ("died", "left", "paid", "born", "came")
    return {name: [row[j] for row in texts] for j, name in enumerate(names)}


def orders_of(sample):
    return find_orders(read_starts(sample, read_date_columns(sample, list(sample)).dates))


def test_orders_are_reduced_to_a_chain():
    orders = orders_of(stays())
    assert {name: set(then) for name, then in orders.items()} == {
        "born": {"came", "paid"},
        "came": {"left"},
        "left": {"died"},
    }


@pytest.mark.parametrize(("wrong", "found"), [(0, True), (4, True), (10, False)])
def test_two_in_a_hundred_rows_may_be_out_of_order(wrong, found):
    sample = stays()
    for i in range(wrong):
        sample["came"][i], sample["left"][i] = "2015-01-01", "2008-01-01"
    assert ("left" in orders_of({name: sample[name] for name in ("came", "left")}).get("came", ())) is found


def test_few_deaths_are_enough_if_all_are_in_order():
    sample = stays(60, dead=0.15)
    known = [i for i, day in enumerate(sample["died"]) if day is not None]
    assert 5 <= len(known) < 20
    assert orders_of(sample)["left"] == ("died",)
    sample["died"][known[0]] = "1999-01-01"
    assert "left" not in orders_of(sample)


def test_equal_dates_are_linked_and_an_order_may_be_among_them():
    days = [f"2020-01-{1 + i % 28:02}" for i in range(200)]
    assert orders_of({"b": days, "a": list(days)}) == {"b": ("a",)}
    assert orders_of({"a": days, "b": [*days[1:], "2020-01-01"]}) == {}
    after = ["2020-02-01" if i % 50 == 0 else day for i, day in enumerate(days)]
    assert orders_of({"a": days, "b": after}) == {"a": ("b",)}


def test_dates_in_an_order_with_masked_ones_are_masked_with_them():
    sample = {**stays(), "outcome_date": stays(seed=1)["died"]}
    sample["outcome_date"] = [day or "2011-01-01" for day in sample["outcome_date"]]
    guess = guess_table(sample, {})
    roles = {column.column: column.role.value for column in guess.columns}
    assert roles["outcome_date"] == "quasi"
    assert find_linked({"a": ("b",), "b": ("c",), "x": ("y",)}, ["c"]) == {"a", "b", "c"}


@pytest.mark.parametrize(
    ("births", "century"), [((1915, 2007), {1910, 1911, 1912, 1913, 1914, 1915}), ((1940, 1999), {1930})]
)
def test_one_century_keeps_most_rows_in_order(births, century):
    """Alone the births of 1915 to 1926 could be of 2015 to 2026; the admissions of 2008 and 2009 say that they are not."""
    short = stays(form="%m/%d/%y", births=births)
    mixed = {**stays(births=births), "born": short["born"]}
    for sample in (short, mixed):
        assert find_first_year(sample) in century
        assert orders_of(sample) == orders_of(stays(births=births))
    assert find_first_year(stays()) is None


def test_four_digit_years_keep_their_century_among_two_digit_years():
    sample = {"born": ["1895-05-17", "1.2.31", "13.4.30"] * 5, "seen": ["1.2.1940", "3.4.1950", "5.6.1931"] * 5}
    assert find_first_year(sample) in range(1831, 1931)


def test_a_column_with_four_digits_says_which_century_the_others_are_of():
    sample = {"born": ["1.2.04", "3.4.12", "5.6.20"] * 5, "died": ["1.2.1931", "3.4.1950", "5.6.1961"] * 5}
    assert find_first_year(sample) in range(1821, 1905)  # nobody dies before the birth


@pytest.mark.parametrize("form", ["%m/%d/%y", "%Y-%m-%d", "%d.%m.%Y"])
def test_the_release_of_an_unedited_draft_keeps_every_order(tmp_path, form):
    sample = {name: [day or "" for day in days] for name, days in stays(400, form=form).items()}
    text = draft_recipe(guess_table(sample, {}))
    recipe = load_recipe(text)
    assert (recipe.table.two_digit_years_from is not None) is ("%y" in form)
    pyarrow.csv.write_csv(pa.table(sample), tmp_path / "in.csv")
    result = kn.mask_file(tmp_path / "in.csv", recipe, tmp_path / "out.csv")
    assert not any("in the original" in notice for notice in result.notices)
    rows = pyarrow.csv.read_csv(
        tmp_path / "out.csv",
        convert_options=pyarrow.csv.ConvertOptions(column_types=dict.fromkeys(sample, pa.string())),
    ).to_pylist()
    ordered = [
        ("born", "came"),
        ("born", "left"),
        ("born", "died"),
        ("came", "left"),
        ("came", "died"),
        ("left", "died"),
    ]
    for first, last in ordered:
        assert all(not row[first] or not row[last] or year(row[first]) <= year(row[last]) for row in rows)


def year(text):
    """The year of a written date, whatever its form; all have four digits unless a day is written."""
    parts = text.replace("/", "-").replace(".", "-").split("-")
    found = [int(part) for part in parts if len(part) == 4] or [int(parts[-1])]
    return found[0] if found[0] > 99 else 1910 + (found[0] - 10) % 100


def test_the_draft_says_how_two_digit_years_are_read():
    text = draft_recipe(guess_table(stays(form="%m/%d/%y"), {}))
    first = tomllib.loads(text)["table"]["two_digit_years_from"]
    assert f"# guess: two-digit years are read as {first}–{first + 99}" in text
    assert tomllib.loads(text)["columns"]["born"]["before"] == ["paid", "came"]


@pytest.mark.parametrize(
    ("column", "values", "expected"),
    [
        ("arrival", ["21:09", "7:30", "00:00"], True),
        ("arrival", ["9:05 PM", "12:30 am"], True),
        ("arrival", ["21h09", "07h30"], True),
        ("dep_time", [f"{hour}{minute:02}" for hour in (5, 9, 14) for minute in range(0, 60, 7)], True),
        ("Uhrzeit", [f"{hour:02}30" for hour in range(24)], True),
        ("code", [f"{hour:02}30" for hour in range(24)], False),
        ("time", ["0930", "1015"], False),  # two numbers are easily times
        ("survival_time", [str(number) for number in range(100, 160, 3)], False),
        ("duration", ["01:30", "02:10"], False),
        ("seen", ["2020-01-01 21:09"], False),
        ("score", ["45:10", "21:09"], False),
    ],
)
def test_times_of_day_are_known_by_shape_or_name(column, values, expected):
    assert are_times_of_day(column, values) is expected


def test_times_are_drafted_as_quasi_identifiers_of_their_own_type():
    draw = random.Random(2)
    sample = {"arrival": [f"{draw.randrange(24):02}:{draw.randrange(60):02}" for _ in range(200)]}
    section = tomllib.loads(draft_recipe(guess_table(sample, {})))["columns"]["arrival"]
    assert section == {"role": "quasi", "type": "time"}


@pytest.mark.parametrize(
    ("dates", "filler"),
    [
        (["20221105", "20240527", "19990228", "20141112"], "99991231"),
        (["2022-11-05", "2024-05-27", "1999-02-28"], "9999-12-31"),
        (["05.11.2022", "27.05.2024", "28.02.1999"], "31.12.9999"),
        (["2022-11-05", "2024-05-27", "1999-02-28"], "0000-00-00"),
    ],
)
def test_a_date_that_says_no_end_is_missing(dates, filler):
    sample = {"AUSTR": [filler] * 60 + dates * 5}
    guess = guess_table(sample, {}, rows=len(sample["AUSTR"]))
    assert [(marker.text, marker.sure) for marker in guess.markers] == [(filler, True)]
    assert (guess.columns[0].role.value, guess.columns[0].type.value) == ("quasi", "date")


def test_dates_with_a_month_in_letters_and_no_marks_are_dates():
    values = [f"{day:02}{month}2024" for day in range(1, 25) for month in ("JAN", "MAY", "NOV")]
    column = guess_table({"IVDATE": values}, {}, rows=len(values)).columns[0]
    assert (column.role.value, column.type.value) == ("quasi", "date")
    form = DateForm.of(values)
    moment = form.read("05NOV2024").start
    assert [form.write(moment, period) for period in ("day", "month", "year")] == ["05NOV2024", "NOV2024", "2024"]
    assert form.read("NOV2024").month == 11
