"""Simple random samples of plans and tuples, to measure what is too slow for all records."""

from __future__ import annotations

import numpy as np

from kinonym.tuples import Plan, Tuples
from kinonym.tuples.tuples import tuple_points

__all__ = ["sample", "sample_tuples"]


def sample(plan: Plan, records: int) -> Plan:
    """Return the plan of a simple random sample if it has more than ``records`` records; else the plan."""
    if plan.tuples.records <= records:
        return plan
    rng = np.random.default_rng(0)  # a sample to measure by, not to release
    drawn = np.sort(rng.choice(plan.tuples.records, records, replace=False))
    rows = np.searchsorted(np.cumsum(plan.count), drawn, side="right")
    count = np.bincount(rows, minlength=len(plan.count))
    drawn_rows = np.flatnonzero(count)
    tuples, masked_of_row = Tuples.from_points(
        [column.name for column in plan.tuples.columns],
        [column.domain for column in plan.tuples.columns],
        tuple_points(plan.tuples)[plan.source[drawn_rows]],
        count[drawn_rows],
        weights=[column.weight for column in plan.tuples.columns],
    )
    return Plan(tuples, masked_of_row, plan.target[drawn_rows], count[drawn_rows], plan.targets)


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
