"""The fast swaps against the plain ones: all outcomes, with the chances that following every course gives.

Chi-squared tests, each with an error rate of 1e-6.
"""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from scipy.stats import chisquare

from drawing import ERROR_RATE, fresh_generator, scale_count
from kinonym.methods.swap import DataSwap, RecordSwap, Srs1, Srs2, Srs3
from swap import tables

DRAWS = scale_count(500)


def expected(tuples, factors):
    """Chances of what the records of each tuple receive, all columns together."""
    of_record = np.repeat(np.arange(len(tuples)), tuples.counts).tolist()
    chances = Counter()
    for parts in product(*(factor.chances.items() for factor in factors)):
        masked = np.empty((len(of_record), len(tuples.columns)))
        chance = 1
        for factor, (records, share) in zip(factors, parts, strict=True):
            chance *= share
            for place, j in enumerate(factor.columns):
                masked[:, j] = tuples.columns[j].points[[record[place] for record in records]]
        count = Counter(zip(of_record, map(tuple, masked.tolist()), strict=True))
        chances[tuple(sorted((source, target, n) for (source, target), n in count.items()))] += chance
    return chances


def assert_same_distribution(chances, method, tuples, rng):
    assert sum(chances.values()) == 1
    found = Counter(tables.released(method.plan(tuples, rng)) for _ in range(DRAWS))
    assert set(found) <= set(chances)
    wanted = np.array([float(chance) * DRAWS for chance in chances.values()])
    got = np.array([found[outcome] for outcome in chances], dtype=float)
    rare = wanted < 5
    wanted, got = (np.append(x[~rare], x[rare].sum()) for x in (wanted, got))
    full = wanted > 0
    if full.sum() > 1:
        assert chisquare(got[full], wanted[full]).pvalue > ERROR_RATE


@pytest.mark.drawn
@pytest.mark.parametrize("published", [False, True])
@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("method", [Srs1, Srs2])
def test_one_column(method, k, published):
    rng = fresh_generator("one column", method, k)
    for n in (2 * k, 7):
        for tuples in (tables.numbers(rng.integers(0, 5, (n, 1))), tables.words(rng, n)):
            one = method(k=k, published=published)
            assert_same_distribution(expected(tuples, one.factors(tuples)), one, tuples, rng)


@pytest.mark.drawn
@pytest.mark.parametrize("published", [False, True])
@pytest.mark.parametrize("method", [Srs1, Srs2, Srs3])
def test_two_columns(method, published):
    rng = fresh_generator("two columns", method)
    for _ in range(2):
        tuples = tables.numbers(rng.integers(0, 3, (5, 2)))
        one = method(k=2, published=published)
        assert_same_distribution(expected(tuples, one.factors(tuples)), one, tuples, rng)


@pytest.mark.drawn
@pytest.mark.parametrize("method", [RecordSwap(k=2), RecordSwap(k=2, partition="mdav"), DataSwap()], ids=repr)
def test_permutations(method):
    rng = fresh_generator("permutations", method)
    tuples = tables.numbers([[0, 1], [0, 1], [1, 2], [7, 7], [8, 9]])
    assert_same_distribution(expected(tuples, method.factors(tuples)), method, tuples, rng)


@pytest.mark.drawn
def test_three_columns_of_words_labels_and_numbers_with_missing_values():
    rng = fresh_generator("three columns")
    tuples = tables.mixed(rng, 4)
    for method in (Srs3(k=2), Srs3(k=2, published=True)):
        chances = expected(tuples, method.factors(tuples))
        without_nan = Counter()
        for outcome, chance in chances.items():
            key = tuple(sorted((s, tuple(np.nan_to_num(t, nan=np.inf).tolist()), n) for s, t, n in outcome))
            without_nan[key] += chance
        assert_same_distribution(without_nan, method, tuples, rng)
