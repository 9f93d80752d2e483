"""Distortion without meaning, the baselines of T sect. 7.5: a random value of the column takes each one's place."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain, Points
from kinonym.methods.blind_channel import BlindChannel
from kinonym.methods.contract import Method, MethodTraits
from kinonym.methods.drawn_records import plan_by_record
from kinonym.methods.noise.fitted import known_positions
from kinonym.methods.progress import Progress, silent
from kinonym.operators.samples import column_sample
from kinonym.tuples import Plan, Tuples

__all__ = ["NoiseNaive", "NoiseProbabilistic"]

Chances = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class NoiseNaive(Method):
    """Each value becomes one of the column's distinct values, all equally likely; missing stays missing."""

    name = "noise-naive"
    traits = MethodTraits(promise="noise", random=True)

    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:
        """Decide what every record becomes."""
        return _distort(tuples, rng, progress, by_frequency=False)

    def channel(self, tuples: Tuples) -> BlindChannel:
        """How likely the values of a person become others: missing or not is all that matters."""
        return _blind(tuples, by_frequency=False)


@dataclass(frozen=True, kw_only=True)
class NoiseProbabilistic(Method):
    """Each value becomes one of the column's values with the probability of its frequency; missing stays."""

    name = "noise-probabilistic"
    traits = MethodTraits(promise="noise", random=True)

    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:
        """Decide what every record becomes."""
        return _distort(tuples, rng, progress, by_frequency=True)

    def channel(self, tuples: Tuples) -> BlindChannel:
        """How likely the values of a person become others: missing or not is all that matters."""
        return _blind(tuples, by_frequency=True)


def _distort(tuples: Tuples, rng: np.random.Generator, progress: Progress, *, by_frequency: bool) -> Plan:
    offers = [_offer(tuples, j, by_frequency=by_frequency) for j in range(len(tuples.columns))]
    squares: defaultdict[str, float] = defaultdict(float)
    records: defaultdict[str, int] = defaultdict(int)

    def mask(points: Points) -> Points:
        out = points.copy()
        for j, (domain, values, chances) in enumerate(offers):
            known = known_positions(domain, points[:, j])
            places = np.searchsorted(chances, rng.random(len(known)), side="right")
            out[known, j] = values[np.minimum(places, len(values) - 1)] if len(values) else points[known, j]
            made = domain.between(points[known, j], out[known, j])
            squares[tuples.columns[j].name] += float(made @ made)
            records[tuples.columns[j].name] += len(known)
        return out

    def facts() -> dict[str, float]:
        return {f"rmse_actual:{n}": float(np.sqrt(s / max(1, records[n]))) for n, s in squares.items()}

    return plan_by_record(tuples, mask, progress, facts=facts)


def _blind(tuples: Tuples, *, by_frequency: bool) -> BlindChannel:
    offers = [_offer(tuples, j, by_frequency=by_frequency) for j in range(len(tuples.columns))]
    return BlindChannel(tuples, tuple((values, np.diff(until, prepend=0.0)) for _, values, until in offers))


def _offer(tuples: Tuples, j: int, *, by_frequency: bool) -> tuple[Domain, Points, Chances]:
    """A column's domain, its values but missing, and their cumulated chances."""
    sample = column_sample(tuples, j)
    known = known_positions(sample.domain, sample.points)
    weights = sample.counts[known].astype(np.float64) if by_frequency else np.ones(len(known))
    return sample.domain, sample.points[known], np.cumsum(weights) / max(1.0, float(weights.sum()))
