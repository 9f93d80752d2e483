"""The exact posterior of small tables: every assignment of persons to released records is weighed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, permutations, product

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import UsageError
from kinonym.grouped import Plan, Tuples
from kinonym.operators.sample import rounded
from kinonym.privacy.attacks.linkage import Linkage
from kinonym.privacy.attacks.small import Choose, Source, every_outcome, permutation

__all__ = [
    "MOST_RECORDS",
    "Factor",
    "factor_of",
    "permutation_factor",
    "posterior",
    "posterior_linkage",
    "record_distances",
]

MOST_RECORDS = 8
_SURE = 1 - 1e-12

Held = tuple[tuple[int, ...], ...]
"""What each record, in the order of tuples, holds in some columns."""


@dataclass(frozen=True, eq=False)
class Factor:
    """How likely a swap lets the records hold certain values in ``columns``; other factors are independent."""

    columns: tuple[int, ...]
    chances: Mapping[Held, Fraction]


def record_distances(tuples: Tuples, columns: Sequence[int]) -> list[list[float]]:
    """Distances of all pairs of records, in the order of tuples, over these columns."""
    own = np.repeat(tuples.codes, tuples.counts, axis=0)
    total = np.zeros((len(own), len(own)))
    for j in columns:
        column = tuples.columns[j]
        points = column.points[own[:, j]]
        apart = rounded(column.domain.between(points[:, None], points[None, :]))
        total += column.weight * (apart**2 if tuples.euclidean and len(columns) > 1 else apart)
    distances: list[list[float]] = total.tolist()
    return distances


def factor_of(
    tuples: Tuples, columns: tuple[int, ...], swap: Callable[[Choose], Source], *, deal_out: bool = False
) -> Factor:
    """Follow every course of a swap of some columns of a table of at most 8 records.

    With ``deal_out`` the swap took records of equal values in a fixed order; any of them may be any other.
    """
    if tuples.records > MOST_RECORDS:
        msg = f"the exact posterior is for at most {MOST_RECORDS} records; the table has {tuples.records}"
        raise UsageError(msg, hint="use the window or the likelihood attack")
    own = np.repeat(tuples.codes, tuples.counts, axis=0)
    chances: dict[Held, Fraction] = {}
    for source, chance in every_outcome(swap).items():
        received = [own[list(s), j].tolist() for s, j in zip(source, columns, strict=True)]
        held = tuple(zip(*received, strict=True))
        chances[held] = chances.get(held, Fraction(0)) + chance
    return Factor(columns, _dealt_out(chances, own[:, columns].tolist()) if deal_out else chances)


def _dealt_out(chances: Mapping[Held, Fraction], own: list[list[int]]) -> dict[Held, Fraction]:
    """Deal what records of equal values hold out among them: each arrangement is as likely as any other."""
    classes = [[i for i, values in enumerate(own) if values == kind] for kind in map(list, set(map(tuple, own)))]
    together: dict[tuple[tuple[tuple[int, ...], ...], ...], Fraction] = {}
    for held, chance in chances.items():
        key = tuple(tuple(sorted(held[i] for i in members)) for members in classes)
        together[key] = together.get(key, Fraction(0)) + chance
    dealt: dict[Held, Fraction] = {}
    places = [i for members in classes for i in members]
    for key, chance in together.items():
        arrangements = list(product(*(sorted(set(permutations(part))) for part in key)))
        for arrangement in arrangements:
            by_place = dict(zip(places, chain(*arrangement), strict=True))
            dealt[tuple(by_place[i] for i in range(len(own)))] = chance / len(arrangements)
    return dealt


def permutation_factor(tuples: Tuples, j: int, blocks: Sequence[Sequence[int]]) -> Factor:
    """A column permuted uniformly inside blocks of records, numbered in the order of tuples."""

    def swap(choose: Choose) -> Source:
        source = list(range(tuples.records))
        for block in blocks:
            permutation(block, source, choose)
        return (tuple(source),)

    return factor_of(tuples, (j,), swap)


def posterior(plan: Plan, factors: Sequence[Factor]) -> NDArray[np.float64]:
    """P(person i owns released record r | the release); the own record of person i is in the diagonal.

    Every assignment is equally likely before, which needs a shuffled row order.
    """
    released = _released(plan)
    n = len(released)
    weights = np.zeros((n, n))
    for assignment in permutations(range(n)):
        chance = 1.0
        for part in factors:
            held = tuple(tuple(released[r][j] for j in part.columns) for r in assignment)
            chance *= float(part.chances.get(held, 0))
            if chance == 0.0:
                break
        else:
            weights[np.arange(n), assignment] += chance
    share: NDArray[np.float64] = weights / weights.sum(axis=1, keepdims=True)
    return share


def posterior_linkage(plan: Plan, factors: Sequence[Factor]) -> Linkage:
    """Attack by someone who knows everything but the draws: no attacker does better. For at most 8 records."""
    chances = posterior(plan, factors)
    candidates = chances >= chances.max(axis=1, keepdims=True) * _SURE
    success = float(np.mean(np.diag(candidates) / candidates.sum(axis=1)))
    return Linkage(
        attacker="knows all original values, the method and k, and weighs every course the swap can have taken",
        success=success,
        certain=float(np.mean(np.diag(chances) > _SURE)),
        persons=len(chances),
        sampled=False,
        interval=(success, success),
    )


def _released(plan: Plan) -> list[tuple[int, ...]]:
    """What each record holds after the swap, in the order of tuples."""
    columns = plan.tuples.columns
    codes = [np.searchsorted(column.points, plan.targets[:, j]) for j, column in enumerate(columns)]
    order = np.argsort(plan.source, kind="stable")
    rows = np.repeat(plan.target[order], plan.count[order])
    return [tuple(row) for row in np.column_stack(codes)[rows].tolist()]
