"""The searches that skip most tuples, against plain searches of all tuples."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinonym.kernels.clusters import growing_clusters, neighbours
from kinonym.kernels.clusters.tuple_index import compact, measure_distances, new_index, remove_records
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import copy_to_centre
from kinonym.methods.refine import neighbours as neighbours_of
from kinonym.testing import mixed_tuples
from reference.naive import Naive

pytestmark = pytest.mark.drawn

inner_find_nearest, inner_find_farthest = growing_clusters.find_nearest, growing_clusters.find_farthest
inner_find_nearest_records = neighbours.find_nearest_records


@compiled
def prepare(columns, codes, counts, index, removed, goal):
    """Remove tuples and measure from one, in a kernel, as Python cannot call these kernels."""
    for t in removed:
        remove_records(index, t, counts[t])
    compact(index)
    copy_to_centre(columns, codes, goal, index.centre)
    measure_distances(columns, index, index.centre)


@compiled
def find_nearest(index, weighted, excluded, prefer_light):
    return inner_find_nearest(index, weighted, excluded, prefer_light)


@compiled
def find_farthest(index, weighted, last):
    return inner_find_farthest(index, weighted, last)


@compiled
def find_nearest_records(index, k):
    return inner_find_nearest_records(index, k)


@st.composite
def searches(draw):
    """Tuples, those that remain, and one to measure from."""
    tuples = draw(mixed_tuples(max_rows=30, max_columns=4))
    every = list(range(len(tuples)))
    remaining = sorted(draw(st.sets(st.sampled_from(every), min_size=1)))
    return tuples, remaining, draw(st.sampled_from(every))


def measured(tuples, remaining, goal, capacity=1):
    index = new_index(tuples.kernel_columns, tuples.codes, tuples.counts, capacity)
    removed = np.setdiff1d(np.arange(len(tuples)), remaining)
    prepare(tuples.kernel_columns, tuples.codes, tuples.counts, index, removed, goal)
    return index


@given(searches(), st.booleans())
def test_nearest_and_farthest(search, weighted):
    tuples, remaining, goal = search
    space = Naive(tuples)
    index = measured(*search)

    def score(t):
        return (space.counts[t] if weighted else 1) * space.distance(space.points[t], space.points[goal])

    def ties(candidates, extreme):
        """Those with the least or greatest score, up to the rounding of weighted distances."""
        best = extreme(map(score, candidates))
        return [t for t in candidates if score(t) == pytest.approx(best, rel=1e-6, abs=1e-6)]

    assert find_nearest(index, weighted, -1, False)[0] == min(ties(remaining, min))
    assert find_farthest(index, weighted, False) == min(ties(remaining, max))
    assert find_farthest(index, weighted, True) == max(ties(remaining, max))
    others = [t for t in remaining if t != goal]
    if others:
        lightest = min(ties(others, min), key=lambda t: (space.counts[t], t))
        assert find_nearest(index, weighted, goal, True) == (lightest, pytest.approx(score(lightest)))


@given(searches(), st.integers(1, 12))
def test_nearest_records(search, k):
    """The nearest tuples, as many as k records need."""
    tuples, remaining, goal = search
    space = Naive(tuples)
    index = measured(*search, capacity=k)
    found = set(index.heap[: find_nearest_records(index, k)].tolist())
    expected, records = set(), 0
    for t in sorted(remaining, key=lambda t: (space.distance(space.points[t], space.points[goal]), t)):
        if records >= k:
            break
        expected.add(t)
        records += space.counts[t]
    assert found == expected


@given(mixed_tuples(max_rows=20), st.integers(1, 6))
def test_neighbours_of_every_tuple(tuples, number):
    space = Naive(tuples)
    found = neighbours_of(tuples, number, lambda share: None)
    for t in range(len(tuples)):
        others = [u for u in range(len(tuples)) if u != t]
        others.sort(key=lambda u: (space.distance(space.points[u], space.points[t]), u))
        expected = others[:number]
        assert found[t].tolist() == expected + [-1] * (number - len(expected))
