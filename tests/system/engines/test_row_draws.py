"""The draws of rows depend on the key and the number of a row only, not on the order in which they are asked for."""

import numpy as np
import pytest

from kinonym.engines.contract import RunKey
from kinonym.engines.drawn_rows import RowDraws

KEY = RunKey.of(1)


@pytest.mark.parametrize("numbers", [[], [0], [70_000, 3, 65_535, 65_536, 3], list(range(300_000, 0, -7_919))])
def test_any_order_gives_the_same_draws(numbers):
    numbers = np.array(numbers, dtype=np.int64)
    one_by_one = [int(RowDraws(KEY, "order").of(np.array([number]))[0]) for number in numbers]
    assert RowDraws(KEY, "order").of(numbers).tolist() == one_by_one


def test_draws_differ_by_row_and_purpose():
    numbers = np.arange(200_000)
    drawn = RowDraws(KEY, "order").of(numbers)
    assert len(np.unique(drawn)) == len(numbers)
    assert not np.array_equal(drawn, RowDraws(KEY, "deal").of(numbers))
