"""Searches very many texts while the user types: first those that begin with a word, then those that contain it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from heapq import nsmallest
from itertools import accumulate, islice

__all__ = ["TextSearch"]

_LAST = "\U0010ffff"
_BETWEEN = "\n"
_FEW = 2_000


class TextSearch:
    """Distinct texts without line breaks, in two orders: by letters, and by length as one long text.

    >>> search = TextSearch(["nurse", "wet nurse", "nursery", "surgeon"])
    >>> search.matching("nurse", 3), search.matching("geo", 3)
    (['nurse', 'nursery', 'wet nurse'], ['surgeon'])
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self._by_letters = sorted(set(texts))
        self._by_length = sorted(self._by_letters, key=len)  # equally long ones stay in the order of letters
        self._joined = _BETWEEN + _BETWEEN.join(self._by_length)
        self._starts = list(accumulate((len(text) + 1 for text in self._by_length), initial=1))

    def beginning(self, word: str, limit: int) -> list[str]:
        """The shortest texts that begin with a word."""
        first, last = bisect_left(self._by_letters, word), bisect_left(self._by_letters, word + _LAST)
        if last - first <= _FEW:
            return nsmallest(limit, self._by_letters[first:last], key=lambda text: (len(text), text))
        return list(islice(self._sort_by_length(_BETWEEN + word), limit))  # so many that the shortest are soon found

    def matching(self, word: str, limit: int) -> list[str]:
        """The shortest texts that begin with a word, then the shortest that contain it elsewhere."""
        beginning = self.beginning(word, limit)
        elsewhere = (text for text in self._sort_by_length(word) if not text.startswith(word))
        return [*beginning, *islice(elsewhere, limit - len(beginning))]

    def _sort_by_length(self, part: str) -> Iterator[str]:
        """The texts in which a part of the long text lies, by length."""
        position = self._joined.find(part)
        while position >= 0:
            number = bisect_right(self._starts, position + part.startswith(_BETWEEN)) - 1
            yield self._by_length[number]
            position = self._joined.find(part, self._starts[number + 1] - 1)
