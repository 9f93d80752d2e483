"""What a sample of a column shows without knowing what it means: kinds of text, and how many differ."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

__all__ = ["MISSING", "MOST_LEVELS", "NUMBER", "Profile"]

MISSING = ("", "?")
MOST_LEVELS = 30
"""No list of values longer than this goes into a recipe."""
NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)")
_PADDED = re.compile(r"0\d+")
_DATE = re.compile(
    r"\d{4}[-/.]\d{1,2}([-/.]\d{1,2}([T ].*)?)?|\d{1,2}([-/.]\d{1,2}[-/.]\d{2,4}|[- /][A-Za-z]{3}[- /]\d{4})([T ].*)?"
)
_CONTACT = re.compile(
    r"[^@\s]+@[^@\s]+\.\w+"  # mail
    r"|https?://\S+|www\.\S+"
    r"|\+?\(?\d{2,4}\)?([ /-]\d{2,}){2,}"  # telephone
    r"|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"  # UUID
)
_RANGE = re.compile(r"[\[(]?\s*(\d+(?:\.\d+)?)\s*(?:-|–|to|,|\.\.)\s*(\d+(?:\.\d+)?)\s*[\])]?")
_OPEN_RANGE = re.compile(r"(?:<=?|≤|under )\s*(\d+)|(?:>=?|≥|over )\s*(\d+)|(\d+)\s*(?:\+|and over|or more)")
_HASH = re.compile(r"[0-9a-fA-F]{16,}")
_MIXED = re.compile(r"(?=.*\d.*\d)(?=.*[A-Za-z])[A-Za-z0-9_-]{6,}")


@dataclass(frozen=True)
class Profile:
    """A column's sample: its values that are not missing, counted."""

    counts: Counter[str]
    size: int

    @classmethod
    def of(cls, values: Sequence[str | None], missing: Sequence[str] = ()) -> Profile:
        """Count a sample; None, the markers of `MISSING` and those found in the table are left out."""
        left_out = {*MISSING, *missing}
        texts = [value.strip() for value in values if value is not None and value.strip() not in left_out]
        return cls(Counter(texts), len(texts))

    @property
    def distinct(self) -> int:
        """Number of different values."""
        return len(self.counts)

    @property
    def variety(self) -> float:
        """Different values per record: 1 where no two records agree."""
        return self.distinct / self.size if self.size else 0.0

    def _share(self, pattern: re.Pattern[str]) -> float:
        return sum(n for value, n in self.counts.items() if pattern.fullmatch(value)) / max(1, self.size)

    @cached_property
    def rare(self) -> bool:
        """Whether there are many different values, and many of them occur fewer than five times."""
        return self.distinct > 20 and sum(n < 5 for n in self.counts.values()) >= self.distinct / 10

    @cached_property
    def telling(self) -> bool:
        """Whether some values are so rare that they may single a person out: seen fewer than five times."""
        return self.distinct > 1 and any(n < 5 for n in self.counts.values()) and self.size >= 20

    @cached_property
    def keys(self) -> bool:
        """Whether the values have the shape of keys: hashes, long numbers of one length, letters mixed with digits."""
        if self.distinct < 20 or self.dates:
            return False
        lengths = {len(value) for value in self.counts}
        digits = all(value.isdecimal() for value in self.counts)
        if digits:
            return lengths <= {max(lengths), max(lengths) - 1} and max(lengths) >= 6 and self.variety > 0.2
        shares = [self._share(pattern) for pattern in (_HASH, _MIXED)]
        return max(shares) >= 0.9 and len(lengths) <= 3 and self.variety > 0.2

    @cached_property
    def numeric(self) -> bool:
        """Whether every value is a number."""
        return self.size > 0 and all(map(NUMBER.fullmatch, self.counts))

    @cached_property
    def padded(self) -> bool:
        """Whether zeros stand in front of numbers, as only codes have them."""
        return any(map(_PADDED.fullmatch, self.counts))

    @cached_property
    def fractional(self) -> bool:
        """Whether some numbers have decimals."""
        return self.numeric and any("." in value for value in self.counts)

    @cached_property
    def dates(self) -> bool:
        """Whether nearly all values are dates."""
        return self._share(_DATE) >= 0.9

    @cached_property
    def contacts(self) -> bool:
        """Whether most values are mail or web addresses, telephone numbers or UUIDs."""
        return not self.dates and self._share(_CONTACT) >= 0.8

    @cached_property
    def prose(self) -> bool:
        """Whether the values are sentences rather than terms."""
        lengths = sum(n * (value.count(" ") + 1) for value, n in self.counts.items())
        return self.variety > 0.3 and lengths >= 8 * max(1, self.size)

    @cached_property
    def ranges(self) -> tuple[str, ...]:
        """The values in order if all are ranges of numbers, few, such as ``[10-20)`` or ``>80``; else nothing."""
        if not 2 <= self.distinct <= MOST_LEVELS:
            return ()
        keys = {value: _range_start(value) for value in self.counts}
        starts = [start for start in keys.values() if start is not None]
        if len(starts) < len(keys) or len(keys) < 2 or self.dates:
            return ()
        return tuple(sorted(keys, key=lambda value: (keys[value] or (0.0, 0), value)))


def _range_start(text: str) -> tuple[float, int] | None:
    """Where a range begins, None if it ends before; an open one comes before or after what begins at its limit."""
    closed = _RANGE.fullmatch(text)
    if closed:
        return (float(closed[1]), 0) if float(closed[1]) < float(closed[2]) else None
    half = _OPEN_RANGE.fullmatch(text)
    if half is None:
        return None
    below, above, over = half.groups()
    return (float(below), -1) if below else (float(above or over), 1)
