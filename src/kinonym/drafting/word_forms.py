"""The words of a column name in the forms that the vocabulary has: glued words cut, abbreviations and endings resolved.

A form that is only derived must not make a column less protected, so it is looked for among certain meanings alone.
"""

from __future__ import annotations

import re
from functools import cache

from kinonym.drafting.person_names import fold_name
from kinonym.drafting.vocabulary import meanings_of_words, vocabularies

__all__ = ["header_spellings", "known_form", "split_header"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_HUMP = re.compile(r"(?<=[a-z0-9à-öø-ÿ])(?=[A-ZÀ-ÖØ-Þ])|(?<=[A-Z])(?=[A-Z][a-z])")
_NO_LETTER = re.compile(r"[\W_]+|(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])")
_PARTICLES = frozenset(
    {"of", "the", "de", "del", "della", "do", "da", "des", "der", "du", "van", "von", "la", "l", "d"}
)
_UMLAUTS = (("ae", "a"), ("oe", "o"), ("ue", "u"))
_ENDINGS = ("s", "es", "en", "n", "e", "er", "i", "a", "o", "as", "os", "ne", "nes", "ns", "ar", "or", "y", "ow", "et")
_SHORTEST_STEM, _SHORTEST_ABBREVIATION, _SHORTEST_DOTTED = 4, 4, 3
_SHORTEST_COMPOUND, _SHORTEST_HEAD, _SHORTEST_MODIFIER = 8, 4, 3
_ONLY_DOTTED = frozenset({"person_role", "contact", "official_number"})
_LONGEST_ABBREVIATION = 0.6
"""Of the whole word: longer beginnings are other words, such as `drink` of `drinking`."""
_NO_ABBREVIATIONS = _words("""
    with have from where when what than that this then also each every some most very well your more than into
    over para como pour avec dans sans wird sind oder nach beim voor naar over door bij przy przed inom efter
    till con per main data info item list text other farm post port test case term plan size site form rate note
    part mark trans comp cont inter fran mot mellan under zwischen desde hasta hacia depuis vers verso dopo
    antes depois tussen przez miedzy last
""")
_DERIVED = (
    "weight", "illness", "finding", "offence", "birth", "background", "occupation", "education", "family", "health",
    "body", "discharge", "outcome", "money", "score", "judgement", "support", "care", "standing", "main_diagnosis",
    "place", "person_role", "contact", "official_number", "age", "sex", "date", "diagnosis",
)  # fmt: skip
"""Meanings that an abbreviation or the last part of a compound may have."""


@cache
def split_header(name: str) -> tuple[str, ...]:
    """Words of a column name, without accents.

    >>> split_header("patientFirst_name"), split_header("Año de nacimiento"), split_header("ICD9 code")
    (('patient', 'first', 'name'), ('ano', 'de', 'nacimiento'), ('icd', '9', 'code'))
    """
    return tuple(fold_name(word) for word in _NO_LETTER.split(_HUMP.sub(" ", name.replace("·", ""))) if word)


@cache
def header_spellings(name: str) -> list[tuple[str, ...]]:
    """The words of a name, and further forms of them.

    These are: ä, ö, ü for ae, oe, ue; glued words apart; without `of`, `de`, `der` …; each unknown word as the known
    one that it abbreviates, inflects or ends in.

    >>> header_spellings("Tipo de contrato")
    [('tipo', 'de', 'contrato'), ('tipo', 'contrato')]
    """
    words = split_header(name)
    apart = tuple(part for word in words for part in _split_glued(word))
    bare = tuple(word for word in words if word not in _PARTICLES)
    short = bare if len(bare) > 1 else words
    dotted = {fold_name(word) for word in re.findall(r"[^\W\d_]+(?=\.)", name)}
    known = tuple(known_form(word, dotted=word in dotted) or word for word in short)
    return list(dict.fromkeys((words, tuple(_without_umlauts(word) for word in words), apart, short, known)))


def _split_glued(word: str) -> tuple[str, ...]:
    """The words that a codebook writes together, such as ``unitdischargestatus``; the word itself if it is another.

    >>> _split_glued("unitdischargestatus"), _split_glued("discharges")
    (('unit', 'discharge', 'status'), ('discharges',))
    """
    parts = vocabularies()["glue"].words
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


@cache
def known_form(word: str, *, dotted: bool = False) -> str | None:
    """The known word that an unknown one inflects, abbreviates or ends in; None if it is known or there is none.

    >>> known_form("nacim"), known_form("empleos"), known_form("lieblingssport"), known_form("age")
    ('nacimiento', 'empleo', 'sport', None)
    """
    if word.isdigit() or _is_known(word):
        return None
    return _stem(word) or _unabbreviated(word, dotted=dotted) or _head(word)


def _is_known(word: str) -> bool:
    return bool(meanings_of_words((word,))) or word in _words_of_phrases()


@cache
def _words_of_phrases() -> frozenset[str]:
    return frozenset(word for vocabulary in vocabularies().values() for phrase in vocabulary.phrases for word in phrase)


@cache
def _derivable() -> dict[str, frozenset[str]]:
    """Each whole word of the meanings that may be derived → these meanings."""
    known = vocabularies()
    joined = {"".join(phrase) for vocabulary in known.values() for phrase in vocabulary.phrases}
    words = {word for meaning in _DERIVED for word in known[meaning].words - joined if word.isalpha()}
    return {word: frozenset(m for m in _DERIVED if known[m].has_word(word)) for word in words}


def _stem(word: str) -> str | None:
    """The known word of which this one is the plural or another form."""
    stems = (word.removesuffix(ending) for ending in _ENDINGS if word.endswith(ending))
    forms = (stem + ending for stem in stems if len(stem) >= _SHORTEST_STEM for ending in ("", *_ENDINGS))
    return next((form for form in forms if form in _derivable()), None)


def _unabbreviated(word: str, *, dotted: bool) -> str | None:
    """The shortest known word that begins so, if all that begin so share a meaning."""
    if len(word) < (_SHORTEST_DOTTED if dotted else _SHORTEST_ABBREVIATION):
        return None
    if word in _NO_ABBREVIATIONS:
        return None
    longer = len(word) / _LONGEST_ABBREVIATION
    meant = {known: how for known, how in _derivable().items() if known.startswith(word) and len(known) >= longer}
    shared = frozenset.intersection(*meant.values()) if meant else frozenset()
    if not shared or (not dotted and shared <= _ONLY_DOTTED):
        return None
    return min(meant, key=lambda known: (len(known), known))


def _head(word: str) -> str | None:
    """The known word that a compound of German, Dutch or Swedish ends in."""
    if len(word) < _SHORTEST_COMPOUND:
        return None
    heads = (word[start:] for start in range(_SHORTEST_MODIFIER, len(word) - _SHORTEST_HEAD + 1))
    return next((head for head in heads if head in _derivable()), None)
