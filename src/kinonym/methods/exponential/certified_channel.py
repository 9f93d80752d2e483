"""The two mechanisms as channels: exact outcome probabilities, the worst log-ratio, what stays unchanged."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.errors import UsageError
from kinonym.methods.exponential.public import PublicSet
from kinonym.privacy.attacks.channel import as_costs
from kinonym.tuples import Tuples

__all__ = [
    "CERTIFIED", "MARGIN", "Certificate", "ExponentialChannel", "certify", "chances", "expected_unchanged",
    "largest_rate",
]  # fmt: skip

Chances = NDArray[np.float64]

MARGIN = 1e-9
"""Added to a worst log-ratio: far above the rounding of the sums behind it."""

CERTIFIED = 4_096
"""Public values up to which the whole channel is enumerated in a run."""

_BLOCK = 256
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(24)


@dataclass(frozen=True, kw_only=True)
class Certificate:
    """The greatest ln P(y | x) / P(y | x') over all public x, x', y, an upper bound with its margin included."""

    epsilon: float
    worst: float
    concepts: int

    @property
    def holds(self) -> bool:
        """Whether the channel keeps its epsilon."""
        return self.worst <= self.epsilon


def chances(keys: NDArray[np.int32], epsilon: float, sensitivity: int, mechanism: str) -> Chances:
    """P(y | x) for rows of scores (x × public values)."""
    rate = 0.0 if sensitivity == 0 else epsilon / (2.0 * sensitivity)
    weights: Chances = np.exp(-rate * keys)
    if mechanism == "exponential":
        weights /= weights.sum(axis=1, keepdims=True)
        return weights
    return np.stack([_permute_and_flip(row) for row in weights])


def _permute_and_flip(weights: Chances) -> Chances:
    """P(y) = p_y · ∫ Π (1 − t·p_z) dt over t in [0, 1] and all z but y: t is y's place in the random order.

    Integrated by Gauss-Legendre on intervals that halve towards 0; equal weights are computed once.
    """
    level, inverse, count = np.unique(weights, return_inverse=True, return_counts=True)
    edges = np.concatenate([[0.0], 0.5 ** np.arange(40, -1, -1.0)])
    half = np.diff(edges) / 2
    t = ((edges[:-1] + half)[:, None] + half[:, None] * _NODES[None, :]).reshape(-1)
    w = (half[:, None] * _WEIGHTS[None, :]).reshape(-1)
    log_kept = np.log1p(-np.outer(level, t))
    product = np.exp(count @ log_kept - log_kept)
    by_level: Chances = level * (product @ w)
    return by_level[inverse]


def certify(public: PublicSet, epsilon: float, mechanism: str, *, rate: float | None = None) -> Certificate:
    """Enumerate the whole channel: for every y, the greatest and least ln P(y | x) over all x.

    ``rate`` is what the formula is given in place of epsilon, if it differs.
    """
    used = epsilon if rate is None else rate
    most = np.full(len(public), -np.inf)
    least = np.full(len(public), np.inf)
    for first in range(0, len(public), _BLOCK):
        keys = public.keys(public.points[first : first + _BLOCK])
        logs = np.log(chances(keys, used, public.sensitivity, mechanism))
        np.maximum(most, logs.max(axis=0), out=most)
        np.minimum(least, logs.min(axis=0), out=least)
    return Certificate(epsilon=epsilon, worst=float((most - least).max()) + MARGIN, concepts=len(public))


def largest_rate(public: PublicSet, epsilon: Fraction, mechanism: str) -> Fraction:
    """The greatest multiple of epsilon, in steps of 1/64 from 1 to 2, with a channel certified to keep epsilon."""
    if len(public) > CERTIFIED:
        msg = f"column {public.column!r} has {len(public):,} public values; tight needs at most {CERTIFIED:,}"
        raise UsageError(msg, hint="leave tight out, or choose a narrower root")
    low, high = 64, 129
    while high - low > 1:
        middle = (low + high) // 2
        used = float(epsilon * middle / 64)
        if certify(public, float(epsilon), mechanism, rate=used).holds:
            low = middle
        else:
            high = middle
    return epsilon * low / 64


def expected_unchanged(public: PublicSet, epsilon: float, mechanism: str, *, most: int = 512) -> float:
    """Mean P(x | x) over the public set, or over ``most`` values spread evenly over it.

    It does not depend on the data, so it may be published.
    """
    step = math.ceil(len(public) / most)
    chosen = np.arange(0, len(public), step)
    rows = chances(public.keys(public.points[chosen]), epsilon, public.sensitivity, mechanism)
    return float(rows[np.arange(len(chosen)), chosen].mean())


@dataclass(frozen=True, eq=False)
class ExponentialChannel:
    """P(released value | original value) of the cells of a table, as an attacker knows it."""

    tuples: Tuples
    public: tuple[PublicSet, ...]
    rates: tuple[float, ...]
    mechanism: str
    _rows: dict[tuple[int, int], Chances] = field(default_factory=dict)

    def costs(self, persons: NDArray[np.int64], points: list[Points]) -> Chances:
        """−log of the chances: persons (as tuples) × released points of all columns in turn."""
        columns = [
            np.stack([self._row(j, value, released) for value in self.tuples.codes[persons, j].tolist()])
            for j, released in enumerate(points)
        ]
        return np.concatenate(columns, axis=1)

    def _row(self, j: int, value: int, released: Points) -> Chances:
        """One value, computed once."""
        if (j, value) not in self._rows:
            public = self.public[j]
            keys = public.keys(self.tuples.columns[j].points[[value]])
            row = chances(keys, self.rates[j], public.sensitivity, self.mechanism)[0]
            self._rows[j, value] = as_costs(row[public.places(released)])
        return self._rows[j, value]
