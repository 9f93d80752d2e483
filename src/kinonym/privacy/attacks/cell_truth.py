"""What a release discloses about single cells: how many are unchanged, and how often a released value is true."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinonym.tuples import Plan
from kinonym.tuples.equal_rows import comparable
from kinonym.tuples.index_arrays import DROPPED
from kinonym.tuples.tuples import tuple_points

__all__ = ["CellTruth", "measure_cells"]


@dataclass(frozen=True, kw_only=True)
class CellTruth:
    """One column: the share of unchanged cells, and the chance that a released value is the original one.

    A value is rare if fewer than ``rare_below`` records are released with it. ``rare`` and ``common`` are None
    if no record has such a value.
    """

    column: str
    unchanged: float
    rare_below: int
    rare_records: int
    rare: float | None
    common: float | None


def measure_cells(plan: Plan, rare_below: int) -> tuple[CellTruth, ...]:
    """Measure every column of a plan; removed rows do not count."""
    released_rows = plan.target != DROPPED
    count = plan.count[released_rows]
    original = comparable(tuple_points(plan.tuples)[plan.source[released_rows]])
    released = comparable(plan.targets[plan.target[released_rows]])
    truths = []
    for j, column in enumerate(plan.tuples.columns):
        same = original[:, j] == released[:, j]
        _, value = np.unique(released[:, j], return_inverse=True)
        frequency = np.bincount(value, weights=count)[value]
        rare = frequency < rare_below
        truths.append(
            CellTruth(
                column=column.name,
                unchanged=_share(same, count) or 0.0,
                rare_below=rare_below,
                rare_records=int(count[rare].sum()),
                rare=_share(same[rare], count[rare]),
                common=_share(same[~rare], count[~rare]),
            )
        )
    return tuple(truths)


def _share(same: np.ndarray, count: np.ndarray) -> float | None:
    return float(count[same].sum() / count.sum()) if count.sum() else None
