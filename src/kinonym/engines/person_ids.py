"""When two texts of the person column name the same person: blanks and Unicode forms do not tell persons apart.

The engines count with it, and the gate counts again with it. Upper and lower case do tell persons apart: where ids
differ in nothing else, their number is reported.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable

__all__ = ["count_case_variants", "unify_person_id", "unify_person_ids"]


def unify_person_id(text: str) -> str:
    r"""Return the form that all spellings of a person id share.

    Compatibility forms are composed (NFKC), characters that nobody sees are removed, runs of blanks become one blank,
    and blanks at both ends go.

    >>> {unify_person_id(text) for text in ("P1", " P1", "P1\u00a0", "\u200bP1", "\uff30\uff11")}
    {'P1'}
    >>> unify_person_id("p1"), unify_person_id("Ann  Lee")
    ('p1', 'Ann Lee')
    """
    if not text.isascii():
        composed = unicodedata.normalize("NFKC", text)
        seen = "".join(letter for letter in composed if unicodedata.category(letter) != "Cf")
        text = unicodedata.normalize("NFKC", seen)
    return " ".join(text.split())


def unify_person_ids(texts: Iterable[str | None], missing: Collection[str]) -> list[str | None]:
    """Return the shared form of each id; None for null and for every spelling of a marker of missing values."""
    markers = {*missing, *map(unify_person_id, missing)}
    forms = (None if text is None or text in markers else unify_person_id(text) for text in texts)
    return [None if form in markers else form for form in forms]


def count_case_variants(forms: Iterable[str | None]) -> int:
    """Count the distinct ids that differ from another one only in upper and lower case.

    >>> count_case_variants(["P1", "p1", "P2", None])
    2
    """
    folded = Counter(form.casefold() for form in {form for form in forms if form is not None})
    return sum(times for times in folded.values() if times > 1)
