"""The number of clusters: the variance ratio against scikit-learn and by hand, the dendrogram by hand."""

import numpy as np
import pytest
from hypothesis import given
from sklearn.metrics import calinski_harabasz_score

from drawing import fresh_generator
from kinonym.domains import Numeric
from kinonym.metrics import choose_clusters, variance_ratio
from kinonym.testing import mixed_tuples
from kinonym.tuples import Tuples


def line(numbers, counts=None):
    counts = np.ones(len(numbers), dtype=np.int64) if counts is None else np.array(counts)
    return Tuples.from_points(["x"], [Numeric()], np.array(numbers, dtype=float)[:, None], counts)[0]


@pytest.mark.parametrize("seed", range(10))
def test_the_variance_ratio_is_that_of_scikit_learn(seed):
    rng = fresh_generator("variance ratio", seed)
    points, counts = rng.normal(size=(12, 3)), rng.integers(1, 4, 12)
    labels = np.concatenate([np.arange(3), rng.integers(0, 3, 9)])
    distances = np.linalg.norm(points[:, None] - points[None, :], axis=2)
    expanded = np.repeat(np.arange(12), counts)
    expected = calinski_harabasz_score(points[expanded], labels[expanded])
    assert variance_ratio(distances, labels, counts) == pytest.approx(expected)


def test_the_ratio_by_hand():
    """0, 1 | 10, 11: W = 1/2 + 1/2, T = 101, B = 100; (100/1) / (1/2) = 200."""
    numbers = np.array([0.0, 1.0, 10.0, 11.0])
    ratio = variance_ratio(np.abs(numbers[:, None] - numbers), np.array([0, 0, 1, 1]), np.ones(4, dtype=np.int64))
    assert ratio == pytest.approx(200)


def test_three_groups_are_found_and_drawn():
    """Three clouds of 20, 15 and 10 points in space; the third is far from the other two."""
    rng = np.random.default_rng(0)
    clouds = [rng.normal(size=(n, 3)) + place for n, place in ((20, 0.0), (15, 20.0), (10, 90.0))]
    points = np.concatenate(clouds)
    tuples = Tuples.from_points(list("abc"), [Numeric()] * 3, points, np.ones(len(points), dtype=np.int64))[0]
    found = choose_clusters(tuples)
    assert found.number == 3
    lines = str(found).splitlines()
    assert lines[0].startswith("clusters    3 by the variance ratio")
    assert [part.strip("│├└─ ").split(",")[0] for part in lines[1:]] == [
        "45 records", "35 records", "20 records", "15 records", "10 records",
    ]  # fmt: skip
    assert [bool(part.parts) for part in found.tree.parts] == [True, False]


@given(mixed_tuples(max_count=4, sets=True))
def test_the_leaves_of_the_dendrogram_are_the_clusters(tuples):
    found = choose_clusters(tuples)
    if len(tuples) < 3:
        assert found is None
        return
    leaves, waiting = [], [found.tree]
    while waiting:
        node = waiting.pop()
        waiting += node.parts
        leaves += [] if node.parts else [node.records]
    assert len(leaves) == found.number
    assert sum(leaves) == tuples.records == found.tree.records


def test_a_large_table_is_not_clustered():
    assert choose_clusters(line(range(30)), limit=20) is None
