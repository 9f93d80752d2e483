"""The earth mover's distance of numbers, their spellings, and texts that are not numbers (specification 5).

With r distinct numbers, h = 1/(r − 1): two texts are h·|i − j| apart if the ranks i, j of their numbers differ, h if
they are two spellings of one number, and 1 if one of them has no number.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.compile import compiled

__all__ = ["ordered_distance"]

NOTHING = 1e-15  # less than this is rounding


@compiled(inlined=True)
def _matched_in_order(surplus, lack):
    """Σ |i − j| of what moves from rank i to rank j, a move within a rank counting 1, if surplus and lack are equal.

    A convex function of i − j is least where the first surplus goes to the first lack, and so on.
    """
    total = 0.0
    i = 0
    j = 0
    more = surplus[0]
    less = lack[0]
    while True:
        while more <= NOTHING and i + 1 < len(surplus):
            i += 1
            more = surplus[i]
        while less <= NOTHING and j + 1 < len(lack):
            j += 1
            less = lack[j]
        amount = min(more, less)
        if amount <= NOTHING:
            return total
        total += amount * max(1, abs(i - j))
        more -= amount
        less -= amount


@compiled
def _rise(heap, key, at, sign):
    """Restore a heap whose entry ``at`` may be above its parent; the greatest of sign · key is on top."""
    while at > 0 and sign * key[heap[at]] > sign * key[heap[(at - 1) // 2]]:
        heap[at], heap[(at - 1) // 2] = heap[(at - 1) // 2], heap[at]
        at = (at - 1) // 2


@compiled
def _drop_top(heap, key, size, sign):
    """Remove the top of a heap."""
    heap[0] = heap[size - 1]
    at = 0
    while True:
        child = 2 * at + 1
        if child >= size - 1:
            return
        if child + 1 < size - 1 and sign * key[heap[child + 1]] > sign * key[heap[child]]:
            child += 1
        if sign * key[heap[child]] <= sign * key[heap[at]]:
            return
        heap[at], heap[child] = heap[child], heap[at]
        at = child


@compiled
def _cut(heap, key, length, size, sign):
    """Shorten the steepest piece by 1; returns its slope and how many pieces the heap still has."""
    while length[heap[0]] == 0:  # the other heap used it up
        _drop_top(heap, key, size, sign)
        size -= 1
    top = heap[0]
    length[top] -= 1
    return key[top], size


@compiled(inner=True, allocates=True)
def _best_levels(surplus, lack):
    """Max Σ surplus·u − lack·l over levels l, u in [0, R] of each rank, in units of h (the dual of the transport).

    Levels of neighbouring ranks lie in a window [a, a + 1]: with a and b the windows before and after a rank,
    u = min(a, b) + 1 and l = max(a, b), |a − b| ≤ 1, and both in [0, R − 1]. What ranks so far give, as a function of
    the window after them, is concave with pieces of length 1, 2, … whose slopes are in two heaps.
    """
    ranks = len(surplus)
    pieces = 2 * ranks + 1
    key, length = np.zeros(pieces), np.ones(pieces, dtype=np.int64)
    falling, rising = np.zeros(pieces, dtype=np.int64), np.zeros(pieces, dtype=np.int64)
    length[0] = max(1, ranks - 1) - 1
    number, high, low = 1, 1, 1
    lift = 0.0  # is added to every slope
    start = 0.0  # the value at 0
    for i in range(ranks):
        width = 0.5 * (surplus[i] + lack[i])
        lift += 0.5 * (surplus[i] - lack[i])
        for slope in (width, -width):
            key[number] = slope - lift
            falling[high] = number
            rising[low] = number
            high += 1
            low += 1
            number += 1
            _rise(falling, key, high - 1, 1.0)
            _rise(rising, key, low - 1, -1.0)
        steepest, high = _cut(falling, key, length, high, 1.0)
        start += steepest + lift - width
        _, low = _cut(rising, key, length, low, -1.0)
        lift += 0.5 * (surplus[i] - lack[i])
        start += surplus[i]
    for i in range(number):
        start += length[i] * max(0.0, key[i] + lift)
    return start


@compiled(inner=True, allocates=True)
def _difference_by_rank(share, overall, rank):
    """(Surplus of each rank, its lack, surplus of what has no rank, its lack)."""
    ranks = 1
    for v in range(len(rank)):
        ranks = max(ranks, rank[v] + 1)
    surplus, lack = np.zeros(ranks), np.zeros(ranks)
    more = 0.0
    less = 0.0
    for v in range(len(rank)):
        apart = share[v] - overall[v]
        if rank[v] < 0:
            more += max(apart, 0.0)
            less += max(-apart, 0.0)
        elif apart > 0.0:
            surplus[rank[v]] += apart
        else:
            lack[rank[v]] -= apart
    return surplus, lack, more, less


@compiled(allocates=True)
def ordered_distance(share, overall, rank):
    """Ordered values: ``rank`` of each value's number among the distinct numbers, −1 where there is none.

    Notes
    -----
    The ground distance is a metric of at most 1, so what two distributions have in common stays, and the rest of
    equal spellings is put together by rank. By duality the distance is max Σ (share − overall)·f over functions f
    with |f(x) − f(y)| ≤ d(x, y) and values in [0, 1]: a value without a number is free to take 1 or 0, the others are
    `_best_levels`. Where the two sides have equally much without a number, numbers are matched in order, which is
    quicker. Cost: O(r log r), and O(r) in the latter case.
    """
    surplus, lack, more, less = _difference_by_rank(share, overall, rank)
    unit = 1.0 / max(1, len(surplus) - 1)
    if abs(more - less) <= NOTHING:
        return more + unit * _matched_in_order(surplus, lack)
    return more + unit * _best_levels(surplus, lack)
