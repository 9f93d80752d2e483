"""Generalisation on the taxonomy, for comparison with classical tools: one level per column, or class by class."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.errors import UsageError
from kinonym.methods.cluster_plans import plan_from_clusters, with_set_centres
from kinonym.methods.clusters import Clusters
from kinonym.methods.contract import Method, MethodTraits, Mode, check_bounded, check_k, checked, require_k
from kinonym.methods.full_domain import FullDomain
from kinonym.methods.progress import Progress, silent
from kinonym.methods.sa_mdav import SaMdav
from kinonym.methods.scenarios.scenario import KnownSet, find_rare_set
from kinonym.metrics import measure_utility
from kinonym.metrics.distribution import point_ncp
from kinonym.tuples import Column, Plan, Tuples
from kinonym.tuples.equal_rows import distinct_rows
from kinonym.tuples.index_arrays import DROPPED

__all__ = ["Generalise"]

Numbers = NDArray[np.int64]

LATTICE = 4096  # combinations of levels that are all looked at; beyond that the way up is greedy
MOST_VECTORS = 1 << 18  # combinations of levels among which the best is searched if records may be left out
_REVERSIBLE = (
    "downcoding: values were generalised no further than needed; minimal generalisation can be partly undone by "
    "anyone who knows the method"
)


@dataclass(frozen=True, kw_only=True)
class Generalise(Method):
    """Every value becomes a concept that subsumes it.

    Parameters
    ----------
    k
        Least number of records with the same masked values.
    scheme
        ``full``: all values of a column are lifted to one depth of the taxonomy, the lowest combination of levels
        that reaches k; of several equally low ones that with the least squared error. ``local``: the clusters of
        sa-mdav, each lifted to what subsumes all its values.
    suppress_share
        Of the full scheme: up to this share of the records may be left out (blanked) if their combinations stay rare.
        The levels are then those with the least NCP, a blanked record counting as the root.

    Notes
    -----
    Where a concept has several parents it is lifted to the deepest of them; what has no concept, missing among it,
    is lifted to the root. Numbers are lifted to intervals that begin at round figures, ever wider, dates to months,
    quarters and years; other columns without a taxonomy have two levels, as they are and missing. Above 4,096
    combinations of levels the column with most values left is lifted again and again (Datafly's rule), which need
    not be the lowest way.
    """

    k: int
    scheme: Literal["full", "local"] = "full"
    suppress_share: float = 0.0
    name = "generalise"
    traits = MethodTraits(promise="k-anonymity", k_anonymous=True, keeps_rows=False, strength="k", takes_scenarios=True)

    def __post_init__(self) -> None:
        check_k(self.k)
        if self.scheme not in ("full", "local"):
            msg = "the scheme of generalise must be full or local"
            raise UsageError(msg, hint='scheme = "full" or scheme = "local"')
        if not 0.0 <= self.suppress_share < 1.0:
            msg = "suppress_share must be at least 0 and less than 1"
            raise UsageError(msg, hint="suppress_share = 0.05 leaves out at most 5 % of the records")
        if self.suppress_share and self.scheme == "local":
            msg = "suppress_share belongs to the scheme full"
            raise UsageError(msg, hint='leave suppress_share out, or set scheme = "full"')

    @classmethod
    def modes(cls) -> tuple[Mode, ...]:
        """Every documented form."""
        return cls.mode(scheme="full"), cls.mode(scheme="local"), cls.mode(suppress_share=0.2)

    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:
        """Decide what every tuple becomes."""
        require_k(tuples, self.k)
        check_bounded(tuples)
        plan = self._local(tuples, rng, progress) if self.scheme == "local" else self._full(tuples, progress)
        progress(1.0)
        return checked(replace(plan, notices=(*plan.notices, _REVERSIBLE)), self.k)

    def objection(self, plan: Plan) -> str | None:
        """Object if a concept became one that does not subsume it."""
        released = np.flatnonzero(plan.target != DROPPED)
        for j, column in enumerate(plan.tuples.columns):
            if column.domain.concepts is not None:
                tau = column.domain.concepts.tau
                own = column.points[plan.tuples.codes[plan.source[released], j]]
                pairs = np.unique(np.stack([own, plan.targets[plan.target[released], j]]).astype(np.int64), axis=1)
                for concept, above in pairs[:, (pairs < len(tau)).all(axis=0)].T.tolist():
                    if above not in tau.above(concept):
                        return (
                            f"a value of column {column.name!r} was generalised to a concept that does not subsume it"
                        )
        return None

    def plan_known(
        self,
        tuples: Tuples,
        known: Sequence[KnownSet],
        joint: Sequence[KnownSet],
        rng: np.random.Generator,
        progress: Progress = silent,
    ) -> Plan:
        """Generalise until every known set of columns has its k."""
        if self.scheme == "local":
            return super().plan_known(tuples, known, joint, rng, progress)
        plan = self._full(tuples, progress, known)
        return replace(plan, notices=(*plan.notices, _REVERSIBLE))

    def plan_within(
        self, tuples: Tuples, groups: Sequence[Numbers], rng: np.random.Generator, progress: Progress = silent
    ) -> Plan:
        """Plan each group of tuples by itself."""
        plan = self._lift_classes(tuples, SaMdav(k=self.k).plan_within(tuples, groups, rng, progress))
        return replace(plan, notices=(*plan.notices, _REVERSIBLE))

    def _local(self, tuples: Tuples, rng: np.random.Generator, progress: Progress) -> Plan:
        return self._lift_classes(tuples, SaMdav(k=self.k).classes(tuples, rng, progress))

    def _lift_classes(self, tuples: Tuples, classes: Plan) -> Plan:
        """Replace the members of each class by what subsumes them."""
        clusters = Clusters(classes.source, classes.target, classes.count)
        plan = with_set_centres(plan_from_clusters(tuples, tuples.operators("equality", "lcs"), clusters), "lcs")
        targets = [_subsumed(column, plan, j) for j, column in enumerate(tuples.columns)]
        return replace(plan, targets=np.column_stack(targets), notices=classes.notices)

    def _full(self, tuples: Tuples, progress: Progress, known: Sequence[KnownSet] = ()) -> Plan:
        """Find the lowest levels; ``known``: the sets of columns that must have their k, by default all columns."""
        ladders = [column.domain.generalise(column.points) for column in tuples.columns]
        heights = [len(steps) - 1 for steps in ladders]
        if self.suppress_share:
            return self._with_some_left_out(tuples, ladders).plan(progress)
        if prod(height + 1 for height in heights) > LATTICE:
            return _lifted(tuples, ladders, self._greedy(tuples, ladders, known))
        low, high = 0, sum(heights)
        while low < high:  # what reaches k at one height has a successor that reaches it at the next
            middle = (low + high) // 2
            if any(self._reaches(tuples, ladders, levels, known) for levels in _at_height(heights, middle)):
                high = middle
            else:
                low = middle + 1
            progress(0.5 * (1.0 - (high - low) / sum(heights)))
        reaching = [x for x in _at_height(heights, low) if self._reaches(tuples, ladders, x, known)]
        plans = [_lifted(tuples, ladders, levels) for levels in reaching]
        return min(plans, key=lambda plan: measure_utility(plan).sse)

    def _with_some_left_out(self, tuples: Tuples, ladders: list[list[Points]]) -> FullDomain:
        if prod(len(steps) for steps in ladders) > MOST_VECTORS:
            msg = f"there are more than {MOST_VECTORS:,} combinations of levels, too many to search for the best"
            raise UsageError(msg, hint="leave suppress_share out, or give the columns hierarchies with fewer levels")
        return FullDomain(
            tuples=tuples,
            ladders=ladders,
            costs=[
                [point_ncp(replace(c, points=p)) for p in steps]
                for c, steps in zip(tuples.columns, ladders, strict=True)
            ],
            k=self.k,
            allowed=int(self.suppress_share * tuples.records),
        )

    def _reaches(
        self, tuples: Tuples, ladders: list[list[Points]], levels: tuple[int, ...], known: Sequence[KnownSet] = ()
    ) -> bool:
        """Whether every combination occurs k times at these levels, or those of each known set its own k times."""
        if known:
            return find_rare_set(tuples, _levelled(tuples, ladders, levels), known) is None
        _, kind = distinct_rows(_levelled(tuples, ladders, levels))
        return bool(tuples.count_units(kind, int(kind.max()) + 1).min() >= self.k)

    def _greedy(self, tuples: Tuples, ladders: list[list[Points]], known: Sequence[KnownSet] = ()) -> tuple[int, ...]:
        levels = [0] * len(ladders)
        sets = known or [KnownSet(tuple(range(len(ladders))), self.k)]
        while rare := find_rare_set(tuples, _levelled(tuples, ladders, tuple(levels)), sets):
            open_columns = [j for j in rare.columns if levels[j] < len(ladders[j]) - 1]
            levels[max(open_columns, key=lambda j: len(np.unique(ladders[j][levels[j]])))] += 1
        return tuple(levels)


def _subsumed(column: Column, plan: Plan, j: int) -> Points:
    """What subsumes all values of each cluster: their LCS; without a taxonomy their one value, or missing."""
    domain, targets = column.domain, plan.targets[:, j]
    if domain.traits.is_set or (domain.concepts and (column.points < len(domain.concepts.tau)).any()):
        return targets
    codes = plan.tuples.codes[plan.source, j]
    first, last = np.full(len(targets), len(column.points)), np.full(len(targets), -1)
    np.minimum.at(first, plan.target, codes)
    np.maximum.at(last, plan.target, codes)
    _, *levels, top = domain.generalise(column.points)
    lifted = np.full(len(targets), top[0])
    for level in reversed(levels):
        lifted = np.where(level[first] == level[last], level[first], lifted)
    return np.where(first == last, column.points[first], lifted)


def _at_height(heights: list[int], height: int) -> Iterator[tuple[int, ...]]:
    """All combinations of levels that add up to a height."""
    return (x for x in product(*(range(top + 1) for top in heights)) if sum(x) == height)


def _levelled(tuples: Tuples, ladders: list[list[Points]], levels: tuple[int, ...]) -> Points:
    """Every tuple at these levels."""
    return np.column_stack([ladders[j][level][tuples.codes[:, j]] for j, level in enumerate(levels)])


def _lifted(tuples: Tuples, ladders: list[list[Points]], levels: tuple[int, ...]) -> Plan:
    points = _levelled(tuples, ladders, levels)
    first, kind = distinct_rows(points)
    return Plan(tuples, np.arange(len(tuples)), kind, tuples.counts, points[first])
