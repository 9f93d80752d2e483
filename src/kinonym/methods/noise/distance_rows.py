"""Distances from values to every candidate of a domain, as whole numbers, computed in tiles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain, Points
from kinonym.errors import UsageError
from kinonym.operators.samples import concept_rows

__all__ = ["Keys", "Rows", "candidate_count", "key_rows"]

Keys = NDArray[np.int32]

_ONE = float(1 << 24)


def candidate_count(domain: Domain) -> int:
    """How many values may replace another: all concepts of tau, or the vocabulary of plain texts or of sets."""
    if domain.candidate_count is None:
        msg = "numbers and levels have no list of candidates"
        raise UsageError(msg, hint="ask only for columns of words")
    return domain.candidate_count


def key_rows(domain: Domain, points: Points) -> Keys:
    """Distances of points to all candidates in multiples of 2^-24."""
    size = candidate_count(domain)
    if domain.concepts is None:
        return np.rint(domain.point_distances(points, np.arange(size, dtype=np.float64)) * _ONE).astype(np.int32)
    out = np.empty((len(points), size), dtype=np.int32)
    for span, rows in concept_rows(domain.concepts, points):
        out[span] = rows
    return out


class Rows:
    """One row of distances for each of ``values``; the tile that was asked for last is kept."""

    def __init__(self, domain: Domain, values: Points, *, tile_bytes: int = 1 << 25) -> None:
        self.domain = domain
        self.values = values
        self.tile = max(8, tile_bytes // (4 * candidate_count(domain)))
        self._first = -1
        self._block: Keys = np.empty((0, 0), dtype=np.int32)

    def __getitem__(self, i: int) -> Keys:
        first = i - i % self.tile
        if first != self._first:
            self._block = key_rows(self.domain, self.values[first : first + self.tile])
            self._first = first
        row: Keys = self._block[i - first]
        return row
