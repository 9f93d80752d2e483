"""Distances of many pairs of words, without computing the whole table of distances."""

import numpy as np

from kinonym.domains import Nominal
from kinonym.taxonomy import Taxonomy


def test_pairs_are_the_entries_of_the_matrix():
    links = {"0": []} | {str(i): [str((i - 1) // 3)] for i in range(1, 900)}
    domain = Nominal(Taxonomy.from_parents(links))
    rng = np.random.default_rng(4)
    left, right = rng.integers(0, 900, (2, 900)).astype(np.float64)  # 900 of 810,000 entries
    expected = domain.point_distances(left, right).diagonal()
    np.testing.assert_allclose(domain.between(left, right), expected, atol=1e-7)
