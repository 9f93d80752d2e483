"""srs3: swapping of tuples in clusters at opposite ends (T SRS-Algorithm3), as published or repaired."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinonym.methods.progress import Progress
from kinonym.methods.swap.ranking import first_reference
from kinonym.methods.swap.swap_courses import Choose, Source, cluster_swap, factor_of, record_distances
from kinonym.methods.swap.swapping import Codes, NearSwap
from kinonym.methods.swap.windows import NeighbourWindow
from kinonym.privacy.attacks import Factor
from kinonym.tuples import Tuples

__all__ = ["Srs3", "cluster_factor", "swap_clusters"]


@dataclass(frozen=True, kw_only=True)
class Srs3(NearSwap):
    """Exchange the values of a tuple, each on its own, with those of the tuples nearest to it.

    Each unswapped value of the reference record is exchanged with that of a random one of the k records nearest
    to it with an unswapped value in that column; the next reference is the record most distant from this one
    that still has an unswapped value. Once fewer than 2k values of a column are unswapped, they are permuted
    uniformly.

    Parameters
    ----------
    k
        A released value is the given person's with probability at most 1/k, for each column alone.
    published
        The form of T: one cluster of the k nearest records for all columns, and in each column the partner is
        one of its unswapped ones, if any. It does not give 1/k.

    Notes
    -----
    Why 1/k holds for each column: as in `Srs2`; the other columns only take part in choosing the references.
    The columns together give no bound. Ties are random. Cost: O(n · p) distances for p distinct tuples, and a
    few integers per value.
    """

    name = "srs3"

    def exchanged(self, tuples: Tuples, rng: np.random.Generator, progress: Progress) -> tuple[Codes, list[int]]:
        """Swap the values of whole tuples."""
        return swap_clusters(tuples, self.k, rng, progress, published=self.published)

    def window(self, tuples: Tuples) -> NeighbourWindow:
        """What an attacker who knows k and the nearest records of every tuple can exclude."""
        return NeighbourWindow.of(tuples, self.k, published=self.published, together=True)

    def followed(self, tuples: Tuples) -> tuple[Factor, ...]:
        """The exact chances of every outcome of all columns together."""
        every = tuple(range(len(tuples.columns)))
        return (cluster_factor(tuples, every, self.k, published=self.published),)


def swap_clusters(
    tuples: Tuples, k: int, rng: np.random.Generator, progress: Progress, *, published: bool
) -> tuple[Codes, list[int]]:
    """Lines 4-12: what each record receives (records × columns), and per column how many found no partner."""
    from kinonym.kernels.swapping.cluster_swaps import swap
    from kinonym.kernels.swapping.swapped_records import start_swap

    flat, codes, counts = tuples.kernel_columns, tuples.codes, tuples.counts
    state = start_swap(flat, codes, counts, k, first_reference(tuples, rng))
    while swap(flat, codes, counts, state, k, published, rng, 256):
        progress(1.0 - state.unswapped_total[-1] / tuples.records)
    masked = [codes[state.tuple_of[source], j] for j, source in enumerate(state.source)]
    return np.column_stack(masked), state.without_partner.tolist()


def cluster_factor(tuples: Tuples, columns: tuple[int, ...], k: int, *, published: bool) -> Factor:
    """The exact chances of every outcome of these columns, swapped together."""
    distances = record_distances(tuples, columns)

    def swap(choose: Choose) -> Source:
        return cluster_swap(distances, len(columns), k, choose, published=published)

    return factor_of(tuples, columns, swap)
