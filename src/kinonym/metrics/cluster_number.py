"""The number of clusters of a table: Ward's hierarchy, cut where the variance ratio is greatest (M sect. 5.4)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.metrics.partitions import CLUSTERS, RECORDS_LIMIT
from kinonym.metrics.ward_clusters import merge_nearest, tuple_distances, ward
from kinonym.tuples import Tuples

__all__ = ["Branch", "ClusterNumber", "choose_clusters", "variance_ratio"]

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Branch:
    """A node of a dendrogram: the height at which its parts were joined; a cluster has no parts."""

    records: int
    height: float = 0.0
    parts: tuple[Branch, ...] = ()

    def lines(self, unit: str, indent: str = "") -> list[str]:
        """Draw the node and all nodes below it; ``unit``: "records" or "persons"."""
        drawn = [f"{self.records:,} {unit}" + (f", joined at {self.height:.3g}" if self.parts else "")]
        for i, part in enumerate(self.parts):
            mark, below = ("└─ ", "   ") if i == len(self.parts) - 1 else ("├─ ", "│  ")
            first, *rest = part.lines(unit)
            drawn += [mark + first, *(below + line for line in rest)]
        return [indent + line for line in drawn]


@dataclass(frozen=True, kw_only=True)
class ClusterNumber:
    """The number of clusters with the greatest variance ratio, that ratio, and the dendrogram above the cut."""

    number: int
    ratio: float
    tree: Branch
    unit: str = "records"

    def __str__(self) -> str:
        head = f"clusters    {self.number} by the variance ratio ({self.ratio:.4g}; 2 to {CLUSTERS} were tried)"
        return "\n".join([head, *self.tree.lines(self.unit, "  ")])


def variance_ratio(distances: Floats, labels: Numbers, counts: Numbers) -> float:
    """(B / (g − 1)) / (W / (n − g)) for g clusters of n records (Calinski and Harabasz 1974), from distances alone.

    W is the sum of Σ w_i·w_j·d² over the pairs of each cluster, divided by its records; B the same sum over all pairs,
    divided by n, less W. On numbers these are the squared errors. Infinite if W is 0; 0 where it is not defined.
    """
    groups, records = int(labels.max()) + 1, int(counts.sum())
    if not 1 < groups < records:
        return 0.0
    pairs = counts[:, None] * counts[None, :] * distances**2
    of_cluster = np.eye(groups)[labels]
    sums = np.diag(of_cluster.T @ pairs @ of_cluster) / 2
    within = float((sums / (of_cluster.T @ counts)).sum())
    between = float(pairs.sum()) / 2 / records - within
    return float("inf") if within <= 0 else (between / (groups - 1)) / (within / (records - groups))


def choose_clusters(tuples: Tuples, *, most: int = CLUSTERS, limit: int = RECORDS_LIMIT) -> ClusterNumber | None:
    """Cut Ward's hierarchy of a table; None for fewer than three distinct tuples, or more than ``limit``.

    Ties go to the smaller number.
    """
    if not 2 < len(tuples) <= limit:
        return None
    distances, counts = tuple_distances(tuples), tuples.counts
    numbers = range(2, min(most, len(counts) - 1) + 1)
    ratios = {g: variance_ratio(distances, ward(distances, counts, g), counts) for g in numbers}
    number = max(ratios, key=lambda g: (ratios[g], -g))
    unit = "persons" if tuples.histories else "records"
    return ClusterNumber(number=number, ratio=ratios[number], tree=_tree(distances, counts, number), unit=unit)


def _tree(distances: Floats, counts: Numbers, clusters: int) -> Branch:
    """The dendrogram of so many clusters: the last merges, the greatest part first."""
    heights, pairs = merge_nearest(distances, counts.astype(np.float64))
    nodes = [Branch(records=int(n)) for n in counts]
    position = np.arange(len(counts))
    order = np.argsort(heights, kind="stable")
    for number, step in enumerate(order.tolist()):
        merged, gone = (int(position[end]) for end in pairs[step])
        joined = nodes[merged].records + nodes[gone].records
        if number < len(counts) - clusters:
            nodes[merged] = Branch(records=joined)
        else:
            parts = sorted((nodes[merged], nodes[gone]), key=lambda node: -node.records)
            nodes[merged] = Branch(records=joined, height=float(np.sqrt(max(0.0, heights[step]))), parts=tuple(parts))
        position[position == gone] = merged
    return nodes[int(position[0])]
