"""Progress reports the share done and the number of clusters, with and without blocks."""

import numpy as np
import pytest

from kinonym.domains import Numeric
from kinonym.methods import METHODS, Share, within
from kinonym.random import generator
from kinonym.tuples import Tuples


@pytest.mark.parametrize("name", ["sa-mdav", "mdav"])
@pytest.mark.parametrize("more", [{}, {"refine": True}, {"block_size": 500}])
def test_clusters_are_counted(name, more):
    numbers = np.random.default_rng(3).normal(size=(2_000, 2))
    tuples, _ = Tuples.from_points(["a", "b"], [Numeric()] * 2, numbers, np.ones(2_000, dtype=np.int64))
    seen = []
    METHODS[name](k=3, **more).plan(tuples, generator(0), seen.append)
    counted = [share.clusters for share in seen if getattr(share, "clusters", None)]
    assert counted == sorted(counted)
    assert 0 < counted[-1] <= 2_000 // 3
    assert seen[-1] == 1.0


def test_progress_of_a_block_includes_its_clusters():
    seen = []
    part = within(seen.append, 0.5, 1.0)
    part(0.5)
    part(Share(1.0, 7))
    assert seen == [0.75, 1.0]
    assert [share.clusters for share in seen] == [None, 7]
