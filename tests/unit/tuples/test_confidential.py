"""The texts of a confidential column: of equally common spellings, no order of rows decides which comes first."""

from itertools import permutations

import numpy as np

from kinonym import Numeric
from kinonym.tuples.confidential import Confidential

SPELLINGS = {"1": 1.0, "1.0": 1.0, "01": 1.0, "2": 2.0}


def test_equally_common_spellings_stand_in_the_order_of_their_characters():
    for texts in permutations(SPELLINGS):
        points = np.array([SPELLINGS[text] for text in texts])
        cells = np.zeros(4, dtype=np.int64), np.arange(4), np.full(4, 2)
        column = Confidential.from_counts("dose", Numeric(0.0, 2.0), points, texts, cells, 1)
        assert column.texts == ("01", "1", "1.0", "2")


def test_the_commonest_spelling_comes_first():
    counts = np.array([1, 3, 2, 1])
    cells = np.zeros(4, dtype=np.int64), np.arange(4), counts
    points = np.array(list(SPELLINGS.values()))
    column = Confidential.from_counts("dose", Numeric(0.0, 2.0), points, tuple(SPELLINGS), cells, 1)
    assert column.texts == ("1.0", "01", "1", "2")
