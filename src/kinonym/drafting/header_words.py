"""What the words of a column name mean, in ten languages; the words themselves are in ``data/header_words.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kinonym.drafting.person_names import fold_name

__all__ = [
    "find_meanings",
    "means",
    "named_area",
    "named_code",
    "named_measurement",
    "only_means",
    "split_header",
]

_HUMP = re.compile(r"(?<=[a-z0-9à-öø-ÿ])(?=[A-ZÀ-ÖØ-Þ])|(?<=[A-Z])(?=[A-Z][a-z])")
_NO_LETTER = re.compile(r"[\W_]+|(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])")
_PARTICLES = frozenset(
    {"of", "the", "de", "del", "della", "do", "da", "des", "der", "du", "van", "von", "la", "l", "d"}
)
_UMLAUTS = (("ae", "a"), ("oe", "o"), ("ue", "u"))


@dataclass(frozen=True)
class _Vocabulary:
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
def _vocabularies() -> dict[str, _Vocabulary]:
    text = files("kinonym.drafting").joinpath("data", "header_words.toml").read_text(encoding="utf-8")
    return {meaning: _vocabulary(" ".join(by.values()).split()) for meaning, by in tomllib.loads(text).items()}


def _vocabulary(entries: Iterable[str]) -> _Vocabulary:
    plain = [entry for entry in entries if "*" not in entry]
    stars = [re.escape(entry).replace(r"\*", ".*").replace("_", "") for entry in entries if "*" in entry]
    return _Vocabulary(
        words=frozenset(entry.replace("_", "") for entry in plain),
        phrases=frozenset(tuple(entry.split("_")) for entry in plain if "_" in entry),
        patterns=re.compile("|".join(stars)) if stars else None,
    )


def split_header(name: str) -> tuple[str, ...]:
    """Words of a column name, without accents.

    >>> split_header("patientFirst_name"), split_header("Año de nacimiento"), split_header("ICD9 code")
    (('patient', 'first', 'name'), ('ano', 'de', 'nacimiento'), ('icd', '9', 'code'))
    """
    return tuple(fold_name(word) for word in _NO_LETTER.split(_HUMP.sub(" ", name.replace("·", ""))) if word)


@cache
def _spellings(name: str) -> list[tuple[str, ...]]:
    """The words of a name; with ä, ö, ü for ae, oe, ue; with glued words apart; and without `of`, `de`, `der` ….

    >>> _spellings("Tipo de contrato")
    [('tipo', 'de', 'contrato'), ('tipo', 'contrato')]
    """
    words = split_header(name)
    apart = tuple(part for word in words for part in _split_glued(word))
    bare = tuple(word for word in words if word not in _PARTICLES)
    said = bare if len(bare) > 1 else words
    return list(dict.fromkeys((words, tuple(_without_umlauts(word) for word in words), apart, said)))


def _split_glued(word: str) -> tuple[str, ...]:
    """The words that a codebook writes together, such as ``unitdischargestatus``; the word itself if it is another.

    >>> _split_glued("unitdischargestatus"), _split_glued("discharges")
    (('unit', 'discharge', 'status'), ('discharges',))
    """
    parts = _vocabularies()["glue"].words
    ways: dict[int, tuple[str, ...]] = {0: ()}
    for end in range(1, len(word) + 1):
        starts = (start for start in ways if word[start:end] in parts)
        start = next(starts, None)
        if start is not None:
            ways[end] = (*ways[start], word[start:end])
    return ways.get(len(word)) or (word,)


def _without_umlauts(word: str) -> str:
    for written, letter in _UMLAUTS:
        word = word.replace(written, letter)
    return word


def means(name: str, *meanings: str) -> bool:
    """Whether some word of a column name has one of these meanings.

    >>> means("Geburtsdatum", "birth"), means("codigo_postal", "place"), means("BehandelnderArzt", "person_role")
    (True, True, True)
    """
    known = _vocabularies()
    return any(known[meaning].covered(words) for meaning in meanings for words in _spellings(name)) or any(
        "".join(words) in known[meaning].words for meaning in meanings for words in _spellings(name)
    )


def only_means(name: str, *meanings: str) -> bool:
    """Whether every word of a column name that is not a number has one of these meanings."""
    known = _vocabularies()
    for words in _spellings(name):
        covered = set().union(*(known[meaning].covered(words) for meaning in meanings))
        if words and all(position in covered or word.isdigit() for position, word in enumerate(words)):
            return True
    return False


def find_meanings(name: str) -> set[str]:
    """All meanings that words of a column name have."""
    return {meaning for meaning in _vocabularies() if means(name, meaning)}


def named_code(column: str) -> bool:
    """Whether the name says that the column holds codes."""
    return means(column, "code") and not means(column, "measured", "age")


def named_area(column: str) -> bool:
    """Whether the name says that the column holds codes of areas, such as postal codes."""
    return means(column, "postal")


def named_measurement(column: str) -> bool:
    """Whether the name says that the column holds numbers to count with."""
    return means(column, "measured", "age", "money", "score", "body") or bool(
        {"weight", "height"} & set(split_header(column))
    )
