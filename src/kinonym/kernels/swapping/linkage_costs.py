"""What an attacker finds: the released tuples that cost least for a person, and what swapping can reach.

Who the attackers are and what their costs mean is in `kinonym.privacy`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinonym.kernels.arrays import Codes, Floats, Numbers
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.flat_columns import Columns
from kinonym.kernels.distances.tuple_distances import tuple_rows

__all__ = ["least_cost", "radii", "reachable"]


@compiled
def find_least(costs, start, masked, held, rows_start, rows_target, total, least, found, hit):
    """`least_cost` with room for the costs of all released tuples."""
    for i in range(len(costs)):
        for t in range(len(masked)):
            cost = 0.0
            for j in range(masked.shape[1]):
                cost += costs[i, start[j] + masked[t, j]]
            total[t] = cost
            if held[t] == 0:  # planned, but no record has it
                continue
            if cost < least[i]:
                least[i] = cost
                found[i] = 0
            if cost == least[i]:
                found[i] += held[t]
        for row in range(rows_start[i], rows_start[i + 1]):
            hit[row] = total[rows_target[row]] == least[i]


def least_cost(
    costs: Floats, start: Numbers, masked: Numbers, held: Numbers, rows_start: Numbers, rows_target: Numbers
) -> tuple[Floats, Numbers, NDArray[np.bool_]]:
    """For each person: the least cost, how many released records have it, and which of the person's plan rows.

    ``costs`` are persons × values of all columns, column j's from ``start[j]``; a released tuple costs the sum
    over its columns. ``held`` counts the records of each released tuple; the plan rows of person i are
    ``rows_target[rows_start[i] : rows_start[i + 1]]``.
    """
    persons = len(costs)
    least, found = np.full(persons, np.inf), np.zeros(persons, dtype=np.int64)
    hit = np.zeros(len(rows_target), dtype=np.bool_)
    find_least(costs, start, masked, held, rows_start, rows_target, np.empty(len(masked)), least, found, hit)
    return least, found, hit


@compiled(inlined=True)
def _sink(values, weights, size, i):
    while True:
        child = 2 * i + 1
        if child >= size:
            return
        if child + 1 < size and values[child + 1] > values[child]:
            child += 1
        if values[child] <= values[i]:
            return
        values[i], values[child] = values[child], values[i]
        weights[i], weights[child] = weights[child], weights[i]
        i = child


@compiled(inlined=True)
def _radius(distance, counts, own, k, values, weights):
    """Distance of the k-th nearest record, one record of ``own`` not counted."""
    size = 0
    held = 0
    for u in range(len(counts)):
        w = counts[u] - 1 if u == own else counts[u]
        if w == 0 or (held >= k and distance[u] >= values[0]):
            continue
        values[size] = distance[u]
        weights[size] = w
        held += w
        i = size
        size += 1
        while i > 0 and values[i] > values[(i - 1) // 2]:
            j = (i - 1) // 2
            values[i], values[j] = values[j], values[i]
            weights[i], weights[j] = weights[j], weights[i]
            i = j
        while size > 1 and held - weights[0] >= k:
            held -= weights[0]
            size -= 1
            values[0], weights[0] = values[size], weights[size]
            _sink(values, weights, size, 0)
    return values[0]


@compiled
def _distances(columns, codes, t, rows, distance):
    tuple_rows(columns, codes, t, rows)
    for u in range(len(codes)):
        d = 0.0
        for j in range(codes.shape[1]):
            d += rows[columns.value_start[j] + codes[u, j]]
        distance[u] = d


@compiled
def find_radii(columns, codes, counts, k, rows, distance, values, weights, out):
    """`radii` with room to work in."""
    for t in range(len(codes)):
        _distances(columns, codes, t, rows, distance)
        out[t] = _radius(distance, counts, t, k, values, weights)


def radii(columns: Columns, codes: Codes, counts: Numbers, k: int) -> Floats:
    """For each tuple the distance of the k-th record nearest to one of its records."""
    rows, distance, out = np.empty(columns.value_start[-1]), np.empty(len(codes)), np.empty(len(codes))
    find_radii(columns, codes, counts, k, rows, distance, np.empty(k + 1), np.empty(k + 1, dtype=np.int64), out)
    return out


@compiled
def find_reachable(columns, codes, radius, persons, rows, distance, out):
    """`reachable` with room to work in."""
    for i in range(len(persons)):
        _distances(columns, codes, persons[i], rows, distance)
        for u in range(len(codes)):
            if distance[u] <= radius[persons[i]] or distance[u] <= radius[u]:
                for j in range(codes.shape[1]):
                    out[i, columns.value_start[j] + codes[u, j]] = 0.0


def reachable(columns: Columns, codes: Codes, radius: Floats, persons: Numbers) -> Floats:
    """Persons × values: 0 where a tuple with the value is in the person's cluster or the reverse, else 1."""
    values = columns.value_start[-1]
    out = np.ones((len(persons), values))
    find_reachable(columns, codes, radius, persons, np.empty(values), np.empty(len(codes)), out)
    return out
