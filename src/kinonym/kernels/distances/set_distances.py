"""Distances of sets of concepts: mean best match, cheapest matching, farthest best match (specification 12).

A set is a part of ``member`` between two starts; its entries are rows or columns of a table of concept distances. Sets
are never empty here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.kernels.arrays import Floats, Numbers
from kinonym.kernels.bundles import Bundle
from kinonym.kernels.compile import compiled

__all__ = [
    "ASSIGNMENT",
    "AVERAGE",
    "HAUSDORFF",
    "Sets",
    "Workspace",
    "new_workspace",
    "pair_set",
    "set_pairs",
    "set_table",
]

AVERAGE, ASSIGNMENT, HAUSDORFF = 0, 1, 2

Table = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Sets(Bundle):
    """Sets one after the other: the members of set i lie from start[i] to start[i + 1]."""

    start: Any
    member: Any

    @property
    def largest(self) -> int:
        """Members of the largest set."""
        return int(np.diff(self.start).max(initial=1))


@dataclass(frozen=True, eq=False)
class Workspace(Bundle):
    """Room to compare two sets in."""

    least: Any  # of each column of the table
    price: Any  # what the assignment pays for columns ...
    profit: Any  # ... and rows
    way: Any
    owner: Any  # row of each column, 0 for none
    seen: Any


def new_workspace(size: int) -> Workspace:
    """Room for sets of up to ``size`` members."""
    floats, ints = np.zeros((3, size + 2)), np.zeros((2, size + 2), dtype=np.int64)
    return Workspace(floats[0], floats[1], floats[2], ints[0], ints[1], np.zeros(size + 2, dtype=np.int8))


@compiled(inlined=True)
def _best_matches(table, left, right, room):
    """Sum and maximum of the least distances of all members, both ways: (left sum, right sum, maximum)."""
    least = room.least
    for j in range(len(right)):
        least[j] = np.inf
    sum_left = 0.0
    most = 0.0
    for i in range(len(left)):
        row = table[left[i]]
        own = np.inf
        for j in range(len(right)):
            d = np.float64(row[right[j]])
            own = min(own, d)
            least[j] = min(least[j], d)
        sum_left += own
        most = max(most, own)
    sum_right = 0.0
    for j in range(len(right)):
        sum_right += least[j]
        most = max(most, least[j])
    return sum_left, sum_right, most


@compiled(inlined=True)
def _cheapest_matching(table, few, many, flipped, room):
    """Cost of the cheapest one-to-one matching of all of ``few``: shortest augmenting paths (Jonker and Volgenant)."""
    price, profit, way, owner, seen, least = room.price, room.profit, room.way, room.owner, room.seen, room.least
    n, m = len(few), len(many)
    for j in range(m + 1):
        price[j] = 0.0
        owner[j] = 0
    for i in range(n + 1):
        profit[i] = 0.0
    for i in range(1, n + 1):
        owner[0] = i
        for j in range(m + 1):
            least[j] = np.inf
            seen[j] = 0
        at = 0
        while owner[at] != 0:
            seen[at] = 1
            row = owner[at]
            step = np.inf
            following = 0
            for j in range(1, m + 1):
                if seen[j] == 1:
                    continue
                d = table[many[j - 1], few[row - 1]] if flipped else table[few[row - 1], many[j - 1]]
                left = np.float64(d) - profit[row] - price[j]
                if left < least[j]:
                    least[j] = left
                    way[j] = at
                if least[j] < step:
                    step = least[j]
                    following = j
            for j in range(m + 1):
                if seen[j] == 1:
                    profit[owner[j]] += step
                    price[j] -= step
                else:
                    least[j] -= step
            at = following
        while at != 0:
            owner[at] = owner[way[at]]
            at = way[at]
    return -price[0]


@compiled(inner=True)
def pair_set(kind, table, left, right, room):
    """Distance of two sets: ``left`` are rows of the table, ``right`` columns."""
    if kind == ASSIGNMENT:
        if len(left) <= len(right):
            cost = _cheapest_matching(table, left, right, False, room)
        else:
            cost = _cheapest_matching(table, right, left, True, room)
        return (cost + abs(len(left) - len(right))) / max(len(left), len(right))
    sum_left, sum_right, most = _best_matches(table, left, right, room)
    return most if kind == HAUSDORFF else 0.5 * (sum_left / len(left) + sum_right / len(right))


@compiled
def fill_pairs(kind, table, rows, columns, left, right, room, out):
    """`set_pairs` with room to work in."""
    for i in range(len(left)):
        a, b = left[i], right[i]
        own = rows.member[rows.start[a] : rows.start[a + 1]]
        other = columns.member[columns.start[b] : columns.start[b + 1]]
        out[i] = pair_set(kind, table, own, other, room)


def set_pairs(kind: int, table: Floats, rows: Sets, columns: Sets, left: Numbers, right: Numbers) -> Floats:
    """Distances of pairs of sets: number ``left`` of ``rows`` to number ``right`` of ``columns``."""
    out = np.empty(len(left))
    fill_pairs(kind, table, rows, columns, left, right, new_workspace(max(rows.largest, columns.largest)), out)
    return out


@compiled
def fill_table(kind, table, sets, rounding, room, out):
    """`set_table` of matchings, pair by pair."""
    for a in range(len(sets.start) - 1):
        own = sets.member[sets.start[a] : sets.start[a + 1]]
        out[a, a] = 0.0
        for b in range(a):
            other = sets.member[sets.start[b] : sets.start[b + 1]]
            out[a, b] = np.rint(pair_set(kind, table, own, other, room) / rounding) * rounding
            out[b, a] = out[a, b]


@compiled
def fill_directed(kind, table, sets, rounding, nearest, out):
    """`set_table` of best matches: first from every set to the members of all others, then both ways together."""
    for a in range(len(sets.start) - 1):
        for e in range(len(nearest)):
            nearest[e] = np.inf
        for i in range(sets.start[a], sets.start[a + 1]):
            row = table[sets.member[i]]
            for e in range(len(nearest)):
                nearest[e] = min(nearest[e], row[e])
        for b in range(len(sets.start) - 1):
            first, last = sets.start[b], sets.start[b + 1]
            total = 0.0
            for j in range(first, last):
                d = np.float64(nearest[sets.member[j]])
                total = max(total, d) if kind == HAUSDORFF else total + d
            out[a, b] = total if kind == HAUSDORFF else total / (last - first)
    for a in range(len(sets.start) - 1):
        for b in range(a + 1):
            here, there = np.float64(out[a, b]), np.float64(out[b, a])
            both = max(here, there) if kind == HAUSDORFF else 0.5 * (here + there)
            out[a, b] = np.rint(both / rounding) * rounding
            out[b, a] = out[a, b]


def set_table(kind: int, table: Table, sets: Sets, rounding: float, out: Table) -> None:
    """Distances of all pairs of different sets, rounded to multiples; the table is that of concepts with themselves.

    Of best matches each pair costs as many looks as one of the sets has members, after one pass over the table of
    concepts for each set.
    """
    if kind == ASSIGNMENT:
        fill_table(kind, table, sets, rounding, new_workspace(sets.largest), out)
    else:
        fill_directed(kind, table, sets, rounding, np.empty(len(table), dtype=table.dtype), out)
