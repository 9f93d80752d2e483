"""Guessing a column's role from its name and its kind of values: rules of thumb, each with its reason."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from kinonym.drafting.profile import Profile

__all__ = [
    "Confidence",
    "Guess",
    "guess_role",
    "named_area",
    "named_code",
    "named_measurement",
    "names_persons",
    "words_of",
]

Confidence = Literal["high", "medium", "low"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_IDENTIFYING = _words("""
    surname forename firstname lastname fullname username ssn mrn nhs passport email mail phone telephone
    mobile fax address street iban account licence license plate url uuid guid pid nino vin imei empi csn
    fingerprint signature photo
""")
_NAME = _words("name names first last middle given maiden")
_PERSON = _words("first last full middle given family maiden patient person user doctor physician")
_ENTITY = _words("""
    patient subject person member customer client encounter case record row hadm stay visit insurance policy
""")
_PERSONS = _words("""
    patient patientid subject subjectid person personid member memberid customer customerid client clientid pid mrn ssn
    participant respondent
""")
_NUMBERING = _words("id identifier nbr number no num nr key")
_NO_IDS = _words("""
    acid aid android avoid bid covid did fluid grid hid hybrid invalid kid liquid lipid maid mid opioid paid raid rapid
    rid said solid steroid thyroid valid void
""")
_FEW, _FEW_CODES = 12, 50
_CONFIDENTIAL = _words("""
    income salary wage wages earnings hiv charge charges cost costs debt capital outcome result results
    conviction readmitted mortality
""")
_QUASI = _words("""
    age sex gender race ethnic ethnicity birth birthdate birthday birthplace dob dod born death zip zipcode
    postcode postal city town county state country region district province place nationality citizenship
    native occupation job profession education degree marital civil religion language workclass employment
    employer industry date year diag diagnosis diagnoses icd disease condition procedure admission admit
    discharge hospital specialty weight height
""")
_AREAS = _words("zip zipcode postcode postal")
_CODES = _words("icd diag diagnosis diagnoses dx code codes snomed concept procedure atc iso")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_NO_LETTER = re.compile(r"[\W_]+|(?<=[A-Za-z])(?=\d)")
_MEASURED = _words("age year weight height count num number time days length size score")


def words_of(name: str) -> tuple[str, ...]:
    """Words of a column name.

    >>> words_of("patientFirst_name"), words_of("diag_1"), words_of("ICD9 code")
    (('patient', 'first', 'name'), ('diag', '1'), ('icd', '9', 'code'))
    """
    return tuple(word.casefold() for word in _NO_LETTER.split(_HUMP.sub(" ", name)) if word)


@dataclass(frozen=True)
class Guess:
    """What was guessed, why, and how sure that is. The reason holds no value of the data."""

    value: str
    reason: str
    confidence: Confidence
    doubt: str = ""
    """What would make it wrong."""


def guess_role(name: str, profile: Profile, ontology: str | None) -> Guess:
    """Guess identifier, quasi, confidential or other; ``ontology`` is the one the values were found in."""
    if not profile.size:
        return Guess("other", "every value of the sample is missing", "low")
    return (
        _identifier(name, profile)
        or _named(name)
        or _by_values(profile, ontology, coded=named_code(name))
        or Guess(
            "other",
            "neither the name nor the values point to another role, and every value is frequent",
            "low",
            "it is passed through unchanged; if it is about people, make it quasi",
        )
    )


def _identifier(name: str, profile: Profile) -> Guess | None:
    words = set(words_of(name))
    if words & _IDENTIFYING or words <= _NAME or ("name" in words and words & _PERSON):
        return Guess("identifier", "the name says that it points to a person", "high")
    if words & _ENTITY and (words & _NUMBERING or (words <= _PERSONS and profile.distinct > _FEW_CODES)):
        return Guess("identifier", "the name says that it numbers persons or records", "high")
    if profile.contacts:
        return Guess("identifier", "the values look like addresses, telephone numbers or keys", "high")
    if _named_id(name) and (profile.distinct > _FEW_CODES or (profile.distinct > _FEW and profile.variety > 0.5)):
        return Guess("identifier", "the name says that it is an id, and there are many of them", "high")
    if words & _NUMBERING and profile.distinct > 20 and profile.variety > 0.5:
        return Guess("identifier", "the name says that it is a number of something, and most values differ", "medium")
    if profile.prose:
        return Guess("identifier", "the values look like free text, which may name people", "medium")
    if profile.keys and not named_code(name) and not named_area(name):
        doubt = "if they are codes with a meaning, make it quasi"
        return Guess("identifier", "the values have the shape of keys", "medium", doubt)
    return None


def _named_id(name: str) -> bool:
    """Whether the name ends in id, also glued to another word: `stayid`, `user_id`."""
    words = words_of(name)
    return bool(words) and words[-1].endswith("id") and words[-1] not in _NO_IDS


def _named(name: str) -> Guess | None:
    words = set(words_of(name))
    if words & _CONFIDENTIAL:
        return Guess("confidential", "the name says that it tells something people keep to themselves", "medium")
    if words & _QUASI:
        return Guess("quasi", "the name says something that others may know about a person", "high")
    return None


def _by_values(profile: Profile, ontology: str | None, *, coded: bool) -> Guess | None:
    if profile.dates:
        return Guess("quasi", "the values are dates, which others may know", "medium")
    if ontology is not None:
        return Guess("quasi", f"its values are concepts of {ontology}, which may single a person out", "medium")
    if profile.size >= 20 and profile.variety >= 0.95 and not profile.fractional:
        return Guess(
            "identifier", "nearly every value occurs only once", "medium", "if it is measured, make it confidential"
        )
    if profile.rare and (coded or not profile.numeric):
        return Guess("quasi", "many values are rare, so they may single a person out", "low")
    if profile.numeric and not coded and profile.telling and (profile.fractional or profile.distinct > 20):
        return Guess(
            "confidential", "numbers that look measured or counted", "low", "if others may know it, make it quasi"
        )
    if profile.telling:
        return Guess(
            "quasi", "some values are rare, so they may single a person out", "low", "if nobody else knows it, other"
        )
    return None


def names_persons(column: str) -> bool:
    """Whether the name says that the column tells persons apart."""
    return bool(_PERSONS & {*words_of(column), "".join(words_of(column))})


def named_code(column: str) -> bool:
    """Whether the name says that the column holds codes."""
    return bool(_CODES & set(words_of(column))) and not named_measurement(column)


def named_area(column: str) -> bool:
    """Whether the name says that the column holds postal codes."""
    return bool(_AREAS & set(words_of(column)))


def named_measurement(column: str) -> bool:
    """Whether the name says that the column holds numbers to count with."""
    return bool(_MEASURED & set(words_of(column)))
