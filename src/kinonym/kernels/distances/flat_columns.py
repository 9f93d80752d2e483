"""The columns of a table as flat arrays, and distances from a value to a centre in them.

Three kinds of column: TABLE (distances to candidate centres from a table), EQUAL (0 or 1) and LINE
(numbers). A centre is a candidate's number, or a position on the line; NaN on the line is missing.
Distances of whole tuples are in `tuple_distances`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.bundles import Bundle
from kinonym.kernels.compile import compiled

__all__ = [
    "EQUAL", "LCS", "LINE", "MEAN", "MEDIAN", "MODE", "ROUNDING", "SEMANTIC", "TABLE", "Columns", "own_centre",
    "pair_distance", "rounded", "slack_of_sums",
]  # fmt: skip

TABLE, EQUAL, LINE = 0, 1, 2
SEMANTIC, MODE, LCS, MEAN, MEDIAN = 0, 1, 2, 3, 4
ROUNDING = 2.0**-24  # tables are kept to this; sums closer than it, per record, are ties


@dataclass(frozen=True, eq=False)
class Columns(Bundle):
    """All columns, one after the other; ``*_start`` say where each begins."""

    kind: Any
    rule: Any
    weight: Any
    unit: Any  # what makes a distance of 1 on a line
    far: Any  # distance of a missing value from any other
    value_start: Any
    candidate_start: Any
    table_start: Any
    position: Any
    candidate_of: Any
    table: Any
    up_start: Any
    up: Any
    tie_rank: Any
    lcs_rank: Any
    isolated: Any
    euclidean: Any


@compiled(inlined=True)
def _line_distance(columns, j, position, middle):
    if np.isnan(position) or np.isnan(middle):
        return 0.0 if np.isnan(position) and np.isnan(middle) else columns.far[j]
    return abs(position - middle) / columns.unit[j]


@compiled(inner=True)
def pair_distance(columns, j, value, middle):
    """Distance in column j from a value to a centre."""
    at = columns.value_start[j] + value
    if columns.kind[j] == LINE:
        return _line_distance(columns, j, columns.position[at], middle)
    if columns.kind[j] == EQUAL:
        return 0.0 if columns.candidate_of[at] == middle else 1.0
    size = columns.candidate_start[j + 1] - columns.candidate_start[j]
    return np.float64(columns.table[columns.table_start[j] + np.int64(value) * size + np.int64(middle)])


@compiled(inlined=True)
def rounded(distance):
    """A distance as the tables hold it, so that sums of several are exact in any order."""
    return np.rint(distance / ROUNDING) * ROUNDING


def slack_of_sums(columns: Columns) -> float:
    """How far two sums over the columns may lie apart that are equal but for rounding; nothing where Euclidean."""
    return 0.0 if columns.euclidean[0] else float(ROUNDING * (columns.weight + 1.0).sum())


@compiled
def own_centre(columns, codes, t, centres):
    """The values of a tuple, as a centre."""
    for j in range(len(columns.kind)):
        at = columns.value_start[j] + codes[t, j]
        centres[j] = columns.position[at] if columns.kind[j] == LINE else columns.candidate_of[at]
