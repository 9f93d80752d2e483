"""Distance covariance and correlation: equal to dcor on the expanded data, whatever the kinds of the columns."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

import kinonym as kn
from drawing import ERROR_RATE, fresh_random
from kinonym.errors import UsageError
from kinonym.operators import correlation_matrix, covariance, covariance_matrix
from kinonym.testing import mixed_tuples
from plain_dcor import dcor

AGREEMENT = 1e-9


def random_taxonomy(rng, size):
    """Each concept below one to three earlier ones."""
    parents = {"c0000": []}
    for i in range(1, size):
        above = {f"c{rng.randrange(i):04d}" for _ in range(rng.choice([1, 1, 1, 2, 3]))}
        parents[f"c{i:04d}"] = sorted(above)
    return kn.Taxonomy.from_parents(parents)


def expanded_dcor(first, second):
    """(dCov, dCor) by dcor from two n × n distance matrices."""
    a, b = dcor().double_centered(first), dcor().double_centered(second)
    covariance, left, right = (max(0.0, float(dcor().mean_product(x, y))) for x, y in ((a, b), (a, a), (b, b)))
    product = np.sqrt(left * right)
    return np.sqrt(covariance), np.sqrt(covariance / product) if product > 0 else 0.0


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.integers(50, 500), st.sampled_from(["wu-palmer", "subsumers", "path"]))
def test_correlation_of_words_equals_dcor(seed, records, measure):
    rng = random.Random(seed)
    domains = [kn.Nominal(random_taxonomy(rng, rng.randint(5, 200)), measure=measure) for _ in range(2)]
    values = [rng.choices(d.tau.concepts, k=rng.randint(2, 40)) for d in domains]
    pairs = [(rng.choice(values[0]), rng.choice(values[1])) for _ in range(rng.randint(5, 60))]
    counts = (
        [
            1 + i
            for i in np.bincount(rng.choices(range(len(pairs)), k=records - len(pairs)), minlength=len(pairs)).tolist()
        ]
        if records > len(pairs)
        else [1] * len(pairs)
    )
    a, b = ([pair[j] for pair in pairs] for j in range(2))
    rows = np.repeat(np.arange(len(pairs)), counts)
    matrices = [d.distances(x, x)[np.ix_(rows, rows)] for d, x in zip(domains, (a, b), strict=True)]
    covariance, correlation = expanded_dcor(*matrices)
    assert kn.distance_covariance(domains[0], a, domains[1], b, counts) == pytest.approx(covariance, abs=AGREEMENT)
    assert kn.distance_correlation(domains[0], a, domains[1], b, counts) == pytest.approx(correlation, abs=AGREEMENT)


@given(st.lists(st.tuples(st.integers(-20, 20), st.integers(-20, 20)), min_size=3, max_size=60))
def test_correlation_of_numbers_equals_dcor(pairs):
    x, y = (np.array([p[j] for p in pairs], dtype=float) for j in range(2))
    found = kn.distance_correlation(kn.Numeric(), [str(v) for v in x], kn.Numeric(), [str(v) for v in y])
    assert found == pytest.approx(float(dcor().distance_correlation(x, y)), abs=AGREEMENT)


@given(mixed_tuples(max_columns=3))
def test_the_matrix_holds_the_figures_of_the_pairs(tuples):
    rows = np.repeat(np.arange(len(tuples)), tuples.counts)
    columns = [c.points[tuples.codes[rows, j]] for j, c in enumerate(tuples.columns)]
    apart = [
        d.domain.between(np.repeat(x, len(x)), np.tile(x, len(x))).reshape(len(x), len(x))
        for d, x in zip(tuples.columns, columns, strict=True)
    ]
    covariance, correlation = covariance_matrix(tuples), correlation_matrix(tuples)
    for i, first in enumerate(apart):
        for j, second in enumerate(apart):
            expected = expanded_dcor(first, second)
            assert covariance[i, j] == pytest.approx(expected[0], abs=1e-6)
            assert correlation[i, j] == pytest.approx(expected[1], abs=2e-3)


def test_sparse_tables_give_the_same_figure(monkeypatch):
    rng = random.Random(5)
    domain = kn.Nominal(random_taxonomy(rng, 300))
    a, b = (rng.sample(domain.tau.concepts, 60) for _ in range(2))
    ways = []
    monkeypatch.setattr(covariance, "_sparse", lambda *x, go=covariance._sparse: ways.append("sparse") or go(*x))
    sparse = kn.distance_covariance(domain, a, domain, b)
    dense = kn.distance_covariance(domain, a * 5, domain, b * 5)  # the same table five times
    assert ways == ["sparse"]
    assert sparse == pytest.approx(dense, abs=1e-12)


def test_a_column_determines_itself_and_a_constant_nothing():
    domain = kn.Nominal(random_taxonomy(random.Random(1), 30))
    values = list(domain.tau.concepts[:10])
    assert kn.distance_correlation(domain, values, domain, values) == pytest.approx(1)
    assert kn.distance_variance(domain, values) == kn.distance_covariance(domain, values, domain, values)
    assert kn.distance_correlation(domain, values, domain, values[:1] * 10) == 0


def test_many_numbers_are_exact():
    """10,000 numbers and their squares, against dcor on all of them."""
    x = np.linspace(-1, 1, 10_000)
    found = kn.distance_correlation(kn.Numeric(), [str(v) for v in x], kn.Numeric(), [str(v) for v in x**2])
    assert found == pytest.approx(float(dcor().distance_correlation(x, x**2)), abs=AGREEMENT)


def test_many_numbers_are_grouped_when_compared_with_words():
    """10,000 numbers with their signs as words: dcor on all of them agrees to the width of a group."""
    x = np.linspace(-1, 1, 10_000)
    words = ["less" if v < 0 else "more" for v in x]
    found = kn.distance_correlation(kn.Numeric(), [str(v) for v in x], kn.Plain(), words)
    assert found == pytest.approx(float(dcor().distance_correlation(x, (x >= 0).astype(float))), abs=1e-3)


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(210, 400), st.sampled_from([0.0, 0.1, 0.5]))
def test_the_way_without_matrices_equals_the_expanded_data(seed, size, missing):
    """Numbers with ties, counts and missing values on either side, each a category far from all the others."""
    rng = np.random.default_rng(seed)
    texts = []
    for _ in range(2):
        numbers = rng.normal(scale=rng.choice([0.01, 1, 1000]), size=size).round(int(rng.integers(1, 6)))
        texts.append([None if rng.random() < missing else repr(float(v)) for v in numbers])
    counts = rng.integers(1, 4, size=size)
    domains = [kn.Numeric().fit(values, counts.tolist()) for values in texts]
    rows = np.repeat(np.arange(size), counts)
    apart = [d.distances(v, v)[np.ix_(rows, rows)] for d, v in zip(domains, texts, strict=True)]
    expected = expanded_dcor(*apart)
    found = kn.distance_covariance(domains[0], texts[0], domains[1], texts[1], counts.tolist())
    assert found == pytest.approx(expected[0], abs=1e-7)
    correlation = kn.distance_correlation(domains[0], texts[0], domains[1], texts[1], counts.tolist())
    assert correlation == pytest.approx(expected[1], abs=1e-7)


def test_hundreds_of_thousands_of_numbers_need_no_matrix():
    rng = np.random.default_rng(2)
    x = rng.normal(size=200_000)
    texts = [[repr(v) for v in column.tolist()] for column in (x, x + rng.normal(size=len(x)))]
    assert 0.5 < kn.distance_correlation(kn.Numeric(), texts[0], kn.Numeric(), texts[1]) < 0.9


def test_columns_of_different_length_are_refused():
    with pytest.raises(UsageError, match="same length"):
        kn.distance_correlation(kn.Numeric(), ["1"], kn.Numeric(), ["1", "2"])


def test_independence_test_finds_dependence_and_leaves_chance_alone():
    rng = random.Random(3)
    domain = kn.Nominal(random_taxonomy(rng, 40))
    a = rng.choices(domain.tau.concepts, k=300)
    near = [v if rng.random() < 0.5 else rng.choice(domain.tau.concepts) for v in a]
    dependent = kn.independence_test(domain, a, domain, near, permutations=99, seed=1)
    assert dependent.p_value == 1 / 100
    assert dependent.correlation == pytest.approx(kn.distance_correlation(domain, a, domain, near))
    chance = kn.independence_test(domain, a, domain, rng.choices(domain.tau.concepts, k=300), seed=1)
    assert chance.p_value > 0.05


def test_p_values_of_independent_columns_are_uniform():
    """500 tests at 5 %: about 25 rejections. Error rate below 1e-6; ties may lower the rate to 3 %."""
    rng, tests = fresh_random("independent columns"), 500
    domain = kn.Nominal(random_taxonomy(rng, 15))
    rejected = 0
    for seed in range(tests):
        a, b = (rng.choices(domain.tau.concepts, k=30) for _ in range(2))
        rejected += kn.independence_test(domain, a, domain, b, permutations=39, seed=seed).p_value <= 0.05
    assert binom.ppf(ERROR_RATE / 2, tests, 0.03) <= rejected <= binom.isf(ERROR_RATE / 2, tests, 0.05)


def test_permutations_must_be_counted():
    with pytest.raises(UsageError, match="permutations"):
        kn.independence_test(kn.Numeric(), ["1", "2"], kn.Numeric(), ["1", "2"], permutations=0)
