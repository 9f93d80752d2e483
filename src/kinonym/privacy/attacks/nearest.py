"""Linkage by distance: the attacker takes the released records nearest to the person's original values."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Numeric, Ordinal, Points
from kinonym.grouped import Column, Plan
from kinonym.grouped.plan import tuple_points
from kinonym.operators.sample import rounded
from kinonym.privacy.attacks.linkage import Costs, Linkage, Numbers, link

__all__ = ["nearest_linkage", "semantic_linkage"]


def nearest_linkage(plan: Plan, rng: np.random.Generator) -> Linkage:
    """Attack by an outsider without the ontology: words are equal or not, numbers differ by so much."""
    return link(plan, "nearest-values", _distances(plan, semantic=False), rng)


def semantic_linkage(plan: Plan, rng: np.random.Generator) -> Linkage:
    """Attack by someone who has the ontology: the nearest released records by the mean semantic distance."""
    return link(plan, "nearest-in-meaning", _distances(plan, semantic=True), rng)


def _distances(plan: Plan, *, semantic: bool) -> Costs:
    own = tuple_points(plan.tuples)
    columns = plan.tuples.columns
    euclidean = plan.tuples.euclidean

    def costs(persons: Numbers, points: list[Points]) -> NDArray[np.float64]:
        parts = []
        for j, column in enumerate(columns):
            apart = _apart(column, own[persons, j], points[j], semantic=semantic)
            parts.append(column.weight * (apart**2 if euclidean else apart))
        return np.concatenate(parts, axis=1)

    return costs


def _apart(column: Column, own: Points, points: Points, *, semantic: bool) -> NDArray[np.float64]:
    """Matrix of distances; without semantics words are equal or not, while numbers keep their arithmetic."""
    if semantic or isinstance(column.domain, Numeric | Ordinal):
        return rounded(column.domain.between(own[:, None], points[None, :]))
    different: NDArray[np.float64] = (own[:, None] != points[None, :]).astype(np.float64)
    return different
