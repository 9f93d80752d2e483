"""Data shuffling by semantic ranks: equal to plain lists with the same draws, and correlations are preserved."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinonym import Shuffle
from kinonym.domains import Numeric
from kinonym.methods.swap.ranking import most_marginal
from kinonym.methods.swap.shuffle import normal_correlations, rank_correlations
from kinonym.random import generator
from kinonym.testing import mixed_tuples
from kinonym.tuples import Plan, Tuples
from reference.naive import Naive
from swap import tables


def records_of(tuples):
    return [row for row, n in zip(tuples.codes.tolist(), tuples.counts.tolist(), strict=True) for _ in range(n)]


def distances_from_marginal(tuples, j):
    """Of each code of a column; the most marginal value is the method's own."""
    part, space = tuples.column_tuples[j], Naive(tuples)
    at = int(part.codes[int(most_marginal(part)[0]), 0])
    points = [float(x) for x in tuples.columns[j].points]
    return [round(space.value_distance(j, x, points[at]) * 2**24) / 2**24 for x in points]


def naive_rank_correlation(tuples):
    """Spearman's, record by record: mean ranks of equal distances, then Pearson's."""
    rows, columns = records_of(tuples), []
    for j in range(len(tuples.columns)):
        apart = distances_from_marginal(tuples, j)
        own = [apart[row[j]] for row in rows]
        columns.append([1 + sum(y < x for y in own) + (own.count(x) - 1) / 2 for x in own])
    means = [sum(c) / len(c) for c in columns]
    centred = [[x - m for x in c] for c, m in zip(columns, means, strict=True)]

    def product(a, b):
        return sum(x * y for x, y in zip(a, b, strict=True))

    def correlation(i, j):
        both = product(centred[i], centred[i]) * product(centred[j], centred[j])
        return 1.0 if i == j else product(centred[i], centred[j]) / math.sqrt(both) if both else 0.0

    return [[correlation(i, j) for j in range(len(columns))] for i in range(len(columns))]


@given(mixed_tuples(max_count=4, sets=True))
def test_rank_correlations_are_those_of_the_records(tuples):
    distances = [np.array(distances_from_marginal(tuples, j)) for j in range(len(tuples.columns))]
    np.testing.assert_allclose(rank_correlations(tuples, distances), naive_rank_correlation(tuples), atol=1e-9)


def test_the_correlation_of_normal_numbers_by_hand():
    """T eq. 2.8: 2·sin(π/6) = 1 for equal ranks, 0 for none, and 2·sin(π/12) = 0.5176 for a half."""
    np.testing.assert_allclose(normal_correlations(np.array([1.0, 0.0, 0.5])), [1.0, 0.0, 0.5176], atol=1e-4)


@given(mixed_tuples(max_count=4, sets=True), st.integers(0, 5))
def test_every_column_keeps_its_values(tuples, seed):
    plan = Shuffle().plan(tuples, generator(seed))
    for j, column in enumerate(tuples.columns):
        own, masked = Counter(), Counter()
        for code, n in zip(tuples.codes[:, j].tolist(), tuples.counts.tolist(), strict=True):
            own[str(column.points[code])] += n
        for target, n in zip(plan.target.tolist(), plan.count.tolist(), strict=True):
            masked[str(plan.targets[target, j])] += n
        assert own == masked


def numbers(correlation, n=4_000):
    draws = np.random.default_rng(1).multivariate_normal([0, 0], [[1, correlation], [correlation, 1]], size=n)
    return Tuples.from_points(["x", "y"], [Numeric(), Numeric()], draws, np.ones(n, dtype=np.int64))[0]


@pytest.mark.parametrize("correlation", [-0.9, 0.0, 0.6])
def test_shuffling_preserves_correlations_but_not_records(correlation):
    """Of 4,000 records the standard error of a correlation is at most 1/√4,000 = 0.016; five of them are 0.08."""
    tuples = numbers(correlation)
    plan = Shuffle().plan(tuples, generator(3))
    own = plan.targets[plan.target]
    assert np.corrcoef(own[:, 0], own[:, 1])[0, 1] == pytest.approx(correlation, abs=0.08)
    before = np.column_stack([c.points[tuples.codes[plan.source, j]] for j, c in enumerate(tuples.columns)])
    assert abs(np.corrcoef(before[:, 0], own[:, 0])[0, 1]) < 0.08


def test_what_a_record_receives_does_not_depend_on_its_own_values():
    """Four records, two columns: each of the 4 records receives each value about equally often (400 runs, 5 errors)."""
    tuples = tables.numbers([[1, 1], [2, 2], [3, 3], [9, 9]])
    seen = Counter()
    for seed in range(400):
        plan = Shuffle().plan(tuples, generator(seed))
        for source, target in zip(plan.source.tolist(), plan.target.tolist(), strict=True):
            seen[source, float(plan.targets[target, 0])] += 1
    assert len(seen) == 16
    assert all(abs(times - 100) < 5 * math.sqrt(400 * 0.25 * 0.75) for times in seen.values())


def test_correlations_that_fit_no_normal_distribution_are_repaired():
    """Rank correlations of −1/2 each become 2·sin(−π/12) = −0.518: three such have a negative eigenvalue."""
    rows = [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    plan = Shuffle().plan(tables.numbers(rows), generator(0))
    distances = [np.array([0.0, 1.0, 2.0])] * 3
    assert rank_correlations(tables.numbers(rows), distances)[0, 1] == pytest.approx(-0.5)
    assert any("nearest that does" in notice for notice in plan.notices)


def test_a_plan_that_moves_nothing_is_objected_to():
    tuples = numbers(0.5, 60)
    assert Shuffle().objection(Shuffle().plan(tuples, generator(0))) is None
    assert "are unchanged, more than" in Shuffle().objection(Plan.unchanged(tuples))
