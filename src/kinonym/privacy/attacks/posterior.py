"""The exact posterior for small tables: enumerate every assignment of persons to released records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from kinonym.privacy.attacks.linkage import Linkage
from kinonym.tuples import Plan

__all__ = ["Factor", "RecordValues", "posterior", "posterior_linkage"]

_ALMOST_ONE = 1 - 1e-12

RecordValues = tuple[tuple[int, ...], ...]
"""The values of each record in some columns; records are in the order of tuples."""


@dataclass(frozen=True, eq=False)
class Factor:
    """The probability of each outcome of a swap in ``columns``; different factors are independent."""

    columns: tuple[int, ...]
    chances: Mapping[RecordValues, Fraction]


def posterior(plan: Plan, factors: Sequence[Factor]) -> NDArray[np.float64]:
    """P(released record r belongs to person i | the release); the true record of person i is on the diagonal.

    All assignments have the same prior probability, which requires a shuffled row order.
    """
    released = _list_released(plan)
    n = len(released)
    weights = np.zeros((n, n))
    for assignment in permutations(range(n)):
        chance = 1.0
        for factor in factors:
            values = tuple(tuple(released[r][j] for j in factor.columns) for r in assignment)
            chance *= float(factor.chances.get(values, 0))
            if chance == 0.0:
                break
        else:
            weights[np.arange(n), assignment] += chance
    share: NDArray[np.float64] = weights / weights.sum(axis=1, keepdims=True)
    return share


def posterior_linkage(plan: Plan, factors: Sequence[Factor]) -> Linkage:
    """Attack with knowledge of everything but the random draws: no attacker is better. For few records only."""
    chances = posterior(plan, factors)
    candidates = chances >= chances.max(axis=1, keepdims=True) * _ALMOST_ONE
    persons = plan.tuples.persons
    owner = np.arange(len(chances)) if persons is None else np.repeat(persons.person, persons.count)
    same_person, number = owner[:, None] == owner[None, :], int(owner.max()) + 1
    weight = (1.0 / np.bincount(owner))[owner] / number
    success = float(weight @ ((candidates & same_person).sum(axis=1) / candidates.sum(axis=1)))
    return Linkage(
        kind="follows-every-course",
        success=success,
        certain=float(weight @ ((chances * same_person).sum(axis=1) > _ALMOST_ONE)),
        persons=number,
        sampled=False,
        interval=(success, success),
    )


def _list_released(plan: Plan) -> list[tuple[int, ...]]:
    """The values of each record after the swap, in the order of tuples."""
    columns = plan.tuples.columns
    codes = [np.searchsorted(column.points, plan.targets[:, j]) for j, column in enumerate(columns)]
    order = np.argsort(plan.source, kind="stable")
    rows = np.repeat(plan.target[order], plan.count[order])
    return [tuple(row) for row in np.column_stack(codes)[rows].tolist()]
