"""Finds the format of a column of dates; raises an error that says what is wrong if there is none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import pairwise
from typing import Literal, get_args

from kinonym.domains.date_shapes import (
    COARSE,
    DIGITS,
    FOUR_DIGITS,
    MONTHS,
    NUMBER_OF,
    SHAPES,
    SHORT,
    UNDOUBTED,
    WITHOUT_TIME,
)
from kinonym.errors import DataError

__all__ = [
    "PERIODS", "DateForm", "Period", "WrittenDate", "coarser", "list_first_years", "read_dates",
]  # fmt: skip

Period = Literal["second", "minute", "hour", "day", "month", "quarter", "year"]
PERIODS: tuple[Period, ...] = get_args(Period)
"""How precisely a date may be written, the finest first."""

_TWO_DIGITS = 2
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
    """The format in which a column of dates is read and written."""

    shape: str = "year first"
    mark: str = "-"
    day_first: bool = False
    padded: bool = True
    between: str = " "
    """The text between a date and a time."""
    seconds: bool = True
    zone: str = ""
    """A time zone that all times name."""
    upper: bool = False
    """Whether names of months are in capitals."""
    first_year: int | None = None
    """The first of the hundred years to which two-digit years belong; None if years have four digits."""

    @classmethod
    def of(cls, values: Iterable[str], first_year: int | None = None) -> DateForm:
        """Return the form of a column; raise with counts if its values have no common form.

        ``first_year``: the first of the hundred years to which two-digit years belong; None: `list_first_years` of the
        column alone.
        """
        shaped = _one_shape({value: _shape(value) for value in values})
        whole = {shape: match for shape, match in shaped.values() if shape not in COARSE}
        if not whole.keys().isdisjoint(FOUR_DIGITS):
            whole.pop(UNDOUBTED, None)
        for timed in WITHOUT_TIME.keys() & whole.keys():
            whole.pop(WITHOUT_TIME[timed], None)
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
            mark=next((part["mark"] for part in parts if part.get("mark") is not None), "-"),
            day_first=_day_first(last),
            padded=not any(len(part.get(key) or "00") == 1 for part in parts for key in ("m", "d", "a", "b")),
            between=times[0]["between"] if times else " ",
            seconds=not times or any(match["S"] for match in times),
            zone=zones.pop() if len(zones) == 1 else "",
            first_year=None
            if shape not in FOUR_DIGITS
            else first_year or list_first_years({int(match["y"]) for match in matches})[0],
            upper=all((part.get("n") or "JAN").isupper() for part in parts),
        )

    @staticmethod
    def reads(value: str) -> bool:
        """Whether a text looks like a date in some form."""
        return bool(_shape(value)[0])

    @staticmethod
    def shortens_years(value: str) -> bool:
        """Whether a text looks like a date with a two-digit year."""
        return _shape(value)[0] in FOUR_DIGITS

    def read(self, value: str) -> WrittenDate | None:
        """Read a date, or part of one, in this form; return None for other texts and for days that do not exist."""
        shape, match = self._shape(value)
        whole = (self.shape, *((FOUR_DIGITS[self.shape], UNDOUBTED) if self.shape in FOUR_DIGITS else ()))
        whole += (WITHOUT_TIME[self.shape],) if self.shape in WITHOUT_TIME else ()
        if match is None or (shape not in COARSE and shape not in whole):
            return None
        written = _written(match, day_first=self.day_first)
        if written is not None and self.first_year is not None and len(match["y"]) == _TWO_DIGITS:
            written = replace(written, year=self.first_year + (written.year - self.first_year) % 100)
        return written if written is not None and _is_real(written) else None

    def _shape(self, value: str) -> tuple[str, re.Match[str] | None]:
        """The shape of a text; where years have two digits, also that of a month, quarter or year alone."""
        for name, pattern in SHORT.items() if self.first_year is not None else ():
            match = pattern.fullmatch(value.strip())
            if match and (match.groupdict().get("n") or "jan").casefold() in NUMBER_OF:
                return name, match
        return _shape(value)

    def write(self, moment: datetime, period: Period) -> str:
        """Write a moment in this form with the precision of ``period``.

        A year has two digits only in a whole date that reads back as the same one: 64 alone may be an age, 11/01 a day
        in January, and a year outside the hundred would be read as another.

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
        if self.shape.startswith("digits with time"):
            return f"{self._day(moment)}{moment:%H%M}{f'{moment:%S}' if self.seconds else ''}"
        seconds = f":{moment.second:02}" if self.seconds or period == "second" else ""
        return f"{self._day(moment)}{self.between}{moment.hour:02}:{moment.minute:02}{seconds}{self.zone}"

    def _year(self, moment: datetime) -> str:
        return f"{moment.year:04}"

    def _month(self, moment: datetime) -> str:
        year, month = self._year(moment), self._number(moment.month)
        if self.shape in ("named month", "short named month"):
            return f"{self._name(moment.month)}{self.mark}{year}"
        if self.shape in ("year last", "short year last"):
            return f"{month}{self.mark}{year}"
        return f"{year}{'-' if self.shape in DIGITS else self.mark}{month}"

    def _day(self, moment: datetime) -> str:
        year, month, day = self._year(moment), self._number(moment.month), self._number(moment.day)
        if self.first_year is not None and 0 <= moment.year - self.first_year < 100:
            year = year[-_TWO_DIGITS:]
        if self.shape in DIGITS:
            return f"{year}{moment:%m%d}" if DIGITS[self.shape] else f"{moment:%d%m}{year}"
        if self.shape in ("named month", "short named month"):
            return self.mark.join([day, self._name(moment.month), year])
        if self.shape in ("year last", "short year last"):
            return self.mark.join([day, month, year] if self.day_first else [month, day, year])
        return self.mark.join([year, month, day])

    def _number(self, number: int) -> str:
        return f"{number:02}" if self.padded else str(number)

    def _name(self, month: int) -> str:
        return MONTHS[month - 1].upper() if self.upper else MONTHS[month - 1]


