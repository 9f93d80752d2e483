"""The columns of a table as flat arrays, and the distance from a value to a centre in one column.

There are three kinds of column: TABLE (a table holds the distances to the candidate centres), EQUAL (0 if equal, else
1) and LINE (numbers). The centre in a column is the number of a candidate, or a position on the line, where NaN means
missing. A *candidate* is a value that may become a centre: a concept or a label. Distances of whole tuples are in
`tuple_distances`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.bundles import Bundle
from kinonym.kernels.compile import compiled

__all__ = [
    "EQUAL", "LCS", "LINE", "MEAN", "MEDIAN", "MODE", "ROUNDING", "SEMANTIC", "TABLE", "Columns", "copy_to_centre",
    "pair_distance", "round_distance", "slack_of_sums",
]  # fmt: skip

TABLE, EQUAL, LINE = 0, 1, 2
SEMANTIC, MODE, LCS, MEAN, MEDIAN = 0, 1, 2, 3, 4
ROUNDING = 2.0**-24  # distances are multiples of this; sums that differ by less, per record, are ties


@dataclass(frozen=True, eq=False)
class Columns(Bundle):
    """All columns in one array each; column j lies from ``*_start[j]`` to ``*_start[j + 1]``."""

    kind: Any  # TABLE, EQUAL or LINE
    rule: Any  # how a centre is chosen: SEMANTIC, MODE, LCS, MEAN or MEDIAN
    weight: Any  # of the column in the distance of a tuple
    unit: Any  # the difference of two numbers that makes a distance of 1
    far: Any  # distance of a missing number from any other
    value_start: Any
    candidate_start: Any
    table_start: Any
    position: Any  # of each value on the line
    candidate_of: Any  # the candidate that each value is
    table: Any  # of each TABLE column: values × candidates
    up_start: Any  # the subsumers of candidate c, itself included, are up[up_start[c]:up_start[c + 1]]
    up: Any
    tie_rank: Any  # order of candidates with equal sums: greater depth first, then smaller id
    lcs_rank: Any  # order of candidates that subsume the same values: the LCS comes first
    isolated: Any  # 1: a text without a concept, which nothing else subsumes
    euclidean: Any  # [True] if all columns are numbers: distances are then Euclidean


@compiled(inlined=True)
def _number_distance(columns, j, position, centre):
    if np.isnan(position) or np.isnan(centre):
        return 0.0 if np.isnan(position) and np.isnan(centre) else columns.far[j]
    return abs(position - centre) / columns.unit[j]


@compiled(inner=True)
def pair_distance(columns, j, value, centre):
    """Distance in column j from a value to a centre, in [0, 1] except on a line. Cost: O(1)."""
    at = columns.value_start[j] + value
    if columns.kind[j] == LINE:
        return _number_distance(columns, j, columns.position[at], centre)
    if columns.kind[j] == EQUAL:
        return 0.0 if columns.candidate_of[at] == centre else 1.0
    size = columns.candidate_start[j + 1] - columns.candidate_start[j]
    return np.float64(columns.table[columns.table_start[j] + np.int64(value) * size + np.int64(centre)])


@compiled(inlined=True)
def round_distance(distance):
    """Round a distance to a multiple of 2⁻²⁴, as in the tables, so that sums are exact in any order."""
    return np.rint(distance / ROUNDING) * ROUNDING


def slack_of_sums(columns: Columns) -> float:
    """The greatest difference of two sums over the columns that rounding alone can make; 0 for Euclidean distances."""
    return 0.0 if columns.euclidean[0] else float(ROUNDING * (columns.weight + 1.0).sum())


@compiled
def copy_to_centre(columns, codes, t, centres):
    """Copy the values of tuple t to ``centres``, as a centre."""
    for j in range(len(columns.kind)):
        at = columns.value_start[j] + codes[t, j]
        centres[j] = columns.position[at] if columns.kind[j] == LINE else columns.candidate_of[at]
