"""How the bound of a pool of centres changes with the prices: kernels."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kinonym.kernels.compile import compiled

__all__ = ["Pool", "price_slope"]


class Pool(NamedTuple):
    """Centres, and the tuples in reach of each with what they cost there."""

    key: Any
    start: Any
    item: Any
    cost: Any


@compiled
def _fill_pool(pool, at, weight, price, need, far, fill, fill_weight, filled):
    """The cheapest tuples with ``need`` records among those who cost more than their price; returns how many."""
    m = 0
    records = 0.0
    for e in range(pool.start[at], pool.start[at + 1]):
        i = pool.item[e]
        over = pool.cost[e] - price[i]
        if over < 0.0 or over >= far or (records >= need and over >= fill[m - 1]):
            continue
        j = m
        while j > 0 and fill[j - 1] > over:
            fill[j], fill_weight[j], filled[j] = fill[j - 1], fill_weight[j - 1], filled[j - 1]
            j -= 1
        fill[j], fill_weight[j], filled[j] = over, weight[i], i
        m += 1
        records += weight[i]
        while records - fill_weight[m - 1] >= need:
            records -= fill_weight[m - 1]
            m -= 1
    return m


@compiled(allocates=True)
def price_slope(pool, weight, price, k, far, fill, fill_weight, filled, slope):
    """What all broken centres of a pool cost the bound; ``slope`` becomes the bound's slope in the prices."""
    slope[:] = weight
    total = 0.0
    for at in range(len(pool.start) - 1):
        short = 0.0
        need = np.float64(k)
        for e in range(pool.start[at], pool.start[at + 1]):
            i = pool.item[e]
            if pool.cost[e] < price[i]:
                short += weight[i] * (pool.cost[e] - price[i])
                need -= weight[i]
        if short == 0.0:
            continue
        m = 0
        if need > 0.0:
            m = _fill_pool(pool, at, weight, price, need, far, fill, fill_weight, filled)
            for j in range(m):
                fill_weight[j] = min(fill_weight[j], need)
                short += fill_weight[j] * fill[j]
                need -= fill_weight[j]
            short += need * far
        if short >= 0.0:
            continue
        total += short
        for j in range(m):
            slope[filled[j]] -= fill_weight[j]
        for e in range(pool.start[at], pool.start[at + 1]):
            if pool.cost[e] < price[pool.item[e]]:
                slope[pool.item[e]] -= weight[pool.item[e]]
    return total
