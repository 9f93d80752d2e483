"""Whether the rows of a release have the order of the input: two samples of rows, compared by keyed hashes.

Only hashes and positions of a bounded number of rows are kept, whatever the size of the table.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from kinonym.engines.fingerprint import Fingerprint, Hashes

__all__ = ["FALSE_REFUSALS", "RowOrder"]

FALSE_REFUSALS = 1e-6
"""The greatest chance that rows in random order are taken for ordered ones."""

_FIRST = 4096
_DISTINCT = 1024
_RANKED = 128
_TAIL = FALSE_REFUSALS / 5  # one for equal first rows, two each for inversions and for descents
_UNUSUAL = 3.0  # standard deviations; the exact chance is computed beyond

Positions = NDArray[np.int64]


class RowOrder:
    """The first rows of a table, and the positions of a sample of its distinct rows.

    Parameters
    ----------
    fingerprint
        Hashes the cells of a row.
    records
        How many rows there are, about: the share that is sampled depends on it.
    left_out
        Columns that differ between the two tables that are compared.

    Notes
    -----
    If the rows of a release were arranged at random, then

    - X of its first M rows are equal to the row at the same position of the input, with the mean μ = Σ a_h·b_h / M,
      where a_h and b_h count the rows of hash h in both samples, and P(X ≥ μ + t) ≤ exp(−t²/(4μ + 2t)) (Chatterjee
      2007, prop. 1.1);
    - the positions of rows that occur once are a random permutation: the numbers of its inversions and of its descents
      follow Mahonian and Eulerian laws, which are computed exactly.

    An order with a chance below 2·10⁻⁷ in one of five tails is rejected. Rows that are equal in all columns
    say nothing about their order; fewer than 11 distinct rows are in any order too often.
    """

    def __init__(self, fingerprint: Fingerprint, records: int, left_out: tuple[str, ...] = ()) -> None:
        self._fingerprint, self._records, self._left_out = fingerprint, records, left_out
        self._columns = tuple(name for name in fingerprint.columns if name not in left_out)
        self._limit = np.uint64(((1 << 64) - 1) * min(_DISTINCT, max(1, records)) // max(1, records))
        self._first = np.empty((2, 0), dtype=np.uint64)
        self._positions: dict[int, list[int]] = {}
        self._rows = 0

    def same_sample(self) -> RowOrder:
        """An empty sample that takes the same rows."""
        return RowOrder(self._fingerprint, self._records, self._left_out)

    def merge(self, other: RowOrder) -> None:
        """Add the rows of a sample of other rows of the same table."""
        self._rows += other._rows
        self._add_first(other._first[1], other._first[0].astype(np.int64))
        for key, (position, times) in other._positions.items():
            known = self._positions.setdefault(key, [position, 0])
            known[1] += times

    def add(self, cells: Mapping[str, Hashes], positions: Positions | None = None, keys: Hashes | None = None) -> None:
        """Add rows, given the hashes of their cells; without positions they follow those that were added before.

        ``keys``: those of the fingerprint for all columns, if they are known.
        """
        if keys is None or self._left_out:
            keys = self._fingerprint.keys([cells[name] for name in self._columns])
        if positions is None:
            positions = np.arange(self._rows, self._rows + len(keys), dtype=np.int64)
        self._rows += len(keys)
        self._add_first(keys, positions)
        sampled = np.flatnonzero(keys <= self._limit)
        distinct, at, times = np.unique(keys[sampled], return_index=True, return_counts=True)
        found = zip(distinct.tolist(), positions[sampled][at].tolist(), times.tolist(), strict=True)
        for key, position, count in found:
            known = self._positions.setdefault(key, [position, 0])
            known[1] += count

    def _add_first(self, keys: Hashes, positions: Positions) -> None:
        """Keep the rows with the smallest positions."""
        if len(self._first[0]) >= _FIRST:
            early = np.flatnonzero(positions < int(self._first[0, -1]))
            keys, positions = keys[early], positions[early]
        if len(keys) > _FIRST:
            early = np.argpartition(positions, _FIRST)[:_FIRST]
            keys, positions = keys[early], positions[early]
        if len(keys):
            rows = np.concatenate([self._first, np.stack([positions.astype(np.uint64), keys])], axis=1)
            self._first = rows[:, np.argsort(rows[0])[:_FIRST]]

    def resembles(self, released: RowOrder) -> bool:
        """Whether the released rows have this order, or so nearly that chance does not explain it."""
        if self._first_rows_agree(released):
            return True
        once = sorted(
            key
            for key, (_, times) in self._positions.items()
            if times == 1 and released._positions.get(key, (0, 0))[1] == 1
        )[:_RANKED]
        before = [self._positions[key][0] for key in once]
        after = np.array([released._positions[key][0] for key in once])
        return _is_ordered(np.argsort(np.argsort(after))[np.argsort(before)])

    def _first_rows_agree(self, released: RowOrder) -> bool:
        size = min(len(self._first[1]), len(released._first[1]))
        original, other = self._first[1, :size], released._first[1, :size]
        if not size:
            return False
        _, kind = np.unique(np.concatenate([original, other]), return_inverse=True)
        times = [np.bincount(part, minlength=int(kind.max()) + 1) for part in (kind[:size], kind[size:])]
        mean = float(times[0] @ times[1]) / size
        beyond = float((original == other).sum()) - mean
        return beyond > 0 and beyond**2 / (4 * mean + 2 * beyond) > -math.log(_TAIL)


def _is_ordered(ranks: Positions) -> bool:
    """Whether a permutation has too few or too many inversions or descents.

    >>> _is_ordered(np.arange(11)), _is_ordered(np.arange(11)[::-1]), _is_ordered(np.array([3, 1, 0, 2]))
    (True, True, False)
    """
    size = len(ranks)
    if size <= 1:
        return False
    inversions = int(np.triu(ranks[:, None] > ranks[None, :], 1).sum())
    spread = math.sqrt(size * (size - 1) * (2 * size + 5) / 72)
    if abs(inversions - size * (size - 1) / 4) > _UNUSUAL * spread and _rare(_inversion_law(size), inversions):
        return True
    return _rare(_descent_law(size), int((np.diff(ranks) < 0).sum()))


def _rare(law: NDArray[np.float64], number: int) -> bool:
    return bool(law[: number + 1].sum() < _TAIL or law[number:].sum() < _TAIL)


def _inversion_law(size: int) -> NDArray[np.float64]:
    """The chance of each number of inversions of a random permutation (Mahonian): the i-th adds 0 … i − 1."""
    law = np.zeros(size * (size - 1) // 2 + 1)
    law[0] = 1.0
    for i in range(2, size + 1):
        total = np.cumsum(law)
        total[i:] -= total[:-i].copy()
        law = total / i
    return law


def _descent_law(size: int) -> NDArray[np.float64]:
    """The chance of each number of descents of a random permutation (Eulerian)."""
    law = np.zeros(size + 1)
    law[0] = 1.0
    for n in range(2, size + 1):
        number = np.arange(size + 1)
        law = ((number + 1) * law + (n - number) * np.r_[0.0, law[:-1]]) / n
        law[n:] = 0.0
    return law
