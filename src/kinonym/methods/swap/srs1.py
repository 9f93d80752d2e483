"""srs1: rank swapping along one ranking of a column (T SRS-Algorithm1), as published or repaired."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinonym.methods.progress import Progress
from kinonym.methods.swap.ranking import first_reference, flat_notices, rank_records
from kinonym.methods.swap.swap_courses import Choose, Source, factor_of, rank_swap, record_distances
from kinonym.methods.swap.swapping import Codes, NearSwap, each_column
from kinonym.methods.swap.windows import RankWindow
from kinonym.privacy.attacks import Factor
from kinonym.tuples import Tuples

__all__ = ["Srs1"]


@dataclass(frozen=True, kw_only=True)
class Srs1(NearSwap):
    """Rank a column by the distance from its most marginal value; exchange values of near ranks.

    Each unswapped value, in the order of ranks, is exchanged with a random one of the next k unswapped. Once
    fewer than 2k are unswapped, they are permuted uniformly. Every column is swapped on its own.

    Parameters
    ----------
    k
        A released value is the given person's with probability at most 1/k, for each column alone.
    published
        The form of T: the partner is one of the unswapped among the next k ranks, if any, up to the end of
        the ranking. It does not give 1/k.

    Notes
    -----
    Why 1/k holds: two records exchange values either when the first of them is reached, and then with
    probability 1/k or not at all, or in the last permutation, of 2k − 2 or 2k − 1 ≥ k records. These cases
    exclude each other. Ties of the ranking are shuffled (T leaves them open). Where a value is missing, it is
    the most marginal one and equally far from all others: the ranking is one tie and the swap unconstrained.
    Cost: O(n log n) and one integer per record.
    """

    name = "srs1"

    def exchanged(self, tuples: Tuples, rng: np.random.Generator, progress: Progress) -> tuple[Codes, list[int]]:
        """Swap every column on its own."""
        return each_column(tuples, lambda column, part: self._swap(column, rng, part), rng, progress)

    def further_notices(self, tuples: Tuples) -> tuple[str, ...]:
        """Which columns have nothing to be ranked by."""
        return flat_notices(tuples)

    def _swap(self, column: Tuples, rng: np.random.Generator, progress: Progress) -> tuple[Codes, int]:
        """Lines 2-12: rank, then walk up the ranking."""
        from kinonym.kernels.swapping.rank_walk import start_walk, walk

        order = rank_records(column, first_reference(column, rng), rng)
        state = start_walk(column.records)
        while walk(state, self.k, self.published, rng, 1 << 18):
            progress(state.counters[0] / column.records)
        codes = np.repeat(column.codes[:, 0], column.counts)
        received = np.empty_like(codes)
        received[order] = codes[order[state.source]]
        return received, int(state.counters[2])

    def window(self, tuples: Tuples) -> RankWindow:
        """What an attacker who knows k and the ranking of every column can exclude."""
        return RankWindow.of(tuples, self.k, published=self.published)

    def followed(self, tuples: Tuples) -> tuple[Factor, ...]:
        """The exact chances of every outcome, column by column."""
        return tuple(self._factor(tuples, j) for j in range(len(tuples.columns)))

    def _factor(self, tuples: Tuples, j: int) -> Factor:
        distances = record_distances(tuples, [j])

        def swap(choose: Choose) -> Source:
            return rank_swap(distances, self.k, choose, published=self.published)

        return factor_of(tuples, (j,), swap, deal_out=True)
