"""How times of day are written: hours of 12 or 24, minutes, seconds."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from kinonym.errors import DataError

__all__ = ["HOUR", "PART_OF_DAY", "PERIOD_MINUTES", "TIME_PERIODS", "TimeForm", "TimePeriod"]

HOUR = 60
"""Minutes."""
TimePeriod = Literal["minute", "hour"]
TIME_PERIODS: tuple[TimePeriod, ...] = get_args(TimePeriod)
"""How precisely a time of day may be written, the finest first."""
PART_OF_DAY = 6 * HOUR
"""Night, morning, afternoon and evening."""
PERIOD_MINUTES = {"minute": 1, "hour": HOUR}
_HALVES = r"(?P<gap>\s*)(?P<half>[AaPp]\.?[Mm]\.?)"
_UNIT = r"(?P<unit>\s*(?:Uhr|uhr|h|hrs|uur))"
_SHAPES = {
    "clock": re.compile(
        rf"(?P<H>\d{{1,2}})(?P<mark>[:.hH])(?P<M>\d{{2}})(?P<S>[:.]\d{{2}}(?:[.,]\d+)?)?(?:{_HALVES}|{_UNIT})?"
    ),
    "hour": re.compile(rf"(?P<H>\d{{1,2}}){_HALVES}"),
    "four digits": re.compile(r"(?P<H>\d{1,2})(?P<M>\d{2})"),
}


@dataclass(frozen=True, kw_only=True)
class TimeForm:
    """How a column writes its times of day."""

    shape: str = "clock"
    mark: str = ":"
    padded: bool = True
    seconds: bool = False
    half: str | None = None
    """The text for afternoon on a clock of twelve hours: ``PM``, with the text before it; None for 24 hours."""
    unit: str = ""
    """The text after a time, such as `` Uhr``."""

    @classmethod
    def of(cls, values: Iterable[str]) -> TimeForm:
        """Return the form of a column; raise with the number of values that are not times of day."""
        texts = list(dict.fromkeys(values))
        found = [(name, match) for text in texts if (match := _match(text)) for name in [_name(match)]]
        if len(found) < len(texts):
            msg = f"{len(texts) - len(found):,} of {len(texts):,} distinct values are not times of day"
            raise DataError(msg, hint="write them as 21:09, or list their markers under [table] missing")
        if not found:
            return cls()
        shapes = {name for name, _ in found}
        shape = "clock" if "clock" in shapes else next(iter(shapes))
        parts = [match.groupdict() for _, match in found]
        late = [part for part in parts if part.get("half")]
        return cls(
            shape=shape,
            mark=next((part["mark"] for part in parts if part.get("mark")), ":"),
            padded=all(len(part["H"]) > 1 for part in parts),
            seconds=any(part.get("S") for part in parts),
            half=late[0]["gap"] + _afternoon(late[0]["half"]) if late else None,
            unit=next((part["unit"] for part in parts if part.get("unit")), ""),
        )

    @staticmethod
    def read(value: str) -> int | None:
        """Return the minutes since midnight; None if the text is not a time of day.

        >>> TimeForm.read("9:05 PM"), TimeForm.read("21:09:33"), TimeForm.read("0930"), TimeForm.read("25:00")
        (1265, 1269, 570, None)
        """
        match = _match(value)
        return None if match is None else _minutes(match)

    def write(self, minute: int) -> str:
        """Write a time in this form.

        >>> TimeForm(half=" PM", padded=False).write(1260), TimeForm(seconds=True).write(540)
        ('9:00 PM', '09:00:00')
        """
        hour, rest = divmod(minute, HOUR)
        half = ""
        if self.half is not None:
            half = self.half if hour >= 12 else self.half.replace("P", "A").replace("p", "a")
            hour = (hour - 1) % 12 + 1
        if self.shape == "four digits":
            return f"{hour:02}{rest:02}" if self.padded else f"{hour}{rest:02}"
        written = f"{hour:02}" if self.padded else str(hour)
        if self.shape == "hour" and not rest:
            return written + half
        return f"{written}{self.mark}{rest:02}{':00' if self.seconds else ''}{half}{self.unit}"


def _match(value: str) -> re.Match[str] | None:
    """Match a time of day; return None for other texts, and for hours and minutes that do not exist."""
    for pattern in _SHAPES.values():
        match = pattern.fullmatch(value.strip())
        if match and _minutes(match) is not None:
            return match
    return None


def _name(match: re.Match[str]) -> str:
    return next(name for name, pattern in _SHAPES.items() if pattern is match.re)


def _afternoon(half: str) -> str:
    return half.replace("A", "P").replace("a", "p")


def _minutes(match: re.Match[str]) -> int | None:
    parts = match.groupdict()
    hour, minute, half = int(parts["H"]), int(parts.get("M") or 0), parts.get("half")
    if minute >= HOUR or int((parts.get("S") or ":0")[1:3]) >= HOUR or hour > 23:
        return None
    if half is None:
        return hour * HOUR + minute
    if not 1 <= hour <= 12:
        return None
    return (hour % 12 + (12 if half[0] in "Pp" else 0)) * HOUR + minute
