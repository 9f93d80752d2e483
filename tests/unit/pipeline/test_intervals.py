"""Generalised numbers and dates become intervals, wider and wider, before they become missing."""

import random

import pyarrow as pa
import pytest

import kinonym as kn
from kinonym.domains import Numeric
from kinonym.domains.intervals import interval_levels


def generalise(columns, table, **method):
    recipe = {"columns": columns, "method": {"name": "generalise", "k": 5, **method}}
    return kn.mask(pa.table(table), recipe, aligned=True).table.to_pydict()


def test_numbers_are_generalised_to_round_intervals_that_contain_them():
    ages = Numeric(precision=0).fit([str(x) for x in range(17, 90)])
    points = ages.encode([str(x) for x in range(17, 90)])
    domain = ages.with_intervals(points)
    levels = interval_levels(domain.intervals, points)
    assert [domain.decode(level)[20] for level in levels] == ["35-39", "30-39", "20-39", "0-49"]  # of 37
    assert all(domain.encode(domain.decode(level)).tolist() == level.tolist() for level in levels)


@pytest.mark.parametrize("method", [{}, {"suppress_share": 0.05}])
def test_a_release_has_intervals_instead_of_missing_values(method):
    draw = random.Random(5)
    ages = [str(draw.randrange(18, 90)) for _ in range(300)]
    released = generalise({"age": {"role": "quasi", "type": "numeric"}}, {"age": ages}, **method)["age"]
    known = [text for text in released if text is not None]
    assert len(known) >= 0.95 * len(released)
    assert all("-" in text for text in known)
    if not method:  # every age lies in its interval
        bounds = [tuple(map(int, text.split("-"))) for text in known]
        assert all(low <= int(age) <= high for age, (low, high) in zip(ages, bounds, strict=True))


def test_clusters_become_the_narrowest_interval_that_contains_them():
    ages = [str(20 + i % 50) for i in range(200)]  # four records of each: no age stays by itself
    released = generalise({"age": {"role": "quasi", "type": "numeric"}}, {"age": ages}, scheme="local")["age"]
    known = [(int(age), text) for age, text in zip(ages, released, strict=True) if text is not None]
    assert len(known) > 150
    assert all(low <= age <= high for age, text in known for low, high in [map(int, text.split("-"))])


def test_unchanged_numbers_among_intervals_are_texts():
    ages = ["30"] * 9 + [str(20 + i) for i in range(40, 70)]
    released = generalise({"age": {"role": "quasi", "type": "numeric"}}, {"age": ages}, scheme="local")["age"]
    assert "30" in released
    assert all(text is None or isinstance(text, str) for text in released)


def test_dates_are_generalised_to_months_quarters_and_years():
    draw = random.Random(6)
    days = [f"20{draw.randrange(10, 20)}-{draw.randrange(1, 13):02}-{draw.randrange(1, 29):02}" for _ in range(300)]
    column = {"role": "quasi", "type": "date", "precision": "day"}
    released = set(generalise({"seen": column}, {"seen": days})["seen"])
    assert all(text in {day[:4] for day in days} or "Q" in text or len(text) == 7 for text in released)


def test_generalised_linked_columns_do_not_contradict_each_other():
    draw = random.Random(7)
    starts = [draw.randrange(1, 28) for _ in range(200)]
    table = {
        "in": [f"2020-{1 + i % 12:02}-{day:02}" for i, day in enumerate(starts)],
        "out": [f"2020-{1 + i % 12:02}-{day + 1:02}" for i, day in enumerate(starts)],
    }
    columns = {name: {"role": "quasi", "type": "date", "precision": "day"} for name in table}
    columns["in"]["before"] = "out"
    assert len(generalise(columns, table)["in"]) == 200  # the gate has counted the order
