"""Stems of words, and words without articles, apostrophes and accents, in any language."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import cast

from kinonym.languages import Language, strip_accents
from kinonym.taxonomy.labels import fold

__all__ = ["simplify", "stemmer"]

_WORD = re.compile(r"[^\W_]+")


def stemmer(language: Language | None = None, *, accents: bool = True) -> Callable[[str], str]:
    """Return a function from a folded text to the stems of its words, with a cache of words.

    The stems are those of Porter, or those of Snowball for another language: without articles, with or without accents.
    """
    import snowballstemmer

    if language is None or language.code == "en":
        stem = cache(cast("Callable[[str], str]", snowballstemmer.stemmer("porter").stemWord))
        return lambda text: " ".join(map(stem, _WORD.findall(text)))
    known = language.stemmer in snowballstemmer.algorithms()
    in_language: Callable[[str], str] = snowballstemmer.stemmer(language.stemmer).stemWord if known else str
    stem = cache(in_language if accents else lambda word: strip_accents(in_language(word)))
    return lambda text: " ".join(map(stem, _drop_articles(_WORD.findall(text), language)))


def simplify(text: str, language: Language, *, accents: bool = True) -> str:
    """Return a folded text without apostrophes and a leading article, with or without accents.

    >>> from kinonym.languages import find_language
    >>> simplify("L’Hôpital général", find_language("fr"), accents=False)
    'hopital general'
    """
    words = _drop_articles(_WORD.findall(fold(text)), language)
    return " ".join(words if accents else map(strip_accents, words))


def _drop_articles(words: list[str], language: Language) -> list[str]:
    """Leave out articles at the beginning, unless nothing else remains."""
    first = next((at for at, word in enumerate(words) if strip_accents(word) not in language.articles), 0)
    return words[first:]
