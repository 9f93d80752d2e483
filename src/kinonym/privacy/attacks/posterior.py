"""The exact posterior of small tables: every assignment of persons to released records is weighed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from kinonym.privacy.attacks.linkage import Linkage
from kinonym.tuples import Plan

__all__ = ["Factor", "Held", "posterior", "posterior_linkage"]

_SURE = 1 - 1e-12

Held = tuple[tuple[int, ...], ...]
"""What each record, in the order of tuples, holds in some columns."""


@dataclass(frozen=True, eq=False)
class Factor:
    """How likely a swap lets the records hold certain values in ``columns``; other factors are independent."""

    columns: tuple[int, ...]
    chances: Mapping[Held, Fraction]


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
    """Attack by someone who knows everything but the draws: no attacker does better. For few records."""
    chances = posterior(plan, factors)
    candidates = chances >= chances.max(axis=1, keepdims=True) * _SURE
    persons = plan.tuples.persons
    owner = np.arange(len(chances)) if persons is None else np.repeat(persons.person, persons.count)
    hers, number = owner[:, None] == owner[None, :], int(owner.max()) + 1
    weight = (1.0 / np.bincount(owner))[owner] / number
    success = float(weight @ ((candidates & hers).sum(axis=1) / candidates.sum(axis=1)))
    return Linkage(
        kind="follows-every-course",
        success=success,
        certain=float(weight @ ((chances * hers).sum(axis=1) > _SURE)),
        persons=number,
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
