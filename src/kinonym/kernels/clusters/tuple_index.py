"""An index of the remaining tuples, with their distances to a centre, for exact searches that skip most tuples.

The columns are put in an order; a column is then called a *level*. Tuples are sorted lexicographically. Tuples with
equal values on the first levels form a *group*, and those equal on some more levels a *family* within the group.
Distances are sums over the levels, so the partial sum of a group or family is a lower bound for its tuples: if the
bound is too great, all are skipped. The searches are in `growing_clusters` and `neighbours`.

Invariant: ``weight`` is 0 exactly for removed tuples. They stay in the arrays until `compact` closes the gaps, so that
a removal costs O(1) and compaction O(p) once per p/32 removals. Euclidean distances are not sums: a table of numbers
has no groups, and its distances are per position instead of per value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.kernels.arrays import Codes, Numbers
from kinonym.kernels.bundles import Bundle
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import TABLE, Columns, pair_distance, round_distance, slack_of_sums

__all__ = ["TupleIndex", "compact", "measure_distances", "new_index", "remove_records"]


@dataclass(frozen=True, eq=False)
class TupleIndex(Bundle):
    """The remaining tuples by position in the order of the index, their groups and families, and distances."""

    tuple_of: Any  # the tuple at each position
    weight: Any  # its remaining records; 0: removed
    position_of: Any  # position of each tuple
    value: Any  # positions × levels: index of its value in ``distance``
    level_counts: Any  # number of levels on which a group agrees, and on which a family agrees
    sizes: Any  # number of positions, of removed tuples among them, of groups, of families
    group_start: Any  # first family of each group
    family_start: Any  # first position of each family
    family_values: Any  # families × levels on which the family agrees beyond its group: as in ``value``
    greatest_weight: Any  # greatest weight in each group
    transposed_table: Any  # the tables transposed: candidates × values
    distance: Any  # weighted distance of each value, or of each position in a table of numbers, to the centre
    group_distance: Any  # partial distance of each group
    remaining_values: Any  # values of the tuples that remained at the last compaction, level by level
    remaining_start: Any
    is_listed: Any  # 1: the value is in that list
    coordinate: Any  # columns × positions: the numbers, in a table of numbers
    centre: Any  # the centre that distances are measured from
    heap: Any  # tuples, the farthest on top
    heap_distance: Any  # distance of each tuple in the heap
    slack: Any  # the greatest error that rounding can cause in a distance


def _order_columns(columns: Columns, p: int) -> Numbers:
    """Columns with many values first, as they exclude most tuples; columns in which values hardly repeat last."""
    values = np.diff(columns.value_start)
    return np.argsort(np.where(4 * values > p, values, -values), kind="stable")


def _choose_level_counts(value: Codes) -> Numbers:
    """On how many levels groups and families agree: about 100 tuples per group, a few per family."""
    p, depth = value.shape
    starts_anew = np.logical_or.accumulate(value[1:] != value[:-1], axis=1)
    prefixes = 1 + starts_anew.sum(axis=0)
    first = 0
    while first < depth - 1 and 128 * prefixes[first] < p:
        first += 1
    second = first
    while second < depth - 1 and 8 * prefixes[second] < p:
        second += 1
    return np.array([first + 1, second + 1])


def _transpose_tables(columns: Columns) -> NDArray[np.float32]:
    """Every table as candidates × values, so that the distances to one candidate are adjacent."""
    transposed_table = np.empty_like(columns.table)
    for j in np.flatnonzero(columns.kind == TABLE):
        first, last = columns.table_start[j], columns.table_start[j + 1]
        candidates = columns.candidate_start[j + 1] - columns.candidate_start[j]
        transposed_table[first:last] = columns.table[first:last].reshape(-1, candidates).T.reshape(-1)
    return transposed_table


def new_index(columns: Columns, codes: Codes, counts: Numbers, capacity: int) -> TupleIndex:
    """An index of all tuples; ``capacity`` is the greatest number of records that a search asks for."""
    p, m = codes.shape
    values = columns.value_start[-1]
    numbers = bool(columns.euclidean[0])
    column = np.arange(m) if numbers else _order_columns(columns, p)
    order = np.arange(p) if numbers else np.lexsort(codes[:, column[::-1]].T)
    position_of = np.empty(p, dtype=np.int64)
    position_of[order] = np.arange(p)
    value = np.ascontiguousarray(columns.value_start[column] + codes[order][:, column], dtype=np.int32)
    groups = 0 if numbers else p  # at most
    level_counts = _choose_level_counts(value)
    coordinates = columns.position[columns.value_start[:-1] + codes].T if numbers else np.empty((0, 0))
    index = TupleIndex(
        tuple_of=order, weight=counts[order], position_of=position_of, value=value, level_counts=level_counts,
        sizes=np.array([p, p, 0, 0]),
        group_start=np.zeros(groups + 1, dtype=np.int64), family_start=np.zeros(groups + 1, dtype=np.int64),
        family_values=np.empty((groups, level_counts[1] - level_counts[0]), dtype=np.int32),
        greatest_weight=np.zeros(groups, dtype=np.int64),
        transposed_table=np.empty(0, dtype=columns.table.dtype) if numbers else _transpose_tables(columns),
        distance=np.empty(p if numbers else values), group_distance=np.empty(groups),
        remaining_values=np.empty(values, dtype=np.int32), remaining_start=np.zeros(m + 1, dtype=np.int64),
        is_listed=np.empty(values, dtype=np.int8), coordinate=np.ascontiguousarray(coordinates),
        centre=np.empty(m), heap=np.empty(capacity + 1, dtype=np.int64), heap_distance=np.empty(capacity + 1),
        slack=np.array([slack_of_sums(columns) / 2.0]),
    )  # fmt: skip
    compact(index)
    return index


@compiled(inner=True)
def remove_records(index, t, number):
    """Remove some records of a tuple. Cost: O(1)."""
    i = index.position_of[t]
    index.weight[i] -= number
    if index.weight[i] == 0:
        index.sizes[1] += 1


@compiled(inlined=True)
def _form_groups(index, positions):
    """Find where groups and families begin, and the greatest weight in each group. Cost: O(p·m)."""
    groups = families = 0
    depth = index.value.shape[1]
    for i in range(positions):
        equal_levels = 0
        while i > 0 and equal_levels < depth and index.value[i, equal_levels] == index.value[i - 1, equal_levels]:
            equal_levels += 1
        if equal_levels < index.level_counts[0]:
            index.group_start[groups] = families
            index.greatest_weight[groups] = 0
            groups += 1
        if equal_levels < index.level_counts[1]:
            index.family_start[families] = i
            for level in range(index.level_counts[0], index.level_counts[1]):
                index.family_values[families, level - index.level_counts[0]] = index.value[i, level]
            families += 1
        index.greatest_weight[groups - 1] = max(index.greatest_weight[groups - 1], index.weight[i])
    index.group_start[groups] = families
    index.family_start[families] = positions
    index.sizes[2] = groups
    index.sizes[3] = families


@compiled(inlined=True)
def _list_remaining_values(index):
    """List the distinct values of the remaining tuples on the levels beyond the groups."""
    for index_of_value in range(len(index.is_listed)):
        index.is_listed[index_of_value] = 0
    number = 0
    depth = index.value.shape[1]
    for level in range(index.level_counts[0], depth):
        index.remaining_start[level] = number
        for i in range(index.sizes[0]):
            index_of_value = index.value[i, level]
            if index.is_listed[index_of_value] == 0:
                index.is_listed[index_of_value] = 1
                index.remaining_values[number] = index_of_value
                number += 1
    index.remaining_start[depth] = number


@compiled
def compact(index):
    """Close the gaps if more than one tuple in 32 was removed, and form the groups anew."""
    if 32 * index.sizes[1] <= index.sizes[0]:
        return
    position = 0
    for i in range(index.sizes[0]):
        if index.weight[i] > 0:
            index.tuple_of[position] = index.tuple_of[i]
            index.weight[position] = index.weight[i]
            index.position_of[index.tuple_of[i]] = position
            for level in range(index.value.shape[1]):
                index.value[position, level] = index.value[i, level]
            for j in range(len(index.coordinate)):
                index.coordinate[j, position] = index.coordinate[j, i]
            position += 1
    index.sizes[0] = position
    index.sizes[1] = 0
    if len(index.coordinate) == 0:
        _form_groups(index, position)
        _list_remaining_values(index)


@compiled(inlined=True)
def _measure_values(columns, index, j, centre):
    """Measure each value of column j, rounded like the tables, so that sums are exact in any order."""
    first = columns.value_start[j]
    values = columns.value_start[j + 1] - first
    if columns.kind[j] == TABLE and columns.weight[j] == 1.0:
        row = columns.table_start[j] + np.int64(centre) * values
        for v in range(values):
            index.distance[first + v] = index.transposed_table[row + v]
        return
    for v in range(values):
        index.distance[first + v] = round_distance(columns.weight[j] * pair_distance(columns, j, v, centre))


@compiled(inlined=True)
def _measure_tuples(columns, index, centre):
    """Measure the Euclidean distance of every position to the centre."""
    positions = index.sizes[0]
    distance = index.distance
    for i in range(positions):
        distance[i] = 0.0
    for j in range(len(columns.kind)):
        coordinate = index.coordinate[j]
        unit, far, weight, c = columns.unit[j], columns.far[j], columns.weight[j], centre[j]
        if np.isnan(c):
            for i in range(positions):
                if not np.isnan(coordinate[i]):
                    distance[i] += weight * (far * far)
            continue
        for i in range(positions):
            d = abs(coordinate[i] - c) / unit
            if np.isnan(d):
                d = far
            distance[i] += weight * (d * d)
    for i in range(positions):
        distance[i] = np.sqrt(distance[i])


@compiled(inner=True)
def measure_distances(columns, index, centre):
    """Measure the distances to a centre for the searches. Cost: O(values + groups), or O(p·m) for numbers."""
    if len(index.coordinate) > 0:
        _measure_tuples(columns, index, centre)
        return
    for j in range(len(columns.kind)):
        _measure_values(columns, index, j, centre[j])
    distance, value, group_levels = index.distance, index.value, index.level_counts[0]
    for g in range(index.sizes[2]):
        i = index.family_start[index.group_start[g]]
        d = 0.0
        for level in range(group_levels):
            d += distance[value[i, level]]
        index.group_distance[g] = d
