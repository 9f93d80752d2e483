"""Dates as a type of column: read in the column's form, compared in days, written at a precision that k share."""

import datetime as dt
import random
from collections import Counter

import pyarrow as pa
import pytest

import kinonym as kn
from kinonym.domains import Dates
from kinonym.domains.date_formats import DateForm
from kinonym.errors import DataError, RecipeError

START = dt.date(2019, 1, 1)


def days(number, spread, seed=1, form="%Y-%m-%d"):
    draw = random.Random(seed)
    return [(START + dt.timedelta(days=draw.randrange(spread))).strftime(form) for _ in range(number)]


def masked(columns, table, k=5, **method):
    recipe = {"columns": columns, "method": {"name": "sa-mdav", "k": k, **method}, "release": {"accept_unique": True}}
    return kn.mask(pa.table(table), recipe)


DATE = {"role": "quasi", "type": "date"}


@pytest.mark.parametrize(
    ("values", "period", "written"),
    [
        (["2020-03-05", "2020-11-30"], "day", ["2020-03-05", "2020-11-30"]),
        (["5.3.2020", "30.11.2020"], "day", ["5.3.2020", "30.11.2020"]),
        (["05.03.2020", "30.11.2020"], "month", ["03.2020", "11.2020"]),
        (["03/05/2020", "11/30/2020"], "month", ["03/2020", "11/2020"]),
        (["20200305", "20201130"], "day", ["20200305", "20201130"]),
        (["20200305", "20201130"], "month", ["2020-03", "2020-11"]),
        (["05-MAR-2020", "30-NOV-2020"], "day", ["05-MAR-2020", "30-NOV-2020"]),
        (["05-Mar-2020", "30-Nov-2020"], "month", ["Mar-2020", "Nov-2020"]),
        (["2020-03-05", "2020-11-30"], "quarter", ["2020-Q1", "2020-Q4"]),
        (["2020-03-05", "2020-11-30"], "year", ["2020", "2020"]),
        (["3/5/64 21:09", "11/30/65 7:05"], "day", ["3/5/64", "11/30/65"]),
        (["3/5/99", "11/30/01"], "day", ["3/5/99", "11/30/01"]),
        (["3/5/99", "11/30/01"], "month", ["3/1999", "11/2001"]),  # 11/01 could be a day in January
        (["3/5/99", "11/30/01"], "year", ["1999", "2001"]),  # 99 alone could be an age
        (["05-MAR-99", "30-NOV-01"], "day", ["05-MAR-99", "30-NOV-01"]),
        (["05-MAR-99", "30-NOV-01"], "month", ["MAR-1999", "NOV-2001"]),
        (["2020-03-05T09:31:22Z", "2020-11-30T00:00:00Z"], "minute", ["2020-03-05T09:31:00Z", "2020-11-30T00:00:00Z"]),
        (["2020-03-05 09:31", "2020-11-30 23:59"], "hour", ["2020-03-05 09:00", "2020-11-30 23:00"]),
        (["2020-03-05 9:31 PM", "2020-11-30 12:59 AM"], "hour", ["2020-03-05 21:00", "2020-11-30 00:00"]),
    ],
)
def test_a_column_keeps_its_form_at_any_precision(values, period, written):
    domain = Dates(form=DateForm.of(values), period=period)
    assert domain.decode(domain.encode(values)) == written
    assert domain.decode(domain.encode(written)) == written  # what is written can be read again


def test_dates_are_compared_in_days_and_centred_on_the_median():
    dates = Dates().fit(["2020-01-01", "2020-01-11"])  # the standard deviation of 0 and 10 days is 5
    assert dates.distance(dates.encode(["2020-01-01"])[0], dates.encode(["2020-01-11"])[0]) == 2
    assert kn.centroid(Dates(), ["2020-01-01", "2020-01-02", "2020-12-31"]) == "2020-01-02"


def test_the_precision_is_the_finest_that_most_records_share():
    crowded = masked({"seen": DATE}, {"seen": days(400, 20)}).table.column("seen").to_pylist()
    thin = masked({"seen": DATE}, {"seen": days(400, 700)}).table.column("seen").to_pylist()
    sparse = masked({"seen": DATE}, {"seen": days(60, 20_000)}).table.column("seen").to_pylist()
    assert [len(column[0]) for column in (crowded, thin, sparse)] == [10, 7, 4]


@pytest.mark.parametrize("method", ["sa-mdav", "mdav", "recode", "resample", "srs1", "record-swap"])
def test_no_date_of_few_records_is_released(method):
    given = days(200, 150)
    recipe = {"columns": {"seen": {**DATE, "precision": "day"}}, "method": {"name": method, "k": 5}}
    released = Counter(kn.mask(pa.table({"seen": given}), recipe).table.column("seen").to_pylist())
    own = Counter(given)
    assert [day for day in released if 0 < own[day] < 5] == []


