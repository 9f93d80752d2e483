"""Forms of English words: base forms by WordNet's rules for nouns (Morphy), and other spellings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice, product

from kinonym.taxonomy.labels import fold

__all__ = ["QUALIFIER", "base_forms", "fold_exceptions", "respellings"]

# morphy(7WN): noun suffixes and their replacements.
_DETACHMENTS = (
    ("s", ""),
    ("ses", "s"),
    ("xes", "x"),
    ("zes", "z"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("men", "man"),
    ("ies", "y"),
)
_MOST_COMBINATIONS = 64
QUALIFIER = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\])\s*$")
_AMPERSAND = re.compile(r"\s*[&+]\s*")


def fold_exceptions(irregular: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Fold the irregular forms like the labels that they are compared with."""
    return {fold(form): tuple(fold(base) for base in bases) for form, bases in irregular.items()}


def base_forms(
    term: str, irregular: Mapping[str, tuple[str, ...]], is_known: Callable[[str], object]
) -> tuple[str, ...]:
    """Find known base forms of a folded noun or phrase: by exceptions, then by suffixes, then word by word.

    Examples
    --------
    >>> base_forms("attorneys general", {}, {"attorney general"}.__contains__)
    ('attorney general',)
    >>> base_forms("geese", {"geese": ("goose",)}, {"goose"}.__contains__)
    ('goose',)
    """
    whole = tuple(form for form in _base_forms_of_word(term, irregular) if is_known(form))
    if whole or " " not in term:
        return whole
    parts = [(word, *_base_forms_of_word(word, irregular)) for word in term.split(" ")]
    phrases = islice(product(*parts), 1, _MOST_COMBINATIONS)
    return tuple(phrase for phrase in map(" ".join, phrases) if is_known(phrase))


def _base_forms_of_word(word: str, irregular: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    if word in irregular:
        return irregular[word]
    return tuple(dict.fromkeys(_detach_suffixes(word)))


def _detach_suffixes(word: str) -> Iterator[str]:
    """Detach suffixes; `boxesful` keeps its ending, short words and those in -ss are unchanged (morphy(7WN))."""
    stem, ending = (word[:-3], "ful") if word.endswith("ful") else (word, "")
    if len(stem) <= 2 or stem.endswith("ss"):
        return
    for suffix, replacement in _DETACHMENTS:
        if stem.endswith(suffix) and len(stem) > len(suffix):
            yield stem[: -len(suffix)] + replacement + ending


def respellings(value: str) -> tuple[str, ...]:
    """List the value itself, the value without a trailing qualifier in brackets, and each with `and` for `&`.

    >>> respellings("Arts & Crafts (adults)")
    ('Arts & Crafts (adults)', 'Arts and Crafts (adults)', 'Arts & Crafts', 'Arts and Crafts')
    """
    texts = dict.fromkeys([value, QUALIFIER.sub("", value)])
    return tuple(dict.fromkeys(x for text in texts if text for x in (text, _AMPERSAND.sub(" and ", text))))
