"""The way of every attack by linkage: the released records that cost an attacker least, and who takes the nearest.

An attacker who knows a person's original values gives every released value of every column a cost; the released
records with the least sum are the candidates, and one of them is picked at random.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Numeric, Ordinal, Points
from kinonym.domains.domain import rounded
from kinonym.grouped import Column, Plan
from kinonym.grouped.plan import DROPPED, tuple_points
from kinonym.privacy.attacks.linkage import AttackKind, Linkage, Numbers, Released

__all__ = ["SAMPLE", "SAMPLE_ABOVE", "Costs", "link", "nearest_linkage", "semantic_linkage", "whole_linkage"]

SAMPLE_ABOVE = 20_000
SAMPLE = 2_000
_BLOCK = 128
_CELLS = 1 << 25  # costs that are held at a time

Costs = Callable[[Numbers, list[Points]], NDArray[np.float64]]
"""(source tuples, released points of each column) → costs, tuples × released points of all columns in turn."""


def link(  # all that attackers differ in
    plan: Plan,
    kind: AttackKind,
    costs: Costs,
    rng: np.random.Generator,
    *,
    excludes: bool = False,
    detail: str = "",
    offsets: NDArray[np.float64] | None = None,
    limit: int = SAMPLE_ABOVE,
) -> Linkage:
    """Attack a plan; the persons are all records, or a sample of them above ``limit``.

    With ``excludes`` a cost above 0 is impossible for a person's own record: a single one left is certain.
    ``offsets``: what each masked tuple costs whoever the person is.
    """
    sources, weights, sampled = _persons(plan, rng, limit)
    released = Released.of(plan) if offsets is None else Released.of(plan).with_offsets()
    order = np.argsort(plan.source, kind="stable")
    first = np.searchsorted(plan.source[order], np.arange(len(plan.tuples) + 1))
    height = max(1, min(_BLOCK, _CELLS // int(released.start[-1])))
    success = certain = 0.0
    for begin in range(0, len(sources), height):
        block = sources[begin : begin + height]
        rows = np.concatenate([order[first[s] : first[s + 1]] for s in block])
        sizes = first[block + 1] - first[block]
        own = costs(block, released.points)
        if offsets is not None:
            own = np.concatenate([own, np.broadcast_to(offsets, (len(block), len(offsets)))], axis=1)
        chances, alone = _chances(plan, own, released, rows, sizes)
        share = weights[begin : begin + height] / plan.tuples.counts[block]
        persons = np.repeat(share, sizes) * plan.count[rows]
        success += float(persons @ chances)
        certain += float(persons @ alone) if excludes else 0.0
    total = int(weights.sum())
    return Linkage.of(kind, detail, success / total, total, certain=certain / total, sampled=sampled)


def whole_linkage(plan: Plan, kind: AttackKind, chances: NDArray[np.float64], *, detail: str = "") -> Linkage:
    """Attack a small plan with the chances of every pair (source tuple × masked tuple); ties share."""
    held = Released.of(plan).held
    likely = np.where(held > 0, chances, -1.0)
    candidates = likely >= likely.max(axis=1, keepdims=True) * (1 - 1e-9)
    number = np.maximum(candidates @ held, 1)
    hit = candidates[plan.source, plan.target] & (plan.target != DROPPED)
    success = float((plan.count * hit / number[plan.source]).sum()) / plan.tuples.records
    return Linkage.of(kind, detail, success, plan.tuples.records)


def _persons(plan: Plan, rng: np.random.Generator, limit: int) -> tuple[Numbers, NDArray[np.float64], bool]:
    """Source tuples, how many persons of each are attacked, and whether they are a sample."""
    counts = plan.tuples.counts
    if plan.tuples.records <= limit:
        return np.arange(len(counts)), counts.astype(np.float64), False
    ends = np.cumsum(counts)
    chosen = rng.choice(plan.tuples.records, size=SAMPLE, replace=False)
    sources, weights = np.unique(np.searchsorted(ends, chosen, side="right"), return_counts=True)
    return sources, weights.astype(np.float64), True


def _chances(
    plan: Plan,
    costs: NDArray[np.float64],
    released: Released,
    rows: Numbers,
    sizes: Numbers,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For each plan row of some persons: the chance to pick its record, and 1 where it alone costs nothing."""
    from kinonym.kernels.swapping.linkage_costs import least_cost

    rows_start = np.cumsum([0, *sizes])
    target = plan.target[rows]
    least, number, hit = least_cost(
        costs, released.start, released.masked, released.held, rows_start, np.maximum(target, 0)
    )
    hit &= target != DROPPED
    candidates = np.repeat(number, sizes)
    alone = hit & (candidates == 1) & (np.repeat(least, sizes) == 0.0)
    return hit / np.maximum(candidates, 1), alone.astype(np.float64)


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
