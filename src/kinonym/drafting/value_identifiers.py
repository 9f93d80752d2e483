"""Identifiers by their values: shapes of contacts, free text, names of people, shapes of keys."""

from __future__ import annotations

from dataclasses import replace

from kinonym.drafting.guess import Guess
from kinonym.drafting.header_words import DESCRIBED, means, named_area, named_code
from kinonym.drafting.key_shapes import are_shaped_keys
from kinonym.drafting.known_words import KnownWords
from kinonym.drafting.person_names import NameEvidence, look_for_names
from kinonym.drafting.profile import Profile
from kinonym.drafting.value_roles import are_process_words

__all__ = ["NAMES_BY_VALUE", "guess_contacts", "guess_free_text", "guess_keys", "guess_names"]

NAMES_BY_VALUE = "the values look like names of people"
_FEW, _FEW_CODES, _FEW_TEXTS = 12, 50, 8
_MOST_VALUES = 2_000
_FEWEST_PADDED = 20
_SHORT = 3  # characters of codes


def guess_contacts(name: str, profile: Profile) -> Guess | None:
    """Addresses, telephone numbers, numbers of identity cards and the like, by their shape."""
    if not profile.contacts or (means(name, "money") and profile.measured):
        return None
    what = profile.shape or "addresses or telephone numbers, among other text"
    return Guess("identifier", f"the values look like {what}", "high")


def guess_free_text(name: str, profile: Profile, ontology: str | None) -> Guess | None:
    """Sentences, and short texts that somebody typed."""
    if profile.dates or profile.numeric or ontology is not None or profile.measured:
        return None
    called = means(name, "free_text") and profile.words >= 3 and profile.distinct > _FEW and profile.variety > 0.1
    typed = means(name, "typed_text") and profile.distinct > _FEW_TEXTS and not profile.harmless
    phrases = profile.words >= 3 and profile.distinct > _FEW_CODES and not means(name, *DESCRIBED, "organisation")
    if profile.prose or called or typed or phrases:
        return Guess("identifier", "the values look like free text, which may name people", "medium")
    return None


def guess_names(name: str, profile: Profile, ontology: str | None, known: KnownWords) -> Guess | None:
    """Names of people, whatever the column is called."""
    if profile.numeric or profile.dates or profile.ranges or profile.measured or are_process_words(profile.counts):
        return None
    seen = look_for_names(dict(profile.counts.most_common(_MOST_VALUES)), known.is_word)
    described = means(name, *DESCRIBED, "organisation")
    if means(name, "organisation", "education", "place") and not means(name, "person_role", "entity"):
        seen = replace(seen, inside=0.0, mentions=0.0)  # schools and streets are named after people
    if not _are_names(seen, profile, ontology, described=described):
        return None
    doubt = "if they name things, make it quasi"
    return Guess("identifier", NAMES_BY_VALUE, "medium", doubt)


def _are_names(seen: NameEvidence, profile: Profile, ontology: str | None, *, described: bool) -> bool:
    """Whether the evidence is enough; a name that says what the column holds asks for more, an ontology as well."""
    certain = seen.full + seen.written
    if certain >= (0.6 if described or ontology is not None else 0.4):
        return True
    if seen.inside >= 0.3 and ontology is None:
        return True
    if described:
        return False
    if ontology is None and seen.mentions >= 0.6 and profile.distinct > _FEW:
        return True
    if ontology is None and certain + seen.shaped >= 0.8 and (certain >= 0.25 or profile.distinct >= 20):
        return True
    singles = seen.single + seen.words / 2
    if ontology is not None or profile.distinct < 5 or (seen.small and profile.distinct <= _FEW):
        return singles >= 0.6 and seen.single >= 0.5 and profile.distinct > 1
    return seen.single >= 0.3


def _are_padded_keys(name: str, profile: Profile) -> bool:
    """Whether many numbers of one length begin with zeros below a header without a word for codes or places."""
    lengths = set(map(len, profile.counts))
    shaped = profile.numeric and profile.padded and len(lengths) == 1 and max(lengths) > _SHORT
    return shaped and profile.distinct > _FEWEST_PADDED and not means(name, "code", "place", "postal", *DESCRIBED)


def guess_keys(name: str, profile: Profile, ontology: str | None) -> Guess | None:
    """Keys by the shape of the values, where the header does not explain the values otherwise."""
    paths = ontology == "paths" and are_shaped_keys(profile.counts)
    if (ontology is not None and not paths) or named_area(name) or profile.dates:
        return None
    if _are_padded_keys(name, profile):
        return Guess("identifier", "numbers of one length with zeros in front, as keys have them", "medium")
    if profile.keys and not named_code(name):
        doubt = "if they are codes with a meaning, make it quasi"
        return Guess("identifier", "the values have the shape of keys", "medium", doubt)
    counted = means(name, *DESCRIBED, "measured", "code") or profile.measured
    if profile.numeric and profile.unique and not counted:
        doubt = "if it is measured, make it confidential"
        return Guess("identifier", "whole numbers that differ in nearly every row, as keys do", "medium", doubt)
    return None
