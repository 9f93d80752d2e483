"""Counts below five never show, also not by subtraction from a total."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kinonym.release.report.values_shown import SMALLEST, shown


@given(st.lists(st.integers(0, 40), max_size=12))
def test_what_is_hidden_cannot_be_had_by_subtraction(counts):
    counts = np.array(counts, dtype=np.int64)
    seen = shown(counts)
    assert (counts[seen] >= SMALLEST).all()
    hidden = int(counts.sum() - counts[seen].sum())
    assert hidden == 0 or hidden >= SMALLEST or not seen.any()


@given(st.lists(st.integers(SMALLEST, 40), max_size=12))
def test_common_values_are_all_shown(counts):
    assert shown(np.array(counts, dtype=np.int64)).all()


def test_a_row_of_a_flow_by_hand():
    # 100 records: 3 + 4 are hidden, together 7 of them, so the 5 may stay.
    assert shown(np.array([88, 5, 3, 4])).tolist() == [True, True, False, False]
    # 100 records: the 3 alone would be 100 − 92 − 5; the 5 goes with them.
    assert shown(np.array([92, 5, 3])).tolist() == [True, False, False]
