"""The targets that a plan has for each planned tuple, as every engine needs them to assign rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.contract import Assignment
from kinonym.errors import KinonymError
from kinonym.tuples.index_arrays import DROPPED, Counts, TargetOfPlanRow, TargetOfTuple, TupleOfPlanRow

__all__ = ["SEVERAL", "RandomTargets", "check_plan_sums", "single_targets"]

SEVERAL = -2
"""Marks a tuple that has several targets: each of its records draws one."""


def single_targets(assignment: Assignment) -> TargetOfTuple:
    """Planned tuple → its target, or `SEVERAL`; the last entry is `DROPPED`, and index `DROPPED` points to it."""
    size = int(assignment.source.max(initial=-1)) + 1
    target = np.full(size + 1, DROPPED, dtype=np.int64)
    target[assignment.source] = assignment.target
    target[:-1][np.bincount(assignment.source, minlength=size) > 1] = SEVERAL
    return target


def check_plan_sums(planned: NDArray[np.int64], counts: Counts | None, assignment: Assignment) -> None:
    """Reject a plan that covers more or fewer records of a tuple than there are.

    Parameters
    ----------
    planned
        Planned tuples of rows or of combinations.
    counts
        How many records each of them has; None: one.
    assignment
        The plan.
    """
    size = int(max(planned.max(initial=-1), assignment.source.max(initial=-1))) + 1
    released = planned != DROPPED
    rows = np.bincount(planned[released], weights=None if counts is None else counts[released], minlength=size)
    sums = np.bincount(assignment.source, weights=assignment.count, minlength=size)
    if not np.array_equal(rows, sums) or (assignment.count <= 0).any():
        total = int(assignment.count.sum())
        msg = f"the plan does not add up: it covers {total} rows, the table has {int(rows.sum())}"
        raise KinonymError(msg)


@dataclass(frozen=True, eq=False)
class RandomTargets:
    """The targets of tuples that have several: occurrences ``first`` to ``last`` become ``target``."""

    planned: TupleOfPlanRow
    first: Counts
    last: Counts
    target: TargetOfPlanRow

    @classmethod
    def of(cls, assignment: Assignment) -> RandomTargets:
        """Return the rows of tuples that have several rows in a plan."""
        several = np.bincount(assignment.source)[assignment.source] > 1
        source, target, count = (part[several] for part in (assignment.source, assignment.target, assignment.count))
        order = np.argsort(source, kind="stable")
        source, target, count = source[order], target[order], count[order]
        before = np.cumsum(count) - count
        begins = np.r_[True, source[1:] != source[:-1]] if len(source) else np.empty(0, dtype=bool)
        first = before - np.repeat(before[begins], np.diff(np.r_[np.flatnonzero(begins), len(source)]))
        return cls(source, first, first + count - 1, target)
