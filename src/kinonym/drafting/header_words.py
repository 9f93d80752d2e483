"""What a column name means: which meanings of the vocabulary its words have, and which units it names."""

from __future__ import annotations

import re
from functools import cache

from kinonym.drafting.vocabulary import meanings_of_words, vocabularies
from kinonym.drafting.word_forms import header_spellings, split_header

__all__ = [
    "DESCRIBED",
    "find_meanings",
    "means",
    "named_area",
    "named_code",
    "named_measurement",
    "names_currency",
    "only_means",
    "rest_means",
    "split_header",
]

DESCRIBED = (
    "qualifier", "age", "sex", "birth", "place", "background", "occupation", "education", "family", "health", "body",
    "discharge", "outcome", "money", "score", "date", "tenure", "illness", "finding", "offence", "weight", "diagnosis",
)  # fmt: skip
"""Meanings of headers that describe a person or a case rather than name or number one."""
_CURRENCY = re.compile(
    r"[€$£¥]|\b(?:eur|euros?|usd|gbp|chf|sek|nok|dkk|pln|zl|kr|kronor|pounds?|dollars?|brl|mxn|k€|tsek|tkr|ksek)\b",
    re.IGNORECASE,
)


def means(name: str, *meanings: str) -> bool:
    """Whether some word of a column name has one of these meanings.

    >>> means("Geburtsdatum", "birth"), means("codigo_postal", "place"), means("BehandelnderArzt", "person_role")
    (True, True, True)
    """
    return not find_meanings(name).isdisjoint(meanings)


def only_means(name: str, *meanings: str) -> bool:
    """Whether every word of a column name that is not a number has one of these meanings."""
    known = vocabularies()
    for words in header_spellings(name):
        covered = set().union(*(known[meaning].covered(words) for meaning in meanings))
        if words and all(position in covered or word.isdigit() for position, word in enumerate(words)):
            return True
    return False


def rest_means(name: str, meaning: str, *others: str) -> bool:
    """Whether the words of a column name that do not have one meaning have one of some others.

    >>> rest_means("school attended", "process", "education"), rest_means("paid", "process", "money")
    (True, False)
    """
    vocabulary = vocabularies()[meaning]
    for words in header_spellings(name):
        covered = vocabulary.covered(words)
        rest = " ".join(word for position, word in enumerate(words) if position not in covered)
        if covered and rest and means(rest, *others):
            return True
    return False


@cache
def find_meanings(name: str) -> frozenset[str]:
    """Return all meanings that words of a column name have; looked up once for each name."""
    return frozenset().union(*map(meanings_of_words, header_spellings(name)))


def named_code(column: str) -> bool:
    """Whether the name says that the column holds codes."""
    return means(column, "code") and not means(column, "measured", "age")


def named_area(column: str) -> bool:
    """Whether the name says that the column holds codes of areas, such as postal codes."""
    return means(column, "postal")


def named_measurement(column: str) -> bool:
    """Whether the name says that the column holds numbers to count with."""
    return means(column, "measured", "age", "money", "score", "body", "weight", "finding")


def names_currency(column: str) -> bool:
    """Whether the name has the sign or the code of a currency.

    >>> names_currency("Rent (£)"), names_currency("kwota_zł"), names_currency("Kreatinin")
    (True, True, False)
    """
    return _CURRENCY.search(" ".join((column.replace("_", " "), *split_header(column)))) is not None
