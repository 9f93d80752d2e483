"""Recoding led by discernibility (M sect. 5.3): what is merged is what keeps the sum of squared class sizes least."""

from __future__ import annotations

import heapq

import numpy as np

from kinonym.grouped import Plan, Tuples
from kinonym.grouped.tuples import tuple_points

__all__ = ["distributional_plan"]


def distributional_plan(tuples: Tuples, k: int, rng: np.random.Generator) -> Plan:
    """While a tuple has fewer than k records, the rarest is replaced by the next rarest; ties at random.

    Merging classes of a and b records adds 2·a·b to the discernibility (M eq. 1), least for the two rarest.
    """
    heap = [(int(w), float(rng.random()), i) for i, w in enumerate(tuples.counts)]
    heapq.heapify(heap)
    into = np.arange(len(tuples))
    while heap[0][0] < k and len(heap) > 1:
        weight, _, gone = heapq.heappop(heap)
        other, tie, kept = heap[0]
        into[gone] = kept
        heapq.heapreplace(heap, (other + weight, tie, kept))
    while (into[into] != into).any():
        into = into[into]
    return Plan(tuples, np.arange(len(tuples)), into, tuples.counts, tuple_points(tuples))
