"""The base class of methods that form clusters: blocks, refinement, demands, and the plan."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

import numpy as np

from kinonym.kernels.demands.class_demands import ClassDemands
from kinonym.kernels.demands.merging import merge_clusters
from kinonym.methods.blocks import part_of
from kinonym.methods.centre_check import off_centre
from kinonym.methods.cluster_plans import plan_from_clusters, with_set_centres
from kinonym.methods.clusters import Clusters, Floats, Numbers, join_nearest, merge_small, whole_tuples
from kinonym.methods.contract import Mode, check_plan, require_k
from kinonym.methods.k_anonymous import KAnonymous, find_table_demands, replace_rare_texts
from kinonym.methods.progress import Progress, silent, within
from kinonym.methods.table_demands import TableDemands, select_demands
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.index_arrays import ClassOfTuple

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
    def clusters(self, tuples: Tuples, demands: TableDemands, rng: np.random.Generator, progress: Progress) -> Clusters:
        """Put every record into a cluster of at least k."""

    @classmethod
    def modes(cls) -> tuple[Mode, ...]:
        """As it is, refined, in blocks, and both."""
        alone = cls.mode(), cls.mode(refine=True), cls.mode(block_size=3)
        return (*alone, cls.mode(block_size=2, workers=2, refine=True))

    @property
    def operators(self) -> tuple[str, str]:
        """The distance and the centroid by which clusters are made."""
        return "semantic", "semantic"

    def with_centres(self, plan: Plan) -> Plan:
        """Return the plan with the centres of sets."""
        if not any(column.domain.traits.is_set for column in plan.tuples.columns):
            return plan
        return with_set_centres(plan, self.operators[1], squared=self.refine)

    def objection(self, plan: Plan) -> str | None:
        """Object if the target of a class is not its centre."""
        return off_centre(plan, "squared" if self.refine else self.operators[1])

    def part(self, tuples: Tuples, demands: TableDemands, rng: np.random.Generator, progress: Progress) -> Plan:
        """Plan a table or a block of it."""
        share = 0.4 if self.refine else 1.0
        clusters = self.clusters(tuples, demands, rng, within(progress, 0.0, share))
        centres = None
        if demands is not None:
            clusters, centres = self._repair_classes(tuples, clusters, demands)
        if self.refine:
            from kinonym.methods.refine import refine_plan

            return refine_plan(tuples, clusters, self.k, demands, within(progress, share, 1.0))
        return plan_from_clusters(tuples, tuples.operators(*self.operators), clusters, centres)

    def whole_part(self, tuples: Tuples, demands: TableDemands, rng: np.random.Generator, progress: Progress) -> Plan:
        """Plan a part so that all records of a tuple are in the group that has most of them."""
        plan = self.part(tuples, demands, rng, progress)
        if plan.whole:
            return plan
        operators = tuples.operators(*self.operators)
        clusters = whole_tuples(tuples, Clusters(plan.source, plan.target, plan.count))
        return plan_from_clusters(tuples, operators, merge_small(operators[0], tuples, clusters, self.k))

    def plan_groups(self, tuples: Tuples, clusters: Clusters, fresh: Numbers) -> Plan:
        """Plan with given groups: ``fresh`` tuples join the nearest one, and groups that became too small merge.

        Parameters
        ----------
        tuples
            The table.
        clusters
            The groups of all other tuples; numbers may have gaps.
        fresh
            Tuples without a group.
        """
        require_k(tuples, self.k)
        flat = tuples.operators(*self.operators)[0]
        _, group = np.unique(clusters.group, return_inverse=True)
        clusters = Clusters(clusters.source, group.reshape(-1).astype(np.int64), clusters.records)
        clusters = join_nearest(flat, tuples, clusters, fresh)
        demands = find_table_demands(self.demands, tuples, self.k, self.k_map)
        centres = None
        if demands is not None:
            clusters, centres = self._repair_classes(tuples, clusters, demands)
        clusters = merge_small(flat, tuples, clusters, self.k)
        operators = tuples.operators(*self.operators)
        plan = plan_from_clusters(tuples, operators, clusters, centres)
        return check_plan(replace_rare_texts(plan, self.k), self.k)

    def plan_with_groups(
        self, tuples: Tuples, group: ClassOfTuple, rng: np.random.Generator, progress: Progress = silent
    ) -> Plan:
        """Plan with given groups, which stay as they are; the tuples without a group (−1) are planned by themselves."""
        require_k(tuples, self.k)
        _, cluster_of = np.unique(group, return_inverse=True)
        cluster_of = cluster_of.reshape(-1).astype(np.int64)
        fresh = np.flatnonzero(group < 0)
        if len(fresh):
            table_demands = find_table_demands(self.demands, tuples, self.k, self.k_map)
            demands = None if table_demands is None else select_demands(table_demands, fresh)
            part = part_of(tuples, fresh)
            plan = self.part(part, demands, rng, progress)
            whole = whole_tuples(part, Clusters(plan.source, plan.target, plan.count))
            cluster_of[fresh] = int(cluster_of.max()) + 1 + whole.group
        plan = plan_from_clusters(tuples, tuples.operators(*self.operators), Clusters.of_tuples(tuples, cluster_of))
        return check_plan(replace_rare_texts(self.with_centres(plan), self.k), self.k)

    def _repair_classes(self, tuples: Tuples, clusters: Clusters, demands: ClassDemands) -> tuple[Clusters, Floats]:
        """Whole tuples, as a divided one deals its values out at random; then merge classes that violate a demand."""
        whole = whole_tuples(tuples, clusters)
        flat = tuples.operators(*self.operators)[0]
        cluster_of = whole.group.copy()
        centres = merge_clusters(flat, tuples.codes, tuples.counts, cluster_of, whole.number, self.k, demands)
        return Clusters.of_tuples(tuples, cluster_of), centres[np.unique(cluster_of)]
