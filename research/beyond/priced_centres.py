"""Prices such that no class costs less: every centre of three columns is checked, most of them many at a time.

A record's distance to a centre grows column by column, so that its cost so far is a lower bound: a centre is skipped
once its first columns show that no class can cost less than the prices of its members.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kinonym.kernels.compile import compiled

__all__ = ["Listing", "Table", "Work", "lower_prices", "new_work"]


class Table(NamedTuple):
    """Tuples in the order of their second column; distances are shares of the record's distance."""

    codes: Any  # tuples × 3
    weight: Any  # records of each
    first: Any  # values × candidates of the first column
    second: Any
    third: Any
    nearest: Any  # candidates of the third column, nearest first, for each of its values,
    ways: Any  # and their distances
    value_start: Any  # first tuple of each value of the second column, and the end


class Listing(NamedTuple):
    """Room for the tuples in a certain reach of a centre, column by column."""

    listed: Any  # tuples near the centre so far
    so_far: Any  # and their distance so far
    group: Any  # where those of each value of the second column begin
    widest: Any  # how far they may still go
    begun: Any  # tuples near the centre after the second column
    distance: Any
    lower: Any  # what each costs so far beyond its price


class Work(NamedTuple):
    """Room to work in, and the centres that were met with the tuples near them."""

    near: Listing  # tuples that may cost less than their price and what is spared
    wide: Listing  # all that are looked for
    gain: Any  # by how much prices exceed costs at each candidate of the third column
    touched: Any  # the candidates at which any does
    fill: Any  # the cheapest of those who cost more than their price
    fill_weight: Any
    key: Any  # centres met: number,
    start: Any  # where their tuples begin,
    item: Any  # those tuples,
    cost: Any  # what each costs there


def new_work(table: Table, room: int) -> Work:
    """Room for ``room`` centres at a time."""
    n, candidates = len(table.weight), table.third.shape[1]
    return Work(
        _new_listing(table), _new_listing(table), np.zeros(candidates), np.empty(candidates, dtype=np.int64),
        np.empty(n + 1), np.empty(n + 1), np.empty(room, dtype=np.int64), np.zeros(room + 1, dtype=np.int64),
        np.empty(64 * room, dtype=np.int32), np.empty(64 * room),
    )  # fmt: skip


def _new_listing(table: Table) -> Listing:
    n, values = len(table.weight), len(table.second)
    return Listing(
        np.empty(n, dtype=np.int64), np.empty(n), np.empty(values + 1, dtype=np.int64), np.empty(values),
        np.empty(n, dtype=np.int64), np.empty(n), np.empty(n),
    )  # fmt: skip


@compiled
def _list_first(table, reach, z, near):
    """List the tuples that the first column leaves in reach, value by value of the second; returns how many."""
    n = 0
    for v in range(len(table.value_start) - 1):
        near.group[v] = n
        widest = 0.0
        for i in range(table.value_start[v], table.value_start[v + 1]):
            d = table.first[table.codes[i, 0], z]
            if d < reach[i]:
                near.listed[n] = i
                near.so_far[n] = d
                widest = max(widest, reach[i] - d)
                n += 1
        near.widest[v] = widest
    near.group[len(table.value_start) - 1] = n
    return n


@compiled
def _list_second(table, price, reach, spare, z, near):
    """List those that the second column leaves in reach; returns how many, and the most that a class may gain."""
    n = 0
    most = 0.0
    for v in range(len(table.value_start) - 1):
        d = table.second[v, z]
        if d >= near.widest[v]:
            continue
        for x in range(near.group[v], near.group[v + 1]):
            i = near.listed[x]
            s = near.so_far[x] + d
            if s < reach[i]:
                near.begun[n] = i
                near.distance[n] = s
                near.lower[n] = s * s - price[i]
                most += table.weight[i] * max(0.0, spare - near.lower[n])
                n += 1
    return n, most


@compiled
def _gain_third(table, work, n, spare):
    """Add up by how much prices and ``spare`` exceed costs, at every candidate of the third column where any does."""
    number = 0
    for x in range(n):
        if work.near.lower[x] >= spare:
            continue
        i = work.near.begun[x]
        s = work.near.distance[x]
        allowed = spare - work.near.lower[x] + s * s
        v = table.codes[i, 2]
        for place in range(table.nearest.shape[1]):
            d = s + table.ways[v, place]
            if d * d >= allowed:
                break
            z = table.nearest[v, place]
            if work.gain[z] == 0.0:
                work.touched[number] = z
                number += 1
            work.gain[z] += table.weight[i] * (allowed - d * d)
    return number


