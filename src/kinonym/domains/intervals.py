"""Intervals that numbers and dates can be generalised to: each level has wider ones, down to two or three in all."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from kinonym.domains.points import Points

__all__ = ["Interval", "interval_levels", "make_round_intervals", "number_intervals"]

_FINEST = 16
"""The approximate number of intervals on the lowest level."""
_OFFSET = 1e-7
"""How far the point of an interval is from its middle, in widths: so that it differs from all numbers."""


class Interval(NamedTuple):
    """The beginning of an interval, its end, its text, and its level."""

    low: float
    high: float
    text: str
    level: int


def number_intervals(intervals: Iterable[Interval]) -> dict[float, Interval]:
    """Give each interval a point that represents it."""
    return {
        (low + high) / 2 + (high - low) * _OFFSET * (1 + level): Interval(low, high, text, level)
        for low, high, text, level in intervals
    }


def interval_levels(intervals: Mapping[float, Interval], points: Points) -> list[Points]:
    """Return what each point becomes on each level of intervals, the narrowest first."""
    levels = []
    for level in sorted({interval.level for interval in intervals.values()}):
        chosen = sorted((interval.low, point) for point, interval in intervals.items() if interval.level == level)
        lows, middles = np.array(chosen).T
        position = np.clip(np.searchsorted(lows, points, side="right") - 1, 0, len(lows) - 1)
        levels.append(np.where(np.isnan(points), points, middles[position]))
    return levels


def make_round_intervals(known: Points, *, whole: bool) -> Iterator[Interval]:
    """Make intervals that begin at round figures, each level about twice as wide as the one below it.

    ``whole``: the numbers have no fraction, so an interval names its last number, as 20-29.
    """
    spread = float(np.ptp(known))
    for level, width in enumerate(_widths(spread, least=2.0 if whole else 0.0)):
        for number in sorted({math.floor(x / width) for x in known.tolist()}):
            low, high = number * width, (number + 1) * width
            text = f"{low:.0f}-{high - 1:.0f}" if whole and low >= 0 else f"[{_short(low)}, {_short(high)})"
            yield Interval(low, high, text, level)


def _widths(spread: float, *, least: float) -> list[float]:
    """1, 2, 5, 10 … from a sixteenth of the spread on, as long as there are two intervals."""
    if not spread:
        return []
    power = math.floor(math.log10(spread / _FINEST))
    ladder = [m * 10.0**p for p in range(power, power + 3) for m in (1, 2, 5)]
    return [width for width in ladder if width >= max(spread / _FINEST, least) and width < spread]


def _short(number: float) -> str:
    return f"{number:.12g}"
