"""What methods share whose classes hold at least k records: demands on the classes, blocks, and the plan.

And what all clustering methods share: refinement, repair of what was promised, and centres in place of records.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

import numpy as np

from kinonym.domains import ConceptSets
from kinonym.errors import UsageError
from kinonym.grouped import Plan, Tuples
from kinonym.kernels.demands.class_demands import Promise, holds
from kinonym.kernels.demands.merging import repair
from kinonym.methods.blocks import Numbers, plan_blocks
from kinonym.methods.clusters import (
    Clusters,
    Floats,
    plan_from_clusters,
    told_of_sizes,
    whole_tuples,
    with_set_centres,
    without_rare,
)
from kinonym.methods.contract import Method, Mode, Progress, check_bounded, check_k, checked, require_k, silent, within
from kinonym.methods.cutting import cut_blocks, join_blocks, value_pairs
from kinonym.methods.promises import Promised, promise_of, promise_part
from kinonym.methods.refine import refined_plan
from kinonym.privacy.demands import Demands

__all__ = ["Blocked", "Clustering", "KAnonymous"]

LARGE = 100_000  # tables of more distinct tuples are cut into blocks by themselves,
AUTOMATIC = 25_000  # of at most so many tuples,
MANY_PAIRS = 2**26  # and so are tables with more pairs of words, whose distances would fill the memory,
PAIRS = 2**23  # into blocks of at most so many


@dataclass(frozen=True, kw_only=True)
class Blocked:
    """A method that can plan a large table in blocks of neighbours.

    Parameters
    ----------
    block_size
        Most distinct tuples that are planned together; more are cut into blocks of neighbours, which are planned in
        parallel. By default only tables of more than 100,000 distinct tuples, or of so many different words that
        their distances would fill the memory, are cut into blocks of up to 25,000.
    workers
        How many blocks are planned at the same time; by default one for each processor. It does not change the result.
    """

    block_size: int | None = None
    workers: int | None = None

    def check_blocks(self) -> None:
        """Raise unless both are whole numbers of at least 1."""
        for name, number in (("block_size", self.block_size), ("workers", self.workers)):
            if number is not None and (isinstance(number, bool) or not isinstance(number, int) or number < 1):
                msg = f"{name} must be a whole number of at least 1"
                raise UsageError(msg, hint="leave it out to let the size of the table decide")

    def blocks(self, tuples: Tuples, k: int) -> list[Numbers]:
        """The blocks of a table, each of at least k records; one that is small enough is one block."""
        every = np.arange(len(tuples))
        if self.block_size is not None:
            return cut_blocks(tuples, self.block_size, MANY_PAIRS, k)
        few = len(tuples) ** 2 * len(tuples.columns) <= MANY_PAIRS
        if few or (len(tuples) <= LARGE and value_pairs(tuples, every) <= MANY_PAIRS):
            return [every]
        return cut_blocks(tuples, AUTOMATIC, PAIRS, k)


@dataclass(frozen=True, kw_only=True)
class KAnonymous(Demands, Blocked, Method):
    """A method that gives every masked combination at least k records.

    Parameters
    ----------
    k
        Least number of records with the same masked values.
    """

    k: int

    def __post_init__(self) -> None:
        check_k(self.k)
        self.check_blocks()
        self.check_demands()

    @property
    def demands(self) -> Demands | None:
        """What is asked of confidential columns; None if nothing is."""
        return self if self.demanding else None

    @abstractmethod
    def part(self, tuples: Tuples, promise: Promised, rng: np.random.Generator, progress: Progress) -> Plan:
        """Plan a table or a block of it."""

    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:
        """Decide what every record becomes."""
        if self.k == 1 and not self.demanding:
            progress(1.0)
            return Plan.unchanged(tuples, notices=("k = 1: the data are unchanged",))
        plan = without_rare(self.classes(tuples, rng, progress), self.k)
        progress(1.0)
        return checked(plan, self.k)

    def classes(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:
        """Put every record into a class of at least k, with the centre that the method gives it."""
        require_k(tuples, self.k)
        check_bounded(tuples)
        asked = self.demands is not None or tuples.persons is not None
        promise = promise_of(self.demands, tuples, self.k) if asked else None
        blocks = self.blocks(tuples, self.k)
        if promise is not None:
            blocks = join_blocks(blocks, lambda block: bool(holds(promise, block, len(block))))
        if len(blocks) > 1:
            return self._in_blocks(tuples, blocks, promise, rng, progress)
        return self.part(tuples, promise, rng, progress)

    def _in_blocks(
        self,
        tuples: Tuples,
        blocks: list[Numbers],
        promise: Promised,
        rng: np.random.Generator,
        progress: Progress,
    ) -> Plan:
        def plan_block(part: Tuples, chosen: Numbers, draws: np.random.Generator, look: Progress) -> Plan:
            own = None if promise is None else promise_part(promise, chosen)
            return self.part(part, own, draws, look)

        return plan_blocks(tuples, blocks, plan_block, rng, progress, workers=self.workers)


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

    @classmethod
    def modes(cls) -> tuple[Mode, ...]:
        """As it is, refined, in blocks, and both."""
        alone = cls.mode(), cls.mode(refine=True), cls.mode(block_size=3)
        return (*alone, cls.mode(block_size=2, workers=2, refine=True))

    @property
    def operators(self) -> tuple[str, str]:
        """The distance and the centroid by which clusters are made."""
        return "semantic", "semantic"

    def classes(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:
        """Clusters of at least k, each with its centre."""
        plan = super().classes(tuples, rng, progress)
        if not any(isinstance(column.domain, ConceptSets) for column in tuples.columns):
            return plan
        return told_of_sizes(with_set_centres(plan, self.operators[1], squared=self.refine))

    def part(self, tuples: Tuples, promise: Promised, rng: np.random.Generator, progress: Progress) -> Plan:
        """Plan a table or a block of it."""
        operators, share = tuples.operators(*self.operators), 0.4 if self.refine else 1.0
        clusters = self.clusters(tuples, promise, rng, within(progress, 0.0, share))
        centres = None
        if promise is not None:
            clusters, centres = self._repaired(tuples, clusters, promise)
        if self.refine:
            return refined_plan(tuples, clusters, self.k, promise, within(progress, share, 1.0))
        return plan_from_clusters(tuples, operators, clusters, centres)

    def _repaired(self, tuples: Tuples, clusters: Clusters, promise: Promise) -> tuple[Clusters, Floats]:
        """Whole tuples, as a divided one deals its values out at random; then merge what breaks a promise."""
        whole = whole_tuples(tuples, clusters)
        flat = tuples.operators(*self.operators)[0]
        cluster_of = whole.group.copy()
        centres = repair(flat, tuples.codes, tuples.counts, cluster_of, whole.number, self.k, promise)
        return Clusters.of_tuples(tuples, cluster_of), centres[np.unique(cluster_of)]
