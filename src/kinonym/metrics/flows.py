"""Where the values of a column went: counts of original against masked values, and how far they moved."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.grouped import Plan
from kinonym.grouped.plan import DROPPED
from kinonym.metrics.sides import after, column_counts, row_changes

__all__ = ["Flow", "column_flow", "distance_histogram"]

Numbers = NDArray[np.int64]


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

    Distances of words lie in [0, 1]; numbers may move farther, and the last edge says how far.
    """
    moved = row_changes(plan)[:, j]
    top = max(1.0, float(moved.max(initial=0.0)))
    edges = np.linspace(0.0, top, bins + 1)
    far = moved > 0
    found = np.histogram(moved[far], bins=edges, weights=plan.count[far])[0].astype(np.int64)
    stayed = int(plan.count[~far].sum())
    return np.concatenate([[0.0], edges]), np.concatenate([[stayed], found])
