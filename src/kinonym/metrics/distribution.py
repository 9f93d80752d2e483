"""How the frequencies changed: divergence, marginals, pairs, information content, generality, sizes of classes.

It needs only the two sets of tuples, not the target of each record.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import ConceptSets, Nominal, Numeric
from kinonym.metrics.column_flow import column_counts
from kinonym.tuples import Column, Tuples
from kinonym.tuples.equal_rows import distinct_rows
from kinonym.tuples.tuples import tuple_points

__all__ = [
    "Distribution", "Generality", "count_shared_records", "measure_distribution", "measure_generality", "point_lm",
    "point_ncp",
]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Distribution:
    """How far the masked frequencies are from the original ones.

    ``divergence`` is the Kullback-Leibler divergence over distinct tuples in nats (E eq. 8). Where an
    original tuple no longer occurs it is infinite by definition: one record is then added to every tuple of
    the union in the masked frequencies, and ``smoothed`` says so. ``marginals`` and ``pairs`` are total
    variation distances, half the sum of absolute differences of the shares: 0 same, 1 nothing in common.
    ``entropy`` has before and after of each column, the mean of −ln p over the records; their difference is
    the loss of information content of M (appendix 1).
    """

    divergence: float
    smoothed: bool
    marginals: dict[str, float]
    pairs: dict[tuple[str, str], float]
    entropy: dict[str, tuple[float, float]]

    @property
    def ic_loss(self) -> dict[str, float]:
        """Mean information content of a column's records lost (M appendix 1, eq. 4), in nats."""
        return {name: before - after for name, (before, after) in self.entropy.items()}


def measure_distribution(before: Tuples, after: Tuples) -> Distribution:
    """Compare the frequencies of two sets of tuples over the same columns."""
    names = [column.name for column in before.columns]
    size = len(names)
    divergence, smoothed = _divergence(*_joint(before, after, list(range(size))))
    return Distribution(
        divergence=divergence,
        smoothed=smoothed,
        marginals={names[j]: _variation(*_joint(before, after, [j])) for j in range(size)},
        pairs={
            (names[i], names[j]): _variation(*_joint(before, after, [i, j])) for i, j in combinations(range(size), 2)
        },
        entropy={name: (_entropy(before, j), _entropy(after, j)) for j, name in enumerate(names)},
    )


def _keys(before: Tuples, after: Tuples, columns: list[int]) -> NDArray[np.int64]:
    """A number for each combination of some columns, of the tuples before and then of those after."""
    points = np.concatenate([tuple_points(side)[:, columns] for side in (before, after)])
    return distinct_rows(points)[1]


