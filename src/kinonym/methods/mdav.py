"""MDAV: microaggregation into groups of fixed size (A alg. 1), semantic or classical."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from kinonym.errors import UsageError
from kinonym.grouped import Plan, Tuples
from kinonym.methods.base import MethodTraits, Progress, check_bounded, check_k, checked, require_k, silent
from kinonym.methods.clusters import plan_from_clusters

__all__ = ["Mdav"]


@dataclass(frozen=True, kw_only=True)
class Mdav:
    """Groups of k records around the most distant ones; the last group has k to 2k − 1.

    Parameters
    ----------
    k
        Least number of records with the same masked values.
    distance
        ``semantic``: each column's own distance. ``equality``: 0 or 1 (Domingo-Ferrer and Torra 2005).
    centroid
        ``semantic``: the concept nearest to all (S-MDAV of A sect. 4.3). ``mode``: the most frequent value
        (Domingo-Ferrer and Torra 2005). ``lcs``: what subsumes all (Abril et al. 2010).

    Notes
    -----
    Works on records: a tuple's records may fall into several groups, as many as a group has room for.
    Numbers are always centred on their mean, ordinals on their median. Cost: O(n/k · p) distances.
    """

    k: int
    distance: Literal["semantic", "equality"] = "semantic"
    centroid: Literal["semantic", "mode", "lcs"] = "semantic"
    name = "mdav"
    traits = MethodTraits(k_anonymous=True, claim="k-anonymity")

    def __post_init__(self) -> None:
        check_k(self.k)
        if self.distance not in ("semantic", "equality") or self.centroid not in ("semantic", "mode", "lcs"):
            msg = "mdav knows the distances semantic, equality and the centroids semantic, mode, lcs"
            raise UsageError(msg)

    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:  # noqa: ARG002
        """Decide what every record becomes."""
        from kinonym.kernels.fixed import split, start_partition

        if self.k == 1:
            return Plan.unchanged(tuples, notices=("k = 1: the data are unchanged",))
        require_k(tuples, self.k)
        check_bounded(tuples)
        operators = tuples.operators(self.distance, self.centroid)
        state = start_partition(operators[0], tuples.codes, tuples.counts, self.k)
        while split(operators[0], tuples.codes, state, self.k, 64):
            progress(1.0 - state.left[0] / tuples.records)
        progress(1.0)
        rows = slice(0, state.left[2])
        plan = plan_from_clusters(tuples, operators, state.source[rows], state.group[rows], state.count[rows])
        return checked(plan, self.k)
