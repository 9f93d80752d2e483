"""What a measure is: a distance between concepts of a taxonomy, with its traits declared.

Also the part of the DAG that a set of targets needs, shared by all taxonomic measures.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from kinonym.taxonomy import Taxonomy
from kinonym.taxonomy.order import gather

__all__ = ["Floats", "Measure", "MeasureTraits", "Numbers", "Reach", "reach", "similarity"]

Numbers = NDArray[np.int64]
Floats = NDArray[np.floating]


@dataclass(frozen=True, kw_only=True)
class MeasureTraits:
    """What a measure promises; the contract tests hold it to this."""

    bounded: bool = True
    symmetric: bool = True
    triangle: bool = False
    uses_ic: bool = False
    needs: frozenset[str] = frozenset()
    """Of ``labels``, ``glosses``, ``parts``: what the ontology must carry."""


@runtime_checkable
class Measure(Protocol):
    """A semantic distance: zero on equal concepts, never negative.

    ``fill`` writes the distances from each concept of ``left`` to each of ``right`` (numbers in
    ``taxonomy``) into ``out``. A measure may offer ``similarity(taxonomy, distance)`` where its published
    similarity is not one minus the distance.
    """

    @property
    def name(self) -> str:
        """The registered name."""

    @property
    def traits(self) -> MeasureTraits:
        """What it promises."""

    def fill(self, taxonomy: Taxonomy, left: Numbers, right: Numbers, out: Floats) -> None:
        """Write the distances into ``out``, of shape (left, right)."""


def similarity(measure: Measure, taxonomy: Taxonomy, distance: float) -> float:
    """The measure's own similarity for a distance; one minus it unless the measure says otherwise."""
    own = getattr(measure, "similarity", None)
    return float(own(taxonomy, distance)) if own is not None else 1.0 - distance


class Reach(NamedTuple):
    """The ancestor closure of some targets, numbered within itself, parents first."""

    nodes: Numbers
    place: NDArray[np.int32]
    parent_start: Numbers
    parent: Numbers


@lru_cache(maxsize=8)
def _whole(taxonomy: Taxonomy) -> Reach:
    size = len(taxonomy)
    return Reach(np.arange(size), np.arange(size, dtype=np.int32), *taxonomy.parent_csr)


def reach(taxonomy: Taxonomy, targets: Numbers) -> Reach:
    """Everything above ``targets``; the whole taxonomy if they are most of it."""
    if 2 * len(targets) > len(taxonomy):
        return _whole(taxonomy)
    start, subsumer, _ = taxonomy.subsumer_csr
    marked = np.zeros(len(taxonomy), dtype=bool)
    marked[gather((start, subsumer), np.unique(targets))] = True
    nodes = np.flatnonzero(marked)
    place = np.full(len(taxonomy), -1, dtype=np.int32)
    place[nodes] = np.arange(len(nodes), dtype=np.int32)
    up_start = taxonomy.parent_csr[0]
    parent_start = np.zeros(len(nodes) + 1, dtype=np.int64)
    np.cumsum(up_start[nodes + 1] - up_start[nodes], out=parent_start[1:])
    parent = place[gather(taxonomy.parent_csr, nodes)].astype(np.int64)
    return Reach(nodes, place, parent_start, parent)

