"""Dates that are written in digits alone: 20240131, 31012024, and with a time behind them 202401311530."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

__all__ = ["are_compact_dates"]

_FORMS = {8: ("%Y%m%d", "%d%m%Y"), 12: ("%Y%m%d%H%M", "%d%m%Y%H%M"), 14: ("%Y%m%d%H%M%S", "%d%m%Y%H%M%S")}
_YEARS = range(1850, 2101)
_FEWEST = 3
_NEARLY_ALL = 0.98


def are_compact_dates(values: Collection[str]) -> bool:
    """Whether distinct values are dates in digits, all of one form; the same day for all would be a chance.

    >>> are_compact_dates(["20240131", "20231105", "20200229"]), are_compact_dates(["31012024", "05112023", "29022020"])
    (True, True)
    >>> are_compact_dates(["20241331", "20231105", "20200229"]), are_compact_dates(["10482231", "20594817", "31187265"])
    (False, False)
    """
    lengths = {len(value) for value in values}
    if len(values) < _FEWEST or len(lengths) != 1 or not all(value.isascii() and value.isdecimal() for value in values):
        return False
    forms = _FORMS.get(lengths.pop(), ())
    return any(sum(_is_date(value, form) for value in values) >= _NEARLY_ALL * len(values) for form in forms)


def _is_date(value: str, form: str) -> bool:
    try:
        return datetime.strptime(value, form).year in _YEARS  # noqa: DTZ007  # dates of a table carry no zone
    except ValueError:
        return False
