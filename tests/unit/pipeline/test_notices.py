"""Notices of one kind are grouped in one line."""

from __future__ import annotations

import pyarrow as pa

import kinonym as kn
from kinonym.pipeline.notices import group_notices


def test_figures_that_are_equal_in_all_notices_stay_in_the_grouped_notice():
    notice = "column {}: in {} classes of {} records the centre was a text that fewer than 5 records had"
    grouped = group_notices([notice.format("'a'", 2, 11), notice.format("'b'", 3, "1,400")])
    assert len(grouped) == 1
    assert grouped[0] == (
        "columns 'a' (2, 11), 'b' (3, 1,400): in … classes of … records the centre was a text that fewer than 5 "
        "records had"
    )


def test_notices_about_one_and_several_values_are_grouped():
    assert group_notices(["column 'a': 1 value has no concept", "column 'b': 4 values have no concept"]) == (
        "columns 'a' (1), 'b' (4): … values have no concept",
    )


def test_other_notices_keep_their_words_and_their_order():
    notices = ["first", "column 'a': is odd", "last", "column 'it''s': x", 'column "it\'s": is odd', "first"]
    assert group_notices(notices) == ("first", "columns 'a', \"it's\": is odd", "last", "column 'it''s': x")


def test_a_run_groups_what_it_says_of_its_columns():
    """Two columns with a single value each: one line, not two."""
    table = pa.table({"a": ["x"] * 20, "b": ["y"] * 20, "c": [str(i % 4) for i in range(20)]})
    columns = {name: {"role": "quasi", "type": "plain"} for name in table.column_names}
    result = kn.mask(table, {"columns": columns, "method": {"name": "sa-mdav", "k": 5}})
    assert "columns 'a', 'b': each has a single value" in result.notices
    assert "columns 'a', 'b': each has a single value" in repr(result)
