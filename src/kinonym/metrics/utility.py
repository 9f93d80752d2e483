"""Utility: how far the masked records are from the original ones (specification 8), computed on the plan."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import ConceptSets
from kinonym.metrics.computed_once import computed_once
from kinonym.metrics.plan_changes import combine_distances, record_distances, row_changes
from kinonym.operators.centres import centroid_point
from kinonym.operators.samples import Sample, column_sample
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.index_arrays import DROPPED
from kinonym.tuples.tuples import tuple_points

__all__ = ["ColumnUtility", "Utility", "column_centre", "measure_part_loss", "measure_utility", "total_squares"]

_WORDS = 4096


@dataclass(frozen=True, kw_only=True)
class ColumnUtility:
    """One column: share of values changed, mean distance and root mean square distance to the originals."""

    changed: float
    distance: float
    rmse: float
    loss: float
    """Squared distances as a percentage of those to the column's centre: L of this column alone."""
    own_values: float | None = None
    """For sets: the mean share of the original values of a record that are in its masked set; else None."""


@dataclass(frozen=True, kw_only=True)
class Utility:
    """What the masking cost.

    ``sse`` adds the squares of the records' mean distances (E eq. 7), ``sst`` the same to the centroid of the
    whole table, ``loss`` is 100·SSE/SST (A eq. 9-11). ``quality`` is the mean similarity of a masked value to
    its original (M eq. 22), 1 minus the distance, which for a number is cut at 1. ``discernibility`` is M
    eq. 1, ``average_class`` M eq. 2 for the ``k`` of the method, or without one for the smallest class. A
    removed row counts as distance 1.
    """

    records: int
    tuples: int
    masked_tuples: int
    smallest_class: int
    removed: int
    records_changed: float
    values_changed: float
    sse: float
    sst: float
    loss: float
    unweighted_loss: float
    """L with equal weights for all columns, so that settings with different weights can be compared."""
    quality: float
    discernibility: float
    average_class: float
    columns: dict[str, ColumnUtility]


def discernibility(sizes: NDArray[np.int64], records: int) -> float:
    """Σ over the classes of their squared sizes (M eq. 1).

    M sums over records what its text says per class; the classical form is taken: every record costs the size
    of its class, and a removed record costs the whole table.
    """
    removed = records - int(sizes.sum())
    return float((sizes.astype(np.float64) ** 2).sum()) + float(removed) * records


def average_class(sizes: NDArray[np.int64], k: int) -> float:
    """C_avg: the mean class size as a multiple of k (M eq. 2); 1 is the best that k allows."""
    return float(sizes.mean()) / k if len(sizes) and k else math.nan


def measure_utility(plan: Plan, *, k: int | None = None) -> Utility:
    """Measure a plan made for ``k``."""
    tuples, sizes = plan.tuples, plan.class_sizes
    changes = row_changes(plan)
    share = plan.count / tuples.records
    sse, sst = float(plan.count @ record_distances(plan) ** 2), total_squares(tuples)
    changed = share @ (changes > 0)
    smallest = int(sizes.min()) if len(sizes) else 0
    return Utility(
        records=tuples.records,
        tuples=len(tuples),
        masked_tuples=len(sizes),
        smallest_class=smallest,
        removed=tuples.records - int(sizes.sum()),
        records_changed=float(share @ (changes > 0).any(axis=1)),
        values_changed=float(changed.mean()),
        sse=sse,
        sst=sst,
        loss=_percentage(sse, sst),
        unweighted_loss=_measure_unweighted(plan, changes),
        quality=float(share @ (1.0 - np.minimum(changes, 1.0)).mean(axis=1)),
        discernibility=discernibility(sizes, tuples.records),
        average_class=average_class(sizes, k or smallest),
        columns=_columns(plan, share, changes),
    )


def measure_part_loss(plan: Plan, names: Collection[str]) -> float:
    """L of some of the columns, as if the others were not there."""
    positions = [j for j, column in enumerate(plan.tuples.columns) if column.name in names]
    columns = tuple(plan.tuples.columns[j] for j in positions)
    part = replace(plan.tuples, codes=plan.tuples.codes[:, positions], columns=columns)
    sse = float(plan.count @ combine_distances(part, row_changes(plan)[:, positions]) ** 2)
    return _percentage(
        sse, float(part.counts @ combine_distances(part, centre_distances(plan.tuples)[:, positions]) ** 2)
    )


def _columns(plan: Plan, share: NDArray[np.float64], changes: NDArray[np.float64]) -> dict[str, ColumnUtility]:
    squares, most = plan.count @ changes**2, plan.tuples.counts @ centre_distances(plan.tuples) ** 2
    return {
        column.name: ColumnUtility(
            changed=float(share @ (changes[:, j] > 0)),
            distance=float(share @ changes[:, j]),
            rmse=math.sqrt(share @ changes[:, j] ** 2),
            loss=_percentage(squares[j], most[j]),
            own_values=_own_values(plan, j),
        )
        for j, column in enumerate(plan.tuples.columns)
    }


def _own_values(plan: Plan, j: int) -> float | None:
    """Return the mean share of each original set that its masked set retains, over records with a set."""
    domain = plan.tuples.columns[j].domain
    if not isinstance(domain, ConceptSets):
        return None
    released = plan.target != DROPPED
    before = domain.numbered.members(tuple_points(plan.tuples)[plan.source, j])
    after: list[tuple[int, ...]] = [()] * len(before)
    for row, members in zip(
        np.flatnonzero(released), domain.numbered.members(plan.targets[plan.target[released], j]), strict=True
    ):
        after[row] = members
    known = [i for i, members in enumerate(before) if members]
    shares = [len(set(before[i]) & set(after[i])) / len(before[i]) for i in known]
    return float(np.average(shares, weights=plan.count[known])) if known else None


def _percentage(sse: float, sst: float) -> float:
    return float(100.0 * sse / sst) if sst > 0 else 0.0


def _measure_unweighted(plan: Plan, changes: NDArray[np.float64]) -> float:
    """L as if every column had the same weight."""
    equal = replace(plan.tuples, columns=tuple(replace(column, weight=1.0) for column in plan.tuples.columns))
    sse = float(plan.count @ combine_distances(equal, changes) ** 2)
    return _percentage(sse, float(plan.tuples.counts @ combine_distances(equal, centre_distances(plan.tuples)) ** 2))


def total_squares(tuples: Tuples) -> float:
    """SST: squared distances of all records to the centroid of the table (A eq. 10)."""
    return float(tuples.counts @ combine_distances(tuples, centre_distances(tuples)) ** 2)


@computed_once
def centre_distances(tuples: Tuples) -> NDArray[np.float64]:
    """Distance of each tuple to the centroid of the table, column by column."""
    changes = np.empty(tuples.codes.shape)
    for j, column in enumerate(tuples.columns):
        middle = column_centre(tuples, j)
        changes[:, j] = column.domain.between(column.points, np.full(len(column.points), middle))[tuples.codes[:, j]]
    return changes


def column_centre(tuples: Tuples, j: int) -> float:
    """The centroid of a column; one of more than 4,096 different words has that of the most frequent ones."""
    return float(centroid_point(_frequent(column_sample(tuples, j))))


def _frequent(sample: Sample) -> Sample:
    if not sample.domain.traits.has_hierarchy or len(sample.points) <= _WORDS:
        return sample
    chosen = np.sort(np.argsort(-sample.counts, kind="stable")[:_WORDS])
    return replace(sample, points=sample.points[chosen], counts=sample.counts[chosen])
