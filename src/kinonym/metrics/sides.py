"""The two sides of a plan: the tuples before and after, and how far each of its rows moves.

Every measure of a plan starts here; what is kept for one plan lives as long as the plan.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Nominal
from kinonym.grouped import Column, Plan, Tuples
from kinonym.grouped.plan import DROPPED, tuple_points

__all__ = [
    "after",
    "column_counts",
    "kept",
    "missing_points",
    "record_distances",
    "row_changes",
    "sample",
    "sample_tuples",
]

Thing = TypeVar("Thing", Plan, Tuples)
Kept = TypeVar("Kept")


def kept(function: Callable[[Thing], Kept]) -> Callable[[Thing], Kept]:
    """Keep what ``function`` returned for a plan or for tuples as long as they live."""
    known: WeakKeyDictionary[Thing, Kept] = WeakKeyDictionary()

    @wraps(function)
    def found(thing: Thing) -> Kept:
        if thing not in known:
            known[thing] = function(thing)
        return known[thing]

    return found


@kept
def row_changes(plan: Plan) -> NDArray[np.float64]:
    """Distance in each column (plan rows × columns) from the source tuple to the masked one; 1 if dropped."""
    original = tuple_points(plan.tuples)[plan.source]
    held = plan.target != DROPPED
    out = np.ones(original.shape)
    for j, column in enumerate(plan.tuples.columns):
        out[held, j] = column.domain.between(original[held, j], plan.targets[plan.target[held], j])
    return out


def record_distances(plan: Plan) -> NDArray[np.float64]:
    """Distance of each plan row: mean over the columns; of numbers only, the Euclidean distance."""
    return together(plan.tuples, row_changes(plan))


def together(tuples: Tuples, changes: NDArray[np.float64]) -> NDArray[np.float64]:
    """One distance for each row of distances in the columns."""
    weights = np.array([column.weight for column in tuples.columns])
    if tuples.euclidean:
        return np.sqrt(np.average(changes**2, axis=1, weights=weights))
    return np.average(changes, axis=1, weights=weights)


@kept
def after(plan: Plan) -> tuple[Tuples, NDArray[np.int64]]:
    """The masked tuples that occur, with their counts; and which one each plan row has, −1 if dropped."""
    columns = plan.tuples.columns
    held = plan.target != DROPPED
    masked, place = Tuples.from_points(
        [column.name for column in columns],
        [column.domain for column in columns],
        plan.targets[plan.target[held]],
        plan.count[held],
        weights=[column.weight for column in columns],
    )
    found = np.full(len(plan.target), DROPPED, dtype=np.int64)
    found[held] = place
    return masked, found


def sample(plan: Plan, records: int) -> Plan:
    """The plan, or that of a simple random sample of its records where it has more than ``records``."""
    if plan.tuples.records <= records:
        return plan
    rng = np.random.default_rng(0)  # a sample to measure by, not to release
    drawn = np.sort(rng.choice(plan.tuples.records, records, replace=False))
    rows = np.searchsorted(np.cumsum(plan.count), drawn, side="right")
    count = np.bincount(rows, minlength=len(plan.count))
    held = np.flatnonzero(count)
    tuples, place = Tuples.from_points(
        [column.name for column in plan.tuples.columns],
        [column.domain for column in plan.tuples.columns],
        tuple_points(plan.tuples)[plan.source[held]],
        count[held],
        weights=[column.weight for column in plan.tuples.columns],
    )
    return Plan(tuples, place, plan.target[held], count[held], plan.targets)


def sample_tuples(tuples: Tuples, records: int) -> Tuples:
    """The tuples, or those of a simple random sample of their records where they have more than ``records``."""
    if tuples.records <= records:
        return tuples
    drawn = np.random.default_rng(0).choice(tuples.records, records, replace=False)
    count = np.bincount(np.searchsorted(np.cumsum(tuples.counts), drawn, side="right"), minlength=len(tuples))
    held = np.flatnonzero(count)
    columns = tuples.columns
    return Tuples.from_points(
        [column.name for column in columns],
        [column.domain for column in columns],
        tuple_points(tuples)[held],
        count[held],
        weights=[column.weight for column in columns],
    )[0]


def column_counts(tuples: Tuples, j: int) -> NDArray[np.int64]:
    """Records of each distinct point of a column."""
    found = np.bincount(tuples.codes[:, j], weights=tuples.counts, minlength=len(tuples.columns[j].points))
    return found.astype(np.int64)


def missing_points(column: Column) -> NDArray[np.bool_]:
    """Which points of a column mean missing."""
    if isinstance(column.domain, Nominal) and None not in column.domain.isolates:
        return np.zeros(len(column.points), dtype=bool)
    missing = column.domain.encode([None])[0]
    return np.isnan(column.points) if np.isnan(missing) else column.points == missing
