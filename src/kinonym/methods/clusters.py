"""From clusters to a plan: every record becomes the centre of its cluster."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Space
from kinonym.grouped import Plan, Tuples
from kinonym.kernels.columns import Columns
from kinonym.kernels.groups import group_centres

__all__ = ["plan_from_clusters"]

Numbers = NDArray[np.int64]


def plan_from_clusters(
    tuples: Tuples,
    operators: tuple[Columns, list[Space]],
    source: Numbers,
    group: Numbers,
    count: Numbers,
) -> Plan:
    """Compute the centre of each cluster (E eq. 6, A eq. 8: column by column) and replace its members by it."""
    flat, spaces = operators
    centres = group_centres(flat, tuples.codes, source, group, count, int(group.max()) + 1)
    points = np.column_stack([space.points(centres[:, j]) for j, space in enumerate(spaces)])
    return Plan(tuples, source, group, count, points)
