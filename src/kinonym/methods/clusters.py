"""Clusters of tuples, and how they get at least k records."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinonym.kernels.clusters.centroids import group_centres
from kinonym.kernels.distances.flat_columns import Columns
from kinonym.kernels.distances.tuple_distances import row_distances
from kinonym.tuples import Tuples

__all__ = ["Clusters", "Floats", "Numbers", "join_nearest", "merge_small", "whole_tuples"]

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]


class Clusters(NamedTuple):
    """Rows (source tuple, cluster, records): a tuple's records may fall into several clusters."""

    source: Numbers
    group: Numbers
    records: Numbers

    @property
    def number(self) -> int:
        """How many clusters there are."""
        return int(self.group.max()) + 1

    @classmethod
    def of_tuples(cls, tuples: Tuples, cluster_of: Numbers) -> Clusters:
        """Every tuple in one cluster; clusters are numbered anew, without gaps."""
        _, group = np.unique(cluster_of, return_inverse=True)
        return cls(np.arange(len(tuples)), group.reshape(-1).astype(np.int64), tuples.counts)


def join_nearest(flat: Columns, tuples: Tuples, clusters: Clusters, fresh: Numbers) -> Clusters:
    """Put tuples without a cluster into the one with the nearest centre; ties: the first."""
    if not len(fresh):
        return clusters
    centres = group_centres(flat, tuples.codes, *clusters, clusters.number)
    every = np.arange(clusters.number)
    near = [int(row_distances(flat, tuples.codes, np.full_like(every, t), every, centres).argmin()) for t in fresh]
    return Clusters(
        np.append(clusters.source, fresh),
        np.append(clusters.group, np.array(near, dtype=np.int64)),
        np.append(clusters.records, tuples.counts[fresh]),
    )


def merge_small(flat: Columns, tuples: Tuples, clusters: Clusters, k: int) -> Clusters:
    """Merge every cluster of fewer than k records with the one that has the centre nearest to its largest member."""
    group = clusters.group.copy()
    while True:
        sizes = np.bincount(group, weights=clusters.records)
        small = np.flatnonzero((sizes > 0) & (sizes < k))
        if not len(small):
            return Clusters(clusters.source, np.unique(group, return_inverse=True)[1].reshape(-1), clusters.records)
        centres = group_centres(flat, tuples.codes, clusters.source, group, clusters.records, len(sizes))
        rows = np.flatnonzero(group == small[0])
        others = np.flatnonzero((sizes > 0) & (np.arange(len(sizes)) != small[0]))
        largest = clusters.source[rows[clusters.records[rows].argmax()]]
        apart = row_distances(flat, tuples.codes, np.full_like(others, largest), others, centres)
        group[rows] = others[apart.argmin()]


def whole_tuples(tuples: Tuples, clusters: Clusters) -> Clusters:
    """Put all records of a tuple into the cluster that holds most of them; ties: the first."""
    order = np.lexsort((clusters.group, -clusters.records, clusters.source))
    first = np.flatnonzero(np.diff(clusters.source[order], prepend=-1))
    return Clusters.of_tuples(tuples, clusters.group[order][first])
