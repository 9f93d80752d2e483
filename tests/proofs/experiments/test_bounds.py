"""The bounds are bounds: no partition of a small table, tried one by one, costs less."""

from itertools import combinations, product

import numpy as np
import pytest
from scipy.optimize import linprog

from kinonym.domains import Nominal
from kinonym.methods.sa_mdav import SaMdav
from kinonym.metrics import measure_utility
from kinonym.taxonomy import Taxonomy
from kinonym.tuples import Tuples
from research.beyond import price_ascent
from research.beyond.lower_bounds import best_known, centre_squares, linear_bound, pair_bound, proven
from research.mondrian import mondrian_plan
from research.survey import survey

pytestmark = pytest.mark.experiments

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


def least_partition(squares, counts, k):
    """The least cost of all partitions into classes of at least k records, each around its best centre."""

    def least(left):
        if not left:
            return 0.0
        head, rest = left[0], left[1:]
        return (
            min(
                squares[[head, *chosen]].sum(axis=0).min() + least(_without(rest, chosen))
                for size in range(k - 1, len(rest) + 1)
                for chosen in combinations(rest, size)
            )
            if len(left) >= k
            else np.inf
        )

    return least(np.repeat(np.arange(len(counts)), counts).tolist())


def _without(records, chosen):
    left = list(records)
    for record in chosen:
        left.remove(record)
    return left


def random_table(rng, columns):
    """A handful of records of one to three columns; some tuples have several."""
    domain = Nominal(TREE)
    points = rng.choice(np.asarray(domain.encode(["a1", "a2", "a3", "b1", "a"])), (rng.integers(3, 6), columns))
    points = np.vstack([points, np.repeat(points[:1], rng.integers(0, 3), axis=0)])
    return Tuples.from_points("xyz"[:columns], [domain] * columns, points, np.ones(len(points), dtype=np.int64))[0]


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_no_class_costs_less_than_the_lowered_prices_with_few_centres_tried(columns):
    """Compared with the whole matrix of centres. Prices that no class undercuts are unchanged."""
    rng = np.random.default_rng(columns)
    kept = 0
    for _ in range(80):
        tuples = random_table(rng, columns)
        squares, k = centre_squares(tuples), int(rng.integers(2, 4))
        price = rng.random(len(tuples)) * rng.random() * 0.2 * (tuples.counts < k)
        for mean in (0.01, 2.0):
            lower = price_ascent.lowered(tuples, k, price, mean)
            assert (lower <= price).all()
            assert proven(squares, tuples.counts, k, lower)[1].min() >= -1e-9
        if proven(squares, tuples.counts, k, price)[1].min() >= 0:
            kept += 1
            assert (lower == price).all()
    assert 5 < kept < 75


def test_no_concept_is_nearer_than_the_candidates_are():
    """The centres are the values and what subsumes them: in a tree any other concept is farther from all values."""
    domain = Nominal(TREE)
    every = domain.encode(list(TREE.concepts))
    leaves = ["a1", "a2", "a3", "b1", "b2"]
    for values in (chosen for size in (1, 2, 3) for chosen in combinations(leaves, size)):
        points = np.asarray(domain.encode(list(values)))[:, None]
        column = Tuples.from_points(["x"], [domain], points, np.ones(len(values), dtype=np.int64))[0].columns[0]
        for concept in every:
            ways = domain.between(column.points, np.full(len(values), concept))
            assert (column.space.table <= ways[:, None] + 1e-6).all(axis=0).any()


def class_programme(squares, counts, k):
    """The most that prices of 0 and more add up to if no class undercuts them: every class is a row."""
    classes = np.array(list(product(*(range(count + 1) for count in counts))))
    classes = classes[classes.sum(axis=1) >= k]
    return -linprog(-counts, A_ub=classes, b_ub=(classes @ squares).min(axis=1)).fun


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_raised_prices_prove_the_linear_programme_and_no_more_than_the_best_partition(columns, monkeypatch):
    """In small tables records are few and far between: they are looked for farther, in more steps."""
    monkeypatch.setattr(price_ascent, "FAR", 50.0)
    monkeypatch.setattr(price_ascent, "STEPS", 300)
    rng = np.random.default_rng(columns)
    shares = []
    for _ in range(80):
        tuples = random_table(rng, columns)
        squares, k = centre_squares(tuples), 2 if tuples.records < 6 else 3
        release = SaMdav(k=k, refine=True).plan(tuples, np.random.default_rng(0))
        bound = price_ascent.priced_bound(tuples, k, release)
        programme = class_programme(squares, tuples.counts, k)
        assert bound.value == pytest.approx(tuples.counts @ bound.price, abs=1e-12)
        assert bound.value <= programme + 1e-9
        assert bound.value <= least_partition(squares, tuples.counts, k) + 1e-9
        shares.append(bound.value / programme if programme > 1e-9 else 1.0)
    assert np.mean(shares) > 0.97
    assert np.median(shares) > 0.999


def test_mondrian_keeps_k():
    used = {k: measure_utility(mondrian_plan(survey(), k)) for k in (2, 5, 50)}
    assert all(used[k].smallest_class >= k for k in used)
    assert used[2].sse < used[50].sse
