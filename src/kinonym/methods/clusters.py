"""What clustering methods share: clusters, their repair and refinement, and the plan that replaces them by centres."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import ConceptSets, Dates, Nominal, Points, Space
from kinonym.domains.centre_of_sets import may_be_centre
from kinonym.kernels.clusters.centroids import group_centres
from kinonym.kernels.demands.class_demands import ClassDemands
from kinonym.kernels.demands.merging import merge_clusters
from kinonym.kernels.distances.flat_columns import Columns
from kinonym.kernels.distances.tuple_distances import row_distances
from kinonym.methods.contract import Mode, Progress, checked, require_k, silent, within
from kinonym.methods.k_anonymous import KAnonymous, replace_rare_texts
from kinonym.methods.promises import Promised, promise_of
from kinonym.metrics.plan_changes import record_distances, together
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.tuples import tuple_points

__all__ = [
    "Clustering", "Clusters", "centre_points", "join_nearest", "merge_small", "off_centre", "plan_from_clusters",
    "whole_tuples", "with_set_centres", "within_members",
]  # fmt: skip

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]
_CLASSES, _MEMBERS = 64, 4
"""How many classes are looked at once more, and how many of their members are tried as centres."""
_ROUNDED = 1e-6
"""What rounding may do to the distance of one record."""


class Clusters(NamedTuple):
    """Rows (source tuple, cluster, records): a tuple's records may fall into several clusters."""

    source: Numbers
    group: Numbers
    records: Numbers

    @property
    def number(self) -> int:
        """How many clusters there are."""
        return int(self.group.max()) + 1

    @classmethod
    def of_tuples(cls, tuples: Tuples, cluster_of: Numbers) -> Clusters:
        """Every tuple in one cluster; clusters are numbered anew, without gaps."""
        _, group = np.unique(cluster_of, return_inverse=True)
        return cls(np.arange(len(tuples)), group.reshape(-1).astype(np.int64), tuples.counts)


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
        if not any(column.domain.traits.is_set for column in tuples.columns):
            return plan
        return with_set_centres(plan, self.operators[1], squared=self.refine)

    def objection(self, plan: Plan) -> str | None:
        """Object if the target of a class is not its centre."""
        return off_centre(plan, "squared" if self.refine else self.operators[1])

    def part(self, tuples: Tuples, promise: Promised, rng: np.random.Generator, progress: Progress) -> Plan:
        """Plan a table or a block of it."""
        share = 0.4 if self.refine else 1.0
        clusters = self.clusters(tuples, promise, rng, within(progress, 0.0, share))
        centres = None
        if promise is not None:
            clusters, centres = self._repaired(tuples, clusters, promise)
        if self.refine:
            from kinonym.methods.refine import refined_plan

            return refined_plan(tuples, clusters, self.k, promise, within(progress, share, 1.0))
        return plan_from_clusters(tuples, tuples.operators(*self.operators), clusters, centres)

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
        asked = self.demands is not None or tuples.persons is not None
        promise = promise_of(self.demands, tuples, self.k) if asked else None
        centres = None
        if promise is not None:
            clusters, centres = self._repaired(tuples, clusters, promise)
        clusters = merge_small(flat, tuples, clusters, self.k)
        operators = tuples.operators(*self.operators)
        plan = plan_from_clusters(tuples, operators, clusters, centres)
        return checked(replace_rare_texts(plan, self.k), self.k)

    def _repaired(self, tuples: Tuples, clusters: Clusters, promise: ClassDemands) -> tuple[Clusters, Floats]:
        """Whole tuples, as a divided one deals its values out at random; then merge what breaks a promise."""
        whole = whole_tuples(tuples, clusters)
        flat = tuples.operators(*self.operators)[0]
        cluster_of = whole.group.copy()
        centres = merge_clusters(flat, tuples.codes, tuples.counts, cluster_of, whole.number, self.k, promise)
        return Clusters.of_tuples(tuples, cluster_of), centres[np.unique(cluster_of)]


def join_nearest(flat: Columns, tuples: Tuples, clusters: Clusters, fresh: Numbers) -> Clusters:
    """Put tuples without a cluster into the one with the nearest centre; ties: the first."""
    if not len(fresh):
        return clusters
    centres = group_centres(flat, tuples.codes, *clusters, clusters.number)
    every = np.arange(clusters.number)
    near = [int(row_distances(flat, tuples.codes, np.full_like(every, t), every, centres).argmin()) for t in fresh]
    return Clusters(
        np.append(clusters.source, fresh),
        np.append(clusters.group, np.array(near, dtype=np.int64)),
        np.append(clusters.records, tuples.counts[fresh]),
    )


