"""Exact chances: of two ranks to exchange their values in srs1, and of a person's record after a whole release."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import UsageError
from kinonym.grouped import Plan
from kinonym.privacy.attacks.linkage import Linkage
from kinonym.privacy.attacks.small import Outcomes

__all__ = ["MOST_RECORDS", "Factor", "factor", "posterior_linkage", "rank_chances"]

MOST_RECORDS = 8

Chances = list[list[Fraction]]
Number = Fraction | float


def rank_chances(
    n: int, k: int, *, among_next: str = "unswapped", permute_rest: bool = True, exact: bool = True
) -> list[list[Number]]:
    """P(rank i receives the value of rank j) of srs1, for all i and j.

    Parameters
    ----------
    among_next
        ``unswapped``: the partner is one of the next k unswapped ranks. ``ranks``: one of the unswapped among the
        next k ranks, as published.
    permute_rest
        Whether fewer than 2k unswapped ranks are permuted uniformly; not so as published.
    exact
        Compute with fractions; else with floats.

    Notes
    -----
    The state before rank a is the set of ranks from a on that are swapped, a bit mask: at most 2^(k − 1) as published.
    """
    one: Number = Fraction(1) if exact else 1.0
    chances: list[list[Number]] = [[0 * one] * n for _ in range(n)]
    states: dict[int, Number] = {0: one}
    for a in range(n):
        following: dict[int, Number] = {}
        for mask, chance in states.items():
            if mask & 1:
                following[mask >> 1] = following.get(mask >> 1, 0 * one) + chance
                continue
            free = [a + d for d in range(n - a) if not mask >> d & 1]
            if permute_rest and len(free) < 2 * k:
                _spread(chances, free, chance / len(free))
                continue
            partners = free[1 : k + 1] if among_next == "unswapped" else [r for r in free[1:] if r <= a + k]
            if not partners:
                chances[a][a] += chance
                following[mask >> 1] = following.get(mask >> 1, 0 * one) + chance
            for other in partners:
                chances[a][other] += chance / len(partners)
                chances[other][a] += chance / len(partners)
                after = (mask | 1 << (other - a)) >> 1
                following[after] = following.get(after, 0 * one) + chance / len(partners)
        states = following
    return chances


def _spread(chances: list[list[Number]], ranks: Sequence[int], share: Number) -> None:
    for i in ranks:
        for j in ranks:
            chances[i][j] += share


@dataclass(frozen=True, eq=False)
class Factor:
    """How likely a swap gives the records of a table certain values in certain columns, all of them exactly.

    ``chances``: what each record (in the order of tuples) holds in ``columns`` afterwards → its probability.
    """

    columns: tuple[int, ...]
    chances: Mapping[tuple[tuple[int, ...], ...], Fraction]


def factor(codes: NDArray[np.int32], columns: tuple[int, ...], outcomes: Outcomes) -> Factor:
    """Count outcomes that give the same values together (``codes``: records × columns of the table)."""
    chances: dict[tuple[tuple[int, ...], ...], Fraction] = {}
    for source, chance in outcomes.items():
        held = tuple(zip(*(codes[list(s), j].tolist() for s, j in zip(source, columns, strict=True)), strict=True))
        chances[held] = chances.get(held, Fraction(0)) + chance
    return Factor(columns, chances)


def posterior_linkage(plan: Plan, factors: Sequence[Factor]) -> Linkage:
    """Attack by someone who knows everything but the draws: every assignment of persons to records is weighed.

    The columns of different factors are swapped independently. For at most 8 records.
    """
    n = plan.tuples.records
    if n > MOST_RECORDS:
        msg = f"the exact posterior is for at most {MOST_RECORDS} records; the table has {n}"
        raise UsageError(msg, hint="use the window attack")
    released = _released(plan)
    chances = _posterior(released, factors)
    best = chances.max(axis=1, keepdims=True)
    candidates = chances >= best * (1 - 1e-12)
    picked = np.diag(candidates) / candidates.sum(axis=1)
    success = float(picked.mean())
    sure = float(np.mean(np.diag(chances) > 1 - 1e-12))
    attacker = "knows all original values, the method and k, and weighs every possible course of the swap"
    return Linkage(
        attacker=attacker, success=success, certain=sure, persons=n, sampled=False, interval=(success, success)
    )


def _released(plan: Plan) -> list[tuple[int, ...]]:
    """What each record holds after the swap, in the order of tuples: one true assignment."""
    columns = plan.tuples.columns
    codes = [np.searchsorted(column.points, plan.targets[:, j]) for j, column in enumerate(columns)]
    order = np.argsort(plan.source, kind="stable")
    rows = np.repeat(plan.target[order], plan.count[order])
    return [tuple(row) for row in np.column_stack(codes)[rows].tolist()]


def _posterior(released: list[tuple[int, ...]], factors: Sequence[Factor]) -> NDArray[np.float64]:
    """P(person i owns released record r | the release), all assignments being equally likely before."""
    n = len(released)
    weights = np.zeros((n, n))
    for assignment in permutations(range(n)):
        chance = 1.0
        for part in factors:
            held = tuple(tuple(released[r][j] for j in part.columns) for r in assignment)
            chance *= float(part.chances.get(held, 0))
            if chance == 0.0:
                break
        if chance:
            weights[np.arange(n), assignment] += chance
    total: NDArray[np.float64] = weights / weights.sum(axis=1, keepdims=True)
    return total
