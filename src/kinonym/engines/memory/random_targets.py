"""The target of each row of a table in memory, at random where a tuple has several."""

from __future__ import annotations

import numpy as np

from kinonym.engines.contract import Assignment, RunKey
from kinonym.engines.plan_targets import SEVERAL, check_plan_sums, single_targets
from kinonym.tuples.index_arrays import PlannedOfRow, TargetOfRow

__all__ = ["assign_random"]


def assign_random(planned: PlannedOfRow, assignment: Assignment, key: RunKey) -> TargetOfRow:
    """The target of each row: one of those that the plan has for its tuple, at random within the tuple.

    Parameters
    ----------
    planned
        The planned tuple of each row; `DROPPED` for a row that leaves the table.
    assignment
        The plan. A tuple may have several targets; their counts add up to its number of rows.
    key
        Every way of distributing the targets within a tuple is equally likely. Draw number i belongs to the i-th row
        in the order of tuples, and within a tuple in the order of the table: to a tuple and an occurrence of it.
    """
    check_plan_sums(planned, None, assignment)
    targets = single_targets(assignment)[planned]
    rows = np.flatnonzero(targets == SEVERAL)
    if len(rows):
        source, target, count = assignment.source, assignment.target, assignment.count
        rows = rows[np.argsort(planned[rows], kind="stable")]
        draws = key.generator("deal").random(len(rows))
        rows = rows[np.lexsort((draws, planned[rows]))]
        several = (np.bincount(source) > 1)[source]
        by_source = np.argsort(source[several], kind="stable")
        targets[rows] = np.repeat(target[several][by_source], count[several][by_source])
    return targets
