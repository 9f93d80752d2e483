"""A method from another package: runs of neighbouring combinations share one of them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from kinonym.methods import Method, MethodTraits, Progress, silent
from kinonym.methods.contract import check_k, require_k
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.tuples import tuple_points

__all__ = ["Runs"]


@dataclass(frozen=True, kw_only=True)
class Runs(Method):
    """Combinations in their order are cut into runs of at least k records; each run takes its commonest combination.

    Parameters
    ----------
    k
        Least number of records with the same masked values.
    """

    k: int
    name = "runs"
    traits = MethodTraits(promise="k-anonymity", k_anonymous=True, strength="k")

    def __post_init__(self) -> None:
        check_k(self.k)

    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:  # noqa: ARG002
        """Decide what every tuple becomes."""
        require_k(tuples, self.k)
        target = np.empty(len(tuples), dtype=np.int64)
        for first, end in self._runs(tuples):
            target[first:end] = first + np.argmax(tuples.counts[first:end])
        progress(1.0)
        return Plan(tuples, np.arange(len(tuples)), target, tuples.counts, tuple_points(tuples))

    def _runs(self, tuples: Tuples) -> list[tuple[int, int]]:
        """Where each run begins and ends; what is left over at the end joins the last."""
        starts, records = [0], 0
        for i, count in enumerate(tuples.counts.tolist()):
            records += count
            if records >= self.k:
                starts.append(i + 1)
                records = 0
        return list(pairwise([*starts[:-1], len(tuples)]))
