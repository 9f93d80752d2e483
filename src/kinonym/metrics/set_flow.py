"""The flow of the members of sets: each goes to the nearest member of the masked set."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import ConceptSets, Points
from kinonym.metrics.column_flow import Flow
from kinonym.tuples.index_arrays import DROPPED

__all__ = ["element_flow"]

Numbers = NDArray[np.int64]


def element_flow(domain: ConceptSets, flow: Flow) -> Flow:
    """The flow of a column of sets as one of their members, a record counting once for each; ties: the first member.

    The empty set counts as one member, missing.
    """
    nothing = int(domain.elements.encode([None])[0])
    before = [members or (nothing,) for members in domain.numbered.members(flow.before)]
    after = [members or (nothing,) for members in domain.numbered.members(flow.after)]
    old, old_counts = _count_members(before, flow.before_counts)
    new, new_counts = _count_members(after, flow.after_counts)
    table = domain.elements.table(old, new)
    position = {int(point): i for i, point in enumerate(new)}, {int(point): i for i, point in enumerate(old)}
    moved: dict[tuple[int, int], int] = {}
    for source, target, count in zip(flow.source.tolist(), flow.target.tolist(), flow.count.tolist(), strict=True):
        own = [position[1][member] for member in before[source]]
        into = [] if target == DROPPED else [position[0][member] for member in after[target]]
        ends = [into[i] for i in np.argmin(table[np.ix_(own, into)], axis=1)] if into else [DROPPED] * len(own)
        for pair in zip(own, ends, strict=True):
            moved[pair] = moved.get(pair, 0) + count
    rows = np.array([(*pair, moved[pair]) for pair in sorted(moved)], dtype=np.int64).reshape(-1, 3)
    return Flow(
        before=old, before_counts=old_counts, after=new, after_counts=new_counts,
        source=rows[:, 0], target=rows[:, 1], count=rows[:, 2],
    )  # fmt: skip


def _count_members(sets: list[tuple[int, ...]], counts: Numbers) -> tuple[Points, Numbers]:
    """Return the distinct members, and how many records have each."""
    sizes = [len(members) for members in sets]
    members = np.array([member for members in sets for member in members], dtype=np.int64)
    points, at = np.unique(members, return_inverse=True)
    records = np.bincount(at, weights=np.repeat(counts, sizes), minlength=len(points))
    return points.astype(np.float64), records.astype(np.int64)
