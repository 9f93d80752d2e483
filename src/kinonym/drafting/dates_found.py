"""Columns of dates and times in a sample: whether they can be read, in which century, and which come before which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinonym.domains.centuries import find_first_year
from kinonym.domains.date_formats import read_dates
from kinonym.domains.date_parts import WrittenDate
from kinonym.domains.time_form import TimeForm
from kinonym.errors import DataError

__all__ = [
    "DateColumns",
    "by_month",
    "find_linked",
    "find_orders",
    "read_date_columns",
    "read_minutes",
    "read_starts",
    "unreadable_dates",
]

Sample = Mapping[str, Sequence[str | None]]
Dates = Mapping[str, Mapping[str, WrittenDate]]
Floats = NDArray[np.float64]
Starts = Mapping[str, Floats]

_FIRST = datetime(1, 1, 1)  # noqa: DTZ001  # dates of a table carry no zone
_FEWEST = 5
_ENOUGH = 20
"""From so many rows on, some may be out of order."""
_NEARLY_ALWAYS = 0.98
_LATER = 3
_MORE_OFTEN = 10


class DateColumns(NamedTuple):
    """The columns of dates of a sample, each value read, and the first year of two-digit years."""

    dates: dict[str, dict[str, WrittenDate]]
    first_year: int | None = None


def unreadable_dates(values: Iterable[str]) -> str | None:
    """What is wrong with dates, with counts; None if all can be read."""
    try:
        read_dates(list(values))
    except DataError as error:
        return error.message
    return None


def read_date_columns(sample: Sample, names: Sequence[str]) -> DateColumns:
    """Read columns of dates; two-digit years of all of them as years of one hundred."""
    first_year = find_first_year({name: sample[name] for name in names})
    present = {name: [value for value in sample[name] if value is not None] for name in names}
    return DateColumns({name: read_dates(values, first_year) for name, values in present.items()}, first_year)


def by_month(sample: Sample, dates: Dates) -> dict[str, Sequence[str | None]]:
    """The sample with its dates by month, so that what follows from a date is seen although few dates are equal."""
    months = {
        name: [None if value is None else f"{read[value].start:%Y-%m}" for value in sample[name]]
        for name, read in dates.items()
    }
    return {**sample, **months}


def read_starts(sample: Sample, dates: Dates) -> Starts:
    """Column of dates → the seconds of its rows since a common day; NaN if missing."""
    return {
        name: np.array([np.nan if v is None else (read[v].start - _FIRST).total_seconds() for v in sample[name]])
        for name, read in dates.items()
    }


def read_minutes(sample: Sample, names: Iterable[str]) -> Starts:
    """Column of times of day → the minutes of its rows since midnight; NaN if missing."""
    return {name: np.array([np.nan if v is None else _minute(v) for v in sample[name]]) for name in names}


def _minute(value: str) -> float:
    read = TimeForm.read(value)
    return np.nan if read is None else float(read)


def find_orders(starts: Starts) -> dict[str, tuple[str, ...]]:
    """Column of dates or times → the next ones that hardly ever (2 % of the rows) come before it.

    Only the next ones of a chain: if birth comes before admission and admission before discharge, that birth comes
    before discharge goes without saying.

    Notes
    -----
    Of 20 rows with both dates, 98 % are in order; of fewer, at least 5, all are. Rows with equal dates say nothing: in
    at least 3 rows the dates differ, ten times as often in this order as in the other. Two columns with the same dates
    in at least 20 rows and no others are in the order of the table.
    """
    pairs = [(a, b) for a in starts for b in starts if a != b and _is_order(starts[b] - starts[a])]
    pairs += [(a, b) for a, b in combinations(starts, 2) if _are_equal(starts[a], starts[b])]
    pairs.sort(key=lambda pair: -_in_order(starts[pair[1]] - starts[pair[0]]))
    after: dict[str, set[str]] = {name: set() for name in starts}
    for first, last in pairs:  # an order that would close a circle is left out
        if first not in after[last]:
            for name in (first, *(other for other in starts if first in after[other])):
                after[name] |= {last, *after[last]}
    return {
        name: tuple(last for last in starts if last in later and not _between(after, name, last))
        for name, later in after.items()
        if later
    }


def find_linked(orders: Mapping[str, Sequence[str]], masked: Iterable[str]) -> set[str]:
    """The columns that an order links to masked ones, directly or by others; the masked ones among them."""
    pairs = [{first, last} for first, later in orders.items() for last in later]
    linked = {name for pair in pairs for name in pair}.intersection(masked)
    while more := {name for pair in pairs if pair & linked for name in pair} - linked:
        linked |= more
    return linked


def _between(after: Mapping[str, set[str]], first: str, last: str) -> bool:
    """Whether another column comes after the first and before the last."""
    return any(last in after[middle] for middle in after[first])


def _in_order(gap: Floats) -> float:
    known = gap[~np.isnan(gap)]
    return float((known >= 0).mean())


def _are_equal(first: Floats, last: Floats) -> bool:
    known = ~np.isnan(first) & ~np.isnan(last)
    return int(known.sum()) >= _ENOUGH and bool((first[known] == last[known]).all())


def _is_order(gap: Floats) -> bool:
    known = gap[~np.isnan(gap)]
    later, earlier = int((known > 0).sum()), int((known < 0).sum())
    if len(known) < _FEWEST or later < max(_LATER, _MORE_OFTEN * earlier):
        return False
    return earlier <= (1.0 - _NEARLY_ALWAYS) * len(known) if len(known) >= _ENOUGH else not earlier
