"""Keys: which columns number persons, accounts or events, by header and by values, and which of them is the person's.

A key is dropped from a release. Where its values come back, the best one tells persons apart: `choose_person`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from kinonym.drafting.between_columns import Codes, independent, is_constant_within
from kinonym.drafting.header_words import means
from kinonym.drafting.key_names import Level, ends_in_number, key_level, names_thing
from kinonym.drafting.profile import Profile
from kinonym.drafting.role_rules import Guess, named_area, named_code, named_measurement, names_persons

__all__ = [
    "ENOUGH_FOLLOWERS",
    "FEWEST_KEYS",
    "KeyColumn",
    "are_key_values",
    "are_namesakes",
    "choose_person",
    "guess_key",
    "has_key_shape",
    "independent_followers",
    "may_be_key",
    "may_lead",
    "names_contact",
    "person_level",
]

FEWEST_KEYS = 20
"""A column with fewer values than this has no shape of keys; `mask` asks for half as many again, so that it never
refuses what a draft let pass."""
ENOUGH_FOLLOWERS = 2
_FEW, _SHORT = 12, 2
_MANY = 50
_MOSTLY = 0.9
_FLAT = 10.0
_NAMES_PER_KEY = 0.8
_ROWS_PER_NAME = 1.5
_NEARLY_UNIQUE = 0.95
_MOST_ROWS_EACH = 50
_HASH = re.compile(r"(?=.*\d)[0-9a-fA-F-]{16,}")
_SERIAL = re.compile(r"([A-Za-z]{1,6}[-_/.]?)(\d{3,})")
_MIXED = re.compile(r"(?=(?:\D*\d){5})(?=.*[A-Za-z])[A-Za-z0-9_/-]{6,}")
_LONG = re.compile(r"\d{7,18}")
_COMPACT_DATE = re.compile(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])(?:[0-2]\d[0-5]\d(?:[0-5]\d)?)?")
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True)
class KeyColumn:
    """A column that may tell persons apart: what its header says, how often it repeats, what follows from it."""

    column: str
    level: Level | None
    distinct: int
    followers: tuple[str, ...] = ()
    """Columns that follow from it, none of which follows from another of them."""
    coded: bool = True
    """Whether its values are keys; names of people are not, as two persons may have one name."""

    sparse: bool = False
    """Whether many rows lack it; each of these would count as a separate person."""

    @property
    def proven(self) -> bool:
        """Whether enough follows from it."""
        return len(self.followers) >= ENOUGH_FOLLOWERS

    @property
    def rank(self) -> tuple[int, bool, bool, int]:
        """The greater, the better.

        Persons come before accounts before all others, keys before names, then evidence, then the coarser level.
        Persons that many rows lack come with accounts, after those that all rows have.
        """
        tier = {"person": 2, "account": 1}.get(self.level or "", 0)
        if self.sparse and tier == 2:
            return 1, False, False, -self.distinct
        return tier, self.coded, self.proven, -self.distinct


def person_level(column: str) -> Level | None:
    """What the header says that a column numbers, if it is a subject of the data."""
    level = key_level(column)
    if level is not None:
        return level[0]
    if means(column, "tenure", "person_name", "generic_name"):
        return None
    if means(column, "person_number"):
        return "person"
    return "person" if names_persons(column) and not names_thing(column) else None


def guess_key(column: str, profile: Profile) -> Guess | None:
    """Guess that a column is an identifier because its header names a key; None if it names none."""
    level = key_level(column)
    if profile.fractional or profile.dates or profile.prose:
        return None
    if (
        profile.numeric
        and max(map(len, profile.counts), default=0) <= _SHORT
        and (level is None or level[0] == "event")
    ):
        return None  # the number of a visit among those of a person, not of a visit among all
    many = profile.distinct > _FEW
    if level is None:
        numbers = ends_in_number(column) and not (names_thing(column) or named_code(column) or named_area(column))
        if numbers and _has_digits(profile.counts) and profile.distinct > _MANY and _is_flat(profile.counts):
            return Guess("identifier", "the name says that it is a number of something, and there are many", "medium")
        return None
    if level[1] and (many or level[0] != "event"):
        return Guess("identifier", f"the name says that it numbers {_PLURAL[level[0]]}", "high")
    if not level[1] and many and _has_digits(profile.counts):
        return Guess("identifier", f"the name speaks of {_PLURAL[level[0]]}, and the values are numbers", "medium")
    return None


_PLURAL: dict[Level, str] = {"person": "persons", "account": "accounts or cards", "event": "events of persons"}


def _has_digits(values: Iterable[str]) -> bool:
    texts = list(values)
    return sum(_DIGIT.search(text) is not None for text in texts) >= _MOSTLY * len(texts)


def _is_flat(counts: Mapping[str, int]) -> bool:
    """Whether no value is far more frequent than the others: codes with a meaning have favourites, keys have none."""
    return max(counts.values()) <= _FLAT * sum(counts.values()) / len(counts) + _FLAT


def has_key_shape(column: str, counts: Mapping[str, int], *, fewest: int = FEWEST_KEYS) -> bool:
    """Whether the values of a column have the shape of keys, many and none a favourite, however often they repeat.

    Parameters
    ----------
    column
        Its header; one that speaks of codes, areas, measurements or things is not a key.
    counts
        Value → how often it occurs, without the missing ones.
    fewest
        Distinct values that it must have.
    """
    if len(counts) < fewest or not _is_flat(counts) or not may_be_key(column):
        return False
    if _share(_COMPACT_DATE, counts) >= _MOSTLY:
        return False
    if _share(_HASH, counts) >= _MOSTLY or _named_numbers(column, counts):
        return True
    lengths = {len(value) for value in counts}
    return len(lengths) <= 3 and (_are_serial(counts) or _are_long(counts) or _share(_MIXED, counts) >= _MOSTLY)


def may_be_key(column: str) -> bool:
    """Whether the header leaves room for a key: it does not speak of codes, areas, measurements or things."""
    if key_level(column) is not None:
        return True
    return not (named_code(column) or named_area(column) or named_measurement(column) or names_thing(column))


def _named_numbers(column: str, counts: Mapping[str, int]) -> bool:
    """Whether the header names a key and the values have digits."""
    level = key_level(column)
    return level is not None and _has_digits(counts) and all(" " not in value.strip() for value in counts)


def are_key_values(values: Iterable[str]) -> bool:
    """Whether the values may be keys, whatever the header says: single words, nearly all with digits or mail signs."""
    texts = list(values)
    fitting = sum(" " not in text.strip() and ("@" in text or _DIGIT.search(text) is not None) for text in texts)
    return fitting >= _MOSTLY * max(1, len(texts))


def may_lead(counts: Mapping[str, int], *, fewest: int = FEWEST_KEYS) -> bool:
    """Whether the values may number persons by themselves: many words with digits, each of them a few times."""
    rows = sum(counts.values())
    if len(counts) < fewest or not len(counts) / _NEARLY_UNIQUE <= rows <= _MOST_ROWS_EACH * len(counts):
        return False
    return are_key_values(counts) and not any("." in value or "," in value for value in counts)


def _share(pattern: re.Pattern[str], counts: Mapping[str, int]) -> float:
    """Share of the distinct values that a pattern matches."""
    return sum(pattern.fullmatch(value) is not None for value in counts) / len(counts)


def _are_serial(counts: Mapping[str, int]) -> bool:
    """Whether the values are numbers behind one of a few prefixes, such as P00123; three digits only if many."""
    parts = [match for value in counts if (match := _SERIAL.fullmatch(value)) is not None]
    if len(parts) < _MOSTLY * len(counts):
        return False
    prefixes, shortest = {match[1] for match in parts}, min(len(match[2]) for match in parts)
    return len(prefixes) <= 3 and (shortest > 3 or (len(prefixes) == 1 and len(counts) > 2 * _MANY))


def _are_long(counts: Mapping[str, int]) -> bool:
    """Whether the values are long whole numbers, and not rounded ones as amounts are."""
    rounded = sum(value.endswith("00") for value in counts)
    return _share(_LONG, counts) >= _MOSTLY and rounded < len(counts) / 4


def independent_followers(group: Codes, columns: Mapping[str, Codes], count: Codes | None = None) -> tuple[str, ...]:
    """Columns that follow from a key, none of which follows from another of them; ``count``: records of each row."""
    following = {name: codes for name, codes in columns.items() if is_constant_within(group, codes, count)}
    return tuple(independent(following, count))


def choose_person(keys: Sequence[KeyColumn], quote: Callable[[str], str] = repr) -> tuple[str, str] | None:
    """The key that tells persons apart best, and why; ``keys``: those with values that come back.

    Where there are two levels, such as stays and patients, it is the persons' one.
    """
    if not keys:
        return None
    best = _prefer_key_to_name(max(keys, key=lambda key: key.rank), keys)
    named = {"person": "it numbers persons", "account": "it numbers accounts or cards, the nearest to a person",
             "event": "it numbers events, the nearest to a person that the table has"}  # fmt: skip
    reasons = [named[best.level]] if best.level else []
    if best.followers:
        reasons.append(f"{', '.join(best.followers)} follow from it")
    reasons.append("its values come back")
    below = [key.column for key in keys if key is not best and key.distinct > best.distinct]
    if below:
        reasons.append(f"{', '.join(map(quote, below))} is on a level below, of which a person may have several")
    return best.column, "; ".join(reasons)


def _prefer_key_to_name(best: KeyColumn, keys: Sequence[KeyColumn]) -> KeyColumn:
    """The key with about as many values as a column of names, if enough follows from it; else the best itself."""
    if best.coded:
        return best
    same = [key for key in keys if key.coded and key.proven and key.level is None]
    same = [key for key in same if best.distinct >= _NAMES_PER_KEY * key.distinct]
    return max(same, key=lambda key: key.rank, default=best)


def are_namesakes(rows: int, distinct: int, *, coded: bool, own_contacts: bool) -> bool:
    """Whether the rows of one name are probably of several persons.

    Few names come back, and another column gives each row its own telephone, address or personal number.
    """
    return not coded and own_contacts and rows < _ROWS_PER_NAME * distinct


def names_contact(column: str) -> bool:
    """Whether the header says that a column reaches a person or has a number that each person has once."""
    return means(column, "contact", "official_number", "person_number")
