"""Measures by shared features: subsumers, terms, labels, parts, neighbourhoods and words of the glosses."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import UsageError
from kinonym.measures import feature_sets as sets
from kinonym.measures.measure import Floats, MeasureTraits, Numbers, zero_same
from kinonym.measures.sweeps import Block, Ints, Sets, align_pair, count_shared_subsumers, shared
from kinonym.taxonomy import Taxonomy

__all__ = ["FEATURES", "RodriguezEgenhofer", "Subsumers", "Tversky", "XSimilarity"]

FEATURES = ("subsumers", "terms")
_LARGEST_TABLE = 1000  # subsumers of a concept, up to which the distances are looked up in a table

Reals = NDArray[np.float64]
Pair = tuple[NDArray[np.integer], NDArray[np.integer]]


@dataclass(frozen=True, kw_only=True)
class Subsumers:
    """log2(1 + (|S1 ∪ S2| − |S1 ∩ S2|) / |S1 ∪ S2|) (T eq. 4.10, E eq. 1).

    Notes
    -----
    A metric: the share of what two sets do not have in common is one, and log2(1 + x) is concave.
    """

    name = "subsumers"
    traits = MeasureTraits(triangle=True)

    def fill(self, taxonomy: Taxonomy, left: Numbers, right: Numbers, out: Floats) -> None:
        """Write the distances into ``out``."""
        sizes = np.diff(taxonomy.subsumer_csr[0])
        most = int(sizes.max())
        table = _by_counts(most).astype(out.dtype) if most <= _LARGEST_TABLE else None
        for block, common in count_shared_subsumers(taxonomy, left, right):
            total = np.add(*align_pair(sizes, left, right, block))
            if table is None:
                out[block] = _unshared(total - common, common)
            else:
                np.take(table, total * (most + 1) + common, out=out[block], mode="clip")


def _by_counts(most: int) -> Reals:
    """Distances by |S1| + |S2| and |S1 ∩ S2|, in one row."""
    common = np.arange(most + 1)
    union = np.maximum(np.arange(2 * most + 1)[:, None] - common, np.maximum(common, 1))
    return _unshared(union, common).ravel()


def _unshared(union: NDArray[np.integer], common: NDArray[np.integer]) -> Reals:
    distance: Reals = np.log2(1.0 + (union - common) / union)
    return distance


@dataclass(frozen=True, kw_only=True)
class Tversky:
    """1 − |A ∩ B| / (|A ∩ B| + g·|A ∖ B| + (1 − g)·|B ∖ A|), g from the depths (M eq. 8, T eq. 4.8).

    ``features``: the ``subsumers`` of a concept, or the ``terms``: its labels and those of its direct
    parents and children.

    Notes
    -----
    T eq. 4.7 prints × instead of the + of M eq. 8. T eq. 4.8 is not symmetric in c1 and c2; a distance must be, so the
    shallower concept is taken first. What either has alone then
    weighs by its share of the two depths.
    """

    features: str = "subsumers"

    def __post_init__(self) -> None:
        if self.features not in FEATURES:
            msg = f"tversky does not compare {self.features!r}"
            raise UsageError(msg, hint=f"features: {', '.join(FEATURES)}")

    @property
    def name(self) -> str:
        """The registered name, with the features unless they are the subsumers."""
        return "tversky" if self.features == "subsumers" else f"tversky+{self.features}"

    @property
    def traits(self) -> MeasureTraits:
        """The traits of the measure."""
        return MeasureTraits(needs=frozenset({"labels"} if self.features == "terms" else ()))

    def fill(self, taxonomy: Taxonomy, left: Numbers, right: Numbers, out: Floats) -> None:
        """Write the distances into ``out``."""
        if self.features == "terms":
            terms = sets.terms(taxonomy)
            sizes, sweep = np.diff(terms.start), shared(terms, left, right)
        else:
            sizes, sweep = np.diff(taxonomy.subsumer_csr[0]), count_shared_subsumers(taxonomy, left, right)
        for block, common in sweep:
            depths = align_pair(taxonomy.depths, left, right, block)
            out[block] = 1.0 - _overlap(common, align_pair(sizes, left, right, block), depths)


@dataclass(frozen=True, kw_only=True)
class RodriguezEgenhofer:
    """1 − (w·S_labels + u·S_parts + v·S_neighbourhood), each S in Tversky's form (T eq. 4.9, M eq. 10).

    ``labels``, ``parts`` and ``neighbourhood`` are the weights w, u and v; they are scaled to the sum 1. The
    neighbourhood has the concepts within ``radius`` is-a links.

    Notes
    -----
    Two sets that are both empty share nothing: S is 0, unless the concepts are the same. A component of
    weight 0 is left out, so that an ontology without parts can be used with ``parts=0``.
    """

    labels: float = 1.0
    parts: float = 1.0
    neighbourhood: float = 1.0
    radius: int = 1
    name = "rodriguez-egenhofer"

    def __post_init__(self) -> None:
        weights = (self.labels, self.parts, self.neighbourhood)
        if not all(math.isfinite(w) and w >= 0 for w in weights) or sum(weights) <= 0:
            msg = "the weights of rodriguez-egenhofer must not be negative, and one must be above 0"
            raise UsageError(msg, hint="for example labels=1, parts=0, neighbourhood=1")
        if self.radius < 0:
            msg = "the radius of a neighbourhood cannot be negative"
            raise UsageError(msg, hint="radius=1 looks at parents and children")

    @property
    def traits(self) -> MeasureTraits:
        """The traits of the measure."""
        weights = {"labels": self.labels, "parts": self.parts}
        return MeasureTraits(needs=frozenset(what for what, weight in weights.items() if weight))

    def fill(self, taxonomy: Taxonomy, left: Numbers, right: Numbers, out: Floats) -> None:
        """Write the distances into ``out``."""
        components = list(self._components(taxonomy))
        total = sum(weight for weight, _ in components)
        for block, counts in _together([each for _, each in components], left, right):
            depths = align_pair(taxonomy.depths, left, right, block)
            similarity = np.zeros(counts[0].shape)
            for (weight, each), common in zip(components, counts, strict=True):
                similarity += weight / total * _overlap(common, _sizes(each, left, right, block), depths)
            out[block] = np.maximum(1.0 - similarity, 0.0)
        zero_same(left, right, out)

    def _components(self, taxonomy: Taxonomy) -> Iterator[tuple[float, Sets]]:
        if self.labels:
            yield self.labels, sets.labels(taxonomy)
        if self.parts:
            yield self.parts, sets.parts(taxonomy)
        if self.neighbourhood:
            yield self.neighbourhood, sets.neighbourhoods(taxonomy, self.radius)


@dataclass(frozen=True, kw_only=True)
class XSimilarity:
    """0 if the labels meet, else 1 − max(Jaccard of neighbours per relation, of gloss words) (M eq. 11-12).

    Notes
    -----
    The neighbourhood of a relation holds the labels of the concept and of those one link away, in both
    directions: is-a, and part-of where the ontology has parts. The concept itself belongs to it, as in T
    sect. 4.3.2; without it, leaves of one parent could not be distinguished. Two empty sets share nothing.
    """

    name = "x-similarity"
    traits = MeasureTraits(needs=frozenset({"labels", "glosses"}))

    def fill(self, taxonomy: Taxonomy, left: Numbers, right: Numbers, out: Floats) -> None:
        """Write the distances into ``out``."""
        compared = [sets.terms(taxonomy), sets.gloss_words(taxonomy)]
        if taxonomy.part_csr is not None:
            compared.append(sets.part_terms(taxonomy))
        for block, (met, *counts) in _together([sets.labels(taxonomy), *compared], left, right):
            similarity = (met > 0).astype(np.float64)
            for each, common in zip(compared, counts, strict=True):
                union = np.add(*_sizes(each, left, right, block)) - common
                np.maximum(similarity, common / np.maximum(union, 1), out=similarity)
            out[block] = 1.0 - similarity
        zero_same(left, right, out)


def _together(compared: list[Sets], left: Numbers, right: Numbers) -> Iterator[tuple[Block, list[Ints]]]:
    """Yield the common counts of several kinds of features, block by block."""
    for steps in zip(*(shared(each, left, right) for each in compared), strict=True):
        yield steps[0][0], [common for _, common in steps]


def _sizes(each: Sets, left: Numbers, right: Numbers, block: Block) -> Pair:
    return align_pair(np.diff(each.start), left, right, block)


def _overlap(common: Ints, sizes: Pair, depths: Pair) -> Reals:
    """Tversky's form: |A ∩ B| over itself and what each has alone, weighted by the share of its depth."""
    (a, b), (deep_a, deep_b) = sizes, depths
    alone = (deep_a * (a - common) + deep_b * (b - common)) / (deep_a + deep_b)
    whole = common + alone
    similarity: Reals = np.divide(common, whole, out=np.zeros(whole.shape), where=whole > 0)
    return similarity
