"""What a draft releases unchanged needs evidence of its kind in the data; without it, it is protected.

Headers mislead: below `status` there may be the initials of a team. So a column is released only if its values are
measurements or amounts, steps of an order, words that a vocabulary knows, or a few frequent terms below a header that
speaks of findings. Everything else is an identifier if it looks like keys, names or typed texts, otherwise a
quasi-identifier.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kinonym.drafting.guess import Guess
from kinonym.drafting.header_words import find_meanings, means, named_code, names_currency
from kinonym.drafting.key_shapes import are_shaped_keys
from kinonym.drafting.known_words import KnownWords
from kinonym.drafting.profile import Profile
from kinonym.drafting.questions import is_question, is_statement
from kinonym.drafting.understood_values import (
    are_known_names,
    are_like_initials,
    are_like_names,
    are_like_staff_codes,
    are_serial_codes,
    is_understood,
    share_of_figures,
    share_of_values,
)
from kinonym.drafting.value_roles import are_judgements, are_outcomes, are_treatments, are_units

__all__ = ["protect_without_evidence"]

_FINDINGS = (
    "judgement", "support", "care", "main_diagnosis", "illness", "finding", "offence", "diagnosis", "outcome",
    "discharge", "borrowed", "reason_alone",
)  # fmt: skip
_FEW_TERMS, _ROWS_PER_TERM, _FEW_PEOPLE = 20, 3, 4
_MOST_UNDERSTOOD = 2_000
_ENOUGH_UNDERSTOOD, _FEW_UNDERSTOOD = 0.5, 0.33
_HALF = 0.5
_LONG_NUMBER, _LONGER_NUMBER, _LONGEST_NUMBER = 4, 6, 9
_FEWEST_UNIQUE = 20
_FEWEST_MEASURED = 100
"""The distribution of fewer long numbers does not tell measurements from keys."""
_WHOLE = re.compile(r"\d[\d ]*|\d{1,3}(?:[,.'’]\d{3})+")
_NO_MEANING = frozenset({"name_particle", "glue"})


def protect_without_evidence(name: str, role: Guess, profile: Profile, known: KnownWords) -> Guess:
    """The role, or one that protects: for a column that would be released and has no evidence of its kind.

    A column about which nothing is known is an identifier if it looks like keys, names or typed texts.
    """
    released = role.value in ("other", "confidential")
    if not profile.size or profile.constant or profile.dates or (released and _has_evidence(name, profile, known)):
        return role
    if not released and (role.value == "identifier" or role.confidence != "low" or profile.ranges):
        return role
    if _points_to_people(name, profile, known, released=released):
        doubt = "if it is harmless, name its role"
        return Guess(
            "identifier", "the values look like names, keys or typed texts, which nothing explains", "low", doubt
        )
    if not released:
        return role
    return Guess(
        "quasi", "nothing in the values shows that they are harmless", "low", "if nobody knows it, confidential"
    )


def _has_evidence(name: str, profile: Profile, known: KnownWords) -> bool:
    if profile.numeric:
        return _are_plain_numbers(name, profile)
    counts = profile.counts
    finding = means(name, *_FINDINGS) or is_question(name) or is_statement(name)
    tests: tuple[Callable[[], bool], ...] = (
        lambda: bool(profile.ranges) or profile.measured,
        lambda: are_judgements(counts) or are_outcomes(counts) or are_treatments(counts) or are_units(counts),
        lambda: share_of_figures(counts) >= _HALF and _are_amounts(name, profile),
        lambda: finding and _are_terms(name, profile, known),
        lambda: _are_understood(profile, known),
    )
    return any(test() for test in tests)


def _are_plain_numbers(name: str, profile: Profile) -> bool:
    """Whether numbers are measured, counted or marks: no zeros in front, and not long numbers of one length."""
    if profile.harmless and profile.distinct <= _FEW_PEOPLE:
        return True
    if profile.padded:
        return False
    if _are_round(profile):
        return True
    lengths = {len(value) for value in profile.counts}
    amount = means(name, "money", "measured", "finding", "weight", "body") or names_currency(name)
    long = (
        not profile.fractional and not amount and min(lengths) >= _LONGER_NUMBER and profile.distinct < _FEWEST_MEASURED
    )
    if profile.fractional or (profile.measured and not long):
        return True
    longest = _LONGER_NUMBER if amount else _LONG_NUMBER
    if max(lengths) >= longest:
        return len(lengths) > 2 and amount
    return profile.distinct <= _FEW_TERMS or amount or means(name, "score", *_FINDINGS) or min(lengths) == 1


def _are_round(profile: Profile) -> bool:
    """Whether most numbers are rounded to tens, as amounts are and keys are not."""
    values = [value for value in profile.counts if value not in ("0", "1")]
    return len(values) > 1 and sum(value.endswith("0") for value in values) >= 0.7 * len(values)


def _are_amounts(name: str, profile: Profile) -> bool:
    """Whether numbers among a few other texts are amounts: no zeros in front, and not mostly long whole numbers."""
    figures = [value for value in profile.counts if value[:1].isdigit() and value.isdecimal()]
    padded = any(len(value) > 1 and value.startswith("0") for value in figures)
    plain = [value for value in profile.counts if _WHOLE.fullmatch(value)]
    long = len(plain) >= _HALF * profile.distinct and min(map(len, plain)) >= _LONG_NUMBER
    return not padded and (not long or means(name, "money", "measured") or names_currency(name))


def _are_terms(name: str, profile: Profile, known: KnownWords) -> bool:
    """Whether the values are a list of terms: few, each in several rows, not like names or codes of staff."""
    if profile.distinct > _FEW_TERMS or profile.size < _ROWS_PER_TERM * profile.distinct:
        return False
    if are_shaped_keys(profile.counts, fewest=_FEW_PEOPLE) or are_known_names(profile.counts, known):
        return False
    coded = (
        profile.distinct <= _FEW_PEOPLE
        or named_code(name)
        or means(name, "main_diagnosis", "diagnosis", "care", "finding", "illness", "offence")
    )
    return not are_like_names(profile.counts, known) and (coded or not are_like_staff_codes(profile.counts, known))


def _are_understood(profile: Profile, known: KnownWords) -> bool:
    """Whether a vocabulary knows most values, or a third of a few frequent ones, which then vouch for the others."""
    values = [value for value, _ in profile.counts.most_common(_MOST_UNDERSTOOD)]
    if profile.harmless and profile.distinct <= _FEW_PEOPLE:
        return not are_like_names(values, known)
    enough = _FEW_UNDERSTOOD if profile.harmless else _ENOUGH_UNDERSTOOD
    return share_of_values(values, lambda value: is_understood(value, known)) >= enough


def _points_to_people(name: str, profile: Profile, known: KnownWords, *, released: bool) -> bool:
    """Whether the values are typed texts, keys, names or initials; what is not released asks for more."""
    counts = dict(profile.counts.most_common(_MOST_UNDERSTOOD))
    if profile.numeric:
        return _are_numbers_of_people(name, profile)
    if not released and find_meanings(name) - _NO_MEANING:
        return False
    typed = profile.size >= _FEWEST_UNIQUE and profile.variety >= _HALF
    many = profile.distinct > _FEW_PEOPLE
    if many and (are_serial_codes(counts) or (released and are_known_names(counts, known))):
        return True
    if typed or are_like_names(counts, known, least=0.6 if released else 0.8):
        return True
    if many and are_like_initials(counts, known):
        return True
    return released and profile.distinct > _FEW_TERMS and are_like_staff_codes(counts, known)


def _are_numbers_of_people(name: str, profile: Profile) -> bool:
    """Whether numbers are keys: with zeros in front, different in most rows, or of nine digits and more."""
    shortest = min(map(len, profile.counts))
    if shortest >= _LONGEST_NUMBER and profile.distinct > _FEW_PEOPLE:
        return not find_meanings(name) - _NO_MEANING
    return profile.distinct > _FEW_TERMS and profile.variety >= _HALF and shortest >= _LONG_NUMBER
