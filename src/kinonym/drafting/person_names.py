"""Names of people: which words are given names or surnames, and whether a column's values are names."""

from __future__ import annotations

import itertools
import lzma
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

__all__ = ["TABLE", "NameEvidence", "fold_name", "has_name_inside", "is_salutation", "kind_of_name", "look_for_names"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


TABLE = "names.xz"
"""One line per name: the folded name, then g (given name), s (surname) or b (both), a capital for ordinary words."""

Likeness = Literal["full", "written", "shaped", "single", "word", "none"]
_MOST_WORDS = 7
_LAST = ("s", "b", "S", "B")
_TITLED = re.compile(
    r"\b(?:Dr|Dra|Prof|Mr|Mrs|Ms|Sr|Sra|Srta|Mme|Mlle|Dott|Sig|Dhr|Mevr|Hr)\.\s?(?:[^\W\d_]\.\s?)*(?!Dr|Prof|Med)[A-ZÀ-Þ][^\W\d_]+"
    r"|\b(?:Mr|Mrs|Ms|Miss|Herrn?|Frau|Señora?|Pani?|Madame|Monsieur|Doctor|Nurse|Schwester)\s[A-ZÀ-Þ][^\W\d_]+"
)
_LETTERS = str.maketrans(
    {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "’": "'", "·": ""}
)
_TITLES = _words("""
    dr dra drs prof profa professor professora mr mrs ms miss mx sir dame rev herr frau hr fru sr sra srta dna don dona
    mme mlle dott dottssa dottoressa dottore sig sigra signora signor pan pani inz mgr lek med dhr mevr mw mevrouw
    meneer ing ir lic eng arq enf
""")
_SUFFIXES = _words("jr sr ii iii iv md phd msc bsc rn do")
_PARTICLES = _words("""
    de del della di da das do dos du des den der van von vom zu zur zum ten ter te la le lo los las el i y e al bin ibn
    abu ben af av och op 't mac mc o d l dalla degli delle ait st
""")
_NO_PERSON = _words("""
    san santa saint sant sankt são st new los las north south east west upper lower united republic city street road
    avenue university hospital school college institute center centre county province lake mount river park bay port
    ltd inc gmbh ag sa sl sas spa srl bv nv ab oy plc llc co corp company group bank services
""")
_SURNAME = re.compile(r"\w{3,}(?:sson|wicz|czyk|enko|opoulos|oglu|huber|mayer|meyer|maier|meier|hofer|qvist|kvist)")
_TOKEN = re.compile(r"[^\W\d_]+(?:['’`.-][^\W\d_]+)*\.?")
_NUMBERED = re.compile(r"(?<=[^\W\d_]{2})\d{1,4}\b")
_LISTED = re.compile(r"^([^\W\d_][^/]+)/([^/]+?)(?: ?\b(?:MR|MRS|MS|MSTR|MISS|DR))?$")
"""A name as lists of passengers have it, such as BYRON/ADA MRS."""
_WORD_BREAK = re.compile(r"[\s,;&]+")
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)$")
_INITIALS = re.compile(r"(?:[^\W\d_]\.?-?){1,3}")


def fold_name(text: str) -> str:
    """A name in small letters without accents, its parts separated by blanks.

    >>> fold_name("Núria  Łuczak-O'Neil")
    'nuria luczak oneil'
    """
    plain = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return " ".join(letters.casefold().replace("-", " ").replace("'", "").split())


@cache
def _names() -> dict[str, str]:
    data = files("kinonym.drafting").joinpath("data", TABLE).read_bytes()
    return {
        name: kind for name, _, kind in (line.rpartition(" ") for line in lzma.decompress(data).decode().split("\n"))
    }


def kind_of_name(word: str) -> str:
    """``g``, ``s`` or ``b`` for a given name, a surname or both; a capital if it is also a word or a place."""
    known = _names()
    folded = fold_name(word)
    if folded in known:
        return known[folded]
    if _SURNAME.fullmatch(folded) or known.get(re.sub("(?<=[sc]k|zk)a$", "i", folded), "").lower() in ("s", "b"):
        return "s"
    kinds = [known.get(part, "") for part in folded.split()]
    return kinds[0] if len(kinds) > 1 and all(kinds) else ""


