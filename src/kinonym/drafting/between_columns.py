"""What the columns of a sample say of each other: which follows from which, and how unique they make a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["count_combinations", "follows_from", "share_unique", "what_makes_unique"]

Sample = Mapping[str, Sequence[str | None]]

_MOST_ROWS = 4_000
_FEWEST_VALUES = 2
_FEWEST_ROWS = 30
_FAR_BETTER = 0.1
_FEWEST_ROWS_EACH = 3
_NEARLY_ALWAYS = 0.99


def follows_from(sample: Sample, leading: Sequence[str], following: Sequence[str]) -> dict[str, str]:
    """Column → the column that it belongs to, such as a description and its code, or a country and its city.

    One follows another where nearly always (99 % of the rows) equal values of the other come with equal values of
    it, ten times as often as its commonest value would be right; the other must repeat its values, three rows each on
    average, or chance would do the same. Of two that follow from each other the one that leads first is followed, and
    nothing follows what follows itself.
    """
    coded = {name: _coded(sample[name]) for name in {*leading, *following}}
    belongs: dict[str, str] = {}
    for leader in leading:
        if leader in belongs:
            continue
        for name in following:
            free = name != leader and name not in belongs and name not in belongs.values()
            if free and _determines(coded[leader], coded[name]):
                belongs[name] = leader
    return belongs


def _coded(values: Sequence[str | None]) -> NDArray[np.int64]:
    """Some thousand rows of a column, evenly spread, as numbers from 0; −1 for missing."""
    step = max(1, len(values) // _MOST_ROWS)
    number: dict[str, int] = {}
    return np.array([-1 if v is None else number.setdefault(v, len(number)) for v in values[::step]], dtype=np.int64)


def _determines(given: NDArray[np.int64], follows: NDArray[np.int64]) -> bool:
    known = (given >= 0) & (follows >= 0)
    a, b = given[known], follows[known]
    groups, values = len(np.unique(a)), len(np.unique(b))
    if groups < _FEWEST_VALUES or values < _FEWEST_VALUES or len(a) < max(_FEWEST_ROWS, _FEWEST_ROWS_EACH * groups):
        return False
    width = int(b.max()) + 1
    pairs, counts = np.unique(a * width + b, return_counts=True)
    commonest = np.zeros(int(a.max()) + 1, dtype=np.int64)
    np.maximum.at(commonest, pairs // width, counts)
    wrong, blind = len(a) - int(commonest.sum()), len(a) - int(np.bincount(b).max())
    return wrong <= (1.0 - _NEARLY_ALWAYS) * len(a) and wrong <= _FAR_BETTER * blind


def share_unique(sample: Sample, columns: Sequence[str]) -> float:
    """Share of the rows that no other row equals in these columns."""
    if not columns:
        return 0.0
    rows = Counter(zip(*(sample[name] for name in columns), strict=True))
    return sum(n == 1 for n in rows.values()) / max(1, rows.total())


def what_makes_unique(sample: Sample, columns: Sequence[str]) -> list[str]:
    """The few of these columns that together single out as many rows as all of them, the most telling first."""
    goal = share_unique(sample, columns)
    chosen: list[str] = []
    while goal and share_unique(sample, chosen) < _NEARLY_ALWAYS * goal:
        left = [name for name in columns if name not in chosen]
        chosen.append(max(left, key=lambda name: count_combinations(sample, [*chosen, name])))
    return chosen


def count_combinations(sample: Sample, columns: Sequence[str]) -> int:
    """How many different combinations these columns have."""
    return len(set(zip(*(sample[name] for name in columns), strict=True)))
