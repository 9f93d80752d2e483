"""Ward's clusters against scipy on the expanded records, partition distance against scikit-learn."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import squareform
from sklearn.metrics import adjusted_rand_score, mutual_info_score

from drawing import fresh_generator
from kinonym.metrics import measure_partitions, partition_distance, ward
from kinonym.metrics.ward_clusters import tuple_distances
from metrics.cases import plans, sports_plan
from reference import naive


@pytest.mark.parametrize("seed", range(20))
def test_ward_finds_the_clusters_of_scipy(seed):
    rng = fresh_generator("ward", seed)
    size = int(rng.integers(4, 15))
    counts = rng.integers(1, 5, size)
    distances = rng.random((size, size))  # any dissimilarity, no triangle inequality; no ties
    distances = (distances + distances.T) / 2
    np.fill_diagonal(distances, 0.0)
    point_of = np.repeat(np.arange(size), counts)
    expanded = distances[np.ix_(point_of, point_of)]
    tree = linkage(squareform(expanded, checks=False), "ward")
    for clusters in range(1, size + 1):
        expected = fcluster(tree, clusters, "maxclust")
        found = ward(distances, counts, clusters)
        assert len(set(found.tolist())) == clusters
        assert adjusted_rand_score(expected, found[point_of]) == pytest.approx(1.0)


labels = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(1, 5)), min_size=1, max_size=30)


@given(labels)
def test_partition_distance_is_variation_of_information_over_joint_entropy(rows):
    first, second, counts = (np.array(x) for x in zip(*rows, strict=True))
    a, b = np.repeat(first, counts), np.repeat(second, counts)
    both = a * 5 + b
    joint = mutual_info_score(both, both)  # of a labelling with itself: its entropy
    apart = joint * 2 - mutual_info_score(a, a) - mutual_info_score(b, b)
    expected = apart / joint if joint > 1e-12 else 0.0
    assert partition_distance(first, second, counts) == pytest.approx(expected, abs=1e-9)


def test_partition_distance_by_hand():
    # A = {1,2},{3,4}; B = {1,2,3},{4}. I(A) = 1; I(B) = −3/4·log2(3/4) − 1/4·log2(1/4).
    # I(AB): shares 1/2, 1/4, 1/4.
    in_b = -3 / 4 * np.log2(3 / 4) + 1 / 2
    joint = 1 / 2 + 1 / 2 + 1 / 2
    found = partition_distance(np.array([0, 0, 1, 1]), np.array([0, 0, 0, 1]))
    assert found == pytest.approx((2 * joint - 1 - in_b) / joint)


@given(plans(max_rows=8))
def test_distances_between_tuples_are_those_of_the_records(plan):
    space = naive.Naive(plan.tuples)
    expected = [[space.mean_distance(a, b) for b in space.points] for a in space.points]
    assert tuple_distances(plan.tuples) == pytest.approx(np.array(expected), abs=1e-6)


def test_an_unchanged_release_keeps_its_clusters_and_a_merged_one_loses_them():
    names = ["soccer", "rugby", "boxing", "swimming", "surfing"]
    same = measure_partitions(sports_plan([(name, name, 3) for name in names]), clusters=3)
    assert (same.distance, same.clusters, same.records, same.sampled) == (0.0, 3, 15, False)
    merged = measure_partitions(sports_plan([(name, "sport", 3) for name in names]), clusters=3)
    assert merged.clusters == 1


def test_many_tuples_are_sampled():
    plan = sports_plan([(name, name, 50) for name in ["soccer", "rugby", "boxing", "swimming"]])
    found = measure_partitions(plan, clusters=2, limit=3)
    assert (found.records, found.sampled) == (3, True)
