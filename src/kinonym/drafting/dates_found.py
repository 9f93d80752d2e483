"""Columns of dates in a sample: whether they can be read, and which of them come before which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from kinonym.domains.date_formats import WrittenDate, read_dates
from kinonym.errors import DataError

__all__ = ["by_month", "in_order", "unreadable_dates"]

Sample = Mapping[str, Sequence[str | None]]
Dates = Mapping[str, Mapping[str, WrittenDate]]

_FEWEST = 20
_NEARLY_ALWAYS = 0.99
_OFTEN = 0.1


def unreadable_dates(values: Iterable[str]) -> str | None:
    """What is wrong with dates, with counts; None if all can be read."""
    try:
        read_dates(list(values))
    except DataError as error:
        return error.message
    return None


def by_month(sample: Sample, dates: Dates) -> dict[str, Sequence[str | None]]:
    """The sample with its dates by month, so that what follows from a date is seen although few dates are equal."""
    months = {
        name: [None if value is None else f"{read[value].start:%Y-%m}" for value in sample[name]]
        for name, read in dates.items()
    }
    return {**sample, **months}


def in_order(sample: Sample, dates: Dates) -> dict[str, str]:
    """Column of dates → the nearest one that hardly ever (1 %) comes before it, though often at another time."""
    starts = {
        name: np.array([np.nan if v is None else read[v].start.timestamp() for v in sample[name]])
        for name, read in dates.items()
    }
    tied: dict[str, str] = {}
    for name, first in starts.items():
        gaps = {other: second - first for other, second in starts.items() if other != name}
        later = {other: float(np.nanmean(gap)) for other, gap in gaps.items() if _is_order(gap)}
        if later:
            tied[name] = min(later, key=lambda other: later[other])
    return tied


def _is_order(gap: np.typing.NDArray[np.float64]) -> bool:
    known = gap[~np.isnan(gap)]
    if len(known) < _FEWEST:
        return False
    return bool((known >= 0).mean() >= _NEARLY_ALWAYS and (known > 0).mean() >= _OFTEN)
