"""Times of day as a type of column: compared around the clock, centred on the circular median, written by hour."""

import random

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pytest

import kinonym as kn
from drawing import fresh_random
from kinonym.domains.time_form import TimeForm
from kinonym.domains.times_of_day import TimesOfDay
from kinonym.errors import DataError, RecipeError

TIME = {"role": "quasi", "type": "time"}


def clock(minute):
    return f"{minute % 1440 // 60:02}:{minute % 60:02}"


def night(number, seed=1):
    """Times around midnight."""
    draw = random.Random(seed)
    return [clock(int(draw.gauss(1430, 120))) for _ in range(number)]


def masked(values, method=None, **column):
    recipe = {"columns": {"at": {**TIME, **column}}, "method": method or {"name": "sa-mdav", "k": 5}}
    return kn.mask(pa.table({"at": values}), recipe)


@pytest.mark.parametrize(
    ("values", "hours", "minutes"),
    [
        (["21:09", "07:30"], ["21:00", "07:00"], ["21:09", "07:30"]),
        (["21:09", "7:30"], ["21:00", "7:00"], ["21:09", "7:30"]),
        (["9:05 PM", "12:30 AM"], ["9:00 PM", "12:00 AM"], ["9:05 PM", "12:30 AM"]),
        (["9:05pm", "12:30pm"], ["9:00pm", "12:00pm"], ["9:05pm", "12:30pm"]),
        (["21:09:33", "00:00:01"], ["21:00:00", "00:00:00"], ["21:09:00", "00:00:00"]),
        (["0930", "2359"], ["0900", "2300"], ["0930", "2359"]),
        (["21h09", "07h30"], ["21h00", "07h00"], ["21h09", "07h30"]),
        (["9 PM", "12 AM"], ["9 PM", "12 AM"], ["9 PM", "12 AM"]),
    ],
)
def test_a_column_keeps_its_form_at_both_precisions(values, hours, minutes):
    for period, written in (("hour", hours), ("minute", minutes)):
        domain = TimesOfDay.of(TimeForm.of(values), period)
        assert domain.decode(domain.encode(values)) == written
        assert domain.decode(domain.encode(written)) == written  # what is written can be read again


def naive_distance(a, b):
    """The shorter way around a clock of 24 hours; half a day counts as 1."""
    return min((a - b) % 24, (b - a) % 24) / 12


def test_the_distance_of_two_times_is_the_shorter_way_around_the_clock():
    times = TimesOfDay.of(TimeForm(), "hour")
    every = [clock(60 * hour) for hour in range(24)]
    expected = [[naive_distance(a, b) for b in range(24)] for a in range(24)]
    assert times.distances(every, every) == pytest.approx(np.array(expected))
    assert times.distance("23:50", "00:10") == pytest.approx(1 / 12)
    assert times.distance("07:00", "06:00-11:59") == pytest.approx((1 + 0 + 1 + 2 + 3 + 4) / 6 / 12)


@pytest.mark.parametrize("seed", range(20))
def test_the_centre_is_the_circular_median(seed):
    """No hour of the whole circle is nearer to all times than the centre, which is one of them."""
    draw = fresh_random("circular median", seed)
    hours = [draw.randrange(24) for _ in range(draw.randint(1, 9))]
    times = TimesOfDay.of(TimeForm(), "hour")
    centre = int(kn.centroid(times, [clock(60 * hour) for hour in hours])[:2])
    sums = [sum(naive_distance(hour, other) for other in hours) for hour in range(24)]
    assert sums[centre] == pytest.approx(min(sums))
    assert centre in hours


@pytest.mark.parametrize("refine", [False, True])
def test_times_around_midnight_are_neighbours(refine):
    """On a line the centre of 23:00 and 00:00 would be noon."""
    released = masked(night(200), {"name": "sa-mdav", "k": 5, "refine": refine}).table.column("at").to_pylist()
    assert {int(text[:2]) for text in released} <= {*range(18, 24), *range(6)}
    assert all(text.endswith(":00") for text in released)


@pytest.mark.parametrize(
    "method",
    [
        {"name": "mdav", "k": 5},
        {"name": "sa-mdav", "k": 5, "block_size": 50},
        {"name": "recode", "k": 5},
        {"name": "resample", "k": 5},
        {"name": "suppress", "k": 5},
        {"name": "noise", "alpha": 0.2},
        {"name": "srs1", "k": 5},
        {"name": "srs3", "k": 5},
        {"name": "record-swap", "k": 5},
    ],
    ids=lambda method: method["name"],
)
@pytest.mark.parametrize("precision", ["hour", "minute"])
def test_every_method_writes_times(method, precision):
    result = masked([*night(120), None], method, precision=precision)
    released = [text for text in result.table.column("at").to_pylist() if text is not None]
    assert released or (method["name"], precision) == ("suppress", "minute")  # no five have a minute in common
    assert all(text == "any time" or TimeForm.read(text[:5]) is not None for text in released)
    assert f"times of day by {precision}" in result.report.document(".html")


