"""Dates as a column writes them: one format for all its values, or a word about what is wrong with them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import pairwise
from typing import Literal, get_args

from kinonym.errors import DataError

__all__ = ["PERIODS", "DateForm", "Period", "WrittenDate", "coarser", "date_format", "read_dates"]

Period = Literal["second", "minute", "hour", "day", "month", "quarter", "year"]
PERIODS: tuple[Period, ...] = get_args(Period)
"""How precisely a date may be written, the finest first."""

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_NUMBER_OF = {name.casefold(): i + 1 for i, name in enumerate(_MONTHS)}
_TIME = (
    r"(?P<time>(?P<between>[T ])\s*(?P<H>\d{1,2}):(?P<M>\d{2})(?P<S>:\d{2})?(?P<F>[.,]\d+)?"
    r"(?:\s*(?P<half>[AaPp][Mm]))?\s?(?P<zone>Z|UTC|[+-]\d{2}(?::?\d{2})?)?)?"
)
_SHAPES = {
    name: re.compile(pattern + _TIME)
    for name, pattern in {
        "year": r"(?P<y>\d{4})",
        "quarter": r"(?P<y>\d{4})-Q(?P<q>[1-4])",
        "year and month": r"(?P<y>\d{4})(?P<mark>[-/.])(?P<m>\d{1,2})",
        "month and year": r"(?P<m>\d{1,2})(?P<mark>[-/.])(?P<y>\d{4})",
        "named month and year": r"(?P<n>[A-Za-z]{3})(?P<mark>[- /])(?P<y>\d{4})",
        "year first": r"(?P<y>\d{4})(?P<mark>[-/.])(?P<m>\d{1,2})(?P=mark)(?P<d>\d{1,2})",
        "eight digits": r"(?P<y>(?:18|19|20|21)\d\d)(?P<m>\d\d)(?P<d>\d\d)",
        "year last": r"(?P<a>\d{1,2})(?P<mark>[-/.])(?P<b>\d{1,2})(?P=mark)(?P<y>\d{4})",
        "short year last": r"(?P<a>\d{1,2})(?P<mark>[-/.])(?P<b>\d{1,2})(?P=mark)(?P<y>\d{2})",
        "named month": r"(?P<d>\d{1,2})(?P<mark>[- /])(?P<n>[A-Za-z]{3})(?P=mark)(?P<y>\d{4})",
    }.items()
}
_SHORT = {
    "short year last": _SHAPES["short year last"],
    "month and year": re.compile(r"(?P<m>\d{1,2})(?P<mark>[-/.])(?P<y>\d{2})" + _TIME),
    "quarter": re.compile(r"(?P<y>\d{2})-Q(?P<q>[1-4])" + _TIME),
    "year": re.compile(r"(?P<y>\d{2})" + _TIME),
}
_COARSE = ("year", "quarter", "year and month", "month and year", "named month and year")
"""Less of a date, beside whatever format the whole ones have."""
_HINT = "write all dates of the column alike, best as 2020-01-31"


@dataclass(frozen=True)
class WrittenDate:
    """A date as far as it is written; ``quarter``, ``month`` and ``day`` may be missing."""

    year: int
    quarter: int | None = None
    month: int | None = None
    day: int | None = None
    hour: int | None = None
    minute: int = 0
    second: int = 0

    @property
    def with_time(self) -> bool:
        """Whether a time of day is written."""
        return self.hour is not None

    @property
    def period(self) -> Period:
        """How precisely it is written."""
        if self.day is None:
            return "year" if self.quarter is None else "quarter" if self.month is None else "month"
        return "day" if self.hour is None else "second"

    @property
    def start(self) -> datetime:
        """The first moment of what is written."""
        month = self.month or (1 if self.quarter is None else 3 * self.quarter - 2)
        return datetime(self.year, month, self.day or 1, self.hour or 0, self.minute, self.second)  # noqa: DTZ001


@dataclass(frozen=True, kw_only=True)
class DateForm:
    """How a column writes its dates: what is read and written alike."""

    shape: str = "year first"
    mark: str = "-"
    day_first: bool = False
    padded: bool = True
    between: str = " "
    """What stands between a date and a time."""
    seconds: bool = True
    zone: str = ""
    """A time zone that all times name."""
    upper: bool = False
    """Whether names of months are in capitals."""
    first_year: int | None = None
    """Where years have two digits: the year with which their hundred begins."""

    @classmethod
    def of(cls, values: Iterable[str]) -> DateForm:
        """The form of a column; raises with counts where its values have none in common."""
        shaped = _one_shape({value: _shape(value) for value in values})
        whole = {shape: match for shape, match in shaped.values() if shape not in _COARSE}
        matches = [match for shape, match in shaped.values() if shape in whole or not whole]
        shape = next(iter(whole), "year first")
        if not matches:
            return cls()
        last = [match for shape, match in shaped.values() if shape in ("year last", "short year last")]
        times = [match for match in matches if match["time"] is not None]
        zones = {match["zone"] or "" for match in times}
        parts = [match.groupdict() for match in matches]
        return cls(
            shape=shape,
            mark=next((part["mark"] for part in parts if part.get("mark")), "-"),
            day_first=_day_first(last),
            padded=not any(len(part.get(key) or "00") == 1 for part in parts for key in ("m", "d", "a", "b")),
            between=times[0]["between"] if times else " ",
            seconds=not times or any(match["S"] for match in times),
            zone=zones.pop() if len(zones) == 1 else "",
            first_year=_hundred({int(match["y"]) for match in matches}) if shape == "short year last" else None,
            upper=all((part.get("n") or "JAN").isupper() for part in parts),
        )

    @property
    def told_of_years(self) -> str:
        """How years of two digits are read: by their decade, since the first year may be that of a single record."""
        decade = (self.first_year or 0) // 10 * 10
        return f"years of two digits are read as the hundred from the {decade}s on; four digits leave no doubt"

    @staticmethod
    def reads(value: str) -> bool:
        """Whether a text looks like a date in some form."""
        return bool(_shape(value)[0])

    def read(self, value: str) -> WrittenDate | None:
        """A date in this form, or less of one; None for anything else and for days that no calendar has."""
        shape, match = _shape(value) if self.first_year is None else self._short_shape(value)
        if match is None or (shape not in _COARSE and shape != self.shape):
            return None
        written = _written(match, day_first=self.day_first)
        if written is not None and self.first_year is not None:
            written = replace(written, year=self.first_year + (written.year - self.first_year) % 100)
        return written if written is not None and _is_real(written) else None

    @staticmethod
    def _short_shape(value: str) -> tuple[str, re.Match[str] | None]:
        """The same where years have two digits, also those of a month, quarter or year alone."""
        for name, pattern in _SHORT.items():
            if match := pattern.fullmatch(value.strip()):
                return name, match
        return "", None

    def write(self, moment: datetime, period: Period) -> str:
        """A moment as the column writes it, as precisely as ``period`` says.

        >>> at = datetime(2020, 3, 5, 9, 30)
        >>> DateForm(shape="year last", mark=".", day_first=True).write(at, "day"), DateForm().write(at, "quarter")
        ('05.03.2020', '2020-Q1')
        """
        if period == "year":
            return self._year(moment)
        if period == "quarter":
            return f"{self._year(moment)}-Q{(moment.month + 2) // 3}"
        if period == "month":
            return self._month(moment)
        if period == "day":
            return self._day(moment)
        seconds = f":{moment.second:02}" if self.seconds or period == "second" else ""
        return f"{self._day(moment)}{self.between}{moment.hour:02}:{moment.minute:02}{seconds}{self.zone}"

    def _year(self, moment: datetime) -> str:
        return f"{moment.year:04}" if self.first_year is None else f"{moment.year % 100:02}"

    def _month(self, moment: datetime) -> str:
        year, month = self._year(moment), self._number(moment.month)
        if self.shape == "named month":
            return f"{self._name(moment.month)}{self.mark}{year}"
        if self.shape in ("year last", "short year last"):
            return f"{month}{self.mark}{year}"
        return f"{year}{'-' if self.shape == 'eight digits' else self.mark}{month}"

    def _day(self, moment: datetime) -> str:
        year, month, day = self._year(moment), self._number(moment.month), self._number(moment.day)
        if self.shape == "eight digits":
            return f"{year}{moment.month:02}{moment.day:02}"
        if self.shape == "named month":
            return self.mark.join([day, self._name(moment.month), year])
        if self.shape in ("year last", "short year last"):
            return self.mark.join([day, month, year] if self.day_first else [month, day, year])
        return self.mark.join([year, month, day])

    def _number(self, number: int) -> str:
        return f"{number:02}" if self.padded else str(number)

    def _name(self, month: int) -> str:
        return _MONTHS[month - 1].upper() if self.upper else _MONTHS[month - 1]


def coarser(*periods: Period) -> Period:
    """The coarsest of some periods.

    >>> coarser("day", "quarter", "month")
    'quarter'
    """
    return max(periods, key=PERIODS.index)


def date_format(values: Sequence[str]) -> str | None:
    """The one shape that all values have, such as ``year first``; None if there is none.

    >>> date_format(["2020-01-31", "2020-02-01 10:30"]), date_format(["31.1.2020", "2020"])
    ('year first', None)
    """
    shapes = {shape for value in values if value.strip() for shape, _ in [_shape(value)]}
    return next(iter(shapes)) or None if len(shapes) == 1 else None


def read_dates(values: Sequence[str]) -> dict[str, WrittenDate]:
    """Value → date; raises with counts if there is no date, another format, or a day that no calendar has."""
    form = DateForm.of(values)
    read = {value: form.read(value) for value in values}
    dates = {value: written for value, written in read.items() if written is not None}
    if wrong := len(read) - len(dates):
        msg = f"{wrong:,} of {len(read):,} different values name a day or month that no calendar has"
        raise DataError(msg, hint="correct them in the table, such as 31 February")
    return dates


def _one_shape(shaped: Mapping[str, tuple[str, re.Match[str] | None]]) -> dict[str, tuple[str, re.Match[str]]]:
    shapes = Counter(shape for shape, _ in shaped.values())
    if none := shapes.pop("", 0):
        msg = f"{none:,} of {len(shaped):,} different values are no dates"
        raise DataError(msg, hint=f"name their markers under [table] missing; {_HINT}")
    whole = [shape for shape in shapes if shape not in _COARSE]
    if len(whole) > 1:
        listed = ", ".join(f"{shape}: {number:,}" for shape, number in shapes.most_common())
        msg = f"the dates are written in {len(whole)} formats ({listed} different values)"
        raise DataError(msg, hint=_HINT)
    return {value: (shape, match) for value, (shape, match) in shaped.items() if match is not None}


def _shape(value: str) -> tuple[str, re.Match[str] | None]:
    for name, pattern in _SHAPES.items():
        match = pattern.fullmatch(value.strip())
        if match and (match.groupdict().get("n") or "jan").casefold() in _NUMBER_OF:
            return name, match
    return "", None


def _hundred(years: set[int]) -> int:
    """The first of the hundred years that two digits are read in.

    They begin after the longest stretch that has none of them, and the last of them is the latest that is not to come.

    >>> _hundred({97, 99, 2, 5}), _hundred({64, 70}), _hundred({0, 5})
    (1997, 1964, 2000)
    """
    ordered = sorted(year % 100 for year in years)
    gap, first = max((b - a, b) for a, b in pairwise([ordered[-1] - 100, *ordered]))
    span = 100 - gap
    latest = date.today().year - span  # noqa: DTZ011  # a year is the same in nearly every zone
    return latest - (latest - first) % 100


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


def _written(match: re.Match[str], *, day_first: bool) -> WrittenDate | None:
    parts = match.groupdict()
    if "a" in parts:
        parts["d"], parts["m"] = (parts["a"], parts["b"]) if day_first else (parts["b"], parts["a"])
    if parts.get("n") is not None:
        parts["m"] = str(_NUMBER_OF[parts["n"].casefold()])
    quarter, month, day = (None if parts.get(key) is None else int(parts[key]) for key in ("q", "m", "d"))
    if month is not None:
        quarter = (month + 2) // 3
    if parts["time"] is None:
        return WrittenDate(int(parts["y"]), quarter, month, day)
    hour = int(parts["H"])
    if parts["half"] is not None:
        hour = hour % 12 + (12 if parts["half"].casefold() == "pm" else 0)
    second = int((parts["S"] or ":0")[1:])
    return WrittenDate(int(parts["y"]), quarter, month, day, hour, int(parts["M"]), second)


def _is_real(written: WrittenDate) -> bool:
    try:
        date(written.year, written.month or 1, written.day or 1)
        _ = written.start
    except ValueError:
        return False
    return True
