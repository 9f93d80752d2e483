"""Columns with several words of an ontology, joined by a separator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping as Dictionary
from dataclasses import dataclass

from kinonym.drafting.fitting import Fit, best_fit
from kinonym.drafting.profile import Profile
from kinonym.taxonomy import Taxonomy

__all__ = ["JoinedWords", "joined_words"]

_SEPARATORS = ("|", ";", ",")
_JOINED = 0.1
"""A separator stands in at least this share of the records."""


@dataclass(frozen=True)
class JoinedWords:
    """The separator, the words, and the ontology that knows them."""

    separator: str
    words: Profile
    fit: Fit


def joined_words(profile: Profile, ontologies: Dictionary[str, Taxonomy]) -> JoinedWords | None:
    """The separator with parts that an ontology covers; None if there is none."""
    for separator in _SEPARATORS:
        joined = sum(times for text, times in profile.counts.items() if separator in text.strip(separator + " "))
        if joined < _JOINED * max(1, profile.size):
            continue
        words = _parts(profile, separator)
        fit = best_fit(words, ontologies)
        if fit is not None and fit.enough:
            return JoinedWords(separator, words, fit)
    return None


def _parts(profile: Profile, separator: str) -> Profile:
    """The parts of all cells, counted by record."""
    counts: Counter[str] = Counter()
    for text, times in profile.counts.items():
        for part in {part.strip() for part in text.split(separator)} - {""}:
            counts[part] += times
    return Profile(counts, counts.total())
