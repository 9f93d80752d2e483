"""A confidential column beside the tuples: how often each of its values occurs with each tuple."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain, Points
from kinonym.errors import UsageError

__all__ = ["Confidential"]

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Confidential:
    """One confidential column that is not masked: its domain, its distinct points (ascending) and their counts.

    The values of tuple t are ``value[start[t]:start[t + 1]]``, positions in ``points``, each listed once and
    ascending, with their records in ``count``.
    """

    name: str
    domain: Domain
    points: Points
    start: Numbers
    value: NDArray[np.int32]
    count: Numbers

    @classmethod
    def from_rows(
        cls,
        name: str,
        domain: Domain,
        points: Points,
        tuple_of_row: Numbers,
        tuples: int,
        *,
        counts: Numbers | None = None,
    ) -> Confidential:
        """Count rows: ``points[i]`` is the confidential value of row i, ``tuple_of_row[i]`` its tuple.

        Parameters
        ----------
        name
            Name of the column.
        domain
            What its values mean.
        points
            The value of each row, as `Domain.encode` gives it.
        tuple_of_row
            The tuple of each row.
        tuples
            How many tuples there are.
        counts
            Records that each row stands for; one by default.
        """
        if len(points) != len(tuple_of_row):
            msg = f"column {name!r} has {len(points)} values for {len(tuple_of_row)} rows"
            raise UsageError(msg)
        distinct, code = np.unique(points, return_inverse=True)
        pairs, place = np.unique(tuple_of_row.astype(np.int64) * len(distinct) + code, return_inverse=True)
        count = np.bincount(place, weights=counts, minlength=len(pairs)).astype(np.int64)
        owner, value = np.divmod(pairs, max(1, len(distinct)))
        start = np.searchsorted(owner, np.arange(tuples + 1)).astype(np.int64)
        return cls(name, domain, distinct, start, value.astype(np.int32), count)

    @cached_property
    def totals(self) -> Numbers:
        """Records of each value in the whole table."""
        return np.bincount(self.value, weights=self.count, minlength=len(self.points)).astype(np.int64)

    @cached_property
    def owner(self) -> Numbers:
        """The tuple of each entry of ``value``."""
        return np.repeat(np.arange(len(self.start) - 1), np.diff(self.start))

    def part(self, chosen: Numbers) -> Confidential:
        """The same column beside some of the tuples, renumbered in the order given; all points are kept."""
        lengths = self.start[chosen + 1] - self.start[chosen]
        start = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        rows = np.repeat(self.start[chosen] - start[:-1], lengths) + np.arange(start[-1])
        return Confidential(self.name, self.domain, self.points, start, self.value[rows], self.count[rows])
