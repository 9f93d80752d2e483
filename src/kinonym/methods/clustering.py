"""What all clustering methods share: refinement, repair of what was promised, and centres in place of records."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

import numpy as np

from kinonym.grouped import Plan, Tuples
from kinonym.kernels.demands.class_demands import Promise
from kinonym.kernels.demands.merging import repair
from kinonym.methods.base import Progress, within
from kinonym.methods.clusters import Clusters, plan_from_clusters, whole_tuples
from kinonym.methods.k_anonymous import KAnonymous
from kinonym.methods.promises import Promised
from kinonym.methods.refine import refined_plan

__all__ = ["Clustering"]


@dataclass(frozen=True, kw_only=True)
class Clustering(KAnonymous):
    """A method that puts records into clusters of at least k and replaces them by the clusters' centres.

    Parameters
    ----------
    refine
        Change the clusters afterwards while the semantic squared error falls.
    """

    refine: bool = False

    @abstractmethod
    def clusters(self, tuples: Tuples, promise: Promised, rng: np.random.Generator, progress: Progress) -> Clusters:
        """Put every record into a cluster of at least k."""

    @property
    def operators(self) -> tuple[str, str]:
        """The distance and the centroid by which clusters are made."""
        return "semantic", "semantic"

    def part(self, tuples: Tuples, promise: Promised, rng: np.random.Generator, progress: Progress) -> Plan:
        """Plan a table or a block of it."""
        share = 0.4 if self.refine else 1.0
        clusters = self.clusters(tuples, promise, rng, within(progress, 0.0, share))
        if promise is not None:
            clusters = self._repaired(tuples, clusters, promise)
        if self.refine:
            return refined_plan(tuples, clusters, self.k, promise, within(progress, share, 1.0))
        return plan_from_clusters(tuples, tuples.operators(*self.operators), clusters)

    def _repaired(self, tuples: Tuples, clusters: Clusters, promise: Promise) -> Clusters:
        """Whole tuples, as a divided one deals its values out at random; then merge what breaks a promise."""
        whole = whole_tuples(tuples, clusters)
        flat = tuples.operators(*self.operators)[0]
        cluster_of = whole.group.copy()
        repair(flat, tuples.codes, tuples.counts, cluster_of, whole.number, self.k, promise)
        return Clusters.of_tuples(tuples, cluster_of)