def test_a_time_of_day_is_not_released_unless_it_is_asked_for():
    given = [f"{day} {9 + i % 9}:{i % 60:02}:{i % 7:02}" for i, day in enumerate(days(300, 10))]
    released = masked({"seen": DATE}, {"seen": given}).table.column("seen").to_pylist()
    assert all(len(text) == 10 for text in released)


@pytest.mark.parametrize(
    ("values", "precision", "words"),
    [
        (["2020-01-31", "31.01.2020"], None, "2 formats (year first: 1, year last: 1"),
        (["2020-02-31", "2020-02-28"], None, "1 of 2 distinct values name a day or month that does not exist"),
        (["2020-02-28 25:00", "2020-02-28 11:00"], None, "1 of 2 distinct values name a day"),
        (["soon", "2020-02-28"], None, "1 of 2 distinct values are not dates"),
        (["2020-02-28", "2020-02-29"], "second", "are only precise to the day"),
    ],
)
def test_bad_dates_are_refused_with_counts_and_without_a_value(values, precision, words):
    column = DATE if precision is None else {**DATE, "precision": precision}
    with pytest.raises(DataError) as caught:
        masked({"seen": column}, {"seen": values * 10})
    assert words in caught.value.message
    assert "'seen'" in caught.value.message
    assert "soon" not in str(caught.value)


def test_values_that_are_not_dates_may_be_suppressed():
    given = [*days(60, 20), "2020-02-31", "soon"]
    result = masked({"seen": {**DATE, "unmapped": "suppress"}}, {"seen": given})
    assert result.table.num_rows == 62


@pytest.mark.parametrize(
    "column",
    [{"precision": 2, **DATE}, {"role": "quasi", "type": "numeric", "precision": "day"}, {"precision": "week", **DATE}],
)
def test_an_impossible_precision_is_a_recipe_error(column):
    with pytest.raises(RecipeError, match="precision"):
        masked({"seen": column}, {"seen": ["2020-01-31"] * 9})


def test_the_report_speaks_of_dates_not_of_numbers():
    result = masked({"seen": DATE}, {"seen": days(400, 700)})
    assert "dates by month" in result.report.document(".html")
    assert "7374" not in result.report.document(".html")


@pytest.mark.parametrize("method", ["srs1", "srs2", "srs3", "record-swap", "data-swap"])
@pytest.mark.parametrize("precision", ["day", None])
def test_a_swap_never_writes_a_date_of_few_records(method, precision):
    """A swap cannot change a date afterwards: if no dates are shared, not even by year, it refuses."""
    alone = [f"{1900 + i}-0{1 + i % 9}-1{i % 10}" for i in range(40)]
    column = {**DATE, **({} if precision is None else {"precision": precision})}
    settings = {"name": method, **({} if method == "data-swap" else {"k": 3})}
    with pytest.raises(DataError, match="column 'born': no date is shared by") as refused:
        kn.mask(pa.table({"born": alone}), {"columns": {"born": column}, "method": settings})
    assert "precision" in refused.value.hint


@pytest.mark.parametrize("form", ["%m/%d/%y", "%Y-%m-%d", "%d.%m.%Y"])
@pytest.mark.parametrize(
    "method", [{"name": "noise", "alpha": 2.0}, {"name": "srs1", "k": 3}, {"name": "recode", "k": 3}], ids=str
)
def test_dates_drawn_outside_the_range_of_the_column_pass_the_gate(form, method):
    """A year of two digits, read again, may be one of the century before."""
    table = pa.table({"seen": days(40, 600, form=form)})
    for seed in range(3):
        assert kn.mask(table, {"columns": {"seen": {"role": "quasi", "type": "date"}}, "method": method}, seed=seed)


