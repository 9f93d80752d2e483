"""What the values of a column can be released as together, and what that costs: the input of cuts and of moves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.kernels.clusters.cover_costs import BROADER, Covers
from kinonym.metrics.distribution import point_ncp
from kinonym.tuples import Column, Tuples

__all__ = ["covers_of", "level_costs"]

Numbers = NDArray[np.int64]


def covers_of(tuples: Tuples) -> Covers:
    """The columns in the form of the kernels; a class costs the NCP of what subsumes its values (M eq. 3)."""
    ladders = [column.domain.generalise(column.points) for column in tuples.columns]
    nodes = [[np.unique(level, return_inverse=True)[1].reshape(-1) for level in ladder] for ladder in ladders]
    orders = [np.lexsort(levels) for levels in nodes]  # the last level is the first key
    position = np.empty(tuples.codes.shape, dtype=np.int32)
    for j, order in enumerate(orders):
        place_of_code = np.empty(len(order), dtype=np.int32)
        place_of_code[order] = np.arange(len(order), dtype=np.int32)
        position[:, j] = place_of_code[tuples.codes[:, j]]
    costs = [
        [column.weight * costs[order] for costs in level_costs(column, ladder)]
        for column, ladder, order in zip(tuples.columns, ladders, orders, strict=True)
    ]
    sizes, levels = [len(order) for order in orders], [len(ladder) for ladder in ladders]
    ordered = [level[order] for steps, order in zip(nodes, orders, strict=True) for level in steps]
    return Covers(
        place=position,
        kind=np.full(len(orders), BROADER),
        start=np.cumsum([0, *sizes]),
        levels=np.array(levels, dtype=np.int64),
        level_start=np.cumsum([0, *(n * m for n, m in zip(sizes, levels, strict=True))]),
        node=np.concatenate(ordered).astype(np.int32),
        cost=np.concatenate([level for steps in costs for level in steps]),
        share=np.zeros(sum(sizes)),
        weight=np.array([column.weight for column in tuples.columns], dtype=np.float64),
    )


def level_costs(column: Column, ladder: list[Points]) -> list[Points]:
    """The cost of what each value becomes on each level, from 0 to 1: its NCP.

    Where NCP is not defined, it is the share of the line that the values of a broader one take up; on a scale without
    an order a value costs nothing, and missing everything.
    """
    if column.domain.traits.has_hierarchy or not column.domain.traits.on_a_line:
        return [point_ncp(replace(column, points=level)) for level in ladder]
    return [np.maximum(point_ncp(replace(column, points=level)), _extents(column, level)) for level in ladder]


def _extents(column: Column, level: Points) -> Points:
    """The share of the line between the least and the greatest value that become the same."""
    known = ~column.domain.is_missing(column.points)
    spread = float(np.ptp(column.points[known])) if known.any() else 0.0
    if not spread:
        return np.zeros(len(level))
    _, node = np.unique(level[known], return_inverse=True)
    first, last = np.full(node.max() + 1, np.inf), np.full(node.max() + 1, -np.inf)
    np.minimum.at(first, node, column.points[known])
    np.maximum.at(last, node, column.points[known])
    extents = np.zeros(len(level))
    extents[known] = ((last - first) / spread)[node]
    return extents
