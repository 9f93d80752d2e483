"""Guessing a column's role from its name and its kind of values: rules of thumb, each with its reason.

What words of names mean is in `header_words`, identifiers in `identifier_rules`, values in `value_roles`. The rules
prefer what protects: a column is drafted `other` only with evidence that it is harmless.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kinonym.drafting.guess import Confidence, Guess
from kinonym.drafting.header_words import (
    means,
    named_area,
    named_code,
    named_measurement,
    names_currency,
    only_means,
    rest_means,
    split_header,
)
from kinonym.drafting.identifier_rules import guess_identifier
from kinonym.drafting.known_words import KnownWords
from kinonym.drafting.person_names import is_salutation
from kinonym.drafting.profile import Profile
from kinonym.drafting.questions import is_question, is_statement
from kinonym.drafting.value_roles import (
    are_employment_contracts,
    are_hours,
    are_judgements,
    are_mostly_process_words,
    are_outcomes,
    are_treatments,
    are_units,
    are_versions,
)
from kinonym.drafting.value_topics import are_findings

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


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PERSONS = _words("""
    patient patientid subject subjectid person personid member memberid customer customerid client clientid pid mrn ssn
    participant respondent
""")
_JUDGED = ("judgement", "support", "care", "main_diagnosis", "illness", "weight", "finding", "offence")
_KNOWN = ("place", "background", "occupation", "education", "family", "standing", "health", "body", "postal")
_PERSONAL = (*_JUDGED, *_KNOWN, "diagnosis", "discharge", "outcome", "age", "sex", "birth", "money", "score")
_HANDLED = ("process", "process_alone", "name_particle")
_PREPOSITIONS = _words("at of de del di da do des du bei beim van vid w z przy a en")
_INSTITUTIONS = _words("""
    hospital hospitals trust clinic clinics centre center practice klinik krankenhaus praxis zentrum hopital clinique
    ospedale clinica centro hospitais ziekenhuis kliniek szpital klinika przychodnia sjukhus mottagning
