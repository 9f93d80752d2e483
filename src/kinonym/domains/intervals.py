"""Intervals that numbers and dates can be generalised to: each level has wider ones, down to two or three in all."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from kinonym.domains.date_formats import PERIODS
from kinonym.domains.dates import Dates
from kinonym.domains.domain import Points
from kinonym.domains.number import Interval, Numeric

__all__ = ["interval_levels", "intervals_of"]

_FINEST = 16
"""About so many intervals stand on the lowest level."""
_ASIDE = 1e-7
"""How far the point of an interval lies beside its middle, in widths: no number is taken for it."""


def intervals_of(domain: Numeric, points: Points) -> dict[float, Interval]:
    """The intervals of a column on every level, each under the point that stands for it."""
    known = points[~np.isnan(points)]
    if not len(known):
        return {}
    made = _periods(domain, known) if isinstance(domain, Dates) else _round_intervals(domain, known)
    return {
        (low + high) / 2 + (high - low) * _ASIDE * (1 + level): Interval(low, high, text, level)
        for low, high, text, level in made
    }


def interval_levels(domain: Numeric, points: Points) -> list[Points]:
    """What each point becomes on each level of intervals, the narrowest first."""
    levels = sorted({interval.level for interval in domain.intervals.values()})
    steps = []
    for level in levels:
        own = sorted((interval.low, point) for point, interval in domain.intervals.items() if interval.level == level)
        lows, middles = np.array(own).T
        place = np.clip(np.searchsorted(lows, points, side="right") - 1, 0, len(lows) - 1)
        steps.append(np.where(np.isnan(points), points, middles[place]))
    return steps


def _round_intervals(domain: Numeric, known: Points) -> Iterator[Interval]:
    """Intervals that begin at round figures, each level about twice as wide as the one below it."""
    whole = domain.precision == 0
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


def _periods(domain: Dates, known: Points) -> Iterator[Interval]:
    """Months, quarters and years, as far as they are longer than what is written anyway."""
    longer = [period for period in PERIODS[PERIODS.index(domain.period) + 1 :] if period not in ("minute", "hour")]
    for level, period in enumerate(longer):
        yield from sorted({domain.lasting(x, period, level) for x in set(known.tolist())})
