"""Column names: each has one, no two look alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from kinonym.errors import DataError

__all__ = ["check_names"]


def check_names(names: Sequence[str], where: str) -> None:
    """Refuse an unnamed column, and two names that are equal after Unicode and case folding."""
    seen: dict[str, int] = {}
    for number, name in enumerate(names, start=1):
        key = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()
        if not key:
            msg = f"{where}: column {number} has no name"
            raise DataError(msg, hint="give every column a name in the header")
        if key in seen:
            first = names[seen[key] - 1]
            alike = "have the same name" if first == name else "have names that look alike"
            msg = f"{where}: columns {seen[key]} and {number} {alike}: {first!r}, {name!r}"
            raise DataError(msg, hint="rename one of them")
        seen[key] = number