""")
_GRADE = _words("grade grades")
_LONGEST_VERSION = 5
_VERSIONS = _words("version vers versio versione versao versie wersja")
_IF_KNOWN, _IF_UNKNOWN = "if others may know it, make it quasi", "if nobody else knows it, confidential"
_FEW_NUMBERS = 20
_MOST_TERMS, _TERMS_COME_BACK = 60, 0.2
_YEARS = (1850, 2100)

words_of = split_header
"""The words of a column name."""


def guess_role(name: str, profile: Profile, ontology: str | None, known: KnownWords | None = None) -> Guess:
    """Guess identifier, quasi, confidential or other; ``ontology`` is the one the values were found in."""
    if not profile.size:
        return Guess("other", "every value of the sample is missing", "low")
    words = known or KnownWords()
    return (
        guess_identifier(name, profile, ontology, words)
        or _named(name, profile, ontology, words)
        or _by_values(name, profile, ontology, words)
    )


def _named(name: str, profile: Profile, ontology: str | None, known: KnownWords) -> Guess | None:
    """The role that the name says: the first rule that fits.

    What is dated comes first, then findings and judgements about somebody, then how an office handles a case; of the
    rest, outcomes and amounts come before what others may know.
    """
    dated = Guess("quasi", "the values are dates, which others may know", "medium")
    found = Guess("confidential", "the name says that it is an answer, a judgement or a finding", "medium")
    known_fact = Guess("quasi", "the name says something that others may know about a person", "high")
    ended = Guess("confidential", "the name says that it is an outcome, which the data are about", "medium")
    read = Guess("confidential", "the name says what somebody read or borrowed", "low", "if others know it, quasi")
    asked = Guess("confidential", "the name is a question, and the values are answers", "medium")
    kept = Guess("confidential", "the name says that it tells something people keep to themselves", "medium")
    amount = Guess("confidential", "the name has a currency, so it is an amount of money", "medium")
    coded = Guess(
        "quasi", "a coded diagnosis, which may single a person out", "medium", "if nobody knows, confidential"
    )
    handled = _harmless("the name says how a case is handled, and every value is frequent")
    rules: tuple[tuple[Callable[[], bool], Guess], ...] = (
        (lambda: profile.dates, dated),
        (lambda: _is_said_of(name, "age", "date"), known_fact),
        (lambda: _is_institution(name), known_fact),
        (lambda: only_means(name, *_HANDLED) and _is_process(name, profile, known), handled),
        (lambda: means(name, *_JUDGED), found),
        (lambda: means(name, "diagnosis"), coded if ontology or "code" in split_header(name) else found),
        (lambda: _is_process(name, profile, known), handled),
        (lambda: means(name, "age", "sex", "birth", "date"), known_fact),
        (lambda: means(name, "outcome", "discharge"), ended),
        (lambda: _are_marks(name, profile), kept),
        (lambda: _is_borrowed(name, profile), read),
        (lambda: is_statement(name), asked),
        (lambda: names_currency(name), amount),
        (lambda: means(name, "standing") and not means(name, "money", "score"), known_fact),
        (lambda: means(name, "money", "score") or means(name, "reason_alone"), kept),
        (lambda: means(name, "place") and are_outcomes(profile.counts), ended),
        (lambda: means(name, "place") and profile.harmless and are_mostly_process_words(profile.counts), handled),
        (lambda: means(name, *_KNOWN), known_fact),
        (lambda: is_question(name), asked),
    )
    return next((guess for applies, guess in rules if applies()), None)


def _is_institution(name: str) -> bool:
    """Whether the last word of several is an institution: the hospital of a diagnosis is no diagnosis.

    >>> _is_institution("diagnosis_hospital"), _is_institution("hospital diagnosis")
    (True, False)
    """
    words = split_header(name)
    return len(words) > 1 and words[-1] in _INSTITUTIONS


def _are_marks(name: str, profile: Profile) -> bool:
    """Whether a column that is called grade and nothing else holds mostly numbers, but not only: marks.

    Numbers alone may be classes of a school, words the ranks of posts.
    """
    numbers = sum(times for value, times in profile.counts.items() if value.isdecimal())
    return set(split_header(name)) <= _GRADE and profile.size > numbers > profile.size / 2


def _is_said_of(name: str, *meanings: str) -> bool:
    """Whether the words before `at`, `of`, `de` … have one of these meanings: `age at diagnosis` is an age.

    >>> _is_said_of("age_at_diag", "age"), _is_said_of("diagnosis", "age")
    (True, False)
    """
    words = split_header(name)
    cut = next((position for position, word in enumerate(words) if position and word in _PREPOSITIONS), 0)
    return means(" ".join(words[:cut]), *meanings) if cut else False


def _is_process(name: str, profile: Profile, known: KnownWords) -> bool:
    """Whether the column shows how an office handles a case.

    Its name says so and nothing about a person; its values are frequent, are no amounts and name no place.
    """
    version = not _VERSIONS.isdisjoint(split_header(name)) and max(map(len, profile.counts)) <= _LONGEST_VERSION
    if not profile.harmless or (profile.fractional and not version) or any(map(known.is_place, profile.counts)):
        return False
    if means(name, "discharge", "outcome") or are_employment_contracts(profile.counts):
        return False
    if only_means(name, "process_alone", "name_particle"):
        return True
    return means(name, "process") and not rest_means(name, "process", *_PERSONAL)


def _harmless(reason: str) -> Guess:
    doubt = "it is passed through unchanged; if it is about people, make it quasi"
    return Guess("other", reason, "low", doubt)


def _is_borrowed(name: str, profile: Profile) -> bool:
    """Whether the name speaks of books and the like; `title` may also be a salutation or an occupation."""
    return (
        means(name, "borrowed") and not means(name, "occupation", "education") and not _are_salutations(profile.counts)
    )


def _are_salutations(values: Iterable[str]) -> bool:
    return all(map(is_salutation, values))


def _by_values(name: str, profile: Profile, ontology: str | None, known: KnownWords) -> Guess:
    """The role that the values show: the first rule that fits; what nothing is known about is quasi."""
    constant = Guess("other", "every row has the same value, which singles nobody out", "medium")
    concepts = Guess("quasi", f"its values are concepts of {ontology}, which may single a person out", "medium")
    judged = Guess("confidential", "the values are outcomes, answers or judgements", "medium", _IF_KNOWN)
    findings = Guess("confidential", "the values say what was found about somebody or done", "low", _IF_KNOWN)
    titles = Guess("quasi", "the values are salutations, which tell the sex", "medium")
    timed = Guess("quasi", "the values are years or hours, which others may know", "low")
    mapped = Guess("quasi", "the numbers look like places on a map", "low", "if they are measured, confidential")
    measured = Guess("confidential", "numbers that look measured or counted", "low", _IF_KNOWN)
    rare = Guess("quasi", "nothing says that it is harmless: it has rare values", "low", _IF_UNKNOWN)
    units = _harmless("the values are units of measurement, and every value is frequent")
    handled = _harmless("the values say how a case is handled, and every value is frequent")
    unknown = Guess("quasi", "it may say something about a person", "low", "if it says how a case is handled, other")
    counts = profile.counts
    rules: tuple[tuple[Callable[[], bool], Guess], ...] = (
        (lambda: profile.constant, constant),
        (lambda: profile.harmless and are_versions(counts), handled),
        (lambda: ontology is not None, concepts),
        (lambda: are_treatments(counts) or are_outcomes(counts) or are_judgements(counts), judged),
        (lambda: _are_few_terms(profile) and not named_code(name) and are_findings(counts), findings),
        (lambda: _are_salutations(counts), titles),
        (lambda: _are_years(profile) or are_hours(name, counts), timed),
        (lambda: profile.places, mapped),
        (lambda: not named_code(name) and (_measured(profile) or (profile.numeric and "%" in name)), measured),
        (lambda: not profile.harmless, rare),
        (lambda: are_units(counts), units),
        (lambda: are_mostly_process_words(counts) and not any(map(known.is_place, counts)), handled),
    )
    return next((guess for applies, guess in rules if applies()), unknown)


def _are_few_terms(profile: Profile) -> bool:
    """Whether the values are a short list of terms that come back, rather than typed texts."""
    return profile.distinct <= _MOST_TERMS and profile.variety <= _TERMS_COME_BACK


def _measured(profile: Profile) -> bool:
    """Whether the values are measured or counted: more numbers than codes have, or decimals, or units."""
    if not profile.numeric:
        return profile.measured
    return (profile.distinct > _FEW_NUMBERS and not profile.padded) or (profile.fractional and not profile.harmless)


def _are_years(profile: Profile) -> bool:
    """Whether all values are years of the last two centuries or soon to come."""
    return profile.numeric and all(
        value.isdecimal() and len(value) == 4 and _YEARS[0] <= int(value) <= _YEARS[1] for value in profile.counts
    )


def names_persons(column: str) -> bool:
    """Whether the name says that the column tells persons apart."""
    return bool(_PERSONS & {*words_of(column), "".join(words_of(column))})
