"""`NominalOfSeveral`: words as concepts of several taxonomies, compared in the one that judges best.

Specification 15; which concepts are the same is decided in `kinonym.taxonomy.joined`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kinonym.domains.nominal import Nominal
from kinonym.errors import UsageError
from kinonym.measures import Measure, check_needs, measure_named
from kinonym.measures.measure import Numbers
from kinonym.taxonomy.joined import JoinedTaxonomy

__all__ = ["Combination", "NominalOfSeveral"]

Combination = Literal["best", "coverage"]
"""How the distances of several taxonomies make one: the least of them, or their mean weighted by coverage."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class NominalOfSeveral(Nominal):
    """Concepts of several taxonomies, each restricted to its domain root.

    The distance of two concepts is the least that a taxonomy gives that knows both (M, appendix 3). If none knows
    both, it is the least sum of two distances by way of a concept that is linked and subsumes one of them, and 1 if
    there is none.

    Examples
    --------
    >>> from kinonym import Taxonomy
    >>> coarse = Taxonomy.from_parents({"sport": [], "football": ["sport"], "rugby": ["sport"]})
    >>> fine = Taxonomy.from_parents({"sport": [], "ball": ["sport"], "football": ["ball"], "rugby": ["ball"]})
    >>> sports = NominalOfSeveral(JoinedTaxonomy.join([coarse, fine]))
    >>> round(sports.distance("football", "rugby"), 3)  # coarse: 1 - 2/4; fine: 1 - 4/6
    0.333
    """

    traits = replace(Nominal.traits, several_taxonomies=True)

    combination: Combination = "best"
    weights: tuple[float, ...] = ()
    """Of each taxonomy, the share of the records with values that it knows; for the combination ``coverage``."""

    @property
    def joined(self) -> JoinedTaxonomy:
        """The taxonomies as one."""
        if not isinstance(self.tau, JoinedTaxonomy):
            msg = "a domain of several taxonomies needs a joined taxonomy, with its roots already chosen"
            raise UsageError(msg, hint="JoinedTaxonomy.join([first, second]).below_roots(concepts)")
        return self.tau

    @cached_property
    def _measure(self) -> Measure:
        measure = measure_named(self.measure)
        if not measure.traits.bounded:
            msg = f"the measure {measure.name} is not bounded, so distances of several ontologies cannot be compared"
            raise UsageError(msg, hint="use a bounded measure, such as wu-palmer")
        for part in self.joined.parts:
            check_needs(measure, part)
        return measure

    @cached_property
    def _between_two(self) -> Callable[[str, str], float]:
        return lambda a, b: float(self.distances([a], [b])[0, 0])

    def _fill_concepts(self, left: Numbers, right: Numbers, out: Floats) -> None:
        out[...] = self._judge(left, right)
        unknown = np.isinf(out)
        if unknown.any():
            rows, columns = np.flatnonzero(unknown.any(axis=1)), np.flatnonzero(unknown.any(axis=0))
            linked = np.full((len(rows), len(columns)), np.inf)
            self._bridge(left[rows], right[columns], linked)
            self._bridge(right[columns], left[rows], linked.T, backwards=True)
            block = np.ix_(rows, columns)
            out[block] = np.where(unknown[block], np.minimum(linked, 1.0), out[block])
        np.copyto(out, 0.0, where=left[:, None] == right[None, :])

    def _judge(self, left: Numbers, right: Numbers) -> Floats:
        """Return the combined distances; infinite where no taxonomy knows both concepts."""
        best = np.full((len(left), len(right)), np.inf)
        total, weight = np.zeros(best.shape), np.zeros(best.shape)
        weights = self.weights or (1.0,) * len(self.joined.parts)
        for part, number, share in zip(self.joined.parts, self.joined.numbers, weights, strict=True):
            rows, columns = np.flatnonzero(number[left] >= 0), np.flatnonzero(number[right] >= 0)
            if not (len(rows) and len(columns)):
                continue
            distances = np.empty((len(rows), len(columns)))
            self._measure.fill(part, number[left[rows]], number[right[columns]], distances)
            block = np.ix_(rows, columns)
            best[block] = np.minimum(best[block], distances)
            total[block] += share * distances
            weight[block] += share
        if self.combination == "best":
            return best
        np.divide(total, weight, out=best, where=weight > 0)
        return best

    def _bridge(self, ends: Numbers, others: Numbers, out: Floats, *, backwards: bool = False) -> None:
        """Lower ``out`` to the least sum of distances by way of linked concepts that subsume an end."""
        subsumers = [self.tau.above(end).astype(np.int64) for end in ends.tolist()]
        bridges = [above[self._linked[above]] for above in subsumers]
        every = np.unique(np.concatenate(bridges))
        onward = self._judge(others, every).T if backwards else self._judge(every, others)
        for row, (end, over) in enumerate(zip(ends.tolist(), bridges, strict=True)):
            if len(over):
                one = np.array([end])
                up = self._judge(over, one)[:, 0] if backwards else self._judge(one, over)[0]
                sums = up[:, None] + onward[np.searchsorted(every, over)]
                np.minimum(out[row], sums.min(axis=0), out=out[row])

    @cached_property
    def _linked(self) -> NDArray[np.bool_]:
        """Which concepts more than one taxonomy knows."""
        knowing: NDArray[np.bool_] = np.sum([number >= 0 for number in self.joined.numbers], axis=0) > 1
        return knowing

    def describe(self, root: str = "") -> str:
        """Describe the ontologies, the measure and how distances are combined."""
        by = "in the ontology that judges best" if self.combination == "best" else "in all, weighted by coverage"
        return f"{super().describe(root)} {by}"
