"""Distances of sets of concepts: mean best match, cheapest matching, farthest best match (specification 12).

A set is a part of ``member`` between two entries of ``start``; its members are rows or columns of a table of concept
distances. Sets must not be empty.
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
    """Memory for the comparison of two sets."""

    column_least: Any  # least distance, or least reduced cost, of each column
    column_price: Any  # dual price of each column in the assignment
    row_price: Any  # dual price of each row
    previous_column: Any  # the column before each column on the augmenting path
    row_of_column: Any  # row matched to each column, 0 for none
    visited: Any  # 1: the column is on the path


def new_workspace(size: int) -> Workspace:
    """A workspace for sets of up to ``size`` members."""
    floats, ints = np.zeros((3, size + 2)), np.zeros((2, size + 2), dtype=np.int64)
    return Workspace(floats[0], floats[1], floats[2], ints[0], ints[1], np.zeros(size + 2, dtype=np.int8))


@compiled(inlined=True)
def _match_best(table, left, right, workspace):
    """Sum and maximum of the least distances in both directions: (left sum, right sum, maximum). Cost: O(n·m)."""
    column_least = workspace.column_least
    for j in range(len(right)):
        column_least[j] = np.inf
    sum_left = 0.0
    greatest = 0.0
    for i in range(len(left)):
        row = table[left[i]]
        row_least = np.inf
        for j in range(len(right)):
            d = np.float64(row[right[j]])
            row_least = min(row_least, d)
            column_least[j] = min(column_least[j], d)
        sum_left += row_least
        greatest = max(greatest, row_least)
    sum_right = 0.0
    for j in range(len(right)):
        sum_right += column_least[j]
        greatest = max(greatest, column_least[j])
    return sum_left, sum_right, greatest


@compiled(inlined=True)
def _match_cheapest(table, few, many, flipped, workspace):
    """Cost of the cheapest one-to-one matching of all members of ``few``.

    Shortest augmenting paths (Jonker and Volgenant): rows are matched one by one, and dual prices keep all reduced
    costs at least 0. Cost: O(few²·many).
    """
    column_price, row_price, previous_column, row_of_column, visited, column_least = (
        workspace.column_price,
        workspace.row_price,
        workspace.previous_column,
        workspace.row_of_column,
        workspace.visited,
        workspace.column_least,
    )
    n, m = len(few), len(many)
    for j in range(m + 1):
        column_price[j] = 0.0
        row_of_column[j] = 0
    for i in range(n + 1):
        row_price[i] = 0.0
    for i in range(1, n + 1):
        row_of_column[0] = i
        for j in range(m + 1):
            column_least[j] = np.inf
            visited[j] = 0
        column = 0
        while row_of_column[column] != 0:
            visited[column] = 1
            row = row_of_column[column]
            delta = np.inf
            next_column = 0
            for j in range(1, m + 1):
                if visited[j] == 1:
                    continue
                d = table[many[j - 1], few[row - 1]] if flipped else table[few[row - 1], many[j - 1]]
                reduced = np.float64(d) - row_price[row] - column_price[j]
                if reduced < column_least[j]:
                    column_least[j] = reduced
                    previous_column[j] = column
                if column_least[j] < delta:
                    delta = column_least[j]
                    next_column = j
            for j in range(m + 1):
                if visited[j] == 1:
                    row_price[row_of_column[j]] += delta
                    column_price[j] -= delta
                else:
                    column_least[j] -= delta
            column = next_column
        while column != 0:
            row_of_column[column] = row_of_column[previous_column[column]]
            column = previous_column[column]
    return -column_price[0]


@compiled(inner=True)
def pair_set(kind, table, left, right, workspace):
    """Distance of two sets: ``left`` are rows of the table, ``right`` columns."""
    if kind == ASSIGNMENT:
        if len(left) <= len(right):
            cost = _match_cheapest(table, left, right, False, workspace)
        else:
            cost = _match_cheapest(table, right, left, True, workspace)
        return (cost + abs(len(left) - len(right))) / max(len(left), len(right))
    sum_left, sum_right, greatest = _match_best(table, left, right, workspace)
    return greatest if kind == HAUSDORFF else 0.5 * (sum_left / len(left) + sum_right / len(right))


@compiled
def fill_pairs(kind, table, rows, columns, left, right, workspace, out):
    """`set_pairs` with a workspace."""
    for i in range(len(left)):
        a, b = left[i], right[i]
        left_members = rows.member[rows.start[a] : rows.start[a + 1]]
        right_members = columns.member[columns.start[b] : columns.start[b + 1]]
        out[i] = pair_set(kind, table, left_members, right_members, workspace)


def set_pairs(kind: int, table: Floats, rows: Sets, columns: Sets, left: Numbers, right: Numbers) -> Floats:
    """Distances of pairs of sets: number ``left`` of ``rows`` to number ``right`` of ``columns``."""
    out = np.empty(len(left))
    fill_pairs(kind, table, rows, columns, left, right, new_workspace(max(rows.largest, columns.largest)), out)
    return out


@compiled
def fill_table(kind, table, sets, rounding, workspace, out):
    """`set_table` for matchings, pair by pair."""
    for a in range(len(sets.start) - 1):
        left_members = sets.member[sets.start[a] : sets.start[a + 1]]
        out[a, a] = 0.0
        for b in range(a):
            right_members = sets.member[sets.start[b] : sets.start[b + 1]]
            out[a, b] = np.rint(pair_set(kind, table, left_members, right_members, workspace) / rounding) * rounding
            out[b, a] = out[a, b]


@compiled
def fill_directed(kind, table, sets, rounding, nearest, out):
    """`set_table` for best matches: first from each set to the members of all others, then both directions combined."""
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
            forward, backward = np.float64(out[a, b]), np.float64(out[b, a])
            both = max(forward, backward) if kind == HAUSDORFF else 0.5 * (forward + backward)
            out[a, b] = np.rint(both / rounding) * rounding
            out[b, a] = out[a, b]


def set_table(kind: int, table: Table, sets: Sets, rounding: float, out: Table) -> None:
    """Distances of all pairs of sets, rounded to multiples of ``rounding``; ``table`` is concepts × concepts.

    Cost for best matches: one pass over the rows of each set's members, then O(members of one set) per pair.
    """
    if kind == ASSIGNMENT:
        fill_table(kind, table, sets, rounding, new_workspace(sets.largest), out)
    else:
        fill_directed(kind, table, sets, rounding, np.empty(len(table), dtype=table.dtype), out)
