"""Hints for mistyped names."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["did_you_mean"]

_LEAST_SIMILARITY = 0.65
"""The least similarity of a suggested name; less similar names would confuse."""
_MOST_LISTED = 20


def did_you_mean(name: str, valid: Iterable[str], otherwise: str | None = None) -> str:
    """Suggest the valid name with the most similar spelling, ignoring case; else ``otherwise``, or a list of names.

    >>> did_you_mean("wu-palmar", ["lin", "wu-palmer"]), did_you_mean("x", ["lin"], "measures: lin")
    ("did you mean 'wu-palmer'?", 'measures: lin')
    >>> did_you_mean("x", ["lin", "wu-palmer"])
    'there are: lin, wu-palmer'
    """
    folded = {valid_name.casefold(): valid_name for valid_name in valid}
    similar = get_close_matches(name.casefold(), folded, n=1, cutoff=_LEAST_SIMILARITY)
    if similar:
        return f"did you mean {folded[similar[0]]!r}?"
    names = list(folded.values())
    more = ", …" if len(names) > _MOST_LISTED else ""
    return f"there are: {', '.join(names[:_MOST_LISTED])}{more}" if otherwise is None else otherwise
