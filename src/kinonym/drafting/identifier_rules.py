"""Which columns point to a person: by the shape of their values, by their name, by keys, names of people, free text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from kinonym.drafting.guess import Guess
from kinonym.drafting.header_words import means, named_area, named_code, only_means, split_header
from kinonym.drafting.known_words import KnownWords
from kinonym.drafting.person_names import NameEvidence, fold_name, look_for_names
from kinonym.drafting.profile import Profile
from kinonym.drafting.value_roles import are_process_words

__all__ = ["guess_identifier"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_FROM_VALUES = ("paths", "prefix")
_FEW, _FEW_CODES, _FEW_TEXTS = 12, 50, 8
_MOST_VALUES = 2_000
_FEWEST_PADDED = 20
_SHORT = 3  # characters of codes, which no address has
_DESCRIBED = (
    "qualifier", "age", "sex", "birth", "place", "background", "occupation", "education", "family", "health", "body",
    "discharge", "outcome", "money", "score", "date", "tenure", "illness", "finding", "offence", "weight", "diagnosis",
)  # fmt: skip
_ANSWERS = _words("""
    0 1 yes no y n true false t f ja nein j si s sim nao oui non o tak nie nej x wahr falsch verdadero falso vrai faux
    vero cierto prawda falsz sant available unavailable
""")
_NO_IDS = _words("""
    acid aid android avoid bid covid did fluid grid hid hybrid invalid kid liquid lipid maid mid opioid paid raid rapid
    rid said solid steroid thyroid valid void
