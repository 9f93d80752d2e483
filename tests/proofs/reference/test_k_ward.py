"""k-Ward on arrays, with cached costs, against one on lists that looks at all pairs; and by hand."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kinonym.domains import Numeric
from kinonym.methods import KWard
from kinonym.methods.k_ward import _Joining
from kinonym.random import generator
from kinonym.testing import mixed_tuples
from kinonym.tuples import Tuples
from reference import naive


def groups_of(plan):
    """Tuple numbers, group by group, before equal centres are one class."""
    return sorted([np.flatnonzero(plan.target == g).tolist() for g in np.unique(plan.target)])


@given(mixed_tuples(max_rows=14, max_count=4), st.integers(2, 7))
def test_k_ward_is_the_algorithm_of_the_paper(tuples, k):
    assume(tuples.records >= k)
    plan = KWard(k=k).plan(tuples, generator(0))
    assert groups_of(plan) == naive.k_ward(tuples, k)


def line(numbers, counts=None):
    counts = np.ones(len(numbers), dtype=np.int64) if counts is None else np.array(counts)
    return Tuples.from_points(["x"], [Numeric()], np.array(numbers, dtype=float)[:, None], counts)[0]


@pytest.mark.parametrize(
    ("numbers", "k", "expected"),
    [
        # 0, 1, 2 | 10, 11 | 20, 21, 22: ends of three; 10 with 11 costs 1/2, then 10.5 joins the nearer end:
        # 2·3/5·(9.5² and 10.5²), the lower one. Five records are fewer than 2k = 6.
        ([0, 1, 2, 10, 11, 20, 21, 22], 3, [[0, 1, 2, 3, 4], [5, 6, 7]]),
        # natural groups of 2, 2 and 3 stay as they are
        ([0, 1, 10, 11, 20, 21, 22], 2, [[0, 1], [2, 3], [4, 5, 6]]),
    ],
)
def test_numbers_by_hand(numbers, k, expected):
    assert groups_of(KWard(k=k).plan(line(numbers), generator(0))) == expected


def test_a_group_of_two_k_is_divided_again():
    """Ends {0, 1} and {100, 101}; 10, 11 become a separate pair, and so do 12, 13: no group of 2k is left."""
    plan = KWard(k=2).plan(line([0, 1, 10, 11, 12, 13, 100, 101]), generator(0))
    assert groups_of(plan) == [[0, 1], [2, 3], [4, 5], [6, 7]]


def test_the_cost_of_a_union_is_the_rise_of_the_squared_error_of_numbers():
    """Lance and Williams: on numbers the cost that follows from the parts is Σ(x − mean)² of the union less the parts'."""
    draws, counts = np.random.default_rng(0), np.array([3, 1, 2, 5, 1])
    numbers = draws.normal(size=5)
    joining = _Joining(np.abs(numbers[:, None] - numbers[None, :]), counts)

    def error(members):
        return np.sum(counts[members] * (numbers[members] - np.average(numbers[members], weights=counts[members])) ** 2)

    joining.join(0, 3)
    joining.join(1, 2)
    assert joining._cost[0, 1] == pytest.approx(error([0, 1, 2, 3]) - error([0, 3]) - error([1, 2]))
    assert joining._cost[0, 4] == pytest.approx(error([0, 3, 4]) - error([0, 3]))


def test_a_table_of_one_combination_is_one_group():
    assert KWard(k=2).plan(line([5], [4]), generator(0)).class_sizes.tolist() == [4]


def test_a_large_table_is_cut_into_blocks(monkeypatch):
    monkeypatch.setattr("kinonym.methods.k_ward.BLOCK", 20)
    plan = KWard(k=3).plan(line(list(range(100))), generator(0))
    assert plan.class_sizes.min() >= 3
    assert any("blocks" in notice for notice in plan.notices)
