"""t-closeness: the earth mover's distance between the values of a class and those of the table."""

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
    """The ground distances that are defined for a domain."""
    fits: dict[GroundName, bool] = {
        "equal": True,
        "ordered": domain.traits.on_a_line,
        "hierarchical": domain.concepts is not None,
        "semantic": not domain.traits.only_equality,
    }
    return tuple(name for name in GROUNDS if fits[name])


def transport_work(cells: Cells) -> float:
    """Estimate the steps for the distances of all classes if the ground distance is a table."""
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
        The distances between values.
    limit
        If given, a distance may be replaced by a bound on the same side of the limit.
    overall
        The share of each value in the table (default: its share in ``cells``).
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
        distances[g] = _class_distance(share, np.sort(value[rows]), overall, ground, limit)
    return distances


def _class_distance(
    share: Floats, class_values: Numbers, overall: Floats, ground: Ground, limit: float | None
) -> float:
    if ground.shape == "line":
        return float(ordered_distance(share, overall, ground.rank))
    if ground.shape == "tree":
        workspace = np.empty(len(ground.parent)), np.empty(len(ground.parent))
        return float(tree_distance(share, overall, ground.node_of, ground.parent, ground.height, *workspace))
    if ground.shape == "equal":
        return float(equal_distance(share, class_values, len(class_values), overall))
    if limit is not None:
        lower_bound, upper_bound = bound_semantic_distance(
            share, class_values, len(class_values), overall, ground.table
        )
        if lower_bound > limit or upper_bound <= limit:
            return float(lower_bound if lower_bound > limit else upper_bound)
    return float(transport_cost(share[class_values], overall, ground.table[class_values]))
