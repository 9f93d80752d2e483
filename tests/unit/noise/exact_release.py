"""Whole releases in exact rationals: every outcome of tiny tables, with a = exp(−rate) as a fraction."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np

from kinonym.methods.central_privacy.nearest_counts import find_level


def geometric(z, a):
    """P(z) of discrete Laplace noise."""
    return (1 - a) / (1 + a) * a ** abs(z)


def limited(true, low, high, a):
    """Value → chance of true + noise, limited to low … high: both tails are geometric sums."""
    if low == high:
        return {low: Fraction(1)}
    inner = {m: geometric(m - true, a) for m in range(low + 1, high)}
    return {low: tail(true - low, a), **inner, high: tail(high - true, a)}


def tail(distance, a):
    """P(noise ≥ distance)."""
    if distance <= 0:
        return 1 - tail(1 - distance, a)
    return a**distance / (1 + a)


def histogram_release(true, a):
    """Released counts → chance: noise on every cell, limits, the nearest counts with the public sum, ties drawn."""
    records, chances = sum(true), defaultdict(Fraction)
    for noisy in product(*(limited(count, 0, records, a).items() for count in true)):
        chance = Fraction(1)
        for _, each in noisy:
            chance *= each
        counts = [count for count, _ in noisy]
        level, surplus = find_level(np.array(counts), records)
        above = [max(0, count - level) for count in counts]
        cells = [cell for cell, count in enumerate(above) if count]
        for fewer in combinations(cells, surplus):
            released = tuple(count - (cell in fewer) for cell, count in enumerate(above))
            chances[released] += chance / comb(len(cells), surplus)
    return dict(chances)


def nearest_by_trial(noisy, records):
    """All counts with the given sum and the least squared distance, by trying all."""
    every = [c for c in product(range(records + 1), repeat=len(noisy)) if sum(c) == records]
    cost = {c: sum((x - m) ** 2 for x, m in zip(c, noisy, strict=True)) for c in every}
    return {c for c in every if cost[c] == min(cost.values())}


def group_positions(true, size):
    """Sums and sizes of groups of the sorted positions, the last one with the rest."""
    line = [cell for cell, count in enumerate(true) for _ in range(count)]
    whole = len(line) // size
    groups = [line[i * size : (i + 1) * size] for i in range(whole - 1)] + [line[(whole - 1) * size :]]
    return [sum(group) for group in groups], [len(group) for group in groups]


def centre_chances(total, size, cells, a):
    """Cell → chance that a group becomes it: the noise that leads to one cell is an interval of whole numbers."""
    return {
        cell: tail(first(cell, size) - total, a) * (cell > 0)
        + (cell == 0)
        - (tail(first(cell + 1, size) - total, a) if cell < cells - 1 else 0)
        for cell in range(cells)
    }


def first(cell, size):
    """The least sum with a mean that rounds to a cell: ⌊s/size + 1/2⌋ = cell."""
    return -((size - 2 * cell * size) // 2)


def microaggregation_release(true, size, a):
    """Released counts → chance."""
    sums, sizes = group_positions(true, size)
    chances = defaultdict(Fraction)
    each = [centre_chances(s, n, len(true), a).items() for s, n in zip(sums, sizes, strict=True)]
    for centres in product(*each):
        chance, rows = Fraction(1), [0] * len(true)
        for (cell, p), n in zip(centres, sizes, strict=True):
            chance *= p
            rows[cell] += n
        chances[tuple(rows)] += chance
    return dict(chances)
