"""Measures by the links between two concepts: path, Leacock-Chodorow, Wu-Palmer; and plain equality."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from kinonym.measures.measure import Floats, MeasureTraits, Numbers
from kinonym.measures.sweeps import deepest, links_between
from kinonym.taxonomy import Taxonomy

__all__ = ["Equality", "LeacockChodorow", "Path", "WuPalmer"]

Real = TypeVar("Real", float, NDArray[np.float64])


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
        for block, depth, links in deepest(taxonomy, left, right):
            np.divide(links, 2.0 * depth + links, out=out[block], casting="same_kind")

    def pair(self, taxonomy: Taxonomy) -> Callable[[int, int], float]:
        """The distance of a single pair."""
        from kinonym.kernels.distances.single_pairs import deepest_common

        (start, subsumer, way), depths = taxonomy.subsumer_csr, taxonomy.depths

        def distance(a: int, b: int) -> float:
            depth, links = deepest_common(start, subsumer, way, depths, a, b)
            return links / (2.0 * depth + links)  # type: ignore[no-any-return]  # a compiled function has no type

        return distance


@dataclass(frozen=True, kw_only=True)
class Path:
    """Fewest links between two concepts through a common subsumer (T eq. 4.3).

    ``bounded=True`` divides by the longest possible way, 2·(maxdepth − 1).
    """

    bounded: bool = True
    name = "path"

    @property
    def traits(self) -> MeasureTraits:
        """The traits of the measure; only the bounded form is in [0, 1]."""
        return MeasureTraits(bounded=self.bounded)

    def fill(self, taxonomy: Taxonomy, left: Numbers, right: Numbers, out: Floats) -> None:
        """Write the distances into ``out``."""
        links = np.arange(2 * taxonomy.max_depth, dtype=np.float64)
        _fill_by_links(taxonomy, left, right, links / self._longest(taxonomy), out)

    def pair(self, taxonomy: Taxonomy) -> Callable[[int, int], float]:
        """The distance of a single pair."""
        links, longest = _links_of_a_pair(taxonomy), self._longest(taxonomy)
        return lambda a, b: links(a, b) / longest

    def similarity(self, taxonomy: Taxonomy, distance: Real) -> Real:
        """1 / (1 + links)."""
        return 1.0 / (1.0 + distance * self._longest(taxonomy))

    def _longest(self, taxonomy: Taxonomy) -> int:
        return max(1, 2 * (taxonomy.max_depth - 1)) if self.bounded else 1


@dataclass(frozen=True, kw_only=True)
class LeacockChodorow:
    """log N / log(2·D), N the shortest path in nodes, D the greatest depth (T eq. 4.4 made a distance)."""

    name = "leacock-chodorow"
    traits = MeasureTraits()

    def fill(self, taxonomy: Taxonomy, left: Numbers, right: Numbers, out: Floats) -> None:
        """Write the distances into ``out``."""
        nodes = np.arange(1, 2 * taxonomy.max_depth + 1, dtype=np.float64)
        _fill_by_links(taxonomy, left, right, np.log(nodes) / math.log(2 * taxonomy.max_depth), out)

    def pair(self, taxonomy: Taxonomy) -> Callable[[int, int], float]:
        """The distance of a single pair."""
        links, longest = _links_of_a_pair(taxonomy), math.log(2 * taxonomy.max_depth)
        return lambda a, b: math.log(links(a, b) + 1) / longest

    def similarity(self, taxonomy: Taxonomy, distance: Real) -> Real:
        """−log(N / (2·D)) (T eq. 4.4)."""
        return (1.0 - distance) * math.log(2 * taxonomy.max_depth)


@dataclass(frozen=True, kw_only=True)
class Equality:
    """0 if equal, else 1: the non-semantic baseline."""

    name = "equality"
    traits = MeasureTraits(triangle=True)

    def fill(self, taxonomy: Taxonomy, left: Numbers, right: Numbers, out: Floats) -> None:  # noqa: ARG002
        """Write the distances into ``out``."""
        np.not_equal(left[:, None], right, out=out, casting="unsafe")

    def pair(self, taxonomy: Taxonomy) -> Callable[[int, int], float]:  # noqa: ARG002
        """The distance of a single pair."""
        return lambda a, b: float(a != b)


def _links_of_a_pair(taxonomy: Taxonomy) -> Callable[[int, int], int]:
    from kinonym.kernels.distances.single_pairs import fewest_links_between

    start, subsumer, way = taxonomy.subsumer_csr
    return lambda a, b: fewest_links_between(start, subsumer, way, a, b)


def _fill_by_links(
    taxonomy: Taxonomy, left: Numbers, right: Numbers, by_links: NDArray[np.float64], out: Floats
) -> None:
    table = by_links.astype(out.dtype)
    for block, links in links_between(taxonomy, left, right):
        np.take(table, links, out=out[block], mode="clip")
