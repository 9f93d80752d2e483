"""Record linkage by an attacker: the released tuples with the least cost for a person, and what swapping can reach.

The attackers and the meaning of their costs are in `kinonym.privacy`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinonym.kernels.arrays import Codes, Floats, Numbers
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import Columns
from kinonym.kernels.distances.tuple_distances import measure_values

__all__ = ["least_cost", "radii", "reachable"]


@compiled
def find_least(costs, start, masked, records, rows_start, rows_target, total, least, matches, hit):
    """`least_cost`; ``total`` is a workspace for the costs of all released tuples."""
    for i in range(len(costs)):
        for t in range(len(masked)):
            cost = 0.0
            for j in range(masked.shape[1]):
                cost += costs[i, start[j] + masked[t, j]]
            total[t] = cost
            if records[t] == 0:  # planned, but without a record
                continue
            if cost < least[i]:
                least[i] = cost
                matches[i] = 0
            if cost == least[i]:
                matches[i] += records[t]
        for row in range(rows_start[i], rows_start[i + 1]):
            hit[row] = total[rows_target[row]] == least[i]


def least_cost(
    costs: Floats, start: Numbers, masked: Numbers, records: Numbers, rows_start: Numbers, rows_target: Numbers
) -> tuple[Floats, Numbers, NDArray[np.bool_]]:
    """For each person: the least cost, the number of released records with it, and whether each plan row has it.

    ``costs`` is persons × values of all columns, those of column j from ``start[j]``; the cost of a released tuple is
    the sum over its columns. ``records`` is the number of records of each released tuple. The plan rows of person i
    have the targets ``rows_target[rows_start[i] : rows_start[i + 1]]``. Cost: O(persons × released tuples × m).
    """
    persons = len(costs)
    least, matches = np.full(persons, np.inf), np.zeros(persons, dtype=np.int64)
    hit = np.zeros(len(rows_target), dtype=np.bool_)
    find_least(costs, start, masked, records, rows_start, rows_target, np.empty(len(masked)), least, matches, hit)
    return least, matches, hit


@compiled(inlined=True)
def _sift_down(heap_distance, heap_weight, size, i):
    """Restore the heap, farthest on top, after entry i was replaced."""
    while True:
        child = 2 * i + 1
        if child >= size:
            return
        if child + 1 < size and heap_distance[child + 1] > heap_distance[child]:
            child += 1
        if heap_distance[child] <= heap_distance[i]:
            return
        heap_distance[i], heap_distance[child] = heap_distance[child], heap_distance[i]
        heap_weight[i], heap_weight[child] = heap_weight[child], heap_weight[i]
        i = child


@compiled(inlined=True)
def _find_radius(distance, counts, own, k, heap_distance, heap_weight):
    """Distance of the k-th nearest record, without one record of tuple ``own``. Cost: O(p·log k)."""
    size = 0
    records = 0
    for u in range(len(counts)):
        others = counts[u] - 1 if u == own else counts[u]
        if others == 0 or (records >= k and distance[u] >= heap_distance[0]):
            continue
        heap_distance[size] = distance[u]
        heap_weight[size] = others
        records += others
        i = size
        size += 1
        while i > 0 and heap_distance[i] > heap_distance[(i - 1) // 2]:
            j = (i - 1) // 2
            heap_distance[i], heap_distance[j] = heap_distance[j], heap_distance[i]
            heap_weight[i], heap_weight[j] = heap_weight[j], heap_weight[i]
            i = j
        while size > 1 and records - heap_weight[0] >= k:
            records -= heap_weight[0]
            size -= 1
            heap_distance[0], heap_weight[0] = heap_distance[size], heap_weight[size]
            _sift_down(heap_distance, heap_weight, size, 0)
    return heap_distance[0]


@compiled
def _measure_tuples(columns, codes, t, value_distance, distance):
    """Write the distance of every tuple to tuple t; squared if Euclidean."""
    measure_values(columns, codes, t, value_distance)
    for u in range(len(codes)):
        d = 0.0
        for j in range(codes.shape[1]):
            d += value_distance[columns.value_start[j] + codes[u, j]]
        distance[u] = d


@compiled
def find_radii(columns, codes, counts, k, value_distance, distance, heap_distance, heap_weight, out):
    """`radii` with workspaces."""
    for t in range(len(codes)):
        _measure_tuples(columns, codes, t, value_distance, distance)
        out[t] = _find_radius(distance, counts, t, k, heap_distance, heap_weight)


def radii(columns: Columns, codes: Codes, counts: Numbers, k: int) -> Floats:
    """For each tuple, the distance of the k-th nearest record to one of its records. Cost: O(p²·m)."""
    value_distance, distance, out = np.empty(columns.value_start[-1]), np.empty(len(codes)), np.empty(len(codes))
    find_radii(
        columns, codes, counts, k, value_distance, distance, np.empty(k + 1), np.empty(k + 1, dtype=np.int64), out
    )
    return out


@compiled
def find_reachable(columns, codes, radius, persons, value_distance, distance, out):
    """`reachable` with workspaces."""
    for i in range(len(persons)):
        _measure_tuples(columns, codes, persons[i], value_distance, distance)
        for u in range(len(codes)):
            if distance[u] <= radius[persons[i]] or distance[u] <= radius[u]:
                for j in range(codes.shape[1]):
                    out[i, columns.value_start[j] + codes[u, j]] = 0.0


def reachable(columns: Columns, codes: Codes, radius: Floats, persons: Numbers) -> Floats:
    """Persons × values: 0 if a tuple with the value is in the person's cluster or vice versa, else 1."""
    size = columns.value_start[-1]
    out = np.ones((len(persons), size))
    find_reachable(columns, codes, radius, persons, np.empty(size), np.empty(len(codes)), out)
    return out
