"""Unedited drafts of tables that were not made with the rules in mind: what they release, and what they get right.

The key was written before any table had been drafted, by an author who had not read the rules; it is corrected only
where it contradicts itself or the rules of the recipe, never to agree with a draft.
"""

from __future__ import annotations

import pytest

from unprepared.dates import contradictions, read_span
from unprepared.figures import find_identifiers, measure_briefly, read_key, read_orders
from unprepared.made import TABLES, rows_of


@pytest.fixture(scope="module")
def figures(tmp_path_factory):
    return measure_briefly(tmp_path_factory.mktemp("unprepared"))


def test_the_key_is_complete():
    key = read_key()
    assert {name: list(rows_of(name)[0]) for name in TABLES} == {name: list(columns) for name, columns in key.items()}
    assert len(TABLES) >= 34
    entries = [each for columns in key.values() for each in columns.values()]
    assert sum(each.also != "" for each in entries) <= len(entries) / 10
    assert not any(each.role == "identifier" and each.also == "other" for each in entries)


def test_every_language_has_its_tables():
    languages = [made.language for made in TABLES.values()]
    assert languages.count("en") >= 10
    assert all(languages.count(other) >= 2 for other in ("es", "ca", "fr", "de", "it", "pt", "nl", "pl", "sv"))


def test_the_tables_have_the_size_of_office_tables():
    for name in TABLES:
        assert 60 <= len(rows_of(name)) <= 800
        assert 5 <= len(rows_of(name)[0]) <= 33


def test_dates_of_every_table_hold_their_order():
    for name, orders in read_orders().items():
        for first, second, style in orders:
            both = [row for row in rows_of(name) if row[first] and row[second]]
            assert both, (name, first, second)
            assert not contradictions(both, first, second, style)


@pytest.mark.parametrize(
    ("text", "style", "start", "end"),
    [
        ("31/12/1999", "dmy", (1999, 12, 31), (1999, 12, 31)),
        ("12/31/99", "mdy", (1999, 12, 31), (1999, 12, 31)),
        ("05/04/03", "dmy", (2003, 4, 5), (2003, 4, 5)),
        ("31121999", "dmy", (1999, 12, 31), (1999, 12, 31)),
        ("202001312359", "ymd", (2020, 1, 31, 23, 59), (2020, 1, 31, 23, 59)),
        ("27-Apr-1981", "dmy", (1981, 4, 27), (1981, 4, 27)),
        ("2020", "dmy", (2020, 1, 1), (2020, 12, 31)),
        ("03/2020", "dmy", (2020, 3, 1), (2020, 3, 31)),
        ("032020", "dmy", (2020, 3, 1), (2020, 3, 31)),
        ("2020-03", "ymd", (2020, 3, 1), (2020, 3, 31)),
        ("64", "mdy", (1964, 1, 1), (1964, 12, 31)),
        ("1960-1969", "dmy", (1960, 1, 1), (1969, 12, 31)),
    ],
)
def test_a_date_is_read_as_the_span_that_it_may_mean(text, style, start, end):
    first, last = read_span(text, style)
    assert (first[: len(start)], last[: len(end)]) == (start, end)


def test_an_identifier_in_a_release_is_found():
    rows = rows_of("vet_visits")
    assert not find_identifiers("vet_visits", [{"Breed": row["Breed"]} for row in rows])
    assert find_identifiers("vet_visits", [{"Client": "*"} for _ in rows])
    assert find_identifiers("vet_visits", [{"Breed": row["Client phone"]} for row in rows])


def test_unedited_drafts_release_no_identifier(figures):
    assert figures.released_identifiers == []


def test_at_least_97_percent_of_the_roles_are_acceptable(figures):
    assert len(figures.wrong_roles) <= 0.03 * figures.columns, figures.wrong_roles


def test_at_least_95_percent_of_the_types_are_right(figures):
    assert len(figures.wrong_types) <= 0.05 * figures.typed, figures.wrong_types


def test_at_least_95_percent_of_the_drafts_are_masked_unedited(figures):
    assert len(figures.refused) <= 0.05 * len(TABLES), figures.refused


def test_no_release_contradicts_the_order_of_the_dates(figures):
    assert figures.contradictions == []


def test_the_proposed_person_column_is_that_of_the_key(figures):
    assert figures.wrong_persons == []
