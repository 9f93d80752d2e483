"""The worst chance of a swap on a file, exact or measured by repeating it: for methods without a proven bound."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.privacy.attacks.linkage import wilson
from kinonym.privacy.attacks.posterior import Factor
from kinonym.privacy.attacks.repeating import Flow, column_flow, flow_totals
from kinonym.tuples import Plan, Tuples

__all__ = ["WorstCase", "exact_worst_case", "simulated_worst_case"]


@dataclass(frozen=True, kw_only=True)
class WorstCase:
    """The greatest chance, for one column alone, that a given released record is a given person's.

    ``interval`` holds it with 95 %; ``runs`` is 0 where it was computed exactly.
    """

    chance: float
    column: str
    runs: int
    interval: tuple[float, float]


def simulated_worst_case(tuples: Tuples, draw: Callable[[], Plan], runs: int = 200, seconds: float = 60.0) -> WorstCase:
    """Repeat a swap: the first half of the runs finds the pair of values linked most, the rest measures it.

    Finding and measuring on the same runs would report the luck of the luckiest pair. ``draw`` makes a new plan;
    the first half ends with the run that exceeds half of ``seconds``, the second has as many runs.
    """
    flows, half = flow_totals(draw, max(1, runs // 2), seconds / 2)
    every = range(len(tuples.columns))
    chances = [count / half / _pairs_of_records(tuples, j, pairs) for j, (pairs, count) in enumerate(flows)]
    worst = max(every, key=lambda j: float(chances[j].max()))
    pair = int(flows[worst][0][chances[worst].argmax()])
    chance = float(np.mean([_chance(column_flow(draw(), worst), tuples, worst, pair) for _ in range(half)]))
    name = tuples.columns[worst].name
    return WorstCase(chance=chance, column=name, runs=2 * half, interval=wilson(chance, half))


def exact_worst_case(tuples: Tuples, factors: Sequence[Factor]) -> WorstCase:
    """The same from the chances of every outcome, for tables so small that they can be followed."""
    own = np.repeat(tuples.codes, tuples.counts, axis=0)
    greatest = []
    for factor in factors:
        for place, j in enumerate(factor.columns):
            expected: dict[int, float] = {}
            for held, chance in factor.chances.items():
                for before, after in zip(own[:, j].tolist(), held, strict=True):
                    pair = before * len(tuples.columns[j].points) + after[place]
                    expected[pair] = expected.get(pair, 0.0) + float(chance)
            pairs = np.array(sorted(expected), dtype=np.int64)
            chances = np.array([expected[pair] for pair in pairs.tolist()]) / _pairs_of_records(tuples, j, pairs)
            greatest.append((float(chances.max()), tuples.columns[j].name))
    worst, name = max(greatest, key=lambda entry: entry[0])
    return WorstCase(chance=worst, column=name, runs=0, interval=(worst, worst))


def _pairs_of_records(tuples: Tuples, j: int, pairs: NDArray[np.int64]) -> NDArray[np.float64]:
    """How many pairs of a person and a released record have these pairs of values."""
    size = len(tuples.columns[j].points)
    held = np.bincount(tuples.codes[:, j], weights=tuples.counts, minlength=size).astype(np.float64)
    return held[pairs // size] * held[pairs % size]


def _chance(flow: Flow, tuples: Tuples, j: int, pair: int) -> float:
    count = flow[1][flow[0] == pair].sum()
    return float(count / _pairs_of_records(tuples, j, np.array([pair]))[0])
