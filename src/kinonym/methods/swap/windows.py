"""What a swap cannot do: the values that an attacker who knows the method and all originals can exclude."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.methods.swap.ranking import Ranking, rankings
from kinonym.privacy.attacks.linkage import Numbers
from kinonym.privacy.attacks.window import Flags
from kinonym.tuples import Tuples

__all__ = ["BlockWindow", "NeighbourWindow", "RankWindow"]


@dataclass(frozen=True, eq=False)
class RankWindow:
    """srs1: values are exchanged only if their ranks differ by at most ``reach``, or both are in the ``tail``.

    ``rankings``: per column one ranking for each of the most marginal values, one of which was drawn; a column
    without any excludes nothing.
    """

    tuples: Tuples
    rankings: tuple[tuple[Ranking, ...], ...]
    reach: int
    tail: int
    knows: str = "every column's ranking"
    strict: bool = True

    @classmethod
    def of(cls, tuples: Tuples, k: int, *, published: bool) -> RankWindow:
        """Rank every column.

        Of the next k unswapped ranks the last is at most 2k − 1 away, and the last permutation takes place within
        the last 3k ranks: never more than k − 1 ranks beyond the present one are swapped.
        """
        ranked = tuple(rankings(tuples, j) for j in range(len(tuples.columns)))
        if published:
            return cls(tuples, ranked, k, tuples.records)
        return cls(tuples, ranked, 2 * k - 1, tuples.records - 3 * k)

    def out_of_reach(self, persons: Numbers) -> list[Flags]:
        """Compare the ranks."""
        outside = []
        for j, ranked in enumerate(self.rankings):
            originals = self.tuples.codes[persons, j][:, None]
            out = np.full((len(persons), len(self.tuples.columns[j].points)), bool(ranked))
            for ranking in ranked:
                out &= self._apart(ranking, originals)
            outside.append(out.astype(np.float64))
        return outside

    def _apart(self, ranking: Ranking, originals: NDArray[np.int32]) -> NDArray[np.bool_]:
        low, high = ranking
        apart: NDArray[np.bool_] = (
            np.maximum(low[None, :] - high[originals], low[originals] - high[None, :]) > self.reach
        )
        before_tail: NDArray[np.bool_] = np.minimum(high[originals], high[None, :]) < self.tail
        return apart & before_tail


@dataclass(frozen=True, eq=False)
class NeighbourWindow:
    """srs2 and srs3: values are exchanged within the cluster of one of the two records.

    ``parts`` are the columns one by one (srs2), or all together (srs3); ``radius`` how far their clusters reach.
    """

    tuples: Tuples
    parts: tuple[Tuples, ...]
    radius: tuple[NDArray[np.float64], ...]
    strict: bool
    knows: str = "every record's nearest ones"

    @classmethod
    def of(cls, tuples: Tuples, k: int, *, published: bool, together: bool) -> NeighbourWindow:
        """Clusters of the k nearest records; of 2k in the repaired form, which skips swapped records."""
        from kinonym.kernels.swapping.linkage_costs import radii

        parts = (tuples,) if together else tuples.column_tuples
        size = min(k if published else 2 * k, tuples.records - 1)
        reach = tuple(radii(part.kernel_columns, part.codes, part.counts, size) for part in parts)
        return cls(tuples, parts, reach, strict=published)

    def out_of_reach(self, persons: Numbers) -> list[Flags]:
        """Compare the distances with the radii."""
        from kinonym.kernels.swapping.linkage_costs import reachable

        if self.parts[0] is self.tuples:
            flags = reachable(self.tuples.kernel_columns, self.tuples.codes, self.radius[0], persons)
            return np.split(flags, self.tuples.kernel_columns.value_start[1:-1], axis=1)
        outside = []
        for j, part in enumerate(self.parts):
            originals = np.searchsorted(part.codes[:, 0], self.tuples.codes[persons, j])
            outside.append(reachable(part.kernel_columns, part.codes, self.radius[j], originals))
        return outside


@dataclass(frozen=True, eq=False)
class BlockWindow:
    """record-swap: a value stays within the blocks of its tuple. Rows (source, block): which tuple is where."""

    tuples: Tuples
    source: Numbers
    block: Numbers
    knows: str = "every record's block"
    strict: bool = True

    def out_of_reach(self, persons: Numbers) -> list[Flags]:
        """Mark the values of each person's blocks."""
        outside = [np.ones((len(persons), len(column.points))) for column in self.tuples.columns]
        for i, person in enumerate(persons):
            blocks = self.block[self.source == person]
            members = self.source[np.isin(self.block, blocks)]
            for j, flags in enumerate(outside):
                flags[i, self.tuples.codes[members, j]] = 0.0
        return outside
