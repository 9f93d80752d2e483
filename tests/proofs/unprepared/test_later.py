"""Unedited drafts of the later tables, made after the rules had been improved with the first set.

The key was committed before any of these tables had been drawn or drafted, by an author who had not read the rules.
"""

from __future__ import annotations

import pytest

from unprepared.dates import contradictions
from unprepared.figures import measure_briefly, read_key, read_orders
from unprepared.made import LATER, TABLES, rows_of


@pytest.fixture(scope="module")
def figures(tmp_path_factory):
    return measure_briefly(tmp_path_factory.mktemp("later"), LATER)


def test_the_later_key_is_complete():
    key = read_key("later_key.csv")
    assert {name: list(rows_of(name)[0]) for name in LATER} == {name: list(columns) for name, columns in key.items()}
    assert not set(LATER) & set(TABLES)
    entries = [each for columns in key.values() for each in columns.values()]
    assert sum(each.also != "" for each in entries) <= len(entries) / 10


def test_dates_of_every_later_table_hold_their_order():
    for name, orders in read_orders("later_order.csv").items():
        for first, second, style in orders:
            both = [row for row in rows_of(name) if row[first] and row[second]]
            assert both, (name, first, second)
            assert not contradictions(both, first, second, style)


def test_unedited_drafts_of_later_tables_release_no_identifier(figures):
    assert figures.released_identifiers == []


def test_at_least_95_percent_of_the_later_drafts_are_masked_unedited(figures):
    assert len(figures.refused) <= 0.05 * len(LATER), figures.refused
