"""Generalisation on the taxonomy, for comparison with classical tools: one level per column, or class by class."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from itertools import product
from math import prod
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.errors import UsageError
from kinonym.kernels.clusters.cover_costs import Covers
from kinonym.kernels.demands.class_demands import meets_demands
from kinonym.methods.clusters import Clusters
from kinonym.methods.contract import Method, MethodTraits, Mode, check_bounded, check_k, check_plan, require_k
from kinonym.methods.covers import covers_of
from kinonym.methods.demands import Demands
from kinonym.methods.full_domain import FullDomain
from kinonym.methods.k_anonymous import find_table_demands
from kinonym.methods.lifting import lift_classes, lift_clusters, sum_ncp
from kinonym.methods.moves import make_classes, make_classes_within
from kinonym.methods.progress import Progress, silent, within
from kinonym.methods.sa_mdav import SaMdav
from kinonym.methods.scenarios.scenario import KnownSet, find_rare_set
from kinonym.methods.table_demands import TableDemands
from kinonym.methods.value_texts import cost_of_values, covers_of_values, with_value_texts
from kinonym.metrics import measure_utility
from kinonym.metrics.distribution import point_ncp
from kinonym.tuples import Plan, Tuples
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


COMPARED = 20_000  # combinations up to which the clusters of sa-mdav are tried as well


@dataclass(frozen=True, kw_only=True)
class Generalise(Demands, Method):
    """Every value becomes a concept that subsumes it.

    Parameters
    ----------
    k
        Least number of records with the same masked values.
    scheme
        ``full``: all values of a column are lifted to one depth of the taxonomy, the lowest combination of levels
        that reaches k; of several equally low ones that with the least squared error. ``local``: classes, each
        lifted to what subsumes all its values.
    minimise
        Of the local scheme: what the classes are made for. ``ncp``: the table is cut in two, and the parts again,
        where NCP is least; then records move between classes while it falls. ``sse``: the clusters of sa-mdav.
        ``sets``: as ``ncp``, but a class costs the share of the column's values, or of its range, that it has.
    form
        Of the local scheme: what a class is written as. ``concept``: what subsumes its values. ``values``: the set of
        its values, or the range of its numbers.
    suppress_share
        Of the full scheme: up to this share of the records may be left out (blanked) if their combinations stay rare.
        The levels are then those with the least NCP, a blanked record counting as the root.

    Notes
    -----
    Cuts follow Mondrian (LeFevre, DeWitt and Ramakrishnan 2006), but of all cuts along the order of a column, and
    around each broader value, the one with the least NCP is made. Up to 20,000 distinct combinations the clusters of
    sa-mdav are taken if their NCP is lower.

    Where a concept has several parents it is lifted to the deepest of them; what has no concept, missing among it,
    is lifted to the root. Numbers are lifted to intervals that begin at round figures, ever wider, dates to months,
    quarters and years; other columns without a taxonomy have two levels, as they are and missing. Above 4,096
    combinations of levels the column with most values left is lifted again and again (Datafly's rule), which need
    not be the lowest way.
    """

    k: int
    scheme: Literal["full", "local"] = "full"
    suppress_share: float = 0.0
    minimise: Literal["ncp", "sse", "sets"] = "ncp"
    form: Literal["concept", "values"] = "concept"
    name = "generalise"
    traits = MethodTraits(
        promise="k-anonymity", k_anonymous=True, keeps_rows=False, strength="k", takes_demands=True,
        takes_scenarios=True,
    )  # fmt: skip

    def __post_init__(self) -> None:
        check_k(self.k)
        self.check_demands()
        self._check_scheme()
        if self.suppress_share:
            object.__setattr__(self, "traits", replace(self.traits, takes_demands=False, takes_scenarios=False))
        if self.form == "values":  # stages see points, not texts
            object.__setattr__(self, "traits", replace(self.traits, takes_scenarios=False))

    def _check_scheme(self) -> None:
        """Raise unless the parameters belong to the scheme."""
        if self.scheme not in ("full", "local"):
            msg = "the scheme of generalise must be full or local"
            raise UsageError(msg, hint='scheme = "full" or scheme = "local"')
        if not 0.0 <= self.suppress_share < 1.0:
            msg = "suppress_share must be at least 0 and less than 1"
            raise UsageError(msg, hint="suppress_share = 0.05 leaves out at most 5 % of the records")
        if self.suppress_share and self.scheme == "local":
            msg = "suppress_share needs the scheme full"
            raise UsageError(msg, hint='leave suppress_share out, or set scheme = "full"')
        if self.suppress_share and (self.demanding or self.k_map is not None):
            msg = "suppress_share cannot be combined with demands on confidential columns, nor with k_map"
            raise UsageError(msg, hint='leave suppress_share out, or set scheme = "local"')
        if self.minimise not in ("ncp", "sse", "sets"):
            msg = f"generalise cannot minimise {self.minimise!r}"
            raise UsageError(msg, hint='minimise = "ncp", "sse" or "sets"')
        if self.form not in ("concept", "values"):
            msg = f"generalise cannot write classes as {self.form!r}"
            raise UsageError(msg, hint='form = "concept" or form = "values"')
        for name, usual in (("minimise", "ncp"), ("form", "concept")):
            if getattr(self, name) != usual and self.scheme == "full":
                msg = f"{name} needs the scheme local"
                raise UsageError(msg, hint=f'leave {name} out, or set scheme = "local"')

    @property
    def demands(self) -> Demands | None:
        """What is asked of confidential columns; None if nothing is."""
        return self if self.demanding else None

    @property
    def population_k(self) -> int | None:
        """How many persons of the population every class must stand for."""
        return self.k_map

    @classmethod
    def modes(cls) -> tuple[Mode, ...]:
        """Every documented form."""
        local = (
            cls.mode(scheme="local"),
            cls.mode(scheme="local", minimise="sse"),
            cls.mode(scheme="local", minimise="sets", form="values"),
        )
        return cls.mode(scheme="full"), *local, cls.mode(suppress_share=0.2)

    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:
        """Decide what every tuple becomes."""
        require_k(tuples, self.k)
        check_bounded(tuples)
        demands = find_table_demands(self.demands, tuples, self.k, self.k_map)
        if self.scheme == "local":
            plan = self._local(tuples, demands, rng, progress)
        else:
            plan = self._full(tuples, demands, progress)
        progress(1.0)
        return check_plan(replace(plan, notices=(*plan.notices, _REVERSIBLE)), self.k)

    def objection(self, plan: Plan) -> str | None:
        """Object if a concept became one that does not subsume it."""
        released = np.flatnonzero(plan.target != DROPPED)
        for j, column in enumerate(plan.tuples.columns):
            if column.domain.concepts is not None:
                tau = column.domain.concepts.tau
                originals = column.points[plan.tuples.codes[plan.source[released], j]]
                pairs = np.unique(
                    np.stack([originals, plan.targets[plan.target[released], j]]).astype(np.int64), axis=1
                )
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
        plan = self._full(tuples, None, progress, known)
        return replace(plan, notices=(*plan.notices, _REVERSIBLE))

    def plan_within(
        self, tuples: Tuples, groups: Sequence[Numbers], rng: np.random.Generator, progress: Progress = silent
    ) -> Plan:
        """Plan each group of tuples by itself."""
        if self.minimise == "sse":
            plan = lift_classes(tuples, SaMdav(k=self.k).plan_within(tuples, groups, rng, progress))
        else:
            demands = find_table_demands(None, tuples, self.k)
            class_of = make_classes_within(self._covers(tuples), tuples.counts, groups, self.k, demands, progress)
            plan = lift_clusters(tuples, Clusters.of_tuples(tuples, class_of))
        return replace(plan, notices=(*plan.notices, _REVERSIBLE))

    def _covers(self, tuples: Tuples) -> Covers:
        """What classes cost."""
        return covers_of_values(tuples, self.k) if self.minimise == "sets" else covers_of(tuples)

    def _local(self, tuples: Tuples, demands: TableDemands, rng: np.random.Generator, progress: Progress) -> Plan:
        """Lift the classes that cost least, and write them in the form that was asked for."""
        plan = self._make_local(tuples, demands, rng, progress)
        return plan if self.form == "concept" else with_value_texts(plan, self.k)

    def _make_local(self, tuples: Tuples, demands: TableDemands, rng: np.random.Generator, progress: Progress) -> Plan:
        settings = {field.name: getattr(self, field.name) for field in fields(Demands)}
        before = SaMdav(k=self.k, **settings)
        if self.minimise == "sse":
            return lift_classes(tuples, before.classes(tuples, rng, progress))
        compared = len(tuples) <= COMPARED
        look = within(progress, 0.0, 0.8 if compared else 1.0)
        covers = self._covers(tuples)
        class_of = make_classes(covers, tuples.counts, self.k, demands, look)
        plan = lift_clusters(tuples, Clusters.of_tuples(tuples, class_of))
        if not compared:
            return plan
        other = lift_classes(tuples, before.classes(tuples, rng, within(progress, 0.8, 1.0)))
        if self.minimise == "ncp":
            return other if sum_ncp(other) < sum_ncp(plan) else plan
        costs = [cost_of_values(covers, tuples.counts, each.target[np.argsort(each.source)]) for each in (plan, other)]
        return other if costs[1] < costs[0] else plan

    def _full(self, tuples: Tuples, demands: TableDemands, progress: Progress, known: Sequence[KnownSet] = ()) -> Plan:
        """Find the lowest levels; ``known``: the sets of columns that must have their k, by default all columns."""
        reaches = partial(self._reaches, tuples, demands=demands, known=known)
        ladders = [column.domain.generalise(column.points) for column in tuples.columns]
        heights = [len(steps) - 1 for steps in ladders]
        if self.suppress_share:
            return self._leave_some_out(tuples, ladders).plan(progress)
        if prod(height + 1 for height in heights) > LATTICE:
            return _plan_levels(tuples, ladders, self._greedy(tuples, ladders, demands, known))
        low, high = 0, sum(heights)
        while low < high:  # what reaches k at one height has a successor that reaches it at the next
            middle = (low + high) // 2
            if any(reaches(ladders, levels) for levels in _list_levels(heights, middle)):
                high = middle
            else:
                low = middle + 1
            progress(0.5 * (1.0 - (high - low) / sum(heights)))
        reaching = [x for x in _list_levels(heights, low) if reaches(ladders, x)]
        plans = [_plan_levels(tuples, ladders, levels) for levels in reaching]
        return min(plans, key=lambda plan: measure_utility(plan).sse)

    def _leave_some_out(self, tuples: Tuples, ladders: list[list[Points]]) -> FullDomain:
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
        self,
        tuples: Tuples,
        ladders: list[list[Points]],
        levels: tuple[int, ...],
        *,
        demands: TableDemands,
        known: Sequence[KnownSet],
    ) -> bool:
        """Whether every combination occurs k times at these levels, or those of each known set its own k times.

        Every combination must also meet the demands.
        """
        masked = _raise_points(tuples, ladders, levels)
        if known:
            return find_rare_set(tuples, masked, known) is None
        _, kind = distinct_rows(masked)
        if tuples.count_units(kind, int(kind.max()) + 1).min() < self.k:
            return False
        classes = np.split(np.argsort(kind, kind="stable"), np.cumsum(np.bincount(kind))[:-1])
        return demands is None or all(meets_demands(demands, members, len(members)) for members in classes)

    def _greedy(
        self, tuples: Tuples, ladders: list[list[Points]], demands: TableDemands, known: Sequence[KnownSet]
    ) -> tuple[int, ...]:
        levels = [0] * len(ladders)
        every = KnownSet(tuple(range(len(ladders))), self.k)
        while not self._reaches(tuples, ladders, tuple(levels), demands=demands, known=known):
            rare = find_rare_set(tuples, _raise_points(tuples, ladders, tuple(levels)), known or [every]) or every
            open_columns = [j for j in rare.columns if levels[j] < len(ladders[j]) - 1]
            levels[max(open_columns, key=lambda j: len(np.unique(ladders[j][levels[j]])))] += 1
        return tuple(levels)


def _list_levels(heights: list[int], height: int) -> Iterator[tuple[int, ...]]:
    """All combinations of levels that add up to a height."""
    return (x for x in product(*(range(top + 1) for top in heights)) if sum(x) == height)


def _raise_points(tuples: Tuples, ladders: list[list[Points]], levels: tuple[int, ...]) -> Points:
    """Every tuple at these levels."""
    return np.column_stack([ladders[j][level][tuples.codes[:, j]] for j, level in enumerate(levels)])


def _plan_levels(tuples: Tuples, ladders: list[list[Points]], levels: tuple[int, ...]) -> Plan:
    points = _raise_points(tuples, ladders, levels)
    first, kind = distinct_rows(points)
    return Plan(tuples, np.arange(len(tuples)), kind, tuples.counts, points[first])
