"""What a measure is: a distance between concepts of a taxonomy, with its traits and its needs declared.

Also what all measures share: the published similarity behind a distance, and what belongs to one taxonomy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Protocol, TypeVar, runtime_checkable
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import UsageError
from kinonym.taxonomy import Taxonomy

__all__ = [
    "Floats",
    "Measure",
    "MeasureTraits",
    "Numbers",
    "PairMeasure",
    "check_needs",
    "missing_needs",
    "per_taxonomy",
    "similarities",
    "similarity",
    "zero_same",
]

Numbers = NDArray[np.int64]
Floats = NDArray[np.floating]

Result = TypeVar("Result")


@dataclass(frozen=True, kw_only=True)
class MeasureTraits:
    """What a measure promises; the contract tests hold it to this."""

    bounded: bool = True
    """Distances lie in [0, 1]."""
    symmetric: bool = True
    triangle: bool = False
    """The triangle inequality holds on every DAG."""
    uses_ic: bool = False
    needs: frozenset[str] = frozenset()
    """Of ``labels``, ``glosses``, ``parts``, ``counts``: what the ontology must carry."""


@runtime_checkable
class Measure(Protocol):
    """A semantic distance: zero on equal concepts, never negative.

    ``fill`` writes the distances from each concept of ``left`` to each of ``right`` (numbers in
    ``taxonomy``) into ``out``. A measure may offer ``similarity(taxonomy, distance)`` where its published
    similarity is not one minus the distance.
    """

    @property
    def name(self) -> str:
        """The registered name, with the variant after a plus sign where it is not the default one."""

    @property
    def traits(self) -> MeasureTraits:
        """What it promises."""

    def fill(self, taxonomy: Taxonomy, left: Numbers, right: Numbers, out: Floats) -> None:
        """Write the distances into ``out``, of shape (left, right)."""


@runtime_checkable
class PairMeasure(Measure, Protocol):
    """A measure with a short way for single pairs, beside ``fill`` for many."""

    def pair(self, taxonomy: Taxonomy) -> Callable[[int, int], float]:
        """A function from two concepts, by number, to their distance: the one that ``fill`` writes."""


def similarity(measure: Measure, taxonomy: Taxonomy, distance: float) -> float:
    """The measure's own similarity for a distance; one minus it unless the measure says otherwise."""
    own = getattr(measure, "similarity", None)
    return float(own(taxonomy, distance)) if own is not None else 1.0 - distance


def similarities(measure: Measure, taxonomy: Taxonomy, left: Numbers, right: Numbers) -> NDArray[np.float64]:
    """The measure's own similarity of each pair.

    A measure may offer ``similarities(taxonomy, left, right)`` where it cannot be had from the distance:
    Resnik's, of a concept with itself.
    """
    own = getattr(measure, "similarities", None)
    if own is not None:
        return np.asarray(own(taxonomy, left, right), dtype=np.float64)
    distances = np.empty((len(left), len(right)))
    measure.fill(taxonomy, left, right, distances)
    convert = getattr(measure, "similarity", None)
    return 1.0 - distances if convert is None else np.asarray(convert(taxonomy, distances), dtype=np.float64)


def zero_same(left: Numbers, right: Numbers, out: Floats) -> None:
    """sd(c, c) = 0 where the formula alone does not give it (SPEC 2)."""
    order = np.argsort(right, kind="stable")
    known = right[order]
    first = np.searchsorted(known, left, side="left")
    counts = np.searchsorted(known, left, side="right") - first
    rows = np.repeat(np.arange(len(left)), counts)
    offsets = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    out[rows, order[np.repeat(first, counts) + offsets]] = 0.0


def per_taxonomy(function: Callable[..., Result]) -> Callable[..., Result]:
    """Keep what ``function(taxonomy, *options)`` returned for as long as the taxonomy lives."""
    kept: WeakKeyDictionary[Taxonomy, dict[tuple[object, ...], Result]] = WeakKeyDictionary()

    @wraps(function)
    def found(taxonomy: Taxonomy, *options: object) -> Result:
        known = kept.setdefault(taxonomy, {})
        if options not in known:
            known[options] = function(taxonomy, *options)
        return known[options]

    return found


_FOUND_IN = {
    "glosses": "glosses come with a WordNet database folder, with OBO, OWL, SKOS and SNOMED CT files that define "
    "their concepts, and with a table that has a column `gloss`",
    "parts": "parts come with a WordNet database folder, with OBO and OWL files that say part of, and with a table "
    "that has a column `parts`",
    "counts": "counts come with WordNet, with a table that has a column `count`, and from a file by "
    "with_counts(taxonomy, path)",
}


def missing_needs(measure: Measure, taxonomy: Taxonomy) -> tuple[str, ...]:
    """What the measure needs and the ontology does not carry; every ontology has labels."""
    carried = {
        "labels": True,
        "glosses": taxonomy.glosses is not None and any(taxonomy.glosses),
        "parts": taxonomy.part_csr is not None and len(taxonomy.part_csr[1]) > 0,
        "counts": taxonomy.counts is not None,
    }
    return tuple(sorted(what for what in measure.traits.needs if not carried.get(what, False)))


def check_needs(measure: Measure, taxonomy: Taxonomy) -> None:
    """Raise unless the ontology carries what the measure needs."""
    missing = missing_needs(measure, taxonomy)
    if missing:
        what, where = " and ".join(missing), taxonomy.source.name
        msg = f"the measure {measure.name} needs {what}, which {where} does not carry"
        hints = [_FOUND_IN[each] for each in missing if each in _FOUND_IN]
        raise UsageError(msg, hint="; ".join(hints) or "use another measure, such as wu-palmer")
