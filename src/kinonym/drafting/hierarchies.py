"""Whether a column's own values say what they belong to: paths, codes with prefixes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from kinonym.drafting.profile import Profile
from kinonym.drafting.role_rules import words_of

__all__ = ["OwnHierarchy", "build_hierarchy"]

_SEPARATORS = ("|", " > ", ">", "::", "\\", "/", ";")
_ADDRESS = re.compile(r"https?:|www\.|\w+@")


class _Codes(NamedTuple):
    """A family of codes: what they are, how they look, how such columns are named, how long their groups are."""

    what: str
    shape: re.Pattern[str]
    names: frozenset[str]
    lengths: tuple[int, ...]


_POSTAL = frozenset({"zip", "zipcode", "postcode", "postal", "plz"})
_CODES = (
    _Codes("ATC codes", re.compile(r"[A-Z]\d\d([A-Z]([A-Z](\d\d)?)?)?"), frozenset({"atc", "drug"}), (1, 3, 4, 5)),
    _Codes("NUTS regions", re.compile(r"[A-Z]{2}[0-9A-Z]{1,3}"), frozenset({"nuts"}), (2, 3, 4)),
    _Codes("occupations in ISCO-08", re.compile(r"\d{4}"), frozenset({"isco", "isco08"}), (1, 2, 3)),
    _Codes(
        "industries in NACE", re.compile(r"\d{2}(\.\d{1,2})?|\d{4}"), frozenset({"nace", "sic", "naics"}), (1, 2, 3)
    ),
    _Codes(
        "codes of statistical areas",
        re.compile(r"[0-9A-Z]{8,11}"),
        frozenset({"lsoa", "msoa", "iris", "deso", "tract", "seccion", "lsoa11", "lsoa21", "msoa11", "msoa21"}),
        (2, 4, 6),
    ),
    _Codes("postal codes", re.compile(r"[0-9A-Z -]{3,10}"), _POSTAL, (1, 2, 3)),
)


@dataclass(frozen=True)
class OwnHierarchy:
    """What a recipe would say: the name of the ontology, what it needs, and why."""

    ontology: str
    reason: str
    separator: str | None = None
    lengths: tuple[int, ...] | None = None


def build_hierarchy(column: str, profile: Profile) -> OwnHierarchy | None:
    """The hierarchy that a column's values carry in themselves, or None."""
    return _paths(profile) or _prefixes(column, profile)


def _paths(profile: Profile) -> OwnHierarchy | None:
    """Nearly all values cut by one separator into parts, none empty, with few different first parts."""
    texts = list(profile.counts)
    if len(texts) < 4 or profile.dates or profile.measured or any(map(_ADDRESS.match, texts)):
        return None
    for separator in _SEPARATORS:
        parts = [[part.strip() for part in text.split(separator)] for text in texts]
        deep = sum(len(row) > 1 for row in parts)
        firsts = {row[0] for row in parts}
        if deep >= 0.9 * len(texts) and all(map(all, parts)) and len(firsts) <= len(texts) / 2:
            return OwnHierarchy("paths", f"the values are paths, cut at {separator!r}", separator=separator)
    return None


def _prefixes(column: str, profile: Profile) -> OwnHierarchy | None:
    named = set(words_of(column)) | {"".join(words_of(column))}
    for what, shape, names, lengths in _CODES:
        if profile.distinct >= 4 and named & names and all(map(shape.fullmatch, profile.counts)):
            longest = max(map(len, profile.counts))
            kept = tuple(n for n in lengths if n < longest)
            if kept:
                return OwnHierarchy(
                    "prefix", f"the values look like {what}, and their prefixes are their groups", lengths=kept
                )
    return None
