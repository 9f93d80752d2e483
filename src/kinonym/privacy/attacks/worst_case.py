"""The worst chance of a swap on a file, measured by repeating it: for methods without a proven bound."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.grouped import Plan, Tuples
from kinonym.privacy.attacks.linkage import wilson

__all__ = ["WorstCase", "simulated_worst_case"]

Flow = tuple[NDArray[np.int64], NDArray[np.float64]]
"""How many records of value a received value b: (a · values + b ascending, count)."""


@dataclass(frozen=True, kw_only=True)
class WorstCase:
    """The greatest chance, for one column alone, that a given released record is a given person's.

    ``interval`` holds it with 95 %; ``runs`` is 0 where it was computed exactly.
    """

    chance: float
    column: str
    runs: int
    interval: tuple[float, float]


def simulated_worst_case(tuples: Tuples, draw: Callable[[], Plan], runs: int = 200) -> WorstCase:
    """Repeat a swap: the first half of the runs finds the pair of values linked most, the rest measures it.

    Finding and measuring on the same runs would report the luck of the luckiest pair. ``draw`` makes a new plan.
    """
    half = max(1, runs // 2)
    every = range(len(tuples.columns))
    flows = _flows(draw())
    for _ in range(half - 1):
        flows = [_added(*both) for both in zip(flows, _flows(draw()), strict=True)]
    chances = [count / half / _pairs_of_records(tuples, j, pairs) for j, (pairs, count) in enumerate(flows)]
    worst = max(every, key=lambda j: float(chances[j].max()))
    pair = int(flows[worst][0][chances[worst].argmax()])
    chance = float(np.mean([_chance(_flow(draw(), worst), tuples, worst, pair) for _ in range(half)]))
    name = tuples.columns[worst].name
    return WorstCase(chance=chance, column=name, runs=2 * half, interval=wilson(chance, half))


def _flows(plan: Plan) -> list[Flow]:
    return [_flow(plan, j) for j in range(len(plan.tuples.columns))]


def _flow(plan: Plan, j: int) -> Flow:
    points = plan.tuples.columns[j].points
    own = plan.tuples.codes[plan.source, j].astype(np.int64)
    received = np.searchsorted(points, plan.targets[plan.target, j])
    return _added((own * len(points) + received, plan.count.astype(np.float64)))


def _added(*flows: Flow) -> Flow:
    """The sum of flows."""
    pairs, place = np.unique(np.concatenate([f[0] for f in flows]), return_inverse=True)
    return pairs, np.bincount(place, weights=np.concatenate([f[1] for f in flows]))


def _pairs_of_records(tuples: Tuples, j: int, pairs: NDArray[np.int64]) -> NDArray[np.float64]:
    """How many pairs of a person and a released record have these pairs of values."""
    size = len(tuples.columns[j].points)
    held = np.bincount(tuples.codes[:, j], weights=tuples.counts, minlength=size)
    product: NDArray[np.float64] = held[pairs // size] * held[pairs % size]
    return product


def _chance(flow: Flow, tuples: Tuples, j: int, pair: int) -> float:
    count = flow[1][flow[0] == pair].sum()
    return float(count / _pairs_of_records(tuples, j, np.array([pair]))[0])
