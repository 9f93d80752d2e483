"""Why a column should perhaps not be released as it is: one rule for `mask`, which refuses it, and for `init`.

A draft drops what `mask` would refuse. Both see counts only, of the whole table or of a sample.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from kinonym.drafting.person_keys import FEWEST_KEYS, has_key_shape

__all__ = ["ColumnFacts", "SampleFacts", "find_doubt", "find_key_doubt", "holds_sentences", "is_nearly_unique"]

_FEWEST = 20
_NEARLY_UNIQUE = 0.95
_MOSTLY_DIFFERENT = 0.5
_WORDS = 5
_MORE_KEYS = FEWEST_KEYS * 3 // 2
_DECIMAL = re.compile(r"\s*[+-]?(\d+[.,]\d+|\d+([.,]\d*)?[eE][+-]?\d+)\s*")


class ColumnFacts(Protocol):
    """Counts of a column."""

    @property
    def present(self) -> int:
        """Values that are not missing."""

    @property
    def distinct(self) -> int:
        """Distinct ones among them."""

    @property
    def words(self) -> float:
        """Mean number of words of a value."""

    @property
    def decimal(self) -> bool:
        """Whether every value is a number with a fraction or an exponent."""


@dataclass(frozen=True)
class SampleFacts:
    """The counts of a sample, taken as an engine takes them of a table."""

    counts: Mapping[str, int]

    @classmethod
    def of(cls, values: Sequence[str | None], missing: Collection[str]) -> SampleFacts:
        """Count the texts unchanged, without the markers of missing values."""
        return cls(Counter(value for value in values if value is not None and value not in missing))

    @property
    def present(self) -> int:
        """Values that are not missing."""
        return sum(self.counts.values())

    @property
    def distinct(self) -> int:
        """Distinct ones among them."""
        return len(self.counts)

    @property
    def words(self) -> float:
        """Mean number of words of a value."""
        return sum(n * len(value.split()) for value, n in self.counts.items()) / max(1, self.present)

    @property
    def decimal(self) -> bool:
        """Whether every value is a number with a fraction or an exponent."""
        return bool(self.counts) and all(map(_DECIMAL.fullmatch, self.counts))


def find_doubt(facts: ColumnFacts) -> str | None:
    """Why a column should perhaps not be released; None if it may."""
    if facts.present < _FEWEST:
        return None
    sentences = holds_sentences(facts)
    if not sentences and (facts.decimal or not is_nearly_unique(facts)):
        return None
    what = "free text" if sentences else "an identifier"
    return f"looks like {what}: {facts.distinct} different values in {facts.present} rows"


def find_key_doubt(column: str, counts: Mapping[str, int], *, fewest: int = _MORE_KEYS) -> str | None:
    """Why a column looks like a key with repeated values; None if it does not.

    ``fewest``: distinct values that it must have; a draft takes `FEWEST_KEYS`, so that it drops more than is refused.
    """
    if not has_key_shape(column, counts, fewest=fewest):
        return None
    return f"looks like a key: {len(counts)} different values in {sum(counts.values())} rows"


def holds_sentences(facts: ColumnFacts) -> bool:
    """Many words in a cell, and seldom the same ones twice."""
    enough = facts.present >= _FEWEST
    return enough and facts.words >= _WORDS and facts.distinct >= _MOSTLY_DIFFERENT * facts.present


def is_nearly_unique(facts: ColumnFacts) -> bool:
    """Nearly every row has another value."""
    return facts.present > 1 and facts.distinct >= _NEARLY_UNIQUE * facts.present
