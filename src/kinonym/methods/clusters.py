"""What clustering methods share: clusters, their repair and refinement, and the plan in which centres replace them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import ConceptSets, Dates, Nominal, Numeric, Points, Space
from kinonym.grouped import Plan, Tuples
from kinonym.grouped.tuples import tuple_points
from kinonym.kernels.clusters.centroids import group_centres
from kinonym.kernels.demands.class_demands import Promise
from kinonym.kernels.demands.merging import repair
from kinonym.kernels.distances.flat_columns import Columns
from kinonym.methods.contract import Mode, Progress, silent, within
from kinonym.methods.k_anonymous import KAnonymous
from kinonym.methods.promises import Promised
from kinonym.metrics.utility import record_distances, together

__all__ = [
    "Clustering", "Clusters", "centre_points", "off_centre", "plan_from_clusters", "told_of_sizes", "whole_tuples",
    "with_set_centres", "within_members",
]  # fmt: skip

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]

_GROWN = 1.5
"""Sets that hold so many times as many concepts are worth a notice."""
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
        if not any(isinstance(column.domain, ConceptSets) for column in tuples.columns):
            return plan
        return told_of_sizes(with_set_centres(plan, self.operators[1], squared=self.refine))

    def objection(self, plan: Plan) -> str | None:
        """That the target of a class is not its centre."""
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

    def _repaired(self, tuples: Tuples, clusters: Clusters, promise: Promise) -> tuple[Clusters, Floats]:
        """Whole tuples, as a divided one deals its values out at random; then merge what breaks a promise."""
        whole = whole_tuples(tuples, clusters)
        flat = tuples.operators(*self.operators)[0]
        cluster_of = whole.group.copy()
        centres = repair(flat, tuples.codes, tuples.counts, cluster_of, whole.number, self.k, promise)
        return Clusters.of_tuples(tuples, cluster_of), centres[np.unique(cluster_of)]


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
        if isinstance(column.domain, Numeric):
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
    """The plan with the centre of each class where a column holds sets, which grew around one of its own sets.

    With ``squared`` only where the squared error of the class falls (E eq. 7).
    """
    targets = plan.targets.copy()
    order = np.argsort(plan.target, kind="stable")
    start = np.searchsorted(plan.target[order], np.arange(len(targets) + 1))
    for j, column in enumerate(plan.tuples.columns):
        if isinstance(column.domain, ConceptSets):
            own = column.points[plan.tuples.codes[plan.source, j]]
            for g in range(len(targets)):
                rows = order[start[g] : start[g + 1]]
                targets[g, j] = column.domain.centre(own[rows], plan.count[rows], rule)
    centred = replace(plan, targets=targets)
    return _better_classes(plan, centred) if squared else centred


def told_of_sizes(plan: Plan) -> Plan:
    """The plan, with a notice where masked sets are much larger than the original ones."""
    told = []
    for j, column in enumerate(plan.tuples.columns):
        if isinstance(column.domain, ConceptSets):
            sides = column.points[plan.tuples.codes[plan.source, j]], plan.targets[plan.target, j]
            before, after = (float(np.average(column.domain.known.sizes(side), weights=plan.count)) for side in sides)
            if after > _GROWN * before:
                told.append(
                    f"column {column.name!r}: masked cells hold {after:.1f} values on average, the original ones "
                    f'{before:.1f}; set_distance = "assignment" keeps their number'
                )
    return replace(plan, notices=(*plan.notices, *told)) if told else plan


def _better_classes(plan: Plan, other: Plan) -> Plan:
    """Of each class the target with the smaller squared error."""
    mine, others = (
        np.bincount(p.target, weights=p.count * record_distances(p) ** 2, minlength=len(p.targets))
        for p in (plan, other)
    )
    return replace(plan, targets=np.where((others < mine)[:, None], other.targets, plan.targets))


def whole_tuples(tuples: Tuples, clusters: Clusters) -> Clusters:
    """Put all records of a tuple into the cluster that holds most of them; ties: the first."""
    order = np.lexsort((clusters.group, -clusters.records, clusters.source))
    first = np.flatnonzero(np.diff(clusters.source[order], prepend=-1))
    return Clusters.of_tuples(tuples, clusters.group[order][first])


def off_centre(plan: Plan, rule: str) -> str | None:
    """Which column has a target that is not the centre of its class, by its definition; of many classes a sample.

    A semantic centre costs its class no more than any of its members (E eq. 5), the mode is the commonest value, what
    subsumes a class subsumes each member, a mean is the mean; the squared error of a refined class of concepts is at
    most that of its centroid. Sets and dates are left out, and so are values without a concept.
    """
    rows, start = _some_classes(plan)
    if rule == "squared":
        return "what stands for the classes is not their centre" if _badly_refined(plan, rows, start) else None
    for j, column in enumerate(plan.tuples.columns):
        own, centre = column.points[plan.tuples.codes[plan.source[rows], j]], plan.targets[plan.target[rows], j]
        if isinstance(column.domain, Nominal):
            off = _off_concept(column.domain, rule, own, centre, plan.count[rows], start)
        elif isinstance(column.domain, Numeric) and not isinstance(column.domain, Dates):
            off = _off_mean(column.domain, own, centre, plan.count[rows], start)
        else:
            continue
        if off:
            return f"what stands for a class in column {column.name!r} is not its centre"
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


def _off_mean(domain: Numeric, own: Points, centre: Points, records: Numbers, start: Numbers) -> bool:
    """Whether a class of numbers has one that is not their mean, as it is rounded."""
    means = np.add.reduceat(records * own, start[:-1]) / np.add.reduceat(records, start[:-1])
    step = 0.0 if domain.precision is None else 0.1**domain.precision
    apart = np.abs(means - centre[start[:-1]])
    return bool((apart > step + _ROUNDED * (domain.scale + np.abs(means))).any())  # where one is missing: not a number


def _badly_refined(plan: Plan, rows: Numbers, start: Numbers) -> bool:
    """Whether the centroid of a class of concepts, from which refinement begins, has a smaller squared error."""
    tuples, group = plan.tuples, np.repeat(np.arange(len(start) - 1), np.diff(start))
    spaces = [column.space for column in tuples.columns]
    centroids = group_centres(tuples.flat, tuples.codes, plan.source[rows], group, plan.count[rows], len(start) - 1)
    own, known, errors = tuple_points(tuples)[plan.source[rows]], np.ones(len(rows), dtype=bool), []
    for centres in (plan.targets[plan.target[rows]], centre_points(spaces, centroids)[group]):
        for j, column in enumerate(tuples.columns):
            concepts = len(column.domain.tau) if isinstance(column.domain, Nominal) else -1
            known &= (own[:, j] < concepts) & (centres[:, j] < concepts)
        changes = [column.domain.between(own[:, j], centres[:, j]) for j, column in enumerate(tuples.columns)]
        squares = plan.count[rows] * together(tuples, np.column_stack(changes)) ** 2
        errors.append(np.add.reduceat(squares, start[:-1]))
    slack = _ROUNDED * np.add.reduceat(plan.count[rows], start[:-1])
    return bool((np.logical_and.reduceat(known, start[:-1]) & (errors[0] > errors[1] + slack)).any())
