"""The first of the hundred years to which two-digit years belong."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

__all__ = ["list_first_years"]


def list_first_years(years: set[int]) -> list[int]:
    """First years of the hundreds that read two-digit years in different ways, the likeliest first.

    A hundred begins after a stretch of years that do not occur: one of the longest (at least a third of the longest of
    all), and of these the one that ends latest without years to come.

    >>> first = list_first_years({97, 99, 2, 5})[0]
    >>> [first + (year - first) % 100 for year in (97, 99, 2, 5)]
    [1997, 1999, 2002, 2005]
    """
    ordered = sorted({year % 100 for year in years})
    gaps = [(b - a, b) for a, b in pairwise([ordered[-1] - 100, *ordered])]
    longest, now = max(gap for gap, _ in gaps), _this_year()
    ways = []
    for gap, year in gaps:
        last = now - (now - (year - gap)) % 100  # the latest year with the digits that come last
        ways.append((3 * gap >= longest, last, _round_first_year(last + gap - 100, gap)))
    return [first for *_, first in sorted(ways, reverse=True)]


def _round_first_year(first: int, gap: int) -> int:
    """Of the ``gap`` years up to ``first``, from which on two digits are read alike, a round one near the last hundred.

    >>> _round_first_year(1914, 5), _round_first_year(1914, 2)
    (1910, 1913)
    """
    alike = range(first - gap + 1, first + 1)
    for step in (10, 5):
        if multiples := [year for year in alike if year % step == 0]:
            return min(multiples, key=lambda year: abs(year - (_this_year() - 99)))
    return alike[0]


def _this_year() -> int:
    return date.today().year  # noqa: DTZ011  # a year is the same in nearly every zone
