"""Utility: how far the masked records are from the original ones (specification 8), computed on the plan's rows.

First the two sides of a plan, where every measure of it starts: the tuples before and after, how far each row moves,
where values went. Results that are kept for a plan live as long as the plan.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import ConceptSets, Points
from kinonym.operators.centres import Sample, centroid_point, column_sample
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.index_arrays import DROPPED
from kinonym.tuples.tuples import tuple_points

__all__ = [
    "ColumnUtility",
    "Flow",
    "Utility",
    "after",
    "column_counts",
    "column_flow",
    "distance_bins",
    "distance_histogram",
    "kept",
    "measure_utility",
    "record_distances",
    "row_changes",
    "sample",
    "sample_tuples",
    "texts_changed",
]

Numbers = NDArray[np.int64]
Thing = TypeVar("Thing", Plan, Tuples)
Kept = TypeVar("Kept")


def kept(function: Callable[[Thing], Kept]) -> Callable[[Thing], Kept]:
    """Keep what ``function`` returned for a plan or for tuples as long as they live."""
    known: WeakKeyDictionary[Thing, Kept] = WeakKeyDictionary()

    @wraps(function)
    def remembered(thing: Thing) -> Kept:
        if thing not in known:
            known[thing] = function(thing)
        return known[thing]

    return remembered


@kept
def row_changes(plan: Plan) -> NDArray[np.float64]:
    """Distance in each column (plan rows × columns) from the source tuple to the masked one; 1 if dropped."""
    original = tuple_points(plan.tuples)[plan.source]
    released = plan.target != DROPPED
    out = np.ones(original.shape)
    for j, column in enumerate(plan.tuples.columns):
        out[released, j] = column.domain.between(original[released, j], plan.targets[plan.target[released], j])
    return out


def record_distances(plan: Plan) -> NDArray[np.float64]:
    """Distance of each plan row: mean over the columns; of numbers only, the Euclidean distance."""
    return together(plan.tuples, row_changes(plan))


def together(tuples: Tuples, changes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Combine the distances in the columns to one distance per row."""
    weights = np.array([column.weight for column in tuples.columns])
    if tuples.euclidean:
        return np.sqrt(np.average(changes**2, axis=1, weights=weights))
    return np.average(changes, axis=1, weights=weights)


@kept
def after(plan: Plan) -> tuple[Tuples, NDArray[np.int64]]:
    """Return the masked tuples that occur, with counts, and the masked tuple of each plan row, −1 if dropped."""
    columns = plan.tuples.columns
    released = plan.target != DROPPED
    masked, place = Tuples.from_points(
        [column.name for column in columns],
        [column.domain for column in columns],
        plan.targets[plan.target[released]],
        plan.count[released],
        weights=[column.weight for column in columns],
    )
    places = np.full(len(plan.target), DROPPED, dtype=np.int64)
    places[released] = place
    return masked, places


def sample(plan: Plan, records: int) -> Plan:
    """Return the plan of a simple random sample if it has more than ``records`` records; else the plan."""
    if plan.tuples.records <= records:
        return plan
    rng = np.random.default_rng(0)  # a sample to measure by, not to release
    drawn = np.sort(rng.choice(plan.tuples.records, records, replace=False))
    rows = np.searchsorted(np.cumsum(plan.count), drawn, side="right")
    count = np.bincount(rows, minlength=len(plan.count))
    drawn_rows = np.flatnonzero(count)
    tuples, place = Tuples.from_points(
        [column.name for column in plan.tuples.columns],
        [column.domain for column in plan.tuples.columns],
        tuple_points(plan.tuples)[plan.source[drawn_rows]],
        count[drawn_rows],
        weights=[column.weight for column in plan.tuples.columns],
    )
    return Plan(tuples, place, plan.target[drawn_rows], count[drawn_rows], plan.targets)


def sample_tuples(tuples: Tuples, records: int) -> Tuples:
    """Return the tuples of a simple random sample if they have more than ``records`` records; else the tuples."""
    if tuples.records <= records:
        return tuples
    drawn = np.random.default_rng(0).choice(tuples.records, records, replace=False)
    count = np.bincount(np.searchsorted(np.cumsum(tuples.counts), drawn, side="right"), minlength=len(tuples))
    drawn_rows = np.flatnonzero(count)
    columns = tuples.columns
    return Tuples.from_points(
        [column.name for column in columns],
        [column.domain for column in columns],
        tuple_points(tuples)[drawn_rows],
        count[drawn_rows],
        weights=[column.weight for column in columns],
    )[0]


def column_counts(tuples: Tuples, j: int) -> NDArray[np.int64]:
    """Records of each distinct point of a column."""
    counts = np.bincount(tuples.codes[:, j], weights=tuples.counts, minlength=len(tuples.columns[j].points))
    return counts.astype(np.int64)


