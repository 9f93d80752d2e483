"""Identifiers by their header: names, contacts, official numbers, staff, keys, and who did something."""

from __future__ import annotations

from kinonym.drafting.guess import Guess
from kinonym.drafting.header_words import (
    DESCRIBED,
    find_meanings,
    means,
    named_area,
    named_code,
    only_means,
    split_header,
)
from kinonym.drafting.key_shapes import are_shaped_keys
from kinonym.drafting.profile import Profile
from kinonym.drafting.value_roles import are_mostly_process_words, are_process_words, are_yes_or_no

__all__ = [
    "NAMES_BY_HEADER",
    "guess_bare_number",
    "guess_by_header",
    "guess_doer",
    "guess_numbered",
    "guess_record_key",
    "guess_staff_number",
]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NAMES_BY_HEADER = "the name says that it holds names of people"
_FROM_VALUES = ("paths", "prefix")
_FEW, _FEW_CODES, _MOSTLY_DIFFERENT = 12, 50, 0.3
_FEW_STAFF = 5
_SHORT = 3  # characters of codes; an address has more
_NO_IDS = _words("""
    acid aid android avoid bid covid did fluid grid hid hybrid invalid kid liquid lipid maid mid opioid paid raid rapid
    rid said solid steroid thyroid valid void
""")
_WEAK_NUMBERING = _words("code codes codigo codi codice kod kode seq ref reference referencia")
_CONTACT_IS_NOT = ("qualifier", "score", "money", "date")


def guess_by_header(name: str, profile: Profile, ontology: str | None) -> Guess | None:
    """Names of people, contacts, official numbers and people with a function, by the header alone."""
    if are_yes_or_no(profile.counts):
        return None
    described = means(name, *DESCRIBED)
    figures = profile.numeric and (profile.fractional or profile.distinct <= _FEW)
    if (means(name, "person_name") and not figures) or (_is_generic_name(name, profile) and not profile.numeric):
        return Guess("identifier", NAMES_BY_HEADER, "high")
    short = profile.numeric and max(map(len, profile.counts)) <= _SHORT
    if means(name, "official_number") and not (described or short or profile.dates or profile.harmless):
        return Guess("identifier", "the name says that it points to a person", "high")
    if _is_contact(name, profile):
        return Guess("identifier", "the name says that it points to a person", "high")
    handled = are_mostly_process_words(profile.counts)
    if means(name, "person_role") and not (described or handled) and _may_name_people(profile, ontology):
        return Guess("identifier", "the name says that it names a person", "high")
    return None


def _is_generic_name(name: str, profile: Profile) -> bool:
    """Whether the column is called a name, of nobody in particular or of a person."""
    if only_means(name, "part_of_name"):
        return True
    words = split_header(name)
    if len(words) == 2 and means(words[1], "generic_name") and not find_meanings(words[0]):
        return profile.variety >= _MOSTLY_DIFFERENT and profile.distinct > _FEW  # of something unknown
    allowed = ("generic_name", "name_particle", "entity", "person_role", "numbering")
    return means(name, "generic_name") and only_means(name, *allowed) and not means(name, "organisation")


def _is_contact(name: str, profile: Profile) -> bool:
    if profile.dates or (profile.harmless and max(map(len, profile.counts)) <= _SHORT):
        return False
    if {"lat", "lon", "lng"} & set(split_header(name)) and profile.fractional:
        return True
    area = means(name, "place") and not means(name, "postal")
    postal_code = means(name, "postal") and means(name, "code", "numbering")
    return means(name, "contact") and not area and not postal_code and not means(name, *_CONTACT_IS_NOT)


def _may_name_people(profile: Profile, ontology: str | None) -> bool:
    """Whether values below a header such as `teacher` can be people: not dates, terms of an ontology or few codes.

    A hierarchy that is built from the values (``paths``, ``prefix``) says nothing: staff numbers have such shapes.
    """
    if profile.dates or ontology not in (None, *_FROM_VALUES) or profile.ranges:
        return False
    if profile.numeric:
        long = profile.padded or min(map(len, profile.counts)) >= _SHORT
        return (profile.distinct > _FEW or long) and not profile.fractional
    capitals = {value: any(word[:1].isupper() for word in value.split()) for value in profile.counts}
    small = sum(times for value, times in profile.counts.items() if value[:1].isalpha() and not capitals[value])
    return profile.distinct > _FEW or 2 * small < profile.size


