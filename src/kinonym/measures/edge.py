"""Measures by the links between two concepts: path, Leacock-Chodorow, Wu-Palmer; and plain equality."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from kinonym.measures.base import Floats, MeasureTraits, Numbers, reach
from kinonym.taxonomy import Taxonomy

__all__ = ["Equality", "LeacockChodorow", "Path", "WuPalmer"]


@dataclass(frozen=True, kw_only=True)
class WuPalmer:
    """1 − 2·depth(L) / (2·depth(L) + links(c1, L) + links(c2, L)), L = LCS (T eq. 4.6, 6.1).

    Notes
    -----
    Depth counts nodes on the longest path, so that it stays positive at the root. On a DAG it is not a
    metric: the triangle inequality may fail. NLTK takes the minimum depth and so differs on most pairs
    below a concept with several parents.
    """

    name = "wu-palmer"
    traits = MeasureTraits()

    def fill(self, taxonomy: Taxonomy, left: Numbers, right: Numbers, out: Floats) -> None:
        """Write the distances into ``out``."""
        from kinonym.kernels.passes import wu_palmer

        part = reach(taxonomy, right)
        start, above, links = taxonomy.subsumer_csr
        wu_palmer(
            part.place, start, above, links, taxonomy.depths, part.parent_start, part.parent,
            left, part.place[right].astype(np.int64), out,
        )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Path:
    """Fewest links between two concepts through a common subsumer (T eq. 4.3).

    ``bounded=True`` divides by the longest possible way, 2·(maxdepth − 1).
    """

    bounded: bool = True
    name = "path"

    @property
    def traits(self) -> MeasureTraits:
        """What it promises; only the bounded form lies in [0, 1]."""
        return MeasureTraits(bounded=self.bounded)

    def fill(self, taxonomy: Taxonomy, left: Numbers, right: Numbers, out: Floats) -> None:
        """Write the distances into ``out``."""
        links = np.arange(2 * taxonomy.max_depth, dtype=np.float64)
        if self.bounded:
            links /= max(1, 2 * (taxonomy.max_depth - 1))
        _fill_by_links(taxonomy, left, right, links, out)

    def similarity(self, taxonomy: Taxonomy, distance: float) -> float:
        """1 / (1 + links)."""
        links = distance * max(1, 2 * (taxonomy.max_depth - 1)) if self.bounded else distance
        return 1.0 / (1.0 + links)


@dataclass(frozen=True, kw_only=True)
class LeacockChodorow:
    """log N / log(2·D): N the shortest path in nodes, D the greatest depth (T eq. 4.4 turned into a distance)."""

    name = "leacock-chodorow"
    traits = MeasureTraits()

    def fill(self, taxonomy: Taxonomy, left: Numbers, right: Numbers, out: Floats) -> None:
        """Write the distances into ``out``."""
        nodes = np.arange(1, 2 * taxonomy.max_depth + 1, dtype=np.float64)
        _fill_by_links(taxonomy, left, right, np.log(nodes) / math.log(2 * taxonomy.max_depth), out)

    def similarity(self, taxonomy: Taxonomy, distance: float) -> float:
        """−log(N / (2·D)) (T eq. 4.4)."""
        return (1.0 - distance) * math.log(2 * taxonomy.max_depth)


@dataclass(frozen=True, kw_only=True)
class Equality:
    """0 if equal, else 1: the non-semantic baseline."""

    name = "equality"
    traits = MeasureTraits(triangle=True)

    def fill(self, taxonomy: Taxonomy, left: Numbers, right: Numbers, out: Floats) -> None:  # noqa: ARG002
        """Write the distances into ``out``."""
        out[...] = left[:, None] != right[None, :]


def _fill_by_links(taxonomy: Taxonomy, left: Numbers, right: Numbers, by_links: Floats, out: Floats) -> None:
    from kinonym.kernels.passes import shortest_path

    part = reach(taxonomy, right)
    start, above, links = taxonomy.subsumer_csr
    targets = part.place[right].astype(np.int64)
    shortest_path(part.place, start, above, links, part.parent_start, part.parent, left, targets, by_links, out)
