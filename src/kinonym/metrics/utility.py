"""Utility: how far the masked records are from the original ones (SPEC 8), computed on the plan's rows."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.grouped import Plan, Tuples
from kinonym.grouped.plan import DROPPED, tuple_points
from kinonym.kernels.groups import group_centres, row_distances

__all__ = ["ColumnUtility", "Utility", "measure_utility", "row_changes"]


@dataclass(frozen=True, kw_only=True)
class ColumnUtility:
    """One column: share of values changed, mean distance and root mean square distance to the originals."""

    changed: float
    distance: float
    rmse: float


@dataclass(frozen=True, kw_only=True)
class Utility:
    """What the masking cost.

    ``sse`` adds the squares of the records' mean distances (E eq. 7), ``sst`` the same to the centroid of the
    whole table, ``loss`` is 100·SSE/SST (A eq. 9-11). A removed row counts as distance 1.
    """

    records: int
    tuples: int
    masked_tuples: int
    smallest_class: int
    records_changed: float
    values_changed: float
    sse: float
    sst: float
    loss: float
    columns: dict[str, ColumnUtility]


def row_changes(plan: Plan) -> NDArray[np.float64]:
    """Distance in each column (plan rows × columns) from the source tuple to the masked one."""
    original = tuple_points(plan.tuples)[plan.source]
    kept = plan.target != DROPPED
    out = np.ones(original.shape)
    for j, column in enumerate(plan.tuples.columns):
        out[kept, j] = column.domain.between(original[kept, j], plan.targets[plan.target[kept], j])
    return out


def _record_distances(tuples: Tuples, changes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Mean over the columns; of numbers only, the Euclidean distance."""
    weights = np.array([column.weight for column in tuples.columns])
    if tuples.flat.euclidean[0]:
        return np.sqrt(np.average(changes**2, axis=1, weights=weights))
    return np.average(changes, axis=1, weights=weights)


def total_squares(tuples: Tuples) -> float:
    """SST: squared distances of all records to the centroid of the table (A eq. 10)."""
    every, one = np.arange(len(tuples)), np.zeros(len(tuples), dtype=np.int64)
    middle = group_centres(tuples.flat, tuples.codes, every, one, tuples.counts, 1)
    return float(tuples.counts @ row_distances(tuples.flat, tuples.codes, every, one, middle) ** 2)


def measure_utility(plan: Plan) -> Utility:
    """Measure a plan."""
    tuples = plan.tuples
    changes = row_changes(plan)
    share = plan.count / tuples.records
    sse = float(plan.count @ _record_distances(tuples, changes) ** 2)
    sst = total_squares(tuples)
    changed = share @ (changes > 0)
    return Utility(
        records=tuples.records,
        tuples=len(tuples),
        masked_tuples=len(plan.class_sizes),
        smallest_class=int(plan.class_sizes.min()) if len(plan.class_sizes) else 0,
        records_changed=float(share @ (changes > 0).any(axis=1)),
        values_changed=float(changed.mean()),
        sse=sse,
        sst=sst,
        loss=100.0 * sse / sst if sst > 0 else 0.0,
        columns={
            column.name: ColumnUtility(
                changed=float(changed[j]),
                distance=float(share @ changes[:, j]),
                rmse=math.sqrt(share @ changes[:, j] ** 2),
            )
            for j, column in enumerate(tuples.columns)
        },
    )