@dataclass(frozen=True, eq=False)
class Flow:
    """One column: its points before and after with their records, and rows (before, after, records).

    ``source`` and ``target`` are positions in ``before`` and ``after``; a target of −1 is a removed record.
    """

    before: Points
    before_counts: Numbers
    after: Points
    after_counts: Numbers
    source: Numbers
    target: Numbers
    count: Numbers


def column_flow(plan: Plan, j: int) -> Flow:
    """Count what became of each value of a column."""
    masked, place = after(plan)
    column, other = plan.tuples.columns[j], masked.columns[j]
    own = plan.tuples.codes[plan.source, j].astype(np.int64)
    new = np.where(place == DROPPED, DROPPED, masked.codes[np.maximum(place, 0), j] if len(masked) else DROPPED)
    width = len(other.points) + 1
    pairs, at = np.unique(own * width + new + 1, return_inverse=True)
    count = np.bincount(at, weights=plan.count).astype(np.int64)
    return Flow(
        before=column.points,
        before_counts=column_counts(plan.tuples, j),
        after=other.points,
        after_counts=column_counts(masked, j),
        source=pairs // width,
        target=pairs % width - 1,
        count=count,
    )


def distance_histogram(plan: Plan, j: int, bins: int = 20) -> tuple[NDArray[np.float64], Numbers]:
    """(edges, records) of the distances by which a column's values moved; the first bin: those that stayed.

    Distances of words lie in [0, 1]. Numbers may move farther: the last edge is then rounded up to a power of two, as
    the greatest distance is that of one record.
    """
    top = 2.0 ** math.ceil(math.log2(max(1.0, float(row_changes(plan)[:, j].max(initial=0.0)))))
    edges = np.concatenate([[0.0], np.linspace(0.0, top, bins + 1)])
    return edges, np.bincount(distance_bins(plan, j, edges), weights=plan.count, minlength=bins + 1).astype(np.int64)


def distance_bins(plan: Plan, j: int, edges: NDArray[np.float64]) -> Numbers:
    """The bin of each plan row between the edges of `distance_histogram`: 0 if it stayed."""
    moved = row_changes(plan)[:, j]
    place = np.minimum(np.searchsorted(edges[1:], moved, side="right"), len(edges) - 2)
    return np.where(moved > 0, place, 0).astype(np.int64)


def texts_changed(plan: Plan, respelled: NDArray[np.int64]) -> float:
    """Return the share of cells with a changed text.

    Parameters
    ----------
    plan
        What every tuple becomes.
    respelled
        Records of each tuple, by column, that have another text than the one written for its meaning.

    Notes
    -----
    If only some records of a tuple are unchanged, chance decides which; the expected share is reported.
    """
    tuples = plan.tuples
    stays = (row_changes(plan) == 0) * plan.count[:, None]
    staying = np.zeros(respelled.shape)
    np.add.at(staying, plan.source, stays)
    share = respelled / tuples.counts[:, None]
    changed = tuples.records - staying.sum(axis=0) + (staying * share).sum(axis=0)
    return float(changed.mean() / tuples.records)


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
        unweighted_loss=_unweighted_loss(plan, changes),
        quality=float(share @ (1.0 - np.minimum(changes, 1.0)).mean(axis=1)),
        discernibility=discernibility(sizes, tuples.records),
        average_class=average_class(sizes, k or smallest),
        columns=_columns(plan, share, changes),
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


def _unweighted_loss(plan: Plan, changes: NDArray[np.float64]) -> float:
    """L as if every column had the same weight."""
    equal = replace(plan.tuples, columns=tuple(replace(column, weight=1.0) for column in plan.tuples.columns))
    sse = float(plan.count @ together(equal, changes) ** 2)
    return _percentage(sse, float(plan.tuples.counts @ together(equal, centre_distances(plan.tuples)) ** 2))


def total_squares(tuples: Tuples) -> float:
    """SST: squared distances of all records to the centroid of the table (A eq. 10)."""
    return float(tuples.counts @ together(tuples, centre_distances(tuples)) ** 2)


@kept
def centre_distances(tuples: Tuples) -> NDArray[np.float64]:
    """Distance of each tuple to the centroid of the table, column by column.

    A column of more than 4,096 different words has the centroid of the most frequent ones.
    """
    changes = np.empty(tuples.codes.shape)
    for j, column in enumerate(tuples.columns):
        middle = centroid_point(_frequent(column_sample(tuples, j)))
        changes[:, j] = column.domain.between(column.points, np.full(len(column.points), middle))[tuples.codes[:, j]]
    return changes


def _frequent(sample: Sample) -> Sample:
    if not sample.domain.traits.has_hierarchy or len(sample.points) <= _WORDS:
        return sample
    chosen = np.sort(np.argsort(-sample.counts, kind="stable")[:_WORDS])
    return replace(sample, points=sample.points[chosen], counts=sample.counts[chosen])
