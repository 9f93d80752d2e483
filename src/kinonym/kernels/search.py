"""Which tuple alive is nearest to a centre, which is farthest: an exact search that leaves most tuples out."""

from __future__ import annotations

import numpy as np

from kinonym.kernels.compile import compiled

__all__ = ["farthest", "nearest", "nearest_group"]


@compiled
def nearest_group(index):
    """Where the tuples begin whose first value is nearest."""
    best = 0
    i = 0
    while i < index.size[0]:
        if index.rows[index.value[i, 0]] < index.rows[index.value[best, 0]]:
            best = i
        i = index.skip[i, 0]
    return best


@compiled
def _scan(index, i, stop, best, least, weighted):
    """The best of the positions from i to ``stop`` and of what was best before."""
    rows, value, skip, differs = index.rows, index.value, index.skip, index.differs
    weight, tuple_of, partial = index.weight, index.tuple_of, index.partial
    last = value.shape[1] - 1
    l = 0
    while i < stop:
        d = partial[l] + rows[value[i, l]]
        while d <= least and l < last:  # w ≥ 1: the sum so far never exceeds w·sd
            l += 1
            partial[l] = d
            d += rows[value[i, l]]
        if d <= least and weight[i] > 0:
            score = d * weight[i] if weighted else d
            if score < least or (score == least and tuple_of[i] < best):
                least = score
                best = tuple_of[i]
        i = skip[i, l]
        l = differs[i]
    return best, least


@compiled
def _nearest_number(index, weighted):
    """`nearest` on a table of numbers, where the distances stand in the order of positions."""
    rows, weight, tuple_of = index.rows, index.weight, index.tuple_of
    best = -1
    least = np.inf
    for i in range(index.size[0]):
        if rows[i] <= least and weight[i] > 0:
            score = rows[i] * weight[i] if weighted else rows[i]
            if score < least or (score == least and tuple_of[i] < best):
                least = score
                best = tuple_of[i]
    return best


@compiled
def nearest(index, weighted):
    """The tuple with the least w·sd to the centre aimed at; ties: the first tuple."""
    if len(index.spot) > 0:
        return _nearest_number(index, weighted)
    begin = nearest_group(index)
    best, least = _scan(index, begin, index.skip[begin, 0], -1, np.inf, weighted)
    best, least = _scan(index, 0, index.size[0], best, least, weighted)
    return best


@compiled
def _limit(index):
    """The greatest sum that the levels from each one on can add."""
    depth = len(index.level)
    index.rest[:] = 0.0
    for l in range(depth - 1, 0, -1):
        most = 0.0
        for at in index.values_of[index.values_start[l] : index.values_start[l + 1]]:
            most = max(most, index.rows[at])
        index.rest[l] = index.rest[l + 1] + most


@compiled
def _farthest_group(index, weighted):
    """Where the tuples begin that may be farthest by their first value."""
    best = 0
    most = -1.0
    i = 0
    while i < index.size[0]:
        bound = index.rows[index.value[i, 0]] + index.rest[1]
        if weighted:
            bound *= index.heaviest[i]
        if bound > most:
            best = i
            most = bound
        i = index.skip[i, 0]
    return best


@compiled
def _scan_far(index, i, stop, best, most, weighted, last):
    """The farthest of the positions from i to ``stop`` and of what was farthest before."""
    rows, value, skip, heaviest = index.rows, index.value, index.skip, index.heaviest
    weight, tuple_of, rest = index.weight, index.tuple_of, index.rest[1]
    depth = value.shape[1]
    while i < stop:
        first = rows[value[i, 0]]
        end = skip[i, 0]
        if (first + rest) * (heaviest[i] if weighted else 1) >= most:
            for at in range(i, end):
                d = first
                for l in range(1, depth):
                    d += rows[value[at, l]]
                score = d * weight[at] if weighted else d
                if score >= most and weight[at] > 0:
                    if score > most or (tuple_of[at] > best) == last:
                        most = score
                        best = tuple_of[at]
        i = end
    return best, most


@compiled
def _farthest_number(index, weighted, last):
    """`farthest` on a table of numbers, where the distances stand in the order of positions."""
    rows, weight, tuple_of = index.rows, index.weight, index.tuple_of
    best = -1
    most = -1.0
    for i in range(index.size[0]):
        score = rows[i] * weight[i] if weighted else rows[i]
        if score >= most and weight[i] > 0:
            if score > most or (tuple_of[i] > best) == last:
                most = score
                best = tuple_of[i]
    return best


@compiled
def farthest(index, weighted, last):
    """The tuple with the greatest w·sd to the centre aimed at; ties: the first tuple, or the last."""
    if len(index.spot) > 0:
        return _farthest_number(index, weighted, last)
    _limit(index)
    begin = _farthest_group(index, weighted)
    best, most = _scan_far(index, begin, index.skip[begin, 0], -1, -1.0, weighted, last)
    best, most = _scan_far(index, 0, index.size[0], best, most, weighted, last)
    return best
