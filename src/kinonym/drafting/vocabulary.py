"""The words of column names by meaning, in ten languages; the words themselves are in ``data``."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

__all__ = ["Vocabulary", "meanings_of_words", "vocabularies"]


_FILES = ("header_words.toml", "register_words.toml")


@dataclass(frozen=True)
class Vocabulary:
    """The words of one meaning: whole words and phrases, and the patterns with a star."""

    words: frozenset[str]
    phrases: frozenset[tuple[str, ...]]
    patterns: re.Pattern[str] | None

    def has_word(self, word: str) -> bool:
        """Whether one word has this meaning."""
        return word in self.words or (self.patterns is not None and self.patterns.fullmatch(word) is not None)

    def covered(self, words: Sequence[str]) -> set[int]:
        """The positions of the words that have this meaning, alone or as part of a phrase."""
        found = {position for position, word in enumerate(words) if self.has_word(word)}
        for length in range(2, 5):
            for start in range(len(words) - length + 1):
                if tuple(words[start : start + length]) in self.phrases:
                    found |= set(range(start, start + length))
        return found


@cache
def vocabularies() -> dict[str, Vocabulary]:
    """Meaning → its words."""
    entries: defaultdict[str, list[str]] = defaultdict(list)
    for name in _FILES:
        text = files("kinonym.drafting").joinpath("data", name).read_text(encoding="utf-8")
        for meaning, lines in tomllib.loads(text).items():
            entries[meaning] += " ".join(lines.values()).split()
    return {meaning: _vocabulary(words) for meaning, words in entries.items()}


def meanings_of_words(words: tuple[str, ...]) -> set[str]:
    """The meanings that the words have: one of them alone, some of them as a phrase, or all of them written together.

    This is what `Vocabulary.covered` says of every meaning, looked up by word instead of meaning by meaning.
    """
    found = set().union(*map(_meanings_of_word, words))
    exact = _exact_entries()
    for length in range(2, 5):
        for start in range(len(words) - length + 1):
            found |= exact.get(words[start : start + length], frozenset())
    return found | exact.get(("".join(words),), frozenset())


@cache
def _meanings_of_word(word: str) -> frozenset[str]:
    return frozenset(meaning for meaning, vocabulary in vocabularies().items() if vocabulary.has_word(word))


@cache
def _exact_entries() -> dict[tuple[str, ...], frozenset[str]]:
    """Each phrase, and each whole word as a phrase of one → the meanings that have it."""
    meanings: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    for meaning, vocabulary in vocabularies().items():
        for entry in (*vocabulary.phrases, *((word,) for word in vocabulary.words)):
            meanings[entry].add(meaning)
    return {entry: frozenset(found) for entry, found in meanings.items()}


def _vocabulary(entries: Iterable[str]) -> Vocabulary:
    plain = [entry for entry in entries if "*" not in entry]
    stars = [re.escape(entry).replace(r"\*", ".*").replace("_", "") for entry in entries if "*" in entry]
    return Vocabulary(
        words=frozenset(entry.replace("_", "") for entry in plain),
        phrases=frozenset(tuple(entry.split("_")) for entry in plain if "_" in entry),
        patterns=re.compile("|".join(stars)) if stars else None,
    )
