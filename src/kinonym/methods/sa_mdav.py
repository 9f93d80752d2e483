"""SA-MDAV: semantic adaptive microaggregation (A alg. 2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinonym.kernels.clusters.centroids import group_centres
from kinonym.kernels.clusters.growing_clusters import find_nearest_centre, grow, start_growth
from kinonym.methods.clustering import Clustering
from kinonym.methods.clusters import Clusters
from kinonym.methods.contract import MethodTraits, Mode
from kinonym.methods.progress import Progress, Share
from kinonym.methods.table_demands import TableDemands
from kinonym.tuples import Tuples

__all__ = ["SaMdav"]


@dataclass(frozen=True, kw_only=True)
class SaMdav(Clustering):
    """Clusters of at least k records that adapt to the data: all records of a tuple stay together.

    While k records are left: r = the tuple most distant from the centroid of what is left, by w·sd; its
    cluster grows by the tuple nearest to the cluster's moving centroid until it holds k records; the same for
    s, the tuple most distant from r. Tuples left at the end join the nearest centroid.

    Parameters
    ----------
    static
        Keep r as the centre while the cluster grows (SA-MDAV-static of A sect. 4.3).
    weighted
        Multiply distances by the tuple's count in both choices (A eq. 4).

    Notes
    -----
    A alg. 2 prints "in D^A" at lines 8 and 16 where D is meant, and forgets to remove s at line 14.
    Ties go to the first tuple. Cost: at most O(p²) distances for p distinct tuples, whatever the number of
    records; bounds on partial sums spare most of them.
    """

    static: bool = False
    weighted: bool = True
    name = "sa-mdav"
    traits = MethodTraits(
        promise="k-anonymity", k_anonymous=True, strength="k", takes_demands=True, takes_scenarios=True, stages=True,
        averages=True,
    )  # fmt: skip

    @classmethod
    def modes(cls) -> tuple[Mode, ...]:
        """Every documented form."""
        return (*super().modes(), cls.mode(static=True), cls.mode(weighted=False))

    def clusters(self, tuples: Tuples, demands: TableDemands, rng: np.random.Generator, progress: Progress) -> Clusters:  # noqa: ARG002
        """Lines 2-22: the cluster of each tuple."""
        flat, codes, counts = tuples.kernel_columns, tuples.codes, tuples.counts
        growth = start_growth(flat, codes, counts)
        while grow(flat, codes, counts, growth, self.k, demands, self.weighted, self.static, 64):
            progress(Share(1.0 - growth.counters[1] / tuples.records, int(growth.counters[2])))
        placed = np.flatnonzero(growth.cluster_of >= 0)
        if not len(placed):
            return Clusters.of_tuples(tuples, np.zeros(len(tuples), dtype=np.int64))
        centres = group_centres(flat, codes, placed, growth.cluster_of[placed], counts[placed], int(growth.counters[2]))
        for t in np.flatnonzero(growth.cluster_of < 0):
            growth.cluster_of[t] = find_nearest_centre(flat, codes, t, centres)
        return Clusters.of_tuples(tuples, growth.cluster_of)
