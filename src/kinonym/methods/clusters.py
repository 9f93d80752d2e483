"""From clusters to a plan: every record becomes the centre of its cluster.

A text without meaning that stands for a class is never one that fewer than k persons or records of the table had:
concepts come from an ontology, which is public; what a plain column holds, and a text without a concept, comes from
persons.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import ConceptSets, Nominal, Numeric, Plain, Points, Space
from kinonym.grouped import Column, Plan, Tuples
from kinonym.kernels.clusters.centroids import group_centres
from kinonym.kernels.distances.flat_columns import Columns
from kinonym.metrics.sides import record_distances

__all__ = [
    "Clusters", "centre_points", "plan_from_clusters", "told_of_sizes", "whole_tuples", "with_set_centres",
    "within_members", "without_rare",
]  # fmt: skip

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

_GROWN = 1.5
"""Sets that hold so many times as many concepts are worth a notice."""


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


def centre_points(spaces: list[Space], centres: Floats) -> Points:
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


def without_rare(plan: Plan, k: int) -> Plan:
    """The plan with such a text replaced by the commonest value of its class that k records have, else by missing.

    Notes
    -----
    Classes may become equal and merge, so that each still has k records. Cost: O(rows of the plan).
    """
    targets = plan.targets.copy()
    notices = []
    for j, column in enumerate(plan.tuples.columns):
        if isinstance(column.domain, ConceptSets):
            targets[:, j] = _without_rare_members(plan, j, column.domain, k)
            if fewer := int(np.count_nonzero(targets[:, j] != plan.targets[:, j])):
                notices.append(_told_of_members(column.name, fewer, k, plan.tuples.unit))
            continue
        rare = _rare(plan, j, column, k)
        if rare.any():
            targets[rare, j] = _commonest(plan, j, column, k)[rare]
            records = int(plan.count[rare[plan.target]].sum())
            notices.append(_told(column.name, int(rare.sum()), records, k, plan.tuples.unit))
    return replace(plan, targets=targets, notices=(*plan.notices, *notices)) if notices else plan


def _without_rare_members(plan: Plan, j: int, domain: ConceptSets, k: int) -> Points:
    """The targets of a column of sets without members that have no concept and that fewer than k had."""
    listed = domain.known.members(plan.targets[:, j])
    texts = {member for members in listed for member in members if member >= len(domain.elements.tau)}
    own = domain.known.members(plan.tuples.columns[j].points)
    rare = set()
    for text in texts:
        having = np.array([text in members for members in own])[plan.tuples.codes[:, j]]
        if plan.tuples.units_among(having) < k:
            rare.add(text)
    return domain.known.add([[member for member in members if member not in rare] for members in listed])


def _told(name: str, classes: int, records: int, k: int, unit: str) -> str:
    return (
        f"column {name!r}: in {classes:,} classes of {records:,} records the centre was a text that fewer than {k} "
        f"{unit} had; the commonest other value of the class, or missing, stands in its place"
    )


def _told_of_members(name: str, classes: int, k: int, unit: str) -> str:
    return (
        f"column {name!r}: in {classes:,} classes the centre held a text without a concept that fewer than {k} {unit} "
        "had; it was left out"
    )


def _rare(plan: Plan, j: int, column: Column, k: int) -> Flags:
    """The targets in use whose text fewer than k records had."""
    used = np.zeros(len(plan.targets), dtype=bool)
    used[plan.target] = True
    if not isinstance(column.domain, Plain | Nominal):
        return np.zeros_like(used)
    points = plan.targets[:, j]
    own = used & _own_text(column, points)
    if not own.any():
        return own
    place = np.minimum(np.searchsorted(column.points, points), len(column.points) - 1)
    held = np.where(column.points[place] == points, _totals(plan, j, column)[place], 0)
    return own & (held < k)


def _totals(plan: Plan, j: int, column: Column) -> Floats:
    """How many persons (records) of the table have each value of a column."""
    return plan.tuples.units_of(plan.tuples.codes[:, j].astype(np.int64), len(column.points)).astype(np.float64)


def _own_text(column: Column, points: Points) -> Flags:
    """Which points are texts of the records themselves, not concepts and not missing."""
    first = len(column.domain.tau) if isinstance(column.domain, Nominal) else 0
    own: Flags = (points >= first) & (points != _missing(column))
    return own


def _missing(column: Column) -> float:
    return float(column.domain.encode([None])[0])


def _commonest(plan: Plan, j: int, column: Column, k: int) -> Points:
    """For each target the commonest value of its records among those that k records of the table have, else missing."""
    frequent = (_totals(plan, j, column) >= k) & (column.points != _missing(column))
    codes = plan.tuples.codes[plan.source, j]
    rows = np.flatnonzero(frequent[codes])
    keys, place = np.unique(plan.target[rows] * len(column.points) + codes[rows], return_inverse=True)
    records = np.bincount(place, weights=plan.count[rows], minlength=len(keys))
    target, code = np.divmod(keys, len(column.points))
    chosen = np.full(len(plan.targets), _missing(column))
    order = np.lexsort((-code, records))  # the last one written stays: most records, then the first value
    chosen[target[order]] = column.points[code[order]]
    return chosen
