"""Column names: each has one, no two look alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import count

from kinonym.errors import DataError

__all__ = ["check_names", "numbered_names"]


def numbered_names(names: Sequence[str], where: str) -> tuple[list[str], tuple[str, ...]]:
    """Number the names that come again, and say so; then as `check_names`.

    >>> numbered_names(["age", "job", "age"], "data.csv")
    (['age', 'job', 'age_2'], ("column 3 has a name that came before and is called 'age_2' from here on",))
    """
    given, made, notices = {_alike(name) for name in names}, list[str](), list[str]()
    for place, name in enumerate(names, start=1):
        if name in made and name.strip():
            fresh = (f"{name}_{number}" for number in count(2))
            name = next(text for text in fresh if _alike(text) not in given)  # noqa: PLW2901  # its new name
            given.add(_alike(name))
            notices.append(f"column {place} has a name that came before and is called {name!r} from here on")
        made.append(name)
    check_names(made, where)
    return made, tuple(notices)


def check_names(names: Sequence[str], where: str) -> None:
    """Refuse an unnamed column, and two names that are equal after Unicode and case folding."""
    seen: dict[str, int] = {}
    for number, name in enumerate(names, start=1):
        key = _alike(name)
        if not key:
            msg = f"{where}: column {number} has no name"
            raise DataError(msg, hint="give every column a name in the header")
        if key in seen:
            first = names[seen[key] - 1]
            alike = "have the same name" if first == name else "have names that look alike"
            msg = f"{where}: columns {seen[key]} and {number} {alike}: {first!r}, {name!r}"
            raise DataError(msg, hint="rename one of them")
        seen[key] = number


def _alike(name: str) -> str:
    """What all names have in common that look like this one."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()
