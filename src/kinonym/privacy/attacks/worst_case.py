"""The worst chance of a swap on a table, exact or estimated by repeating it: for methods without a proven bound."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.privacy.attacks.linkage import wilson
from kinonym.privacy.attacks.posterior import Factor
from kinonym.privacy.attacks.repeating import Flow, column_flow, flow_totals
from kinonym.tuples import Plan, Tuples

__all__ = ["WorstCase", "exact_worst_case", "simulate_worst_case"]


@dataclass(frozen=True, kw_only=True)
class WorstCase:
    """The greatest chance, for one column alone, that a given released record is a given person's.

    ``interval``: its 95 % interval; ``runs``: 0 if it was computed exactly.
    """

    chance: float
    column: str
    runs: int
    interval: tuple[float, float]


def simulate_worst_case(tuples: Tuples, draw: Callable[[], Plan], runs: int = 200, seconds: float = 60.0) -> WorstCase:
    """Repeat a swap: the first half of the runs finds the pair of values linked most often, the second measures it.

    Finding and measuring on the same runs would overestimate, since the maximum is taken over many pairs. ``draw``
    returns a new plan. The first half ends with the run that exceeds half of ``seconds``; the second has as many runs.
    """
    flows, half = flow_totals(draw, max(1, runs // 2), seconds / 2)
    columns = range(len(tuples.columns))
    chances = [count / half / _count_record_pairs(tuples, j, pairs) for j, (pairs, count) in enumerate(flows)]
    worst = max(columns, key=lambda j: float(chances[j].max()))
    pair = int(flows[worst][0][chances[worst].argmax()])
    chance = float(np.mean([_chance(column_flow(draw(), worst), tuples, worst, pair) for _ in range(half)]))
    name = tuples.columns[worst].name
    return WorstCase(chance=chance, column=name, runs=2 * half, interval=wilson(chance, half))


def exact_worst_case(tuples: Tuples, factors: Sequence[Factor]) -> WorstCase:
    """The exact worst chance from the probability of every outcome, for very small tables."""
    original = np.repeat(tuples.codes, tuples.counts, axis=0)
    greatest = []
    for factor in factors:
        for position, j in enumerate(factor.columns):
            expected: dict[int, float] = {}
            for records, chance in factor.chances.items():
                for before, after in zip(original[:, j].tolist(), records, strict=True):
                    pair = before * len(tuples.columns[j].points) + after[position]
                    expected[pair] = expected.get(pair, 0.0) + float(chance)
            pairs = np.array(sorted(expected), dtype=np.int64)
            chances = np.array([expected[pair] for pair in pairs.tolist()]) / _count_record_pairs(tuples, j, pairs)
            greatest.append((float(chances.max()), tuples.columns[j].name))
    worst, name = max(greatest, key=lambda entry: entry[0])
    return WorstCase(chance=worst, column=name, runs=0, interval=(worst, worst))


def _count_record_pairs(tuples: Tuples, j: int, pairs: NDArray[np.int64]) -> NDArray[np.float64]:
    """The number of pairs of a person and a released record with each given pair of values."""
    size = len(tuples.columns[j].points)
    records = np.bincount(tuples.codes[:, j], weights=tuples.counts, minlength=size).astype(np.float64)
    return records[pairs // size] * records[pairs % size]


def _chance(flow: Flow, tuples: Tuples, j: int, pair: int) -> float:
    count = flow[1][flow[0] == pair].sum()
    return float(count / _count_record_pairs(tuples, j, np.array([pair]))[0])
