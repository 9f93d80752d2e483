"""Resampling: records at the same position of k sorted samples are replaced by their centroid (E alg. 4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import UsageError
from kinonym.kernels.clusters.centroids import group_centres
from kinonym.kernels.clusters.growing_clusters import find_nearest_centre
from kinonym.kernels.distances.flat_columns import Columns, copy_to_centre
from kinonym.kernels.distances.tuple_distances import row_distances
from kinonym.methods.clustering import Clustering
from kinonym.methods.clusters import Clusters
from kinonym.methods.contract import MethodTraits, Mode
from kinonym.methods.progress import Progress
from kinonym.methods.table_demands import TableDemands
from kinonym.tuples import Tuples

__all__ = ["Resample"]

Numbers = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Resample(Clustering):
    """k random samples of ⌊n/k⌋ records, sorted; group i holds the i-th record of each sample.

    The n mod k records left over join the group with the nearest centroid.

    Parameters
    ----------
    reference
        What a sample is sorted by its distance to: ``sample``, the record of the sample most distant from the
        sample's own centroid (E alg. 1), or ``table``, one reference for all samples, so that near records have
        similar positions in every one.
    distance
        ``semantic``: each column's own distance and centroid. ``equality``: 0 or 1, and the most frequent value as
        centroid (E sect. 4.2).

    Notes
    -----
    Works on counts: samples are drawn as counts of tuples. Groups that follow each other with the same members have
    the same centroid and are one group here, which a record left over joins as a whole. Ties in the order go to the
    first tuple. Cost: O(k·p) distances.
    """

    reference: Literal["sample", "table"] = "sample"
    distance: Literal["semantic", "equality"] = "semantic"
    name = "resample"
    traits = MethodTraits(
        promise="k-anonymity", k_anonymous=True, random=True, strength="k", takes_demands=True, takes_scenarios=True,
        stages=True, averages=True,
    )  # fmt: skip

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.reference not in ("sample", "table"):
            msg = "resample sorts by the reference of each sample or of the table"
            raise UsageError(msg, hint='reference = "sample" or reference = "table"')
        if self.distance not in ("semantic", "equality"):
            msg = "resample takes the distances semantic and equality"
            raise UsageError(msg, hint="leave it out for the semantic method")
        if self.refine and self.distance != "semantic":
            msg = "refine lowers the semantic error and needs the semantic distance"
            raise UsageError(msg, hint="leave distance out, or refine")

    @classmethod
    def modes(cls) -> tuple[Mode, ...]:
        """Every documented form."""
        return (*super().modes(), cls.mode(reference="table"), cls.mode(distance="equality"))

    @property
    def operators(self) -> tuple[str, str]:
        """The distance and the centroid by which clusters are made."""
        return ("equality", "mode") if self.distance == "equality" else ("semantic", "semantic")

    def clusters(self, tuples: Tuples, demands: TableDemands, rng: np.random.Generator, progress: Progress) -> Clusters:  # noqa: ARG002
        """Steps 1-3: rows (tuple, group, count)."""
        length = tuples.records // self.k
        flat = tuples.operators(*self.operators)[0]
        whole = _distances_to_reference(flat, tuples, tuples.counts) if self.reference == "table" else None
        left = tuples.counts.copy()
        ends, members = [], []
        for i in range(self.k):
            sample = rng.multivariate_hypergeometric(left, length, method="marginals")
            left -= sample
            drawn = np.flatnonzero(sample)
            distances = _distances_to_reference(flat, tuples, sample) if whole is None else whole
            order = drawn[np.argsort(distances[drawn], kind="stable")]
            ends.append(np.cumsum(sample[order]))
            members.append(order)
            progress((i + 1) / (self.k + 1))
        return _add_rest(flat, tuples, _align_samples(ends, members), left)


def _distances_to_reference(flat: Columns, tuples: Tuples, counts: Numbers) -> NDArray[np.float64]:
    """E alg. 1: the reference is the record most distant from the centroid; its distance to every tuple."""
    codes = tuples.codes
    drawn, every = np.flatnonzero(counts), np.arange(len(tuples))
    zero = np.zeros(len(tuples), dtype=np.int64)
    middle = group_centres(flat, codes, drawn, zero[drawn], counts[drawn], 1)
    far = drawn[np.argmax(row_distances(flat, codes, drawn, zero[drawn], middle))]
    copy_to_centre(flat, codes, far, middle[0])
    distances: NDArray[np.float64] = row_distances(flat, codes, every, zero, middle)
    return distances


def _align_samples(ends: list[Numbers], members: list[Numbers]) -> Clusters:
    """The records at like places of all samples; a run of places with the same members is one group.

    Which sample each of the members comes from does not matter (specification 5).
    """
    breaks = np.unique(np.concatenate(ends))
    sizes = np.diff(breaks, prepend=0)
    source = np.stack([order[np.searchsorted(end, breaks)] for end, order in zip(ends, members, strict=True)])
    listed = np.sort(source, axis=0)
    group = np.concatenate([[0], np.cumsum((listed[:, 1:] != listed[:, :-1]).any(axis=0))])
    rows, inverse = np.unique(np.stack([source.reshape(-1), np.tile(group, len(ends))]), axis=1, return_inverse=True)
    records = np.bincount(inverse.reshape(-1), weights=np.tile(sizes, len(ends))).astype(np.int64)
    return Clusters(rows[0], rows[1], records)


def _add_rest(flat: Columns, tuples: Tuples, clusters: Clusters, left: Numbers) -> Clusters:
    """Let the records left over join the group with the nearest centroid."""
    rest = np.flatnonzero(left)
    if not len(rest):
        return clusters
    centres = group_centres(flat, tuples.codes, *clusters, clusters.number)
    homes = [int(find_nearest_centre(flat, tuples.codes, t, centres)) for t in rest]
    return Clusters(
        np.concatenate([clusters.source, rest]),
        np.concatenate([clusters.group, homes]),
        np.concatenate([clusters.records, left[rest]]),
    )
