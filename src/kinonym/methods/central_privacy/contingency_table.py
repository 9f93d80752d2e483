"""Differentially private release of a contingency table of concepts (T 2.5.3 def. 1, 8.3; E 5)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kinonym.methods.central_privacy.discrete_laplace import draw_discrete_laplace
from kinonym.methods.central_privacy.nearest_counts import draw_nearest_counts
from kinonym.methods.central_privacy.public_cells import PublicCells
from kinonym.methods.central_privacy.release_method import Counts, PrivateRelease
from kinonym.methods.exponential.exact_draws import exact

__all__ = ["DpHistogram"]


@dataclass(frozen=True, kw_only=True)
class DpHistogram(PrivateRelease):
    """A row-level synthetic table from noisy counts of all public combinations; the release is epsilon-private.

    Parameters
    ----------
    epsilon
        For the release as a whole, all masked columns together; it protects one record.
    public
        Column → a root of its ontology, or a list of values: all that may be released. Levels of an ordinal column
        are public by themselves. All combinations of all columns are counted, at most 1,048,576.
    missing
        Whether missing is one of the public values.

    Notes
    -----
    Every cell, also an empty one, gets noise z with P(z) ∝ exp(−epsilon·|z| / 2). The noisy counts are limited to
    0..n and replaced by the nearest ones that add up to n, the number of records, which is public. Specification 16
    has the proof. Counts of broader concepts are sums of the released rows, so that all levels agree. Cost: that of
    the cells, and of n rows.
    """

    name = "dp-histogram"

    def draw_counts(self, cells: PublicCells, true: Counts, rng: np.random.Generator) -> Counts:
        """Noisy counts, limited to what is possible, and the nearest ones that add up to n."""
        records = int(true.sum())
        noise = draw_discrete_laplace(len(true), exact(self.epsilon) / self.sensitivity(cells), rng)
        return draw_nearest_counts(np.clip(true + noise, 0, records), records, rng)

    def describe_noise(self, cells: PublicCells, records: int) -> Iterator[str]:
        """The standard deviation of the noise, and how many rows a cell has on average."""
        rate = self.epsilon / self.sensitivity(cells)
        deviation = math.sqrt(2 * math.exp(-rate)) / -math.expm1(-rate)
        rows = records / len(cells)
        much = "; most of the release will be noise" if deviation > 2 * rows else ""
        yield (
            f"{len(cells):,} combinations are counted, each with noise of standard deviation {deviation:.3g}, where "
            f"{rows:.3g} rows belong to a combination on average{much}"
        )

    def sensitivity(self, cells: PublicCells) -> int:  # noqa: ARG002  # the same for every table
        """A record that is replaced leaves one cell and enters another."""
        return 2
