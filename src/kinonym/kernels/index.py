"""The tuples alive, in lexicographic order and in groups of equal beginnings; `aiming` turns the search in `search`.

Distances add up column by column, so a sum that is already too great after some columns rules out every
tuple that begins with the same values: first whole groups, then the families within a group.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kinonym.kernels.columns import TABLE
from kinonym.kernels.compile import compiled

__all__ = ["Index", "new_index", "remove", "tidy"]


class Index(NamedTuple):
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
    level: Any  # column of each level
    across: Any  # the tables turned round: candidates × values
    rows: Any  # weighted distance of each value (each position) to the centre aimed at
    near: Any  # distance of each group, as far as it is shared
    alive: Any  # values that were alive when the index was last tidied, level by level
    alive_start: Any
    spot: Any  # columns × positions, on a table of numbers
    heap: Any
    reach: Any  # distance of each tuple in the heap


@compiled
def _levels(columns, p):
    """Columns with most values first: they rule out most; what hardly repeats comes last."""
    sizes = columns.value_start[1:] - columns.value_start[:-1]
    return np.argsort(np.where(4 * sizes > p, sizes, -sizes), kind="mergesort")


@compiled
def _sorted(codes, level):
    order = np.arange(len(codes))
    for l in level[::-1]:
        order = order[np.argsort(codes[order, l], kind="mergesort")]
    return order


@compiled
def _cuts(value):
    """How many levels groups and families share: about 100 tuples to a group, a few to a family."""
    p, depth = value.shape
    beginnings = np.ones(depth, dtype=np.int64)
    for i in range(1, p):
        for l in range(depth):
            if value[i, l] != value[i - 1, l]:
                beginnings[l:] += 1
                break
    first = 0
    while first < depth - 1 and 128 * beginnings[first] < p:
        first += 1
    second = first
    while second < depth - 1 and 8 * beginnings[second] < p:
        second += 1
    return np.array([first + 1, second + 1])


@compiled
def _turned(columns):
    """Every table as candidates × values, so that the distances to one candidate lie together."""
    across = np.empty_like(columns.table)
    for j in range(len(columns.kind)):
        if columns.kind[j] == TABLE:
            part = columns.table[columns.table_start[j] : columns.table_start[j + 1]]
            size = columns.candidate_start[j + 1] - columns.candidate_start[j]
            across[columns.table_start[j] : columns.table_start[j + 1]] = part.reshape(-1, size).T.copy().reshape(-1)
    return across


@compiled
def _spots(columns, codes):
    """The numbers of the tuples, column by column."""
    spot = np.empty((codes.shape[1], codes.shape[0]))
    for j in range(codes.shape[1]):
        for t in range(codes.shape[0]):
            spot[j, t] = columns.position[columns.value_start[j] + codes[t, j]]
    return spot


@compiled
def new_index(columns, codes, counts, room):
    """All tuples are alive; ``room`` is the greatest number of records asked for at once."""
    p, m = codes.shape
    numbers = columns.euclidean[0]
    level = np.arange(m) if numbers else _levels(columns, p)
    order = np.arange(p) if numbers else _sorted(codes, level)
    place = np.empty(p, dtype=np.int64)
    place[order] = np.arange(p)
    value = np.empty((p, m), dtype=np.int32)
    for i in range(p):
        for l in range(m):
            value[i, l] = columns.value_start[level[l]] + codes[order[i], level[l]]
    groups = 0 if numbers else p
    cut = _cuts(value)
    index = Index(
        order, counts[order], place, value, cut, np.array([p, p, 0, 0]),
        np.zeros(groups + 1, dtype=np.int64), np.zeros(groups + 1, dtype=np.int64),
        np.empty((groups, cut[1] - cut[0]), dtype=np.int32), np.zeros(groups, dtype=np.int64), level,
        np.empty(0, dtype=columns.table.dtype) if numbers else _turned(columns),
        np.empty(p if numbers else columns.value_start[-1]), np.empty(groups),
        np.empty(columns.value_start[-1], dtype=np.int32), np.zeros(m + 1, dtype=np.int64),
        _spots(columns, codes) if numbers else np.empty((0, 0)),
        np.empty(room + 1, dtype=np.int64), np.empty(room + 1),
    )  # fmt: skip
    tidy(index)
    return index


@compiled
def remove(index, t, number):
    """Take records of a tuple away."""
    i = index.place[t]
    index.weight[i] -= number
    if index.weight[i] == 0:
        index.size[1] += 1


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
            index.value[kept] = index.value[i]
            for j in range(len(index.spot)):
                index.spot[j, kept] = index.spot[j, i]
            kept += 1
    index.size[0] = kept
    index.size[1] = 0
    if len(index.spot) == 0:
        _group(index, kept)
        _list_alive(index)


@compiled
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
            index.shared[families] = index.value[i, index.cut[0] : index.cut[1]]
            families += 1
        index.heaviest[groups - 1] = max(index.heaviest[groups - 1], index.weight[i])
    index.group[groups] = families
    index.family[families] = size
    index.size[2] = groups
    index.size[3] = families


@compiled
def _list_alive(index):
    """Which values are alive at the levels that a group does not share."""
    seen = np.zeros(len(index.rows), dtype=np.int8)
    number = 0
    depth = index.value.shape[1]
    for l in range(index.cut[0], depth):
        index.alive_start[l] = number
        for i in range(index.size[0]):
            at = index.value[i, l]
            if seen[at] == 0:
                seen[at] = 1
                index.alive[number] = at
                number += 1
    index.alive_start[depth] = number
