"""Texts that mean that a value is missing, as tables write them, with how often they occur."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kinonym.drafting.profile import MISSING, NUMBER, Profile

__all__ = ["Marker", "find_markers", "looks_like_data"]

_SURE = frozenset({"na", "n/a", "n.a.", "nan", "null", "<na>", "#n/a", "nil", "not available", "missing", "unknown"})
_DOUBTFUL = frozenset({".", "-", "--", "none", "unk", "not known", "not stated", "no data"})
_NO_DATE = re.compile(
    r"(?:9999|2999)([-/.]?)(?:12\1(?:31|30)|01\1\d\d)(?:[T ].*)?"
    r"|(?:31|01)([-/.])(?:12|01)\2(?:9999|2999)|31129999"
    r"|0{8}|0000-00-00|00([-/.])00\3(?:0000|00)"
)
"""Dates that stand for no end or no date."""
_NINES = re.compile(r"-?9{2,}(?:\.0+)?|-9")
_FEWEST = 3


@dataclass(frozen=True)
class Marker:
    """A text that seems to mean missing, in how many cells of which columns, and whether that is beyond doubt."""

    text: str
    count: int
    columns: tuple[str, ...]
    sure: bool


def find_markers(sample: Mapping[str, Sequence[str | None]]) -> list[Marker]:
    """The markers of a table, those beyond doubt first; a recipe has one list of them for all columns.

    A doubtful one is believed where all else in its columns is numbers; nines, where they are far beyond the other
    numbers in all of them; a date such as 9999-12-31, where all else is dates.
    """
    counts = {name: Counter(value.strip() for value in values if value is not None) for name, values in sample.items()}
    texts = dict.fromkeys(text for column in counts.values() for text in column if _may_be_one(text))
    candidates = [_marker(text, {name: column for name, column in counts.items() if text in column}) for text in texts]
    return sorted((marker for marker in candidates if marker is not None), key=lambda m: (not m.sure, -m.count, m.text))


def looks_like_data(sample: Mapping[str, Sequence[str | None]]) -> bool:
    """Whether the names of most columns are numbers, or values of the same column: a first row of data."""
    odd = [
        NUMBER.fullmatch(name.strip()) is not None or name.strip() in {v.strip() for v in values if v is not None}
        for name, values in sample.items()
    ]
    return 2 * sum(odd) > len(odd)


def _may_be_one(text: str) -> bool:
    folded = text.casefold()
    return text not in MISSING and (folded in _SURE or folded in _DOUBTFUL or _is_filler(text))


def _is_filler(text: str) -> bool:
    return _NINES.fullmatch(text) is not None or _NO_DATE.fullmatch(text) is not None


def _are_otherwise_dates(column: Counter[str]) -> bool:
    rest = Counter({text: times for text, times in column.items() if not _may_be_one(text)})
    return Profile(rest, rest.total()).dates


def _marker(text: str, columns: Mapping[str, Counter[str]]) -> Marker | None:
    count, names = sum(column[text] for column in columns.values()), tuple(columns)
    if _NO_DATE.fullmatch(text):
        return Marker(text, count, names, sure=True) if all(map(_are_otherwise_dates, columns.values())) else None
    if _NINES.fullmatch(text):
        return Marker(text, count, names, sure=True) if all(_stands_out(text, c) for c in columns.values()) else None
    among_numbers = all(_otherwise_numbers(column) for column in columns.values())
    return Marker(text, count, names, sure=text.casefold() in _SURE or among_numbers)


def _otherwise_numbers(column: Counter[str]) -> bool:
    rest = [text for text in column if not _may_be_one(text) and text not in MISSING]
    return bool(rest) and all(map(NUMBER.fullmatch, rest))


def _stands_out(text: str, column: Counter[str]) -> bool:
    """Whether nines are frequent, and far beyond every other number of their column.

    Where most values are zero and no other value is as frequent as the nines, they are a top code: the greatest
    amount that the column can hold, such as a capital gain of 99999. That is an answer, not a missing one.
    """
    others = [float(other) for other in column if NUMBER.fullmatch(other) and not _NINES.fullmatch(other)]
    if column[text] < _FEWEST or not others or not _otherwise_numbers(column):
        return False
    number = float(text)
    if number > 0 and 0.0 in others and column[text] >= _most_frequent(column, text):
        return False
    return number < 0 <= min(others) if number < 0 else number > 2 * max(*others, 0.0)


def _most_frequent(column: Counter[str], text: str) -> int:
    """How often the most frequent other number that is not zero occurs."""
    rest = (count for other, count in column.items() if other != text and NUMBER.fullmatch(other) and float(other) != 0)
    return max(rest, default=0)
