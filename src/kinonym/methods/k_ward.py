"""k-Ward: hierarchical microaggregation (Domingo-Ferrer and Mateo-Sanz 2002), semantic and on distinct tuples (A 5)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.kernels.clusters.centroids import group_centres
from kinonym.kernels.distances.flat_columns import copy_to_centre
from kinonym.kernels.distances.tuple_distances import row_distances
from kinonym.methods.blocks import part_of
from kinonym.methods.clustering import Clustering
from kinonym.methods.clusters import Clusters
from kinonym.methods.contract import MethodTraits
from kinonym.methods.cutting import cut_blocks
from kinonym.methods.k_anonymous import MANY_PAIRS
from kinonym.methods.progress import Progress
from kinonym.methods.table_demands import TableDemands
from kinonym.tuples import Tuples

__all__ = ["KWard"]

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]

BLOCK = 3_000
"""Tuples that are joined together at most, as their distances form a table; more are cut into blocks."""
_ROUNDED = 1e-9
"""Costs that differ by less, for each record, are ties."""


@dataclass(frozen=True, kw_only=True)
class KWard(Clustering):
    """Ward's joining, which stops at k: two groups of k records are never joined, and one of 2k is divided again.

    The tuple most distant from the centroid and the one most distant from it begin two groups of at least k records.
    Then the two groups with the cheapest union are joined, unless both have k records, until every group has k. Each
    group of at least 2k records is treated like the whole table, as long as it can be divided.

    Notes
    -----
    The cost of a union is Ward's, w_a·w_b/(w_a + w_b)·d², for two tuples, and follows from the costs of their parts
    for groups (Lance and Williams 1967), so that no centroid is needed. Ties go to the first pair. Cost: O(p²)
    numbers; tables of more than 3,000 distinct tuples are cut into blocks.
    """

    name = "k-ward"
    traits = MethodTraits(
        promise="k-anonymity", k_anonymous=True, strength="k", takes_demands=True, takes_scenarios=True, stages=True,
        averages=True,
    )  # fmt: skip

    def blocks(self, tuples: Tuples, k: int) -> list[Numbers]:
        """The blocks of a table, each of at least k records."""
        if self.block_size is None and len(tuples) > BLOCK:
            return cut_blocks(tuples, BLOCK, MANY_PAIRS, k)
        return super().blocks(tuples, k)

    def clusters(self, tuples: Tuples, demands: TableDemands, rng: np.random.Generator, progress: Progress) -> Clusters:  # noqa: ARG002
        """The group of each tuple."""
        waiting, done = [np.arange(len(tuples))], list[Numbers]()
        while waiting:
            members = waiting.pop()
            groups = _divide(part_of(tuples, members), self.k)
            large = [members[group] for group in groups if tuples.counts[members[group]].sum() >= 2 * self.k]
            waiting += large if len(groups) > 1 else []
            done += [members[g] for g in groups if len(groups) == 1 or tuples.counts[members[g]].sum() < 2 * self.k]
            progress(sum(map(len, done)) / len(tuples))
        cluster_of = np.empty(len(tuples), dtype=np.int64)
        for number, members in enumerate(done):
            cluster_of[members] = number
        return Clusters.of_tuples(tuples, cluster_of)


def _divide(tuples: Tuples, k: int) -> list[Numbers]:
    """Steps 1 and 2 on some tuples: groups of at least k records; all of them if no two such groups can be made."""
    first, last = _extremes(tuples)
    table = _pairs(tuples)
    begun = _nearest_until(tuples, table, np.arange(len(tuples)), first, k)
    rest = np.setdiff1d(np.arange(len(tuples)), begun)
    if tuples.counts[rest].sum() < k:
        return [np.arange(len(tuples))]
    ended = _nearest_until(tuples, table, rest, last if last in rest else int(rest[table[first, rest].argmax()]), k)
    joining = _Joining(table, tuples.counts)
    for group in (begun, ended):
        for t in group[1:]:
            joining.join(int(group[0]), int(t))
    while (pair := joining.cheapest(k)) is not None:
        joining.join(*pair)
    return [np.flatnonzero(joining.group == g) for g in np.unique(joining.group)]


def _extremes(tuples: Tuples) -> tuple[int, int]:
    """The tuple most distant from the centroid, and the one most distant from it; ties: the first."""
    flat, codes, every = tuples.kernel_columns, tuples.codes, np.arange(len(tuples))
    centre = group_centres(flat, codes, every, 0 * every, tuples.counts, 1)
    first = int(row_distances(flat, codes, every, 0 * every, centre).argmax())
    copy_to_centre(flat, codes, first, centre[0])
    return first, int(row_distances(flat, codes, every, 0 * every, centre).argmax())


def _pairs(tuples: Tuples) -> Floats:
    """The distances of all tuples."""
    flat, codes, every = tuples.kernel_columns, tuples.codes, np.arange(len(tuples))
    table, centre = np.empty((len(tuples), len(tuples))), np.empty((1, len(tuples.columns)))
    for t in every.tolist():
        copy_to_centre(flat, codes, t, centre[0])
        table[t] = row_distances(flat, codes, every, 0 * every, centre)
    return table


def _nearest_until(tuples: Tuples, table: Floats, among: Numbers, start: int, k: int) -> Numbers:
    """A tuple and its nearest ones, until they have k records; ties: the first."""
    order = among[np.argsort(np.where(among == start, -1.0, table[start, among]), kind="stable")]
    return order[: int(np.searchsorted(np.cumsum(tuples.counts[order]), k)) + 1]


class _Joining:
    """Groups that are joined, and what the union of any two costs (Lance and Williams 1967)."""

    def __init__(self, table: Floats, counts: Numbers) -> None:
        self.weight = counts.astype(np.float64)
        self.group = np.arange(len(counts))
        """The group of each tuple, named after one of its tuples."""
        both = self.weight[:, None] + self.weight[None, :]
        self._cost = self.weight[:, None] * self.weight[None, :] / both * table**2
        np.fill_diagonal(self._cost, np.inf)
        self._near = self._cost.argmin(axis=1)
        """The group that each one joins for least."""
        self._least = self._cost.min(axis=1)
        self._slack = _ROUNDED * float(self.weight.sum())

    def join(self, larger: int, gone: int) -> None:
        """Put one group into another."""
        cost, weight = self._cost, self.weight
        total = weight[larger] + weight[gone] + weight
        both = (
            (weight[larger] + weight) * cost[larger]
            + (weight[gone] + weight) * cost[gone]
            - weight * cost[larger, gone]
        )
        with np.errstate(invalid="ignore"):
            joined = np.where(np.isfinite(both), both / total, np.inf)
        joined[[larger, gone]] = np.inf
        cost[larger], cost[:, larger] = joined, joined
        cost[gone], cost[:, gone] = np.inf, np.inf
        weight[larger], weight[gone] = weight[larger] + weight[gone], 0.0
        self.group[self.group == gone] = larger
        self._look_again(larger, gone)

    def _look_again(self, joined: int, gone: int) -> None:
        """The least costs after two groups were joined."""
        nearer = self._cost[joined] < self._least
        self._near[nearer], self._least[nearer] = joined, self._cost[joined][nearer]
        stale = np.flatnonzero((self._near == joined) | (self._near == gone))
        stale = np.union1d(stale, [joined, gone])
        self._near[stale] = self._cost[stale].argmin(axis=1)
        self._least[stale] = self._cost[stale].min(axis=1)

    def cheapest(self, k: int) -> tuple[int, int] | None:
        """Return the pair with the cheapest union, one of them with fewer than k records; None if all have k."""
        small = np.flatnonzero((self.weight > 0) & (self.weight < k))
        if not len(small):
            return None
        limit = self._least[small].min() + self._slack
        a = int(small[np.flatnonzero(self._least[small] <= limit)[0]])
        b = int(np.flatnonzero(self._cost[a] <= limit)[0])
        return min(a, b), max(a, b)
