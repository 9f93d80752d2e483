"""The guess about one column, from its header and a sample of its values: role, type, ontology and root."""

from __future__ import annotations

import re
from collections.abc import Collection
from collections.abc import Mapping as Dictionary

from kinonym.drafting.candidates import candidate_ontologies
from kinonym.drafting.dates_found import unreadable_dates
from kinonym.drafting.fitting import Fit, best_fit
from kinonym.drafting.guess import Confidence, Guess
from kinonym.drafting.header_words import means, named_area, named_code, named_measurement
from kinonym.drafting.hierarchies import build_hierarchy
from kinonym.drafting.joined_words import joined_words
from kinonym.drafting.known_words import KnownWords
from kinonym.drafting.person_keys import guess_key
from kinonym.drafting.profile import Profile
from kinonym.drafting.role_rules import guess_role
from kinonym.drafting.table_guess import ColumnGuess
from kinonym.drafting.times_found import are_times_of_day
from kinonym.taxonomy import Taxonomy

__all__ = ["guess_column"]

_FEW, _FEW_CODES = 12, 4
_LETTERED = re.compile(r"[A-Z]\d\d")
_CLUSTERED = 2_000
_WELL_COVERED = 0.7
_DESCRIBES = ("qualifier", "age", "sex", "birth", "money", "score", "outcome", "date", "tenure", "judgement")
"""Meanings of headers that describe somebody, so that the column is not a key."""


def guess_column(
    column: str, profile: Profile, ontologies: Dictionary[str, Taxonomy], given: Collection[str]
) -> ColumnGuess:
    """Guess one column; ``given``: the ontologies that the user asked for."""
    if are_times_of_day(column, profile.counts):
        kind = Guess("time", "the values are times of day: compared around the clock, written by hour", "high")
        return ColumnGuess(column, Guess("quasi", "times of day, which others may know", "medium"), kind)
    ontologies = candidate_ontologies(column, profile, ontologies)
    fit = best_fit(profile, ontologies, given) if _may_be_nominal(column, profile) else None
    nominal = fit if fit is not None and fit.enough and not _are_numbered_staff(column, profile, fit) else None
    joined = joined_words(profile, ontologies) if nominal is None else None
    if joined is not None:
        profile, nominal = joined.words, joined.fit
    own = build_hierarchy(column, profile) if nominal is None else None
    known = nominal.ontology if nominal else own.ontology if own else None
    role = None if means(column, *_DESCRIBES) else guess_key(column, profile)
    role = role or guess_role(column, profile, known, KnownWords(ontologies))
    plain = _plain_type(column, profile, fit) if nominal is None and own is None else None
    if plain is not None and plain.value == "plain" and role.value != "identifier" and profile.unique:
        role = _unique_text(role, profile)
    if role.value == "identifier":
        return ColumnGuess(column, role, Guess("plain", "an identifier is dropped", "high"))
    if own is not None:
        ontology = Guess(own.ontology, "built from the column's own values", "medium")
        return ColumnGuess(column, role, Guess("nominal", own.reason, "medium"), ontology, own=own)
    if nominal is None:
        return _without_ontology(column, role, plain or _plain_type(column, profile, fit), profile)
    words = "codes" if nominal.by_code else "words"
    kind = Guess("nominal", f"the values are {words} of an ontology", _sure(nominal))
    separator = None if joined is None else joined.separator
    return ColumnGuess(
        column, role, kind, _chosen_ontology(nominal), _root(nominal), nominal.coverage, separator=separator
    )


def _without_ontology(column: str, role: Guess, kind: Guess, profile: Profile) -> ColumnGuess:
    many = not profile.numeric and _FEW < profile.distinct <= _CLUSTERED
    return ColumnGuess(
        column,
        role,
        kind,
        levels=profile.ranges,
        measured_text=profile.measured and profile.unique and not profile.numeric,
        clusterable=many and not profile.dates,
    )


def _chosen_ontology(fit: Fit) -> Guess:
    lost = f"you gave it, so it wins although {fit.lost}" if fit.lost else ""
    return Guess(fit.ontology, f"covers {fit.coverage} of the sample", _sure(fit), lost)


def _unique_text(role: Guess, profile: Profile) -> Guess:
    """Texts that differ in nearly every row point to a person, unless they are measured."""
    if profile.measured and role.value in ("confidential", "quasi"):
        return role
    return Guess("identifier", "nearly every value occurs only once", "medium", "if it has a type, name it: quasi")


def _may_be_nominal(column: str, profile: Profile) -> bool:
    """Numbers are codes only where the name or zeros in front say so: 17 is an age, not ICD-9's 017."""
    if profile.dates or profile.contacts or profile.prose or profile.ranges:
        return False
    return not profile.numeric or profile.padded or named_code(column)


def _are_numbered_staff(column: str, profile: Profile, fit: Fit) -> bool:
    """Whether codes of one letter and two digits are codes of illnesses by chance, below a header that names none."""
    lettered = all(map(_LETTERED.fullmatch, profile.counts)) and len({value[0] for value in profile.counts}) == 1
    named = named_code(column) or means(column, "illness", "finding", "care", "outcome", "main_diagnosis")
    return fit.by_code and lettered and not named and profile.distinct > _FEW_CODES


def _sure(fit: Fit) -> Confidence:
    if fit.coverage.mean_share >= 0.95:
        return "high"
    return "medium" if fit.coverage.mean_share >= 0.8 else "low"


def _root(fit: Fit) -> Guess | None:
    if fit.root is None:
        return None
    return Guess(fit.root, f"the nearest concept above everything found: {fit.root_label}", "low")


def _plain_type(column: str, profile: Profile, fit: Fit | None) -> Guess:
    if profile.ranges:
        return Guess("ordinal", "the values are steps of a scale; add those the sample does not show", "medium")
    if profile.dates:
        return _date_type(profile)
    if profile.padded or named_area(column) or (profile.numeric and named_code(column)):
        return Guess("plain", "numbers that are codes, in no known ontology", "medium")
    if profile.numeric and (profile.fractional or profile.distinct > _FEW or named_measurement(column)):
        return Guess("numeric", "every value is a number", "high")
    if profile.numeric:
        return Guess("plain", "few different numbers, so they may be codes", "low")
    if fit is not None and fit.coverage.mean_share >= 0.1:
        known = f"{fit.ontology} covers {fit.coverage}"
        limit = ", but the concepts have little in common" if fit.coverage.mean_share >= _WELL_COVERED else " only"
        covered = f"{known}{limit}; with a mapping table the column can be nominal"
        return Guess("plain", covered, "low")
    return Guess("plain", "no known ontology covers the values", "medium")


def _date_type(profile: Profile) -> Guess:
    wrong = unreadable_dates(profile.counts)
    if wrong is None:
        return Guess("date", "the values are dates: compared in days, written at a precision that many share", "high")
    return Guess("plain", f"the values look like dates, but {wrong}", "low", 'with one format for all: type = "date"')
