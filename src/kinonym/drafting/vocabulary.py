"""The words of column names by meaning, in ten languages; the words themselves are in ``data/header_words.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

__all__ = ["Vocabulary", "vocabularies"]


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
    text = files("kinonym.drafting").joinpath("data", "header_words.toml").read_text(encoding="utf-8")
    return {meaning: _vocabulary(" ".join(by.values()).split()) for meaning, by in tomllib.loads(text).items()}


def _vocabulary(entries: Iterable[str]) -> Vocabulary:
    plain = [entry for entry in entries if "*" not in entry]
    stars = [re.escape(entry).replace(r"\*", ".*").replace("_", "") for entry in entries if "*" in entry]
    return Vocabulary(
        words=frozenset(entry.replace("_", "") for entry in plain),
        phrases=frozenset(tuple(entry.split("_")) for entry in plain if "_" in entry),
        patterns=re.compile("|".join(stars)) if stars else None,
    )
