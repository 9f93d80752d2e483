"""What all clustering methods share: k, demands on confidential columns, refinement, blocks, and the plan."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace

import numpy as np

from kinonym.grouped import Plan, Tuples
from kinonym.kernels.promise import Promise
from kinonym.kernels.repair import repair
from kinonym.methods.base import Progress, check_bounded, check_k, checked, require_k, silent
from kinonym.methods.blocks import Blocked, Numbers, plan_blocks
from kinonym.methods.clusters import Clusters, plan_from_clusters, whole_tuples
from kinonym.methods.demands import Demands
from kinonym.methods.promises import promise_part
from kinonym.methods.refine import refined_plan

__all__ = ["Clustering"]


@dataclass(frozen=True, kw_only=True)
class Clustering(Demands, Blocked):
    """A method that puts records into clusters of at least k and replaces them by the clusters' centres.

    Parameters
    ----------
    k
        Least number of records with the same masked values.
    refine
        Afterwards let tuples move between clusters while the squared error falls and every promise holds.
    """

    k: int
    refine: bool = False

    def __post_init__(self) -> None:
        check_k(self.k)
        self.check_demands()
        self.check_blocks()

    @abstractmethod
    def clusters(self, tuples: Tuples, promise: Promise, rng: np.random.Generator, progress: Progress) -> Clusters:
        """Put every record into a cluster of at least k."""

    @property
    def operators(self) -> tuple[str, str]:
        """The distance and the centroid by which clusters are made."""
        return "semantic", "semantic"

    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:
        """Decide what every record becomes."""
        if self.k == 1 and not self.demanding:
            return Plan.unchanged(tuples, notices=("k = 1: the data are unchanged",))
        require_k(tuples, self.k)
        check_bounded(tuples)
        promise = self.promise(tuples)
        blocks = self.blocks(tuples, self.k)
        if len(blocks) > 1:
            plan = self._in_blocks(tuples, blocks, promise, rng, progress)
        else:
            plan = self._part(tuples, promise, rng, progress)
        progress(1.0)
        return checked(plan, self.k)

    def _part(self, tuples: Tuples, promise: Promise, rng: np.random.Generator, progress: Progress) -> Plan:
        """Plan a table or a block of it."""
        share = 0.4 if self.refine else 1.0
        clusters = self.clusters(tuples, promise, rng, lambda done: progress(share * done))
        if self.demanding:
            clusters = self._repaired(tuples, clusters, promise)
        if self.refine:
            return refined_plan(tuples, clusters, self.k, promise, lambda done: progress(share + (1 - share) * done))
        return plan_from_clusters(tuples, tuples.operators(*self.operators), clusters)

    def _repaired(self, tuples: Tuples, clusters: Clusters, promise: Promise) -> Clusters:
        """Whole tuples, as a divided one deals its values out at random; then merge what breaks a promise."""
        whole = whole_tuples(tuples, clusters)
        flat = tuples.operators(*self.operators)[0]
        cluster_of = whole.group.copy()
        repair(flat, tuples.codes, tuples.counts, cluster_of, whole.number, self.k, promise)
        return Clusters.of_tuples(tuples, cluster_of)

    def _in_blocks(
        self, tuples: Tuples, blocks: list[Numbers], promise: Promise, rng: np.random.Generator, progress: Progress
    ) -> Plan:
        """Plan the blocks; a promise that a block alone cannot keep is kept by merging clusters of several."""

        def plan_block(part: Tuples, chosen: Numbers, draws: np.random.Generator, look: Progress) -> Plan:
            return self._part(part, promise_part(promise, chosen), draws, look)

        plan = plan_blocks(tuples, blocks, plan_block, rng, progress, workers=self.workers)
        return self._repaired_plan(tuples, plan, promise) if self.demanding else plan

    def _repaired_plan(self, tuples: Tuples, plan: Plan, promise: Promise) -> Plan:
        """Merge clusters that break a promise; nothing changes where none does."""
        before = Clusters(plan.source, plan.target, plan.count)
        after = self._repaired(tuples, before, promise)
        if after.number == before.number:
            return plan
        merged = plan_from_clusters(tuples, tuples.operators(*self.operators), after)
        return replace(merged, notices=plan.notices)
