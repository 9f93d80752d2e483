"""Axes: where a figure lies on a picture, and round figures to mark."""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["Scale", "scale_for"]


@dataclass(frozen=True)
class Scale:
    """Figures from ``low`` to ``high`` on pixels from ``first`` to ``last``, evenly or by their logarithm."""

    low: float
    high: float
    first: float
    last: float
    logarithmic: bool = False

    def __call__(self, value: float) -> float:
        """The pixel of a figure; what lies outside is put on the edge."""
        inside = min(max(value, self.low), self.high)
        if self.logarithmic:
            share = math.log(inside / self.low) / math.log(self.high / self.low)
        else:
            share = (inside - self.low) / (self.high - self.low)
        return self.first + share * (self.last - self.first)

    def ticks(self) -> list[float]:
        """About five round figures within the scale.

        >>> Scale(0.0, 1.0, 0, 100).ticks()
        [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
        >>> Scale(0.01, 2.0, 0, 100, logarithmic=True).ticks()
        [0.01, 0.1, 1.0]
        """
        if self.logarithmic:
            powers = range(math.ceil(math.log10(self.low) - 1e-9), math.floor(math.log10(self.high) + 1e-9) + 1)
            return [10.0**p for p in powers]
        raw = (self.high - self.low) / 5.0
        power = 10.0 ** math.floor(math.log10(raw))
        step = next(power * m for m in (1.0, 2.0, 5.0, 10.0) if power * m >= raw * (1 - 1e-9))
        count = math.floor((self.high - self.low) / step + 1e-9)
        return [round(self.low + i * step, 12) for i in range(count + 1)]


def scale_for(values: list[float], first: float, last: float) -> Scale:
    """A scale that holds all values: from zero, or logarithmic where they span more than two powers of ten."""
    positive = [value for value in values if value > 0]
    top = max(positive, default=1.0)
    low = min(positive, default=top)
    if top / low > 100:
        return Scale(10.0 ** math.floor(math.log10(low)), top * 1.3, first, last, logarithmic=True)
    return Scale(0.0, top * 1.08, first, last)
