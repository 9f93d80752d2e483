"""The protocol of a measure: a distance between concepts of a taxonomy, with declared traits and needs.

Also the published similarity of a distance. `check_needs` of the package compares needs with an ontology.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from kinonym.taxonomy import Taxonomy

__all__ = [
    "Floats",
    "Measure",
    "MeasureTraits",
    "Numbers",
    "PairMeasure",
    "similarities",
    "similarity",
    "zero_same",
]

Numbers = NDArray[np.int64]
Floats = NDArray[np.floating]


@dataclass(frozen=True, kw_only=True)
class MeasureTraits:
    """What a measure declares about itself; the contract tests verify it."""

    bounded: bool = True
    """Distances lie in [0, 1]."""
    symmetric: bool = True
    triangle: bool = False
    """The triangle inequality holds on every DAG."""
    uses_ic: bool = False
    needs: frozenset[str] = frozenset()
    """What the ontology must have: ``labels``, ``glosses``, ``parts`` or ``counts``."""


@runtime_checkable
class Measure(Protocol):
    """A semantic distance: zero on equal concepts, never negative.

    ``fill`` writes the distances from each concept of ``left`` to each of ``right`` (numbers in
    ``taxonomy``) into ``out``. A measure may offer ``similarity(taxonomy, distance)`` where its published
    similarity is not one minus the distance.
    """

    @property
    def name(self) -> str:
        """The registered name, with the variant after a plus sign unless it is the default."""

    @property
    def traits(self) -> MeasureTraits:
        """The traits of the measure."""

    def fill(self, taxonomy: Taxonomy, left: Numbers, right: Numbers, out: Floats) -> None:
        """Write the distances into ``out``, of shape (left, right)."""


@runtime_checkable
class PairMeasure(Measure, Protocol):
    """A measure that computes single pairs faster than with ``fill``."""

    def pair(self, taxonomy: Taxonomy) -> Callable[[int, int], float]:
        """A function from two concepts, by number, to their distance: the one that ``fill`` writes."""


def similarity(measure: Measure, taxonomy: Taxonomy, distance: float) -> float:
    """Return the measure's published similarity for a distance; by default one minus the distance."""
    published = getattr(measure, "similarity", None)
    return float(published(taxonomy, distance)) if published is not None else 1.0 - distance


def similarities(measure: Measure, taxonomy: Taxonomy, left: Numbers, right: Numbers) -> NDArray[np.float64]:
    """Return the measure's published similarity of each pair.

    A measure may offer ``similarities(taxonomy, left, right)`` if the distance does not determine it:
    Resnik's, of a concept with itself.
    """
    published = getattr(measure, "similarities", None)
    if published is not None:
        return np.asarray(published(taxonomy, left, right), dtype=np.float64)
    distances = np.empty((len(left), len(right)))
    measure.fill(taxonomy, left, right, distances)
    convert = getattr(measure, "similarity", None)
    return 1.0 - distances if convert is None else np.asarray(convert(taxonomy, distances), dtype=np.float64)


def zero_same(left: Numbers, right: Numbers, out: Floats) -> None:
    """Set sd(c, c) = 0, if the formula alone does not give it (specification 2)."""
    order = np.argsort(right, kind="stable")
    known = right[order]
    first = np.searchsorted(known, left, side="left")
    counts = np.searchsorted(known, left, side="right") - first
    rows = np.repeat(np.arange(len(left)), counts)
    offsets = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    out[rows, order[np.repeat(first, counts) + offsets]] = 0.0
