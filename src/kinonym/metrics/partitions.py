"""Clusters of records before and after masking, and how far apart the two partitions are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.metrics.plan_changes import find_masked_tuples
from kinonym.metrics.plan_samples import sample
from kinonym.metrics.statistics import Matrix
from kinonym.metrics.ward_clusters import Labels, tuple_distances, ward
from kinonym.tuples import Plan
from kinonym.tuples.index_arrays import DROPPED

__all__ = ["CLUSTERS", "RECORDS_LIMIT", "Partitions", "measure_partitions", "partition_distance"]

RECORDS_LIMIT = 1000
"""Tables with more distinct tuples than this are clustered on a sample of so many records."""
CLUSTERS = 14
"""Clusters that both sides are cut into, as in M sect. 5.4."""


@dataclass(frozen=True, kw_only=True)
class Partitions:
    """``distance`` between the partitions of the original and the masked records (M eq. 23-26).

    0: the same clusters; 1: nothing in common. ``records`` says how many were clustered.
    """

    distance: float
    clusters: int
    records: int
    sampled: bool


def measure_partitions(plan: Plan, *, clusters: int = CLUSTERS, limit: int = RECORDS_LIMIT) -> Partitions | None:
    """Cluster the original and the masked records separately and compare; None if no record is kept."""
    used = sample(plan, limit) if len(plan.tuples) > limit else plan
    masked, masked_of_row = find_masked_tuples(used)
    released = masked_of_row != DROPPED
    if not released.any():
        return None
    size = min(clusters, len(used.tuples), len(masked))
    first = ward(tuple_distances(used.tuples), used.tuples.counts, size)
    second = ward(tuple_distances(masked), masked.counts, size)
    distance = partition_distance(first[used.source[released]], second[masked_of_row[released]], used.count[released])
    return Partitions(distance=distance, clusters=size, records=used.tuples.records, sampled=used is not plan)


def partition_distance(first: Labels, second: Labels, counts: NDArray[np.int64] | None = None) -> float:
    """Distance of two partitions of the same records (M eq. 23): (2·I(AB) − I(A) − I(B)) / I(AB), in [0, 1].

    >>> partition_distance(np.array([0, 0, 1, 1]), np.array([1, 1, 0, 0]))
    0.0
    >>> partition_distance(np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]))
    1.0
    """
    weight = np.ones(len(first)) if counts is None else counts.astype(np.float64)
    width = int(second.max()) + 1
    both = np.bincount(first * width + second, weights=weight, minlength=(int(first.max()) + 1) * width)
    table = both.reshape(-1, width) / weight.sum()
    joint = _information(table)
    if joint == 0.0:
        return 0.0
    apart = (2.0 * joint - _information(table.sum(axis=1)) - _information(table.sum(axis=0))) / joint
    return float(np.clip(apart, 0.0, 1.0))


def _information(shares: Matrix) -> float:
    """Average information in bits (M eq. 24-26)."""
    positive = shares[shares > 0]
    return float(-(positive @ np.log2(positive))) + 0.0
