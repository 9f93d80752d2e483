"""What an attacker recovers from noise: the exact chance of guessing a cell, knowing all but the errors."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.methods.noise.distance_rows import Keys, Rows, candidate_count
from kinonym.methods.noise.fitted import FittedNoise, known_positions
from kinonym.methods.noise.replace import Fixed, Paired, reference_of
from kinonym.operators.samples import column_sample
from kinonym.tuples import Tuples

__all__ = ["Recovery", "error_tail", "measure_recovery", "outcome_chances"]

Chances = NDArray[np.float64]

_WORK = 4_000_000_000  # candidates visited at most, for pairs of values


@dataclass(frozen=True, kw_only=True)
class Recovery:
    """Chance of guessing a cell of one column.

    The attacker sees the released cell, knows the method and alpha and how often each value occurs, and names the
    most probable original (``after``); ``before`` is the chance without the release: the most frequent value.
    ``unchanged`` is the expected share of cells that keep their value.
    """

    before: float
    after: float
    unchanged: float


def measure_recovery(fitted: FittedNoise, tuples: Tuples) -> dict[str, Recovery]:
    """Recovery of each column of words; numbers and levels are left out.

    Notes
    -----
    Exact: Σ_y max_x f(x)·P(y | x), from the outcome probabilities of every value. For the reference ``pair`` P(y | x)
    is the mean over the partners of x, of very many the most frequent ones.
    """
    out = {}
    for j, column in enumerate(tuples.columns):
        if not column.domain.traits.on_a_line and fitted.covariance[j, j] > 0:
            out[column.name] = _column_recovery(fitted, tuples, j)
    return out


def _column_recovery(fitted: FittedNoise, tuples: Tuples, j: int) -> Recovery:
    sample = column_sample(tuples, j)
    known = known_positions(sample.domain, sample.points)
    share = sample.counts[known] / sample.counts[known].sum()
    best = np.zeros(candidate_count(sample.domain))
    unchanged = 0.0
    for i, chances in outcome_chances(fitted, tuples, j, known):
        unchanged += float(share[i] * chances[int(sample.points[known[i]])])
        np.maximum(best, share[i] * chances, out=best)
    return Recovery(before=float(share.max()), after=float(best.sum()), unchanged=unchanged)


def outcome_chances(
    fitted: FittedNoise, tuples: Tuples, j: int, known: NDArray[np.int64]
) -> Iterator[tuple[int, Chances]]:
    """P(value → each candidate) for the values of column j at ``known``, in turn."""
    from kinonym.kernels.noise.noise_draws import level_masses, sort_levels

    domain = tuples.columns[j].domain
    points = tuples.columns[j].points[known]
    rows = Rows(domain, points)
    deviation = math.sqrt(fitted.covariance[j, j])
    for i, point in enumerate(points):
        order, start, level = sort_levels(rows[i])
        tail = error_tail(level / 2**24, deviation, fitted.noise)
        chances = np.zeros(candidate_count(domain))
        for weight, row, here, ask in _references(fitted, tuples, j, int(known[i]), float(point)):
            level_masses(order, start, level, row, here, ask, weight, tail, chances)
        yield i, chances


def _references(
    fitted: FittedNoise, tuples: Tuples, j: int, code: int, point: float
) -> Iterator[tuple[float, Keys, int, bool]]:
    """The references that a value meets, each with its share."""
    size = candidate_count(fitted.domains[j])
    reference = fitted.references[j]
    if isinstance(reference, Fixed):
        yield (1.0, *reference_of(reference.row, point, size, reference.free))
    elif isinstance(reference, Paired):
        mine = np.flatnonzero(tuples.codes[:, j] == code)
        share = np.bincount(tuples.codes[mine, reference.column], weights=tuples.counts[mine])
        partners = np.argsort(-share, kind="stable")[: np.count_nonzero(share)]
        partners = partners[: max(1, _WORK // (size * len(tuples.columns[j].points)))]
        total = float(share[partners].sum())
        rows = Rows(reference.domain, _points(tuples, reference.column)[partners])
        for i, partner in enumerate(partners):
            yield (float(share[partner]) / total, *reference_of(rows[i], point, size, None))


def _points(tuples: Tuples, j: int) -> Points:
    return tuples.columns[j].points


def error_tail(distances: Chances, deviation: float, noise: str) -> Chances:
    """P(|e| > distance)."""
    if noise == "laplace":
        return np.exp(-math.sqrt(2.0) * distances / deviation)
    return np.array([math.erfc(d / (deviation * math.sqrt(2.0))) for d in distances.tolist()])
