"""The roles of a draft once more, with all columns in view: keys that others follow, and what `mask` would refuse.

Whatever is found here becomes an identifier; the best key with repeated values is proposed as the person.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from kinonym.drafting.between_columns import Codes, code_column, is_constant_within
from kinonym.drafting.doubts import SampleFacts, find_doubt, find_key_doubt
from kinonym.drafting.guess import Guess
from kinonym.drafting.header_identifiers import NAMES_BY_HEADER
from kinonym.drafting.header_words import means
from kinonym.drafting.person_keys import (
    ENOUGH_FOLLOWERS,
    FEWEST_KEYS,
    KeyColumn,
    are_key_values,
    are_namesakes,
    choose_person,
    independent_followers,
    may_be_key,
    may_lead,
    names_contact,
    person_level,
)
from kinonym.drafting.table_guess import ColumnGuess
from kinonym.drafting.value_identifiers import NAMES_BY_VALUE

__all__ = ["drop_doubtful", "drop_leading_keys", "propose_person"]

Sample = Mapping[str, Sequence[str | None]]

_MOST_ROWS = 20_000
_MOST_KEYS = 20
_MOST_COLUMNS = 60
_NEARLY_UNIQUE = 0.95
_NAMES_PER_KEY = 0.5
_MOSTLY_FILLED = 0.8


def drop_doubtful(guesses: Sequence[ColumnGuess], table_sample: Sample, missing: Collection[str]) -> list[ColumnGuess]:
    """The same guesses; what `mask` would refuse to release is an identifier, or says what it means."""
    return [_without_doubt(guess, SampleFacts.of(table_sample[guess.column], missing)) for guess in guesses]


def _without_doubt(guess: ColumnGuess, facts: SampleFacts) -> ColumnGuess:
    role, kind = guess.role.value, guess.type.value
    confirmed = role in ("confidential", "quasi") and guess.measured_text
    if role == "identifier" or (role == "quasi" and kind != "plain") or not facts.present or confirmed:
        return guess
    doubt = find_doubt(facts)
    if doubt is None and role in ("quasi", "other") and facts.words <= 1:
        doubt = find_key_doubt(guess.column, facts.counts, fewest=FEWEST_KEYS)
    if doubt is None:
        return guess
    if role == "confidential" and kind != "plain" and "free text" not in doubt:
        return replace(guess, typed=True)
    return replace(
        guess, role=Guess("identifier", f"it {doubt.split(':')[0]}", "medium", "if it is harmless, confirm it")
    )


def drop_leading_keys(guesses: Sequence[ColumnGuess], sample: Sample) -> list[ColumnGuess]:
    """The same guesses; a column from which several others follow, and which may be a key, is an identifier."""
    keys = {g.column: code_column(sample[g.column], most=_MOST_ROWS) for g in guesses if _names_person(g)}
    tried = [guess.column for guess in guesses if _may_lead(guess, sample[guess.column])]
    columns = _coded_attributes(guesses, sample)
    found: dict[str, tuple[str, ...]] = {}
    for name in tried[:_MOST_KEYS]:
        own = code_column(sample[name], most=_MOST_ROWS)
        if any(is_constant_within(key, own) for key in keys.values()):
            continue  # it says something about the persons that another column numbers
        followers = independent_followers(own, {each: codes for each, codes in columns.items() if each != name})
        if len(followers) >= ENOUGH_FOLLOWERS:
            found[name] = followers
    return [
        guess
        if guess.column not in found
        else replace(guess, role=Guess("identifier", f"{', '.join(found[guess.column])} follow from it", "medium"))
        for guess in guesses
    ]


def _names_person(guess: ColumnGuess) -> bool:
    return guess.role.value == "identifier" and person_level(guess.column) == "person"


def _may_lead(guess: ColumnGuess, values: Sequence[str | None]) -> bool:
    """Whether a column may be a key by its values alone: many words with digits, each a few times."""
    if guess.role.value == "identifier" or guess.type.value not in ("plain", "numeric") or guess.systems:
        return False
    measured = guess.role.value == "confidential"
    if (measured and guess.role.confidence != "low") or not may_be_key(guess.column):
        return False
    counts = Counter(value for value in values if value is not None)
    return may_lead(counts) and not (measured and len(set(map(len, counts))) > 2)


def _coded_attributes(guesses: Sequence[ColumnGuess], sample: Sample) -> dict[str, Codes]:
    """Columns that may follow from a key: all that is not dropped, some of very many."""
    kept = [guess.column for guess in guesses if guess.role.value != "identifier"][:_MOST_COLUMNS]
    return {name: code_column(sample[name], most=_MOST_ROWS) for name in kept}


def propose_person(guesses: Sequence[ColumnGuess], sample: Sample, *, rows: int = 0) -> tuple[str, str] | None:
    """The identifier that tells persons apart, and why, where a person may have several rows.

    ``rows``: of the table; where the sample is only a part of it, a person's other rows may lie outside.
    """
    columns = _coded_attributes(guesses, sample)
    dropped = [guess for guess in guesses if guess.role.value == "identifier"][:_MOST_KEYS]
    whole = all(len(sample[guess.column]) >= rows for guess in dropped)
    own = whole and any(_tells_rows_apart(guess.column, sample[guess.column]) for guess in dropped)
    names = {g.column: code_column(sample[g.column], most=_MOST_ROWS) for g in dropped if _holds_names(g, sample)}
    keys = [_key(guess, sample[guess.column], columns, names, rows, own_contacts=own) for guess in dropped]
    return choose_person([key for key in keys if key is not None])


def _holds_names(guess: ColumnGuess, sample: Sample) -> bool:
    """Whether the column names the persons of the table, or those to whom its things belong, without numbering them."""
    by_header = person_level(guess.column) == "person" or means(guess.column, "person_name", "person_role")
    named = by_header or guess.role.reason in (NAMES_BY_HEADER, NAMES_BY_VALUE)
    return named and not are_key_values(set(filter(None, sample[guess.column])))


def _tells_rows_apart(column: str, values: Sequence[str | None]) -> bool:
    """Whether a column of contacts or personal numbers has another value in nearly every row."""
    counts = Counter(value for value in values if value is not None)
    return names_contact(column) and counts.total() > 1 and len(counts) >= _NEARLY_UNIQUE * counts.total()


def _key(
    guess: ColumnGuess,
    values: Sequence[str | None],
    columns: Mapping[str, Codes],
    names: Mapping[str, Codes],
    rows: int,
    *,
    own_contacts: bool,
) -> KeyColumn | None:
    """An identifier as a key, if its values come back and number somebody."""
    counts = Counter(value for value in values if value is not None)
    level, part = person_level(guess.column), len(values) < rows
    coded = are_key_values(counts)
    if are_namesakes(counts.total(), len(counts), coded=coded, own_contacts=own_contacts):
        return None
    repeats = len(counts) < counts.total() and len(counts) > 1
    if not part and not coded and len(counts) >= _NEARLY_UNIQUE * counts.total():
        return None  # namesakes: nearly every row is another person
    if not repeats and not (part and level == "person" and counts):
        return None
    codes = code_column(values, most=_MOST_ROWS)
    if level is None and (not may_be_key(guess.column) or max(map(_words, counts)) > 4):
        return None
    followers = independent_followers(codes, columns)
    if coded and level is None:  # whom a key numbers has one name
        enough = _NAMES_PER_KEY * len(counts)  # fewer names are those of staff, such as the teachers of classes
        named = (name for name, texts in names.items() if int(texts.max(initial=-1)) >= enough)
        followers += tuple(name for name in named if is_constant_within(codes, names[name]))
    if level is None and (len(followers) < ENOUGH_FOLLOWERS or len(counts) < FEWEST_KEYS):
        return None
    sparse = counts.total() < _MOSTLY_FILLED * len(values)
    return KeyColumn(guess.column, level, len(counts), followers, coded, sparse)


def _words(text: str) -> int:
    return len(text.split())
