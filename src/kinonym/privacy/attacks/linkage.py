"""What an attack found, and the engine of all of them: the released records that cost an attacker least.

An attacker who knows a person's original values gives every released value of every column a cost; the released
records with the least sum are the candidates, and one of them is picked at random.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.grouped import Plan
from kinonym.grouped.plan import DROPPED
from kinonym.privacy.attacks.released import Numbers, Released

__all__ = [
    "SAMPLE",
    "SAMPLE_ABOVE",
    "AttackKind",
    "Costs",
    "Linkage",
    "Numbers",
    "Released",
    "link",
    "whole_linkage",
    "wilson",
]

SAMPLE_ABOVE = 20_000
SAMPLE = 2_000
_BLOCK = 128
_CELLS = 1 << 25  # costs that are held at a time

Costs = Callable[[Numbers, list[Points]], NDArray[np.float64]]
"""(source tuples, released points of each column) → costs, tuples × released points of all columns in turn."""

AttackKind = Literal[
    "nearest-in-meaning",
    "nearest-values",
    "knows-some-values",
    "knows-the-window",
    "knows-the-chances",
    "repeats-the-method",
    "follows-every-course",
]
_TOLD: dict[AttackKind, tuple[str, str]] = {
    "nearest-in-meaning": (
        "nearest in meaning",
        "knows all original values and the ontology; compares by semantic distance",
    ),
    "nearest-values": ("nearest values", "knows all original values; compares words by equality"),
    "knows-some-values": (
        "knows {detail}",
        "knows {detail} of each set of a person, all other columns and the ontology; compares by semantic distance",
    ),
    "knows-the-window": ("knows the method", "knows all original values, the method, k and {detail}"),
    "knows-the-chances": (
        "knows the chances",
        "knows all original values, the method and its parameters, hence how likely each value becomes each other",
    ),
    "repeats-the-method": (
        "repeats the method",
        "knows all original values, the method and its parameters, and repeated it {detail} times",
    ),
    "follows-every-course": (
        "follows every course",
        "knows all original values, the method and k, and weighs every course the swap can have taken",
    ),
}
"""Kind of attack → its name, and what comes after "an attacker who"."""


@dataclass(frozen=True, kw_only=True)
class Linkage:
    """How well one attacker links persons to released records.

    ``kind`` says who it is, ``detail`` what the kind leaves open: which window, how many repetitions. ``success``:
    the mean chance to pick the right record. ``certain``: the share of persons for whom every other record is
    excluded, so that the attacker knows; 0 for one who only weighs what is near or likely. Above 20,000 records the
    persons are sampled and ``interval`` holds the success for all with 95 %.
    """

    kind: AttackKind
    detail: str = ""
    success: float
    certain: float
    persons: int
    sampled: bool
    interval: tuple[float, float]
    before: float | None = None
    """The success had the table been released as it was, where that is not told by the sizes of its classes."""

    @classmethod
    def of(
        cls,
        kind: AttackKind,
        detail: str,
        success: float,
        persons: int,
        *,
        certain: float = 0.0,
        sampled: bool = False,
    ) -> Linkage:
        """A success with the interval that it has if the persons are a sample."""
        interval = wilson(success, persons) if sampled else (success, success)
        return cls(
            kind=kind,
            detail=detail,
            success=success,
            certain=certain,
            persons=persons,
            sampled=sampled,
            interval=interval,
        )

    @property
    def name(self) -> str:
        """The attacker in a few words."""
        return _TOLD[self.kind][0].format(detail=self.detail)

    @property
    def attacker(self) -> str:
        """Who it is: what comes after "an attacker who"."""
        return _TOLD[self.kind][1].format(detail=self.detail)

    @property
    def chance(self) -> float:
        """The success, under the name that every attacker has it."""
        return self.success


def wilson(share: float, trials: int) -> tuple[float, float]:
    """95 % interval of a mean of ``trials`` numbers in [0, 1]; of shares other than 0 and 1 it is too wide."""
    z = 1.959964
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    return max(0.0, centre - half), min(1.0, centre + half)


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
