"""The parts of a date as its text has them: found by the shape of the text; raises an error if shapes contradict."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, get_args

from kinonym.domains.date_shapes import (
    COARSE,
    FOUR_DIGITS,
    NUMBER_OF,
    SHAPES,
    UNDOUBTED,
    WITHOUT_TIME,
)
from kinonym.errors import DataError

__all__ = [
    "PERIODS",
    "TWO_DIGITS",
    "Period",
    "WrittenDate",
    "check_one_shape",
    "find_shape",
    "is_real_date",
    "parts_of",
    "puts_day_first",
]

Period = Literal["second", "minute", "hour", "day", "month", "quarter", "year"]
PERIODS: tuple[Period, ...] = get_args(Period)
"""How precisely a date may be written, the finest first."""

TWO_DIGITS = 2
DATE_HINT = "write all dates of the column alike, best as 2020-01-31"


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


def check_one_shape(shaped: Mapping[str, tuple[str, re.Match[str] | None]]) -> dict[str, tuple[str, re.Match[str]]]:
    """Return the values with their shapes; raise unless all have one shape, or shapes that go together."""
    shapes = Counter(shape for shape, _ in shaped.values())
    if none := shapes.pop("", 0):
        msg = f"{none:,} of {len(shaped):,} distinct values are not dates"
        raise DataError(msg, hint=f"list their markers under [table] missing; {DATE_HINT}")
    whole = [shape for shape in shapes if shape not in COARSE]
    if not FOUR_DIGITS.keys().isdisjoint(whole) and UNDOUBTED in whole:
        whole.remove(UNDOUBTED)
    whole = [shape for shape in whole if shape not in {WITHOUT_TIME.get(other) for other in whole}]
    if len(whole) > 1:
        listed = ", ".join(f"{shape}: {number:,}" for shape, number in shapes.most_common())
        msg = f"the dates are written in {len(whole)} formats ({listed} distinct values)"
        raise DataError(msg, hint=DATE_HINT)
    return {value: (shape, match) for value, (shape, match) in shaped.items() if match is not None}


def find_shape(value: str) -> tuple[str, re.Match[str] | None]:
    """The name of the shape that a text has, and its parts; empty if it is not a date."""
    for name, pattern in SHAPES.items():
        match = pattern.fullmatch(value.strip())
        if match and (match.groupdict().get("n") or "jan").casefold() in NUMBER_OF:
            return name, match
    return "", None


def puts_day_first(matches: Sequence[re.Match[str]]) -> bool:
    """Whether 5/11/2020 is a day of November: a number above 12 says so; dots are never read as month first."""
    if not matches:
        return False
    first = sum(int(match["a"]) > 12 for match in matches)
    second = sum(int(match["b"]) > 12 for match in matches)
    if first and second:
        msg = f"the dates are written in 2 formats: the day comes first in {first:,} and second in {second:,} of them"
        raise DataError(msg, hint=DATE_HINT)
    if not first and not second and any(match["mark"] != "." for match in matches):
        msg = "the dates do not show whether the day or the month comes first"
        raise DataError(msg, hint=DATE_HINT)
    return not second


def parts_of(match: re.Match[str], *, day_first: bool) -> WrittenDate:
    """The parts of a matched text."""
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


def is_real_date(written: WrittenDate) -> bool:
    """Whether the calendar has the date."""
    try:
        date(written.year, written.month or 1, written.day or 1)
        _ = written.start
    except ValueError:
        return False
    return True