""")
_WEAK_NUMBERING = _words("code codes codigo codi codice kod kode seq ref reference referencia")
_CONTACT_IS_NOT = ("qualifier", "score", "money", "date")


def guess_identifier(name: str, profile: Profile, ontology: str | None, known: KnownWords) -> Guess | None:
    """The role identifier with its reason, None if nothing points to a person."""
    rules: tuple[Callable[[], Guess | None], ...] = (
        partial(_by_shape, name, profile),
        partial(_by_name, name, profile, ontology),
        partial(_number_of_staff, name, profile),
        partial(_bare_number, name, profile),
        partial(_done_by_somebody, name, profile, ontology),
        partial(_by_key_name, name, profile),
        partial(_numbered_at_the_end, name, profile),
        partial(_free_text, name, profile, ontology),
        partial(_names_of_people, name, profile, ontology, known),
        partial(_by_key_shape, name, profile, ontology),
    )
    return next((guess for guess in (rule() for rule in rules) if guess is not None), None)


def _by_shape(name: str, profile: Profile) -> Guess | None:
    if not profile.contacts or (means(name, "money") and profile.measured):
        return None
    what = profile.shape or "addresses or telephone numbers, among other text"
    return Guess("identifier", f"the values look like {what}", "high")


def _is_answer(profile: Profile) -> bool:
    """Whether the values say yes or no, however the column is called."""
    return {fold_name(value) for value in profile.counts} <= _ANSWERS


def _by_name(name: str, profile: Profile, ontology: str | None) -> Guess | None:
    if _is_answer(profile):
        return None
    described = means(name, *_DESCRIBED)
    figures = profile.numeric and (profile.fractional or profile.distinct <= _FEW)
    if (means(name, "person_name") and not figures) or (_is_generic_name(name) and not profile.numeric):
        return Guess("identifier", "the name says that it holds names of people", "high")
    if means(name, "official_number") and not (described or profile.dates or profile.harmless):
        return Guess("identifier", "the name says that it points to a person", "high")
    if _is_contact(name, profile):
        return Guess("identifier", "the name says that it points to a person", "high")
    if means(name, "person_role") and not described and _may_name_people(profile, ontology):
        return Guess("identifier", "the name says that it names a person", "high")
    return None


def _is_generic_name(name: str) -> bool:
    """Whether the column is called a name, of nobody in particular or of a person."""
    if only_means(name, "part_of_name"):
        return True
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
    small = sum(times for value, times in profile.counts.items() if value[:1].islower())
    return profile.distinct > _FEW or 2 * small < profile.size


def _bare_number(name: str, profile: Profile) -> Guess | None:
    """Numbers below a header that says number and nothing else: of a house, of a form, of a row."""
    if profile.dates or profile.fractional or profile.harmless or profile.distinct <= _FEW:
        return None
    if not only_means(name, "numbering") or set(split_header(name)) <= _WEAK_NUMBERING:
        return None
    if sum(value[:1].isdigit() for value in profile.counts) < 0.9 * profile.distinct:
        return None
    return Guess("identifier", "the column is called a number and nothing else, such as that of a house", "medium")


def _number_of_staff(name: str, profile: Profile) -> Guess | None:
    """Numbers of doctors, judges, clerks and the like, however few: they point to a person at work."""
    if profile.dates or profile.fractional or profile.ranges or _is_answer(profile) or means(name, "qualifier"):
        return None
    words = split_header(name)
    numbered = means(name, "numbering") or _named_id(name)
    if means(name, "staff") and numbered and not _is_count(name, profile) and len(words) > 1:
        return Guess("identifier", "the name says that it numbers people who work for the office", "high")
    return None


def _by_key_name(name: str, profile: Profile) -> Guess | None:
    """Guess an identifier by the name of a number of persons or records; None if the name describes them."""
    if means(name, *_DESCRIBED) or profile.dates or profile.fractional or profile.harmless or _is_answer(profile):
        return None
    if _is_count(name, profile):
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


def _done_by_somebody(name: str, profile: Profile, ontology: str | None) -> Guess | None:
    """Who did something, below a header that ends in `by`, `por`, `von` … such as `reg. av`."""
    words = split_header(name)
    if len(words) < 2 or not means(words[-1], "by") or _is_answer(profile) or are_process_words(profile.counts):
        return None
    logins = all(" " not in value for value in profile.counts) and not (profile.numeric or profile.dates or ontology)
    if logins or _may_name_people(profile, ontology):
        return Guess("identifier", "the name says that somebody did something", "medium")
    return None


def _numbered_at_the_end(name: str, profile: Profile) -> Guess | None:
    """Many values below a header that ends in id, no, ref …, whatever its other words say: `response_id`."""
    words = split_header(name)
    if profile.dates or profile.fractional or profile.harmless or _is_answer(profile) or len(words) < 2:
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


def _free_text(name: str, profile: Profile, ontology: str | None) -> Guess | None:
    if profile.dates or profile.numeric or ontology is not None or profile.measured:
        return None
    called = means(name, "free_text") and profile.words >= 3 and profile.distinct > _FEW and profile.variety > 0.1
    typed = means(name, "typed_text") and profile.distinct > _FEW_TEXTS and not profile.harmless
    phrases = profile.words >= 3 and profile.distinct > _FEW_CODES and not means(name, *_DESCRIBED, "organisation")
    if profile.prose or called or typed or phrases:
        return Guess("identifier", "the values look like free text, which may name people", "medium")
    return None


def _names_of_people(name: str, profile: Profile, ontology: str | None, known: KnownWords) -> Guess | None:
    if profile.numeric or profile.dates or profile.ranges or profile.measured or are_process_words(profile.counts):
        return None
    seen = look_for_names(dict(profile.counts.most_common(_MOST_VALUES)), known.is_word)
    described = means(name, *_DESCRIBED, "organisation")
    if means(name, "organisation", "education", "place") and not means(name, "person_role", "entity"):
        seen = replace(seen, inside=0.0)  # schools and streets are named after people
    if not _are_names(seen, profile, ontology, described=described):
        return None
    doubt = "if they name things, make it quasi"
    return Guess("identifier", "the values look like names of people", "medium", doubt)


def _are_names(seen: NameEvidence, profile: Profile, ontology: str | None, *, described: bool) -> bool:
    """Whether the evidence is enough; a name that says what the column holds asks for more, an ontology as well."""
    certain = seen.full + seen.written
    if certain >= (0.6 if described or ontology is not None else 0.4):
        return True
    if seen.inside >= 0.3 and ontology is None:
        return True
    if described:
        return False
    if ontology is None and certain + seen.shaped >= 0.8 and (certain >= 0.25 or profile.distinct >= 20):
        return True
    singles = seen.single + seen.words / 2
    if ontology is not None or profile.distinct < 5:
        return singles >= 0.6 and seen.single >= 0.5 and profile.distinct > 1
    return seen.single >= 0.3


def _are_padded_keys(name: str, profile: Profile) -> bool:
    """Whether many numbers of one length begin with zeros below a header that tells nothing of codes or places."""
    lengths = set(map(len, profile.counts))
    shaped = profile.numeric and profile.padded and len(lengths) == 1 and max(lengths) > _SHORT
    return shaped and profile.distinct > _FEWEST_PADDED and not means(name, "code", "place", "postal", *_DESCRIBED)


def _by_key_shape(name: str, profile: Profile, ontology: str | None) -> Guess | None:
    if ontology is not None or named_area(name) or profile.dates:
        return None
    if _are_padded_keys(name, profile):
        return Guess("identifier", "numbers of one length with zeros in front, as keys have them", "medium")
    if profile.keys and not named_code(name):
        doubt = "if they are codes with a meaning, make it quasi"
        return Guess("identifier", "the values have the shape of keys", "medium", doubt)
    counted = means(name, *_DESCRIBED, "measured", "code") or profile.measured
    if profile.numeric and profile.unique and not counted:
        doubt = "if it is measured, make it confidential"
        return Guess("identifier", "whole numbers that differ in nearly every row, as keys do", "medium", doubt)
    return None
