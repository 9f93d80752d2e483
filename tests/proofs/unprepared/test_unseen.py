"""The unseen tables, made after the rules had been improved with all earlier sets.

The key was written before any of these tables had been drafted, by an author who had read neither the rules nor their
word lists.
"""

from __future__ import annotations

from functools import cache

import pytest

from kinonym import ontologies
from unprepared.dates import contradictions
from unprepared.figures import read_key, read_orders
from unprepared.made import FRESH, LAST, LATER, TABLES, UNSEEN, rows_of
from unprepared.roles import draft, wrong_roles


@pytest.fixture(scope="module")
def wrong(tmp_path_factory):
    """Table, column, expected role and drafted role of each wrong column."""
    folder, read_again = tmp_path_factory.mktemp("unseen"), ontologies.load
    ontologies.load = cache(read_again)
    try:
        return [(name, *each) for name in UNSEEN for each in wrong_roles(draft(name, folder))]
    finally:
        ontologies.load = read_again


def test_no_draft_of_the_unseen_tables_releases_an_identifier(wrong):
    assert [each for each in wrong if each[2] == "identifier"] == []


def test_nearly_every_column_of_the_unseen_tables_is_protected_as_in_the_key(wrong):
    columns = sum(map(len, read_key("unseen_key.csv").values()))
    less = [each for each in wrong if each[2] == "quasi" and each[3] != "identifier"]
    assert len(less) <= 0.01 * columns, less
    assert len(wrong) <= 0.05 * columns, wrong


def test_the_unseen_key_is_complete():
    key = read_key("unseen_key.csv")
    assert {name: list(rows_of(name)[0]) for name in UNSEEN} == {name: list(columns) for name, columns in key.items()}
    assert not set(UNSEEN) & (set(FRESH) | set(LAST) | set(LATER) | set(TABLES))


def test_dates_of_every_unseen_table_hold_their_order():
    for name, orders in read_orders("unseen_order.csv").items():
        for first, second, style in orders:
            both = [row for row in rows_of(name) if row[first] and row[second]]
            assert both, (name, first, second)
            assert not contradictions(both, first, second, style)
