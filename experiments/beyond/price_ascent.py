"""A lower bound on the SSE by prices, for tables of up to three columns whose centres are too many for a solver.

Prices are raised against a pool of centres by a subgradient; the centres that then break them join the pool. What is
proven at the end is proven over all centres (`priced_centres`), whatever the pool was.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from experiments.beyond.price_slopes import Pool, nearest_squares, price_slope
from experiments.beyond.priced_centres import Table, break_prices, new_work
from kinonym.grouped import Plan, Tuples

__all__ = ["PricedBound", "priced_bound", "proven_by"]

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]

COLUMNS = 3
ROUNDS = 3
STEPS = 300
PATIENCE = 12  # steps without progress after which they become half as long
ROOM = 200_000  # centres that are kept of one candidate of the first column
GROWTH = 1.5  # a tuple is kept beside a centre up to this many times its price: prices change
FAR = 4.0  # beyond this many times the mean price records are not looked for around a centre
HIGHEST = 2.0  # prices rise to so many times the mean of the class, or to the way to the nearest class
BEGIN = 0.6  # prices begin at this share of what the release pays


@dataclass(frozen=True)
class PricedBound:
    """The bound and the prices per record, in the order of the tuples, that prove it."""

    value: float
    price: Floats


def proven_by(tuples: Tuples, k: int, price: Floats, far: float) -> float:
    """The bound that prices per record prove over all centres.

    Records with a price above 0 are looked for around every centre; others are thought to cost ``far`` beyond theirs
    if they cost more than that, which can only lower the bound.
    """
    table, order = _table(tuples)
    return _priced(table, price[order], k, far)[0]


def priced_bound(tuples: Tuples, k: int, release: Plan, rounds: int = ROUNDS) -> PricedBound:
    """The greatest bound that was found, beginning at what a release pays."""
    table, order = _table(tuples)
    paid, highest = (side[order] for side in _paid(tuples, release, k))
    far = FAR * float(table.weight @ paid) / float(table.weight.sum())
    _, pool = _priced(table, paid, k, far)
    price, best, best_price = BEGIN * paid, 0.0, np.zeros(len(paid))
    for _ in range(rounds):
        price = _raised(pool, table.weight, price, highest, k, far)
        value, broken = _priced(table, price, k, far)
        if value > best:
            best, best_price = value, price
        pool = _joined(pool, broken)
    in_place = np.empty(len(order))
    in_place[order] = best_price
    return PricedBound(best, in_place)


def _table(tuples: Tuples) -> tuple[Table, Numbers]:
    """The tuples as the kernels take them, and their order; columns that are missing hold one value."""
    size, columns = len(tuples), tuples.columns
    codes, tables = np.zeros((size, COLUMNS), dtype=np.int64), [np.zeros((1, 1))] * COLUMNS
    share = np.array([column.weight for column in columns]) / sum(column.weight for column in columns)
    for j, column in enumerate(columns):
        codes[:, j] = tuples.codes[:, j]
        tables[j] = share[j] * column.space.table.astype(np.float64)
    order = np.argsort(codes[:, 1], kind="stable")
    nearest = np.argsort(tables[2], axis=1, kind="stable")
    start = np.searchsorted(codes[order, 1], np.arange(len(tables[1]) + 1))
    return Table(codes[order], tuples.counts[order].astype(np.float64), *tables, nearest, start), order


def _paid(tuples: Tuples, release: Plan, k: int) -> tuple[Floats, Floats]:
    """What a record of each tuple pays in its class on average, and what it would pay in the nearest class."""
    share = [column.weight for column in tuples.columns] / np.sum([column.weight for column in tuples.columns])
    ways = np.zeros(len(release.source))
    centres = np.zeros((len(release.targets), COLUMNS), dtype=np.int64)
    for j, column in enumerate(tuples.columns):
        order = np.argsort(column.space.candidates)
        centres[:, j] = order[np.searchsorted(column.space.candidates[order], release.targets[:, j])]
        codes = tuples.codes[release.source, j]
        ways += share[j] * column.space.table[codes, centres[release.target, j]].astype(np.float64)
    cost = release.count * ways**2
    mean = np.bincount(release.target, weights=cost) / np.bincount(release.target, weights=release.count)
    paid = np.bincount(release.source, weights=mean[release.target] * release.count) / tuples.counts
    table, order = _table(tuples)
    highest = np.empty(len(tuples))
    highest[order] = nearest_squares(table, centres[np.argsort(centres[:, 0], kind="stable")])
    highest = np.where(tuples.counts < k, np.maximum(highest, HIGHEST * paid), 0.0)
    return np.minimum(paid, highest), highest


def _priced(table: Table, price: Floats, k: int, far: float) -> tuple[float, Pool]:
    """The bound that prices prove, and the centres that break them with the tuples that may ever matter there."""
    reach = np.sqrt(GROWTH * price + far)
    work = new_work(table, ROOM)
    total = float(table.weight @ price)
    pools = []
    for first in range(table.first.shape[1]):
        short, number = break_prices(table, price, reach, k, far, first, work)
        total += short
        end = work.start[number]
        pools.append(
            Pool(
                work.key[:number].copy(),
                work.start[: number + 1].copy(),
                work.item[:end].copy(),
                work.cost[:end].copy(),
            )
        )
    return total, _joined(*pools)


def _joined(*pools: Pool) -> Pool:
    """Pools in one; a centre that is in several is kept as it is in the first."""
    key = np.concatenate([pool.key for pool in pools])
    sizes = np.concatenate([np.diff(pool.start) for pool in pools])
    _, first = np.unique(key, return_index=True)
    fresh = np.zeros(len(key), dtype=bool)
    fresh[first] = True
    kept = np.repeat(fresh, sizes)
    item = np.concatenate([pool.item for pool in pools])[kept]
    cost = np.concatenate([pool.cost for pool in pools])[kept]
    return Pool(key[fresh], np.concatenate([[0], np.cumsum(sizes[fresh])]), item, cost)


def _raised(pool: Pool, weight: Floats, price: Floats, highest: Floats, k: int, far: float) -> Floats:
    """Prices with a higher bound over the centres of the pool: a deflected subgradient with steps of Polyak's length.

    The bound aimed at lies a little above the best so far, and comes nearer when steps stop helping.
    """
    slope, direction = np.empty(len(price)), np.zeros(len(price))
    fill = np.empty(len(price) + 1), np.empty(len(price) + 1), np.empty(len(price) + 1, dtype=np.int64)
    best, best_price, idle = -np.inf, price, 0
    ahead = 0.1 * float(weight @ highest)
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
