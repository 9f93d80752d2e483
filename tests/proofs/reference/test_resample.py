"""Resampling, which works on counts, against one on lists of records with the same draws (E alg. 4)."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import binomtest

from drawing import ERROR_RATE, fresh_generator
from kinonym.domains import Numeric
from kinonym.errors import UsageError
from kinonym.methods.resample import Resample
from kinonym.random import generator
from kinonym.testing import mixed_tuples
from kinonym.tuples import Tuples
from reference import naive

pytestmark = pytest.mark.drawn


def drawn(tuples, k, seed):
    """k samples without replacement, as the method draws them."""
    rng, left, samples = generator(seed), tuples.counts.copy(), []
    for _ in range(k):
        sample = rng.multivariate_hypergeometric(left, tuples.records // k, method="marginals")
        left = left - sample
        samples.append([t for t, n in enumerate(sample.tolist()) for _ in range(n)])
    return samples


def as_key(centre):
    return tuple(np.nan_to_num(np.array(centre, dtype=float), nan=1e9).round(9))


@given(mixed_tuples(max_rows=9, max_count=4), st.integers(2, 7), st.integers(0, 5), st.booleans(), st.booleans())
def test_resample_is_the_algorithm_of_the_paper(tuples, k, seed, one_reference, semantic):
    assume(tuples.records >= k)
    distance, centroid = ("semantic", "semantic") if semantic else ("equality", "mode")
    method = Resample(k=k, reference="table" if one_reference else "sample", distance=distance)
    plan = method.classes(tuples, generator(seed))
    space = naive.Naive(tuples, distance, centroid)
    expected, samples = Counter(), drawn(tuples, k, seed)
    operators = {"distance": distance, "centroid": centroid}
    for group in naive.resample(tuples, k, samples, one_reference=one_reference, **operators):
        assert len(group) >= k
        centre = as_key(space.centroid([(space.points[t], 1) for t in group]))
        for t in group:
            expected[t, centre] += 1
    found = Counter()
    for source, target, count in zip(plan.source.tolist(), plan.target.tolist(), plan.count.tolist(), strict=True):
        found[source, as_key(plan.targets[target])] += count
    assert found == expected


def line(*numbers):
    points = np.array(numbers, dtype=float)[:, None]
    return Tuples.from_points(["x"], [Numeric()], points, np.ones(len(numbers), dtype=np.int64))[0]


def test_two_samples_by_hand():
    """Numbers 0, 1, 10, 11 in samples of two, sorted from one reference: an end of the line, whichever it is.

    {0, 1} and {10, 11}: 0 with 10, 1 with 11, means 5 and 6. {0, 10} and {1, 11}: 0 with 1, 10 with 11, means 1/2
    and 10 1/2. {0, 11} and {1, 10}: 0 with 1, 11 with 10: the same.
    """
    outcomes = Counter()
    for seed in range(240):
        plan = Resample(k=2, reference="table").plan(line(0, 1, 10, 11), fresh_generator("two samples", seed))
        outcomes[tuple(sorted(set(plan.targets[:, 0].tolist())))] += 1
    assert set(outcomes) == {(5.0, 6.0), (0.5, 10.5)}
    assert binomtest(outcomes[5.0, 6.0], 240, 1 / 3).pvalue > ERROR_RATE  # one of the three ways


def test_remaining_records_join_the_nearest_group():
    """Five records, k = 2: samples of two, and one record over, which joins a group of two."""
    plan = Resample(k=2).plan(line(0, 1, 2, 3, 4), generator(1))
    assert sorted(plan.class_sizes.tolist()) == [2, 3]


@pytest.mark.parametrize("k", [3, 4, 5])
def test_fewer_than_two_groups(k):
    """n < 2k: one group of all records, with the mean 2."""
    plan = Resample(k=k).plan(line(0, 1, 2, 3, 4), generator(0))
    assert plan.class_sizes.tolist() == [5]
    assert plan.targets[plan.target].ravel().tolist() == pytest.approx([2.0] * 5)


@pytest.mark.parametrize("settings", [{"distance": "equality", "refine": True}, {"distance": "taste"}], ids=str)
def test_incompatible_settings_are_refused(settings):
    with pytest.raises(UsageError):
        Resample(k=2, **settings)
