"""What a sample of a column shows without knowing what it means: kinds of text, and how many differ."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from kinonym.drafting.compact_dates import are_compact_dates
from kinonym.drafting.key_shapes import are_shaped_keys
from kinonym.drafting.number_shapes import look_like_places, looks_measured
from kinonym.drafting.ordered_scales import order_scale
from kinonym.drafting.value_shapes import GROUPED, MEASURED, find_shape, has_contact_inside

__all__ = ["MISSING", "MOST_LEVELS", "NUMBER", "Profile"]

MISSING = ("", "?")
MOST_LEVELS = 30
"""No list of values longer than this goes into a recipe."""
NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)")
_FLOATED = re.compile(r"[+-]?\d{4,}\.0")
_PADDED = re.compile(r"0\d+(?:\.\d+)?")
_DATE = re.compile(
    r"\d{4}[-/.](0?[1-9]|1[0-2])([-/.]\d{1,2}([T ].*)?)?"
    r"|\d{1,2}([-/.]\d{1,2}[-/.]\d{2,4}|[- /][A-Za-z]{3}[- /]\d{2,4})([T ].*)?"
    r"|\d{1,2}(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\d{2,4}"
)
_FEW_VALUES, _MANY = 20, 50
_FREQUENT, _FREQUENT_SHARE = 50, 0.05
_FEWEST_UNIQUE, _NEARLY_UNIQUE = 20, 0.95
_MOSTLY = 0.5
_HASH = re.compile(r"[0-9a-fA-F]{16,}")
_MIXED = re.compile(r"(?=.*\d.*\d)(?=.*[A-Za-z])[A-Za-z0-9_-]{6,}")


@dataclass(frozen=True)
class Profile:
    """A column's sample: its values that are not missing, counted."""

    counts: Counter[str]
    size: int
    rows: int = 0
    """All rows of the sample, those that miss a value included."""

    @classmethod
    def of(cls, values: Sequence[str | None], missing: Sequence[str] = ()) -> Profile:
        """Count a sample; None, the markers of `MISSING` and those found in the table are left out."""
        left_out = {*MISSING, *missing}
        texts = [value.strip() for value in values if value is not None and value.strip() not in left_out]
        if texts and all(map(_FLOATED.fullmatch, texts)):
            texts = [text.removesuffix(".0") for text in texts]  # whole numbers that a program saved as floats
        return cls(Counter(texts), len(texts), len(values))

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
    def harmless(self) -> bool:
        """Whether values are few, and each is in 5 % of the rows or in 50, whichever is less; never below 50 rows."""
        lowest = min(_FREQUENT_SHARE * max(self.rows, self.size), _FREQUENT)
        return self.size >= _FREQUENT and self.distinct <= _FEW_VALUES and min(self.counts.values()) >= lowest

    @cached_property
    def constant(self) -> bool:
        """Whether every row has the same value, of at least 50 rows."""
        return self.size >= _FREQUENT and self.distinct == 1 and self.size == max(self.rows, self.size)

    @cached_property
    def unique(self) -> bool:
        """Whether nearly every row has a value that no other row has, of at least 20 rows."""
        return self.size >= _FEWEST_UNIQUE and self.variety >= _NEARLY_UNIQUE

    @cached_property
    def keys(self) -> bool:
        """Whether the values have the shape of keys: hashes, long numbers of one length, letters mixed with digits."""
        if self.distinct < 20 or self.dates:
            return False
        if not self.measured and are_shaped_keys(self.counts):
            return True
        if not (self.variety > 0.2 or self.distinct > _MANY):
            return False
        lengths = {len(value) for value in self.counts}
        if all(value.isdecimal() for value in self.counts):
            one_length = lengths <= {max(lengths), max(lengths) - 1} and max(lengths) >= 6
            return one_length and not looks_measured(self.counts, self.size)
        shares = [self._share(pattern) for pattern in (_HASH, _MIXED)]
        return max(shares) >= 0.9 and len(lengths) <= 3

    @cached_property
    def measured(self) -> bool:
        """Whether the values are measurements: numbers with decimals, units or a continuous distribution."""
        if not self.numeric:
            grouped = self.size > 0 and all(map(GROUPED.fullmatch, self.counts))
            digits = {re.sub(r"\D", "", value) for value in self.counts} if grouped else set()
            return self._share(MEASURED) >= 0.9 and (not grouped or looks_measured(digits, self.size))
        return not self.padded and looks_measured(self.counts, self.size)

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
        return self.numeric and not self.padded and any("." in value for value in self.counts)

    @cached_property
    def places(self) -> bool:
        """Whether the values look like latitudes or longitudes."""
        return self.fractional and look_like_places(self.counts)

    @cached_property
    def dates(self) -> bool:
        """Whether nearly all values are dates, also of eight, twelve or fourteen digits."""
        return self._share(_DATE) >= 0.9 or are_compact_dates(self.counts)

    @cached_property
    def shape(self) -> str | None:
        """What most values are by their shape, such as e-mail addresses; None for anything else."""
        if self.dates or (self.numeric and self.measured):
            return None
        shapes: Counter[str | None] = Counter()
        for value, times in self.counts.items():
            shapes[find_shape(value)] += times
        found = [shape for shape in shapes if shape is not None]
        if sum(shapes[shape] for shape in found) < _MOSTLY * max(1, self.size):
            return None
        return max(found, key=lambda shape: shapes[shape])

    @cached_property
    def contacts(self) -> bool:
        """Whether values point to a person by their shape, or an address stands in a fifth of them or more."""
        if self.dates or self.numeric:
            return self.shape is not None
        inside = sum(times for value, times in self.counts.items() if has_contact_inside(value))
        return self.shape is not None or inside >= 0.2 * max(1, self.size)

    @cached_property
    def words(self) -> float:
        """Mean number of words in a value."""
        return sum(times * len(value.split()) for value, times in self.counts.items()) / max(1, self.size)

    @cached_property
    def prose(self) -> bool:
        """Whether the values are sentences rather than terms: many words, and seldom the same ones twice."""
        return (self.variety > 0.3 and self.words >= 8) or (self.variety >= 0.5 and self.words >= 5)

    @cached_property
    def ranges(self) -> tuple[str, ...]:
        """The values in order if they are the steps of a scale, such as ``[10-20)``, ``>80`` or ``often``."""
        return () if self.dates or not 2 <= self.distinct <= MOST_LEVELS else order_scale(tuple(self.counts))
