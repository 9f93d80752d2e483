"""Counts below five never show, also not by subtraction from a total."""

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kinonym as kn
from connections.hospital import TAXONOMY
from kinonym.release.report.value_labels import SMALLEST
from kinonym.release.report.values_shown import find_shown


@given(st.lists(st.integers(0, 40), max_size=12))
def test_hidden_counts_do_not_follow_by_subtraction(counts):
    counts = np.array(counts, dtype=np.int64)
    seen = find_shown(counts)
    assert (counts[seen] >= SMALLEST).all()
    hidden = int(counts.sum() - counts[seen].sum())
    assert hidden == 0 or hidden >= SMALLEST or not seen.any()


@given(st.lists(st.integers(SMALLEST, 40), max_size=12))
def test_common_values_are_all_shown(counts):
    assert find_shown(np.array(counts, dtype=np.int64)).all()


def test_a_row_of_a_flow_by_hand():
    # 100 records: 3 + 4 are hidden, together 7 of them, so the 5 may stay.
    assert find_shown(np.array([88, 5, 3, 4])).tolist() == [True, True, False, False]
    # 100 records: the 3 alone would be 100 − 92 − 5; the 5 goes with them.
    assert find_shown(np.array([92, 5, 3])).tolist() == [True, False, False]


def people(rows, columns, **table):
    """A report of rows (person, a, b …) in which sixteen persons have what is common."""
    content = [dict(zip(("who", *columns), row, strict=True)) for row in rows]
    frame = pd.DataFrame(content)
    recipe = {"table": table, "columns": columns, "method": {"name": "suppress", "k": 2}}
    return kn.mask(frame, {**recipe, "columns": {"who": {"role": "identifier"}, **columns}}).report


PLAIN, NUMBER = {"role": "quasi", "type": "plain"}, {"role": "quasi", "type": "numeric"}


@pytest.mark.parametrize(("table", "named"), [({"person": "who"}, False), ({}, True)])
def test_values_of_fewer_than_five_persons_are_not_named(table, named):
    """Three persons have seven records each of a value; as records they would be enough."""
    rows = [(f"p{i % 16}", "common") for i in range(64)]
    rows += [(f"q{i % 3}", "peculiar") for i in range(21)] + [(f"q{i % 2}", "scarce") for i in range(14)]
    report = people(rows, {"a": PLAIN}, **table)
    for document in (report.document(".html"), report.document(".json")):
        assert ("peculiar" in document, "scarce" in document) == (named, named)
    shown_values = {row["value"] for row in json.loads(report.document(".json"))["columns"]["a"]["values"]}
    assert shown_values == ({"common", "peculiar", "scarce"} if named else {"common"})


def test_members_of_sets_and_intervals_are_counted_by_person(tmp_path):
    (tmp_path / "sports.csv").write_text(TAXONOMY)
    sets = {"role": "quasi", "ontology": str(tmp_path / "sports.csv"), "separator": "|", "root": "top"}
    rows = [(f"p{i % 16}", "soccer|rugby", str(20 + i % 3)) for i in range(64)]
    rows += [(f"q{i % 3}", "rowing|soccer", str(90 + i % 2)) for i in range(24)]
    rows += [(f"r{i % 4}", "surfing|soccer", str(60 + i % 2)) for i in range(24)]
    found = json.loads(people(rows, {"a": sets, "age": NUMBER}, person="who").document(".json"))["columns"]
    assert {row["value"] for row in found["a"]["values"] if row["before"]} == {"soccer", "rugby"}
    shown_counts = [row["before"] for row in found["age"]["values"]]
    assert all(count is None or count > 24 for count in shown_counts)


def test_bins_of_distances_are_counted_by_person():
    """One person's eight records move; nobody else's do."""
    rows = [(f"p{i % 16}", "common") for i in range(64)] + [("q", "peculiar")] * 8 + [("r", "even")]
    found = json.loads(people(rows, {"a": PLAIN}, person="who").document(".json"))["columns"]["a"]["distances"]
    assert not [count for count in found["records"][1:] if count]
