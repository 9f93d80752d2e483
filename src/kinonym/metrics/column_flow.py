"""What became of each value of a column."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.metrics.plan_changes import Numbers, find_masked_tuples
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.index_arrays import DROPPED

__all__ = ["Flow", "column_counts", "column_flow"]


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
    masked, masked_of_row = find_masked_tuples(plan)
    column, other = plan.tuples.columns[j], masked.columns[j]
    originals = plan.tuples.codes[plan.source, j].astype(np.int64)
    new = np.where(
        masked_of_row == DROPPED, DROPPED, masked.codes[np.maximum(masked_of_row, 0), j] if len(masked) else DROPPED
    )
    width = len(other.points) + 1
    pairs, at = np.unique(originals * width + new + 1, return_inverse=True)
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