def two_digits(first, last, number=30):
    """Days of some years, without their century."""
    years = [first + i * (last - first) // (number - 1) for i in range(number)]
    return [f"{1 + i % 28:02}.{1 + i % 12:02}.{year % 100:02}" for i, year in enumerate(years)]


def test_two_digit_years_are_read_as_past_years():
    """29.2.00 is in 2000: 1900 was not a leap year. Births of 1925 to 2012 precede visits in 2018. The century is noticed."""
    table = pa.table({"born": two_digits(1925, 2012), "seen": two_digits(2018, 2021)})
    result = kn.mask(
        table, {"columns": {"born": {**DATE, "before": "seen"}, "seen": DATE}, "method": {"name": "sa-mdav", "k": 3}}
    )
    assert not any("in the original" in notice for notice in result.notices)
    notice_end = "two-digit years were read as 1925–2024; use four digits to be sure"
    assert any(notice.endswith(notice_end) and "'born'" in notice for notice in result.notices)
    leap = pa.table({"seen": ["29.2.00", "13.3.00", "1.5.05"] * 5})
    assert kn.mask(leap, {"columns": {"seen": DATE}, "method": {"name": "sa-mdav", "k": 5}})


def test_t_of_unmasked_dates_compares_days():
    """Precision applies to masked columns: days of one year are ordered days, not spellings of a year.

    Ordered shares of January, February, November, December are 6, 3, 5, 4 of 18; group 1 has the first two, group 2
    the others: (|6/9 − 6/18| + |1 − 9/18| + |1 − 14/18|) / 3 = 19/54.
    """
    times = {"2020-01-01": 6, "2020-02-01": 3, "2020-11-01": 5, "2020-12-01": 4}
    day = [day for day, number in times.items() for _ in range(number)]
    table = pa.table({"group": ["1"] * 9 + ["2"] * 9, "day": day})
    columns = {
        "group": {"role": "quasi", "type": "plain"},
        "day": {"role": "confidential", "type": "date", "precision": "year"},
    }
    recipe = {"columns": columns, "method": {"name": "srs1", "k": 7}, "release": {"accept_unique": True}}
    assert kn.verify(table, ["group"], ["day"], recipe=recipe, ground="ordered").t == pytest.approx(19 / 54)
    method = {"name": "sa-mdav", "k": 5, "t_closeness": 0.3, "ground": "ordered"}
    released = kn.mask(table, {"columns": columns, "method": method, "release": {"accept_unique": True}}).table
    assert len(set(released.column("group").to_pylist())) == 1


def born_and_seen():
    """Births from 1910 to 2009 and visits in 2008 and 2009, their years written with two digits."""
    draw = random.Random(5)
    seen = [dt.date(2008, 1, 1) + dt.timedelta(days=draw.randrange(730)) for _ in range(300)]
    born = [min(day, dt.date(1910, 1, 1) + dt.timedelta(days=draw.randrange(36_500))) for day in seen]
    return {name: [f"{day:%d.%m.%y}" for day in days] for name, days in (("born", born), ("seen", seen))}


def test_all_two_digit_years_of_a_table_are_of_one_century():
    """Alone, the column of births would be read as 1927 to 2026, and a tenth of the births would follow the visit."""
    columns = {"born": {**DATE, "before": "seen"}, "seen": DATE}
    result = masked(columns, born_and_seen())
    assert not any("in the original" in notice for notice in result.notices)
    notice_end = "two-digit years were read as 1910–2009; use four digits to be sure"
    for name in columns:
        assert any(notice.endswith(notice_end) and repr(name) in notice for notice in result.notices)
    rows = result.table.to_pylist()
    assert all(int(row["born"][-4:]) <= int(row["seen"][-4:]) for row in rows)
    assert min(int(row["born"][-4:]) for row in rows) < 1927


def test_the_recipe_says_how_two_digit_years_are_read():
    recipe = {"table": {"two_digit_years_from": 1850}, "columns": {"seen": {**DATE, "precision": "year"}}}
    result = kn.mask(pa.table({"seen": ["1.2.49", "3.4.50"] * 9}), {**recipe, "method": {"name": "sa-mdav", "k": 5}})
    assert set(result.table.column("seen").to_pylist()) == {"1949", "1850"}
    assert any("read as 1850–1949" in notice for notice in result.notices)


def test_a_day_outside_the_century_is_written_with_four_digits():
    form = DateForm.of(["1.2.49", "3.4.50", "13.4.50"], 1950)
    assert form.write(dt.datetime.fromisoformat("2049-02-01"), "day") == "1.2.49"
    assert form.write(dt.datetime.fromisoformat("2050-02-01"), "day") == "1.2.2050"
    assert form.read("1.2.2050").year == 2050
    assert form.read("1.2.50").year == 1950


@pytest.mark.parametrize("wrong", [0, 9901, "1910s"])
def test_an_invalid_century_is_a_recipe_error(wrong):
    recipe = {"table": {"two_digit_years_from": wrong}, "columns": {"seen": DATE}, "method": {"name": "mdav", "k": 5}}
    with pytest.raises(RecipeError, match="two_digit_years_from"):
        kn.mask(pa.table({"seen": ["1.2.49"] * 9}), recipe)


def test_dates_with_named_months_and_two_digit_years_are_read():
    values = [f"{1 + i % 28:02}-{('JAN', 'FEB', 'MAR')[i % 3]}-{(95 + i) % 100:02}" for i in range(10)]
    domain = Dates(form=DateForm.of(values), period="day")
    assert domain.decode(domain.encode(values)) == values
    assert domain.form.read("05-JAN-98").year == 1998


def test_full_dates_before_1900_are_read_among_two_digit_years():
    """Spreadsheets export dates before 1900 in full, such as 1895-05-17."""
    values = ["3/5/94 0:00", "9/21/75 0:00", "1895-05-17 00:00:00"]
    form = DateForm.of(values)
    assert [form.read(value).year for value in values] == [1994, 1975, 1895]
    domain = Dates(form=form, period="day")
    assert domain.decode(domain.encode(values)) == ["3/5/94", "9/21/75", "5/17/1895"]