@compiled
def _over(table, price, near, x, z):
    """What a listed tuple costs at a centre beyond its price."""
    i = near.begun[x]
    d = near.distance[x] + table.third[table.codes[i, 2], z]
    return d * d - price[i]


@compiled
def _fill_up(table, price, work, n, z, need, far):
    """The least cost of ``need`` more records beyond their prices; a record that is not listed costs ``far``."""
    fill, fill_weight = work.fill, work.fill_weight
    m = 0
    records = 0.0
    worst = far
    for x in range(n):
        over = _over(table, price, work.wide, x, z) if work.wide.lower[x] < worst else worst
        if over < 0.0 or over >= worst:
            continue
        at = m
        while at > 0 and fill[at - 1] > over:
            fill[at], fill_weight[at] = fill[at - 1], fill_weight[at - 1]
            at -= 1
        fill[at], fill_weight[at] = over, table.weight[work.wide.begun[x]]
        m += 1
        records += fill_weight[at]
        while records - fill_weight[m - 1] >= need:
            records -= fill_weight[m - 1]
            m -= 1
        if records >= need:
            worst = fill[m - 1]
    total = 0.0
    for at in range(m):
        taken = min(fill_weight[at], need)
        total += taken * fill[at]
        need -= taken
    return total + need * far


@compiled
def _settle(table, price, work, n, n_wide, z, k, far):
    """Lower the prices around a centre until its best class costs as much as they are; returns whether it cost less."""
    gain = 0.0
    need = np.float64(k)
    for x in range(n):
        over = _over(table, price, work.near, x, z)
        if over < 0.0:
            gain -= table.weight[work.near.begun[x]] * over
            need -= table.weight[work.near.begun[x]]
    short = gain - (_fill_up(table, price, work, n_wide, z, need, far) if need > 0.0 else 0.0)
    if short <= 0.0:
        return False
    for x in range(n):
        over = _over(table, price, work.near, x, z)
        if over < 0.0:
            price[work.near.begun[x]] += over * (short / gain)
    return True


@compiled
def _note(table, reach, work, n, key, z, number):
    """Keep a centre and the tuples in its reach, while there is room; returns how many are kept."""
    at = work.start[number]
    if number + 1 >= len(work.start) or at + n > len(work.item):
        return number
    work.key[number] = key
    for x in range(n):
        i = work.wide.begun[x]
        d = work.wide.distance[x] + table.third[table.codes[i, 2], z]
        if d < reach[i]:
            work.item[at] = i
            work.cost[at] = d * d
            at += 1
    work.start[number + 1] = at
    return number + 1


@compiled
def lower_prices(table, price, near, reach, k, spare, far, first, work):
    """Lower prices until no class around a centre with this candidate of the first column costs less than its members'.

    Returns how many of the centres that broke them were kept. Tuples out of ``reach`` count as costing ``far`` beyond
    their price. For every spare price t ≥ 0 a class costs at least k·t − Σ max(0, price + t − cost) beyond its prices,
    summed over all records: one t, ``spare``, clears most centres at once, by the tuples that are ``near``.
    """
    number = 0
    if _list_first(table, near, first, work.near) == 0:
        return number
    _list_first(table, reach, first, work.wide)
    for second in range(table.second.shape[1]):
        n, most = _list_second(table, price, near, spare, second, work.near)
        if most <= k * spare:
            continue
        n_wide = -1
        for at in range(_gain_third(table, work, n, spare)):
            z = work.touched[at]
            gain, work.gain[z] = work.gain[z], 0.0
            if gain <= k * spare:
                continue
            if n_wide < 0:
                n_wide, _ = _list_second(table, price, reach, spare, second, work.wide)
            if _settle(table, price, work, n, n_wide, z, k, far):
                key = (np.int64(first) * table.second.shape[1] + second) * table.third.shape[1] + z
                number = _note(table, reach, work, n_wide, key, z, number)
    return number
