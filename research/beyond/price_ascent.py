"""A lower bound on the SSE by prices, for tables of up to three columns with too many centres for a solver.

If no class of at least k records costs less than the prices of its members, no release costs less than all prices.
Prices are raised against a pool of centres by a subgradient, then lowered over all centres (`priced_centres`) until
no class costs less than the prices of its members: that proves the bound. The centres that required lower prices join
the pool.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.tuples import Plan, Tuples
from research.beyond.price_slopes import Pool, price_slope
from research.beyond.priced_centres import Table, lower_prices, new_work

__all__ = ["PricedBound", "lowered", "priced_bound"]

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]

COLUMNS = 3
ROUNDS = 4
STEPS = 60
PATIENCE = 12  # steps without progress after which they become half as long
AHEAD = 0.03  # the bound aimed at lies by this share above the proven one, in later rounds by less
ROOM = 20_000  # centres that are kept of one candidate of the first column
FAR = 2.0  # beyond this many times the mean price records are not looked for around a centre
SPARE = 0.5  # what is added to prices to clear many centres at once, in mean prices
HIGHEST = 4.0  # prices rise to so many times the mean of the class, or half as many times that of all
BEGIN = 0.9  # prices begin at this share of what the release pays


@dataclass(frozen=True)
class PricedBound:
    """The bound and the prices per record, in the order of the tuples, that prove it."""

    value: float
    price: Floats


def lowered(tuples: Tuples, k: int, price: Floats, mean: float) -> Floats:
    """Prices per record that no class undercuts, none above those given.

    Records are looked for as far around a centre as some times the ``mean`` price; others are thought to cost so much
    beyond their price, which can only lower the prices.
    """
    table, order = _table(tuples)
    return _in_place(_lowered(table, price[order], k, mean)[0], order)


def priced_bound(tuples: Tuples, k: int, release: Plan, rounds: int = ROUNDS) -> PricedBound:
    """The greatest bound that was found, beginning at what a release pays; tuples of k records and more pay nothing."""
    table, order = _table(tuples)
    rare = table.weight < k
    paid = np.where(rare, _paid(tuples, release)[order], 0.0)
    mean = float(table.weight @ paid) / max(1.0, float(table.weight[rare].sum()))
    highest = np.where(rare, HIGHEST * np.maximum(paid, mean / 2), 0.0)
    best, pool = _lowered(table, BEGIN * paid, k, mean)
    price = best
    for number in range(1, rounds + 1):
        ahead = AHEAD / number * float(table.weight @ best)
        price, broken = _lowered(table, _raised(pool, table.weight, price, highest, k, FAR * mean, ahead), k, mean)
        best = max(best, price, key=table.weight.dot)
        pool = _joined(broken, pool)
    return PricedBound(float(table.weight @ best), _in_place(best, order))


def _table(tuples: Tuples) -> tuple[Table, Numbers]:
    """The tuples as the kernels take them, and their order; columns that are missing hold one value."""
    codes, tables = np.zeros((len(tuples), COLUMNS), dtype=np.int64), [np.zeros((1, 1))] * COLUMNS
    for j, share in enumerate(_shares(tuples)):
        codes[:, j] = tuples.codes[:, j]
        tables[j] = share * tuples.columns[j].space.table.astype(np.float64)
    order = np.argsort(codes[:, 1], kind="stable")
    nearest = np.argsort(tables[2], axis=1, kind="stable")
    ways = np.take_along_axis(tables[2], nearest, axis=1)
    start = np.searchsorted(codes[order, 1], np.arange(len(tables[1]) + 1))
    return Table(codes[order], tuples.counts[order].astype(np.float64), *tables, nearest, ways, start), order


def _shares(tuples: Tuples) -> Floats:
    """Of each column its share of the distance of two tuples."""
    weights = np.array([column.weight for column in tuples.columns], dtype=np.float64)
    return weights / weights.sum()


def _in_place(price: Floats, order: Numbers) -> Floats:
    """Prices in the order of the tuples again."""
    placed = np.empty(len(order))
    placed[order] = price
    return placed


def _paid(tuples: Tuples, release: Plan) -> Floats:
    """What a record of each tuple pays in its class on average."""
    ways = np.zeros(len(release.source))
    for j, share in enumerate(_shares(tuples)):
        space = tuples.columns[j].space
        order = np.argsort(space.candidates)
        centre = order[np.searchsorted(space.candidates[order], release.targets[:, j])]
        ways += share * space.table[tuples.codes[release.source, j], centre[release.target]]
    cost = np.bincount(release.target, weights=release.count * ways**2)
    mean = cost / np.bincount(release.target, weights=release.count)
    return np.bincount(release.source, weights=mean[release.target] * release.count) / tuples.counts


def _lowered(table: Table, price: Floats, k: int, mean: float) -> tuple[Floats, Pool]:
    """Prices that no class undercuts, and the centres where they had to be lowered with the tuples in their reach."""
    spare, far = SPARE * mean, FAR * mean
    near, reach, price = np.sqrt(price + spare), np.sqrt(price + far), price.copy()
    work = new_work(table, ROOM)
    pools = []
    for first in range(table.first.shape[1]):
        number = lower_prices(table, price, near, reach, k, spare, far, first, work)
        end = work.start[number]
        parts = work.key[:number], work.start[: number + 1], work.item[:end], work.cost[:end]
        pools.append(Pool(*(part.copy() for part in parts)))
    return price, _joined(*pools)


def _joined(*pools: Pool) -> Pool:
    """Pools in one; a centre that is in several is kept as it is in the first."""
    key = np.concatenate([pool.key for pool in pools])
    sizes = np.concatenate([np.diff(pool.start) for pool in pools])
    fresh = np.zeros(len(key), dtype=bool)
    fresh[np.unique(key, return_index=True)[1]] = True
    kept = np.repeat(fresh, sizes)
    item = np.concatenate([pool.item for pool in pools])[kept]
    cost = np.concatenate([pool.cost for pool in pools])[kept]
    return Pool(key[fresh], np.concatenate([[0], np.cumsum(sizes[fresh])]), item, cost)


def _raised(pool: Pool, weight: Floats, price: Floats, highest: Floats, k: int, far: float, ahead: float) -> Floats:
    """Prices with a higher bound over the centres of the pool: a deflected subgradient with steps of Polyak's length.

    The bound aimed at lies ``ahead`` of the best so far, and comes nearer when steps stop helping.
    """
    slope, direction = np.empty(len(price)), np.zeros(len(price))
    fill = np.empty(len(price) + 1), np.empty(len(price) + 1), np.empty(len(price) + 1, dtype=np.int64)
    best, best_price, idle = -np.inf, price, 0
    for _ in range(STEPS):
        value = float(weight @ price) + price_slope(pool, weight, price, k, far, *fill, slope)
        idle = 0 if value > best + 0.05 * ahead else idle + 1
        if value > best:
            best, best_price = value, price
        if idle >= PATIENCE:
            ahead, idle, price = ahead / 2, 0, best_price
            direction[:] = 0.0
            continue
        ascent = slope / weight
        ascent[((price <= 0.0) & (ascent < 0.0)) | ((price >= highest) & (ascent > 0.0))] = 0.0
        direction = ascent + 0.7 * direction
        length = (max(best, 0.0) + ahead - value) / max(float(weight @ direction**2), 1e-12)
        price = np.clip(price + length * direction, 0.0, highest)
    return best_price
