"""Which columns point to a person: the rules on headers and on values, in the order in which they are tried."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kinonym.drafting.guess import Guess
from kinonym.drafting.header_identifiers import (
    guess_bare_number,
    guess_by_header,
    guess_doer,
    guess_numbered,
    guess_record_key,
    guess_staff_number,
)
from kinonym.drafting.known_words import KnownWords
from kinonym.drafting.profile import Profile
from kinonym.drafting.value_identifiers import guess_contacts, guess_free_text, guess_keys, guess_names

__all__ = ["guess_identifier"]


def guess_identifier(name: str, profile: Profile, ontology: str | None, known: KnownWords) -> Guess | None:
    """The role identifier with its reason; None if nothing points to a person."""
    rules: tuple[Callable[[], Guess | None], ...] = (
        partial(guess_contacts, name, profile),
        partial(guess_by_header, name, profile, ontology),
        partial(guess_staff_number, name, profile),
        partial(guess_bare_number, name, profile),
        partial(guess_doer, name, profile, ontology),
        partial(guess_record_key, name, profile),
        partial(guess_numbered, name, profile),
        partial(guess_free_text, name, profile, ontology),
        partial(guess_names, name, profile, ontology, known),
        partial(guess_keys, name, profile, ontology),
    )
    return next((guess for guess in (rule() for rule in rules) if guess is not None), None)
