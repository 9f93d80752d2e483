"""The bounds are bounds: no partition of a small table, tried one by one, costs less."""

from itertools import product

import numpy as np
import pytest

from experiments.beyond.lower_bounds import best_known, centre_squares, linear_bound, pair_bound, proven
from experiments.mondrian import mondrian_plan
from experiments.survey import survey
from kinonym.domains import Nominal
from kinonym.grouped import Tuples
from kinonym.metrics import measure_utility
from kinonym.taxonomy import Taxonomy

TREE = Taxonomy.from_parents(
    {"all": [], "a": ["all"], "b": ["all"], "a1": ["a"], "a2": ["a"], "a3": ["a"], "b1": ["b"], "b2": ["b"]}
)


def small_table(counts):
    domain = Nominal(TREE)
    points = np.asarray(domain.encode(["a1", "a2", "a3", "b1", "b2"][: len(counts)]))[:, None]
    return Tuples.from_points(["x"], [domain], points, np.array(counts, dtype=np.int64))[0]


def least_cost(squares, counts, k):
    """Every way to give each record a centre, such that no centre has 1 to k − 1 records."""
    records = np.repeat(np.arange(len(counts)), counts)
    least = np.inf
    for centres in product(range(squares.shape[1]), repeat=len(records)):
        used = np.bincount(centres, minlength=squares.shape[1])
        if not ((used > 0) & (used < k)).any():
            least = min(least, squares[records, centres].sum())
    return least


@pytest.mark.parametrize(("counts", "k"), [([1, 1, 1, 1], 2), ([2, 1, 1, 1], 2), ([3, 1, 1], 3), ([1, 1, 1, 2], 2)])
def test_bounds_lie_below_the_best_of_all_partitions(counts, k):
    tuples = small_table(counts)
    squares = centre_squares(tuples)
    best = least_cost(squares, tuples.counts, k)
    linear = linear_bound(squares, tuples.counts, k)
    assert pair_bound(squares, tuples.counts, k) <= best + 1e-9
    assert linear.value <= best + 1e-9
    assert linear.value >= 0.9 * pair_bound(squares, tuples.counts, k)
    known = best_known(linear, squares, tuples.counts, k)
    assert np.isnan(known) or known >= best - 1e-9


def test_any_prices_prove_a_bound():
    tuples = small_table([1, 1, 1, 2])
    squares = centre_squares(tuples)
    best = least_cost(squares, tuples.counts, 2)
    rng = np.random.default_rng(1)
    for _ in range(200):
        assert proven(squares, tuples.counts, 2, rng.random(4) * rng.random())[0] <= best + 1e-9


def test_mondrian_keeps_k_and_is_undone_by_nothing():
    for k in (2, 5, 50):
        used = measure_utility(mondrian_plan(survey(), k))
        assert used.smallest_class >= k
    assert measure_utility(mondrian_plan(survey(), 2)).sse < measure_utility(mondrian_plan(survey(), 50)).sse
