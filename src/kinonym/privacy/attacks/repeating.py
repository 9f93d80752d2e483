"""Repeating a method: how many records go from one value of a column to another, run after run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.tuples import Plan
from kinonym.tuples.tuples import comparable

__all__ = ["Flow", "added", "column_flow", "flow_totals", "repeated", "tuple_flow"]

Flow = tuple[NDArray[np.int64], NDArray[np.float64]]
"""(value or tuple before · values + value after, ascending; records)."""


def repeated(draw: Callable[[], Plan], runs: int, seconds: float) -> Iterator[Plan]:
    """New plans of one table: at least one, none begun after ``seconds``."""
    end = monotonic() + seconds
    yield draw()
    for _ in range(runs - 1):
        if monotonic() > end:
            return
        yield draw()


def column_flow(plan: Plan, j: int, values: Points | None = None) -> Flow:
    """The flow of one column of a plan to some values, by default those of the column, which a swap keeps."""
    points = plan.tuples.columns[j].points if values is None else values
    return _flow(plan, j, plan.tuples.codes[plan.source, j].astype(np.int64), points)


def tuple_flow(plan: Plan, j: int, values: Points) -> Flow:
    """The flow from whole original tuples to some values of one column."""
    return _flow(plan, j, plan.source.astype(np.int64), values)


def _flow(plan: Plan, j: int, before: NDArray[np.int64], points: Points) -> Flow:
    masked, known = comparable(plan.targets[plan.target, j]), comparable(points)
    received = np.minimum(np.searchsorted(known, masked), len(known) - 1)
    there = known[received] == masked
    return added(((before * len(points) + received)[there], plan.count[there].astype(np.float64)))


def added(*flows: Flow) -> Flow:
    """The sum of flows."""
    pairs, place = np.unique(np.concatenate([f[0] for f in flows]), return_inverse=True)
    return pairs, np.bincount(place, weights=np.concatenate([f[1] for f in flows])).astype(np.float64)


def flow_totals(draw: Callable[[], Plan], runs: int, seconds: float) -> tuple[list[Flow], int]:
    """The sums over several runs, and how many were made."""
    totals: list[Flow] = []
    made = 0
    for plan in repeated(draw, runs, seconds):
        flows = [column_flow(plan, j) for j in range(len(plan.tuples.columns))]
        totals = [added(*both) for both in zip(totals, flows, strict=True)] if made else flows
        made += 1
    return totals, made
