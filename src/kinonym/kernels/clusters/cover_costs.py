"""What it costs to release some tuples with one text per column: a broader value, a range, or the set of their values.

The values of a column stand in an order in which those below one broader value are neighbours. A summary of some
tuples has, for each column, the first and the last of their values and the sum of the shares of the different ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.bundles import Bundle
from kinonym.kernels.compile import compiled

__all__ = ["BROADER", "RANGE", "SET", "Covers", "column_cost", "summary_cost"]

BROADER, RANGE, SET = 0, 1, 2


@dataclass(frozen=True, eq=False)
class Covers(Bundle):
    """All columns in one array each; the values of column j lie from ``start[j]`` to ``start[j + 1]``."""

    place: Any  # tuples × columns: the place of each value in the order of its column
    kind: Any  # BROADER, RANGE or SET
    start: Any  # first value of each column
    levels: Any  # levels of each column, the values themselves included
    level_start: Any  # first entry of each column in ``node`` and ``cost``: levels × values
    node: Any  # the broader value of each value on each level, as a number
    cost: Any  # and what it costs a record, times the weight of the column
    share: Any  # of each value: its part of a SET, or its position in a RANGE, times the weight of the column
    weight: Any  # of each column: the most that it can cost


@compiled(inner=True)
def column_cost(covers, j, first, last, total):
    """The cost per record of column j if its values lie from ``first`` to ``last``. Cost: O(levels)."""
    size = covers.start[j + 1] - covers.start[j]
    at = covers.level_start[j]
    if first == last:
        return covers.cost[at + first]
    if covers.kind[j] == SET:
        return min(covers.weight[j], total)
    if covers.kind[j] == RANGE:
        begin = covers.start[j]
        return min(covers.weight[j], covers.share[begin + last] - covers.share[begin + first])
    for _ in range(covers.levels[j]):
        if covers.node[at + first] == covers.node[at + last]:
            return covers.cost[at + first]
        at += size
    return covers.weight[j]


@compiled(inner=True)
def summary_cost(covers, first, last, total):
    """The cost per record of a summary: the sum over the columns."""
    cost = 0.0
    for j in range(len(covers.kind)):
        cost += column_cost(covers, j, np.int64(first[j]), np.int64(last[j]), total[j])
    return cost