@dataclass(frozen=True)
class NameEvidence:
    """How many of a column's distinct values look like names of people, by kind; shares from 0 to 1."""

    full: float = 0.0
    """Given name and surname that the table knows, such as ``Ada Byron`` or ``Byron, Ada``."""
    written: float = 0.0
    """As only names are written: ``Dr. Byron``, ``A. Byron``."""
    shaped: float = 0.0
    """Two to four words with capitals that no ontology knows, one of them perhaps a known name."""
    single: float = 0.0
    """One word that is a name and nothing else."""
    words: float = 0.0
    """One word that is a name, but also an ordinary word or a place."""
    inside: float = 0.0
    """Share of the rows with a name somewhere in a longer text."""
    mentions: float = 0.0
    """Texts of several words with a given name among them, such as ``with Ada``."""
    small: bool = False
    """Whether no value begins with a capital, as names do."""


def look_for_names(counts: Mapping[str, int], is_word: Callable[[str], bool]) -> NameEvidence:
    """Classify the distinct values of a column; ``is_word`` says whether an ontology knows a text."""
    if not counts:
        return NameEvidence()
    found: Counter[str] = Counter(_likeness(value, is_word) for value in counts)
    full, written, shaped, single, words = (
        found[kind] / len(counts) for kind in ("full", "written", "shaped", "single", "word")
    )
    inside = sum(times for value, times in counts.items() if has_name_inside(value)) / sum(counts.values())
    mentions = sum(map(_mentions_given_name, counts)) / len(counts)
    small = not any(value[:1].isupper() for value in counts)
    return NameEvidence(full, written, shaped, single, words, inside, mentions, small)


def _likeness(value: str, is_word: Callable[[str], bool]) -> Likeness:
    value = _IN_BRACKETS.sub("", value.strip())
    bare = _NUMBERED.sub("", _LISTED.sub(r"\1, \2", value))
    if bare != value and kind_of_name(bare).islower():
        return "written"  # a login such as ada91
    tokens = [token for token in _WORD_BREAK.split(bare) if token]
    if not tokens or len(tokens) > _MOST_WORDS or not all(map(_TOKEN.fullmatch, tokens)):
        return "none"
    folded = [fold_name(token).rstrip(".") for token in tokens]
    if len(tokens) > 1 and not _NO_PERSON.isdisjoint(folded):
        return "none"
    titles = next((n for n, word in enumerate(folded) if word not in _TITLES), len(folded))
    if titles == len(folded):
        return "none"
    parts = [token for token in tokens[titles:] if fold_name(token) not in _PARTICLES | _SUFFIXES]
    initials = [token for token in parts if _INITIALS.fullmatch(token) and (len(token) == 1 or "." in token)]
    names = [token for token in parts if token not in initials]
    capitals = all(not token[0].islower() for token in names)
    dotted = any(token.endswith(".") for token in (*initials, *tokens[:titles]))
    marked = len(tokens) > 1 and (dotted or (bool(initials) and "," in value))
    if capitals and marked and 1 <= len(names) <= 3:
        return "written"
    if not capitals and not all(kind_of_name(token).islower() for token in names):
        return "none"
    return _likeness_of_words(value, names, is_word)


def _likeness_of_words(value: str, names: list[str], is_word: Callable[[str], bool]) -> Likeness:
    kinds = [kind_of_name(token) for token in names]
    if len(names) == 1:
        return "none" if not kinds[0] else "single" if kinds[0].islower() else "word"
    if not 2 <= len(names) <= 4 or is_word(value):
        return "none"
    if any(not kind and is_word(token) for token, kind in zip(names, kinds, strict=True)):
        return "none"
    given, certain = any(kind in "gbGB" for kind in kinds if kind), any(kind.islower() for kind in kinds)
    known = all(kinds) and (certain or any(kind in "GB" for kind in kinds))
    return "full" if given and (known or any(kind in "gb" for kind in kinds if kind)) else "shaped"


def has_name_inside(value: str) -> bool:
    """Whether a title with a name, or a given name with a surname, stands somewhere in a longer text."""
    if _TITLED.search(value):
        return True
    words = [word.strip(".,;:()") for word in value.split()]
    return any(
        first[:1].isupper() and last[:1].isupper() and kind_of_name(first) in ("g", "b") and kind_of_name(last) in _LAST
        for first, last in itertools.pairwise(words)
    )


def _mentions_given_name(value: str) -> bool:
    """Whether a word in a text of several words is a given name and not an ordinary word, written with a capital."""
    words = [word.strip(".,;:()") for word in value.split()]
    return len(words) > 1 and any(word[:1].isupper() and kind_of_name(word) in ("g", "b") for word in words)


def is_salutation(value: str) -> bool:
    """Whether a text is nothing but titles, such as ``Mr.`` or ``Frau Dr.``; they tell the sex.

    >>> is_salutation("Frau Dr."), is_salutation("Dr. No")
    (True, False)
    """
    words = [word.rstrip(".") for word in fold_name(value).split()]
    return bool(words) and all(word in _TITLES for word in words)
