"""Replace a value by the nearest candidate that is at least as far away as an error says, on the side of its sign.

The sides are relative to a reference: a positive error requests a candidate farther from the reference than the value
itself, a negative one a nearer candidate. A *level* is a set of candidates at the same distance from the value.
Distances are whole multiples of 2⁻²⁴, so that comparisons are exact. The errors and the reference come from
`kinonym.methods.noise`.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.arrays import Codes, Floats, Numbers
from kinonym.kernels.compile import compiled

__all__ = ["ONE", "draw", "level_masses", "sort_levels"]

ONE = 1 << 24  # the distance 1
LOW = 12  # bits sorted in the first of two passes
HIGH = 13  # and in the second; 25 bits represent 0 .. 2^24


@compiled(inlined=True)
def _accumulate(numbers):
    """Cumulative sums in place."""
    for i in range(1, len(numbers)):
        numbers[i] += numbers[i - 1]


@compiled
def find_levels(keys, half, order, low, high, start, level):
    """`sort_levels` with workspaces: a radix sort in two passes; returns the number of levels. Cost: O(candidates)."""
    size = len(keys)
    for c in range(size):
        low[(keys[c] & ((1 << LOW) - 1)) + 1] += 1
        high[(keys[c] >> LOW) + 1] += 1
    _accumulate(low)
    _accumulate(high)
    for c in range(size):
        digit = keys[c] & ((1 << LOW) - 1)
        half[low[digit]] = c
        low[digit] += 1
    for i in range(size):
        digit = keys[half[i]] >> LOW
        order[high[digit]] = half[i]
        high[digit] += 1
    levels = 0
    for i in range(size):
        if i == 0 or keys[order[i]] != keys[order[i - 1]]:
            start[levels] = i
            level[levels] = keys[order[i]]
            levels += 1
    start[levels] = size
    return levels


def sort_levels(keys: Codes) -> tuple[Codes, Numbers, Numbers]:
    """Sort candidates by distance: (order, start of each level, distance of each level)."""
    size = len(keys)
    half, order = np.empty(size, dtype=np.int32), np.empty(size, dtype=np.int32)
    low, high = np.zeros((1 << LOW) + 1, dtype=np.int64), np.zeros((1 << HIGH) + 1, dtype=np.int64)
    start, level = np.empty(size + 1, dtype=np.int64), np.empty(size, dtype=np.int64)
    levels = find_levels(keys, half, order, low, high, start, level)
    return order, start[: levels + 1], level[:levels]


@compiled(inlined=True)
def _partition_level(order, first, last, reference, own_distance):
    """Partition a level: candidates nearer to the reference than the value, equally near, farther. Cost: O(level)."""
    low = first
    high = last
    i = first
    while i < high:
        other_distance = reference[order[i]]
        if other_distance < own_distance:
            order[i], order[low] = order[low], order[i]
            low += 1
            i += 1
        elif other_distance > own_distance:
            high -= 1
            order[i], order[high] = order[high], order[i]
        else:
            i += 1
    return low, high


@compiled(inlined=True)
def _find_first_level(level, minimum):
    """The first level at a distance of at least ``minimum``: binary search."""
    low = 0
    high = len(level)
    while low < high:
        middle = (low + high) // 2
        if level[middle] < minimum:
            low = middle + 1
        else:
            high = middle
    return low


@compiled
def _find_side(order, start, at, reference, own_distance, farther, nearer_end, farther_start):
    """Start and end of the candidates of a level on one side. A level is partitioned when first needed."""
    if nearer_end[at] < 0:
        nearer_end[at], farther_start[at] = _partition_level(order, start[at], start[at + 1], reference, own_distance)
    if farther:
        return farther_start[at], start[at + 1]
    return start[at], nearer_end[at]


@compiled
def draw_each(
    order, start, level, reference, own_distance, choose_side, errors, uniform, out, tally, nearer_end, farther_start
):
    """`draw`; the last two arguments are workspaces that contain −1.

    For each error: the first level on the side from |error| on; if there is none, the last level before it on that
    side (a truncation); if the side is empty, the same without regard to the side (a dropped side).
    """
    levels = len(level)
    for i in range(len(errors)):
        if errors[i] == 0.0:
            out[i] = -1
            continue
        first = _find_first_level(level, abs(errors[i]) * ONE)
        begin = 0
        end = 0
        if choose_side:
            farther = errors[i] > 0.0
            at = first - 1
            while at + 1 < levels and begin == end:
                at += 1
                begin, end = _find_side(order, start, at, reference, own_distance, farther, nearer_end, farther_start)
            if begin == end:  # none is far enough: the farthest on that side
                at = first
                while at > 0 and begin == end:
                    at -= 1
                    begin, end = _find_side(
                        order, start, at, reference, own_distance, farther, nearer_end, farther_start
                    )
                tally[1 if begin == end else 0] += 1.0
        if begin == end:  # sides do not matter, or this one is empty
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
    own_distance: int,
    choose_side: bool,  # noqa: FBT001
    errors: Floats,
    uniform: Floats,
    out: Numbers,
    tally: Floats,
) -> None:
    """T eq. 6.2 and SNA-1..3 for one value x and one reference: write a candidate for each error to ``out``.

    ``reference`` contains the distance of each candidate to the reference, ``own_distance`` that of x. −1 means that x
    is unchanged (e = 0). ``choose_side``: whether the sign of an error chooses the side. ``tally`` counts truncations
    and dropped sides, and sums the squared distances. Ties within a level are broken by ``uniform``, in [0, 1).
    """
    sides = np.full((2, len(level)), -1, dtype=np.int64)
    draw_each(
        order, start, level, reference, own_distance, choose_side, errors, uniform, out, tally, sides[0], sides[1]
    )


@compiled
def _spread_mass(order, begin, end, share, chance):
    """Divide a probability equally among tied candidates."""
    for i in range(begin, end):
        chance[order[i]] += share / (end - begin)


@compiled
def _add_side_masses(
    order, start, level, reference, own_distance, side, weight, tail, nearer_end, farther_start, chance
):
    """Add the outcome probabilities of the errors of one sign; side −1: both sides. False if there is no candidate."""
    remaining = weight
    last_begin = 0
    last_end = 0
    for at in range(len(level)):
        begin, end = start[at], start[at + 1]
        if side >= 0:
            begin, end = _find_side(order, start, at, reference, own_distance, side == 1, nearer_end, farther_start)
        if begin == end:
            continue
        if level[at] > 0:
            _spread_mass(order, begin, end, remaining - weight * tail[at], chance)
            remaining = weight * tail[at]
        last_begin, last_end = begin, end
    _spread_mass(order, last_begin, last_end, remaining, chance)  # truncated errors
    return last_begin < last_end


@compiled
def add_masses(
    order, start, level, reference, own_distance, choose_side, weight, tail, chance, nearer_end, farther_start
):
    """`level_masses`; the last two arguments are workspaces that contain −1."""
    half = weight / 2
    for side in range(2):
        requested_side = side if choose_side else -1
        exists = _add_side_masses(
            order, start, level, reference, own_distance, requested_side, half, tail, nearer_end, farther_start, chance
        )
        if not exists:  # an empty side is dropped
            _add_side_masses(
                order, start, level, reference, own_distance, -1, half, tail, nearer_end, farther_start, chance
            )


def level_masses(
    order: Codes,
    start: Numbers,
    level: Numbers,
    reference: Codes,
    own_distance: int,
    choose_side: bool,  # noqa: FBT001
    weight: float,
    tail: Floats,
    chance: Floats,
) -> None:
    """Add the exact outcome probabilities of `draw` for one value and one reference: weight·P(x → c) to ``chance[c]``.

    ``tail`` contains P(|e| > distance) for each level; both signs have the same probability. Cost: O(candidates).
    """
    sides = np.full((2, len(level)), -1, dtype=np.int64)
    add_masses(order, start, level, reference, own_distance, choose_side, weight, tail, chance, sides[0], sides[1])
