"""What a cluster costs: the least sum of squared record distances (E eq. 7) over centres of its own.

The centre here is chosen for the squared error, column after column until nothing falls any more; its
candidates are those of the centroid, H(V) (E eq. 5).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kinonym.kernels.columns import LINE, MEDIAN, TABLE
from kinonym.kernels.compile import compiled

__all__ = ["Bench", "cluster_cost", "new_bench"]


class Bench(NamedTuple):
    """Room to work in: one cluster of at most as many tuples as ``members`` is long."""

    members: Any
    weight: Any  # records of each member
    share: Any  # of each column in the distance of a record
    candidate: Any  # columns × candidates, as numbers
    spot: Any  # columns × candidates, as centres
    number: Any  # candidates of each column
    apart: Any  # columns × candidates × members
    seen: Any
    chosen: Any
    total: Any  # distance of each member to the centre
    centre: Any


@compiled
def new_bench(columns, room):
    """Room for clusters of up to ``room`` tuples."""
    m = len(columns.kind)
    deepest = 1
    for c in range(len(columns.up_start) - 1):
        deepest = max(deepest, columns.up_start[c + 1] - columns.up_start[c])
    width = room * deepest
    return Bench(
        np.empty(room, dtype=np.int64), np.empty(room), columns.weight / columns.weight.sum(),
        np.empty((m, width), dtype=np.int32), np.empty((m, width)), np.zeros(m, dtype=np.int64),
        np.empty((m, width, room)), np.zeros(width, dtype=np.int64), np.zeros(m, dtype=np.int64),
        np.zeros(room), np.zeros(m),
    )  # fmt: skip
