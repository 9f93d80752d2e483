"""SA-MDAV: semantic adaptive microaggregation (A alg. 2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinonym.grouped import Plan, Tuples
from kinonym.methods.base import MethodTraits, Progress, check_bounded, check_k, checked, require_k, silent
from kinonym.methods.clusters import plan_from_clusters

__all__ = ["SaMdav"]


@dataclass(frozen=True, kw_only=True)
class SaMdav:
    """Clusters of at least k records that adapt to the data: all records of a tuple stay together.

    While k records are left: r = the tuple most distant from the centroid of what is left, by w·sd; its
    cluster grows by the tuple nearest to the cluster's moving centroid until it holds k records; the same for
    s, the tuple most distant from r. Tuples left at the end join the nearest centroid.

    Parameters
    ----------
    k
        Least number of records with the same masked values.
    static
        Keep r as the centre while the cluster grows (SA-MDAV-static of A sect. 4.3).
    weighted
        Multiply distances by the tuple's count in both choices (A eq. 4).

    Notes
    -----
    A alg. 2 prints "in D^A" at lines 8 and 16 where D is meant, and forgets to remove s at line 14.
    Ties go to the first tuple. Cost: O(p²) distances for p distinct tuples, whatever the number of records.
    """

    k: int
    static: bool = False
    weighted: bool = True
    name = "sa-mdav"
    traits = MethodTraits(k_anonymous=True, claim="k-anonymity")

    def __post_init__(self) -> None:
        check_k(self.k)

    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:  # noqa: ARG002
        """Decide what every tuple becomes."""
        if self.k == 1:
            return Plan.unchanged(tuples, notices=("k = 1: the data are unchanged",))
        require_k(tuples, self.k)
        check_bounded(tuples)
        cluster_of = self._clusters(tuples, progress)
        operators = tuples.operators("semantic", "semantic")
        every = np.arange(len(tuples))
        return checked(plan_from_clusters(tuples, operators, every, cluster_of, tuples.counts), self.k)

    def _clusters(self, tuples: Tuples, progress: Progress) -> np.ndarray:
        """Lines 2-22: the cluster of each tuple."""
        from kinonym.kernels.adaptive import grow, start_growth
        from kinonym.kernels.groups import group_centres, nearest_centre

        flat, codes, counts = tuples.flat, tuples.codes, tuples.counts
        growth = start_growth(flat, codes, counts)
        while grow(flat, codes, counts, growth, self.k, self.weighted, self.static, 64):
            progress(1.0 - growth.left[1] / tuples.records)
        placed = np.flatnonzero(growth.cluster_of >= 0)
        clusters = growth.cluster_of[placed]
        centres = group_centres(flat, codes, placed, clusters, counts[placed], int(growth.left[2]))
        for t in np.flatnonzero(growth.cluster_of < 0):
            growth.cluster_of[t] = nearest_centre(flat, codes, t, centres)
        progress(1.0)
        return growth.cluster_of