def guess_bare_number(name: str, profile: Profile) -> Guess | None:
    """Numbers below a header that says number and nothing else: of a house, of a form, of a row."""
    if profile.dates or profile.fractional or profile.harmless or profile.distinct <= _FEW:
        return None
    if not only_means(name, "numbering") or set(split_header(name)) <= _WEAK_NUMBERING:
        return None
    if sum(value[:1].isdigit() for value in profile.counts) < 0.9 * profile.distinct:
        return None
    return Guess("identifier", "the column is called a number and nothing else, such as that of a house", "medium")


def guess_staff_number(name: str, profile: Profile) -> Guess | None:
    """Numbers of doctors, judges, clerks and the like, however few: they point to a person at work."""
    if profile.dates or profile.fractional or profile.ranges or means(name, "qualifier"):
        return None
    words = split_header(name)
    numbered = means(name, "numbering") or _named_id(name) or are_shaped_keys(profile.counts, fewest=_FEW_STAFF)
    if not numbered or len(words) < 2 or _is_count(name, profile) or are_yes_or_no(profile.counts):
        return None
    if means(name, "staff"):
        return Guess("identifier", "the name says that it numbers people who work for the office", "high")
    return None


def guess_record_key(name: str, profile: Profile) -> Guess | None:
    """Guess an identifier by the name of a number of persons or records; None if the name describes them."""
    if means(name, *DESCRIBED) or profile.dates or profile.fractional or profile.harmless:
        return None
    if _is_count(name, profile) or are_yes_or_no(profile.counts):
        return None
    words = set(split_header(name))
    numbered = means(name, "numbering")
    many = profile.distinct > _FEW_CODES or (profile.distinct > _FEW and profile.variety > 0.5)
    if means(name, "entity") and numbered and (many or not words & _WEAK_NUMBERING):
        return Guess("identifier", "the name says that it numbers persons or records", "high")
    thing = means(name, "entity", "record_key")
    alone = thing and only_means(name, "entity", "name_particle", "record_key", "numbering")
    if alone and _has_keys(profile) and (numbered or not means(name, "organisation")):
        return Guess("identifier", "the name says that it numbers persons or records", "high")
    if means(name, "record_key") and (numbered or _has_keys(profile)) and profile.distinct > _FEW:
        return Guess("identifier", "the name says that it is a key, such as a card or an account", "high")
    if _named_id(name) and many:
        return Guess("identifier", "the name says that it is an id, and there are many of them", "high")
    if (
        numbered
        and not words <= _WEAK_NUMBERING
        and not named_code(name)
        and profile.distinct > 20
        and profile.variety > 0.5
    ):
        return Guess("identifier", "the name says that it is a number of something, and most values differ", "medium")
    return None


def guess_doer(name: str, profile: Profile, ontology: str | None) -> Guess | None:
    """Who did something, below a header that ends in `by`, `por`, `von` … such as `reg. av`."""
    words = split_header(name)
    if len(words) < 2 or not means(words[-1], "by"):
        return None
    if are_yes_or_no(profile.counts) or are_process_words(profile.counts):
        return None
    logins = all(" " not in value for value in profile.counts) and not (profile.numeric or profile.dates or ontology)
    if logins or _may_name_people(profile, ontology):
        return Guess("identifier", "the name says that somebody did something", "medium")
    return None


def guess_numbered(name: str, profile: Profile) -> Guess | None:
    """Many values below a header that ends in id, no, ref …, whatever its other words say: `response_id`."""
    words = split_header(name)
    if profile.dates or profile.fractional or profile.harmless or are_yes_or_no(profile.counts) or len(words) < 2:
        return None
    ends = means(words[-1], "numbering") and words[-1] not in _WEAK_NUMBERING | _NO_IDS
    if ends and (profile.keys or profile.unique) and not named_area(name):
        return Guess("identifier", "the name ends in a word for numbers, and nearly every value differs", "medium")
    return None


def _is_count(name: str, profile: Profile) -> bool:
    """Whether few whole numbers stand below a name such as `number_of_members` or `num_personas`."""
    words = split_header(name)
    few = profile.numeric and profile.distinct <= 20 and not profile.padded
    return few and len(words) > 1 and means(words[0], "numbering") and words[-1].endswith("s")


def _has_keys(profile: Profile) -> bool:
    """Whether many values differ, or some do and nearly all of them hold digits."""
    if profile.distinct > _FEW_CODES:
        return True
    digits = sum(any(map(str.isdigit, value)) for value in profile.counts)
    return profile.distinct > _FEW and digits >= 0.9 * profile.distinct and profile.variety > 0.1


def _named_id(name: str) -> bool:
    """Whether the name ends in id, also glued to another word: `stayid`, `user_id`."""
    words = split_header(name)
    return bool(words) and words[-1].endswith("id") and words[-1] not in _NO_IDS
