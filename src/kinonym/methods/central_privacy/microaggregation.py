"""Differential privacy by insensitive microaggregation over a public order (T 2.5.3; Soria-Comas et al. 2014)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kinonym.errors import PrivacyError
from kinonym.methods.central_privacy.discrete_laplace import draw_discrete_laplace
from kinonym.methods.central_privacy.public_cells import PublicCells
from kinonym.methods.central_privacy.release_method import Counts, PrivateRelease
from kinonym.methods.contract import Mode, check_k
from kinonym.methods.exponential.exact_draws import exact

__all__ = ["DpMicroaggregation"]


@dataclass(frozen=True, kw_only=True)
class DpMicroaggregation(PrivateRelease):
    """Groups of k along a public order, each released as its noisy mean position; the release is epsilon-private.

    Parameters
    ----------
    epsilon
        For the release as a whole, all masked columns together; it protects one record.
    size
        Records of a group; the last group has up to 2·size − 1. Larger groups have less noise.
    public
        As of `DpHistogram`. The order is that of a walk down the ontology, or of the levels; of several columns the
        first decides first, so that the others keep little.
    missing
        Whether missing is one of the public values; it is the last one.

    Notes
    -----
    Records are sorted by their position among N public combinations. The sums of the positions of all groups differ
    by N − 1 in total at most between neighbours, since only the sorted sequence is moved. Specification 16 has the
    proof. Each group becomes the combination nearest to its noisy mean.
    """

    size: int = 100
    name = "dp-microaggregation"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_k(self.size)

    @classmethod
    def modes(cls) -> tuple[Mode, ...]:
        """Every documented form."""
        public = {"a": "top", "b": "top"}
        return (
            cls.mode(twins=True, public=public, size=2),
            cls.mode(twins=True, public=public, size=3, missing=True),
        )

    def draw_counts(self, cells: PublicCells, true: Counts, rng: np.random.Generator) -> Counts:
        """Noisy sums of the positions of each group; the nearest cell to each mean receives the group."""
        sums, sizes = group_sums(true, self.size)
        rows = np.zeros(len(true), dtype=np.int64)
        if len(cells) > 1:
            sums = sums + draw_discrete_laplace(len(sums), exact(self.epsilon) / self.sensitivity(cells), rng)
        np.add.at(rows, np.clip((2 * sums + sizes) // (2 * sizes), 0, len(true) - 1), sizes)
        return rows

    def describe_noise(self, cells: PublicCells, records: int) -> Iterator[str]:
        """The mean absolute noise of a group's position, as a share of all positions."""
        share = self.sensitivity(cells) / (self.epsilon * self.size * len(cells))
        yield (
            f"{max(1, records // self.size):,} groups along {len(cells):,} public combinations, each moved by noise of "
            f"about {min(1.0, share):.1%} of them"
        )

    def sensitivity(self, cells: PublicCells) -> int:
        """A record that is replaced moves the sorted positions by no more than from the first to the last cell."""
        return len(cells) - 1


def group_sums(true: Counts, size: int) -> tuple[Counts, Counts]:
    """(sum of the positions, records) of each group of ``size`` records in the order of the cells.

    A group's sum is the difference of two sums of all sorted positions up to a record, which follow from the counts.
    """
    records = int(true.sum())
    if records < size:
        msg = f"groups of {size} cannot be made of {records} records"
        raise PrivacyError(msg, hint=f"the largest possible size is {records}")
    ends = np.append(np.arange(1, records // size) * size, records)
    upto = np.cumsum(true)
    cell = np.searchsorted(upto, ends)
    position_sums = np.cumsum(true * np.arange(len(true)))
    at_end = position_sums[cell] - (upto[cell] - ends) * cell
    return np.diff(at_end, prepend=0), np.diff(ends, prepend=0)