def test_generalised_times_become_parts_of_the_day():
    values = ["22:10", "23:20", "21:30", "20:40", "07:10"] * 4 + ["08:20"] * 4
    released = masked(values, {"name": "generalise", "k": 8}).table.column("at").to_pylist()
    assert sorted(set(released)) == ["06:00-11:59", "18:00-23:59"]
    apart = masked(["22:10", "07:20"] * 3, {"name": "generalise", "k": 4}).table.column("at").to_pylist()
    assert set(apart) == {"any time"}


def test_every_engine_reads_the_same_times(tmp_path):
    pyarrow.csv.write_csv(pa.table({"at": night(80)}), tmp_path / "in.csv")
    recipe = {"columns": {"at": TIME}, "method": {"name": "sa-mdav", "k": 5}}
    for engine in ("memory", "duckdb"):
        kn.mask_file(tmp_path / "in.csv", recipe, tmp_path / f"{engine}.csv", engine=engine, seed=1)
    texts = [sorted((tmp_path / f"{engine}.csv").read_text().splitlines()) for engine in ("memory", "duckdb")]
    assert texts[0] == texts[1]


def test_values_that_are_not_times_are_counted_and_may_be_suppressed():
    values = [*night(40), "25:00", "soon"]
    with pytest.raises(DataError, match=r"column 'at' \(42 rows\): 2 of \d+ distinct values are not times of day"):
        masked(values)
    assert masked(values, unmapped="suppress").table.num_rows == 42


def test_the_precision_of_times_is_checked():
    with pytest.raises(RecipeError, match="precision 'day' is not valid for a column of type time"):
        masked(night(20), precision="day")


def test_a_time_and_a_date_have_no_common_order():
    columns = {"from": {**TIME, "before": "to"}, "to": {"role": "quasi", "type": "date"}}
    table = pa.table({"from": night(20), "to": ["2024-03-05"] * 20})
    with pytest.raises(RecipeError, match="no common order"):
        kn.mask(table, {"columns": columns, "method": {"name": "mdav", "k": 5}})


def shifts(rows=150):
    """Beginnings and ends within a day."""
    draw = fresh_random("shifts")
    begins = [draw.randint(300, 1300) for _ in range(rows)]
    return pa.table(
        {"from": [clock(b) for b in begins], "to": [clock(min(1439, b + draw.randint(1, 400))) for b in begins]}
    )


@pytest.mark.parametrize("precisions", [("hour", "hour"), ("minute", "hour"), ("hour", "minute")])
@pytest.mark.parametrize("method", ["sa-mdav", "generalise", "resample"])
def test_times_of_one_row_keep_their_order(method, precisions):
    columns = {
        "from": {**TIME, "before": "to", "precision": precisions[0]},
        "to": {**TIME, "precision": precisions[1]},
    }
    recipe = {"columns": columns, "method": {"name": method, "k": 6}}
    rows = kn.mask(shifts(), recipe).table.to_pylist()
    assert len({(row["from"], row["to"]) for row in rows}) > 1
    domains = [TimesOfDay.of(TimeForm(), precision) for precision in precisions]
    first, last = (
        domain.encode([row[name] for row in rows]) for domain, name in zip(domains, ("from", "to"), strict=True)
    )
    assert not domains[0].comes_after(first, domains[1], last).any()


def test_a_draft_keeps_the_order_of_times():
    table = shifts()
    named = pa.table({"start time": table["from"], "end time": table["to"]})
    assert kn.draft(named).columns["start time"].successors == ("end time",)


def test_the_run_says_that_minutes_are_left_out():
    assert any("times are written by hour" in notice for notice in masked(night(40)).notices)
    assert not any("times are written" in notice for notice in masked(night(40), precision="minute").notices)


def test_confidential_times_can_be_asked_to_be_diverse():
    table = pa.table({"age": [str(i % 7) for i in range(70)], "at": night(70)})
    columns = {"age": {"role": "quasi", "type": "numeric"}, "at": {"role": "confidential", "type": "time"}}
    method = {"name": "sa-mdav", "k": 5, "l_diversity": 2, "t_closeness": 0.4, "ground": "semantic"}
    assert kn.mask(table, {"columns": columns, "method": method, "release": {"accept_unique": True}})
