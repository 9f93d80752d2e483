"""How many records go from one value of a column to another when a method is repeated."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from kinonym.grouped import Plan

__all__ = ["Flow", "added", "column_flow", "flow_totals"]

Flow = tuple[NDArray[np.int64], NDArray[np.float64]]
"""(value before · values + value after, ascending; records)."""


def column_flow(plan: Plan, j: int) -> Flow:
    """The flow of one column of a plan whose masked values are all values of the column, as those of a swap are."""
    points = plan.tuples.columns[j].points
    own = plan.tuples.codes[plan.source, j].astype(np.int64)
    received = np.searchsorted(points, plan.targets[plan.target, j])
    return added((own * len(points) + received, plan.count.astype(np.float64)))


def added(*flows: Flow) -> Flow:
    """The sum of flows."""
    pairs, place = np.unique(np.concatenate([f[0] for f in flows]), return_inverse=True)
    return pairs, np.bincount(place, weights=np.concatenate([f[1] for f in flows])).astype(np.float64)


def flow_totals(draw: Callable[[], Plan], runs: int, seconds: float) -> tuple[list[Flow], int]:
    """The sums over several runs, and how many were made: at least one, none begun after ``seconds``."""
    end = monotonic() + seconds
    totals = _flows(draw())
    made = 1
    while made < runs and monotonic() < end:
        totals = [added(*both) for both in zip(totals, _flows(draw()), strict=True)]
        made += 1
    return totals, made


def _flows(plan: Plan) -> list[Flow]:
    return [column_flow(plan, j) for j in range(len(plan.tuples.columns))]
