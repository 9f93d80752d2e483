"""What the columns of a sample say of each other: which follows from which, and how unique they make a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Codes",
    "code_column",
    "count_combinations",
    "follows_from",
    "independent",
    "is_constant_within",
    "share_unique",
    "what_makes_unique",
]

Sample = Mapping[str, Sequence[str | None]]
Codes = NDArray[np.int64]
"""A column as numbers from 0, −1 for missing."""

_MOST_ROWS = 4_000
_FEWEST_VALUES = 2
_FEWEST_ROWS = 30
_FAR_BETTER = 0.1
_FEWEST_ROWS_EACH = 3
_NEARLY_ALWAYS = 0.99
_LEAST_BY_CHANCE = 10.0
_SOME_PAIRS = 32
_TOLERANCE = 1e-6


def follows_from(sample: Sample, leading: Sequence[str], following: Sequence[str]) -> dict[str, str]:
    """Column → the column that it belongs to, such as a description and its code, or a country and its city.

    One follows another where nearly always (99 % of the rows) equal values of the other come with equal values of
    it, ten times as often as its commonest value would be right; the other must repeat its values, three rows each on
    average, or chance would do the same. Of two that follow from each other the one that leads first is followed, and
    nothing follows what follows itself.
    """
    coded = {name: code_column(sample[name]) for name in {*leading, *following}}
    if not following:
        return {}
    columns = _Followers.of([coded[name] for name in following])
    belongs: dict[str, str] = {}
    for leader in leading:
        if leader in belongs or not _may_lead(coded[leader]):
            continue
        leads = set(belongs.values())
        for name in (following[j] for j in columns.that_may_follow(coded[leader])):
            free = name != leader and name not in belongs and name not in leads
            if free and _determines(coded[leader], coded[name]):
                belongs[name] = leader
    return belongs


def _may_lead(codes: Codes) -> bool:
    """Whether a column has the rows and values that `_determines` asks for, whatever the other column misses."""
    known = codes[codes >= 0]
    return len(known) >= _FEWEST_ROWS and int(known.max()) > 0


@dataclass(frozen=True, eq=False)
class _Followers:
    """Columns side by side, so that most of those that do not follow from a leader are ruled out together."""

    codes: NDArray[np.int32]
    most_wrong: NDArray[np.float64]
    """Of each column: so many rows may be wrong at most, by the two limits of `_determines`."""

    @classmethod
    def of(cls, columns: Sequence[Codes]) -> _Followers:
        rows = len(columns[0])
        blind = [(codes >= 0).sum() - np.bincount(codes[codes >= 0], minlength=1).max() for codes in columns]
        limits = np.minimum((1.0 - _NEARLY_ALWAYS) * rows, _FAR_BETTER * np.array(blind))
        return cls(np.stack(columns, axis=1).astype(np.int32), limits)

    def that_may_follow(self, leader: Codes) -> list[int]:
        """The columns that are not ruled out, in order.

        Sorted by the leader, neighbours with the same leading value differ in at most two places for each wrong row:
        of two that differ, one at least is not the commonest value of its group.
        """
        order = np.argsort(leader, kind="stable")
        pairs = np.flatnonzero((leader[order][:-1] >= 0) & (leader[order][:-1] == leader[order][1:]))
        first, second = order[pairs], order[pairs + 1]
        left, differing, start, size = np.arange(len(self.most_wrong)), np.zeros(len(self.most_wrong)), 0, _SOME_PAIRS
        while start < len(first) and len(left):
            one, other = (self.codes[rows[start : start + size]][:, left] for rows in (first, second))
            differing[left] += ((one != other) & (one >= 0) & (other >= 0)).sum(axis=0)
            left = left[differing[left] <= 2 * self.most_wrong[left] + _TOLERANCE]
            start, size = start + size, 2 * size
        return left.tolist()


def code_column(values: Sequence[str | None], *, most: int = _MOST_ROWS) -> Codes:
    """Some thousand rows of a column, evenly spread, as numbers from 0; −1 for missing."""
    step = max(1, len(values) // most)
    number: dict[str, int] = {}
    return np.array([-1 if v is None else number.setdefault(v, len(number)) for v in values[::step]], dtype=np.int64)


def _determines(given: Codes, follows: Codes) -> bool:
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


def is_constant_within(group: Codes, value: Codes, count: Codes | None = None) -> bool:
    """Whether the records of a group agree in a value far more often than chance would have it.

    Only groups of several records tell. What changes within them is at most a tenth of what would change if the values
    were assigned at random, and that must be at least ten records: less may be an accident.

    Parameters
    ----------
    group, value
        Of each row; −1 where it is missing.
    count
        Records of each row; one by default.
    """
    times = np.ones(len(group), dtype=np.int64) if count is None else count
    known = (group >= 0) & (value >= 0)
    sizes = np.bincount(group[known], weights=times[known], minlength=int(group.max(initial=-1)) + 1)
    known[known] = sizes[group[known]] > 1
    if not known.any():
        return False
    a, b, n = group[known], value[known], times[known]
    width = int(b.max()) + 1
    pairs, place = np.unique(a * width + b, return_inverse=True)
    commonest = np.zeros(int(a.max()) + 1)
    np.maximum.at(commonest, pairs // width, np.bincount(place, weights=n))
    shares = np.bincount(b, weights=n) / n.sum()
    changing = n.sum() - commonest.sum()
    by_chance = (n.sum() - len(np.unique(a))) * (1.0 - float((shares**2).sum()))
    return bool(by_chance >= _LEAST_BY_CHANCE and changing <= _FAR_BETTER * by_chance)


def independent(columns: Mapping[str, Codes], count: Codes | None = None) -> list[str]:
    """Some of these columns of which none follows from another, those with few values first.

    What follows from a person says several things that do not follow from each other, such as sex and nationality;
    what follows from a postal code or an age is one fact in several forms: town and state, birth year and group.
    """
    chosen: list[str] = []
    for name in sorted(columns, key=lambda name: int(columns[name].max(initial=-1))):
        pairs = [(columns[one], columns[two]) for other in chosen for one, two in ((name, other), (other, name))]
        if not any(is_constant_within(leader, follower, count) for leader, follower in pairs):
            chosen.append(name)
    return chosen


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
