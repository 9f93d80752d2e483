"""The search that leaves most tuples out against one that looks at all of them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinonym.kernels.clusters import growing_clusters, neighbours
from kinonym.kernels.clusters.tuple_index import measure_from, new_index, remove, tidy
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import own_centre
from kinonym.methods.refine import neighbours as neighbours_of
from kinonym.testing import mixed_tuples
from reference.naive import Naive

pytestmark = pytest.mark.drawn

inner_nearest, inner_farthest = growing_clusters.nearest, growing_clusters.farthest
inner_nearest_records = neighbours.nearest_records


@compiled
def prepare(columns, codes, counts, index, gone, goal):
    """What only kernels may call, called from one."""
    for t in gone:
        remove(index, t, counts[t])
    tidy(index)
    own_centre(columns, codes, goal, index.middle)
    measure_from(columns, index, index.middle)


@compiled
def nearest(index, weighted, own, light):
    return inner_nearest(index, weighted, own, light)


@compiled
def farthest(index, weighted, last):
    return inner_farthest(index, weighted, last)


@compiled
def nearest_records(index, k):
    return inner_nearest_records(index, k)


@st.composite
def searches(draw):
    """Tuples, some of them gone, and one to measure from."""
    tuples = draw(mixed_tuples(max_rows=30, max_columns=4))
    every = list(range(len(tuples)))
    alive = sorted(draw(st.sets(st.sampled_from(every), min_size=1)))
    return tuples, alive, draw(st.sampled_from(every))


def measured(tuples, alive, goal, room=1):
    index = new_index(tuples.kernel_columns, tuples.codes, tuples.counts, room)
    gone = np.setdiff1d(np.arange(len(tuples)), alive)
    prepare(tuples.kernel_columns, tuples.codes, tuples.counts, index, gone, goal)
    return index


@given(searches(), st.booleans())
def test_nearest_and_farthest(search, weighted):
    tuples, alive, goal = search
    space = Naive(tuples)
    index = measured(*search)

    def score(t):
        return (space.counts[t] if weighted else 1) * space.distance(space.points[t], space.points[goal])

    assert nearest(index, weighted, -1, False)[0] == min(alive, key=lambda t: (score(t), t))
    assert farthest(index, weighted, False) == max(alive, key=lambda t: (score(t), -t))
    assert farthest(index, weighted, True) == max(alive, key=lambda t: (score(t), t))
    others = [t for t in alive if t != goal]
    if others:
        lightest = min(others, key=lambda t: (score(t), space.counts[t], t))
        assert nearest(index, weighted, goal, True) == (lightest, pytest.approx(score(lightest)))


@given(searches(), st.integers(1, 12))
def test_nearest_records(search, k):
    """The nearest tuples, as many as k records need."""
    tuples, alive, goal = search
    space = Naive(tuples)
    index = measured(*search, room=k)
    found = set(index.heap[: nearest_records(index, k)].tolist())
    expected, held = set(), 0
    for t in sorted(alive, key=lambda t: (space.distance(space.points[t], space.points[goal]), t)):
        if held >= k:
            break
        expected.add(t)
        held += space.counts[t]
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
