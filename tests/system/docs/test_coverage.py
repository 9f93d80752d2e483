"""Everything that the five works describe is in the program, or has a reason why it is not."""

import pytest

from kinonym.methods import METHODS
from research import coverage

ROWS = coverage.read_list()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.work} {row.place} {row.what}")
def test_every_place_and_every_test_is_there(row):
    assert coverage.unresolved(row) == []
    assert row.work in coverage.WORKS
    assert row.place
    assert row.what


def test_the_list_covers_all_sections_of_the_works():
    assert len(ROWS) >= 94
    assert {row.work for row in ROWS} == set(coverage.WORKS)


def test_every_method_is_listed():
    named = {row.where.removeprefix("method:").partition(".")[0] for row in ROWS if row.where.startswith("method:")}
    assert set(METHODS) == named


def test_missing_entries_of_the_list_are_found():
    for where in ("method:mdav.taste", "recipe:columns.taste", "experiment:taste", "page:taste.md", "kinonym.taste",
                  "kinonym.metrics:taste"):  # fmt: skip
        row = coverage.Described(work="M", place="1", what="taste", where=where, test=ROWS[0].test, note="")
        assert coverage.unresolved(row)
    assert coverage.unresolved(coverage.Described(work="M", place="1", what="x", where="", test="", note=""))


def test_the_page_is_that_of_the_list():
    assert coverage.PAGE.read_text(encoding="utf-8") == coverage.as_page(ROWS)