def merge_small(flat: Columns, tuples: Tuples, clusters: Clusters, k: int) -> Clusters:
    """Merge every cluster of fewer than k records with the one that has the centre nearest to its largest member."""
    group = clusters.group.copy()
    while True:
        sizes = np.bincount(group, weights=clusters.records)
        small = np.flatnonzero((sizes > 0) & (sizes < k))
        if not len(small):
            return Clusters(clusters.source, np.unique(group, return_inverse=True)[1].reshape(-1), clusters.records)
        centres = group_centres(flat, tuples.codes, clusters.source, group, clusters.records, len(sizes))
        rows = np.flatnonzero(group == small[0])
        others = np.flatnonzero((sizes > 0) & (np.arange(len(sizes)) != small[0]))
        largest = clusters.source[rows[clusters.records[rows].argmax()]]
        apart = row_distances(flat, tuples.codes, np.full_like(others, largest), others, centres)
        group[rows] = others[apart.argmin()]


def plan_from_clusters(
    tuples: Tuples, operators: tuple[Columns, list[Space]], clusters: Clusters, centres: Floats | None = None
) -> Plan:
    """Replace the members of each cluster by its centre (E eq. 6, A eq. 8: column by column), if it is not given."""
    flat, spaces = operators
    if centres is None:
        centres = group_centres(flat, tuples.codes, *clusters, clusters.number)
    centres = within_members(tuples, clusters, centres)
    return Plan(tuples, *clusters[:2], clusters.records, centre_points(spaces, centres))


def within_members(tuples: Tuples, clusters: Clusters, centres: Floats) -> Floats:
    """The centres with rounding undone: a mean lies between its numbers, and the mean of equal ones is that one."""
    for j, column in enumerate(tuples.columns):
        if column.domain.traits.scale == "interval":
            numbers = column.points[tuples.codes[clusters.source, j]]
            low, high = np.full(len(centres), np.inf), np.full(len(centres), -np.inf)
            np.fmin.at(low, clusters.group, numbers)
            np.fmax.at(high, clusters.group, numbers)
            centres[:, j] = np.clip(centres[:, j], low, high)
    return centres


def centre_points(spaces: list[Space], centres: NDArray[np.float64]) -> Points:
    """Centres in the kernels' terms → points of the domains."""
    return np.column_stack([space.points(centres[:, j]) for j, space in enumerate(spaces)])


def with_set_centres(plan: Plan, rule: str, *, squared: bool = False) -> Plan:
    """Return the plan with the centres of sets computed, because classes grew around one of the sets of the column.

    With ``squared`` only where the squared error of the class falls (E eq. 7), or where that set may not be a centre.
    """
    targets, barred = plan.targets.copy(), np.zeros(len(plan.targets), dtype=bool)
    order = np.argsort(plan.target, kind="stable")
    start = np.searchsorted(plan.target[order], np.arange(len(targets) + 1))
    for j, column in enumerate(plan.tuples.columns):
        if isinstance(column.domain, ConceptSets):
            own = column.points[plan.tuples.codes[plan.source, j]]
            for g in range(len(targets)):
                rows = order[start[g] : start[g + 1]]
                targets[g, j] = column.domain.centre(own[rows], plan.count[rows], rule)
                members = column.domain, plan.targets[g, j], own[rows], plan.count[rows]
                barred[g] |= squared and rule == "semantic" and not may_be_centre(*members)
    centred = replace(plan, targets=targets)
    return _better_classes(plan, centred, barred) if squared else centred


def _better_classes(plan: Plan, other: Plan, barred: NDArray[np.bool_]) -> Plan:
    """Of each class the target with the smaller squared error; of some the other one whatever it costs."""
    mine, others = (
        np.bincount(p.target, weights=p.count * record_distances(p) ** 2, minlength=len(p.targets))
        for p in (plan, other)
    )
    return replace(plan, targets=np.where((barred | (others < mine))[:, None], other.targets, plan.targets))


def whole_tuples(tuples: Tuples, clusters: Clusters) -> Clusters:
    """Put all records of a tuple into the cluster that holds most of them; ties: the first."""
    order = np.lexsort((clusters.group, -clusters.records, clusters.source))
    first = np.flatnonzero(np.diff(clusters.source[order], prepend=-1))
    return Clusters.of_tuples(tuples, clusters.group[order][first])


