"""Bounds on the chance that a random method leaves so many values unchanged, from its distribution and counts.

Nothing is drawn or ranked here, so that a plan is verified without the code that made it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kinonym.tuples import Plan
from kinonym.tuples.equal_rows import comparable

__all__ = [
    "binomial_chance",
    "describe_unchanged",
    "exchange_chance",
    "find_unchanged",
    "matching_chance",
    "moves_too_little",
    "permutation_chance",
]  # fmt: skip

_NEVER = -math.log(1e12)
"""The logarithm of a negligible chance."""
_DEVIATIONS = 5.0

_RATES = np.array([0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0])
_POWERS = np.array([1.0, 1.25, 1.5, 2.0, 4.0, 16.0, 64.0])

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]


def find_unchanged(plan: Plan, j: int) -> Flags:
    """Find the rows of a plan that leave the value of a column unchanged."""
    column = plan.tuples.columns[j]
    originals = column.points[plan.tuples.codes[plan.source, j]]
    same: Flags = comparable(originals) == comparable(plan.targets[plan.target, j])
    return same


def describe_unchanged(plan: Plan, chance: float) -> str | None:
    """Describe how many values are unchanged if the chance of that is negligible; else None."""
    if chance > _NEVER:
        return None
    cells = plan.tuples.records * len(plan.tuples.columns)
    unchanged = sum(int(plan.count[find_unchanged(plan, j)].sum()) for j in range(len(plan.tuples.columns)))
    return f"{unchanged:,} of {cells:,} values are unchanged, more than chance explains"


def binomial_chance(unchanged: float, records: float, share: float) -> float:
    """The logarithm of the chance, at most, that so many of some independent records stay.

    Each stays with a chance of at most ``share``; the bound is Chernoff's, exp(−n·KL(x/n ‖ share)).

    >>> round(binomial_chance(10, 10, 0.5), 3), binomial_chance(4, 10, 0.5)
    (-6.931, 0.0)
    """
    if not records or unchanged / records <= share or share >= 1:
        return 0.0
    rate = unchanged / records
    rest = (1 - rate) * math.log((1 - rate) / (1 - share)) if rate < 1 else 0.0
    return -records * (rate * math.log(rate / share) + rest)


def moves_too_little(plan: Plan, repeated: NDArray[np.int64]) -> bool:
    """Whether a plan moves fewer values than repetitions of its method do, more than chance explains.

    Parameters
    ----------
    plan
        What every record becomes.
    repeated
        How many values each repetition (row) moves in each column.

    Notes
    -----
    Values move in pairs, so that the variance of their number M is at most 2·E(M). With the mean m of r repetitions,
    m − M exceeds 5·√(2m(1 + 1/r)) with a chance of about 3·10⁻⁷.
    """
    columns = range(len(plan.tuples.columns))
    moved = np.array([int(plan.count[~find_unchanged(plan, j)].sum()) for j in columns])
    for number, times in [*zip(moved, repeated.T, strict=True), (moved.sum(), repeated.sum(axis=1))]:
        mean = float(times.mean())
        if mean - number > _DEVIATIONS * math.sqrt(2 * mean * (1 + 1 / len(times))):
            return True
    return False


def exchange_chance(plan: Plan, k: int) -> float:
    """The logarithm of the chance, at most, that a repaired swap with near records leaves so many values in place.

    Notes
    -----
    While 2k values of a column are unswapped, the reference takes the value of any one record with a chance of at
    most 1/k, so that of m others with its own value it gets one with a chance of at most min(m, k)/k. With c such
    records left let f(c) bound the mean of exp(rate · pairs of equal values exchanged from now on), whatever else is
    done: f(c) = q·exp(rate)·f(c − 2) + (1 − q)·f(c − 1), q = min(c − 1, k)/k. The product over all values bounds the
    column (Chernoff); fewer than 2k values, those of the last permutation, may stay besides.
    """
    width, growth = len(plan.tuples.columns), _growth(k)
    alone = []
    for j in range(width):
        times = np.bincount(plan.tuples.codes[:, j], weights=plan.tuples.counts).astype(np.int64)
        unchanged = int(plan.count[find_unchanged(plan, j)].sum())
        pairs = max(0.0, (unchanged - (2 * k - 1)) / 2)
        alone.append(_grown(growth, times, k).sum(axis=0) - _RATES * pairs)
    return min(0.0, *(float(bound.min()) for bound in (*alone, np.sum(alone, axis=0))))


def _growth(k: int) -> Floats:
    """The logarithm of f(c) for c = 0 … k + 1 at each rate."""
    grown = np.zeros((k + 2, len(_RATES)))
    for c in range(2, k + 2):
        q = (c - 1) / k
        fails = grown[c - 1] + (math.log1p(-q) if q < 1 else -math.inf)
        grown[c] = np.logaddexp(math.log(q) + _RATES + grown[c - 2], fails)
    return grown


def _grown(growth: Floats, times: Numbers, k: int) -> Floats:
    """The same for any c: among more than k others of its value every partner is one."""
    sure = np.maximum(0, -((k + 1 - times) // 2))
    grown: Floats = growth[times - 2 * sure] + sure[:, None] * _RATES
    return grown


def permutation_chance(plan: Plan, rows: Sequence[Numbers], *, independent: bool = True) -> float:
    """The logarithm of the chance, at most, that uniform permutations inside blocks leave so much in place.

    Parameters
    ----------
    plan
        What every record becomes.
    rows
        (tuple, block, count): which records each block holds.
    independent
        Whether the columns are permuted independently of each other; else the bound is that of single columns.

    Notes
    -----
    A block of b records with values of c_v each stays as it is with the chance p = Π c_v! / b!, each column on its
    own; the bound on the weight of all that stay, log 1/p each, is Chernoff's. A second one is on the cells: their
    number X has the mean μ = Σ c_v²/b, and P(X ≥ μ + t) ≤ exp(−t²/(4μ + 2t)) (Chatterjee 2007, prop. 1.1; its
    bound on the moments adds up over independent permutations).
    """
    columns = [_measure_permuted(plan, j, rows) for j in range(len(plan.tuples.columns))]
    alone = [bound for w, k, c, m in columns for bound in (_blocks_stay(w, k), _cells_stay(c, m))]
    if not independent:
        return min(alone)
    weights, unchanged, cells, means = zip(*columns, strict=True)
    together = [_blocks_stay(np.concatenate(weights), np.concatenate(unchanged)), _cells_stay(sum(cells), sum(means))]
    return min(*together, *alone)


def matching_chance(plan: Plan) -> float:
    """The logarithm of the chance, at most, that rows given to the records at random leave so many values in place.

    Notes
    -----
    Of n rows, s_v have the value v, as c_v records have; Σ c_v·s_v / n values stay on average (the same bound as that
    of a permutation).
    """
    return min(_bound_matched(plan, j) for j in range(len(plan.tuples.columns)))


def _bound_matched(plan: Plan, j: int) -> float:
    column = plan.tuples.columns[j]
    before = comparable(column.points[plan.tuples.codes[plan.source, j]])
    after = comparable(plan.targets[plan.target, j])
    values, inverse = np.unique(np.concatenate([before, after]), return_inverse=True)
    records, rows = (np.bincount(x, plan.count, len(values)) for x in np.split(inverse.reshape(-1), 2))
    return _cells_stay(int(plan.count[find_unchanged(plan, j)].sum()), float(records @ rows) / plan.tuples.records)


def _measure_permuted(plan: Plan, j: int, rows: Sequence[Numbers]) -> tuple[Floats, Flags, int, float]:
    """Of a column: log 1/p of each block and whether it stays, how many cells stay, and how many do on average."""
    source, block, count = rows
    size = np.bincount(block, weights=count)
    (block_of_pair, _), pair = np.unique(np.stack([block, plan.tuples.codes[source, j]]), axis=1, return_inverse=True)
    times = np.bincount(pair.reshape(-1), weights=count)
    weights = _log_factorial(size) - np.bincount(block_of_pair, weights=_log_factorial(times), minlength=len(size))
    same = find_unchanged(plan, j)
    moved = np.zeros(len(plan.tuples), dtype=bool)
    moved[plan.source[~same]] = True
    unchanged = np.bincount(block, weights=moved[source], minlength=len(size)) == 0
    return weights, unchanged, int(plan.count[same].sum()), float((times**2 / size[block_of_pair]).sum())


def _cells_stay(cells: int, mean: float) -> float:
    beyond = cells - mean
    return -(beyond**2) / (4 * mean + 2 * beyond) if beyond > 0 else 0.0


def _blocks_stay(weights: Floats, unchanged: Flags) -> float:
    """A bound on the logarithm of the chance that so many blocks stay as they are."""
    moves = weights > 0
    weights, stayed = weights[moves], float(weights[moves & unchanged].sum())
    moments = np.logaddexp(np.log1p(-np.exp(-weights))[:, None], (_POWERS - 1) * weights[:, None]).sum(axis=0)
    return float((moments - _POWERS * stayed).min())


def _log_factorial(numbers: NDArray[np.number]) -> Floats:
    distinct, inverse = np.unique(numbers, return_inverse=True)
    logs: Floats = np.array([math.lgamma(x + 1.0) for x in distinct.tolist()])[inverse.reshape(-1)]
    return logs
