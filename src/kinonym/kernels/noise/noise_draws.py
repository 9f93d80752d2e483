"""Replacing a value by a concept at least as far away as an error asks, on the side that its sign asks for.

Distances are whole numbers here: multiples of 2^-24, so that comparisons are exact. Which errors are drawn, and what a
reference is, is in `kinonym.methods.noise`.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.arrays import Codes, Floats, Numbers
from kinonym.kernels.compile import compiled

__all__ = ["ONE", "draw", "level_masses", "sort_levels"]

ONE = 1 << 24  # the distance 1
LOW = 12  # bits of the first of two passes
HIGH = 13  # 25 bits hold 0 .. 2^24


@compiled(inlined=True)
def _add_up(numbers):
    for i in range(1, len(numbers)):
        numbers[i] += numbers[i - 1]


@compiled
def find_levels(keys, half, order, low, high, start, level):
    """`sort_levels` with room to work in: two passes over the bits of the keys; returns how many levels there are."""
    size = len(keys)
    for c in range(size):
        low[(keys[c] & ((1 << LOW) - 1)) + 1] += 1
        high[(keys[c] >> LOW) + 1] += 1
    _add_up(low)
    _add_up(high)
    for c in range(size):
        part = keys[c] & ((1 << LOW) - 1)
        half[low[part]] = c
        low[part] += 1
    for i in range(size):
        part = keys[half[i]] >> LOW
        order[high[part]] = half[i]
        high[part] += 1
    levels = 0
    for i in range(size):
        if i == 0 or keys[order[i]] != keys[order[i - 1]]:
            start[levels] = i
            level[levels] = keys[order[i]]
            levels += 1
    start[levels] = size
    return levels


def sort_levels(keys: Codes) -> tuple[Codes, Numbers, Numbers]:
    """Candidates in ascending distance: (order, where each level begins, the distance of each level)."""
    size = len(keys)
    half, order = np.empty(size, dtype=np.int32), np.empty(size, dtype=np.int32)
    low, high = np.zeros((1 << LOW) + 1, dtype=np.int64), np.zeros((1 << HIGH) + 1, dtype=np.int64)
    start, level = np.empty(size + 1, dtype=np.int64), np.empty(size, dtype=np.int64)
    levels = find_levels(keys, half, order, low, high, start, level)
    return order, start[: levels + 1], level[:levels]


@compiled(inlined=True)
def _split(order, first, last, reference, here):
    """Put the candidates of one level in order: nearer to the reference than ``here``, as near, farther."""
    low = first
    high = last
    i = first
    while i < high:
        there = reference[order[i]]
        if there < here:
            order[i], order[low] = order[low], order[i]
            low += 1
            i += 1
        elif there > here:
            high -= 1
            order[i], order[high] = order[high], order[i]
        else:
            i += 1
    return low, high


@compiled(inlined=True)
def _first_level(level, wanted):
    """The first level that is at least as far as wanted."""
    low = 0
    high = len(level)
    while low < high:
        middle = (low + high) // 2
        if level[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


@compiled
def _span(order, start, at, reference, here, farther, nearer_end, farther_start):
    """Where the candidates of a level on the asked side begin and end; levels are split lazily."""
    if nearer_end[at] < 0:
        nearer_end[at], farther_start[at] = _split(order, start[at], start[at + 1], reference, here)
    if farther:
        return farther_start[at], start[at + 1]
    return start[at], nearer_end[at]


@compiled
def draw_each(order, start, level, reference, here, ask, errors, uniform, out, tally, nearer_end, farther_start):
    """`draw` with room for the sides of the levels, −1 everywhere before."""
    levels = len(level)
    for i in range(len(errors)):
        if errors[i] == 0.0:
            out[i] = -1
            continue
        first = _first_level(level, abs(errors[i]) * ONE)
        begin = 0
        end = 0
        if ask:
            farther = errors[i] > 0.0
            at = first - 1
            while at + 1 < levels and begin == end:
                at += 1
                begin, end = _span(order, start, at, reference, here, farther, nearer_end, farther_start)
            if begin == end:  # none far enough: the farthest on that side
                at = first
                while at > 0 and begin == end:
                    at -= 1
                    begin, end = _span(order, start, at, reference, here, farther, nearer_end, farther_start)
                tally[1 if begin == end else 0] += 1.0
        if begin == end:  # the side is not asked for, or nothing lies on it
            at = first
            if at == levels:
                at = levels - 1
                tally[0] += 1.0
            begin, end = start[at], start[at + 1]
        out[i] = order[begin + min(np.int64(uniform[i] * (end - begin)), end - begin - 1)]
        tally[2] += (level[at] / ONE) ** 2


def draw(
    order: Codes,
    start: Numbers,
    level: Numbers,
    reference: Codes,
    here: int,
    ask: bool,  # noqa: FBT001
    errors: Floats,
    uniform: Floats,
    out: Numbers,
    tally: Floats,
) -> None:
    """T eq. 6.2 and SNA-1..3 for one value x and one reference: out = a candidate for each error.

    ``reference`` holds the distance of each candidate to the reference, ``here`` that of x. −1 says that x
    stays (e = 0). ``tally`` counts truncations and side drops, and adds up the squares of the distances made.
    """
    sides = np.full((2, len(level)), -1, dtype=np.int64)
    draw_each(order, start, level, reference, here, ask, errors, uniform, out, tally, sides[0], sides[1])


@compiled
def _spread_mass(order, begin, end, share, chance):
    """Share a probability among tied candidates."""
    for i in range(begin, end):
        chance[order[i]] += share / (end - begin)


@compiled
def _side_masses(order, start, level, reference, here, side, weight, tail, nearer_end, farther_start, chance):
    """Outcome probabilities of the errors of one sign; side −1 takes all. False if no candidate is there."""
    left = weight
    last_begin = 0
    last_end = 0
    for at in range(len(level)):
        begin, end = start[at], start[at + 1]
        if side >= 0:
            begin, end = _span(order, start, at, reference, here, side == 1, nearer_end, farther_start)
        if begin == end:
            continue
        if level[at] > 0:
            _spread_mass(order, begin, end, left - weight * tail[at], chance)
            left = weight * tail[at]
        last_begin, last_end = begin, end
    _spread_mass(order, last_begin, last_end, left, chance)  # truncated errors
    return last_begin < last_end


@compiled
def add_masses(order, start, level, reference, here, ask, weight, tail, chance, nearer_end, farther_start):
    """`level_masses` with room for the sides of the levels, −1 everywhere before."""
    half = weight / 2
    for side in range(2):
        asked = side if ask else -1
        found = _side_masses(order, start, level, reference, here, asked, half, tail, nearer_end, farther_start, chance)
        if not found:  # nothing on this side: the side is dropped
            _side_masses(order, start, level, reference, here, -1, half, tail, nearer_end, farther_start, chance)


def level_masses(
    order: Codes,
    start: Numbers,
    level: Numbers,
    reference: Codes,
    here: int,
    ask: bool,  # noqa: FBT001
    weight: float,
    tail: Floats,
    chance: Floats,
) -> None:
    """Exact outcome probabilities for one value and one reference, the counterpart of `draw`.

    ``tail`` holds P(|e| > distance) of each level; both signs are equally likely. weight·P(x → c) is
    added to ``chance[c]``.
    """
    sides = np.full((2, len(level)), -1, dtype=np.int64)
    add_masses(order, start, level, reference, here, ask, weight, tail, chance, sides[0], sides[1])
