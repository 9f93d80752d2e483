"""Unedited drafts of the fresh tables, made after the rules had been improved with all earlier sets.

The key was written before any of these tables had been drafted, by an author who had read neither the rules nor their
word lists. Two tables were renamed afterwards, as an older set had tables of these names.
"""

from __future__ import annotations

import pytest

from unprepared.dates import contradictions
from unprepared.figures import measure_briefly, read_key, read_orders
from unprepared.made import FRESH, LAST, LATER, TABLES, rows_of


@pytest.fixture(scope="module")
def figures(tmp_path_factory):
    return measure_briefly(tmp_path_factory.mktemp("fresh"), FRESH)


def test_the_fresh_key_is_complete():
    key = read_key("fresh_key.csv")
    assert {name: list(rows_of(name)[0]) for name in FRESH} == {name: list(columns) for name, columns in key.items()}
    assert not set(FRESH) & (set(LAST) | set(LATER) | set(TABLES))


def test_dates_of_every_fresh_table_hold_their_order():
    for name, orders in read_orders("fresh_order.csv").items():
        for first, second, style in orders:
            both = [row for row in rows_of(name) if row[first] and row[second]]
            assert both, (name, first, second)
            assert not contradictions(both, first, second, style)


def test_unedited_drafts_of_fresh_tables_release_no_identifier(figures):
    assert figures.released_identifiers == []


def test_no_release_of_a_fresh_table_contradicts_the_order_of_its_dates(figures):
    assert figures.contradictions == []


def test_at_least_95_percent_of_the_fresh_drafts_are_masked_unedited(figures):
    assert len(figures.refused) <= 0.05 * len(FRESH), figures.refused


def test_at_least_96_percent_of_the_fresh_columns_have_the_right_role(figures):
    assert len(figures.wrong_roles) <= 0.04 * figures.columns, figures.wrong_roles
