"""Finds one century for all two-digit years of a table: the one that keeps most rows of related dates in order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinonym.domains.date_formats import DateForm
from kinonym.domains.first_years import list_first_years
from kinonym.errors import DataError

__all__ = ["describe_years", "find_first_year"]

_ORDERED = 0.95
"""Share of the rows from which on two columns of dates count as ordered."""
_FEWEST = 3
_CENTURY = 100
_LEAP = 2000  # 29 February 00 is a day of one of the possible centuries
_TIE = 1e-9
_DAYS = 512
"""More days than a year has: year × this + day of the year sorts as dates do."""

_BIRTH = re.compile(r"birth|born|dob\b|gebur|gebor|geboor|nacim|nacid|naix|naiss|nascit|nascim|urodz|född|födel|fodel")

Floats = NDArray[np.float64]


class _Column(NamedTuple):
    """The dates of a column, row by row: years (NaN where missing), days within them, which years have two digits."""

    years: Floats
    days: Floats
    short: NDArray[np.bool_]
    births: bool
    """Whether the name of the column says that these dates are births, which come first."""


def describe_years(first_year: int) -> str:
    """Describe to the user how two-digit years were read.

    >>> describe_years(1910)
    'two-digit years were read as 1910–2009; use four digits to be sure'
    """
    return f"two-digit years were read as {first_year}–{first_year + _CENTURY - 1}; use four digits to be sure"


def find_first_year(columns: Mapping[str, Sequence[str | None]], counts: Sequence[int] | None = None) -> int | None:
    """Find the hundred years to which all two-digit years of some columns of dates belong.

    Parameters
    ----------
    columns
        Name → texts, row by row, None for missing. A column that is not readable as dates is ignored.
    counts
        How many records each row represents.

    Returns
    -------
    int or None
        The first of the hundred years; None if no column writes two-digit years.

    Notes
    -----
    Two columns count as ordered if some choice of the hundred years has 95 % of their rows in one order. A column that
    is named after births (in ten languages) always counts, and can only come first. The hundred
    years are those that keep most rows of these pairs in order; of equally good ones the likeliest by the years
    alone (`list_first_years`).

    Examples
    --------
    >>> find_first_year({"born": ["1.2.64", "3.4.12"], "seen": ["5.6.2019", "7.8.2013"]}) in range(1913, 1965)
    True
    """
    read = [column for name, texts in columns.items() if (column := _read(name, texts)) is not None]
    written = {int(year) for column in read for year in np.unique(column.years[column.short]).tolist()}
    if not written:
        return None
    weights = np.ones(len(read[0].years)) if counts is None else np.asarray(counts, dtype=np.float64)
    likely = list_first_years(written)
    readings = [first + shift for shift in (0, -_CENTURY, _CENTURY) for first in likely]
    ordered = np.zeros(len(readings))
    for pair in combinations(read, 2):
        shares = _orders(pair, readings, weights)
        if pair[0].births or pair[1].births or shares.max() >= _ORDERED:
            ordered += shares
    return readings[int(np.argmax(ordered > ordered.max() - _TIE))]


def _read(name: str, texts: Sequence[str | None]) -> _Column | None:
    """The dates of a column by year and day; None if they cannot be read."""
    distinct = [text for text in dict.fromkeys(texts) if text is not None and DateForm.reads(text)]
    try:
        form = DateForm.of(distinct, first_year=_LEAP)
    except DataError:
        return None
    dates = {text: date.start for text in distinct if (date := form.read(text)) is not None}
    if not dates:
        return None
    known = [dates.get(text) if text is not None else None for text in texts]
    years = np.array([np.nan if date is None else float(date.year) for date in known])
    days = np.array([np.nan if date is None else date.timetuple().tm_yday for date in known])
    cut = {text for text in dates if DateForm.shortens_years(text)}
    short = np.array([text in cut for text in texts], dtype=bool)
    births = _BIRTH.search(name.casefold()) is not None
    return _Column(np.where(short, years % _CENTURY, years), days, short, births)


def _orders(pair: tuple[_Column, _Column], readings: Sequence[int], weights: Floats) -> Floats:
    """For each reading the share of the rows that are in the commoner order of two columns; 0 without evidence."""
    known = ~np.isnan(pair[0].years) & ~np.isnan(pair[1].years)
    total = float(weights[known].sum())
    if total < _FEWEST:
        return np.zeros(len(readings))
    return np.array([max(_shares(pair, first, known, weights)) / total for first in readings])


def _shares(pair: tuple[_Column, _Column], first: int, known: NDArray[np.bool_], weights: Floats) -> Iterator[float]:
    """Yield the records with the first date up to the second, and the reverse; a birth comes first."""
    left, right = (_moments(column, first)[known] for column in pair)
    if pair[0].births or not pair[1].births:
        yield float(weights[known][left <= right].sum())
    if pair[1].births or not pair[0].births:
        yield float(weights[known][left >= right].sum())


def _moments(column: _Column, first: int) -> Floats:
    years = np.where(column.short, first + (column.years - first) % _CENTURY, column.years)
    return years * _DAYS + column.days
