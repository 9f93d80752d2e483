"""Dates as a column writes them: one format for all its values, or a word about what is wrong with them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from kinonym.errors import DataError

__all__ = ["WrittenDate", "date_format", "read_dates"]

_TIME = r"(?P<time>[T ]\s*\d{1,2}:\d{2}.*)?"
_SHAPES = {
    name: re.compile(pattern + _TIME)
    for name, pattern in {
        "year": r"(?P<y>\d{4})",
        "quarter": r"(?P<y>\d{4})-Q(?P<q>[1-4])",
        "year and month": r"(?P<y>\d{4})(?P<mark>[-/.])(?P<m>\d{1,2})",
        "year first": r"(?P<y>\d{4})(?P<mark>[-/.])(?P<m>\d{1,2})(?P=mark)(?P<d>\d{1,2})",
        "eight digits": r"(?P<y>(?:18|19|20|21)\d\d)(?P<m>\d\d)(?P<d>\d\d)",
        "year last": r"(?P<a>\d{1,2})(?P<mark>[-/.])(?P<b>\d{1,2})(?P=mark)(?P<y>\d{4})",
    }.items()
}
_COARSE = ("year", "quarter", "year and month")  # less of a date, beside whatever format the whole ones have
_HINT = "write all dates of the column alike, best as 2020-01-31"


@dataclass(frozen=True)
class WrittenDate:
    """A date as far as it is written; ``quarter``, ``month`` and ``day`` may be missing."""

    year: int
    quarter: int | None = None
    month: int | None = None
    day: int | None = None
    with_time: bool = False


def date_format(values: Sequence[str]) -> str | None:
    """The one shape that all values have, such as ``year first``; None if there is none.

    >>> date_format(["2020-01-31", "2020-02-01 10:30"]), date_format(["31.1.2020", "2020"])
    ('year first', None)
    """
    shapes = {shape for value in values if value.strip() for shape, _ in [_shape(value)]}
    return next(iter(shapes)) or None if len(shapes) == 1 else None


def read_dates(values: Sequence[str]) -> dict[str, WrittenDate]:
    """Value → date; raises with counts if there is no date, another format, or a day that no calendar has."""
    shaped = {value: _shape(value) for value in values}
    shapes = Counter(shape for shape, _ in shaped.values())
    if none := shapes.pop("", 0):
        msg = f"{none:,} of {len(shaped):,} different values are no dates"
        raise DataError(msg, hint=f"name their markers under [table] missing; {_HINT}")
    whole = [shape for shape in shapes if shape not in _COARSE]
    if len(whole) > 1:
        listed = ", ".join(f"{shape}: {number:,}" for shape, number in shapes.most_common())
        msg = f"the dates are written in {len(whole)} formats ({listed} different values)"
        raise DataError(msg, hint=_HINT)
    matches = {value: match for value, (_, match) in shaped.items() if match is not None}
    day_first = _day_first([match for shape, match in shaped.values() if match and shape == "year last"])
    return _existing({value: _written(match, day_first=day_first) for value, match in matches.items()})


def _shape(value: str) -> tuple[str, re.Match[str] | None]:
    for name, pattern in _SHAPES.items():
        if match := pattern.fullmatch(value.strip()):
            return name, match
    return "", None


def _day_first(matches: Sequence[re.Match[str]]) -> bool:
    """Whether 5/11/2020 is a day of November: a number above 12 says so; dots are never read as month first."""
    if not matches:
        return False
    first = sum(int(match["a"]) > 12 for match in matches)
    second = sum(int(match["b"]) > 12 for match in matches)
    if first and second:
        msg = f"the dates are written in 2 formats: the day stands first in {first:,} and second in {second:,} of them"
        raise DataError(msg, hint=_HINT)
    if not first and not second and any(match["mark"] != "." for match in matches):
        msg = "the dates do not show whether the day or the month stands first"
        raise DataError(msg, hint=_HINT)
    return not second


def _written(match: re.Match[str], *, day_first: bool) -> WrittenDate:
    parts = match.groupdict()
    if "a" in parts:
        parts["d"], parts["m"] = (parts["a"], parts["b"]) if day_first else (parts["b"], parts["a"])
    quarter, month, day = (None if parts.get(key) is None else int(parts[key]) for key in ("q", "m", "d"))
    if month is not None:
        quarter = (month + 2) // 3
    return WrittenDate(int(parts["y"]), quarter, month, day, with_time=parts["time"] is not None)


def _existing(dates: dict[str, WrittenDate]) -> dict[str, WrittenDate]:
    wrong = sum(not _is_real(each) for each in dates.values())
    if wrong:
        msg = f"{wrong:,} of {len(dates):,} different values name a day or month that no calendar has"
        raise DataError(msg, hint="correct them in the table, such as 31 February")
    return dates


def _is_real(written: WrittenDate) -> bool:
    try:
        date(written.year, written.month or 1, written.day or 1)
    except ValueError:
        return False
    return True
