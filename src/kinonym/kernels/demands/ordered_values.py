"""The earth mover's distance of numbers, their spellings, and texts that are not numbers (specification 5).

With r distinct numbers and h = 1/(r − 1), the distance of two texts is h·|i − j| if the ranks i, j of their numbers
differ, h if they are two spellings of one number, and 1 if one of them is not a number.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.compile import compiled

__all__ = ["ordered_distance"]

TINY_MASS = 1e-15  # less than this is rounding


@compiled(inlined=True)
def _match_in_order(surplus, deficit):
    """Least Σ |i − j| of moves from rank i to rank j, where a move within a rank counts 1; equal sums. Cost: O(r).

    The cost is a convex function of i − j, so matching the first surplus with the first lack, and so on, is optimal.
    """
    total = 0.0
    i = 0
    j = 0
    more = surplus[0]
    less = deficit[0]
    while True:
        while more <= TINY_MASS and i + 1 < len(surplus):
            i += 1
            more = surplus[i]
        while less <= TINY_MASS and j + 1 < len(deficit):
            j += 1
            less = deficit[j]
        amount = min(more, less)
        if amount <= TINY_MASS:
            return total
        total += amount * max(1, abs(i - j))
        more -= amount
        less -= amount


@compiled
def _sift_up(heap, key, at, sign):
    """Restore a heap after entry ``at`` was inserted; the greatest of sign · key is on top."""
    while at > 0 and sign * key[heap[at]] > sign * key[heap[(at - 1) // 2]]:
        heap[at], heap[(at - 1) // 2] = heap[(at - 1) // 2], heap[at]
        at = (at - 1) // 2


@compiled
def _pop(heap, key, size, sign):
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
def _shorten_steepest(heap, key, length, size, sign):
    """Shorten the steepest piece by 1; returns its slope and the size of the heap."""
    while length[heap[0]] == 0:  # already used up through the other heap
        _pop(heap, key, size, sign)
        size -= 1
    top = heap[0]
    length[top] -= 1
    return key[top], size


@compiled(inner=True, allocates=True)
def _maximise_dual(surplus, deficit):
    """Max Σ surplus·u − lack·l over levels l, u in [0, R] of each rank, in units of h (the dual of the transport).

    Levels of adjacent ranks lie in a window [a, a + 1]: with a and b the windows before and after a rank,
    u = min(a, b) + 1 and l = max(a, b), |a − b| ≤ 1, and both in [0, R − 1]. The best sum over the ranks so far is a
    concave function of the window after them. It is piecewise linear; the slopes of its pieces are in two heaps, so
    that a rank costs O(log r).
    """
    ranks = len(surplus)
    pieces = 2 * ranks + 1
    key, length = np.zeros(pieces), np.ones(pieces, dtype=np.int64)
    falling, rising = np.zeros(pieces, dtype=np.int64), np.zeros(pieces, dtype=np.int64)
    length[0] = max(1, ranks - 1) - 1
    number, high, low = 1, 1, 1
    lift = 0.0  # to be added to every slope
    start = 0.0  # the value at 0
    for i in range(ranks):
        width = 0.5 * (surplus[i] + deficit[i])
        lift += 0.5 * (surplus[i] - deficit[i])
        for slope in (width, -width):
            key[number] = slope - lift
            falling[high] = number
            rising[low] = number
            high += 1
            low += 1
            number += 1
            _sift_up(falling, key, high - 1, 1.0)
            _sift_up(rising, key, low - 1, -1.0)
        steepest, high = _shorten_steepest(falling, key, length, high, 1.0)
        start += steepest + lift - width
        _, low = _shorten_steepest(rising, key, length, low, -1.0)
        lift += 0.5 * (surplus[i] - deficit[i])
        start += surplus[i]
    for i in range(number):
        start += length[i] * max(0.0, key[i] + lift)
    return start


@compiled(inner=True, allocates=True)
def _sum_differences_by_rank(share, overall, rank):
    """(surplus of each rank, lack of each rank, surplus of values without a rank, their lack)."""
    ranks = 1
    for v in range(len(rank)):
        ranks = max(ranks, rank[v] + 1)
    surplus, deficit = np.zeros(ranks), np.zeros(ranks)
    more = 0.0
    less = 0.0
    for v in range(len(rank)):
        difference = share[v] - overall[v]
        if rank[v] < 0:
            more += max(difference, 0.0)
            less += max(-difference, 0.0)
        elif difference > 0.0:
            surplus[rank[v]] += difference
        else:
            deficit[rank[v]] -= difference
    return surplus, deficit, more, less


@compiled(allocates=True)
def ordered_distance(share, overall, rank):
    """Ordered values: ``rank`` of each value's number among the distinct numbers, −1 where there is none.

    Notes ----- The ground distance is a metric of at most 1, so mass that the two distributions share does not move,
    and the differences of equal numbers are added up by rank. By duality the distance is max Σ (share − overall)·f
    over functions f with |f(x) − f(y)| ≤ d(x, y) and values in [0, 1]. A value without a number may take 1 or 0; the
    others are found by `_maximise_dual`. If both sides have the same mass without a number, numbers are matched in
    order, which is faster. Cost: O(r log r), and O(r) in the latter case.
    """
    surplus, deficit, more, less = _sum_differences_by_rank(share, overall, rank)
    unit = 1.0 / max(1, len(surplus) - 1)
    if abs(more - less) <= TINY_MASS:
        return more + unit * _match_in_order(surplus, deficit)
    return more + unit * _maximise_dual(surplus, deficit)
