"""t of t-closeness: how far the values of a class lie from those of the table, on any ground distance."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain
from kinonym.kernels.demands.earth_movers import (
    bound_semantic_distance,
    equal_distance,
    transport_cost,
    tree_distance,
)
from kinonym.kernels.demands.ordered_values import ordered_distance
from kinonym.privacy.ground import GROUNDS, Ground, GroundName

__all__ = ["class_distances", "grounds_for", "transport_work"]

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]
Cells = tuple[Numbers, Numbers, Numbers]
"""Rows (class, value, count): how often each confidential value occurs in each class."""


def grounds_for(domain: Domain) -> tuple[GroundName, ...]:
    """The ground distances that mean something in a domain."""
    fits: dict[GroundName, bool] = {
        "equal": True,
        "ordered": domain.traits.on_a_line,
        "hierarchical": domain.concepts is not None,
        "semantic": not domain.traits.only_equality,
    }
    return tuple(name for name in GROUNDS if fits[name])


def transport_work(cells: Cells) -> float:
    """About how many steps the distances of all classes take where the ground is a table."""
    group, value, _ = cells
    return float((np.bincount(group).astype(np.float64) ** 2).sum() * (value.max(initial=0) + 1))


def class_distances(
    cells: Cells | tuple[Numbers, Numbers, Floats],
    ground: Ground,
    *,
    limit: float | None = None,
    overall: Floats | None = None,
) -> Floats:
    """Earth mover's distance of each class from the table.

    Parameters
    ----------
    cells
        Rows (class, value, count) of one column; classes and values are numbered from 0.
    ground
        How far apart the values are.
    limit
        If given, a distance may be replaced by a bound that lies on the same side of it.
    overall
        The share of each value in the table, if it is not that of all ``cells``.
    """
    group, value, count = cells
    if overall is None:
        overall = np.bincount(value, weights=count, minlength=len(ground.rank)) / count.sum()
    order = np.argsort(group, kind="stable")
    starts = np.searchsorted(group[order], np.arange(int(group.max(initial=-1)) + 2))
    distances = np.empty(len(starts) - 1)
    for g in range(len(distances)):
        rows = order[starts[g] : starts[g + 1]]
        share = np.zeros(len(overall))
        share[value[rows]] = count[rows] / count[rows].sum()
        distances[g] = _distance(share, np.sort(value[rows]), overall, ground, limit)
    return distances


def _distance(share: Floats, listed: Numbers, overall: Floats, ground: Ground, limit: float | None) -> float:
    if ground.shape == "line":
        return float(ordered_distance(share, overall, ground.rank))
    if ground.shape == "tree":
        room = np.empty(len(ground.parent)), np.empty(len(ground.parent))
        return float(tree_distance(share, overall, ground.node_of, ground.parent, ground.height, *room))
    if ground.shape == "equal":
        return float(equal_distance(share, listed, len(listed), overall))
    if limit is not None:
        least, most = bound_semantic_distance(share, listed, len(listed), overall, ground.table)
        if least > limit or most <= limit:
            return float(least if least > limit else most)
    return float(transport_cost(share[listed], overall, ground.table[listed]))
