"""MDAV: microaggregation into groups of fixed size (A alg. 1), semantic or classical."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from kinonym.errors import UsageError
from kinonym.kernels.clusters.fixed_groups import form_groups, start_partition
from kinonym.methods.clustering import Clustering
from kinonym.methods.clusters import Clusters
from kinonym.methods.contract import MethodTraits, Mode
from kinonym.methods.progress import Progress, Share
from kinonym.methods.table_demands import TableDemands
from kinonym.tuples import Tuples

__all__ = ["Mdav"]


@dataclass(frozen=True, kw_only=True)
class Mdav(Clustering):
    """Groups of k records around the most distant ones; the last group has k to 2k − 1.

    Parameters
    ----------
    distance
        ``semantic``: each column's own distance. ``equality``: 0 or 1 (Domingo-Ferrer and Torra 2005).
    centroid
        ``semantic``: the concept nearest to all (S-MDAV of A sect. 4.3). ``mode``: the most frequent value
        (Domingo-Ferrer and Torra 2005). ``lcs``: what subsumes all (Abril et al. 2010).

    Notes
    -----
    Works on records: a tuple's records may fall into several groups, as many as a group has room for; with
    demands on confidential columns they stay together. Numbers are always centred on their mean, ordinals on
    their median. Cost: at most O(n/k · p) distances; bounds on partial sums spare most of them.
    """

    distance: Literal["semantic", "equality"] = "semantic"
    centroid: Literal["semantic", "mode", "lcs"] = "semantic"
    name = "mdav"
    traits = MethodTraits(
        promise="k-anonymity", k_anonymous=True, strength="k", takes_demands=True, takes_scenarios=True, stages=True,
        averages=True,
    )  # fmt: skip

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.distance not in ("semantic", "equality") or self.centroid not in ("semantic", "mode", "lcs"):
            msg = "mdav takes the distances semantic and equality, and the centroids semantic, mode and lcs"
            raise UsageError(msg, hint="leave both out for the semantic method")
        if self.refine and (self.distance, self.centroid) != ("semantic", "semantic"):
            msg = "refine lowers the semantic error and needs the semantic distance and centroid"
            raise UsageError(msg, hint="leave distance and centroid out, or refine")

    @classmethod
    def modes(cls) -> tuple[Mode, ...]:
        """Every documented form."""
        pairs = [(distance, centroid) for distance in ("semantic", "equality") for centroid in ("mode", "lcs")]
        return (*super().modes(), *(cls.mode(distance=distance, centroid=centroid) for distance, centroid in pairs))

    @property
    def operators(self) -> tuple[str, str]:
        """The distance and the centroid by which clusters are made."""
        return self.distance, self.centroid

    def clusters(self, tuples: Tuples, demands: TableDemands, rng: np.random.Generator, progress: Progress) -> Clusters:  # noqa: ARG002
        """A alg. 1: rows (tuple, group, count)."""
        flat = tuples.operators(self.distance, self.centroid)[0]
        state = start_partition(flat, tuples.codes, tuples.counts, self.k)
        while form_groups(flat, tuples.codes, state, self.k, 64):
            progress(Share(1.0 - state.counters[0] / tuples.records, int(state.counters[1])))
        rows = slice(0, state.counters[2])
        return Clusters(state.row_tuple[rows], state.row_group[rows], state.row_count[rows])