def off_centre(plan: Plan, rule: str) -> str | None:
    """Which column has a target that is not the centre of its class, by its definition; of many classes a sample.

    A semantic centre costs its class no more than any of its members (E eq. 5), the mode is the commonest value, what
    subsumes a class subsumes each member, a mean is the mean, a date is the median, or the nearest date that it may
    be; a set costs no more than the centre that is computed anew. The squared error of a refined class of concepts is
    at most that of its centroid; its numbers, dates and sets are verified like others. Values without a concept are
    left out.
    """
    from kinonym.methods.class_centres import Classes, off_date, off_mean, off_refined_sets, off_set

    rows, start = _some_classes(plan)
    if rule == "squared" and (_badly_refined(plan, rows, start) or off_refined_sets(plan, rows, start)):
        return "the target of a class is not its centre"
    for j, column in enumerate(plan.tuples.columns):
        domain, classes = column.domain, Classes.of(plan, j, rows, start)
        if domain.concepts is not None:
            off = rule != "squared" and _off_concept(
                domain.concepts, rule, classes.own, classes.centre, classes.records, start
            )
        elif isinstance(domain, Dates):
            off = off_date(plan, j, domain, classes)
        elif isinstance(domain, ConceptSets):
            off = rule != "squared" and off_set(domain, rule, classes)
        else:
            off = domain.traits.averages and off_mean(domain, classes)
        if off:
            return f"the target of a class in column {column.name!r} is not its centre"
    return None


def _some_classes(plan: Plan) -> tuple[Numbers, Numbers]:
    """The plan's rows of some classes, class after class, and where each begins."""
    order = np.argsort(plan.target, kind="stable")
    begins = np.flatnonzero(np.diff(plan.target[order], prepend=-2))
    ends = np.r_[begins[1:], len(order)]
    some = np.unique(np.linspace(0, len(begins) - 1, _CLASSES).astype(np.int64))
    rows = np.concatenate([order[begins[g] : ends[g]] for g in some.tolist()])
    return rows, np.r_[0, np.cumsum(ends[some] - begins[some])]


def _members(start: Numbers) -> Iterator[Numbers]:
    """Some members of each class, one at a time, as the row of every row's class."""
    sizes = np.diff(start)
    for i in range(_MEMBERS):
        yield np.repeat(start[:-1] + i % sizes, sizes)


def _off_concept(domain: Nominal, rule: str, own: Points, centre: Points, records: Numbers, start: Numbers) -> bool:
    """Whether a class has a concept that is not its centre."""
    size = len(domain.tau)
    known = np.logical_and.reduceat((own < size) & (centre < size), start[:-1])
    if rule == "lcs":
        looked_at = np.repeat(known, np.diff(start))
        pairs = set(zip(own[looked_at].astype(np.int64).tolist(), centre[looked_at].tolist(), strict=True))
        return any(above not in domain.tau.above(concept) for concept, above in pairs)
    others = centre, *(own[member] for member in _members(start))
    apart = (own != other if rule == "mode" else domain.between(own, other) for other in others)
    costs = [np.add.reduceat(records * distance, start[:-1]) for distance in apart]
    least = np.min(costs[1:], axis=0)
    return bool((known & (costs[0] > least + _ROUNDED * np.add.reduceat(records, start[:-1]))).any())


def _badly_refined(plan: Plan, rows: Numbers, start: Numbers) -> bool:
    """Whether the centroid of a class of concepts, from which refinement begins, has a smaller squared error."""
    tuples, group = plan.tuples, np.repeat(np.arange(len(start) - 1), np.diff(start))
    spaces = [column.space for column in tuples.columns]
    centroids = group_centres(
        tuples.kernel_columns, tuples.codes, plan.source[rows], group, plan.count[rows], len(start) - 1
    )
    own, known, errors = tuple_points(tuples)[plan.source[rows]], np.ones(len(rows), dtype=bool), []
    for centres in (plan.targets[plan.target[rows]], centre_points(spaces, centroids)[group]):
        for j, column in enumerate(tuples.columns):
            if column.domain.concepts is None:  # a point is then no number of a concept, and may be negative
                known[:] = False
            else:
                concepts = len(column.domain.concepts.tau)
                known &= (own[:, j] < concepts) & (centres[:, j] < concepts)
        changes = [column.domain.between(own[:, j], centres[:, j]) for j, column in enumerate(tuples.columns)]
        squares = plan.count[rows] * together(tuples, np.column_stack(changes)) ** 2
        errors.append(np.add.reduceat(squares, start[:-1]))
    slack = _ROUNDED * np.add.reduceat(plan.count[rows], start[:-1])
    return bool((np.logical_and.reduceat(known, start[:-1]) & (errors[0] > errors[1] + slack)).any())
