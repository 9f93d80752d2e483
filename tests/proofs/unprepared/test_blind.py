"""The blind tables, made after the rules had been improved with all earlier sets.

The key was written before any of these tables had been drafted, by an author who had read neither the rules nor their
word lists.
"""

from __future__ import annotations

from unprepared.dates import contradictions
from unprepared.figures import read_key, read_orders
from unprepared.made import BLIND, FRESH, LAST, LATER, TABLES, UNSEEN, rows_of


def test_the_blind_key_is_complete():
    key = read_key("blind_key.csv")
    assert {name: list(rows_of(name)[0]) for name in BLIND} == {name: list(columns) for name, columns in key.items()}
    assert not set(BLIND) & (set(UNSEEN) | set(FRESH) | set(LAST) | set(LATER) | set(TABLES))


def test_dates_of_every_blind_table_hold_their_order():
    for name, orders in read_orders("blind_order.csv").items():
        for first, second, style in orders:
            both = [row for row in rows_of(name) if row[first] and row[second]]
            assert both, (name, first, second)
            assert not contradictions(both, first, second, style)
