"""How a column writes its dates: the format that all values share, and the dates that it gives."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from kinonym.domains.date_parts import (
    PERIODS,
    TWO_DIGITS,
    Period,
    WrittenDate,
    check_one_shape,
    find_shape,
    is_real_date,
    parts_of,
    puts_day_first,
)
from kinonym.domains.date_shapes import (
    COARSE,
    DIGITS,
    FOUR_DIGITS,
    MONTHS,
    NUMBER_OF,
    SHORT,
    UNDOUBTED,
    WITHOUT_TIME,
)
from kinonym.domains.first_years import list_first_years
from kinonym.errors import DataError

__all__ = ["DateForm", "coarser", "read_dates"]


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
        shaped = check_one_shape({value: find_shape(value) for value in values})
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
            day_first=puts_day_first(last),
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
        return bool(find_shape(value)[0])

    @staticmethod
    def shortens_years(value: str) -> bool:
        """Whether a text looks like a date with a two-digit year."""
        return find_shape(value)[0] in FOUR_DIGITS

    def read(self, value: str) -> WrittenDate | None:
        """Read a date, or part of one, in this form; return None for other texts and for days that do not exist."""
        shape, match = self._shape(value)
        whole = (self.shape, *((FOUR_DIGITS[self.shape], UNDOUBTED) if self.shape in FOUR_DIGITS else ()))
        whole += (WITHOUT_TIME[self.shape],) if self.shape in WITHOUT_TIME else ()
        if match is None or (shape not in COARSE and shape not in whole):
            return None
        written = parts_of(match, day_first=self.day_first)
        if self.first_year is not None and len(match["y"]) == TWO_DIGITS:
            written = replace(written, year=self.first_year + (written.year - self.first_year) % 100)
        return written if is_real_date(written) else None

    def _shape(self, value: str) -> tuple[str, re.Match[str] | None]:
        """The shape of a text; where years have two digits, also that of a month, quarter or year alone."""
        for name, pattern in SHORT.items() if self.first_year is not None else ():
            match = pattern.fullmatch(value.strip())
            if match and (match.groupdict().get("n") or "jan").casefold() in NUMBER_OF:
                return name, match
        return find_shape(value)

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
            year = year[-TWO_DIGITS:]
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