def _joint(before: Tuples, after: Tuples, columns: list[int]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Records before and after of each combination of some columns that occurs on either side."""
    key = _keys(before, after, columns)
    size = int(key.max(initial=-1)) + 1
    split = len(before)
    counted = (
        np.bincount(key[:split], weights=before.counts, minlength=size),
        np.bincount(key[split:], weights=after.counts, minlength=size),
    )
    return counted[0].astype(np.float64), counted[1].astype(np.float64)


def count_shared_records(before: Tuples, after: Tuples) -> NDArray[np.float64]:
    """Return the most records of each original tuple that may be unchanged: as many as both sides have."""
    key = _keys(before, after, list(range(len(before.columns))))
    split = len(before)
    masked = np.bincount(key[split:], weights=after.counts, minlength=int(key.max(initial=-1)) + 1)
    shared: NDArray[np.float64] = np.minimum(before.counts, masked[key[:split]])
    return shared


def _divergence(before: NDArray[np.float64], after: NDArray[np.float64]) -> tuple[float, bool]:
    occurring = before > 0
    smoothed = bool((after[occurring] == 0).any())
    if smoothed:
        after = after + 1.0
    f, g = before[occurring] / before.sum(), after[occurring] / after.sum()
    return max(0.0, float(f @ np.log(f / g))), smoothed


def _variation(before: NDArray[np.float64], after: NDArray[np.float64]) -> float:
    if not after.sum():
        return 1.0
    return float(np.abs(before / before.sum() - after / after.sum()).sum()) / 2.0


def _entropy(tuples: Tuples, j: int) -> float:
    counts = column_counts(tuples, j)
    share = counts[counts > 0] / tuples.records if tuples.records else np.ones(1)
    return float(-(share @ np.log(share))) + 0.0


@dataclass(frozen=True, kw_only=True)
class Generality:
    """Means over the records: ``lm`` of (M_P − 1)/(M − 1), ``ncp`` of u_p/I or 0 for a leaf (M eq. 3).

    M_P and u_p are the leaves below the value, M and I all leaves of the column's domain. A missing value
    counts as the root; a set as the mean of its members.
    """

    lm: float
    ncp: float


def measure_generality(tuples: Tuples) -> dict[str, Generality]:
    """Measure every column that has a taxonomy; NCP of the table (M eq. 4) is the mean over the columns."""
    return {
        column.name: _generality(tuples, j)
        for j, column in enumerate(tuples.columns)
        if column.domain.traits.has_hierarchy and tuples.records
    }


def _generality(tuples: Tuples, j: int) -> Generality:
    column = tuples.columns[j]
    share = column_counts(tuples, j) / tuples.records
    return Generality(lm=float(share @ point_lm(column)), ncp=float(share @ point_ncp(column)))


def point_lm(column: Column) -> NDArray[np.float64]:
    """LM of each point of a column with a taxonomy; 1 for missing."""
    if isinstance(column.domain, ConceptSets):
        return _mean_of_members(column.domain, column.points, point_lm)
    if column.domain.concepts is None:
        return np.ones(len(column.points))
    leaves, every = _leaves(column.domain.concepts, column.points)
    return np.where(column.domain.is_missing(column.points), 1.0, (leaves - 1.0) / max(every - 1, 1))


def _mean_of_members(
    domain: ConceptSets, points: NDArray[np.float64], measure: Callable[[Column], NDArray[np.float64]]
) -> NDArray[np.float64]:
    """The mean of a figure over the members of each set; 1 for the empty one."""
    start, member = domain.numbered.arrays(points)
    concepts, inverse = np.unique(member.astype(np.float64), return_inverse=True)
    figures = measure(Column("", domain.elements, concepts))[inverse]
    sizes = np.diff(start)
    sums = np.bincount(np.repeat(np.arange(len(points)), sizes), weights=figures, minlength=len(points))
    return np.where(sizes == 0, 1.0, sums / np.maximum(sizes, 1))


def point_ncp(column: Column) -> NDArray[np.float64]:
    """NCP of each point of a column (M eq. 3): 1 for missing; without a taxonomy 0 for everything else.

    Of an interval it is its width as a share of the whole range.
    """
    if isinstance(column.domain, ConceptSets):
        return _mean_of_members(column.domain, column.points, point_ncp)
    general = np.zeros(len(column.points))
    if column.domain.concepts is not None:
        leaves, every = _leaves(column.domain.concepts, column.points)
        general = np.where(leaves == 1, 0.0, leaves / every)
    elif isinstance(column.domain, Numeric) and column.domain.intervals:
        known, spread = column.domain.intervals, column.domain.far * column.domain.scale
        widths = [known[x].high - known[x].low if x in known else 0.0 for x in column.points.tolist()]
        general = np.minimum(np.array(widths) / spread, 1.0)
    return np.where(column.domain.is_missing(column.points), 1.0, general)


def _leaves(domain: Nominal, points: NDArray[np.float64]) -> tuple[NDArray[np.float64], int]:
    """Leaves below each point, a leaf and an isolated value counting as one; and all leaves of the domain."""
    counts = domain.tau.leaf_counts
    concepts = points < len(domain.tau)
    below = np.ones(len(points))
    below[concepts] = np.maximum(counts[points[concepts].astype(np.int64)], 1)
    return below, max(1, int(counts[0]))
