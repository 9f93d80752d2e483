"""The tuples alive, in lexicographic order and in groups of equal beginnings, with their distances to a centre.

Distances add up column by column, so a sum that is already too great after some columns rules out every
tuple that begins with the same values: first whole groups, then the families within a group. The searches that
profit from it are in `growing_clusters`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.kernels.arrays import Codes, Numbers
from kinonym.kernels.bundles import Bundle
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import TABLE, Columns, pair_distance, rounded, slack_of_sums

__all__ = ["TupleIndex", "measure_from", "new_index", "remove", "tidy"]


@dataclass(frozen=True, eq=False)
class TupleIndex(Bundle):
    """Tuples alive, by position. A table of numbers has no groups: its distances stand in the order of positions."""

    tuple_of: Any  # the tuple at each position
    weight: Any  # its records that are left; 0: it is gone
    place: Any  # position of each tuple
    value: Any  # positions × levels: where its distance stands in ``rows``
    cut: Any  # levels that a group shares, levels that a family shares
    size: Any  # positions, positions that are gone, groups, families
    group: Any  # first family of each group
    family: Any  # first position of each family
    shared: Any  # families × levels after the group's own that they share: as in ``value``
    heaviest: Any  # greatest weight in each group
    across: Any  # the tables turned round: candidates × values
    rows: Any  # weighted distance of each value (each position) to the centre
    near: Any  # distance of each group, as far as it is shared
    alive: Any  # values that were alive when the index was last tidied, level by level
    alive_start: Any
    seen: Any  # values that are already listed as alive
    spot: Any  # columns × positions, on a table of numbers
    middle: Any  # room for a centre
    heap: Any  # tuples, the farthest on top
    reach: Any  # distance of each tuple in the heap
    slack: Any  # the most by which rounding may alter a distance


def _levels(columns: Columns, p: int) -> Numbers:
    """Columns with most values first: they rule out most; what hardly repeats comes last."""
    sizes = columns.value_start[1:] - columns.value_start[:-1]
    return np.argsort(np.where(4 * sizes > p, sizes, -sizes), kind="stable")


def _cuts(value: Codes) -> Numbers:
    """How many levels groups and families share: about 100 tuples to a group, a few to a family."""
    p, depth = value.shape
    differs = np.logical_or.accumulate(value[1:] != value[:-1], axis=1)
    beginnings = 1 + differs.sum(axis=0)
    first = 0
    while first < depth - 1 and 128 * beginnings[first] < p:
        first += 1
    second = first
    while second < depth - 1 and 8 * beginnings[second] < p:
        second += 1
    return np.array([first + 1, second + 1])


def _turned(columns: Columns) -> NDArray[np.float32]:
    """Every table as candidates × values, so that the distances to one candidate lie together."""
    across = np.empty_like(columns.table)
    for j in np.flatnonzero(columns.kind == TABLE):
        first, last = columns.table_start[j], columns.table_start[j + 1]
        size = columns.candidate_start[j + 1] - columns.candidate_start[j]
        across[first:last] = columns.table[first:last].reshape(-1, size).T.reshape(-1)
    return across


def new_index(columns: Columns, codes: Codes, counts: Numbers, room: int) -> TupleIndex:
    """All tuples are alive; ``room`` is the greatest number of records asked for at once."""
    p, m = codes.shape
    values = columns.value_start[-1]
    numbers = bool(columns.euclidean[0])
    level = np.arange(m) if numbers else _levels(columns, p)
    order = np.arange(p) if numbers else np.lexsort(codes[:, level[::-1]].T)
    place = np.empty(p, dtype=np.int64)
    place[order] = np.arange(p)
    value = np.ascontiguousarray(columns.value_start[level] + codes[order][:, level], dtype=np.int32)
    groups = 0 if numbers else p
    cut = _cuts(value)
    position = columns.position[columns.value_start[:-1] + codes].T if numbers else np.empty((0, 0))
    index = TupleIndex(
        tuple_of=order, weight=counts[order], place=place, value=value, cut=cut, size=np.array([p, p, 0, 0]),
        group=np.zeros(groups + 1, dtype=np.int64), family=np.zeros(groups + 1, dtype=np.int64),
        shared=np.empty((groups, cut[1] - cut[0]), dtype=np.int32), heaviest=np.zeros(groups, dtype=np.int64),
        across=np.empty(0, dtype=columns.table.dtype) if numbers else _turned(columns),
        rows=np.empty(p if numbers else values), near=np.empty(groups),
        alive=np.empty(values, dtype=np.int32), alive_start=np.zeros(m + 1, dtype=np.int64),
        seen=np.empty(values, dtype=np.int8), spot=np.ascontiguousarray(position),
        middle=np.empty(m), heap=np.empty(room + 1, dtype=np.int64), reach=np.empty(room + 1),
        slack=np.array([slack_of_sums(columns) / 2.0]),
    )  # fmt: skip
    tidy(index)
    return index


@compiled(inner=True)
def remove(index, t, number):
    """Take records of a tuple away."""
    i = index.place[t]
    index.weight[i] -= number
    if index.weight[i] == 0:
        index.size[1] += 1


@compiled(inlined=True)
def _group(index, size):
    """Mark where groups and families begin, and the heaviest tuple of each group."""
    groups = families = 0
    depth = index.value.shape[1]
    for i in range(size):
        differs = 0
        while i > 0 and differs < depth and index.value[i, differs] == index.value[i - 1, differs]:
            differs += 1
        if differs < index.cut[0]:
            index.group[groups] = families
            index.heaviest[groups] = 0
            groups += 1
        if differs < index.cut[1]:
            index.family[families] = i
            for l in range(index.cut[0], index.cut[1]):
                index.shared[families, l - index.cut[0]] = index.value[i, l]
            families += 1
        index.heaviest[groups - 1] = max(index.heaviest[groups - 1], index.weight[i])
    index.group[groups] = families
    index.family[families] = size
    index.size[2] = groups
    index.size[3] = families


@compiled(inlined=True)
def _list_alive(index):
    """Which values are alive at the levels that a group does not share."""
    for at in range(len(index.seen)):
        index.seen[at] = 0
    number = 0
    depth = index.value.shape[1]
    for l in range(index.cut[0], depth):
        index.alive_start[l] = number
        for i in range(index.size[0]):
            at = index.value[i, l]
            if index.seen[at] == 0:
                index.seen[at] = 1
                index.alive[number] = at
                number += 1
    index.alive_start[depth] = number


@compiled
def tidy(index):
    """Close the gaps once a tuple in 32 is gone, and group what is left again."""
    if 32 * index.size[1] <= index.size[0]:
        return
    kept = 0
    for i in range(index.size[0]):
        if index.weight[i] > 0:
            index.tuple_of[kept] = index.tuple_of[i]
            index.weight[kept] = index.weight[i]
            index.place[index.tuple_of[i]] = kept
            for l in range(index.value.shape[1]):
                index.value[kept, l] = index.value[i, l]
            for j in range(len(index.spot)):
                index.spot[j, kept] = index.spot[j, i]
            kept += 1
    index.size[0] = kept
    index.size[1] = 0
    if len(index.spot) == 0:
        _group(index, kept)
        _list_alive(index)


@compiled(inlined=True)
def _measure_values(columns, index, j, middle):
    """Distance of each value of column j, rounded as the tables are, so that sums are exact in any order."""
    first = columns.value_start[j]
    size = columns.value_start[j + 1] - first
    if columns.kind[j] == TABLE and columns.weight[j] == 1.0:
        row = columns.table_start[j] + np.int64(middle) * size
        for v in range(size):
            index.rows[first + v] = index.across[row + v]
        return
    for v in range(size):
        index.rows[first + v] = rounded(columns.weight[j] * pair_distance(columns, j, v, middle))


@compiled(inlined=True)
def _measure_numbers(columns, index, middle):
    """Euclidean distance of every position to the centre."""
    size = index.size[0]
    rows = index.rows
    for i in range(size):
        rows[i] = 0.0
    for j in range(len(columns.kind)):
        spot = index.spot[j]
        unit, far, weight, c = columns.unit[j], columns.far[j], columns.weight[j], middle[j]
        if np.isnan(c):
            for i in range(size):
                if not np.isnan(spot[i]):
                    rows[i] += weight * (far * far)
            continue
        for i in range(size):
            d = abs(spot[i] - c) / unit
            if np.isnan(d):
                d = far
            rows[i] += weight * (d * d)
    for i in range(size):
        rows[i] = np.sqrt(rows[i])


@compiled(inner=True)
def measure_from(columns, index, middle):
    """Measure the distance of every value, or of every tuple of numbers, to a centre: it is searched from there."""
    if len(index.spot) > 0:
        _measure_numbers(columns, index, middle)
        return
    for j in range(len(columns.kind)):
        _measure_values(columns, index, j, middle[j])
    rows, value, cut = index.rows, index.value, index.cut[0]
    for g in range(index.size[2]):
        i = index.family[index.group[g]]
        d = 0.0
        for l in range(cut):
            d += rows[value[i, l]]
        index.near[g] = d
