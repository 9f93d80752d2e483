"""Recoding: rare tuples are replaced by their nearest ones that exist (M sect. 4, E alg. 2)."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import UsageError
from kinonym.kernels.clusters.recoding import recode, start_recoding
from kinonym.kernels.demands.merging import merge_clusters
from kinonym.kernels.distances.flat_columns import Columns, copy_to_centre
from kinonym.kernels.distances.tuple_distances import row_distances
from kinonym.methods.contract import MethodTraits, Mode, check_bounded, require_k
from kinonym.methods.k_anonymous import KAnonymous
from kinonym.methods.progress import Progress, silent
from kinonym.methods.table_demands import TableDemands
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.tuples import tuple_points

__all__ = ["Recode"]

Numbers = NDArray[np.int64]

_REVERSIBLE = (
    "downcoding: values that stayed are true and values that went were rare; recoding with the least change can be "
    "partly undone by anyone who knows the method"
)


@dataclass(frozen=True, kw_only=True)
class Recode(KAnonymous):
    """While a tuple has fewer than k records, the rarest is replaced by the nearest other tuple that exists.

    Parameters
    ----------
    k
        Least number of records with the same masked values.
    heuristics
        How many of M's three heuristics choose what is replaced (M fig. 4): 1 the rarest tuples, 2 of these the
        one with the nearest other tuple, 3 of these the one with the smallest merged group. With 0 and 1
        the replacement is random, the baseline of M; with 0 tuples are replaced in their order.
    weighted
        Nearest by count times distance (E alg. 2), so that rare tuples find each other.
    distance
        What leads the choice: ``semantic``, each column's own distance; ``equality``, 0 or 1 (E sect. 4.2);
        ``discernibility``, by how much the merge raises the sum of the squared class sizes (M sect. 5.3).
    only_frequent
        Replace a rare tuple only by one that k records have from the start (M appendix, first paper).
    local
        Treat every column alone (M appendix 1): each value of a column occurs at least k times, a combination of
        several columns may not.

    Notes
    -----
    Ties between tuples to replace go to a random order drawn at the start; ties between nearest tuples to the
    lighter one, then to the first. Nearest tuples are kept and looked for again only when they vanished or grew.
    Where no tuple has k records, ``only_frequent`` has nothing to recode to, and all are recoded as usual.
    """

    heuristics: int = 3
    weighted: bool = False
    distance: Literal["semantic", "equality", "discernibility"] = "semantic"
    only_frequent: bool = False
    local: bool = False
    name = "recode"
    traits = MethodTraits(
        promise="k-anonymity", k_anonymous=True, random=True, strength="k", takes_demands=True,
        takes_scenarios=True, stages=True,
    )  # fmt: skip

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.heuristics not in (0, 1, 2, 3):
            msg = "heuristics of recode must be 0, 1, 2 or 3"
            raise UsageError(msg, hint="leave it out for all three heuristics")
        if self.local and (self.demanding or self.k_map is not None):
            msg = "local recoding makes no classes of equal combinations, so it takes no demands"
            raise UsageError(msg, hint="leave local out")
        if self.local and self.block_size is not None:
            msg = "local recoding looks at one column at a time and needs no blocks"
            raise UsageError(msg, hint="leave block_size out")
        if self.local:  # no guarantee for combinations of columns
            object.__setattr__(self, "traits", MethodTraits(random=True, strength="k"))
        if self.weighted and self.heuristics < 2:
            msg = "with fewer than two heuristics the replacement is random, so that no distance can be weighted"
            raise UsageError(msg, hint="leave weighted out, or set heuristics = 3")
        self._check_distance()

    def _check_distance(self) -> None:
        """Raise unless the distance is one of the three, and fits the other parameters."""
        if self.distance not in ("semantic", "equality", "discernibility"):
            msg = "recode takes the distances semantic, equality and discernibility"
            raise UsageError(msg, hint="leave it out for the semantic method")
        if self.distance == "discernibility" and (self.heuristics < 3 or self.weighted or self.only_frequent):
            msg = "discernibility always replaces the rarest tuple by the next rarest, so no other parameter can choose"
            raise UsageError(msg, hint="leave heuristics, weighted and only_frequent out")
        if self.only_frequent and self.weighted:
            msg = "only_frequent takes the nearest of the frequent tuples, so that no distance can be weighted"
            raise UsageError(msg, hint="leave weighted out")

    @classmethod
    def modes(cls) -> tuple[Mode, ...]:
        """Every documented form."""
        alone = cls.mode(weighted=True), cls.mode(local=True), cls.mode(block_size=3, workers=2)
        others = cls.mode(distance="equality"), cls.mode(distance="discernibility"), cls.mode(only_frequent=True)
        return (*(cls.mode(heuristics=number) for number in range(4)), *alone, *others)

    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:
        """Decide what every tuple becomes."""
        if self.local and self.k > 1:
            require_k(tuples, self.k)
            check_bounded(tuples)
            return self._recode_columns(tuples, rng, progress)
        plan = super().plan(tuples, rng, progress)
        return replace(plan, notices=(*plan.notices, _REVERSIBLE))

    def plan_within(
        self, tuples: Tuples, groups: Sequence[Numbers], rng: np.random.Generator, progress: Progress = silent
    ) -> Plan:
        """Plan each group of tuples by itself."""
        plan = super().plan_within(tuples, groups, rng, progress)
        return replace(plan, notices=(*plan.notices, _REVERSIBLE))

    def objection(self, plan: Plan) -> str | None:
        """Object if the target of a class is not one of its tuples; rare texts and dates may have been replaced."""
        if self.local:
            return None
        originals = tuple_points(plan.tuples)[plan.source]
        alike = np.ones(len(originals), dtype=bool)
        for j, column in enumerate(plan.tuples.columns):
            if column.domain.concepts is not None:
                alike &= (originals[:, j] == plan.targets[plan.target, j]) | (
                    originals[:, j] >= len(column.domain.concepts.tau)
                )
        stands = np.zeros(len(plan.targets), dtype=bool)
        stands[plan.target[alike]] = True
        return None if stands[plan.target].all() else "a class was recoded to a combination that it does not hold"

    def part(self, tuples: Tuples, demands: TableDemands, rng: np.random.Generator, progress: Progress) -> Plan:
        """Plan a table or a block of it."""
        goal = self._merge_for_demands(tuples, self._goals(tuples, rng, progress), demands)
        return Plan(tuples, np.arange(len(tuples)), goal, tuples.counts, tuple_points(tuples))

    def _goals(self, tuples: Tuples, rng: np.random.Generator, progress: Progress) -> Numbers:
        """The tuple that each tuple is replaced by in the end."""
        if self.distance == "discernibility":
            progress(1.0)
            return _recode_by_discernibility(tuples.counts, self.k, rng)
        if self.only_frequent and tuples.counts.max() >= self.k:
            progress(1.0)
            return self._to_frequent(tuples, rng)
        flat, codes = self._columns(tuples), tuples.codes
        rank = np.arange(len(tuples)) if self.heuristics == 0 else rng.permutation(len(tuples))
        state = start_recoding(flat, codes, tuples.counts, rank, self.k, self.heuristics, weighted=self.weighted)
        first = max(1, int(state.queue_size[0]))
        while recode(flat, codes, state, self.k, self.heuristics, self.weighted, rng, 256):
            progress(1.0 - state.queue_size[0] / first)
        return _ends(state.replaced_by)

    def _columns(self, tuples: Tuples) -> Columns:
        """The columns with the distance that was asked for."""
        return tuples.operators("equality", "mode")[0] if self.distance == "equality" else tuples.kernel_columns

    def _to_frequent(self, tuples: Tuples, rng: np.random.Generator) -> Numbers:
        """Every rare tuple goes to the nearest frequent one; ties: the lightest, then the first."""
        flat, goal = self._columns(tuples), np.arange(len(tuples))
        frequent = np.flatnonzero(tuples.counts >= self.k)
        frequent = frequent[np.argsort(tuples.counts[frequent], kind="stable")]
        here, centre = np.zeros_like(frequent), np.empty((1, len(tuples.columns)))
        for t in np.flatnonzero(tuples.counts < self.k).tolist():
            if self.heuristics < 2:
                near = int(rng.integers(len(frequent)))
            else:
                copy_to_centre(flat, tuples.codes, t, centre[0])
                near = int(row_distances(flat, tuples.codes, frequent, here, centre).argmin())
            goal[t] = frequent[near]
        return goal

    def _merge_for_demands(self, tuples: Tuples, goal: Numbers, demands: TableDemands) -> Numbers:
        """Merge groups that violate a demand; the tuple with most records represents all."""
        if demands is None:
            return goal
        standing, group = np.unique(goal, return_inverse=True)
        cluster_of = group.reshape(-1).astype(np.int64)
        merge_clusters(tuples.kernel_columns, tuples.codes, tuples.counts, cluster_of, len(standing), self.k, demands)
        weight = np.bincount(goal, weights=tuples.counts, minlength=len(tuples))
        order = np.lexsort((standing, -weight[standing], cluster_of[standing]))
        chosen = np.full(len(standing), -1, dtype=np.int64)
        first = np.flatnonzero(np.diff(cluster_of[standing][order], prepend=-1))
        chosen[cluster_of[standing][order][first]] = standing[order][first]
        return chosen[cluster_of]

    def _recode_columns(self, tuples: Tuples, rng: np.random.Generator, progress: Progress) -> Plan:
        """M appendix 1: every column on its own."""
        points = np.empty((len(tuples), len(tuples.columns)))
        for j, column in enumerate(tuples.columns):
            weights = np.bincount(tuples.codes[:, j], weights=tuples.counts, minlength=len(column.points))
            alone = Tuples(np.arange(len(weights), dtype=np.int32)[:, None], weights.astype(np.int64), (column,))
            points[:, j] = column.points[self._goals(alone, rng, silent)[tuples.codes[:, j]]]
            progress((j + 1) / len(tuples.columns))
        every = np.arange(len(tuples))
        rarer = ("every column was recoded alone: combinations of several columns may be rarer than k",)
        notices = (*(rarer if len(tuples.columns) > 1 else ()), _REVERSIBLE)
        return Plan(tuples, every, every, tuples.counts, points, notices)


def _recode_by_discernibility(counts: Numbers, k: int, rng: np.random.Generator) -> Numbers:
    """What each tuple becomes if the rarest is replaced by the next rarest until it has k; ties at random.

    Merging classes of a and b records adds 2·a·b to the discernibility (M eq. 1), least for the two rarest.
    """
    heap = [(int(w), float(rng.random()), i) for i, w in enumerate(counts)]
    heapq.heapify(heap)
    into = np.arange(len(counts))
    while heap[0][0] < k and len(heap) > 1:
        weight, _, gone = heapq.heappop(heap)
        other, tie, next_rarest = heap[0]
        into[gone] = next_rarest
        heapq.heapreplace(heap, (other + weight, tie, next_rarest))
    return _ends(into)


def _ends(into: Numbers) -> Numbers:
    """Where each tuple ends that was replaced again and again."""
    while (into[into] != into).any():
        into = into[into]
    return into
