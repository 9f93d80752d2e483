"""srs2: swapping of a column in clusters at opposite ends (T SRS-Algorithm2), as published or repaired."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinonym.methods.progress import Progress
from kinonym.methods.swap.srs3 import cluster_factor, swap_clusters
from kinonym.methods.swap.swapping import Codes, NearSwap, each_column
from kinonym.methods.swap.windows import NeighbourWindow
from kinonym.privacy.attacks import Factor
from kinonym.tuples import Tuples

__all__ = ["Srs2"]


@dataclass(frozen=True, kw_only=True)
class Srs2(NearSwap):
    """Exchange a value with one of those nearest to it, at opposite ends of the column in turn.

    The reference is exchanged with a random one of the k unswapped records nearest to it; the next reference
    is the unswapped record most distant from this one. Once fewer than 2k are unswapped, they are permuted
    uniformly. Every column is swapped on its own.

    Parameters
    ----------
    k
        A released value is the given person's with probability at most 1/k, for each column alone.
    published
        The form of T: the partner is one of the unswapped among the k nearest records, if any. It does not
        give 1/k: a record with no unswapped neighbour keeps its value.

    Notes
    -----
    Why 1/k holds: two records exchange values either when one of them is the reference, which settles that one
    for good, and then with probability 1/k or not at all, or in the last permutation, of 2k − 2 or 2k − 1 ≥ k
    records. These cases exclude each other, however the references are chosen. Ties are random. It is Algorithm
    3 on one column. Cost: O(n · v) for v distinct values.
    """

    name = "srs2"

    def exchanged(self, tuples: Tuples, rng: np.random.Generator, progress: Progress) -> tuple[Codes, list[int]]:
        """Swap every column on its own."""
        return each_column(tuples, lambda column, part: self._swap(column, rng, part), rng, progress)

    def _swap(self, column: Tuples, rng: np.random.Generator, progress: Progress) -> tuple[Codes, int]:
        masked, stuck = swap_clusters(column, self.k, rng, progress, published=self.published)
        return masked[:, 0], stuck[0]

    def window(self, tuples: Tuples) -> NeighbourWindow:
        """What an attacker who knows k and the nearest records of every value can exclude."""
        return NeighbourWindow.of(tuples, self.k, published=self.published, together=False)

    def followed(self, tuples: Tuples) -> tuple[Factor, ...]:
        """The exact chances of every outcome, column by column."""
        every = range(len(tuples.columns))
        return tuple(cluster_factor(tuples, (j,), self.k, published=self.published) for j in every)
