"""Discrete Laplace noise, drawn exactly: whole numbers only, for many draws at a time."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

__all__ = ["draw_discrete_laplace"]

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]


def draw_discrete_laplace(size: int, rate: Fraction, rng: np.random.Generator) -> Numbers:
    """Independent integers z with P(z) in proportion to exp(−rate·|z|).

    Notes
    -----
    Algorithm 2 of Canonne, Kamath and Steinke (2020) for the rate s/t: u is uniform below t and accepted with
    exp(−u/t); v counts successes of exp(−1); |z| = ⌊(u + t·v) / s⌋, and a negative 0 is drawn again. Numbers below a
    bound come from `Generator.integers`, which rejects and does not round. The products stay below 2^63 for t up to
    2^45.
    """
    s, t = rate.numerator, rate.denominator
    out = np.empty(size, dtype=np.int64)
    pending = np.arange(size)
    while len(pending):
        u = rng.integers(0, t, len(pending))
        accepted = _draw_exp_coins(u, t, rng)
        pending, u, left = pending[accepted], u[accepted], pending[~accepted]
        found = (u + t * _count_successes(len(u), rng)) // s
        negative = rng.integers(0, 2, len(found)) == 1
        again = negative & (found == 0)
        out[pending[~again]] = np.where(negative, -found, found)[~again]
        pending = np.concatenate([left, pending[again]])
    return out


def _draw_exp_coins(numerators: Numbers, denominator: int, rng: np.random.Generator) -> Flags:
    """Coins that show True with probability exp(−numerator / denominator), at most 1 each (their algorithm 1)."""
    odd = np.zeros(len(numerators), dtype=bool)
    active = np.arange(len(numerators))
    k = 0
    while len(active):
        k += 1
        goes_on = rng.integers(0, denominator * k, len(active)) < numerators[active]
        odd[active[~goes_on]] = k % 2 == 1
        active = active[goes_on]
    return odd


def _count_successes(size: int, rng: np.random.Generator) -> Numbers:
    """How many coins of exp(−1) in a row show True."""
    count = np.zeros(size, dtype=np.int64)
    active = np.arange(size)
    while len(active):
        active = active[_draw_exp_coins(np.ones(len(active), dtype=np.int64), 1, rng)]
        count[active] += 1
    return count
