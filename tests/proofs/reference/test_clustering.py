"""The compiled mdav and sa-mdav against naive ones written straight from specification 5."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kinonym.methods.mdav import Mdav
from kinonym.methods.sa_mdav import SaMdav
from kinonym.random import generator
from kinonym.testing import mixed_tuples
from reference import naive

pytestmark = pytest.mark.drawn


def written(plan):
    """Multiset of (source, masked tuple) over the records."""
    found = Counter()
    for source, target, count in zip(plan.source, plan.target, plan.count, strict=True):
        found[int(source), tuple(np.nan_to_num(plan.targets[target], nan=1e9).round(9))] += int(count)
    return found


def as_key(centre):
    return tuple(np.nan_to_num(np.array(centre, dtype=float), nan=1e9).round(9))


@given(mixed_tuples(), st.integers(2, 8), st.booleans(), st.booleans())
def test_sa_mdav_is_the_algorithm_of_the_paper(tuples, k, static, weighted):
    assume(tuples.records >= k)
    plan = SaMdav(k=k, static=static, weighted=weighted).classes(tuples, generator(0))
    cluster_of = naive.sa_mdav(tuples, k, static=static, weighted=weighted)
    space = naive.Naive(tuples)
    expected = Counter()
    for t, g in cluster_of.items():
        members = [(space.points[u], space.counts[u]) for u, h in cluster_of.items() if h == g]
        expected[t, as_key(space.centroid(members))] += space.counts[t]
    assert written(plan) == expected


@pytest.mark.parametrize(
    ("distance", "centroid"),
    [("semantic", "semantic"), ("equality", "mode"), ("semantic", "lcs"), ("equality", "semantic")],
)
@given(tuples=mixed_tuples(max_rows=9, max_count=4), k=st.integers(2, 6))
def test_mdav_is_the_algorithm_of_the_paper(tuples, k, distance, centroid):
    assume(tuples.records >= k)
    plan = Mdav(k=k, distance=distance, centroid=centroid).classes(tuples, generator(0))
    space = naive.Naive(tuples, distance, centroid)
    expected = Counter()
    for group in naive.mdav(tuples, k, distance=distance, centroid=centroid):
        centre = as_key(space.centroid([(space.points[t], 1) for t in group]))
        for t in group:
            expected[t, centre] += 1
    assert written(plan) == expected
