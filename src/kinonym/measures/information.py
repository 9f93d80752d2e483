"""Measures by information content: Resnik, Lin, Jiang-Conrath.

The LCS is here the common subsumer with the greatest information content (specification 1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import UsageError
from kinonym.measures.information_content import IC_MODELS, content, content_ranks
from kinonym.measures.measure import Floats, MeasureTraits, Numbers, zero_same
from kinonym.measures.sweeps import Block, align_pair, top_ranks
from kinonym.taxonomy import Taxonomy

__all__ = ["JiangConrath", "Lin", "Resnik"]

Reals = NDArray[np.float64]
Real = TypeVar("Real", float, NDArray[np.float64])


@dataclass(frozen=True, kw_only=True)
class _ByContent:
    """What the three share: the model of information content, and that of the LCS."""

    ic: str = "seco"
    family: ClassVar[str]

    def __post_init__(self) -> None:
        if self.ic not in IC_MODELS:
            msg = f"there is no model of information content {self.ic!r}"
            raise UsageError(msg, hint=f"models: {', '.join(IC_MODELS)}")

    @property
    def name(self) -> str:
        """The registered name, with the model where it is not Seco's."""
        return self.family if self.ic == "seco" else f"{self.family}+{self.ic}"

    @property
    def traits(self) -> MeasureTraits:
        """The traits of the measure."""
        needs = frozenset({"counts"} if self.ic == "corpus" else ())
        return MeasureTraits(bounded=getattr(self, "bounded", True), uses_ic=True, needs=needs)

    def _most(self, taxonomy: Taxonomy) -> float:
        """IC_max; 1 where no concept has any content."""
        return float(content(taxonomy, self.ic).max()) or 1.0

    def _shared(self, taxonomy: Taxonomy, left: Numbers, right: Numbers) -> Iterator[tuple[Block, Reals]]:
        """IC(L) of each pair."""
        values, rank = content_ranks(taxonomy, self.ic)
        for block, top in top_ranks(taxonomy, rank, left, right):
            yield block, values.take(top, mode="clip")

    def _shared_of_pair(self, taxonomy: Taxonomy) -> Callable[[int, int], float]:
        """A function from two concepts to IC(L)."""
        from kinonym.kernels.distances.single_pairs import greatest_common

        (start, subsumer, _), contents = taxonomy.subsumer_csr, content(taxonomy, self.ic)
        return lambda a, b: greatest_common(start, subsumer, contents, a, b)


@dataclass(frozen=True, kw_only=True)
class Resnik(_ByContent):
    """1 − IC(L) / IC_max (T eq. 4.12 turned into a distance); ``bounded=False``: IC_max − IC(L).

    Notes
    -----
    sd(c, c) is 0 by definition of a distance, though IC(c) may be below IC_max.
    """

    bounded: bool = True
    family = "resnik"

    def fill(self, taxonomy: Taxonomy, left: Numbers, right: Numbers, out: Floats) -> None:
        """Write the distances into ``out``."""
        most = self._most(taxonomy)
        for block, common in self._shared(taxonomy, left, right):
            out[block] = 1.0 - common / most if self.bounded else most - common
        zero_same(left, right, out)

    def pair(self, taxonomy: Taxonomy) -> Callable[[int, int], float]:
        """The distance of a single pair."""
        shared, most = self._shared_of_pair(taxonomy), self._most(taxonomy)

        def distance(a: int, b: int) -> float:
            if a == b:
                return 0.0
            return 1.0 - shared(a, b) / most if self.bounded else most - shared(a, b)

        return distance

    def similarity(self, taxonomy: Taxonomy, distance: Real) -> Real:
        """IC(L) of two different concepts (T eq. 4.12)."""
        most = self._most(taxonomy)
        return (1.0 - distance) * most if self.bounded else most - distance

    def similarities(self, taxonomy: Taxonomy, left: Numbers, right: Numbers) -> Reals:
        """IC(L) of each pair, of a concept with itself too (T eq. 4.12)."""
        out = np.empty((len(left), len(right)))
        for block, common in self._shared(taxonomy, left, right):
            out[block] = common
        return out


@dataclass(frozen=True, kw_only=True)
class Lin(_ByContent):
    """1 − 2·IC(L) / (IC1 + IC2) (T eq. 4.13); two different concepts of content 0 are 1 apart."""

    family = "lin"

    def fill(self, taxonomy: Taxonomy, left: Numbers, right: Numbers, out: Floats) -> None:
        """Write the distances into ``out``."""
        contents = content(taxonomy, self.ic)
        for block, common in self._shared(taxonomy, left, right):
            total = np.add(*align_pair(contents, left, right, block))
            total[total == 0] = 1.0
            out[block] = 1.0 - 2.0 * common / total
        zero_same(left, right, out)

    def pair(self, taxonomy: Taxonomy) -> Callable[[int, int], float]:
        """The distance of a single pair."""
        shared, contents = self._shared_of_pair(taxonomy), content(taxonomy, self.ic).tolist()

        def distance(a: int, b: int) -> float:
            return 0.0 if a == b else 1.0 - 2.0 * shared(a, b) / (contents[a] + contents[b] or 1.0)

        return distance


@dataclass(frozen=True, kw_only=True)
class JiangConrath(_ByContent):
    """(IC1 + IC2 − 2·IC(L)) / (2·IC_max) (T eq. 4.14); ``bounded=False`` does not divide."""

    bounded: bool = True
    family = "jiang-conrath"

    def fill(self, taxonomy: Taxonomy, left: Numbers, right: Numbers, out: Floats) -> None:
        """Write the distances into ``out``."""
        contents, unit = content(taxonomy, self.ic), self._unit(taxonomy)
        for block, common in self._shared(taxonomy, left, right):
            out[block] = (np.add(*align_pair(contents, left, right, block)) - 2.0 * common) / unit

    def pair(self, taxonomy: Taxonomy) -> Callable[[int, int], float]:
        """The distance of a single pair."""
        shared, contents, unit = (
            self._shared_of_pair(taxonomy),
            content(taxonomy, self.ic).tolist(),
            self._unit(taxonomy),
        )
        return lambda a, b: (contents[a] + contents[b] - 2.0 * shared(a, b)) / unit

    def similarity(self, taxonomy: Taxonomy, distance: Real) -> Real:
        """1 − the bounded distance."""
        return 1.0 - distance * (self._unit(taxonomy) / (2.0 * self._most(taxonomy)))

    def _unit(self, taxonomy: Taxonomy) -> float:
        return 2.0 * self._most(taxonomy) if self.bounded else 1.0
