"""srs2 and srs3 by exact enumeration: repaired, each column alone keeps 1/k; as published it does not."""

from contextlib import suppress
from fractions import Fraction
from itertools import count

import numpy as np
import pytest

from drawing import fresh_seed
from kinonym.methods.swap.swap_courses import TooManyCoursesError, cluster_swap, every_outcome


def distances(rng, n):
    """Whole numbers, so that many records are equally far from each other; not a metric, which nothing needs."""
    upper = np.triu(rng.integers(0, 4, (n, n)), 1)
    return (upper + upper.T).tolist()


def repaired_outcomes(n, columns, k, seed):
    """Every outcome of a swap of a random table; a table with too many courses to follow is drawn again."""
    for attempt in count():
        table = distances(np.random.default_rng(fresh_seed("clusters", n, seed, attempt)), n)
        with suppress(TooManyCoursesError):
            return every_outcome(lambda choose, table=table: cluster_swap(table, columns, k, choose, published=False))
    return None


def worst(outcomes, n):
    """The greatest chance of a record to receive the value of another or its own, over all columns."""
    columns = len(next(iter(outcomes)))
    chances = [[[Fraction(0)] * n for _ in range(n)] for _ in range(columns)]
    for sources, chance in outcomes.items():
        for column, source in zip(chances, sources, strict=True):
            for i, j in enumerate(source):
                column[i][j] += chance
    assert sum(outcomes.values()) == 1
    return max(max(row) for column in chances for row in column)


def cases(columns):
    sizes = {1: [(5, 2), (6, 2), (7, 2), (7, 3)], 2: [(4, 2), (5, 2)]}[columns]
    return [(n, k, seed) for n, k in sizes for seed in range(6)]


@pytest.mark.parametrize(("n", "k", "seed"), cases(1))
def test_repaired_srs2_meets_its_bound(n, k, seed):
    outcomes = repaired_outcomes(n, 1, k, seed)
    assert worst(outcomes, n) <= Fraction(1, k)


@pytest.mark.parametrize(("n", "k", "seed"), cases(2))
def test_repaired_srs3_meets_its_bound_in_each_column(n, k, seed):
    outcomes = repaired_outcomes(n, 2, k, seed)
    assert worst(outcomes, n) <= Fraction(1, k)


LINE = [[abs(a - b) for b in (0, 1, 2, 3, 5)] for a in (0, 1, 2, 3, 5)]


def test_published_srs2_exceeds_the_bound():
    # k = 2. The record at 5 is the most marginal (14 against 11 of that at 0); its cluster is {3, 2}. Either 5 and 3
    # exchange: then 0, the farthest, exchanges with 1 or 2. Or 5 and 2: then of the cluster {1, 2} of 0 only 1 is left.
    # So 0 and 1 exchange with chance 1/2 · 1/2 + 1/2.
    outcomes = every_outcome(lambda choose: cluster_swap(LINE, 1, 2, choose, published=True))
    assert worst(outcomes, 5) == Fraction(3, 4)


def test_published_srs3_exceeds_the_bound():
    outcomes = every_outcome(lambda choose: cluster_swap(LINE, 2, 2, choose, published=True))
    assert worst(outcomes, 5) > Fraction(1, 2)


def test_every_outcome_of_three_records():
    # On the line 0, 1, 3 the record at 3 is the most marginal (5 against 4 and 3) and fewer than 2k = 4 are left:
    # a uniform permutation of three, each of six with chance 1/6.
    table = [[0, 1, 3], [1, 0, 2], [3, 2, 0]]
    outcomes = every_outcome(lambda choose: cluster_swap(table, 1, 2, choose, published=False))
    assert sorted(outcomes.values()) == [Fraction(1, 6)] * 6
    # As published: 3 exchanges with 0 or 1, the other stays, or the two left exchange where 3 took neither.
    published = every_outcome(lambda choose: cluster_swap(table, 1, 2, choose, published=True))
    assert published == {((2, 1, 0),): Fraction(1, 2), ((0, 2, 1),): Fraction(1, 2)}
