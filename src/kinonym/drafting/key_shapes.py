"""Shapes of keys with signs and blanks: the same letters, digits and signs at the same places in every value.

Keys of letters and digits alone are in `profile` and `person_keys`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection

__all__ = ["are_shaped_keys"]

_MOST_SHAPES, _MOSTLY = 3, 0.95
_FEWEST_DIGITS, _FEWEST_SIGNS = 4, 6
_EXPLAINED = re.compile(
    r"[+-]?[\d.,]+"  # a number
    r"|[A-Za-z]{2,12}:[\w.-]+"  # a concept of an ontology, such as HP:0001250
    r"|\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?"  # a time of day
    r"|\d+(?:\.\d+)? ?(?:-|–|to|/) ?\d+(?:\.\d+)?"  # an interval or a ratio
)
_RATIO = re.compile(r"\d{4,} ?[-–/] ?\d+|\d* ?[-–/] ?\d{4,}|\d{3}-\d{3,}")
_LONG = re.compile(r"(?=(?:\D*\d){3})(?=[^A-Za-z]*[A-Za-z])[\w+/=-]{12,}")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_DIGIT, _SMALL, _CAPITAL = re.compile(r"\d"), re.compile(r"[a-zß-öø-ÿ]"), re.compile(r"[A-ZÀ-ÖØ-Þ]")


def are_shaped_keys(values: Collection[str], *, fewest: int = 20) -> bool:
    """Whether nearly all of many values have one of a few shapes with at least four digits, years apart, or are long.

    >>> are_shaped_keys([f"AB-{number} C" for number in range(1000, 1040)])
    True
    >>> are_shaped_keys([f"{hour}:{minute}" for hour in range(10, 15) for minute in range(10, 20)])
    False
    """
    if len(values) < fewest:
        return False
    long = sum(_LONG.fullmatch(value) is not None for value in values)
    shapes = Counter(map(_shape_of, filter(_may_be_key, values)))
    return max(long, sum(times for _, times in shapes.most_common(_MOST_SHAPES))) >= _MOSTLY * len(values)


def _may_be_key(value: str) -> bool:
    """Whether a value has at least four digits besides years, and its form does not explain it otherwise."""
    bare = _YEAR.sub("", value)
    if _EXPLAINED.fullmatch(value) and not _RATIO.fullmatch(bare):
        return False
    return len(_DIGIT.findall(bare)) >= _FEWEST_DIGITS and sum(map(str.isalnum, value)) >= _FEWEST_SIGNS


def _shape_of(value: str) -> str:
    """The value with 9 for each digit, a for each small letter and A for each capital.

    >>> _shape_of("MIB 4711/23 x")
    'AAA 9999/99 a'
    """
    return _CAPITAL.sub("A", _SMALL.sub("a", _DIGIT.sub("9", value)))
