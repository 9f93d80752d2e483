"""What a mistyped name probably meant: the hint of an error."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["did_you_mean"]

_ALIKE = 0.65
"""The least similarity of a name that is suggested: a worse one only confuses."""
_LISTED = 20


def did_you_mean(name: str, known: Iterable[str], otherwise: str | None = None) -> str:
    """The hint for a mistyped name: the known one nearest in spelling, whatever the case, else ``otherwise`` or a list.

    >>> did_you_mean("wu-palmar", ["lin", "wu-palmer"]), did_you_mean("x", ["lin"], "measures: lin")
    ("did you mean 'wu-palmer'?", 'measures: lin')
    >>> did_you_mean("x", ["lin", "wu-palmer"])
    'there are: lin, wu-palmer'
    """
    folded = {each.casefold(): each for each in known}
    near = get_close_matches(name.casefold(), folded, n=1, cutoff=_ALIKE)
    if near:
        return f"did you mean {folded[near[0]]!r}?"
    names = list(folded.values())
    more = ", …" if len(names) > _LISTED else ""
    return f"there are: {', '.join(names[:_LISTED])}{more}" if otherwise is None else otherwise
