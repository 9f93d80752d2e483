"""Rules that group the values of a column: intervals of numbers, prefixes, dates, neighbours on an ordered scale.

Each returns a `ValueGroup`, which a person may edit by hand afterwards. No message contains a value.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, isfinite

from kinonym.domains.date_formats import read_dates
from kinonym.errors import DataError, UsageError
from kinonym.ontologies.value_groups import ValueGroup, group_by_paths

__all__ = [
    "DATE_LEVELS",
    "Numbers",
    "breaks_of_equal_counts",
    "breaks_of_width",
    "group_dates",
    "group_intervals",
    "group_neighbours",
    "group_prefixes",
    "join_breaks",
]

DATE_LEVELS = ("month", "quarter", "year", "decade")
"""From small to large."""
_MOST_GROUPS = 2_000


@dataclass(frozen=True)
class Numbers:
    """The values of a column that are numbers, with their number of records, in ascending order."""

    texts: tuple[str, ...]
    numbers: tuple[float, ...]
    counts: tuple[int, ...]
    others: tuple[str, ...]
    """The values that are not numbers."""

    @classmethod
    def read(cls, counts: Mapping[str, int], decimal: str = ".") -> Numbers:
        """Read values with their number of records."""
        read = {value: _read_number(value, decimal) for value in counts}
        found = sorted((number, value) for value, number in read.items() if number is not None)
        if not found:
            msg = "the column has no numbers to make intervals of"
            raise DataError(msg, hint="group its values by hand, by prefixes or by dates")
        return cls(
            texts=tuple(value for _, value in found),
            numbers=tuple(number for number, _ in found),
            counts=tuple(counts[value] for _, value in found),
            others=tuple(value for value, number in read.items() if number is None),
        )

    @property
    def whole(self) -> bool:
        """Whether all of them are whole numbers."""
        return all(number.is_integer() for number in self.numbers)


def _read_number(text: str, decimal: str) -> float | None:
    plain = text.strip()
    if decimal != ".":
        plain = plain.replace(".", "").replace(decimal, ".")
    try:
        number = float(plain)
    except ValueError:
        return None
    return number if isfinite(number) else None


def breaks_of_width(numbers: Numbers, width: float) -> list[float]:
    """Return the multiples of a width between the least and the greatest number."""
    if not (isfinite(width) and width > 0):
        msg = "a width must be a number greater than 0"
        raise UsageError(msg, hint="for instance 10, or 5, 10, 20 for three levels")
    low, high = numbers.numbers[0], numbers.numbers[-1]
    first, last = floor(low / width) + 1, ceil(high / width) if high % width else int(high // width)
    if last - first > _MOST_GROUPS:
        msg = f"this width makes more than {_MOST_GROUPS:,} intervals"
        raise UsageError(msg, hint="enter a greater width")
    return [n * width for n in range(first, last + 1) if n * width <= high]


def breaks_of_equal_counts(numbers: Numbers, groups: int) -> list[float]:
    """Return the breaks that give every interval about the same number of records."""
    if not 2 <= groups <= _MOST_GROUPS:
        msg = f"the number of intervals must be a whole number from 2 to {_MOST_GROUPS:,}"
        raise UsageError(msg, hint="for instance 5")
    total, seen = sum(numbers.counts), 0
    breaks: list[float] = []
    for number, following, count in zip(numbers.numbers, (*numbers.numbers[1:], None), numbers.counts, strict=True):
        seen += count
        if following is not None and following > number and seen >= total * (len(breaks) + 1) / groups:
            breaks.append(following)
            if len(breaks) == groups - 1:
                break
    return breaks


def join_breaks(breaks: Sequence[float], number: int) -> list[float]:
    """Return the breaks between groups of this many neighbouring intervals."""
    if number < 2:
        msg = "at least 2 neighbours can be joined"
        raise UsageError(msg, hint="for instance 2, or 2, 2 for two more levels")
    return list(breaks[number - 1 :: number])


def group_intervals(numbers: Numbers, levels: Sequence[Sequence[float]]) -> ValueGroup:
    """Put numbers into intervals: each begins at a break and ends before the next; values that are not numbers stay.

    ``levels``: the breaks of each level, the finest first; those of a level must be among those of the finer one.

    Examples
    --------
    >>> ages = Numbers.read({"7": 1, "23": 2, "41": 1, "unknown": 1})
    >>> for path in group_intervals(ages, [[20, 40], [40]]).paths():
    ...     print(path)
    ('unknown',)
    ('7', 'under 20', 'under 40')
    ('23', '20 to 39', 'under 40')
    ('41', '40 and more')
    """
    ordered = [sorted(set(map(float, level))) for level in levels if level]
    if not ordered:
        msg = "there is no break between the least and the greatest number"
        raise UsageError(msg, hint="enter at least one break inside the range of the column")
    if any(not set(coarse) <= set(fine) for fine, coarse in pairwise(ordered)):
        msg = "the intervals of a level must be made of whole intervals of the level before"
        raise UsageError(msg, hint="for widths: each must be a multiple of the one before, such as 5, 10, 20")
    paths: dict[str, list[str]] = {text: [] for text in numbers.others}
    for text, number in zip(numbers.texts, numbers.numbers, strict=True):
        ends = [_ends(breaks, bisect_right(breaks, number)) for breaks in reversed(ordered)]
        paths[text] = [_describe_interval(*pair, whole=numbers.whole) for pair in dict.fromkeys(ends)]
    return group_by_paths(paths)


def _ends(breaks: Sequence[float], place: int) -> tuple[float | None, float | None]:
    return breaks[place - 1] if place else None, breaks[place] if place < len(breaks) else None


def _describe_interval(low: float | None, high: float | None, *, whole: bool) -> str:
    if low is None:
        return f"under {_write(high)}" if high is not None else "any number"
    if high is None:
        return f"{_write(low)} and more"
    if whole and low.is_integer() and high.is_integer():
        return _write(low) if high - low == 1 else f"{_write(low)} to {_write(high - 1)}"
    return f"{_write(low)} to under {_write(high)}"


def _write(number: float) -> str:
    return str(int(number)) if number.is_integer() else repr(round(number, 12))


def group_prefixes(values: Sequence[str], lengths: Sequence[int]) -> ValueGroup:
    """Group codes by their first characters; a group is named by its prefix and as many dots as characters follow.

    Examples
    --------
    >>> list(group_prefixes(["08001", "08025", "28004"], [2]).paths())
    [('08001', '08...'), ('08025', '08...'), ('28004', '28...')]
    """
    wanted = sorted(set(lengths))
    if not wanted or wanted[0] < 1:
        msg = "the lengths of prefixes must be whole numbers of at least 1"
        raise UsageError(msg, hint="for instance 2, or 1, 3 for two levels")
    longest = max(map(len, values), default=0)
    if wanted[-1] >= longest:
        msg = f"a prefix of {wanted[-1]} characters is too long: the longest value has {longest}"
        raise DataError(msg, hint="enter a smaller number")
    return group_by_paths(
        {value: [value[:n] + "." * (longest - n) for n in wanted if n < len(value)] for value in values}
    )


def group_dates(values: Sequence[str], levels: Sequence[str], first_year: int | None = None) -> ValueGroup:
    """Group dates by the levels of `DATE_LEVELS` that are named.

    Examples
    --------
    >>> list(group_dates(["2020-03-15", "2021-11-02"], ["quarter", "year"]).paths())
    [('2020-03-15', '2020-Q1', '2020'), ('2021-11-02', '2021-Q4', '2021')]
    """
    wanted = [level for level in DATE_LEVELS if level in levels]
    if not wanted:
        msg = "no level of dates is chosen"
        raise UsageError(msg, hint="choose at least one of month, quarter, year and decade")
    paths: dict[str, list[str]] = {}
    for value, date in read_dates(list(values), first_year).items():
        names = {
            "month": None if date.month is None else f"{date.year:04}-{date.month:02}",
            "quarter": None if date.quarter is None else f"{date.year:04}-Q{date.quarter}",
            "year": f"{date.year:04}",
            "decade": f"{date.year // 10 * 10:04} to {date.year // 10 * 10 + 9:04}",
        }
        above = [names[level] for level in reversed(wanted)]
        paths[value] = [name for name in above if name is not None and name != value]
    return group_by_paths(paths)


def group_neighbours(order: Sequence[str], sizes: Sequence[int]) -> ValueGroup:
    """Group neighbours on an ordered scale: this many values, then this many of those groups, and so on.

    Examples
    --------
    >>> list(group_neighbours(["none", "low", "medium", "high"], [2]).paths())
    [('none', 'none to low'), ('low', 'none to low'), ('medium', 'medium to high'), ('high', 'medium to high')]
    """
    values = list(dict.fromkeys(order))
    if not sizes or min(sizes) < 2:
        msg = "at least 2 neighbours can be joined"
        raise UsageError(msg, hint="for instance 2, or 2, 2 for two levels")
    paths: dict[str, list[str]] = {value: [] for value in values}
    width = 1
    for size in sizes:
        width *= size
        if width >= len(values):
            break
        for start in range(0, len(values), width):
            members = values[start : start + width]
            name = f"{members[0]} to {members[-1]}" if len(members) > 1 else members[0]
            for value in members:
                if not paths[value] or paths[value][0] != name:
                    paths[value].insert(0, name)
    return group_by_paths(paths)