def coarser(*periods: Period) -> Period:
    """Return the coarsest period.

    >>> coarser("day", "quarter", "month")
    'quarter'
    """
    return max(periods, key=PERIODS.index)


def read_dates(values: Sequence[str], first_year: int | None = None) -> dict[str, WrittenDate]:
    """Return value → date; raise with counts for texts that are not dates, mixed formats, or impossible days."""
    form = DateForm.of(values, first_year)
    read = {value: form.read(value) for value in values}
    dates = {value: written for value, written in read.items() if written is not None}
    if wrong := len(read) - len(dates):
        msg = f"{wrong:,} of {len(read):,} distinct values name a day or month that does not exist"
        raise DataError(msg, hint="correct them in the table; an example is 31 February")
    return dates


def _one_shape(shaped: Mapping[str, tuple[str, re.Match[str] | None]]) -> dict[str, tuple[str, re.Match[str]]]:
    shapes = Counter(shape for shape, _ in shaped.values())
    if none := shapes.pop("", 0):
        msg = f"{none:,} of {len(shaped):,} distinct values are not dates"
        raise DataError(msg, hint=f"list their markers under [table] missing; {_HINT}")
    whole = [shape for shape in shapes if shape not in COARSE]
    if not FOUR_DIGITS.keys().isdisjoint(whole) and UNDOUBTED in whole:
        whole.remove(UNDOUBTED)
    whole = [shape for shape in whole if shape not in {WITHOUT_TIME.get(other) for other in whole}]
    if len(whole) > 1:
        listed = ", ".join(f"{shape}: {number:,}" for shape, number in shapes.most_common())
        msg = f"the dates are written in {len(whole)} formats ({listed} distinct values)"
        raise DataError(msg, hint=_HINT)
    return {value: (shape, match) for value, (shape, match) in shaped.items() if match is not None}


def _shape(value: str) -> tuple[str, re.Match[str] | None]:
    for name, pattern in SHAPES.items():
        match = pattern.fullmatch(value.strip())
        if match and (match.groupdict().get("n") or "jan").casefold() in NUMBER_OF:
            return name, match
    return "", None


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


def _day_first(matches: Sequence[re.Match[str]]) -> bool:
    """Whether 5/11/2020 is a day of November: a number above 12 says so; dots are never read as month first."""
    if not matches:
        return False
    first = sum(int(match["a"]) > 12 for match in matches)
    second = sum(int(match["b"]) > 12 for match in matches)
    if first and second:
        msg = f"the dates are written in 2 formats: the day comes first in {first:,} and second in {second:,} of them"
        raise DataError(msg, hint=_HINT)
    if not first and not second and any(match["mark"] != "." for match in matches):
        msg = "the dates do not show whether the day or the month comes first"
        raise DataError(msg, hint=_HINT)
    return not second


def _written(match: re.Match[str], *, day_first: bool) -> WrittenDate | None:
    parts = match.groupdict()
    if "a" in parts:
        parts["d"], parts["m"] = (parts["a"], parts["b"]) if day_first else (parts["b"], parts["a"])
    if parts.get("n") is not None:
        parts["m"] = str(NUMBER_OF[parts["n"].casefold()])
    quarter, month, day = (None if parts.get(key) is None else int(parts[key]) for key in ("q", "m", "d"))
    if month is not None:
        quarter = (month + 2) // 3
    if parts["time"] is None:
        return WrittenDate(int(parts["y"]), quarter, month, day)
    hour = int(parts["H"])
    if parts["half"] is not None:
        hour = hour % 12 + (12 if parts["half"].casefold() == "pm" else 0)
    second = int((parts["S"] or "0").lstrip(":"))
    return WrittenDate(int(parts["y"]), quarter, month, day, hour, int(parts["M"]), second)


def _is_real(written: WrittenDate) -> bool:
    try:
        date(written.year, written.month or 1, written.day or 1)
        _ = written.start
    except ValueError:
        return False
    return True
