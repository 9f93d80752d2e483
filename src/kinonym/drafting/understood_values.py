"""What single values are, without their column: words that a vocabulary knows, or shapes of names and codes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from kinonym.drafting.known_words import KnownWords
from kinonym.drafting.person_names import fold_name, kind_of_name
from kinonym.drafting.value_roles import is_common_word
from kinonym.drafting.value_shapes import GROUPED, MEASURED
from kinonym.drafting.vocabulary import vocabularies

__all__ = [
    "are_known_names",
    "are_like_initials",
    "are_like_names",
    "are_like_staff_codes",
    "is_understood",
    "share_of_figures",
    "share_of_values",
]

_FIGURE = re.compile(r"[<>≤≥~=]{0,2} ?[+-]?\d+(?:[.,' ]\d+)*(?: ?%|[kKM])?")
_VERSION = re.compile(r"v?\d{1,2}(?:\.\d{1,3}){1,3}|(?:19|20)\d\d(?:[/-](?:19|20)?\d\d)?|[1-4][QTS]|[QTS][1-4]")
_GRADE = re.compile(r"[A-Za-z]?\d{0,2}[+-]?|\d{1,2}[a-zA-Z]?[+-]?|[IVX]{1,4}[a-cA-C]?|\d{1,2} ?[-/–] ?\d{1,2}")
_ROMAN = re.compile(r"[IVX]+")
_DIGIT = re.compile(r"\d")
_ADDED = re.compile(r"\s*\([^()]*\)$|^\w+:\s*")
_MONTH = re.compile(
    r"(?:jan|ene|gen|janv|sty|feb|fev|febr|fevr|lut|mar|mrt|mrz|mars|marc|apr|abr|avr|kwi|may|mai|maj|mei|mag|maig|jun|juin"
    r"|giu|juny|cze|jul|juil|lug|lip|aug|ago|aou|aout|sie|sep|sept|set|wrz|oct|okt|ott|out|paz|nov|lis|dec|dez|dic|des|gru)"
    r"\w*[-/. ]{1,2}(?:19|20)?\d\d",
    re.IGNORECASE,
)
_NAME_WORD = re.compile(r"[^\W\d_a-zß-öø-ÿ][^\W\d_]+(?:['’-][^\W\d_]+)*[,.]?")
_INITIALS = re.compile(r"[^\W\d_a-z]{2,3}|(?:[^\W\d_][.-] ?){2,3}|(?:[^\W\d_][.-] ?){1,2}[^\W\d_]")
_LOGIN = re.compile(r"[^\s@\\]+[@\\]\S+|@\w+|[a-z]{3,}[._][a-z]{3,}")
_NUMBERED = re.compile(r"[A-Za-z]\d\d")
_MANY_NUMBERED = 10
_SERIAL = re.compile(r"([A-Za-z]{2,})(\d{2,})")
_GROUPS = re.compile(r"[A-Z]{1,3}(?:[-/][A-Z]{1,3})+")
_PARTICLES = frozenset(
    ["de", "del", "la", "di", "da", "do", "dos", "des", "der", "den", "van", "von", "el", "y", "i", "e", "und"]
)
_ENDINGS = re.compile(
    r".{3,}(?:ado|ada|ido|ida|cion|ciones|dad|miento|ato|ata|uto|uta|zione|zioni|mento|tat|cao|coes|dade|ement|ee|ees|tion"
    r"|ions|ung|ungen|keit|heit|schaft|ing|ed|heid|owany|owana|owane|anie|enie|osc|ning|ningar|else|ade|ica|ico|ique"
    r"|isch|logia|logie|logi|grafia|graphie|itis|ite|oma|osi|osis|ose|able|ible)"
)
"""Endings that words have and names seldom: participles, abstract nouns, branches of knowledge, illnesses."""
_SHORT = 3
_SOME, _HARDLY_ANY = 0.2, 0.2


def is_understood(value: str, known: KnownWords) -> bool:
    """Whether a value is a word or phrase that some vocabulary knows, in any of the ten languages, or a small grade.

    >>> [is_understood(value, KnownWords()) for value in ("Pending", "4.2.1", "2b", "Grabowiecki", "JSM", "4711")]
    [True, True, True, False, False, False]
    """
    if _VERSION.fullmatch(value) or _GRADE.fullmatch(value) or is_common_word(value):
        return True
    if MEASURED.fullmatch(value):
        return GROUPED.fullmatch(value) is None
    text = _ADDED.sub("", value)
    if (
        _MONTH.fullmatch(text)
        or len(text) < _SHORT
        or (len(text) == _SHORT and text.isupper())
        or len(_DIGIT.findall(text)) > 1
    ):
        return _MONTH.fullmatch(text) is not None
    if known.is_word(text):
        return True
    words = [word for word in re.split(r"[^\w]+", fold_name(text)) if len(word) > _SHORT]
    return bool(words) and 2 * sum(_is_plain_word(word, known) for word in words) > len(words)


def _is_plain_word(word: str, known: KnownWords) -> bool:
    if known.is_word(word) or _ENDINGS.fullmatch(word):
        return True
    return any(word in vocabulary.words for vocabulary in vocabularies().values())


def share_of_values(counts: Iterable[str], test: Callable[[str], bool]) -> float:
    """Share of the distinct values that pass a test."""
    values = list(counts)
    return sum(map(test, values)) / max(1, len(values))


def share_of_figures(counts: Mapping[str, int]) -> float:
    """Share of the rows with a number, perhaps with a sign, a unit or a currency: the others say why there is none."""
    figures = sum(n for value, n in counts.items() if _FIGURE.fullmatch(value) or MEASURED.fullmatch(value))
    return figures / max(1, sum(counts.values()))


def are_like_names(counts: Iterable[str], known: KnownWords, *, least: float = 0.6) -> bool:
    """Whether most values are written as names or logins are and no vocabulary understands them.

    >>> are_like_names(["Tramel Okwu", "J. Brzask", "Liesk, Dorna"], KnownWords())
    True
    >>> are_like_names(["Scompenso cardiaco", "Frattura del femore", "Polmonite"], KnownWords())
    False
    """
    return share_of_values(counts, lambda value: _is_like_name(value) and not is_understood(value, known)) >= least


def are_known_names(counts: Iterable[str], known: KnownWords) -> bool:
    """Whether some values are names that the table of names knows, and hardly any is a word that says something.

    >>> are_known_names(["Ruggeri", "Santoro", "Zanetti", "Esposti"], KnownWords())
    True
    """
    values = list(counts)
    named = share_of_values(values, lambda value: value[:1].isupper() and kind_of_name(value).islower())
    return named >= _SOME and share_of_values(values, lambda value: is_understood(value, known)) <= _HARDLY_ANY


def _is_like_name(value: str) -> bool:
    if _LOGIN.fullmatch(value):
        return True
    added = _ADDED.search(value) is not None
    words = [word for word in re.split(r"[\s/_-]+", _ADDED.sub("", value)) if word not in _PARTICLES]
    words = [word for word in words if not _ROMAN.fullmatch(word)]
    initials = [word for word in words if len(word.strip(".,-")) == 1 or re.fullmatch(r"(?:[^\W\d_]\.)+", word)]
    names = [word for word in words if word not in initials]
    return (2 - added) <= len(words) <= 4 and bool(names) and all(map(_NAME_WORD.fullmatch, names))


def are_like_staff_codes(counts: Iterable[str], known: KnownWords) -> bool:
    """Whether most values are initials, or letters with digits, or numbers with signs, that nothing explains.

    >>> are_like_staff_codes(["JSM", "AKB", "T.W."], KnownWords()), are_like_staff_codes(["A", "B", "C"], KnownWords())
    (True, False)
    """
    return share_of_values(counts, lambda value: _is_like_code(value) and not is_understood(value, known)) >= 0.6


def are_like_initials(counts: Iterable[str], known: KnownWords) -> bool:
    """Whether most values are two or three capitals, perhaps with points, that no vocabulary knows."""
    return share_of_values(counts, lambda value: bool(_INITIALS.fullmatch(value)) and not known.is_word(value)) >= 0.8


def are_serial_codes(counts: Iterable[str]) -> bool:
    """Whether all values are numbers of one length behind the same two or more letters, as staff have them.

    One letter is enough for many numbers of two digits.

    >>> are_serial_codes(["ENQ45", "ENQ08"]), are_serial_codes(["U16", "U18"]), are_serial_codes(["KM93", "Desk"])
    (True, False, False)
    """
    values = list(counts)
    serials = [_SERIAL.fullmatch(value) for value in values]
    if len(values) >= _MANY_NUMBERED and all(map(_NUMBERED.fullmatch, values)):
        return len({value[0] for value in values}) == 1
    return all(serials) and len({(match[1], len(match[2])) for match in serials if match is not None}) == 1


def _is_like_code(value: str) -> bool:
    return bool(_INITIALS.fullmatch(value) or _GROUPS.fullmatch(value) or len(_DIGIT.findall(value)) > 1)
