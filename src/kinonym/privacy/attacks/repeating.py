"""Repeat a method and count how many records go from one value of a column to another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.tuples import Plan
from kinonym.tuples.equal_rows import comparable

__all__ = ["Flow", "add_flows", "column_flow", "flow_totals", "repeat_plans", "tuple_flow"]

Flow = tuple[NDArray[np.int64], NDArray[np.float64]]
"""(value or tuple before · number of values + value after, ascending; records of each such pair)."""


def repeat_plans(draw: Callable[[], Plan], runs: int, seconds: float) -> Iterator[Plan]:
    """Plan one table repeatedly: at least once, and not after ``seconds``."""
    end = monotonic() + seconds
    yield draw()
    for _ in range(runs - 1):
        if monotonic() > end:
            return
        yield draw()


def column_flow(plan: Plan, j: int, values: Points | None = None) -> Flow:
    """The flow of one column of a plan to some values; by default the values of the column, as in a swap."""
    points = plan.tuples.columns[j].points if values is None else values
    return _flow(plan, j, plan.tuples.codes[plan.source, j].astype(np.int64), points)


def tuple_flow(plan: Plan, j: int, values: Points) -> Flow:
    """The flow from whole original tuples to some values of one column."""
    return _flow(plan, j, plan.source.astype(np.int64), values)


def _flow(plan: Plan, j: int, before: NDArray[np.int64], points: Points) -> Flow:
    masked, values_after = comparable(plan.targets[plan.target, j]), comparable(points)
    received = np.minimum(np.searchsorted(values_after, masked), len(values_after) - 1)
    is_listed = values_after[received] == masked
    return add_flows(((before * len(points) + received)[is_listed], plan.count[is_listed].astype(np.float64)))


def add_flows(*flows: Flow) -> Flow:
    """Add flows."""
    pairs, pair_index = np.unique(np.concatenate([f[0] for f in flows]), return_inverse=True)
    return pairs, np.bincount(pair_index, weights=np.concatenate([f[1] for f in flows])).astype(np.float64)


def flow_totals(draw: Callable[[], Plan], runs: int, seconds: float) -> tuple[list[Flow], int]:
    """Sum the flows of each column over several runs; also returns the number of runs."""
    totals: list[Flow] = []
    runs_done = 0
    for plan in repeat_plans(draw, runs, seconds):
        flows = [column_flow(plan, j) for j in range(len(plan.tuples.columns))]
        totals = [add_flows(*both) for both in zip(totals, flows, strict=True)] if runs_done else flows
        runs_done += 1
    return totals, runs_done
