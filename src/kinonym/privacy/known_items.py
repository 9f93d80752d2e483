"""k^m-anonymity (Terrovitis, Mamoulis and Kalnis 2008): combinations of at most m items, and who has them.

An item is a member of a set, or the value of a column with one value per cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Combination", "ItemRows", "find_least_support", "find_rare_combinations"]

Numbers = NDArray[np.int64]
Combination = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class ItemRows:
    """Rows of items: row r has ``item[start[r]:start[r + 1]]``, ascending and each once."""

    start: Numbers
    item: Numbers
    records: Numbers
    """How many records each row stands for."""
    person: Numbers | None = None
    """The person of each row; None: the support of a combination counts records."""

    @classmethod
    def of(cls, rows: Iterable[Iterable[int]], records: Numbers, person: Numbers | None = None) -> ItemRows:
        """Arrange rows of items."""
        listed = [sorted(set(items)) for items in rows]
        start = np.cumsum([0, *map(len, listed)], dtype=np.int64)
        return cls(start, np.array([i for items in listed for i in items], dtype=np.int64), records, person)

    def entries(self, rows: Numbers, above: int) -> tuple[Numbers, Numbers]:
        """Return the items of some rows that are greater than a number, in ascending order, and the row of each."""
        sizes = self.start[rows + 1] - self.start[rows]
        positions = np.repeat(self.start[rows] - np.cumsum(sizes) + sizes, sizes) + np.arange(int(sizes.sum()))
        item, row = self.item[positions], np.repeat(rows, sizes)
        later = item > above
        order = np.argsort(item[later], kind="stable")
        return item[later][order], row[later][order]

    def count_support(self, row: Numbers, first: Numbers) -> Numbers:
        """Count the records or persons of consecutive parts of ``row``, which begin at ``first``."""
        if self.person is None:
            return np.add.reduceat(self.records[row], first)
        part = np.repeat(np.arange(len(first)), np.diff(np.append(first, len(row))))
        width = int(self.person.max(initial=0)) + 1
        return np.bincount(np.unique(part * width + self.person[row]) // width, minlength=len(first)).astype(np.int64)


def find_rare_combinations(rows: ItemRows, k: int, m: int) -> Iterator[tuple[Combination, int]]:
    """Yield the combinations of at most m items that occur, but in fewer than k records or persons, with their number.

    Combinations that begin with a rare one are left out: every combination that contains a rare one is rare.
    """
    for prefix, items, support in _extend(rows, (), np.arange(len(rows.start) - 1), m, k):
        for i in np.flatnonzero(support < k).tolist():
            yield (*prefix, int(items[i])), int(support[i])


def find_least_support(rows: ItemRows, m: int) -> int | None:
    """Return the greatest k for which every occurring combination of at most m items has k; None without items."""
    least = None
    for _, _, support in _extend(rows, (), np.arange(len(rows.start) - 1), m, 0):
        least = int(support.min()) if least is None else min(least, int(support.min()))
        if least == 1:
            break
    return least


def _extend(
    rows: ItemRows, prefix: Combination, having: Numbers, left: int, k: int
) -> Iterator[tuple[Combination, Numbers, Numbers]]:
    """Yield the items that some rows have besides a combination, with their support; then extend those that have k."""
    item, row = rows.entries(having, prefix[-1] if prefix else -1)
    if not len(item):
        return
    first = np.flatnonzero(np.diff(item, prepend=-1))
    items, support = item[first], rows.count_support(row, first)
    yield prefix, items, support
    if left == 1:
        return
    ends = np.append(first[1:], len(item))
    for i in np.flatnonzero(support >= k).tolist():
        yield from _extend(rows, (*prefix, int(items[i])), row[first[i] : ends[i]], left - 1, k)
