"""Draws from the mechanisms with whole numbers only; no floating point comes near the randomness."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import UsageError
from kinonym.methods.exponential.public import PublicSet

__all__ = ["Sampler", "exact"]

Numbers = NDArray[np.int64]

_LARGEST = 1 << 24  # so that no product of the kernels leaves 64 bits


def exact(epsilon: float) -> Fraction:
    """The fraction that a decimal number says; raises if it is too long for 64-bit arithmetic."""
    fraction = Fraction(repr(epsilon))
    if max(fraction.numerator, fraction.denominator) > _LARGEST:
        msg = "epsilon has too many digits to be drawn exactly"
        raise UsageError(msg, hint="give it with at most six decimals")
    return fraction


@dataclass(frozen=True, eq=False)
class Sampler:
    """A public set with an exact epsilon: P(y | x) ∝ exp(−epsilon·d(x, y) / (2·sensitivity)) and its kin."""

    public: PublicSet
    epsilon: Fraction
    mechanism: str

    def draw(self, places: Numbers, rng: np.random.Generator) -> Numbers:
        """The place of a released value for each place of an original one."""
        out = np.empty(len(places), dtype=np.int64)
        if self.public.sensitivity == 0:
            return rng.integers(0, len(self.public), len(places))
        order = np.argsort(places, kind="stable")
        distinct, first = np.unique(places[order], return_index=True)
        words = _Words(rng)
        for x, begin, end in zip(distinct, first, [*first[1:], len(places)], strict=True):
            out[order[begin:end]] = self._draws(self.public.points[[x]], int(end - begin), words)
        return out

    def _draws(self, point: NDArray[np.float64], records: int, words: _Words) -> Numbers:
        from kinonym.kernels.noise.exponential_draws import draw_exponential, draw_permute_and_flip

        keys = self.public.keys(point)[0]
        factor = np.uint64(self.epsilon.numerator)
        denominator = np.uint64(2 * self.epsilon.denominator * self.public.sensitivity)
        out = np.empty(records, dtype=np.int64)
        deck = np.arange(len(keys))
        swaps = np.empty(len(keys), dtype=np.int64)
        done = 0
        while True:
            arguments = (keys, factor, denominator, words.held, words.state, out, done)
            done = (
                draw_exponential(*arguments)
                if self.mechanism == "exponential"
                else draw_permute_and_flip(*arguments, deck, swaps)
            )
            if done == records:
                return out
            words.refill()


class _Words:
    """Random 64-bit words; what was not used stays in front when more are fetched."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._size = 1 << 14
        self.held = np.empty(0, dtype=np.uint64)
        self.state = np.zeros(2, dtype=np.int64)

    def refill(self) -> None:
        left = self.held[self.state[0] :]
        if len(left) * 2 > self._size:
            self._size *= 2  # one draw needs more words than a buffer holds
        fresh = self._rng.integers(0, np.iinfo(np.uint64).max, self._size, dtype=np.uint64, endpoint=True)
        self.held = np.concatenate([left, fresh])
        self.state[:] = 0
