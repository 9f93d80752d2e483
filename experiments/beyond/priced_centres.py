"""Which centres break a price: every centre of three columns is priced, most of them many at a time.

A record's distance to a centre grows column by column, so that what it costs so far bounds what it will cost: a centre
whose first columns leave no class cheaper than its members' prices is not looked at further.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kinonym.kernels.compile import compiled

__all__ = ["Table", "Work", "break_prices", "new_work"]


class Table(NamedTuple):
    """Tuples in the order of their second column; distances are shares of the record's distance."""

    codes: Any  # tuples × 3
    weight: Any  # records of each
    first: Any  # values × candidates of the first column
    second: Any
    third: Any
    nearest: Any  # candidates of the third column, nearest first, for each of its values
    value_start: Any  # first tuple of each value of the second column, and the end


class Work(NamedTuple):
    """Room to work in, and the centres that were met with the tuples near them."""

    listed: Any  # tuples near the centre so far
    so_far: Any  # and their distance so far
    begun: Any  # the same after the second column
    distance: Any
    lower: Any  # what each costs so far beyond its price
    widest: Any  # how far the tuples of a value of the second column may still go
    group: Any  # where they begin among those listed
    mark: Any
    chosen: Any
    fill: Any  # the cheapest of those who cost more than their price
    fill_weight: Any
    key: Any  # centres met: number,
    start: Any  # where their tuples begin,
    item: Any  # those tuples,
    cost: Any  # what each costs there


def new_work(table: Table, room: int) -> Work:
    """Room for ``room`` centres at a time."""
    n, values, candidates = len(table.weight), len(table.second), table.third.shape[1]
    return Work(
        np.empty(n, dtype=np.int64), np.empty(n), np.empty(n, dtype=np.int64), np.empty(n), np.empty(n),
        np.empty(values), np.empty(values + 1, dtype=np.int64), np.full(candidates, -1, dtype=np.int64),
        np.empty(candidates, dtype=np.int64), np.empty(n + 1), np.empty(n + 1), np.empty(room, dtype=np.int64),
        np.zeros(room + 1, dtype=np.int64), np.empty(64 * room, dtype=np.int32), np.empty(64 * room),
    )  # fmt: skip


@compiled
def _list_first(table, reach, z, work):
    """List the tuples that the first column leaves in reach, value by value of the second; returns how many."""
    n = 0
    for v in range(len(table.value_start) - 1):
        work.group[v] = n
        widest = 0.0
        for i in range(table.value_start[v], table.value_start[v + 1]):
            d = table.first[table.codes[i, 0], z]
            if d < reach[i]:
                work.listed[n] = i
                work.so_far[n] = d
                widest = max(widest, reach[i] - d)
                n += 1
        work.widest[v] = widest
    work.group[len(table.value_start) - 1] = n
    return n


@compiled
def _list_second(table, price, reach, z, work):
    """List those that the second column leaves in reach; returns how many, and whether any costs less than it pays."""
    n = 0
    cheap = False
    for v in range(len(table.value_start) - 1):
        d = table.second[v, z]
        if d >= work.widest[v]:
            continue
        for x in range(work.group[v], work.group[v + 1]):
            i = work.listed[x]
            s = work.so_far[x] + d
            if s < reach[i]:
                work.begun[n] = i
                work.distance[n] = s
                work.lower[n] = s * s - price[i]
                cheap = cheap or work.lower[n] < 0.0
                n += 1
    return n, cheap


@compiled
def _least_so_far(table, work, order, k, far):
    """What a class costs beyond its prices at least, by its members' cost so far; whoever is not listed: ``far``."""
    total = 0.0
    held = 0.0
    for x in order:
        low = work.lower[x]
        if low >= far or (low >= 0.0 and held >= k):
            break
        weight = table.weight[work.begun[x]]
        taken = weight if low < 0.0 else min(weight, k - held)
        total += taken * low
        held += taken
    return total + max(0.0, k - held) * far


@compiled
def _mark_third(table, price, work, order, clock):
    """List the candidates of the third column at which a member would cost less than its price; returns how many."""
    number = 0
    for x in order:
        if work.lower[x] >= 0.0:
            break
        i = work.begun[x]
        left = np.sqrt(price[i]) - work.distance[x]
        v = table.codes[i, 2]
        for z in table.nearest[v]:
            if table.third[v, z] >= left:
                break
            if work.mark[z] != clock:
                work.mark[z] = clock
                work.chosen[number] = z
                number += 1
    return number


@compiled
def _least(table, price, work, order, z, k, far):
    """What the best class around a centre costs beyond its members' prices; whoever is not listed: ``far``."""
    fill, fill_weight = work.fill, work.fill_weight
    total = 0.0
    need = np.float64(k)  # records that must still be found among those who cost more than their price
    held = 0.0
    m = 0
    for x in order:
        low = work.lower[x]
        if low >= 0.0 and (low >= far or (held >= need and (m == 0 or low >= fill[m - 1]))):
            break
        i = work.begun[x]
        d = work.distance[x] + table.third[table.codes[i, 2], z]
        over = d * d - price[i]
        weight = table.weight[i]
        if over < 0.0:
            total += weight * over
            need -= weight
        elif over < far and (held < need or (m > 0 and over < fill[m - 1])):
            at = m
            while at > 0 and fill[at - 1] > over:
                fill[at] = fill[at - 1]
                fill_weight[at] = fill_weight[at - 1]
                at -= 1
            fill[at] = over
            fill_weight[at] = weight
            m += 1
            held += weight
        while m > 0 and held - fill_weight[m - 1] >= need:
            held -= fill_weight[m - 1]
            m -= 1
    for at in range(m):
        taken = min(fill_weight[at], need)
        total += taken * fill[at]
        need -= taken
    return total + max(0.0, need) * far


@compiled
def _note(table, reach, work, n, key, z, number):
    """Keep a centre and the tuples in its reach, while there is room; returns how many are kept."""
    at = work.start[number]
    if number + 1 >= len(work.start) or at + n > len(work.item):
        return number
    work.key[number] = key
    for x in range(n):
        i = work.begun[x]
        d = work.distance[x] + table.third[table.codes[i, 2], z]
        if d < reach[i]:
            work.item[at] = i
            work.cost[at] = d * d
            at += 1
    work.start[number + 1] = at
    return number + 1


@compiled(allocates=True)
def break_prices(table, price, reach, k, far, first, work):
    """Price all centres with one candidate of the first column.

    Returns by how much classes around them cost less than their members' prices, added up over the centres, and how
    many of those centres were kept. Tuples out of ``reach`` of a centre count as costing ``far`` beyond their price.
    """
    total = 0.0
    number = 0
    clock = np.int64(first) * table.second.shape[1]
    if _list_first(table, reach, first, work) == 0:
        return total, number
    for second in range(table.second.shape[1]):
        n, cheap = _list_second(table, price, reach, second, work)
        if not cheap:
            continue
        order = np.argsort(work.lower[:n])
        if _least_so_far(table, work, order, k, far) >= 0.0:
            continue
        for at in range(_mark_third(table, price, work, order, clock + second)):
            z = work.chosen[at]
            short = _least(table, price, work, order, z, k, far)
            if short < 0.0:
                total += short
                if short < -1e-9:
                    key = (clock + second) * table.third.shape[1] + z
                    number = _note(table, reach, work, n, key, z, number)
    return total, number
